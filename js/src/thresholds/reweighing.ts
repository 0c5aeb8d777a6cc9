// SPDX-License-Identifier: Apache-2.0
//
// Weights that make outcome and group independent, for training a model instead of group-specific thresholds.

import { requireOptions } from '../core/options.js';
import { getLength } from '../data/column.js';
import { RowGroups, requireRows } from '../data/condition.js';
import { requireColumns } from '../data/named-columns.js';
import { toWeights } from '../data/weights.js';
import { getPositives, maxGroups, type ThresholdRows, toGroups } from './rows.js';

/** See {@link Thresholds.reweighing}. */
export function reweighing(rows: Pick<ThresholdRows, 'label' | 'groups' | 'weight' | 'favorable'>): Float64Array {
  requireOptions('reweighing', rows, ['label', 'groups', 'weight', 'favorable']);
  requireColumns('groups', rows.groups);
  const columns = new RowGroups(rows.groups, getLength(rows.label, 'label'), maxGroups);
  const positive = getPositives(rows);
  const { group, groups } = toGroups(columns);
  requireRows('groups', group.length, positive.length);
  const own = toWeights(rows.weight, positive.length) ?? new Float64Array(positive.length).fill(1);
  const cells = new Float64Array(2 * groups.length);
  const getCell = (row: number) => 2 * (group[row] as number) + (positive[row] as number);
  own.forEach((weight, row) => {
    cells[getCell(row)] = (cells[getCell(row)] as number) + weight;
  });
  const outcomes = [0, 1].map((outcome) =>
    cells.reduce((sum, weight, cell) => (cell % 2 === outcome ? sum + weight : sum), 0),
  );
  const all = (outcomes[0] as number) + (outcomes[1] as number);
  const factors = cells.map((weight, cell) => {
    const ofGroup = weight + (cells[cell ^ 1] as number);
    return weight > 0 ? (ofGroup * (outcomes[cell % 2] as number)) / (all * weight) : 0;
  });
  return own.map((weight, row) => weight * (factors[getCell(row)] as number));
}
