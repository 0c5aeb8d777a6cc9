// SPDX-License-Identifier: Apache-2.0
//
// “Find groups”: searches all groups that the columns can define for those with the worst results, with progress, and
// with intervals and p-values that allow for the search.

import type { WorstSlices } from 'fairwasm/slices';
import { css, html, nothing } from 'lit';
import { getMax } from '#fairwasm/core/extremes.js';
import type { Choice } from '../../table/choice.js';
import { getOutcome } from '../../table/outcome.js';
import { countText, percentText, rangeText, valueText } from '../../widgets/number.js';
import { scrollTable } from '../../widgets/scroll-table.js';
import { style } from '../../widgets/style.js';
import { WorkingElement } from '../../widgets/working-element.js';
import { run } from '../../worker/run.js';
import { type DistinctSlices, maxOverlap } from './distinct.js';
import type { FoundGroup } from './questions.js';
import { type Found, getAsked, type KeptAnswer, possibleQuestions, type Question } from './questions.js';

const permutationText = (permutations: number): string =>
  'p: if the errors were exchangeable between rows (unrelated to the columns), the worst group would be at least as bad ' +
  `in this proportion of data sets; with ${countText(permutations)} permutations, the smallest possible value is ` +
  `${(1 / (permutations + 1)).toFixed(2)}. `;

const sentence = (note: string): string => `${note.charAt(0).toUpperCase()}${note.slice(1)}.`;

