// SPDX-License-Identifier: Apache-2.0
//
// Which column is what, or by which recipe rows are made; what is measured, and how attackers learn.
// Tells its parent each change by `choice-change` and the decision to go on by `start-attack`.

import { css, html, LitElement, type TemplateResult } from 'lit';
import { fieldStyle, numberField, same, selectField } from '../parts/fields.js';
import { style } from '../parts/style.js';
import type { TableProfile } from '../table/profile.js';
import {
  bounds,
  type Choice,
  canBeAttacked,
  type FieldName,
  type FileChoice,
  problemsOf,
  type RowChoice,
} from './choice.js';
import type { Columns, Recipe, Settings } from './protocol.js';

const roles: Record<keyof Columns, { title: string; hint: string }> = {
  attribute: {
    title: 'Protected attribute',
    hint: 'Such as sex or race: what predictions should not follow.',
  },
  task: { title: 'Task: the true outcome', hint: 'What the model is meant to predict.' },
  taskPrediction: { title: 'Prediction of the task', hint: 'What the model says instead.' },
  attributePrediction: {
    title: 'Prediction of the attribute',
    hint: 'Where the model predicts it too: DPA then also looks from task to attribute.',
  },
};

export class AttackForm extends LitElement {
  static override properties = {
    choice: { attribute: false },
    showsProblems: { state: true },
  };
  declare choice: Choice;
  declare showsProblems: boolean;

  override render() {
    const { rows, settings } = this.choice;
    const wrong = this.showsProblems ? problemsOf(this.choice) : {};
    return html`
      <form novalidate @submit=${this.#submit}>
        <section aria-labelledby="measure-title">
          <h2 id="measure-title">What to measure</h2>
          ${this.#measures(settings)}
        </section>
        ${this.#rows(rows, wrong)}
        <section aria-labelledby="learning">
          <h2 id="learning">How attackers learn</h2>
          <div class="fields">
            ${numberField(
              {
                id: 'trials',
                title: 'Trials',
                hint: 'Attackers are trained anew in each; more of them make the value surer.',
                wrong: wrong.trials,
              },
              bounds.trials,
              settings.trials,
              (trials) => this.#set({ trials }),
            )}
            ${numberField(
              {
                id: 'epochs',
                title: 'Epochs',
                hint: 'How often an attacker sees all rows.',
                wrong: wrong.epochs,
              },
              bounds.epochs,
              settings.epochs,
              (epochs) => this.#set({ epochs }),
            )}
            ${numberField(
              {
                id: 'seed',
                title: 'Seed',
                hint: 'Names the random numbers: the same seed gives the same result, to the bit.',
                wrong: wrong.seed,
              },
              bounds.seed,
              settings.seed,
              (seed) => this.#set({ seed }),
            )}
          </div>
        </section>
        <div class="row end">
          <button class="primary" type="submit">Let attackers learn</button>
          <button type="button" class="plain" @click=${() => this.#tell('start-over')}>
            Choose other data
          </button>
        </div>
      </form>
    `;
  }

