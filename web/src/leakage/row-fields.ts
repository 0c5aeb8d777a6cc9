// SPDX-License-Identifier: Apache-2.0
//
// Which rows attackers see: what the columns of a file are, by which recipe rows are made, or what an example has.

import { html } from 'lit';
import { numberField, same, selectField } from '../parts/fields.js';
import {
  bounds,
  canBeAttacked,
  type FieldName,
  type FileChoice,
  type RowChoice,
} from './choice.js';
import { following } from './numbers.js';
import type { Columns, Recipe } from './protocol.js';

type Wrong = Partial<Record<FieldName, string>>;

/** What is chosen of rows. */
export type RowChange = { columns: FileChoice } | { recipe: Recipe };

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

export function rowFields(rows: RowChoice, wrong: Wrong, change: (part: RowChange) => void) {
  switch (rows.kind) {
    case 'file':
      return columnFields(rows, wrong, change);
    case 'made':
      return recipeFields(rows.recipe, wrong, change);
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

function columnFields(
  { profile, columns }: Extract<RowChoice, { kind: 'file' }>,
  wrong: Wrong,
  change: (part: RowChange) => void,
) {
  const usable = profile.columns.filter(canBeAttacked).map(({ name }) => same(name));
  const field = (role: keyof Columns, none: string) =>
    selectField(
      { id: role, ...roles[role], wrong: wrong[role] },
      [{ value: '', text: none }, ...usable],
      columns[role],
      (name) => change({ columns: { ...columns, [role]: name } }),
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

function recipeFields(recipe: Recipe, wrong: Wrong, change: (part: RowChange) => void) {
  const set = (part: Partial<Recipe>) => change({ recipe: { ...recipe, ...part } });
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

const percent = (share: number) => `${Number((share * 100).toFixed(1))}%`;
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
      ${percent(following.prediction)} of predictions: a leakage of ${percent(following.prediction - best).replace('%', '')} points. Attackers of
      three layers get there; under “More”, give them one, and they find next to nothing.
    </p>
  </section>
`;
