// SPDX-License-Identifier: Apache-2.0
//
// Form for the model's inputs and the threshold. Dispatches `choice-change` on each change and `start-scoring` on
// submit.

import type { ModelInput } from 'fairwasm/models';
import { css, html, nothing } from 'lit';
import type { TableProfile } from '../../table/profile.js';
import { numberField, same, selectField } from '../../widgets/fields.js';
import { ChoiceForm } from '../../widgets/form-element.js';
import { textAreaStyle } from '../../widgets/text-area.js';
import { fillingProblem, getFeatures } from './features.js';
import { fillingField } from './filling-field.js';
import type { Opened, Setup } from './protocol.js';

/** The values of the form. */
export interface Choice {
  /** The features of each input, as text. */
  filling: Readonly<Record<string, string>>;
  class: string | undefined;
  activation: Setup['activation'];
  threshold: number;
  group: string;
}

/** With more groups, groups could be individual people. */
const maxGroups = 20;

/** Columns with few values. */
export const groupColumns = ({ columns }: TableProfile): string[] =>
  columns
    .filter(({ values, hasMore }) => !hasMore && values.length >= 2 && values.length <= maxGroups)
    .map(({ name }) => name);

export class FillForm extends ChoiceForm<Choice, Record<string, string>> {
  static override properties = { opened: { attribute: false } };
  declare opened: Opened;

  override render() {
    const { choice, opened } = this;
    const names = this.profile.columns.map(({ name }) => name);
    const content = html`
      <section aria-labelledby="inputs">
        <h2 id="inputs">Model inputs</h2>
        <p class="soft small">
          The file does not contain the order of the columns that the model was trained on. Please check it. ${opened.notes.map((note) => html`<br />${note}`)}
        </p>
        <div class="fields wide">${opened.inputs.map((input, i) => this.#input(input, i, names))}</div>
      </section>
      <section aria-labelledby="decisions">
        <h2 id="decisions">Decisions</h2>
        <div class="fields">
          ${
            opened.classes.length > 2
              ? selectField(
                  { id: 'class', title: 'Class whose score is used' },
                  opened.classes.map(same),
                  choice.class ?? opened.classes[0] ?? '',
                  (name) => this.change({ class: name }),
                )
              : nothing
          }
          ${numberField(
            { id: 'threshold', title: 'Threshold: lowest favorable score', wrong: this.wrong.threshold },
            { type: 'number' },
            choice.threshold,
            (threshold) => this.change({ threshold }),
          )}
          ${selectField(
            {
              id: 'activation',
              title: 'Model outputs are',
              hint: 'Many networks return logits, which have to be converted to probabilities.',
            },
            [
              { value: 'none', text: 'scores as they are' },
              { value: 'sigmoid', text: 'logits of one class (sigmoid)' },
              { value: 'softmax', text: 'multiclass logits (softmax)' },
            ],
            choice.activation,
            (activation) => this.change({ activation: activation as Choice['activation'] }),
          )}
          ${selectField(
            { id: 'group', title: 'Groups to compare', wrong: this.wrong.group },
            [{ value: '', text: 'Choose one' }, ...groupColumns(this.profile).map(same)],
            choice.group,
            (group) => this.change({ group }),
          )}
        </div>
      </section>
    `;
    return this.form(content, 'start-scoring', { button: 'Run the model' });
  }

  #input({ name, type, width }: ModelInput, i: number, columns: readonly string[]) {
    const id = `input-${i}`;
    const filling = this.choice.filling[name] ?? '';
    const wrong = this.wrong[name];
    const change = (text: string) => this.change({ filling: { ...this.choice.filling, [name]: text } });
    const what = type === 'string' ? 'text' : 'number';
    const title = width === 1 ? `${name} (${what})` : `${name} (${width ?? 'any'} ${what}s)`;
    if (width === 1 && (filling === '' || columns.includes(filling))) {
      const options = [{ value: '', text: 'Choose one' }, ...columns.map(same)];
      return selectField({ id, title, wrong }, options, filling, change);
    }
    return fillingField({ id, title, wrong }, columns, filling, change);
  }

  protected override getProblems() {
    return getProblems(this.choice, this.opened, this.profile);
  }

  static override styles = [
    ...ChoiceForm.styles,
    textAreaStyle,
    css`
      .wide {
        grid-template-columns: repeat(auto-fill, minmax(min(24rem, 100%), 1fr));
      }
    `,
  ];
}

function getProblems(
  { filling, threshold, group }: Choice,
  { inputs }: Opened,
  { columns }: TableProfile,
): Record<string, string> {
  const names = columns.map(({ name }) => name);
  const problems: Record<string, string> = {};
  for (const { name, width } of inputs) {
    const features = getFeatures(filling[name] ?? '', names);
    const problem = fillingProblem(features, width, names);
    if (problem) problems[name] = problem;
  }
  if (Number.isNaN(threshold)) problems.threshold = 'Enter a number.';
  if (group === '') problems.group = 'Choose the groups.';
  return problems;
}

customElements.define('fill-form', FillForm);
