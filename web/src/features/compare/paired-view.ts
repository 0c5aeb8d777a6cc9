// SPDX-License-Identifier: Apache-2.0
//
// Two models on the same rows: how each rate of each group changes, and whether its gap to the reference group widens
// or narrows. Intervals and tests are those of paired data. Shows one rate at a time.

import type { ComparisonReport, Estimate, Metric, PairedGroup } from 'fairwasm';
import { css, html, LitElement, nothing } from 'lit';
import { chosen } from '#fairwasm/claims/verdict.js';
import { showProbability } from '#fairwasm/document/format.js';
import { knownMetrics } from '#fairwasm/report/ranking.js';
import { breakdownChoice, metricChoice } from '../../widgets/chooser.js';
import { countText, getUnit, percentText, type Unit, valueText } from '../../widgets/number.js';
import { scrollTable } from '../../widgets/scroll-table.js';
import { style } from '../../widgets/style.js';
import { estimateCell, estimateStyle, estimateText, intervalText } from '../report/estimate-text.js';
import type { Pair } from './pairs.js';
import { cutNote, maxRows } from './row-limit.js';
import { compareStyle } from './style.js';
import './compare-chart.js';

type PairedBreakdown = ComparisonReport['breakdowns'][number];
type PairedGap = PairedGroup['gaps'][string];

const maxSentences = 5;

const verdicts = {
  wider: 'wider',
  narrower: 'narrower',
  reversed: 'reversed',
  inconclusive: 'inconclusive',
  undefined: '',
} as const;

