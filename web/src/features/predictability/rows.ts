// SPDX-License-Identifier: Apache-2.0
//
// The rows that attackers learn from: those of a file, of a bundled example, or of a recipe.

import { findExample } from 'fairwasm';
import type { Predictability } from 'fairwasm/predictability';
import { readRows as readTable } from '../../table/read.js';
import { makeNumbers, type Rows } from './numbers.js';
import type { Columns, News, Recipe, Source } from './protocol.js';

export async function readRows(
  predictability: Predictability,
  source: Source,
  tell: (news: News) => void,
): Promise<Rows> {
  switch (source.kind) {
    case 'file':
      return readFile(source.file, source.columns, tell);
    case 'example':
      return readExample(source.name);
    case 'made':
      return makeRows(predictability, source.recipe);
    case 'numbers':
      return makeNumbers(source.numbers);
  }
}

async function readFile(file: File, roles: Columns, tell: (news: News) => void): Promise<Rows> {
  const given = Object.entries(roles).filter((entry): entry is [keyof Columns, string] => entry[1] !== undefined);
  const names = [...new Set(given.map(([, name]) => name))];
  const read = new Map(names.map((name): [string, string[]] => [name, []]));
  const onProgress = ({ done }: { done: number }) => tell({ kind: 'reading', done, total: file.size });
  for await (const { columns } of readTable(file, { columns: names, onProgress })) {
    for (const [name, column] of read) {
      for (const value of columns[name] as string[]) column.push(value);
    }
  }
  // Columns keep their names in the file, so that errors can name them.
  const picked = given.map(([role, name]) => [role, read.get(name)]);
  return {
    columns: Object.fromEntries(picked) as Rows['columns'],
    attribute: roles.attribute,
    task: roles.task,
    count: read.get(roles.task)?.length ?? 0,
  };
}

/** A bundled example counts equal rows; attackers see them one by one. */
function readExample(name: string): Rows {
  const { counted, columns } = findExample(name);
  const [[attribute, groups] = ['', []]] = Object.entries(counted.groups ?? {});
  const counts = Array.from(counted.rows as ArrayLike<number>);
  const spread = (column: unknown) => {
    const values = Array.from(column as ArrayLike<string>);
    return counts.flatMap((count, i) => Array.from({ length: count }, () => values[i] as string));
  };
  return {
    columns: { attribute: spread(groups), task: spread(counted.label), taskPrediction: spread(counted.prediction) },
    attribute,
    task: columns.label ?? 'label',
    count: counts.reduce((sum, count) => sum + count, 0),
  };
}

/**
 * Rows by dataCreator: attribute and task are independent, so any association that attackers find in the predictions
 * comes from the model.
 */
function makeRows({ dataCreator }: Predictability, { rows, error, errors, seed }: Recipe): Rows {
  const predictionName = errors === 'even' ? 'MUnbiased' : 'M2';
  const made = dataCreator({ rows, error, seed });
  // In the other direction the roles change: the attribute is predicted, and errors favor a task. Rows are sorted by
  // the first column, then by the second, so the middle quarters are swapped.
  const turned = dataCreator({ rows, error, seed: seed + 1 })[predictionName];
  const quarter = rows / 4;
  const attributePrediction = new Uint8Array(rows);
  [0, 2, 1, 3].forEach((from, to) => {
    attributePrediction.set(turned.subarray(from * quarter, (from + 1) * quarter), to * quarter);
  });
  return {
    columns: { attribute: made.P, task: made.D, taskPrediction: made[predictionName], attributePrediction },
    attribute: 'attribute',
    task: 'task',
    count: rows,
  };
}
