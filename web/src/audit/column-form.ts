// SPDX-License-Identifier: Apache-2.0
//
// Which column is used for what: begins with the guesses, and tells its parent each correction by
// `choice-change` and the decision to go on by `start-audit`.

import { guessFavorable } from 'fairwasm';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { errorTexts, goalOf, type Worse } from '../goal/goal.js';
import {
  columnListStyle,
  fieldStyle,
  focusFirstProblem,
  notes,
  numberField,
  same,
  selectField,
} from '../parts/fields.js';
import { countText } from '../parts/number.js';
import { style } from '../parts/style.js';
import '../goal/outcome-tree.js';
import '../intake/column-doctor.js';
import { parseLimits, rangeNames } from '../table/bins.js';
import {
  areNumbers,
  type Choice,
  canBeGroup,
  canBeLabel,
  canBeSeveral,
  findColumn,
  groupNames,
  isCrowded,
  isMeasure,
  labelsOf,
  mend,
  mostGroups,
  problemsOf,
  type Several,
  severalOf,
} from '../table/choice.js';
import { type Outcome, outcomeOf } from '../table/outcome.js';
import type { ColumnProfile, TableProfile } from '../table/profile.js';

type ColumnRole = 'prediction' | 'rival' | 'label' | 'score' | 'weight';

const roles: Record<ColumnRole, { title: string; none: string; hint: string }> = {
  prediction: {
    title: 'Decision or prediction',
    none: 'None',
    hint: 'What was decided about the person, or what the model predicted.',
  },
  rival: {
    title: 'Second model',
    none: 'None: look at one',
    hint: 'Another model’s decisions about the same rows, to be set beside the first’s.',
  },
  label: {
    title: 'True outcome',
    none: 'None: compare decisions only',
    hint: 'What turned out to be true. Needed for error rates.',
  },
  score: {
    title: 'Score',
    none: 'None',
    hint: 'The estimated probability of the positive label, from 0 to 1.',
  },
  weight: {
    title: 'Weight',
    none: 'None: every row counts once',
    hint: 'How much a row counts: a sampling weight.',
  },
};

export class ColumnForm extends LitElement {
  static override properties = {
    profile: { attribute: false },
    choice: { attribute: false },
    guessed: { attribute: false },
    said: { attribute: false },
    showsProblems: { state: true },
    refused: { state: true },
  };
  declare profile: TableProfile;
  declare choice: Choice;
  /** What was proposed to begin with. */
  declare guessed: Choice;
  /** What was done to the file so that it could be read. */
  declare said: readonly string[];
  declare showsProblems: boolean;
  /** By column: limits as they were typed, where they are none. Nothing runs with others than are shown. */
  declare refused: Readonly<Record<string, string>>;

  constructor() {
    super();
    this.refused = {};
  }

