// SPDX-License-Identifier: Apache-2.0
//
// Adverse impact: selection or scoring rates and impact ratios by group, as practice asks for them or by New York's Local
// Law 144, from the file that is audited. They are kept with the report.

import type { Metric } from 'fairwasm';
import type { ImpactReport } from 'fairwasm/impact';
import { css, html, LitElement, nothing } from 'lit';
import { choice as choiceOf, nameChoice } from '../parts/chooser.js';
import { download, reportName } from '../parts/download.js';
import { countText, rangeText, valueText } from '../parts/number.js';
import { type Problem, toProblem } from '../parts/problem.js';
import { style } from '../parts/style.js';
import type { Item } from '../report/ranking.js';
import type { Choice } from '../table/choice.js';
import { ask } from '../work/ask.js';
import { comparedTemplate } from './compared.js';
import type { ImpactChoice, ImpactTables } from './protocol.js';
import workerUrl from './worker.ts?worker&url';
import '../parts/error-note.js';
import '../parts/work-progress.js';
import '../report/metric-chart.js';

type Table = ImpactReport['outcomes'][number]['tables'][number];

// A ratio has no ideal here, and no line is drawn: the rule knows no threshold.
const ratio: Metric = {
  name: 'impactRatio',
  title: 'Impact ratio',
  kind: 'rate',
  formula: 'rate / highest rate of the table',
  range: [0, 1],
  direction: 'none',
  inputs: [],
  meaning: 'A group’s rate as a share of the highest rate in the same table.',
  undefinedWhen: 'all rates are 0',
  reference: '29 CFR 1607.4(D)',
};

const leastShown = [0, 5, 10, 20] as const;

