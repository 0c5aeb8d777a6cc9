// SPDX-License-Identifier: Apache-2.0
//
// Results of certificates: the curve of certified accuracy by group with a choice of epsilon, and tables of all values.

import type { Document } from 'fairwasm/report';
import type { GroupRobustness } from 'fairwasm/robustness';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { describeRobustness } from '#fairwasm/robustness/describe.js';
import { fieldStyle, selectField } from '../../widgets/fields.js';
import { lineColors } from '../../widgets/line-colors.js';
import { countText, valueText } from '../../widgets/number.js';
import { style } from '../../widgets/style.js';
import type { CurveGroup } from './accuracy-curve.js';
import { accuracyAt, getEnd } from './curve.js';
import type { Outcome } from './protocol.js';
import './accuracy-curve.js';
import '../../widgets/document-view.js';

/** The number of lines that can be distinguished; the table lists further groups. */
const maxLines = 6;

export class CertifiedView extends LitElement {
  static override properties = {
    outcome: { attribute: false },
    by: { state: true },
    epsilon: { state: true },
    groups: { state: true },
    most: { state: true },
  };
  declare outcome: Outcome;
  /** The index of the breakdown in view. */
  declare by: number;
  declare epsilon: number;
  declare groups: readonly CurveGroup[];
  declare most: number;

  constructor() {
    super();
    this.by = 0;
  }

  override willUpdate(changed: PropertyValues): void {
    if (!changed.has('outcome') && !changed.has('by')) return;
    if (changed.has('outcome')) this.by = 0;
    const { overall } = this.outcome.report;
    const shown = this.#groups().slice(0, maxLines);
    this.groups = [
      ...shown.map(({ name, curve }, i) => ({
        name,
        curve,
        color: `var(--line-${i + 1})`,
        dash: ['none', '7 3', '2 3', '9 3 2 3', '4 4', '12 4'][i] as string,
      })),
      ...(shown.length === 1 ? [] : [{ name: overall.name, curve: overall.curve, color: 'var(--edge)', dash: 'none' }]),
    ];
    this.most = getEnd(this.groups.map(({ curve }) => curve));
    this.epsilon = Math.min(this.outcome.report.epsilons[0] ?? 0, this.most);
  }

  override render() {
    const { report, layers } = this.outcome;
    const { breakdowns } = report;
    return html`
      <p class="soft">
        ${countText(report.overall.rows)} rows; Lipschitz constant
        ${valueText(report.lipConst, 'number')} of
        ${report.disjointNeurons ? 'each output separately' : 'all outputs together'}.${
          report.network?.atLeast ? this.#seen(report.network.atLeast, report.disjointNeurons) : nothing
        }
      </p>
      ${
        breakdowns.length > 1
          ? html`<div class="fields">
              ${selectField(
                { id: 'by', title: 'Groups' },
                breakdowns.map(({ by }, i) => ({ value: String(i), text: by.join(' × ') })),
                String(this.by),
                (value) => {
                  this.by = Number(value);
                },
              )}
            </div>`
          : nothing
      }
      <section aria-label="Certified accuracy">
        <h2>Certified accuracy</h2>
        <p>
          The share of rows that the network classifies correctly for every input within Euclidean distance epsilon.
          Move the pointer over the chart, or use the slider.
        </p>
        <accuracy-curve
          .groups=${this.groups}
          .most=${this.most}
          .epsilon=${this.epsilon}
          @move-epsilon=${(event: CustomEvent<number>) => {
            this.epsilon = event.detail;
          }}
        ></accuracy-curve>
        ${this.#readout()}
      </section>
      <fairwasm-document .sections=${[this.#figures(), ...(layers ? [getLayers(layers)] : [])]}></fairwasm-document>
    `;
  }

  // The maximum factor by which radii would grow with the exact constant.
  #seen(atLeast: { value: number; perOutput: number }, disjointNeurons: boolean) {
    const slope = disjointNeurons ? atLeast.perOutput : atLeast.value;
    return html` The slope between some inputs is ${valueText(slope, 'number')}, so the true constant is between the two values.`;
  }

  #groups(): readonly GroupRobustness<number[]>[] {
    const { breakdowns, overall } = this.outcome.report;
    return breakdowns[this.by]?.groups ?? [overall];
  }

  #readout() {
    return html`
      <p class="at">At epsilon <strong>${this.epsilon.toPrecision(3)}</strong> at least</p>
      <ul class="readout" aria-label="Certified accuracy at epsilon">
        ${this.groups.map(
          ({ name, curve }, i) => html`
            <li>
              <svg width="30" height="10" aria-hidden="true">
                <line x1="0" x2="30" y1="5" y2="5" stroke=${this.groups[i]?.color ?? ''} stroke-width="2.5"
                  stroke-dasharray=${this.groups[i]?.dash ?? 'none'} />
              </svg>
              <strong>${valueText(accuracyAt(curve, this.epsilon), 'share')}</strong>
              <span>${name}</span>
            </li>
          `,
        )}
      </ul>
      ${
        this.#groups().length > maxLines
          ? html`<p class="small soft">
              The ${maxLines} largest of ${countText(this.#groups().length)} groups; the table lists all.
            </p>`
          : nothing
      }
    `;
  }

  // The chart above shows the curves.
  #figures(): Document {
    const { report } = this.outcome;
    const breakdowns = report.breakdowns.slice(this.by, this.by + 1);
    const { blocks, ...document } = describeRobustness({ ...report, breakdowns });
    const others = blocks.filter((block) => !('lines' in block));
    return { ...document, title: 'All figures', blocks: others };
  }

  static override styles = [
    style,
    fieldStyle,
    lineColors,
    css`
      h2 {
        margin-top: 2rem;
      }
      accuracy-curve {
        margin-top: 1rem;
      }
      .at {
        font-variant-numeric: tabular-nums;
        margin-top: 0.75rem;
      }
      .readout {
        list-style: none;
        margin: 0.25rem 0 0;
        padding: 0;
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 2rem;
      }
      .readout li {
        display: flex;
        align-items: baseline;
        gap: 0.5rem;
        overflow-wrap: anywhere;
      }
      .readout svg {
        flex: none;
        align-self: center;
      }
      .readout strong {
        font-variant-numeric: tabular-nums;
        min-width: 4.2rem;
        text-align: end;
      }
    `,
  ];
}

const getLayers = (layers: NonNullable<Outcome['layers']>): Document => ({
  name: 'layers',
  title: 'The network’s layers',
  blocks: [
    {
      caption: 'Layers',
      heading: 'Weights',
      columns: [{ heading: 'Outputs × inputs' }, { heading: 'Spectral norm', format: 'quantity' }],
      rows: layers.map(({ name, shape, norm }) => ({ name, cells: [shape.map(countText).join(' × '), norm] })),
    },
  ],
});

customElements.define('certified-view', CertifiedView);
