// SPDX-License-Identifier: Apache-2.0
//
// Results of certificates: the curve of certified accuracy by group with a choice of epsilon, and tables of all values.

import type { Estimate } from 'fairwasm';
import type { ReportedNetwork, ReportedRobustness, RobustnessReport } from 'fairwasm/robustness';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { fieldStyle, selectField } from '../parts/fields.js';
import { figuresStyle } from '../parts/figures.js';
import { lineColors } from '../parts/line-colors.js';
import { countText, rangeText, valueText } from '../parts/number.js';
import { style } from '../parts/style.js';
import type { CurveGroup } from './accuracy-curve.js';
import { accuracyAt, endOf } from './curve.js';
import type { Outcome } from './protocol.js';
import './accuracy-curve.js';
import '../parts/data-table.js';

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
      ...(shown.length === 1
        ? []
        : [{ name: overall.name, curve: overall.curve, color: 'var(--edge)', dash: 'none' }]),
    ];
    this.most = endOf(this.groups.map(({ curve }) => curve));
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
          report.network?.atLeast
            ? this.#seen(report.network.atLeast, report.disjointNeurons)
            : nothing
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
      ${this.#differences()}
      <h2>All figures</h2>
      ${this.#table(report)} ${layers ? this.#layers(layers) : nothing}
      ${report.network ? this.#network(report.network) : nothing}
    `;
  }

  // The maximum factor by which radii would grow with the exact constant.
  #seen(atLeast: { value: number; perOutput: number }, disjointNeurons: boolean) {
    const slope = disjointNeurons ? atLeast.perOutput : atLeast.value;
    return html` The slope between some inputs is ${valueText(slope, 'number')}, so the true constant is between the two values.`;
  }

  #groups(): readonly ReportedRobustness[] {
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

  #differences() {
    const differences = this.outcome.report.breakdowns[this.by]?.differences;
    if (!differences || this.#groups().length < 2) return nothing;
    const [certified] = differences.certifiedAccuracy;
    const line = (title: string, { value, ci, reason }: Estimate, unit: 'gap' | 'number') => html`
      <div>
        <dt>${title}</dt>
        <dd>
          <strong>${valueText(value, unit)}</strong>
          <span class="small soft">${ci ? `95% interval ${rangeText(ci, unit)}` : (reason ?? '')}</span>
        </dd>
      </div>
    `;
    return html`
      <section aria-label="Differences between groups">
        <h2>Between the groups</h2>
        <p class="soft small">Largest minus smallest.</p>
        <dl>
          ${line('Accuracy', differences.accuracy, 'gap')}
          ${certified ? line(`Certified accuracy at ${epsilonText(certified.epsilon)}`, certified, 'gap') : nothing}
          ${line('Average robustness', differences.averageRobustness, 'number')}
          ${line('Half radius', differences.halfRadius, 'number')}
        </dl>
      </section>
    `;
  }

  #table({ overall, epsilons }: RobustnessReport) {
    const groups = this.#groups();
    const all = groups[0] === overall ? groups : [...groups, overall];
    const cell = ({ value, ci, reason }: Estimate, unit: 'share' | 'number') => ({
      text: valueText(value, unit),
      note: ci ? rangeText(ci, unit) : (reason ?? ''),
      order: value,
    });
    return html`
      <data-table
        name="Robustness by group"
        .columns=${[
          { title: 'Group', isText: true },
          { title: 'Rows' },
          { title: `At least, at ${this.epsilon.toPrecision(3)}` },
          { title: 'Accuracy' },
          { title: `Certified at ${epsilonText(epsilons[0] ?? 0)}` },
          { title: 'Average robustness' },
          { title: 'Half radius' },
        ]}
        .rows=${all.map((group) => {
          const at = accuracyAt(group.curve, this.epsilon);
          return {
            cells: [
              { text: group.name },
              { text: countText(group.rows), order: group.rows },
              { text: valueText(at, 'share'), order: at },
              cell(group.accuracy, 'share'),
              cell(group.certifiedAccuracy[0] ?? { value: Number.NaN }, 'share'),
              cell(group.averageRobustness, 'number'),
              cell(group.halfRadius, 'number'),
            ],
          };
        })}
      ></data-table>
      <p class="small soft">
        95% confidence intervals below the values. Average robustness: the mean certified radius, with 0 for wrong
        decisions. Half radius: the radius at which certified accuracy is half of accuracy.
      </p>
    `;
  }

  #network({ name, layers, before }: ReportedNetwork) {
    return html`
      <h2>The network’s layers</h2>
      <p class="small soft">${name}${before ? `, without ${before} at its end` : ''}</p>
      <data-table
        name="Layers"
        .columns=${[{ title: 'Weights', isText: true }, { title: 'Operator', isText: true }, { title: 'Spectral norm' }]}
        .rows=${layers.map((layer) => ({
          cells: [
            { text: layer.name },
            { text: layer.operator },
            { text: valueText(layer.norm, 'number'), order: layer.norm },
          ],
        }))}
      ></data-table>
    `;
  }

  #layers(layers: NonNullable<Outcome['layers']>) {
    return html`
      <h2>The network’s layers</h2>
      <data-table
        name="Layers"
        .columns=${[{ title: 'Weights', isText: true }, { title: 'Outputs × inputs' }, { title: 'Spectral norm' }]}
        .rows=${layers.map(({ name, shape, norm }) => ({
          cells: [
            { text: name },
            { text: shape.map(countText).join(' × ') },
            { text: valueText(norm, 'number'), order: norm },
          ],
        }))}
      ></data-table>
    `;
  }

  static override styles = [
    style,
    fieldStyle,
    figuresStyle,
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

// 36/255, the usual notation in papers.
function epsilonText(epsilon: number): string {
  const gray = epsilon * 255;
  const isGray = epsilon > 0 && Math.abs(gray - Math.round(gray)) < 1e-9;
  return isGray ? `${Math.round(gray)}/255` : valueText(epsilon, 'number');
}

customElements.define('certified-view', CertifiedView);