export class ImpactTablesView extends LitElement {
  static override properties = {
    file: { attribute: false },
    choice: { attribute: false },
    settings: { state: true },
    tables: { state: true },
    abort: { state: true },
    problem: { state: true },
  };
  declare file: File;
  declare choice: Choice;
  declare settings: ImpactChoice;
  declare tables: ImpactTables | undefined;
  declare abort: AbortController | undefined;
  declare problem: Problem | undefined;

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('choice')) return;
    this.settings = first(this.choice);
    this.tables = undefined;
  }

  override disconnectedCallback(): void {
    this.abort?.abort();
    super.disconnectedCallback();
  }

  override render() {
    return html`
      <section aria-labelledby="title">
        <h2 id="title">Adverse impact</h2>
        <p>
          Of each group how many are selected, and its rate as a share of the highest rate in the same table. These are
          numbers that rules and practice name; whether a rule applies, and what follows, no tool can say.
        </p>
        <form @submit=${this.#make}>
          <div class="row">${this.#choices()}</div>
          <p class="row">
            <button class="primary" ?disabled=${this.abort !== undefined}>Make the tables</button>
          </p>
        </form>
        ${
          this.abort
            ? html`<work-progress label="Making the tables" @cancel-work=${() => this.abort?.abort()}></work-progress>`
            : nothing
        }
        <fairwasm-error-note .problem=${this.problem}></fairwasm-error-note>
        <div role="status">${this.tables ? this.#shown(this.tables) : nothing}</div>
      </section>
    `;
  }

  #choices() {
    const { counted, rule, isSmallLeftOut, suppressBelow } = this.settings;
    const { prediction, score, groups } = this.choice;
    const ways = [
      ...(prediction ? [{ value: 'decision', text: `Decision: ${prediction}` }] : []),
      ...(score ? [{ value: 'score', text: `Above the median of ${score}` }] : []),
    ];
    return html`
      ${choiceOf('Who counts as selected', ways, counted, (value) => {
        const isDecision = value === 'decision';
        this.#change({
          counted: isDecision ? 'decision' : 'score',
          column: (isDecision ? prediction : score) as string,
          favorable: isDecision ? this.choice.favorable : undefined,
        });
      })}
      ${choiceOf(
        'By which rule',
        [
          { value: 'none', text: 'None: four fifths beside it' },
          ...(groups.length > 1 ? [{ value: 'law', text: 'New York City, Local Law 144' }] : []),
        ],
        rule ? 'law' : 'none',
        (value) => this.#change({ rule: value === 'law' ? columnsOfLaw(groups) : undefined }),
      )}
      ${
        rule
          ? html`${nameChoice('Sex', groups, rule.sex, (sex) => this.#change({ rule: { ...rule, sex } }))}
            ${nameChoice('Race or ethnicity', groups, rule.race, (race) => this.#change({ rule: { ...rule, race } }))}`
          : choiceOf(
              'Hide counts below',
              leastShown.map((n) => ({
                value: String(n),
                text: n === 0 ? 'None hidden' : String(n),
              })),
              String(suppressBelow),
              (value) => this.#change({ suppressBelow: Number(value) }),
            )
      }
      <label class="small">
        <input
          type="checkbox"
          .checked=${isSmallLeftOut}
          @change=${(event: Event) => this.#change({ isSmallLeftOut: (event.target as HTMLInputElement).checked })}
        />
        Leave groups of less than 2 % out of the ratios
      </label>
    `;
  }

  #change(part: Partial<ImpactChoice>): void {
    this.settings = { ...this.settings, ...part };
  }

  async #make(event: Event): Promise<void> {
    event.preventDefault();
    const { file, settings } = this;
    const abort = new AbortController();
    this.abort = abort;
    this.tables = undefined;
    this.problem = undefined;
    try {
      const work = { file, choice: settings };
      this.tables = await ask<ImpactTables, never>(workerUrl, work, { signal: abort.signal });
      const { report } = this.tables;
      this.dispatchEvent(new CustomEvent('impact-made', { detail: report }));
    } catch (error) {
      if (!abort.signal.aborted) this.problem = toProblem(error);
    } finally {
      this.abort = undefined;
    }
  }

  #shown({ report, markdown, csv }: ImpactTables) {
    const { rule, outcomes } = report;
    const json = `${JSON.stringify({ ...report, source: this.file.name }, null, 2)}\n`;
    const stem = `${this.file.name.replace(/\.[a-z]{2,7}$/i, '')}-impact`;
    const save = (ending: string, type: string, text: string) =>
      html`<button @click=${() => download(reportName(stem, ending), type, text)}>
        Save tables as ${ending.toUpperCase()}
      </button>`;
    return html`
      ${
        rule
          ? html`<p class="small">${rule.name} (${rule.source}; text of ${rule.date}).</p>
            <p class="small soft">${rule.limits} ${rule.published ?? nothing}</p>`
          : nothing
      }
      ${outcomes.flatMap(({ tables }) => tables.map((table) => tableTemplate(table, report)))}
      <div class="row downloads">
        ${save('csv', 'text/csv', csv)} ${save('md', 'text/markdown', markdown)}
        ${save('json', 'application/json', json)}
      </div>
    `;
  }

  static override styles = [
    style,
    css`
      section {
        margin-top: 3.25rem;
      }
      form,
      .downloads {
        margin-top: 1rem;
      }
      form > .row {
        align-items: end;
      }
      form label {
        min-width: 0;
        max-width: 100%;
      }
      h3 {
        margin-top: 2rem;
      }
      td small {
        display: block;
        color: var(--soft);
        white-space: nowrap;
      }
      @media print {
        form,
        .downloads {
          display: none;
        }
      }
    `,
  ];
}

/** What to begin with: the decision where there is one. */
function first({ prediction, score, favorable, groups, bins }: Choice): ImpactChoice {
  const counted = prediction ? 'decision' : 'score';
  return {
    counted,
    column: (prediction ?? score) as string,
    favorable: prediction ? favorable : undefined,
    groups,
    bins,
    rule: undefined,
    isSmallLeftOut: false,
    suppressBelow: 0,
  };
}

/** By their names, which the form lets correct. */
function columnsOfLaw(groups: readonly string[]): { sex: string; race: string } {
  const sex = groups.find((name) => /sex|gender/i.test(name)) ?? (groups[0] as string);
  const others = groups.filter((name) => name !== sex);
  const race = others.find((name) => /race|ethnic/i.test(name)) ?? (others[0] as string);
  return { sex, race };
}

function tableTemplate({ by, unknown, categories, fourFifths }: Table, { kind }: ImpactReport) {
  const against = fourFifths?.againstHighest?.comparisons ?? [];
  const title = `Impact by ${by.join(' and ')}`;
  const hits = kind === 'score' ? 'Above median' : 'Selected';
  const items = categories.flatMap(({ name, impactRatio, applicants }): Item[] =>
    impactRatio ? [{ id: name, group: name, rows: applicants, estimate: impactRatio }] : [],
  );
  const hidden = categories.filter(({ isSuppressed }) => isSuppressed).length;
  return html`
    <h3>By ${by.join(' and ')}</h3>
    <fairwasm-metric-chart .metric=${ratio} .items=${items} confidence="95 %"></fairwasm-metric-chart>
    <div class="scroll" tabindex="0" role="region" aria-label=${title}>
      <table>
        <caption>${title}</caption>
        <thead>
          <tr>
            <th scope="col">Group</th>
            <th scope="col">Applicants</th>
            <th scope="col">${hits}</th>
            <th scope="col">Rate</th>
            <th scope="col">Share of all</th>
            <th scope="col">Impact ratio</th>
            ${fourFifths ? html`<th scope="col">Below four fifths</th><th scope="col">Missing to four fifths</th>` : nothing}
          </tr>
        </thead>
        <tbody>
          ${categories.map((each) => {
            const {
              name,
              applicants,
              selected,
              rate,
              share,
              isSuppressed,
              isExcluded,
              impactRatio,
            } = each;
            const compared = against.find(({ group }) => group === name);
            if (isSuppressed)
              return html`<tr><th scope="row">${name}</th><td colspan=${fourFifths ? 7 : 5}>suppressed</td></tr>`;
            return html`
              <tr>
                <th scope="row">${name}</th>
                <td>${countText(applicants)}</td>
                <td>${countText(selected)}</td>
                <td>${valueText(rate, 'share')}</td>
                <td>${valueText(share, 'share')}</td>
                <td>
                  ${isExcluded ? 'left out' : valueText(impactRatio?.value ?? Number.NaN, 'number')}
                  ${impactRatio?.ci ? html`<small>${rangeText(impactRatio.ci, 'number')}</small>` : nothing}
                </td>
                ${
                  fourFifths
                    ? html`<td>${yesOrNo(compared?.belowFourFifths)}</td>
                        <td>${compared ? countText(Math.max(0, compared.shortfallToFourFifths)) : '–'}</td>`
                    : nothing
                }
              </tr>
            `;
          })}
        </tbody>
      </table>
    </div>
    ${unknown > 0 ? html`<p class="small soft">${countText(unknown)} of unknown ${by.join(' or ')} are left out.</p>` : nothing}
    ${fourFifths ? comparedTemplate(by, fourFifths) : nothing}
    ${hidden > 0 ? html`<p class="small soft">Suppressed are small counts, and what they could be found from.</p>` : nothing}
  `;
}

const yesOrNo = (value: boolean | null | undefined) =>
  value === undefined || value === null ? '–' : value ? 'yes' : 'no';

customElements.define('impact-tables', ImpactTablesView);