  override render() {
    const problems = problemsOf(this.profile, this.choice);
    const shown = this.showsProblems ? problems : {};
    return html`
      <form novalidate @submit=${this.#submit}>
        <column-doctor
          .profile=${this.profile}
          .choice=${this.choice}
          .guessed=${this.guessed}
          .said=${this.said}
        ></column-doctor>
        ${this.#preview()}
        <section aria-labelledby="outcomes">
          <h2 id="outcomes">Decisions and outcomes</h2>
          <div class="fields">
            ${this.#column('prediction', shown.prediction)} ${this.#column('label')}
            ${this.#several()}
            ${areNumbers(this.profile, this.choice) ? this.#quantile(shown.quantile) : nothing}
            ${
              severalOf(this.profile, this.choice) === 'no' &&
              !areNumbers(this.profile, this.choice)
                ? html`${this.#favorable(shown.favorable)} ${this.#outcome()} ${this.#worse()}`
                : nothing
            }
          </div>
          ${this.#guide()}
        </section>
        <section>
          <fieldset aria-describedby="groups-hint ${shown.groups ? 'groups-problem' : ''}">
            <legend><h2>Groups to compare</h2></legend>
            <p id="groups-hint" class="soft small">
              Each ticked column alone, then all together. Example: race, sex, and race with sex.
            </p>
            ${notes('groups', undefined, shown.groups)}
            ${this.#groups()}
          </fieldset>
        </section>
        ${this.#gaps()}
        <details ?open=${this.#usesMore()}>
          <summary>Scores, a second model, weights</summary>
          <div class="fields">
            ${this.#column('score', shown.score)} ${this.#threshold(shown.threshold)}
            ${this.choice.prediction === undefined ? nothing : this.#column('rival', shown.rival)}
            ${this.#column('weight')}
          </div>
        </details>
        <div class="row end">
          <button class="primary" type="submit">Run the audit</button>
          <button type="button" class="plain" @click=${() => this.#tell('start-over')}>
            Choose another file
          </button>
        </div>
      </form>
    `;
  }

  #preview() {
    const { columns, firstRows } = this.profile;
    return html`
      <details class="preview">
        <summary>The first rows</summary>
        <div class="scroll" tabindex="0" role="region" aria-label="The first rows of the file">
        <table>
          <thead>
            <tr>
              ${columns.map(({ name }) => html`<th scope="col">${name}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${firstRows.map((row) => html`<tr>${row.map((value) => html`<td>${value}</td>`)}</tr>`)}
          </tbody>
        </table>
        </div>
      </details>
    `;
  }

  #column(role: ColumnRole, wrong?: string): TemplateResult {
    const { title, none, hint } = roles[role];
    const isUsable = (column: ColumnProfile) =>
      role === 'score' || role === 'weight'
        ? column.range !== undefined
        : canBeLabel(column) || (role !== 'rival' && isMeasure(column));
    const columns = this.profile.columns.filter(isUsable);
    const options = [{ value: '', text: none }, ...columns.map(({ name }) => same(name))];
    const field = { id: role, title, hint, wrong };
    return selectField(field, options, this.choice[role] ?? '', (value) =>
      this.#change({ [role]: value || undefined }),
    );
  }

  #several() {
    if (!canBeSeveral(this.profile, this.choice)) return nothing;
    const chosen = severalOf(this.profile, this.choice);
    const labels = labelsOf(this.profile, this.choice);
    const field = {
      id: 'several',
      title: 'What are the labels?',
      hint: 'Several classes are compared each against the rest, and all at once.',
    };
    const options = [
      { value: 'unordered', text: 'Several classes, such as species' },
      { value: 'ordered', text: 'Several classes in order, such as low, medium, high' },
      { value: 'no', text: 'Two outcomes: one label counts as positive' },
    ];
    const order = this.choice.classOrder ?? labels;
    return html`
      ${selectField(field, options, chosen, (value) => this.#change({ several: value as Several }))}
      ${
        chosen === 'ordered'
          ? html`<div>
              <label class="label" for="class-order">The classes, lowest first</label>
              <input
                id="class-order"
                type="text"
                .value=${order.join(', ')}
                aria-describedby="class-order-hint"
                @change=${(event: Event) => {
                  const names = (event.target as HTMLInputElement).value.split(',');
                  const known = names.map((name) => name.trim()).filter((name) => name !== '');
                  this.#change({ classOrder: known.length > 0 ? known : undefined });
                }}
              />
              ${notes('class-order', 'Separated by commas: near misses count less than far ones.', undefined)}
            </div>`
          : nothing
      }
    `;
  }

  #favorable(wrong: string | undefined) {
    const labels = labelsOf(this.profile, this.choice);
    if (labels.length === 0) return nothing;
    const ask = { value: '', text: 'Choose one' };
    const options = [...(this.choice.favorable === undefined ? [ask] : []), ...labels.map(same)];
    const isBurden = outcomeOf(this.choice) === 'burden';
    const hint = isBurden
      ? 'The label that counts as positive in every rate: the one that brings the burden, such as “will reoffend”.'
      : 'The label that counts as positive in every rate: what people hope for, such as a loan.';
    const value = this.choice.favorable ?? '';
    const isSure = guessFavorable(labels) !== undefined || value !== this.guessed.favorable;
    const title = isBurden ? 'Positive label' : 'Positive (favorable) label';
    const said = isSure ? hint : `Guessed, please check. ${hint}`;
    const field = { id: 'favorable', title, hint: said, wrong };
    return selectField(field, options, value, (value) =>
      this.#change({ favorable: value || undefined }),
    );
  }

  #outcome() {
    const field = {
      id: 'outcome',
      title: 'What does a positive decision do to a person?',
      hint: 'No figure depends on it; what the report says of the figures, and what it begins with, does.',
    };
    const options = [
      { value: 'benefit', text: 'A benefit, such as a loan' },
      { value: 'burden', text: 'A burden, such as detention' },
    ];
    return selectField(field, options, outcomeOf(this.choice), (value) =>
      this.#change({ outcome: value as Outcome }),
    );
  }

  #quantile(wrong: string | undefined) {
    const field = {
      id: 'quantile',
      title: 'Predicted quantile',
      hint: 'For predictions that most, or few, of the true numbers are meant to lie below: 0.9 for nine of ten. The report then has their pinball losses. Empty for predictions of the numbers themselves.',
      wrong,
    };
    const bounds = { min: 0, max: 1, step: 'any' } as const;
    return numberField(field, bounds, this.choice.quantile ?? Number.NaN, (quantile) =>
      this.#change({ quantile: Number.isNaN(quantile) ? undefined : quantile }),
    );
  }

  // Which error hurts more is a question only where errors can be told.
  #worse() {
    const { label, prediction, worse } = this.choice;
    if (label === undefined || prediction === undefined) return nothing;
    const texts = errorTexts[outcomeOf(this.choice)];
    const field = {
      id: 'worse',
      title: 'Which error hurts a person more?',
      hint: goalOf(this.choice)?.said ?? 'The report begins with the gaps in this error.',
    };
    const options = [
      { value: '', text: 'Both, or I cannot say' },
      ...Object.entries(texts).map(([value, text]) => ({ value, text })),
    ];
    return selectField(field, options, worse ?? '', (value) =>
      this.#change({ worse: (value || undefined) as Worse | undefined }),
    );
  }

  #guide() {
    return html`
      <details class="guide">
        <summary>Which measure fits my question?</summary>
        <outcome-tree></outcome-tree>
      </details>
    `;
  }

  #groups() {
    const { prediction, rival, label, score, weight, groups } = this.choice;
    const taken = [prediction, rival, label, score, weight];
    const open = this.profile.columns.filter(
      ({ name }) => groups.includes(name) || !taken.includes(name),
    );
    const isPossible = (column: ColumnProfile) =>
      canBeGroup(column) || isMeasure(column) || isCrowded(column);
    const [possible, impossible] = [open.filter(isPossible), open.filter((c) => !isPossible(c))];
    return html`
      ${
        possible.length > 0
          ? html`<ul>${possible.map((column, i) => this.#group(column, `note-${i}`))}</ul>`
          : html`<p class="problem">No column is left that could make groups.</p>`
      }
      ${
        impossible.length > 0
          ? html`<p class="small soft">
              Without any values: ${impossible.map(({ name }) => name).join(', ')}.
            </p>`
          : nothing
      }
    `;
  }

  #group(column: ColumnProfile, noteId: string) {
    const { name, values, missing } = column;
    const isChosen = this.choice.groups.includes(name);
    const count = isMeasure(column)
      ? `numbers from ${column.range?.[0]} to ${column.range?.[1]}, put in ranges`
      : `${column.hasMore ? 'more than ' : ''}${countText(values.length)} ${values.length === 1 ? 'group' : 'groups'}`;
    return html`
      <li>
        <label>
          <input
            type="checkbox"
            .checked=${isChosen}
            aria-describedby=${noteId}
            @change=${(event: Event) => this.#toggle(name, (event.target as HTMLInputElement).checked)}
          />
          <span>${name}</span>
        </label>
        <span class="small soft" id=${noteId}>
          ${count}${missing > 0 ? `, and ${countText(missing)} rows without a value` : ''}
        </span>
        ${isChosen ? this.#reference(column) : nothing}
        ${isChosen && isMeasure(column) ? this.#limits(column, `limits-of-${noteId}`) : nothing}
        ${isChosen && isCrowded(column) ? this.#kept(column) : nothing}
      </li>
    `;
  }

  #limits({ name }: ColumnProfile, id: string) {
    const limits = this.choice.bins[name] ?? [];
    const wrong = this.refused[name];
    const change = (event: Event) => {
      const { value } = event.target as HTMLInputElement;
      const typed = value.trim() === '' ? [] : parseLimits(value);
      const { [name]: _, ...others } = this.refused;
      this.refused = typed ? others : { ...others, [name]: value };
      if (typed) this.#change({ bins: { ...this.choice.bins, [name]: typed } });
    };
    return html`
      <label class="limits small">
        <span>Limits<span class="spoken"> of the ranges of ${name}</span></span>
        <input
          type="text"
          inputmode="decimal"
          .value=${wrong ?? limits.join(', ')}
          aria-invalid=${wrong === undefined ? 'false' : 'true'}
          aria-describedby=${wrong === undefined ? nothing : `${id}-problem`}
          @change=${change}
        />
        ${
          wrong === undefined
            ? html`<span class="soft">
                ${limits.length > 0 ? rangeNames(limits).join(' · ') : 'Each number is a group of its own.'}
              </span>`
            : html`<span class="problem" id="${id}-problem">
                Give numbers, each larger than the one before.
              </span>`
        }
      </label>
    `;
  }

  // More groups than can be compared: the largest, and all others together.
  #kept({ name }: ColumnProfile) {
    const change = (event: Event) => {
      const most = (event.target as HTMLInputElement).valueAsNumber;
      this.#change({ kept: { ...this.choice.kept, [name]: Math.round(most) || 1 } });
    };
    return html`
      <label class="limits small">
        <span>Largest groups<span class="spoken"> of ${name} that are kept</span></span>
        <input
          type="number"
          min="1"
          max=${mostGroups}
          step="1"
          .value=${String(this.choice.kept?.[name] ?? '')}
          @change=${change}
        />
        <span class="soft">All others are one group.</span>
      </label>
    `;
  }

  #reference(column: ColumnProfile) {
    const { name } = column;
    const values = groupNames(column, this.choice);
    const change = (event: Event) => {
      const category = (event.target as HTMLSelectElement).value;
      this.#change({ privileged: { ...this.choice.privileged, [name]: category } });
    };
    const chosen = this.choice.privileged[name] ?? '';
    return html`
      <label class="beside small">
        <span>Compare with<span class="spoken"> (reference group of ${name})</span></span>
        <select @change=${change}>
          <option value="" ?selected=${chosen === ''}>the largest group</option>
          ${values.map((value) => html`<option value=${value} ?selected=${chosen === value}>${value}</option>`)}
        </select>
      </label>
    `;
  }

  #threshold(wrong: string | undefined) {
    if (this.choice.threshold === undefined) return nothing;
    const field = {
      id: 'threshold',
      title: 'Threshold',
      hint: 'There is no decision: scores from here on are positive.',
      wrong,
    };
    const anyNumber = {
      min: Number.NEGATIVE_INFINITY,
      max: Number.POSITIVE_INFINITY,
      step: 'any',
    } as const;
    return numberField(field, anyNumber, this.choice.threshold, (threshold) =>
      this.#change({ threshold }),
    );
  }

  #gaps() {
    const { groups, missingGroups, missing } = this.choice;
    const [rows, people] = [this.#gapsIn(this.#counted), this.#gapsIn(groups)];
    if (rows.length + people.length === 0) return nothing;
    return html`
      <section aria-labelledby="gaps">
        <h2 id="gaps">Missing values</h2>
        <div class="fields">
          ${
            rows.length === 0
              ? nothing
              : selectField(
                  {
                    id: 'missing',
                    title: 'Rows without a label, decision or number',
                    hint: gapText(rows),
                  },
                  [
                    { value: 'drop', text: 'Leave these rows out, and count them' },
                    { value: 'error', text: 'Stop and say where' },
                  ],
                  missing,
                  (value) => this.#change({ missing: value === 'drop' ? 'drop' : 'error' }),
                )
          }
          ${
            people.length === 0
              ? nothing
              : selectField(
                  { id: 'missing-groups', title: 'Rows without a group', hint: gapText(people) },
                  [
                    { value: 'group', text: 'As a group of their own' },
                    { value: 'drop', text: 'Leave these rows out' },
                  ],
                  missingGroups ?? 'group',
                  (value) => this.#change({ missingGroups: value === 'drop' ? 'drop' : 'group' }),
                )
          }
        </div>
      </section>
    `;
  }

  get #counted(): readonly (string | undefined)[] {
    const { prediction, rival, label, score, weight } = this.choice;
    return [prediction, rival, label, score, weight];
  }

  #gapsIn(names: readonly (string | undefined)[]): ColumnProfile[] {
    return names.flatMap((name) => {
      const column = findColumn(this.profile, name);
      return column && column.missing > 0 ? [column] : [];
    });
  }

  #usesMore(): boolean {
    const { score, rival, weight, threshold } = this.choice;
    return Boolean(score || rival || weight || threshold !== undefined);
  }

  #toggle(name: string, isChosen: boolean): void {
    const { groups } = this.choice;
    const { columns } = this.profile;
    const wanted = isChosen ? [...groups, name] : groups.filter((group) => group !== name);
    // In the order of the file, whatever the order of the clicks.
    this.#change({ groups: columns.flatMap((c) => (wanted.includes(c.name) ? c.name : [])) });
  }

  #change(part: Partial<Choice>): void {
    this.#tell('choice-change', mend(this.profile, { ...this.choice, ...part }));
  }

  #tell(type: string, detail?: Choice): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const hasWrongLimits = this.choice.groups.some((name) => name in this.refused);
    const problems = Object.keys(problemsOf(this.profile, this.choice));
    this.showsProblems = problems.length > 0;
    if (!this.showsProblems && !hasWrongLimits) return this.#tell('start-audit');
    await this.updateComplete;
    focusFirstProblem(this.renderRoot);
  }

  static override styles = [
    style,
    fieldStyle,
    columnListStyle,
    css`
      .scroll table {
        font-size: 0.875rem;
        white-space: nowrap;
        width: auto;
        min-width: 100%;
      }
      th,
      td {
        text-align: start;
      }
      td {
        max-width: 16rem;
        overflow: hidden;
        text-overflow: ellipsis;
      }
      form .guide {
        margin-top: 1rem;
      }
      form .preview {
        margin-top: 1rem;
      }
      .limits {
        display: grid;
        grid-template-columns: max-content minmax(8rem, 16rem) minmax(0, 1fr);
        gap: 0.25rem 0.75rem;
        align-items: center;
        width: 100%;
        padding: 0 0 0.6rem 1.9rem;
      }
      @media (max-width: 40rem) {
        .limits {
          grid-template-columns: max-content minmax(0, 1fr);
        }
        .limits > :last-child {
          grid-column: 1 / -1;
        }
      }
      .limits input {
        min-height: 2.25rem;
        padding-block: 0.2rem;
      }
    `,
  ];
}

const gapText = (columns: readonly ColumnProfile[]): string =>
  `${columns.map(({ name, missing }) => `${name}: ${countText(missing)}`).join(', ')}.`;

customElements.define('column-form', ColumnForm);