export class PairedView extends LitElement {
  static override properties = { comparison: { attribute: false }, chosen: { state: true }, metric: { state: true } };
  declare comparison: ComparisonReport;
  declare chosen: number;
  declare metric: Metric | undefined;

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('comparison')) return;
    this.chosen = 0;
    this.metric = this.#metrics[0];
  }

  override render() {
    const { metric, comparison } = this;
    const breakdown = comparison.breakdowns[this.chosen];
    if (!metric || !breakdown) return nothing;
    const [before, after] = this.#names;
    const { decisions } = comparison.overall;
    const changed = decisions.onlyA + decisions.onlyB;
    return html`
      <section aria-labelledby="title">
        <h2 id="title" tabindex="-1">Side by side</h2>
        <p>
          <strong>${before}</strong> and <strong>${after}</strong>, rate by rate.
          ${
            changed === 0
              ? 'Their decisions are the same for every row.'
              : `Their decisions differ for ${amountText(changed)} of ${amountText(decisions.instances)} ${
                  decisions.instances === decisions.rows ? 'rows' : 'in weight'
                }. With ${after}, ${this.#turned(decisions)}.`
          }
        </p>
        ${this.#choice(metric)}
        <p class="soft">${metric.meaning}</p>
        ${breakdown.groups.length > 1 ? this.#gaps(metric, breakdown) : nothing}
        ${this.#rates(metric, breakdown)}
        <p class="small soft">
          ${this.#confidence} confidence intervals. Both models decide the same rows, so the intervals of changes are
          paired (Newcombe). p: McNemar’s exact test if both rates refer to the same rows; otherwise the p-value that
          corresponds to the interval. Intervals of changes and p-values are adjusted for all groups, breakdowns, and
          rates together (Šidák).
          ${this.#columns.join(', ')}: rows that gained or lost the positive decision.
        </p>
      </section>
    `;
  }

  focusHeading(): void {
    const heading = this.renderRoot.querySelector<HTMLElement>('h2');
    heading?.focus();
    heading?.scrollIntoView({ block: 'start' });
  }

  get #names(): [string, string] {
    const { a, b } = this.comparison.names;
    return [a, b];
  }

  /** The names of the rows that gained the positive decision, and of those that lost it. */
  get #columns(): [string, string] {
    return this.comparison.outcome === 'burden' ? ['Burdened', 'Freed'] : ['Gained', 'Lost'];
  }

  #turned({ onlyA, onlyB }: PairedGroup['decisions']): string {
    return this.comparison.outcome === 'burden'
      ? `${amountText(onlyB)} receive the burden, and ${amountText(onlyA)} no longer do`
      : `${amountText(onlyB)} gain the positive decision, and ${amountText(onlyA)} lose it`;
  }

  get #confidence(): string {
    return percentText(this.comparison.confidence);
  }

  get #metrics(): Metric[] {
    return knownMetrics(this.comparison.rates, this.comparison.outcome);
  }

  #choice(metric: Metric) {
    const { breakdowns } = this.comparison;
    return html`
      <div class="row choice">
        ${metricChoice('Measure to compare', this.#metrics, metric.name, this.#chooseMetric)}
        ${breakdownChoice('Groups to compare by', breakdowns, this.chosen, this.#chooseBreakdown)}
      </div>
    `;
  }

  #gaps(metric: Metric, breakdown: PairedBreakdown) {
    const { reference } = breakdown;
    const gaps = getGaps(metric, breakdown);
    // A difference between two proportions: on one scale, with its sign.
    const gap: Metric = {
      ...metric,
      kind: 'disparity',
      title: `Gap in ${metric.title.toLowerCase()}`,
      range: [-1, 1],
      ideal: 0,
    };
    const pairs = gaps.map(([group, { a, b }]): Pair => ({ group: group.name, first: a, second: b }));
    return html`
      <h3>Gaps from the ${reference} group</h3>
      <p role="status">${sentences(gaps, metric, this.#names[1])}</p>
      <div class="body">
        <compare-chart
          .metric=${gap}
          .pairs=${pairs}
          .names=${this.#names}
          .confidence=${this.#confidence}
        ></compare-chart>
        ${this.#gapTable(gaps, getUnit(gap))}
      </div>
    `;
  }

  #gapTable(gaps: readonly [PairedGroup, PairedGap][], unit: Unit) {
    return html`
      <div>
        ${scrollTable(
          'Gaps side by side',
          ['Group', 'Change of the gap', 'p', this.#names[0], this.#names[1]],
          gaps.slice(0, maxRows).map(
            ([group, gap]) => html`
                  <tr>
                    ${heading(group)}
                    <td>
                      ${estimateText(gap.change, unit, false)} ${intervalText(chosen(gap.change), unit, false)}
                      <span class="reason">${verdicts[gap.verdict]}</span>
                    </td>
                    <td>${showProbability(gap.change)}</td>
                    ${estimateCell(gap.a, unit)} ${estimateCell(gap.b, unit)}
                  </tr>
                `,
          ),
        )}
        ${cutNote(gaps.length)}
      </div>
    `;
  }

  #rates(metric: Metric, { groups }: PairedBreakdown) {
    const unit = getUnit(metric);
    const change: Unit = unit === 'share' ? 'points' : unit;
    const all = [...groups.slice(0, maxRows), this.comparison.overall];
    return html`
      <h3>${metric.title}</h3>
      ${scrollTable(
        'Both side by side',
        ['Group', this.#names[0], this.#names[1], 'Change', 'p', ...this.#columns],
        all.map((group) => {
          const rate = group.rates[metric.name];
          if (!rate) return nothing;
          const { onlyA, onlyB } = group.decisions;
          return html`
                <tr>
                  ${heading(group)} ${estimateCell(rate.a, unit)} ${estimateCell(rate.b, unit)}
                  ${estimateCell(chosen(rate.difference), change)}
                  <td>${showProbability(rate.difference)}</td>
                  <td>${amountText(onlyB)}</td>
                  <td>${amountText(onlyA)}</td>
                </tr>
              `;
        }),
      )}
      ${cutNote(groups.length)}
    `;
  }

  readonly #chooseMetric = (name: string): void => {
    this.metric = this.#metrics.find((metric) => metric.name === name);
  };

  readonly #chooseBreakdown = (place: number): void => {
    this.chosen = place;
  };

  static override styles = [
    style,
    estimateStyle,
    compareStyle,
    css`
      h3 {
        margin-top: 2rem;
      }
      td {
        white-space: nowrap;
      }
      @media (min-width: 56rem) {
        .body {
          grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
        }
      }
    `,
  ];
}

const amountText = (count: number): string => (Number.isInteger(count) ? countText(count) : valueText(count, 'number'));

const heading = ({ name, warning }: PairedGroup) => html`
  <th scope="row">
    ${name}${warning ? html`<span class="reason">${warning}</span>` : nothing}
  </th>
`;

const getGaps = ({ name }: Metric, { groups }: PairedBreakdown): [PairedGroup, PairedGap][] =>
  groups.flatMap((group): [PairedGroup, PairedGap][] => {
    const gap = group.gaps[name];
    return gap ? [[group, gap]] : [];
  });

/** The gaps that changed significantly, and how. */
function sentences(gaps: readonly [PairedGroup, PairedGap][], metric: Metric, after: string): string {
  const sure = gaps.filter(([, gap]) => !['inconclusive', 'undefined'].includes(gap.verdict));
  const what = metric.title.toLowerCase();
  if (sure.length === 0) return `There is no evidence that a gap in ${what} changed.`;
  const points = ({ value }: Estimate) => valueText(value, 'points');
  const texts = sure
    .slice(0, maxSentences)
    .map(
      ([{ name }, gap]) =>
        `With ${after}, the gap of the ${name} group is ${verdicts[gap.verdict]}: ${points(gap.b)} instead of ${points(gap.a)}.`,
    );
  const more = sure.length - texts.length;
  return [...texts, ...(more > 0 ? [`And ${countText(more)} more changed.`] : [])].join(' ');
}

customElements.define('paired-view', PairedView);
