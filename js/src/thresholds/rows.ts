// SPDX-License-Identifier: Apache-2.0
//
// Rows with scores in the core's format: a group, an outcome, a score, and a number of rows.

import { requireOptions } from '../core/options.js';
import { CategoryEncoder } from '../data/category.js';
import { type CategoryColumn, type NumberColumn, requireEach, toNumbers } from '../data/column.js';
import { RowGroups, requireRows } from '../data/condition.js';
import { type Favorable, getFavorable } from '../data/favorable.js';
import { requireFewGroups } from '../data/group-limit.js';
import { requireColumns } from '../data/named-columns.js';
import { type NamedGroup, toGroup } from '../data/named-group.js';
import { toWeights } from '../data/weights.js';

/** Rows, or row counts: one entry for each combination of group, outcome, and score. */
export interface ThresholdRows {
  /** True outcomes, with two values. */
  label: CategoryColumn;
  /** Scores, any finite numbers; higher scores mean that the favorable outcome is more likely. */
  score: NumberColumn;
  /** The attributes that define groups; a group is a combination of their categories. */
  groups: Readonly<Record<string, CategoryColumn>>;
  /** Number of rows of each entry. Default: 1. */
  rows?: NumberColumn | undefined;
  /** Row weights, at least 0. Default: 1. With weights, there are no confidence intervals. */
  weight?: NumberColumn | undefined;
  /** The favorable outcome. Optional for common pairs, such as 1 and 0. */
  favorable?: Favorable | undefined;
}

/** @internal */
export interface CodedRows {
  groups: readonly NamedGroup[];
  group: Uint32Array;
  positive: Uint8Array;
  score: Float64Array;
  weight: Float64Array | undefined;
  isWeighted: boolean;
}

/** @internal */
export const maxGroups = 1000;

/** @internal Returns the rows with their groups in the order of their categories. */
export function codedRows(rows: ThresholdRows): CodedRows {
  requireOptions('curves', rows, ['label', 'score', 'groups', 'rows', 'weight', 'favorable']);
  requireColumns('groups', rows.groups);
  const score = toNumbers(rows.score, 'score');
  const columns = new RowGroups(rows.groups, score.length, maxGroups); // Checked first, because it may be rejected.
  const positive = getPositives(rows);
  requireRows('label', positive.length, score.length);
  const counts = getCounts(rows.rows, score.length);
  const weights = toWeights(rows.weight, score.length);
  return {
    ...toGroups(columns),
    positive,
    score,
    weight: counts && weights ? counts.map((count, i) => count * (weights[i] as number)) : (counts ?? weights),
    isWeighted: weights !== undefined,
  };
}

/** @internal Returns 1 for favorable outcomes and 0 for others. */
export function getPositives({ label, favorable }: Pick<ThresholdRows, 'label' | 'favorable'>): Uint8Array {
  const encoder = new CategoryEncoder('label', [], 'error');
  const codes = encoder.encode(label);
  const labels = encoder.categories;
  const chosen = getFavorable(favorable, labels);
  const isFavorable = labels.map((name) => (chosen.includes(name) ? 1 : 0));
  return Uint8Array.from(codes, (code) => isFavorable[code] as number);
}

function getCounts(column: NumberColumn | undefined, rows: number): Float64Array | undefined {
  if (column === undefined) return undefined;
  const counts = toNumbers(column, 'rows');
  requireRows('rows', counts.length, rows);
  const isCount = (count: number) => Number.isSafeInteger(count) && count >= 0;
  return requireEach(counts, 'rows', 'a nonnegative whole number', isCount);
}

/**
 * @internal Returns the combinations of categories that occur, sorted, so that results do not depend on the
 * order of rows.
 */
export function toGroups(columns: RowGroups): Pick<CodedRows, 'groups' | 'group'> {
  const attributes = columns.attributes.map((name) => ({ name, ...columns.column(name) }));
  const seen = new Map<string, number>();
  const matches: string[][] = [];
  const group = new Uint32Array(columns.rows);
  for (let row = 0; row < columns.rows; row++) {
    const key = attributes.map(({ codes }) => codes[row]).join();
    let index = seen.get(key);
    if (index === undefined) {
      index = matches.length;
      requireFewGroups('groups', index + 1, maxGroups);
      seen.set(key, index);
      matches.push(attributes.map(({ codes, categories }) => categories[codes[row] as number] as string));
    }
    group[row] = index;
  }
  const order = matches.map((_, i) => i).sort((a, b) => compare(matches[a], matches[b]));
  const indices = new Uint32Array(matches.length);
  order.forEach((from, to) => {
    indices[from] = to;
  });
  return {
    groups: order.map((i) =>
      toGroup(Object.fromEntries(attributes.map(({ name }, a) => [name, matches[i]?.[a] as string]))),
    ),
    group: group.map((position) => indices[position] as number),
  };
}

// Numbers are sorted by value, other categories alphabetically.
function compare(a: readonly string[] = [], b: readonly string[] = []): number {
  const at = a.findIndex((category, i) => category !== b[i]);
  if (at < 0) return 0;
  const [one, other] = [a[at] as string, b[at] as string];
  const difference = Number(one) - Number(other);
  if (one !== '' && other !== '' && Number.isFinite(difference) && difference !== 0) return difference;
  return one < other ? -1 : 1;
}
