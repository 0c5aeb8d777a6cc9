// SPDX-License-Identifier: Apache-2.0
//
// Adverse impact from other input than a table of decisions: published counts of groups, or people with probabilities
// of groups, which are marked as estimated. Dispatches `pick-file` for a file, `input-change` with the resulting tables
// on each change, and `leave-input` to open decisions instead.

import { css, html, nothing, type PropertyValues } from 'lit';
import { findColumn } from '../../table/choice.js';
import type { TableProfile } from '../../table/profile.js';
import { distinctValues } from '../../table/spelling.js';
import { box, choice as getChoice } from '../../widgets/chooser.js';
import { fieldStyle, type Option, same } from '../../widgets/fields.js';
import { countText } from '../../widgets/number.js';
import { leadStyle } from '../../widgets/style.js';
import { textAreaStyle } from '../../widgets/text-area.js';
import {
  attributesIn,
  countColumns,
  countsAtFirst,
  guessInput,
  type InputAsked,
  inputProblem,
  namesAtFirst,
  probableAtFirst,
  shareColumns,
} from './input-guess.js';
import { nameFieldStyle, nameFields } from './name-fields.js';
import type { ImpactMade, NamesAsked, ProbableAsked, TablesAsked } from './protocol.js';
import { AskingElement } from './request-element.js';
import { moreFields, ruleFields } from './table-fields.js';
import '../../widgets/file-zone.js';

/** The choice and its results. */
export interface KeptInput {
  asked: InputAsked;
  made?: ImpactMade | undefined;
}

const example = 'race,applicants,hired\nBlack,120,38\nWhite,200,90';

export class ImpactInputView extends AskingElement {
  static override properties = {
    profile: { attribute: false },
    kept: { attribute: false },
    isOver: { type: Boolean },
    wrong: { state: true },
  };
  /** The columns of the file; undefined without a file. */
  declare profile: TableProfile | undefined;
  declare kept: KeptInput | undefined;
  /** True while a file is dragged over the page. */
  declare isOver: boolean;
  declare wrong: string | undefined;

