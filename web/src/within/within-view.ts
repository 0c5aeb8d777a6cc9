// SPDX-License-Identifier: Apache-2.0
//
// Comparisons of groups within strata, for an existing report: among people with the same value of another column, such
// as the department. Computed on request; dispatches `report-change`, so that the saved report contains them.

import { knownMetrics, type Report } from 'fairwasm';
import { css, html, LitElement, nothing } from 'lit';
import { fieldStyle, same, selectField } from '../parts/fields.js';
import { countText } from '../parts/number.js';
import { type Problem, toProblem } from '../parts/problem.js';
import { style } from '../parts/style.js';
import type { Origin } from '../power/power-view.js';
import { estimateCell, estimateStyle } from '../report/estimate-text.js';
import { probabilityText } from '../report/words.js';
import { run } from '../work/run.js';
import { possibleConditions } from './conditions.js';
import '../parts/error-note.js';

type Conditional = NonNullable<Report['conditional']>[number];
type Rate = Conditional['comparisons'][number]['rates'][string];

const verdicts = {
  holds: 'holds within strata',
  reversed: 'reverses (Simpson’s paradox)',
  vanishes: 'is inconclusive within strata',
  appears: 'appears only within strata',
  inconclusive: 'is inconclusive',
  undefined: 'undefined',
} as const;

const maxStrata = 30;

export class WithinView extends LitElement {
  static override properties = {
    report: { attribute: false },
    origin: { attribute: false },
    columns: { attribute: false },
    condition: { state: true },
    abort: { state: true },
    problem: { state: true },
  };
  declare report: Report;
  /** Undefined if the data are not available; no comparison can then be computed. */
  declare origin: Origin | undefined;
  /** The columns that can be a condition. */
  declare columns: readonly string[];
  declare condition: string | undefined;
  declare abort: AbortController | undefined;
  declare problem: Problem | undefined;

  override disconnectedCallback(): void {
    this.abort?.abort();
    super.disconnectedCallback();
  }

  override render() {
    const { conditional = [] } = this.report;
    const possible = possibleConditions(this.report, this.columns);
    if (conditional.length === 0 && (!this.origin || possible.length === 0)) return nothing;
    return html`
      <section aria-labelledby="title">
        <h2 id="title" tabindex="-1">Within strata</h2>
        <p class="soft">
          A gap may be due to another column: for example, women may apply to departments that admit few people. This
          section compares groups within each value of a column that you choose. Do not choose a column that is itself a
          result of the group or of past unfairness, because it would hide the disparity.
        </p>
        ${this.origin && possible.length > 0 ? this.#form(possible) : nothing}
        <fairwasm-error-note .problem=${this.problem}></fairwasm-error-note>
        <div role="status">${conditional.map((each) => this.#conditional(each))}</div>
      </section>
    `;
  }

  #form(possible: readonly string[]) {
    const chosen = this.condition ?? possible[0] ?? '';
    const field = { id: 'condition', title: 'Compare people with the same' };
    return html`
      <form
        class="row ask"
        @submit=${(event: Event) => {
          event.preventDefault();
          void this.#ask(chosen);
        }}
      >
        ${selectField(field, possible.map(same), chosen, (value) => {
          this.condition = value;
        })}
        <button class="primary" ?disabled=${this.abort !== undefined}>Compare within</button>
      </form>
    `;
  }

  #conditional(conditional: Conditional) {
    const { by, within, reference, comparisons } = conditional;
    const rates = Object.keys(comparisons[0]?.rates ?? {});
    const [first] = knownMetrics(rates, this.report.outcome);
    if (!first) return nothing;
    const title = `By ${by.join(' × ')}, within ${within.join(' × ')}, compared with ${reference}`;
    return html`
      <div class="scroll" tabindex="0" role="region" aria-label=${title}>
        <table>
          <caption>${title}</caption>
          <thead>
            <tr>
              <th scope="col">Difference</th>
              <th scope="col">Over all rows</th>
              <th scope="col">Within strata</th>
              <th scope="col">The gap</th>
              <th scope="col">Common odds ratio</th>
              <th scope="col">p of equal odds</th>
              <th scope="col">p of a common odds ratio</th>
            </tr>
          </thead>
          <tbody>
            ${comparisons.flatMap(({ group, rates: found }) =>
              knownMetrics(rates, this.report.outcome).map((metric) =>
                rateRow(`${metric.title}: ${group}`, found[metric.name] as Rate),
              ),
            )}
          </tbody>
        </table>
      </div>
      ${strataTable(conditional, first.name, first.title)}
    `;
  }

  async #ask(condition: string): Promise<void> {
    const { origin } = this;
    if (this.abort || !origin) return;
    const abort = new AbortController();
    this.abort = abort;
    this.problem = undefined;
    const extras = { within: [condition] };
    const work =
      'example' in origin
        ? ({ kind: 'example', name: origin.example, extras } as const)
        : ({ kind: 'extras', source: origin.file.name, ...origin, extras } as const);
    try {
      const { conditional } = await run(work, { signal: abort.signal });
      const detail = { ...this.report, conditional };
      this.dispatchEvent(new CustomEvent('report-change', { detail }));
    } catch (error) {
      if (!abort.signal.aborted) this.problem = toProblem(error);
    } finally {
      this.abort = undefined;
    }
  }

  static override styles = [
    style,
    fieldStyle,
    estimateStyle,
    css`
      section {
        margin-top: 3.25rem;
      }
      .ask {
        align-items: end;
        margin-top: 1rem;
      }
      .scroll {
        margin-top: 1.25rem;
      }
      @media print {
        .ask {
          display: none;
        }
      }
    `,
  ];
}

const testCell = (test: Rate['sameOdds']) => html`
  <td>
    ${probabilityText(test) || '–'}${test.warning ? html`<span class="reason">${test.warning}</span>` : nothing}
  </td>
`;

const rateRow = (name: string, found: Rate) => html`
  <tr>
    <th scope="row">${name}</th>
    ${estimateCell(found.difference, 'points')} ${estimateCell(found.standardizedDifference, 'points')}
    <td>${verdicts[found.verdict]}</td>
    ${estimateCell(found.commonOddsRatio, 'multiple')} ${testCell(found.sameOdds)} ${testCell(found.sameOddsRatio)}
  </tr>
`;

function strataTable({ strata, comparisons, reference }: Conditional, rate: string, title: string) {
  const caption = `${title} in each stratum: difference from ${reference}`;
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label=${caption}>
      <table>
        <caption>${caption}</caption>
        <thead>
          <tr>
            <th scope="col">Stratum</th>
            <th scope="col">Rows</th>
            ${comparisons.map(({ group }) => html`<th scope="col">${group}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${strata.slice(0, maxStrata).map(
            ({ name, rows }, i) => html`
              <tr>
                <th scope="row">${name}</th>
                <td>${countText(rows)}</td>
                ${comparisons.map(({ rates }) => estimateCell(rates[rate]?.strata[i], 'points'))}
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
    ${
      strata.length > maxStrata
        ? html`<p class="small soft">And ${countText(strata.length - maxStrata)} smaller strata are in the saved report.</p>`
        : nothing
    }
  `;
}

customElements.define('within-view', WithinView);
