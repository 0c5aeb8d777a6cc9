// SPDX-License-Identifier: Apache-2.0
//
// Fields for the rows that attackers see: the roles of the file's columns, the recipe for generated rows, or the
// example.

import { numbers } from 'virtual:numbers/leakage';
import { html } from 'lit';
import { numberField, same, selectField } from '../../widgets/fields.js';
import { canBeAttacked, type FieldName, type FileChoice, type RowChoice, ranges } from './choice.js';
import { following } from './numbers.js';
import type { Columns, Recipe } from './protocol.js';

type Wrong = Partial<Record<FieldName, string>>;

/** The choice of rows. */
export type RowChange = { columns: FileChoice } | { recipe: Recipe };

const roles: Record<keyof Columns, { title: string; hint: string }> = {
  attribute: {
    title: 'Protected attribute',
    hint: 'A column that predictions should not depend on, such as sex or race.',
  },
  task: { title: 'Task: the true outcome', hint: 'The column that the model should predict.' },
  taskPrediction: { title: 'Prediction of the task', hint: 'The model’s output for the task.' },
  attributePrediction: {
    title: 'Prediction of the attribute',
    hint: 'If the model also predicts the attribute, DPA includes the direction from task to attribute.',
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
            prediction. There is no prediction of the attribute, so DPA covers the direction from attribute to task.
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
      <h2 id="rows-title">Columns</h2>
      <div class="fields">
        ${field('attribute', 'Choose one')} ${field('task', 'Choose one')}
        ${field('taskPrediction', 'None')} ${field('attributePrediction', 'None')}
      </div>
      <p class="small soft">
        Columns with a single value, or with more than a hundred different values, are not listed.
      </p>
    </section>
  `;
}

function recipeFields(recipe: Recipe, wrong: Wrong, change: (part: RowChange) => void) {
  const set = (part: Partial<Recipe>) => change({ recipe: { ...recipe, ...part } });
  return html`
    <section aria-labelledby="rows-title">
      <h2 id="rows-title">Generated rows</h2>
      <p class="soft">
        Attribute and task are independent coin flips, so any leakage comes from the model.
      </p>
      <div class="fields">
        ${numberField(
          { id: 'rows', title: 'Rows', hint: 'A multiple of 4.', wrong: wrong.rows },
          ranges.rows,
          recipe.rows,
          (rows) => set({ rows }),
        )}
        ${numberField(
          { id: 'error', title: 'Wrong predictions, in percent', wrong: wrong.error },
          ranges.error,
          Number((recipe.error * 100).toPrecision(12)),
          (error) => set({ error: error / 100 }),
        )}
        ${selectField(
          { id: 'errors', title: 'Errors favor', hint: 'Errors do not imply leakage.' },
          [
            { value: 'lopsided', text: 'One group' },
            { value: 'even', text: 'Neither group' },
          ],
          recipe.errors,
          (errors) => set({ errors: errors === 'even' ? 'even' : 'lopsided' }),
        )}
        ${numberField(
          { id: 'recipeSeed', title: 'Seed of the rows', wrong: wrong.recipeSeed },
          numbers.seed.range,
          recipe.seed,
          (seed) => set({ seed }),
        )}
      </div>
    </section>
  `;
}

const percent = (share: number) => `${Number((share * 100).toFixed(1))}%`;
// The true labels first get as many errors as the predictions, so both agree with the attribute equally often.
const agreed = following.truth * following.prediction + (1 - following.truth) * (1 - following.prediction);
const best = following.truth * agreed + (1 - following.truth) * (1 - agreed);

const together = html`
  <section aria-labelledby="rows-title">
    <h2 id="rows-title">The rows</h2>
    <p>
      Each row has two numbers, such as age and income relative to the median. The outcome is mostly “yes” if both are
      above or both are below it. Neither number alone predicts the outcome, and no two rows are equal, so attackers
      have to learn the rule. The true outcome follows the rule in ${percent(following.truth)} of the rows, the model in
      ${percent(following.prediction)}.
    </p>
    <p>
      An attacker with the exact rule guesses ${percent(best)} of the equalized true outcomes and
      ${percent(following.prediction)} of the predictions correctly: a leakage of ${percent(
        following.prediction - best,
      ).replace('%', '')} points. Attackers with three layers reach it. Choose one layer under “More”, and they find
      almost nothing.
    </p>
  </section>
`;
