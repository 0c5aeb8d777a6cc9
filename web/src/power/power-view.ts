// SPDX-License-Identifier: Apache-2.0
//
// Statistical power for an existing report: equivalence tests with a margin, and shrunken rates of many small groups.
// Both are computed on request; `report-change` adds them to the saved report.

import { type Breakdown, knownMetrics, type Metric, type Report } from 'fairwasm';
import { css, html, LitElement, nothing } from 'lit';
import type { Pair } from '../compare/pairs.js';
import { cutNote, maxRows } from '../compare/row-limit.js';
import { compareStyle } from '../compare/style.js';
import { breakdownChoice, metricChoice } from '../parts/chooser.js';
import { boundsProblem, fieldStyle, notes } from '../parts/fields.js';
import { countText, percentText, unitOf } from '../parts/number.js';
import { type Problem, toProblem } from '../parts/problem.js';
import { style } from '../parts/style.js';
import { estimateCell, estimateStyle } from '../report/estimate-text.js';
import { confidenceText, probabilityText } from '../report/words.js';
import type { Choice } from '../table/choice.js';
import type { Extras } from '../work/requests.js';
import { run } from '../work/run.js';
import { hasManySmall } from './many-small-groups.js';
import '../compare/compare-chart.js';
import '../parts/error-note.js';

/** The data of the report, to compute it again. */
export type Origin = { file: File; choice: Choice } | { example: string };

const bounds = { min: 0.1, max: 99, step: 'any' } as const; // percentage points
const verdicts = {
  equivalent: 'equivalent',
  larger: 'larger than the margin',
  inconclusive: 'inconclusive',
  undefined: 'undefined',
} as const;

export class PowerView extends LitElement {
  static override properties = {
    report: { attribute: false },
    origin: { attribute: false },
    chosen: { state: true },
    points: { state: true },
    disparity: { state: true },
    rate: { state: true },
    abort: { state: true },
    wrong: { state: true },
    problem: { state: true },
  };
  declare report: Report;
  declare origin: Origin;
  declare chosen: number;
  /** The margin as the user entered it. */
  declare points: number;
  declare disparity: string | undefined;
  declare rate: string | undefined;
  declare abort: AbortController | undefined;
  declare wrong: string | undefined;
  declare problem: Problem | undefined;

  constructor() {
    super();
    this.chosen = 0;
    this.points = 5;
  }

  override disconnectedCallback(): void {
    this.abort?.abort();
    super.disconnectedCallback();
  }

