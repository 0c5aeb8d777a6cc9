// SPDX-License-Identifier: Apache-2.0
//
// Form for the use of each column, starting with guesses. Dispatches `choice-change` on each change and `start-audit`
// on submit.

import { css, html, nothing, type TemplateResult } from 'lit';
import { columnListStyle, notes, numberField, same, selectField } from '../../widgets/fields.js';
import { FormElement } from '../../widgets/form-element.js';
import { scrollTable } from '../../widgets/scroll-table.js';
import '../goal/outcome-tree.js';
import '../intake/column-doctor.js';
import { adaptChoice, type Choice, canBeLabel, getProblems, isMeasure } from '../../table/choice.js';
import { withRole } from '../../table/guess.js';
import type { ColumnProfile, TableProfile } from '../../table/profile.js';
import { type GroupChoosing, groupList, groupListStyle } from './group-list.js';
import { labelFields } from './label-fields.js';
import { missingFields } from './missing-fields.js';

type ColumnRole = 'prediction' | 'rival' | 'label' | 'score' | 'weight' | 'cluster';

const roles: Record<ColumnRole, { title: string; none: string; hint: string }> = {
  prediction: {
    title: 'Decision or prediction',
    none: 'None',
    hint: 'The decision about the person, or the model’s prediction.',
  },
  rival: {
    title: 'Second model',
    none: 'None: audit one model',
    hint: 'Another model’s decisions for the same rows, to compare with the first model’s.',
  },
  label: {
    title: 'True outcome',
    none: 'None: compare decisions only',
    hint: 'The outcome that actually occurred. Required for error rates.',
  },
  score: { title: 'Score', none: 'None', hint: 'The estimated probability of the positive label, from 0 to 1.' },
  weight: {
    title: 'Weight',
    none: 'None: all rows have equal weight',
    hint: 'The weight of each row, such as a sampling weight.',
  },
  cluster: {
    title: 'Person with several rows',
    none: 'None: each row is a different person',
    hint: 'If people have several rows: the column that identifies the person. Intervals and tests then count people instead of rows.',
  },
};

type Problems = ReturnType<typeof getProblems> & { rejected?: string };

export class ColumnForm extends FormElement<Problems> implements GroupChoosing {
  static override properties = {
    profile: { attribute: false },
    choice: { attribute: false },
    guessed: { attribute: false },
    fileNotes: { attribute: false },
    refused: { state: true },
  };
  declare profile: TableProfile;
  declare choice: Choice;
  /** The initial guesses. */
  declare guessed: Choice;
  /** Changes that were made so that the file could be read. */
  declare fileNotes: readonly string[];
  declare refused: Readonly<Record<string, string>>;

  constructor() {
    super();
    this.refused = {};
  }

  override render() {
    const shown = this.wrong;
    const content = html`
      <column-doctor
        .profile=${this.profile}
        .choice=${this.choice}
        .guessed=${this.guessed}
        .fileNotes=${this.fileNotes}
      ></column-doctor>
      ${this.#preview()}
      <section aria-labelledby="outcomes">
        <h2 id="outcomes">Decisions and outcomes</h2>
        <div class="fields">
          ${this.#column('prediction', shown.prediction)} ${this.#column('label')}
          ${labelFields(this, shown)}
        </div>
        ${this.#guide()}
      </section>
      <section>
        <fieldset aria-describedby="groups-hint ${shown.groups ? 'groups-problem' : ''}">
          <legend><h2>Groups to compare</h2></legend>
          <p id="groups-hint" class="soft small">
            The audit compares groups by each selected column, and intersectional groups by all of them. Example: race, sex, and race × sex.
          </p>
          ${notes('groups', undefined, shown.groups)}
          ${groupList(this)}
        </fieldset>
      </section>
      ${missingFields(this, shown.blanks)}
      <details ?open=${this.#usesMore()}>
        <summary>Scores, a second model, weights, several rows of a person</summary>
        <div class="fields">
          ${this.#column('score', shown.score)} ${this.#threshold(shown.threshold)}
          ${this.choice.prediction === undefined ? nothing : this.#column('rival', shown.rival)}
          ${this.#column('weight')} ${this.#column('cluster')}
        </div>
      </details>
    `;
    return this.form(content, 'start-audit', { button: 'Run the audit', again: 'Choose another file' });
  }

  #preview() {
    const { columns, firstRows } = this.profile;
    return html`
      <details class="preview">
        <summary>The first rows</summary>
        ${scrollTable(
          'The first rows of the file',
          columns.map(({ name }) => name),
          firstRows.map((row) => html`<tr>${row.map((value) => html`<td>${value}</td>`)}</tr>`),
        )}
      </details>
    `;
  }

  #column(role: ColumnRole, wrong?: string): TemplateResult {
    const { title, none, hint } = roles[role];
    const isUsable = (column: ColumnProfile) =>
      role === 'cluster'
        ? column.hasMore || column.values.length > 1
        : role === 'score' || role === 'weight'
          ? column.range !== undefined
          : canBeLabel(column) || (role !== 'rival' && isMeasure(column));
    const columns = this.profile.columns.filter(isUsable);
    const options = [{ value: '', text: none }, ...columns.map(({ name }) => same(name))];
    const field = { id: role, title, hint, wrong };
    return selectField(field, options, this.choice[role] ?? '', (value) =>
      role === 'prediction' || role === 'label'
        ? this.tell('choice-change', withRole(this.profile, this.choice, role, value || undefined))
        : this.change({ [role]: value || undefined }),
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

  #threshold(wrong: string | undefined) {
    if (this.choice.threshold === undefined) return nothing;
    const field = {
      id: 'threshold',
      title: 'Threshold',
      hint: 'No decision column: scores at or above the threshold count as positive.',
      wrong,
    };
    return numberField(field, { type: 'number' }, this.choice.threshold, (threshold) => this.change({ threshold }));
  }

  #usesMore(): boolean {
    const { score, rival, weight, cluster, threshold } = this.choice;
    return Boolean(score || rival || weight || cluster || threshold !== undefined);
  }

  /** Called by fields, like `refuse`. */
  change = (part: Partial<Choice>): void => {
    this.tell('choice-change', adaptChoice(this.profile, { ...this.choice, ...part }));
  };

  refuse = (column: string, typed: string | undefined): void => {
    const { [column]: _, ...others } = this.refused;
    this.refused = typed === undefined ? others : { ...others, [column]: typed };
  };

  // Rejected limits show their own problem.
  protected override getProblems(): Problems {
    const rejected = this.choice.groups.find((name) => name in this.refused);
    return { ...getProblems(this.profile, this.choice), ...(rejected !== undefined && { rejected }) };
  }

  static override styles = [
    ...FormElement.styles,
    columnListStyle,
    groupListStyle,
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
    `,
  ];
}

customElements.define('column-form', ColumnForm);
