// SPDX-License-Identifier: Apache-2.0
//
// AIF360's utility functions on the rows of a group (aif360.metrics.utils).

import { invalid } from '../core/error.js';
import { requireFunction, requireOptions } from '../core/options.js';
import { CategoryEncoder } from '../data/category.js';
import { type CategoryColumn, type NumberColumn, toNumbers } from '../data/column.js';
import { type GroupCondition, RowGroups, requireRows } from '../data/condition.js';
import { type FeatureMatrix, toMatrix } from '../data/matrix.js';
import { requireColumns } from '../data/named-columns.js';
import { requireLabels } from '../tally/tally-arguments.js';

/** Rows for AIF360's utility functions: columns of equal length. */
export interface ConditionedRows {
  groups: Readonly<Record<string, CategoryColumn>>;
  /** True labels. */
  label?: CategoryColumn | undefined;
  /** Predicted labels. */
  prediction?: CategoryColumn | undefined;
  score?: NumberColumn | undefined;
  /** Row weights. Default: 1. */
  weight?: NumberColumn | undefined;
}

type Label = string | number | boolean;

/** The compared labels; rows with any other label count as neither. */
export type LabelPair = Parameters<typeof computeNumTFPN>[1];

/**
 * Returns 1 for every row in the group and 0 for the others, or 1 for all rows without a condition. AIF360's
 * `compute_boolean_conditioning_vector`.
 *
 * @example
 * const groups = { sex: ['f', 'm', 'f'], race: ['a', 'a', 'b'] };
 * Array.from(computeBooleanConditioningVector(groups, [{ sex: 'f', race: 'a' }])); // [1, 0, 0]
 *
 * @throws FairwasmError `invalidArgument` for an unknown attribute.
 */
export function computeBooleanConditioningVector(
  groups: Readonly<Record<string, CategoryColumn>>,
  condition?: GroupCondition | null,
): Uint8Array {
  requireColumns('groups', groups);
  return new RowGroups(groups).matching(condition, 'none');
}

/**
 * Returns the sum of the weights of the group's rows. AIF360's `compute_num_instances`.
 *
 * @example
 * computeNumInstances({ groups: { sex: ['f', 'f', 'm'] }, weight: [2, 1, 5] }, [{ sex: 'f' }]); // 3
 */
export function computeNumInstances(rows: ConditionedRows, condition?: GroupCondition | null): number {
  return sumWhere(rows, condition, () => 1);
}

/**
 * Returns the weight of the group's rows whose true label is `label`. AIF360's `compute_num_pos_neg`.
 *
 * @example
 * const rows = { groups: { sex: ['f', 'f', 'm'] }, label: ['hired', 'not', 'hired'] };
 * computeNumPosNeg(rows, 'hired', [{ sex: 'f' }]); // 1
 */
export function computeNumPosNeg(
  rows: ConditionedRows,
  label: string | number | boolean,
  condition?: GroupCondition | null,
): number {
  requireRowColumns(rows);
  const isLabel = labelTest(rows.label, 'label', label);
  return sumWhere(rows, condition, (row) => (isLabel(row) ? 1 : 0));
}

/**
 * Returns the weights of true and false positives and negatives of the group. AIF360's `compute_num_TF_PN`.
 *
 * @example
 * const rows = { groups: { sex: ['f', 'f', 'm'] }, label: [1, 0, 1], prediction: [1, 1, 0] };
 * computeNumTFPN(rows, { favorable: 1, unfavorable: 0 }); // { "TP": 1, "FP": 1, "TN": 0, "FN": 1 }
 */
export function computeNumTFPN(
  rows: ConditionedRows,
  labels: { favorable: string | number | boolean; unfavorable: string | number | boolean },
  condition?: GroupCondition | null,
): { TP: number; FP: number; TN: number; FN: number } {
  requireRowColumns(rows);
  const { favorable, unfavorable } = requirePair(labels);
  const isPositive = labelTest(rows.label, 'label', favorable);
  const isNegative = labelTest(rows.label, 'label', unfavorable);
  const isChosen = labelTest(rows.prediction, 'prediction', favorable);
  const isRejected = labelTest(rows.prediction, 'prediction', unfavorable);
  const sum = (truth: RowTest, predicted: RowTest) =>
    sumWhere(rows, condition, (row) => (truth(row) && predicted(row) ? 1 : 0));
  return {
    TP: sum(isPositive, isChosen),
    FP: sum(isNegative, isChosen),
    TN: sum(isNegative, isRejected),
    FN: sum(isPositive, isRejected),
  };
}