export class FindGroups extends WorkingElement {
  static override properties = {
    file: { attribute: false },
    choice: { attribute: false },
    without: { attribute: false },
    answer: { attribute: false },
    question: { state: true },
  };
  declare file: File;
  declare choice: Choice;
  declare question: Question | undefined;
  /** Columns that define no groups. */
  declare without: readonly string[];
  /** The last answer, also after a reload of the page. */
  declare answer: KeptAnswer | undefined;

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('choice')) return;
    this.question = this.answer?.question ?? possibleQuestions(this.choice)[0];
  }

  override render() {
    const possible = possibleQuestions(this.choice);
    if (possible.length === 0) return nothing;
    return html`
      <section aria-labelledby="title">
        <h2 id="title">Find groups</h2>
        <p>
          You chose the groups above. This search covers all groups defined by up to three values of
          any columns in the file, and finds exactly the groups that fare worst; numbers are grouped into ranges. The
          search for scores that are too high or too low covers all combinations of ${this.choice.groups.join(', ')}.
        </p>
        <form class="row" @submit=${this.#search}>
          <label for="question" class="spoken">Question</label>
          <select id="question" @change=${this.#choose} ?disabled=${this.abort !== undefined}>
            ${possible.map(
              (question) => html`
                <option value=${question} .selected=${question === this.question}>
                  ${getAsked(question, getOutcome(this.choice)).title}
                </option>
              `,
            )}
          </select>
          <button class="primary" ?disabled=${this.abort !== undefined}>Search</button>
        </form>
        ${this.progressOf('Searching')}
        <div role="status">${this.answer ? this.#answer(this.answer) : nothing}</div>
      </section>
    `;
  }

  #answer({ question, answered }: KeptAnswer) {
    if (answered.found) return this.#subgroups(question, answered.found);
    const { slices, omitted } = answered;
    return html`
      ${this.#slices(question, slices)}
      ${omitted.length > 0 ? html`<p class="small soft">${omitted.map(sentence).join(' ')}</p>` : nothing}
    `;
  }

  #slices(question: Question, found: DistinctSlices | undefined) {
    if (!found) return html`<p>No column is left to define groups.</p>`;
    if (found.slices.length === 0) return html`<p>No group stands out from the others.</p>`;
    const { title, counted, expected } = getAsked(question, getOutcome(this.choice));
    const confidence = percentText(found.confidence, 4);
    return html`
      ${scrollTable(
        'Subgroups found',
        ['Group', 'Rows', counted, expected, 'p', 'Overlap with groups above'],
        found.slices.map((slice, i) => this.#slice(slice, i, found)),
        title,
      )}
      <p class="small soft">
        The search covered ${countText(found.conjunctions)} groups in ${countText(found.rows)} rows. Groups with at
        least ${countText(found.minRows)} rows are ranked by rate and size (SliceLine). The ${confidence} confidence
        intervals are simultaneous. ${found.permutations > 0 ? permutationText(found.permutations) : nothing}
        ${
          found.omitted > 0
            ? `${countText(found.omitted)} groups that share more than ${percentText(maxOverlap)} of the smaller group’s rows with a listed one are omitted. `
            : ''
        }${found.notes.map(sentence).join(' ')}
        ${this.choice.weight ? 'This search ignores weights.' : nothing}
      </p>
    `;
  }

  #slice(
    { conditions, rows, averageError, pValue, sharedRows }: WorstSlices['slices'][number],
    i: number,
    all: DistinctSlices,
  ) {
    const { value, ci } = averageError;
    const shared = getMax(sharedRows.slice(0, i), 0);
    return html`
      <tr>
        <th scope="row">
          ${Object.entries(conditions).map(
            ([name, category]) => html`<span class="clause"><span class="soft">${name}</span> ${category}</span>`,
          )}
          <button class="plain" @click=${() => this.#audit(conditions)}>Audit</button>
        </th>
        <td>${countText(rows)}<span class="of">of ${countText(all.rows)}</span></td>
        <td>
          ${valueText(value, 'share')}<span class="of">${ci ? rangeText(ci, 'share') : nothing}</span>
        </td>
        <td>${valueText(all.averageError.value, 'share')}</td>
        <td>
          ${pValue === undefined ? '–' : pValue.toFixed(2)}
        </td>
        <td>${i === 0 ? '–' : valueText(shared / rows, 'share')}</td>
      </tr>
    `;
  }

  /** Audits a group against all others. */
  #audit(conditions: FoundGroup['conditions']): void {
    const title = Object.entries(conditions)
      .map(([name, category]) => `${name} ${category}`)
      .join(', ');
    const detail: FoundGroup = { name: 'found group', title, conditions };
    this.dispatchEvent(new CustomEvent('audit-group', { detail }));
  }

  #subgroups(question: Question, found: readonly Found[]) {
    if (found.length === 0) {
      return html`<p>No subgroup stands out from the others.</p>`;
    }
    const { title, counted, expected } = getAsked(question, getOutcome(this.choice));
    return html`
      ${scrollTable(
        'Subgroups found',
        ['Subgroup', 'Rows', counted, expected, 'p'],
        found.map((each) => this.#row(each)),
        title,
      )}
      <p class="small soft">
        Most anomalous subgroup first; each search excludes the rows of the subgroups above it. p: if outcomes
        followed the expectation, a subgroup at least as anomalous would occur in this proportion of data sets. With 99
        simulated data sets, the smallest possible p is 0.01.${this.choice.weight ? ' This search ignores weights.' : ''}${this.choice.cluster ? ' It treats rows of one person as independent.' : ''}
      </p>
    `;
  }

  #row({ subset, rows, observed, expected, searched, pValue }: Found) {
    return html`
      <tr>
        <th scope="row">
          ${Object.entries(subset).map(
            ([name, categories]) =>
              html`<span class="clause"><span class="soft">${name}</span> ${categories.join(' or ')}</span>`,
          )}
        </th>
        <td>${countText(rows)}<span class="of">of ${countText(searched)}</span></td>
        <td>${valueText(observed / rows, 'share')}<span class="of">${countText(observed)}</span></td>
        <td>
          ${valueText(expected / rows, 'share')}<span class="of">${countText(Math.round(expected))}</span>
        </td>
        <td>
          ${pValue.toFixed(2)}
        </td>
      </tr>
    `;
  }

  #choose(event: Event): void {
    this.question = (event.target as HTMLSelectElement).value as Question;
  }

  async #search(event: Event): Promise<void> {
    event.preventDefault();
    const { file, choice, question, without } = this;
    if (!question) return;
    this.answer = undefined;
    const answered = await this.work((options) => run({ kind: 'scan', file, choice, question, without }, options));
    if (!answered) return;
    this.answer = { question, answered };
    this.dispatchEvent(new CustomEvent('groups-found', { detail: this.answer }));
  }

  static override styles = [
    style,
    css`
      section {
        margin-top: 3.25rem;
      }
      form {
        margin-top: 1rem;
      }
      select {
        width: auto;
        flex: 0 1 26rem;
        min-width: 0;
      }
      .clause,
      .of {
        display: block;
      }
      .of {
        font-size: 0.8125rem;
        color: var(--soft);
        white-space: nowrap;
      }
      th .plain {
        padding: 0;
        min-height: 1.75rem;
      }
      .clause .soft {
        font-weight: 400;
      }
      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];
}

customElements.define('find-groups', FindGroups);
