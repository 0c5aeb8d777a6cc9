// SPDX-License-Identifier: Apache-2.0
//
// Form for the columns of the attribute, the tasks, and their predictions. Dispatches `choice-change` on each change
// and `start-counting` on submit.

import { css, html, nothing } from 'lit';
import type { ColumnProfile } from '../../table/profile.js';
import { columnListStyle, same, selectField } from '../../widgets/fields.js';
import { ChoiceForm } from '../../widgets/form-element.js';
import { type Choice, canBeAttribute, getFurther, getMoreAttributes, getProblems, isBit } from './choice.js';

export class LabelsForm extends ChoiceForm<Choice, ReturnType<typeof getProblems>> {
  override render() {
    const { profile, choice, wrong } = this;
    const further = getFurther(profile, choice);
    const attributes = profile.columns.filter(canBeAttribute).map(({ name }) => same(name));
    const content = html`
      <section aria-labelledby="attribute-title">
        <h2 id="attribute-title">The attribute</h2>
        <div class="fields">
          ${selectField(
            {
              id: 'attribute',
              title: 'Attribute',
              hint: 'The group of the person in each row, such as gender.',
              wrong: wrong.attribute,
            },
            [{ value: '', text: 'Choose one' }, ...attributes],
            choice.attribute,
            (attribute) => this.change({ attribute }),
          )}
          ${
            further.length > 0
              ? nothing
              : selectField(
                  {
                    id: 'attributePrediction',
                    title: 'Prediction of the attribute',
                    hint: 'If the model predicts the attribute, the other direction is measured too.',
                  },
                  [{ value: '', text: 'None' }, ...attributes],
                  choice.attributePrediction,
                  (attributePrediction) => this.change({ attributePrediction }),
                )
          }
        </div>
        ${this.#more(further)}
      </section>
      <section>
        <fieldset aria-describedby="tasks-hint ${wrong.tasks ? 'tasks-problem' : ''}">
          <legend><h2>Tasks and their predictions</h2></legend>
          <p id="tasks-hint" class="soft small">
            Several columns of 0 and 1, one per label, or one column whose values are the labels.
          </p>
          ${wrong.tasks ? html`<p class="problem small" id="tasks-problem">${wrong.tasks}</p>` : nothing}
          <ul>${this.#open().map((column) => this.#task(column))}</ul>
        </fieldset>
      </section>
    `;
    return this.form(content, 'start-counting', { button: 'Count and compare' });
  }

  #more(further: readonly string[]) {
    const possible = getMoreAttributes(this.profile, this.choice);
    if (possible.length === 0) return nothing;
    return html`
      <fieldset class="more" aria-describedby="more-hint">
        <legend class="small">Further attributes</legend>
        <p id="more-hint" class="soft small">
          Each value of each column is then an attribute; if all columns contain only 0 and 1, each column is. MALS is
          omitted for columns of values, because it requires one attribute per row.
        </p>
        <ul>
          ${possible.map((name) => {
            const toggle = (event: Event) => {
              const isOn = (event.target as HTMLInputElement).checked;
              const others = further.filter((other) => other !== name);
              this.change({ moreAttributes: isOn ? [...others, name] : others });
            };
            return html`<li>
              <label>
                <input type="checkbox" .checked=${further.includes(name)} @change=${toggle} /><span>${name}</span>
              </label>
            </li>`;
          })}
        </ul>
      </fieldset>
    `;
  }

  // A column with another role cannot be a task.
  #open(): ColumnProfile[] {
    const { attribute, attributePrediction, tasks } = this.choice;
    const further = getFurther(this.profile, this.choice);
    const taken = new Set([attribute, attributePrediction, ...further, ...Object.values(tasks)]);
    return this.profile.columns.filter(({ name }) => name in tasks || !taken.has(name));
  }

  #task({ name }: ColumnProfile) {
    const { tasks } = this.choice;
    const isChosen = name in tasks;
    const toggle = (event: Event) => {
      const { [name]: before = '', ...others } = tasks;
      const isOn = (event.target as HTMLInputElement).checked;
      this.change({ tasks: isOn ? { ...others, [name]: before } : others });
    };
    return html`
      <li>
        <label><input type="checkbox" .checked=${isChosen} @change=${toggle} /><span>${name}</span></label>
        ${isChosen ? this.#prediction(name) : nothing}
      </li>
    `;
  }

  #prediction(task: string) {
    const { tasks } = this.choice;
    const chosen = tasks[task] ?? '';
    const twin = this.profile.columns.find(({ name }) => name === task);
    const options = this.profile.columns.filter(
      (column) => column.name !== task && twin && (!isBit(twin) || isBit(column)),
    );
    const change = (event: Event) => {
      const name = (event.target as HTMLSelectElement).value;
      this.change({ tasks: { ...tasks, [task]: name } });
    };
    return html`
      <label class="inline-field small">
        <span>predicted by<span class="spoken"> (prediction of ${task})</span></span>
        <select @change=${change}>
          <option value="" .selected=${chosen === ''}>Choose one</option>
          ${options.map(({ name }) => html`<option value=${name} .selected=${name === chosen}>${name}</option>`)}
        </select>
      </label>
    `;
  }

  protected override getProblems() {
    return getProblems(this.profile, this.choice);
  }

  static override styles = [
    ...ChoiceForm.styles,
    columnListStyle,
    css`
      .more {
        margin-top: 1.5rem;
      }
    `,
  ];
}

customElements.define('labels-form', LabelsForm);