  #measures({ measure }: Settings) {
    const option = (value: Settings['measure'], title: string, about: TemplateResult) => html`
      <label class="measure">
        <input
          type="radio"
          name="measure"
          value=${value}
          .checked=${measure === value}
          @change=${() => this.#set({ measure: value })}
        />
        <span><strong>${title}</strong><br /><span class="small soft">${about}</span></span>
      </label>
    `;
    return html`
      <fieldset>
        <legend class="spoken">Measure</legend>
        ${option(
          'leakage',
          'Leakage',
          html`λ<sub>M</sub> − λ<sub>D</sub>: how many percentage points better the predicted task can be guessed
            from the attribute than the true one.`,
        )}
        ${option(
          'dpa',
          'Predictability amplification (DPA)',
          html`(λ<sub>M</sub> − λ<sub>D</sub>) / (λ<sub>M</sub> + λ<sub>D</sub>), from attribute to task and from task
            to attribute, as far as there are predictions.`,
        )}
      </fieldset>
    `;
  }

  #rows(rows: RowChoice, wrong: Partial<Record<FieldName, string>>) {
    switch (rows.kind) {
      case 'file':
        return this.#columns(rows.profile, rows.columns, wrong);
      case 'made':
        return this.#recipe(rows.recipe, wrong);
      case 'example':
        return html`
          <section aria-labelledby="rows-title">
            <h2 id="rows-title">The rows</h2>
            <p>
              Attribute: <strong>${rows.attribute}</strong>. Task: <strong>${rows.task}</strong>, with its
              prediction. There is no prediction of the attribute, so DPA looks from attribute to task.
            </p>
          </section>
        `;
    }
  }

  #columns(profile: TableProfile, columns: FileChoice, wrong: Partial<Record<FieldName, string>>) {
    const usable = profile.columns.filter(canBeAttacked).map(({ name }) => same(name));
    const field = (role: keyof Columns, none: string) =>
      selectField(
        { id: role, ...roles[role], wrong: wrong[role] },
        [{ value: '', text: none }, ...usable],
        columns[role],
        (name) => this.#change({ columns: { ...columns, [role]: name } }),
      );
    return html`
      <section aria-labelledby="rows-title">
        <h2 id="rows-title">Which column is what</h2>
        <div class="fields">
          ${field('attribute', 'Choose one')} ${field('task', 'Choose one')}
          ${field('taskPrediction', 'None')} ${field('attributePrediction', 'None')}
        </div>
        <p class="small soft">
          Columns of one value, or of more than a hundred different ones, are not offered.
        </p>
      </section>
    `;
  }

  #recipe(recipe: Recipe, wrong: Partial<Record<FieldName, string>>) {
    const set = (part: Partial<Recipe>) => this.#change({ recipe: { ...recipe, ...part } });
    return html`
      <section aria-labelledby="rows-title">
        <h2 id="rows-title">How rows are made</h2>
        <p class="soft">
          Attribute and task are coins that know nothing of each other: whatever attackers find in the
          predictions, the model put there.
        </p>
        <div class="fields">
          ${numberField(
            { id: 'rows', title: 'Rows', hint: 'A multiple of 4.', wrong: wrong.rows },
            bounds.rows,
            recipe.rows,
            (rows) => set({ rows }),
          )}
          ${numberField(
            { id: 'error', title: 'Wrong predictions, in percent', wrong: wrong.error },
            bounds.error,
            Number((recipe.error * 100).toPrecision(12)),
            (error) => set({ error: error / 100 }),
          )}
          ${selectField(
            {
              id: 'errors',
              title: 'Whom errors favor',
              hint: 'A model that errs is not a model that leaks.',
            },
            [
              { value: 'lopsided', text: 'Always the same group' },
              { value: 'even', text: 'Neither: as often for both' },
            ],
            recipe.errors,
            (errors) => set({ errors: errors === 'even' ? 'even' : 'lopsided' }),
          )}
          ${numberField(
            { id: 'recipeSeed', title: 'Seed of the rows', wrong: wrong.recipeSeed },
            bounds.seed,
            recipe.seed,
            (seed) => set({ seed }),
          )}
        </div>
      </section>
    `;
  }

  #set(part: Partial<Settings>): void {
    const { rows, settings } = this.choice;
    this.#tell('choice-change', { rows, settings: { ...settings, ...part } });
  }

  #change(part: { columns: FileChoice } | { recipe: Recipe }): void {
    const { rows, settings } = this.choice;
    this.#tell('choice-change', { rows: { ...rows, ...part } as RowChoice, settings });
  }

  #tell(type: string, detail?: Choice): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const [first] = Object.keys(problemsOf(this.choice));
    this.showsProblems = first !== undefined;
    if (first === undefined) return this.#tell('start-attack');
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`#${first}`)?.focus();
  }

  static override styles = [
    style,
    fieldStyle,
    css`
      fieldset {
        display: grid;
        gap: 0.75rem;
        margin-top: 0.75rem;
        grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
      }
      .measure {
        display: flex;
        gap: 0.75rem;
        padding: 0.85rem 1rem;
        border: 1px solid var(--rule);
        border-radius: 10px;
        background: var(--card);
        cursor: pointer;
      }
      .measure:has(:checked) {
        border-color: var(--accent);
        background: var(--accent-soft);
      }
      sub {
        line-height: 0;
      }
      .measure input {
        margin-top: 0.2rem;
      }
    `,
  ];
}

customElements.define('attack-form', AttackForm);
