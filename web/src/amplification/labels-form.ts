// SPDX-License-Identifier: Apache-2.0
//
// Form for the columns of the attribute, the tasks, and their predictions. Dispatches `choice-change` on each change
// and `start-counting` on submit.

import { html, LitElement, nothing } from 'lit';
import {
  columnListStyle,
  fieldStyle,
  focusFirstProblem,
  same,
  selectField,
} from '../parts/fields.js';
import { style } from '../parts/style.js';
import type { ColumnProfile, TableProfile } from '../table/profile.js';
import { type Choice, canBeAttribute, getProblems, isBit } from './choice.js';

export class LabelsForm extends LitElement {
  static override properties = {
    profile: { attribute: false },
    choice: { attribute: false },
    showsProblems: { state: true },
  };
  declare profile: TableProfile;
  declare choice: Choice;
  declare showsProblems: boolean;

  override render() {
    const { profile, choice } = this;
    const wrong = this.showsProblems ? getProblems(profile, choice) : {};
    const attributes = profile.columns.filter(canBeAttribute).map(({ name }) => same(name));
    return html`
      <form novalidate @submit=${this.#submit}>
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
              (attribute) => this.#change({ attribute }),
            )}
            ${selectField(
              {
                id: 'attributePrediction',
                title: 'Prediction of the attribute',
                hint: 'If the model predicts the attribute, the other direction is measured too.',
              },
              [{ value: '', text: 'None' }, ...attributes],
              choice.attributePrediction,
              (attributePrediction) => this.#change({ attributePrediction }),
            )}
          </div>
        </section>
        <section>
          <fieldset aria-describedby="tasks-hint ${wrong.tasks ? 'tasks-problem' : ''}">
            <legend><h2>The tasks, and who predicts them</h2></legend>
            <p id="tasks-hint" class="soft small">
              Several columns of 0 and 1: each is a label that a row has or has not. Or one column, whose
              values are the labels.
            </p>
            ${wrong.tasks ? html`<p class="problem small" id="tasks-problem">${wrong.tasks}</p>` : nothing}
            <ul>${this.#open().map((column) => this.#task(column))}</ul>
          </fieldset>
        </section>
        <div class="row end">
          <button class="primary" type="submit">Count and compare</button>
          <button type="button" class="plain" @click=${() => this.#tell('start-over')}>
            Choose other data
          </button>
        </div>
      </form>
    `;
  }

  // A column with another role cannot be a task.
  #open(): ColumnProfile[] {
    const { attribute, attributePrediction, tasks } = this.choice;
    const taken = new Set([attribute, attributePrediction, ...Object.values(tasks)]);
    return this.profile.columns.filter(({ name }) => name in tasks || !taken.has(name));
  }

  #task({ name }: ColumnProfile) {
    const { tasks } = this.choice;
    const isChosen = name in tasks;
    const toggle = (event: Event) => {
      const { [name]: before = '', ...others } = tasks;
      const isOn = (event.target as HTMLInputElement).checked;
      this.#change({ tasks: isOn ? { ...others, [name]: before } : others });
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
      this.#change({ tasks: { ...tasks, [task]: name } });
    };
    return html`
      <label class="beside small">
        <span>predicted by<span class="spoken"> (prediction of ${task})</span></span>
        <select @change=${change}>
          <option value="" .selected=${chosen === ''}>Choose one</option>
          ${options.map(
            ({ name }) => html`<option value=${name} .selected=${name === chosen}>${name}</option>`,
          )}
        </select>
      </label>
    `;
  }

  #change(part: Partial<Choice>): void {
    this.#tell('choice-change', { ...this.choice, ...part });
  }

  #tell(type: string, detail?: Choice): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const problems = getProblems(this.profile, this.choice);
    this.showsProblems = Object.keys(problems).length > 0;
    if (!this.showsProblems) return this.#tell('start-counting');
    await this.updateComplete;
    focusFirstProblem(this.renderRoot);
  }

  static override styles = [style, fieldStyle, columnListStyle];
}

customElements.define('labels-form', LabelsForm);
