// SPDX-License-Identifier: Apache-2.0
//
// Scores by group: their discrimination (ROC), their calibration, and the effect of group-specific thresholds.

import type { Report } from 'fairwasm';
import { css, html, LitElement, nothing } from 'lit';
import type { EqualizedRate, GroupScores, ScoreBreakdown } from '#fairwasm/scores/stored-scores.js';
import { nameChoice } from '../../widgets/chooser.js';
import { countText } from '../../widgets/number.js';
import { style } from '../../widgets/style.js';
import type { Curve } from './curve-chart.js';
import { curveTables, figuresTable } from './score-tables.js';
import { pointAt, thresholdStyle, thresholdTable } from './threshold-table.js';
import '../../widgets/document-view.js';
import './curve-chart.js';

type View = NonNullable<NonNullable<Report['view']>['scores']>;

const most = 12; // groups with their own threshold

export class ScoreView extends LitElement {
  static override properties = {
    scores: { attribute: false },
    reference: {},
    start: { type: Number },
    view: { attribute: false },
    group: {},
    names: { state: true },
    thresholds: { state: true },
  };
  declare scores: ScoreBreakdown;
  /** The group to compare with. */
  declare reference: string;
  /** The initial threshold. */
  declare start: number;
  /** The selection when the report was saved; omitted: the initial selection. */
  declare view: View | undefined;
  /** The highlighted group of the report; undefined: none. */
  declare group: string | undefined;
  /** The two selected groups. */
  declare names: readonly [string, string];
  declare thresholds: Readonly<Record<string, number>>;

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('group')) this.#lookAt(this.group);
    if (!changed.has('scores') && !changed.has('reference')) return;
    const names = this.scores.groups.map(({ name }) => name);
    const second = names.includes(this.reference) ? this.reference : (names[0] as string);
    this.names = [names.find((name) => name !== second) ?? second, second];
    this.#setAll(this.start);
    if (this.view) this.#restore(this.view, names);
  }

  #lookAt(name: string | undefined): void {
    const [first, second] = this.names ?? [];
    const isThere = this.scores.groups.some((group) => group.name === name);
    if (!isThere || name === undefined || !first || !second || name === first) return;
    this.names = [name, name === second ? first : second];
  }

  #restore({ names: [first, second], thresholds }: View, known: readonly string[]): void {
    if (known.includes(first) && known.includes(second)) this.names = [first, second];
    const whole = Object.entries(thresholds).map(([name, value]) => [name, value ?? Number.POSITIVE_INFINITY]);
    this.thresholds = { ...this.thresholds, ...Object.fromEntries(whole) };
  }

  override render() {
    const { groups, count } = this.scores;
    return html`
      <section aria-labelledby="title">
        <h2 id="title">Scores by group</h2>
        <div class="row choice">
          ${this.#select(0, 'Look at')} ${this.#select(1, 'Compare with')}
        </div>
        <div class="charts">
          <div>
            <h3>Discrimination: do scores separate the outcomes?</h3>
            <p class="small soft">
              ROC curve: closer to the upper left is better. Circles: the thresholds below.
            </p>
            <fairwasm-curve-chart
              label="ROC curves of ${this.#both}"
              name="roc"
              across="False positive rate"
              up="True positive rate"
              .curves=${this.#curves(({ rocCurve }) => rocCurve.map((p) => [p.falsePositiveRate, p.truePositiveRate]))}
              .marks=${this.#marks()}
            ></fairwasm-curve-chart>
          </div>
          <div>
            <h3>Calibration: do scores match outcomes?</h3>
            <p class="small soft">
              On the diagonal, 70% of people with a score of 70% have the outcome. Below it, scores are too high.
            </p>
            <fairwasm-curve-chart
              label="Calibration curves of ${this.#both}"
              name="calibration"
              across="Mean score"
              up="Positive outcomes"
              hasDots
              .curves=${this.#curves(({ calibrationCurve }) => calibrationCurve.map((bin) => [bin.meanScore, bin.positiveRate]))}
            ></fairwasm-curve-chart>
          </div>
        </div>
        <p class="legend small">
          <span class="first">${this.names[0]}</span> <span class="second">${this.names[1]}</span>
          ${groups.length > 2 ? html`<span class="soft">Other groups are pale.</span>` : nothing}
        </p>
        <fairwasm-document .sections=${[figuresTable(groups)]}></fairwasm-document>
        ${
          count > groups.length
            ? html`<p class="small soft">
                The ${groups.length} largest of ${countText(count)} groups.
              </p>`
            : nothing
        }
        <details>
          <summary>The curves of ${this.#both} as tables</summary>
          <fairwasm-document
            .sections=${groups.filter(({ name }) => this.names.includes(name)).flatMap(curveTables)}
          ></fairwasm-document>
        </details>
        <h3 class="own">Thresholds by group</h3>
        <p>
          Scores at or above the threshold count as positive. Whether groups may have different thresholds depends on
          law and purpose; the table shows the effect of each choice on each group.
        </p>
        <div class="row presets" role="group" aria-label="Set the thresholds so that groups have">
          <button @click=${() => this.#setAll(this.start)}>One threshold</button>
          <button @click=${() => this.#equalize('selectionRate')}>Equal selection rates</button>
          <button @click=${() => this.#equalize('truePositiveRate')}>Equal true positive rates</button>
        </div>
        ${thresholdTable(groups.slice(0, most), this.#getThreshold, (name, threshold) => {
          this.thresholds = { ...this.thresholds, [name]: threshold };
        })}
        ${
          groups.length > most
            ? html`<p class="small soft">The ${most} largest of ${countText(count)} groups.</p>`
            : nothing
        }
      </section>
    `;
  }

  readonly #getThreshold = (name: string): number => this.thresholds[name] ?? this.start;

  get #both(): string {
    return [...new Set(this.names)].join(' and ');
  }

  #select(place: 0 | 1, label: string) {
    const names = this.scores.groups.map(({ name }) => name);
    return nameChoice(label, names, this.names[place], (name) => {
      this.names = place === 0 ? [name, this.names[1]] : [this.names[0], name];
    });
  }

  // Pale curves first, so that the others are drawn over them.
  #curves(getPoints: (group: GroupScores) => [number, number][]): Curve[] {
    const [first, second] = this.names;
    const tone = (name: string): Curve['tone'] => (name === first ? 'first' : name === second ? 'second' : 'pale');
    const curves = this.scores.groups.map((group) => ({
      name: group.name,
      points: getPoints(group),
      tone: tone(group.name),
    }));
    const rank = { pale: 0, second: 1, first: 2 };
    return curves.sort((a, b) => rank[a.tone] - rank[b.tone]);
  }

  #marks() {
    return (['first', 'second'] as const).flatMap((tone, i) => {
      const group = this.scores.groups.find(({ name }) => name === this.names[i]);
      const point = group && pointAt(group, this.#getThreshold(group.name));
      return point ? [{ tone, x: point.falsePositiveRate, y: point.truePositiveRate }] : [];
    });
  }

  #setAll(threshold: number): void {
    this.thresholds = Object.fromEntries(this.scores.groups.map(({ name }) => [name, threshold]));
  }

  #equalize(rate: EqualizedRate): void {
    this.thresholds = { ...this.thresholds, ...this.scores.thresholds[rate] };
  }

  static override styles = [
    style,
    css`
      :host {
        --second: light-dark(#a2490f, #f2a96b);
      }
      section {
        margin-top: 3.25rem;
      }
      .choice {
        margin-top: 1rem;
      }
      .choice label {
        flex: 0 1 16rem;
        min-width: 0;
      }
      .charts {
        display: grid;
        gap: 2rem 3rem;
        margin-top: 1.75rem;
        grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
      }
      fairwasm-curve-chart {
        margin-top: 1rem;
      }
      .legend {
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 1.5rem;
        font-weight: 600;
      }
      .legend .soft {
        font-weight: 400;
      }
      .first,
      .second {
        display: inline-flex;
        align-items: center;
        gap: 0.5rem;
        color: var(--accent);
      }
      .first::before,
      .second::before {
        content: '';
        width: 1.75rem;
        border-top: 3px solid var(--accent);
        forced-color-adjust: none; /* As the chart, whose colors stay. */
      }
      .second {
        color: var(--second);
      }
      .second::before {
        border-top: 3px dashed var(--second);
      }
      .own {
        margin-top: 2.25rem;
      }
      .presets {
        margin-top: 1rem;
        gap: 0.5rem;
      }
      .presets button {
        min-height: 2.5rem;
        padding-block: 0.3rem;
      }
      th,
      td {
        padding-inline: 0.75rem;
      }
      details {
        margin-top: 1rem;
      }
      @media print {
        .presets {
          display: none;
        }
        .charts > div {
          break-inside: avoid;
        }
      }
    `,
    thresholdStyle,
  ];
}

customElements.define('fairwasm-score-view', ScoreView);