/**
 * Returns the same weights from scores: a positive with score s counts s as true positive and 1 - s as false
 * negative, a negative counts s as false positive and 1 - s as true negative. AIF360's
 * `compute_num_gen_TF_PN`.
 *
 * @example
 * const rows = { groups: { sex: ['f', 'f', 'm'] }, label: [1, 0, 1], score: [0.75, 0.25, 0.5] };
 * const { GTP, GFP } = computeNumGenTFPN(rows, { favorable: 1, unfavorable: 0 }, [{ sex: 'f' }]);
 * [GTP, GFP]; // [0.75, 0.25]
 */
export function computeNumGenTFPN(
  rows: ConditionedRows,
  labels: Parameters<typeof computeNumTFPN>[1],
  condition?: GroupCondition | null,
): { GTP: number; GFP: number; GTN: number; GFN: number } {
  requireRowColumns(rows);
  const { favorable, unfavorable } = requirePair(labels);
  const isPositive = labelTest(rows.label, 'label', favorable);
  const isNegative = labelTest(rows.label, 'label', unfavorable);
  const scores = toNumbers(required(rows.score, 'score'), 'score');
  const sum = (truth: RowTest, share: (score: number) => number) =>
    sumWhere(rows, condition, (row) => (truth(row) ? share(scores[row] as number) : 0));
  return {
    GTP: sum(isPositive, (score) => score),
    GFP: sum(isNegative, (score) => score),
    GTN: sum(isNegative, (score) => 1 - score),
    GFN: sum(isPositive, (score) => 1 - score),
  };
}

/**
 * Returns the distance of each of the group's rows to its distorted version, and which rows these are.
 * AIF360's `compute_distance`.
 *
 * @param distance Returns the distance of two rows of features; it must not keep or change the rows.
 *
 * @example
 * const groups = { sex: ['f', 'm'] };
 * const { distances, mask } = computeDistance([[1], [5]], [[3], [5]], groups, (a, b) => Math.abs(a[0] - b[0]));
 * [Array.from(distances), Array.from(mask)]; // [[2, 0], [1, 1]]
 *
 * @throws FairwasmError `shapeMismatch` if the tables differ in shape.
 */
export function computeDistance(
  original: FeatureMatrix,
  distorted: FeatureMatrix,
  groups: Readonly<Record<string, CategoryColumn>>,
  distance: (original: Float64Array, distorted: Float64Array) => number,
  condition?: GroupCondition | null,
): { distances: Float64Array; mask: Uint8Array } {
  requireColumns('groups', groups);
  requireFunction('distance', distance);
  const x = toMatrix(original, 'original');
  const y = toMatrix(distorted, 'distorted');
  requireRows('distorted', y.rows, x.rows);
  const mask = new RowGroups(groups, x.rows).matching(condition, 'none');
  const distances: number[] = [];
  for (let row = 0; row < x.rows; row++) {
    if (!mask[row]) continue;
    const cells = ({ values, columns }: typeof x) => values.subarray(row * columns, (row + 1) * columns);
    distances.push(distance(cells(x), cells(y)));
  }
  return { distances: Float64Array.from(distances), mask };
}

function requireRowColumns(rows: ConditionedRows): void {
  requireOptions('rows', rows, ['groups', 'label', 'prediction', 'score', 'weight']);
  requireColumns('groups', rows.groups);
}

function requirePair(labels: LabelPair): LabelPair {
  requireOptions('labels', labels, ['favorable', 'unfavorable']);
  required(labels.favorable, 'favorable', 'a label');
  required(labels.unfavorable, 'unfavorable', 'a label');
  return labels;
}

type RowTest = (row: number) => boolean;

function required<T>(input: T | undefined, argument: string, expected = 'a column'): T {
  if (input !== undefined) return input;
  throw invalid(argument, expected, 'none');
}

function labelTest(column: CategoryColumn | undefined, name: string, label: Label): RowTest {
  const encoder = new CategoryEncoder(name, [], 'error');
  const codes = encoder.encode(required(column, name));
  const known = encoder.find(requireLabels([label])[0]);
  const code = known === undefined ? -1 : encoder.categories.indexOf(known);
  return (row) => codes[row] === code;
}

function sumWhere(
  rows: ConditionedRows,
  condition: GroupCondition | null | undefined,
  share: (row: number) => number,
): number {
  requireRowColumns(rows);
  const mask = new RowGroups(rows.groups).matching(condition, 'none');
  const weights = rows.weight === undefined ? undefined : toNumbers(rows.weight, 'weight');
  if (weights) requireRows('weight', weights.length, mask.length);
  let sum = 0;
  for (let row = 0; row < mask.length; row++) {
    if (mask[row]) sum += (weights ? (weights[row] as number) : 1) * share(row);
  }
  return sum;
}
