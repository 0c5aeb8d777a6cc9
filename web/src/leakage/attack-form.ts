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
import { following } from './numbers.js';
import type { Columns, More, Recipe, Settings } from './protocol.js';
import { losses, scores, usual } from './score.js';

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
          ${this.#measures(settings, rows)}
          ${settings.measure === 'leakage' ? this.#direction(settings, rows) : ''}
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
          ${this.#more(settings.more, wrong)}
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

  #measures({ measure }: Settings, { kind }: RowChoice) {
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
        ${
          kind === 'numbers'
            ? ''
            : option(
                'dpa',
                'Predictability amplification (DPA)',
                html`(λ<sub>M</sub> − λ<sub>D</sub>) / (λ<sub>M</sub> + λ<sub>D</sub>), from attribute to task and from task
            to attribute, as far as there are predictions.`,
              )
        }
      </fieldset>
    `;
  }

  #direction({ guesses }: Settings, { kind }: RowChoice) {
    const ways = [
      { value: 'outcome-from-attribute', text: 'The outcome, from the attribute' },
      { value: 'attribute-from-outcome', text: 'The attribute, from the outcome' },
    ];
    const isAttribute = guesses === 'attribute-from-outcome';
    const field = {
      id: 'guesses',
      title: 'What attackers guess',
      hint: isAttribute
        ? 'Once from the true outcome, once from the predicted one, as Wang et al. (2019) do, who coined “leakage”. A prediction that ' +
          'is merely made more often than it is true does not move it.'
        : 'Once the true outcome, once the predicted one, as the package bias_amplification does. A prediction that is made ' +
          'more often than it is true is easier to guess by that alone.',
    };
    const options = kind === 'numbers' ? ways.slice(0, 1) : ways;
    return html`<div class="fields">
      ${selectField(field, options, guesses, (value) =>
        this.#set({ guesses: value as Settings['guesses'] }),
      )}
    </div>`;
  }

  #more(more: More, wrong: Partial<Record<FieldName, string>>) {
    const set = (part: Partial<More>) => this.#set({ more: { ...more, ...part } });
    const number = (
      id: Exclude<keyof More, 'optimizer' | 'warmStart' | 'testSize' | keyof typeof usual>,
      title: string,
      hint: string,
    ) =>
      numberField({ id, title, hint, wrong: wrong[id] }, bounds[id], more[id], (value) =>
        set({ [id]: value }),
      );
    return html`
      <details>
        <summary>More: the attackers’ layers, how they are trained, and how they are scored</summary>
        <div class="fields">
          ${number('layers', 'Layers', 'One is a linear rule. Empty: one where attackers see one column, otherwise three.')}
          ${number('firstWidth', 'Width of the first layer', 'Where their number is given; widths double up to the middle and halve after it.')}
          ${selectField(
            { id: 'optimizer', title: 'Optimizer' },
            [
              { value: 'adam', text: 'Adam' },
              { value: 'sgd', text: 'Gradient descent (SGD)' },
            ],
            more.optimizer,
            (value) => set({ optimizer: value === 'sgd' ? 'sgd' : 'adam' }),
          )}
          ${number('learningRate', 'Learning rate', 'How far each step goes.')}
          ${number('batchSize', 'Rows a step', 'So many rows are looked at together.')}
          ${number('weightDecay', 'Weight decay', 'Pulls weights towards 0; 0 does not.')}
          ${number('patience', 'Patience', 'Stops after so many epochs without a lower loss. Empty: never.')}
          ${numberField(
            {
              id: 'testSize',
              title: 'Rows for testing, in percent',
              hint: 'Drawn anew in each trial.',
              wrong: wrong.testSize,
            },
            bounds.testSize,
            Number((more.testSize * 100).toPrecision(12)),
            (percent) => set({ testSize: percent / 100 }),
          )}
          ${selectField(
            {
              id: 'warmStart',
              title: 'Attackers on predictions begin',
              hint: 'The second repeats the procedure of bias_amplification; short training then shows leakage where there is none.',
            },
            [
              { value: 'anew', text: 'Anew' },
              { value: 'warm', text: 'With what those on the truth have learned' },
            ],
            more.warmStart ? 'warm' : 'anew',
            (value) => set({ warmStart: value === 'warm' }),
          )}
          ${selectField(
            { id: 'loss', title: 'Loss', hint: 'What attackers learn to make small.' },
            Object.entries(losses).map(([value, text]) => ({ value, text })),
            more.loss ?? usual.loss,
            (value) => set({ loss: value as More['loss'] }),
          )}
          ${selectField(
            {
              id: 'metric',
              title: 'Score',
              hint: 'How good an attacker is. Anything but right answers has no upper end, and leakage by it is a number of its own.',
            },
            Object.entries(scores).map(([value, { title }]) => ({ value, text: title })),
            more.metric ?? usual.metric,
            (value) => set({ metric: value as More['metric'] }),
          )}
          ${selectField(
            {
              id: 'threshold',
              title: 'What is scored',
              hint: 'An output above one half is the answer 1; of several, the largest is the answer.',
            },
            [
              { value: 'answers', text: 'Answers' },
              { value: 'outputs', text: 'Outputs as they are' },
            ],
            (more.threshold ?? usual.threshold) ? 'answers' : 'outputs',
            (value) => set({ threshold: value === 'answers' }),
          )}
          ${selectField(
            {
              id: 'aggregate',
              title: 'The value is',
              hint: 'The median is moved less by a trial in which attackers fail.',
            },
            [
              { value: 'mean', text: 'The mean over trials' },
              { value: 'median', text: 'The median over trials' },
            ],
            more.aggregate ?? usual.aggregate,
            (value) => set({ aggregate: value === 'median' ? 'median' : 'mean' }),
          )}
        </div>
        <p class="small soft">The package also takes scores, shapes and attackers of your own.</p>
      </details>
    `;
  }

  #rows(rows: RowChoice, wrong: Partial<Record<FieldName, string>>) {
    switch (rows.kind) {
      case 'file':
        return this.#columns(rows.profile, rows.columns, wrong);
      case 'made':
        return this.#recipe(rows.recipe, wrong);
      case 'numbers':
        return together;
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
    const field = this.renderRoot.querySelector<HTMLElement>(`#${first}`);
    field?.closest('details')?.setAttribute('open', '');
    field?.focus();
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

const percent = (share: number) => `${Number((share * 100).toFixed(1))}\u202f%`;
// Truth is first made as wrong as predictions are: so often the two agree.
const agreed =
  following.truth * following.prediction + (1 - following.truth) * (1 - following.prediction);
const best = following.truth * agreed + (1 - following.truth) * (1 - agreed);

const together = html`
  <section aria-labelledby="rows-title">
    <h2 id="rows-title">The rows</h2>
    <p>
      Each has two numbers, such as how far age and income lie above or below the middle. The outcome is mostly “yes”
      where both lie on the same side. Either number alone says nothing of it, and no two rows are alike, so that there is no table of
      counts: the rule has to be learned. The truth follows it in ${percent(following.truth)} of the rows, the model in
      ${percent(following.prediction)}.
    </p>
    <p>
      Who knows the rule is right about ${percent(best)} of the truth, once that is made as wrong as the model is, and about
      ${percent(following.prediction)} of predictions: a leakage of ${percent(following.prediction - best).replace('\u202f%', '')} points. Attackers of
      three layers get there; under “More”, give them one, and they find next to nothing.
    </p>
  </section>
`;

customElements.define('attack-form', AttackForm);