  override render() {
    const { breakdowns } = this.report;
    const breakdown = breakdowns[this.chosen] ?? breakdowns[0];
    if (!breakdown || !this.report.uncertainty) return nothing;
    return html`
      <section aria-labelledby="title">
        <h2 id="title" tabindex="-1">Statistical power</h2>
        ${breakdowns.length > 1 ? html`<div class="row choice">${this.#breakdownChoice()}</div>` : nothing}
        ${this.#margin(breakdown)} ${hasManySmall(this.report) ? this.#small(breakdown) : nothing}
        <fairwasm-error-note .problem=${this.problem}></fairwasm-error-note>
      </section>
    `;
  }

  #margin(breakdown: Breakdown) {
    const isBusy = this.abort !== undefined;
    const isTested = this.report.equivalenceMargins !== undefined;
    return html`
      <details ?open=${isTested || isBusy}>
        <summary>Equivalence test: is a gap below a margin?</summary>
      <p class="soft">
        Finding no difference does not prove that there is none. Two one-sided tests (TOST) check whether a gap is
        smaller than the largest gap that you would accept; otherwise, the data are inconclusive.
      </p>
      <form class="row ask" novalidate @submit=${this.#test}>
        <label class="label" for="margin">Margin, in percentage points</label>
        <input
          id="margin"
          type="number"
          min=${bounds.min}
          max=${bounds.max}
          step="any"
          .value=${Number.isNaN(this.points) ? '' : String(this.points)}
          aria-describedby=${this.wrong ? 'margin-problem' : nothing}
          aria-invalid=${this.wrong ? 'true' : 'false'}
          @input=${(event: Event) => {
            this.points = (event.target as HTMLInputElement).valueAsNumber;
          }}
        />
        <button class="primary" ?disabled=${isBusy}>Test</button>
        ${isBusy ? html`<button type="button" @click=${() => this.abort?.abort()}>Cancel</button>` : nothing}
      </form>
      ${notes('margin', undefined, this.wrong)}
      <p role="status">${isBusy ? 'Counting and testing …' : ''}</p>
      ${isTested ? this.#equivalence(breakdown) : nothing}
      </details>
    `;
  }

  // Each of these is about one rate, whose percentage points they are.
  get #disparities(): Metric[] {
    const tested = Object.keys(this.report.equivalenceMargins ?? {});
    return knownMetrics(tested).filter(({ rate }) => rate !== undefined);
  }

  #equivalence(breakdown: Breakdown) {
    const all = this.#disparities;
    const metric = all.find(({ name }) => name === this.disparity) ?? all[0];
    if (!metric || breakdown.comparisons.length === 0) {
      return html`<p>There is nothing to compare.</p>`;
    }
    const margin = this.report.equivalenceMargins?.[metric.name] as [number, number];
    const found = breakdown.comparisons.flatMap(({ group, equivalence }) => {
      const each = equivalence?.[metric.name];
      return each ? [{ group, ...each }] : [];
    });
    const shown = found.filter(({ isEquivalent }) => isEquivalent).length;
    const points = `${Number((100 * margin[1]).toPrecision(4))}\u202fpp`;
    const { confidence } = this.report.uncertainty ?? { confidence: 0.95 };
    const interval = percentText(Math.max(0, 2 * confidence - 1), 4);
    return html`
      <div class="row choice">
        ${metricChoice('Gap to test', all, metric.name, (name) => {
          this.disparity = name;
        })}
      </div>
      <p role="status">
        Equivalent to the ${breakdown.reference} group within ${points}: ${countText(shown)} of
        ${countText(found.length)} ${found.length === 1 ? 'group' : 'groups'}.
      </p>
      <div class="scroll" tabindex="0" role="region" aria-label="Gaps compared with the margin">
        <table>
          <thead>
            <tr>
              <th scope="col">Group</th>
              <th scope="col">Gap, ${interval} interval</th>
              <th scope="col">Below ${points}</th>
              <th scope="col">p</th>
            </tr>
          </thead>
          <tbody>
            ${found.slice(0, maxRows).map(
              ({ group, disparity, ...test }) => html`
                <tr>
                  <th scope="row">${group}</th>
                  ${estimateCell(disparity, unitOf(metric))}
                  <td class="verdict">${verdicts[test.verdict]}</td>
                  <td>
                    ${Number.isNaN(test.pValue) ? '' : probabilityText({ value: 0, pValue: test.pValue })}
                  </td>
                </tr>
              `,
            )}
          </tbody>
        </table>
      </div>
      ${cutNote(found.length)}
      <p class="small soft">
        “Shown”: the ${interval} interval lies within ±${points}, which has p at most
        ${Number((1 - confidence).toPrecision(3))}; “larger”: it lies beyond. p: how likely data would be that
        speak as much for it, if the gap were as large as the margin.
      </p>
    `;
  }

  #small(breakdown: Breakdown) {
    const isOn = this.#isShrunken;
    return html`
      <h3>Rates of small groups</h3>
      <label class="switch">
        <input
          type="checkbox"
          .checked=${isOn}
          ?disabled=${this.abort !== undefined}
          @change=${(event: Event) => this.#shrink((event.target as HTMLInputElement).checked)}
        />
        Show shrunken rates
      </label>
      <p class="soft">
        With many small groups, the highest and lowest rates are mostly due to chance. Shrinkage moves each rate toward
        the overall rate; the fewer rows a group has, the further it moves.
      </p>
      ${isOn ? this.#shrunken(breakdown) : nothing}
    `;
  }

  get #isShrunken(): boolean {
    return this.report.breakdowns.some(({ groups }) => groups.some(({ shrunken }) => shrunken));
  }

  #shrunken({ groups }: Breakdown) {
    const all = knownMetrics(Object.keys(groups[0]?.shrunken ?? {}));
    const metric = all.find(({ name }) => name === (this.rate ?? 'selectionRate')) ?? all[0];
    if (!metric) return nothing;
    const first = groups[0]?.shrunken?.[metric.name];
    const isKnown = groups.some(({ shrunken }) =>
      Number.isFinite(shrunken?.[metric.name]?.value ?? Number.NaN),
    );
    if (!isKnown) return html`<p>No shrunken rates: ${first?.reason}.</p>`;
    const pairs = groups.map(
      ({ name, rates, shrunken }): Pair => ({
        group: name,
        first: rates[metric.name],
        second: shrunken?.[metric.name],
      }),
    );
    const unit = unitOf(metric);
    const { uncertainty } = this.report;
    return html`
      <div class="row choice">
        ${metricChoice('Rate to shrink', all, metric.name, (name) => {
          this.rate = name;
        })}
      </div>
      <div class="body">
        <compare-chart
          .metric=${metric}
          .pairs=${pairs}
          .names=${['As counted', 'Shrunken']}
          .confidence=${uncertainty ? confidenceText(uncertainty) : undefined}
        ></compare-chart>
        <div>
          <div class="scroll" tabindex="0" role="region" aria-label="Shrunken rates">
            <table>
              <thead>
                <tr>
                  <th scope="col">Group</th>
                  <th scope="col">Rows</th>
                  <th scope="col">As counted</th>
                  <th scope="col">Shrunken</th>
                </tr>
              </thead>
              <tbody>
                ${groups.slice(0, maxRows).map(
                  ({ name, counts, rates, shrunken }) => html`
                    <tr>
                      <th scope="row">${name}</th>
                      <td>${countText(counts.rows)}</td>
                      ${estimateCell(rates[metric.name], unit)} ${estimateCell(shrunken?.[metric.name], unit)}
                    </tr>
                  `,
                )}
              </tbody>
            </table>
          </div>
          ${cutNote(groups.length)}
        </div>
      </div>
    `;
  }

  #breakdownChoice() {
    return breakdownChoice('Groups to look at', this.report.breakdowns, this.chosen, (place) => {
      this.chosen = place;
    });
  }

  #test(event: Event): void {
    event.preventDefault();
    this.wrong = boundsProblem(this.points, bounds);
    if (this.wrong) {
      this.renderRoot.querySelector<HTMLElement>('#margin')?.focus();
      return;
    }
    const equivalenceMargin = Number((this.points / 100).toPrecision(12));
    void this.#ask({ equivalenceMargin, shrunken: this.#isShrunken });
  }

  #shrink(shrunken: boolean): void {
    const margin = Object.entries(this.report.equivalenceMargins ?? {}).find(
      ([, [low]]) => low < 0,
    );
    void this.#ask({ equivalenceMargin: margin?.[1][1], shrunken });
  }

  async #ask(extras: Extras): Promise<void> {
    if (this.abort) return;
    const abort = new AbortController();
    this.abort = abort;
    this.problem = undefined;
    const { origin } = this;
    const work =
      'example' in origin
        ? ({ kind: 'example', name: origin.example, extras } as const)
        : ({ kind: 'extras', source: origin.file.name, ...origin, extras } as const);
    try {
      const detail = await run(work, { signal: abort.signal });
      this.dispatchEvent(new CustomEvent('report-change', { detail }));
    } catch (error) {
      if (!abort.signal.aborted) this.problem = toProblem(error);
      this.requestUpdate(); // the box returns to its previous state
    } finally {
      this.abort = undefined;
    }
  }

  static override styles = [
    style,
    fieldStyle,
    estimateStyle,
    compareStyle,
    css`
      h3 {
        margin-top: 1.75rem;
      }
      .ask {
        margin-top: 1rem;
        align-items: center;
      }
      .ask input {
        max-width: 7rem;
      }
      .verdict {
        min-width: 7rem;
      }
      .switch {
        display: inline-flex;
        align-items: center;
        gap: 0.6rem;
        min-height: 2.25rem;
        margin-top: 0.5rem;
      }
      @media print {
        .ask,
        .switch {
          display: none;
        }
      }
    `,
  ];
}

customElements.define('power-view', PowerView);