  constructor() {
    super();
    this.addEventListener('impact-made', (event) =>
      this.#tell({ asked: this.#asked, made: (event as CustomEvent<ImpactMade>).detail }),
    );
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('profile')) this.wrong = undefined;
    if (changed.has('kept')) this.made = this.kept?.made;
  }

  override render() {
    const { profile } = this;
    return html`
      <h1 tabindex="-1">Group counts or group probabilities</h1>
      <p class="lead">
        You can measure adverse impact without one row per decision: from the number of applicants and selections in
        each group, or, if people did not report their group, from the probability of each group.
      </p>
      <section aria-labelledby="table">
        <h2 id="table">1. Open the table</h2>
        <file-zone
          about="Counts: a row for each group, with how many applied and how many of them were selected. Or a row for each person, with a column of probabilities for each group, or with names."
          ?isOver=${this.isOver}
          @pick-file=${(event: CustomEvent<File>) => this.#pick(event.detail)}
        ></file-zone>
        <details>
          <summary>Type or paste counts</summary>
          <form @submit=${this.#paste}>
            <label for="rows" class="small soft">Start with the column names, as in the example</label>
            <textarea id="rows" rows="5" spellcheck="false" placeholder=${example}></textarea>
            <button>Use these counts</button>
          </form>
        </details>
      </section>
      ${profile ? this.#form(profile) : nothing}
      <p class="end">
        <button class="plain" @click=${() => this.dispatchEvent(new CustomEvent('leave-input'))}>
          Open a file of decisions instead
        </button>
      </p>
    `;
  }

  #form(profile: TableProfile) {
    const asked = this.#asked;
    const { rows } = profile;
    return html`
      <section aria-labelledby="columns">
        <h2 id="columns">2. Assign the columns</h2>
        <p class="soft">${this.file.name}: ${countText(rows)} ${rows === 1 ? 'row' : 'rows'}.</p>
        <form novalidate @submit=${this.#submit}>
          <div class="row">
            ${getChoice(
              'Each row is',
              [
                { value: 'tables', text: 'A group with counts' },
                { value: 'probable', text: 'A person with group probabilities' },
                { value: 'names', text: 'A person with a name or place' },
              ],
              asked.kind,
              (kind) => this.#change(atFirst[kind as InputAsked['kind']](profile)),
            )}
          </div>
          ${
            asked.kind === 'tables'
              ? this.#counts(profile, asked)
              : asked.kind === 'probable'
                ? this.#probable(profile, asked)
                : this.#names(profile, asked)
          }
          <p class="problem small" role="alert">${this.wrong ?? nothing}</p>
          <p class="row">
            <button class="primary" ?disabled=${this.abort !== undefined}>Make the tables</button>
          </p>
        </form>
        ${this.result('Adverse impact tables')}
      </section>
    `;
  }

  #counts(profile: TableProfile, asked: TablesAsked) {
    const counts = countColumns(profile).map(({ name }) => same(name));
    const taken = [asked.applicants, asked.column];
    const open = profile.columns.filter(({ name }) => !taken.includes(name));
    const attributes = attributesIn(profile, asked);
    const change = (part: Partial<TablesAsked>) => this.#change({ ...asked, ...part });
    // Settings of the previous column of groups are removed.
    const group = (groups: readonly string[]) => {
      const kept = Object.entries(asked.reference).filter(([name]) => groups.includes(name));
      change({
        groups,
        reference: Object.fromEntries(kept),
        imputed: asked.imputed.filter((name) => groups.includes(name)),
        rule: undefined,
      });
    };
    const without = (column: string) => ({ groups: asked.groups.filter((name) => name !== column) });
    return html`
      <div class="row below">
        ${getChoice('Applicants', withAsk(counts, asked.applicants), asked.applicants ?? '', (name) =>
          change({ applicants: name, ...without(name) }),
        )}
        ${getChoice('Selected', withAsk(counts, asked.column), asked.column, (name) =>
          change({ column: name, ...without(name) }),
        )}
      </div>
      <fieldset>
        <legend class="small">Groups</legend>
        <div class="row">
          ${open.map(({ name }) =>
            box(name, asked.groups.includes(name), (is) =>
              group(is ? [...asked.groups, name] : asked.groups.filter((other) => other !== name)),
            ),
          )}
        </div>
      </fieldset>
      <div class="row below">${ruleFields(attributes, asked, change)}</div>
      ${moreFields(attributes, asked, change)}
    `;
  }

  #probable(profile: TableProfile, asked: ProbableAsked) {
    const { probabilities, decision, cell, reference } = asked;
    const names = profile.columns.map(({ name }) => name);
    const others = names.filter((name) => !probabilities.includes(name));
    const change = (part: Partial<ProbableAsked>) => this.#change({ ...asked, ...part });
    return html`
      <p>
        ${unassigned}
      </p>
      <fieldset>
        <legend class="small">Probabilities, one column per category</legend>
        <div class="row">
          ${shareColumns(profile).map(({ name }) =>
            box(name, probabilities.includes(name), (is) =>
              change({
                probabilities: is
                  ? names.filter((other) => other === name || probabilities.includes(other))
                  : probabilities.filter((other) => other !== name),
                reference: reference === name ? undefined : reference,
                ...(is && name === decision && { decision: '', favorable: undefined }),
                ...(is && name === cell && { cell: undefined }),
              }),
            ),
          )}
        </div>
      </fieldset>
      ${this.#decision(profile, asked, { others, categories: probabilities })}
    `;
  }

  #names(profile: TableProfile, asked: NamesAsked) {
    // The columns of a table arrive after other changes.
    const change = (part: Partial<NamesAsked>) => this.#change({ ...(this.#asked as NamesAsked), ...part });
    const used = Object.values(asked.columns);
    const others = profile.columns.map(({ name }) => name).filter((name) => !used.includes(name));
    return html`
      <p>
        ${unassigned} Probabilities are inferred from names and places (BISG) by tables that you supply, such as those of
        a census. The tables stay on this device.
      </p>
      ${nameFields(profile, asked, change, (problem) => {
        this.wrong = problem;
      })}
      ${this.#decision(profile, asked, { others, categories: asked.categories })}
    `;
  }

  #decision(
    profile: TableProfile,
    asked: ProbableAsked | NamesAsked,
    { others, categories }: { others: readonly string[]; categories: readonly string[] },
  ) {
    const { decision, favorable, cell, reference } = asked;
    const decisions = findColumn(profile, decision);
    const change = (part: Partial<Pick<ProbableAsked, 'decision' | 'favorable' | 'cell' | 'reference'>>) =>
      this.#change({ ...asked, ...part });
    return html`
      <div class="row below">
        ${getChoice('Decision', withAsk(others.map(same), decision), decision, (name) =>
          change({ decision: name, favorable: undefined }),
        )}
        ${getChoice(
          'Decision that means “selected”',
          [
            { value: '', text: 'Guess from the values' },
            ...(decisions ? distinctValues(decisions).slice(0, 50) : []).map(same),
          ],
          favorable ?? '',
          (value) => change({ favorable: value || undefined }),
        )}
        ${getChoice(
          'Compare with',
          [{ value: '', text: 'The largest group' }, ...categories.map(same)],
          reference ?? '',
          (value) => change({ reference: value || undefined }),
        )}
        ${getChoice(
          'Rows with the same inference, such as the same surname and district',
          [
            { value: '', text: 'Rows with similar probabilities' },
            ...others.filter((name) => name !== decision).map(same),
          ],
          cell ?? '',
          (value) => change({ cell: value || undefined }),
        )}
      </div>
    `;
  }

  get #asked(): InputAsked {
    return this.kept?.asked ?? guessInput(this.profile as TableProfile);
  }

  #change(asked: InputAsked): void {
    this.wrong = undefined;
    this.#tell({ asked });
  }

  #tell(kept: KeptInput): void {
    this.dispatchEvent(new CustomEvent('input-change', { detail: kept }));
  }

  #pick(file: File): void {
    this.dispatchEvent(new CustomEvent('pick-file', { detail: file }));
  }

  #paste(event: Event): void {
    event.preventDefault();
    const field = this.renderRoot.querySelector('textarea');
    if (!field || field.value.trim() === '') field?.focus();
    else this.#pick(new File([field.value], 'Pasted counts'));
  }

  #submit(event: Event): void {
    event.preventDefault();
    this.wrong = inputProblem(this.#asked);
    if (this.wrong === undefined) void this.ask(this.#asked);
  }

  static override styles = [
    ...AskingElement.styles,
    fieldStyle,
    textAreaStyle,
    leadStyle,
    nameFieldStyle,
    css`
      details form {
        display: grid;
        gap: 0.5rem;
        justify-items: start;
      }
      .below {
        margin-top: 1rem;
      }
    `,
  ];
}

const unassigned =
  'Groups are unknown here, so no one is assigned to a group: a person with probability 0.6 counts as 0.6 of a person ' +
  'in it. The report lists weighted rates and bounds on the true rates. Rules that exclude imputed or inferred ' +
  'categories, such as Local Law 144, cannot be applied.';

const atFirst: Readonly<Record<InputAsked['kind'], (profile: TableProfile) => InputAsked>> = {
  tables: countsAtFirst,
  probable: probableAtFirst,
  names: namesAtFirst,
};

const withAsk = (options: readonly Option[], chosen: string | undefined): readonly Option[] =>
  chosen ? options : [{ value: '', text: 'Choose one' }, ...options];

customElements.define('impact-input', ImpactInputView);
