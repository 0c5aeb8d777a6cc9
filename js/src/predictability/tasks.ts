// SPDX-License-Identifier: Apache-2.0
//
// Encodes the attackers' targets as codes of categories: labels and predictions, or attributes.

import { invalid } from '../core/error.js';
import { requireRows } from '../data/condition.js';
import { encodeTogether, getColumns, inPart, isFraction, requireColumn, type Task } from './joint-encoding.js';

/** @internal The categories of one column, in an order that does not depend on the order of rows. */
export interface TaskColumn {
  name: string;
  categories: readonly string[];
}

/** @internal A code for each row, column by column. */
export interface TaskCodes {
  label: Uint32Array[];
  prediction: Uint32Array[];
}

/** @internal Encodes labels and predictions of all parts (training and test rows) with the same codes. */
export function encodeTasks(parts: readonly Readonly<Record<'label' | 'prediction', Task>>[]): {
  task: TaskColumn[];
  codes: TaskCodes[];
} {
  const sources = parts.flatMap((part, i) =>
    (['label', 'prediction'] as const).map((role) => {
      const argument = inPart(i, role);
      return { argument, columns: getColumns(part[role], argument) };
    }),
  );
  const first = sources[0]?.columns ?? [];
  const single = first.length === 1;
  const task: TaskColumn[] = [];
  const codes: TaskCodes[] = parts.map(() => ({ label: [], prediction: [] }));
  for (const source of sources) {
    requireRows(source.argument, source.columns.length, first.length, 'columns, as in the label');
  }
  for (const [name] of first) {
    // A single column needs no name.
    const columns = sources.map(({ argument, columns: all }) =>
      requireColumn(single ? all[0] : all.find(([each]) => each === name), name, argument),
    );
    const names = sources.map(({ argument }) => (single ? argument : `${argument}.${name}`));
    const encoded = encodeTogether(columns, name, 'error', names);
    task.push({ name, categories: encoded.categories });
    encoded.codes.forEach((column, i) => {
      const part = codes[i >> 1] as TaskCodes;
      (i % 2 === 0 ? part.label : part.prediction).push(column);
    });
    requireCategories(encoded.categories, single ? 'label' : `label.${name}`);
    const labels = encoded.codes.filter((_, i) => i % 2 === 0);
    const predictions = encoded.codes.filter((_, i) => i % 2 === 1);
    const argument = single ? 'prediction' : `prediction.${name}`;
    requireSharedValue(encoded.categories, labels, predictions, argument);
  }
  return { task, codes };
}

/** @internal Encodes attributes of all parts with the same codes. */
export function encodeAttributes(attributes: readonly Task[]): { columns: TaskColumn[]; codes: Uint32Array[][] } {
  const all = attributes.map((attribute, i) => getColumns(attribute, inPart(i, 'attribute')));
  const first = all[0] ?? [];
  const codes: Uint32Array[][] = attributes.map(() => []);
  const columns = first.map(([name]) => {
    const each = all.map((part) =>
      requireColumn(first.length === 1 ? part[0] : part.find(([other]) => other === name), name, 'attribute'),
    );
    const argument = first.length === 1 ? 'attribute' : `attribute.${name}`;
    const encoded = encodeTogether(
      each,
      name,
      'error',
      each.map((_, i) => inPart(i, argument)),
    );
    requireCategories(encoded.categories, argument);
    encoded.codes.forEach((column, part) => {
      codes[part]?.push(column);
    });
    return { name, categories: encoded.categories };
  });
  codes.forEach((part, k) => {
    part.forEach((column, i) => {
      const argument = inPart(k, `attribute.${first[i]?.[0]}`);
      requireRows(argument, column.length, part[0]?.length ?? 0, 'rows, as in the first column');
    });
  });
  return { columns, codes };
}

/**
 * Targets must be categories. A number with a fraction is a continuous value or a score: each value would become a
 * separate category that no attacker can predict.
 */
function requireCategories(categories: readonly string[], argument: string): void {
  const bad = categories.find(isFraction);
  if (bad === undefined) return;
  throw invalid(argument, 'categories: whole numbers or strings; bin continuous values and scores', bad);
}

const getLabels = (categories: readonly string[], columns: readonly Uint32Array[]) => {
  const codes = new Set(columns.flatMap((column) => [...new Set(column)]));
  return {
    codes,
    text: [...codes]
      .slice(0, 3)
      .map((code) => `'${categories[code]}'`)
      .join(', '),
  };
};

/** If label and prediction share no value, they are coded differently and no prediction would ever be correct. */
function requireSharedValue(
  categories: readonly string[],
  label: readonly Uint32Array[],
  prediction: readonly Uint32Array[],
  argument: string,
): void {
  const [truth, predicted] = [getLabels(categories, label), getLabels(categories, prediction)];
  if (truth.codes.size === 0 || predicted.codes.size === 0) return; // empty columns are reported elsewhere
  if ([...predicted.codes].some((code) => truth.codes.has(code))) return;
  throw invalid(argument, `values that also occur in the label, such as ${truth.text}`, predicted.text);
}
