// SPDX-License-Identifier: Apache-2.0
//
// Form for the options of a command: the columns of a table, and other values. Dispatches `values-change` on each change
// and `start-computing` on submit.

import type { OptionRow } from 'virtual:commands';
import { css, html, type TemplateResult } from 'lit';
import type { TableProfile } from '../../table/profile.js';
import { box } from '../../widgets/chooser.js';
import { describedBy, type Field, notes, numberField, same, selectField } from '../../widgets/fields.js';
import { FormElement } from '../../widgets/form-element.js';
import { getHint, getTitle } from '../../widgets/option-text.js';
import {
  getCategories,
  getChoices,
  getColumns,
  getProblems,
  getSections,
  isByCategory,
  isSet,
  maxFields,
  type Options,
  withReferences,
} from './choice.js';
import type { Command, Value, Values } from './protocol.js';

export class OptionForm extends FormElement<Record<string, string>> {
  static override properties = { command: {}, profile: { attribute: false }, values: { attribute: false } };
  declare command: Command;
  declare profile: TableProfile;
  declare values: Values;

  override render() {
    const [[, columns], ...others] = getSections(this.command) as [[string, Options], ...[string, Options][]];
    const required = others.flatMap(([, options]) => Object.entries(options).filter(([, row]) => row.isRequired));
    const content = html`
      <section aria-labelledby="columns">
        <h2 id="columns">Columns</h2>
        <div class="fields">
          ${[...Object.entries(columns), ...required].map((option) => this.#field(option))}
        </div>
      </section>
      ${others.map(([title, options]) => this.#section(title, options))}
    `;
    return this.form(content, 'start-computing', { button: 'Compute', again: 'Choose another file' });
  }

  // Optional values are behind a summary, open if one of them has a value.
  #section(title: string, options: Options) {
    const optional = Object.entries(options).filter(([, row]) => !row.isRequired);
    if (optional.length === 0) return '';
    const isOpen = optional.some(([name]) => isSet(this.values[name]));
    return html`
      <details ?open=${isOpen}>
        <summary>${title}</summary>
        <div class="fields">${optional.map((option) => this.#field(option))}</div>
      </details>
    `;
  }

  #field([name, row]: [string, OptionRow]): TemplateResult {
    const field: Field = { id: name, title: getTitle(name), hint: getHint(row), wrong: this.wrong[name] };
    const value = this.values[name] as Value;
    const change = (given: Value) => this.#change({ [name]: given });
    const categories = getCategories(row, this.values, this.profile);
    if (row.column) return select(field, row, this.#columns(row), value, change);
    if (isByCategory(row)) return this.#shares(field, categories ?? [], value, change);
    if (categories) return select(field, row, categories, value, change);
    const choices = getChoices(row);
    if (choices) return select(field, row, choices, value, change);
    if (row.range) return numberField(field, row.range, value as number, change);
    if (row.type === 'boolean') return box(getHint(row), value as boolean, change);
    return textField(field, value as string, change);
  }

  #columns(row: OptionRow): string[] {
    return getColumns(row, this.profile).map(({ name }) => name);
  }

  #shares(
    { id, title, hint, wrong }: Field,
    categories: readonly string[],
    value: Value,
    change: (value: Value) => void,
  ) {
    const shares = value as Readonly<Record<string, number>>;
    const shown = categories.slice(0, maxFields);
    return html`
      <fieldset class="shares" aria-describedby=${describedBy(id, hint, wrong)}>
        <legend class="label">${title}</legend>
        ${notes(id, hint, wrong)}
        ${shown.map((name, i) =>
          numberField(
            { id: `${id}-${i}`, title: name },
            { type: 'number', minimum: 0 },
            shares[name] ?? Number.NaN,
            (share) => change({ ...shares, [name]: share }),
          ),
        )}
      </fieldset>
    `;
  }

  protected override getProblems() {
    return getProblems(this.command, this.values, this.profile);
  }

  #change(part: Values): void {
    const values = withReferences(this.command, { ...this.values, ...part }, this.profile);
    this.tell('values-change', values);
  }

  static override styles = [
    ...FormElement.styles,
    css`
      .shares {
        display: grid;
        gap: 0.75rem;
        align-content: start;
      }
      .box {
        display: flex;
        align-items: start;
        gap: 0.6rem;
      }
    `,
  ];
}

const select = (
  field: Field,
  row: OptionRow,
  texts: readonly string[],
  value: Value,
  change: (value: string) => void,
) => {
  const none = row.isRequired ? 'Choose one' : row.column ? 'None' : 'Default';
  return selectField(field, [{ value: '', text: none }, ...texts.map(same)], value as string, change);
};

const textField = ({ id, title, hint, wrong }: Field, value: string, change: (value: string) => void) => html`
  <div>
    <label class="label" for=${id}>${title}</label>
    <input
      id=${id}
      type="text"
      autocomplete="off"
      spellcheck="false"
      .value=${value}
      aria-describedby=${describedBy(id, hint, wrong)}
      @change=${(event: Event) => change((event.target as HTMLInputElement).value)}
    />
    ${notes(id, hint, wrong)}
  </div>
`;

customElements.define('option-form', OptionForm);
