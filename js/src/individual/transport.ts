// SPDX-License-Identifier: Apache-2.0
//
// AIF360's ot_distance: the distance between true and predicted values, as the cost of transforming one into the
// other.

import { invalid } from '../core/error.js';
import { requireOneOf, requireOptions, shown } from '../core/options.js';
import { type CategoryColumn, getLength, type NumberColumn, toIndexable, toNumbers } from '../data/column.js';
import { RowGroups, requireRows } from '../data/condition.js';
import { type FeatureMatrix, type Matrix, toMatrix } from '../data/matrix.js';
import type { Wasm } from './module.js';

/** Predictions: a column, or in the modes `nominal` and `ordinal` a column for each class. */
export type Classifier = NumberColumn | Readonly<Record<string, NumberColumn>>;

export interface OtDistanceOptions {
  /** A column of groups; each group gets a separate distance. */
  protAttr?: CategoryColumn;
  /**
   * The true value that counts as 1 in the mode `binary`: a value, or `high` or `low` for the largest or smallest.
   * Default: `high`.
   */
  favorableValue?: string | number | boolean;
  /** The interpretation of values. Default: `binary`. */
  mode?: 'binary' | 'continuous' | 'nominal' | 'ordinal';
  /** The only supported distance. */
  scoring?: 'Wasserstein1';
  /** Cost of moving mass from row i to row j. Default: the distance between their normalized values. */
  costMatrix?: FeatureMatrix;
}

/** A distance, or one for each group. */
export type OtDistance = number | Record<string, number>;

const optionNames = ['protAttr', 'favorableValue', 'mode', 'scoring', 'costMatrix'];
const modes = ['binary', 'continuous', 'nominal', 'ordinal'] as const;

/** See {@link Individual.otDistance}. */
export function otDistance(
  wasm: Wasm,
  groundTruth: CategoryColumn,
  classifier: Classifier | null,
  options: OtDistanceOptions = {},
): OtDistance | Record<string, OtDistance> {
  requireOptions('otDistance', options, optionNames);
  const { favorableValue, protAttr, costMatrix } = options;
  const mode = requireOneOf('mode', options.mode ?? 'binary', modes);
  requireOneOf('scoring', options.scoring ?? 'Wasserstein1', ['Wasserstein1']);
  const truth = new Truth(groundTruth);
  const favorable = truth.favorable(favorableValue);
  const cost = costMatrix && toMatrix(costMatrix, 'costMatrix');
  const groups = protAttr && new RowGroups({ protAttr }, truth.length);
  const distance = (column: Float64Array, predictions: NumberColumn) =>
    distanceByGroup(wasm, column, toNumbers(predictions, 'classifier'), cost, groups);

  if (mode === 'nominal' || mode === 'ordinal') {
    const columns = requireClasses(classifier, truth.values);
    return Object.fromEntries(
      truth.values.map((name) => [name, distance(truth.is(name), columns[name] as NumberColumn)]),
    );
  }
  if (mode === 'binary' && truth.values.length > 2) {
    throw invalid('groundTruth', 'at most two different values in binary mode', shown(truth.values.join(', ')));
  }
  const column = mode === 'binary' ? truth.is(favorable) : truth.numbers();
  return distance(column, classifier === null ? getMean(column) : requireColumn(classifier));
}

/** True values as strings and, if all are numeric, as numbers. */
class Truth {
  readonly #text: string[];
  readonly #order: readonly string[];
  /** The distinct values, in order of first appearance. */
  readonly values: readonly string[];

  constructor(column: CategoryColumn) {
    const rows = getLength(column, 'groundTruth');
    const { codes, categories } = new RowGroups({ groundTruth: column }, rows).column('groundTruth');
    this.#text = Array.from(codes, (code) => categories[code] as string);
    this.values = categories;
    const areNumbers = categories.every((value) => value !== '' && Number.isFinite(Number(value)));
    this.#order = areNumbers ? categories.toSorted((a, b) => Number(a) - Number(b)) : categories.toSorted();
    this.#areNumbers = areNumbers;
  }

  readonly #areNumbers: boolean;

  get length(): number {
    return this.#text.length;
  }

  favorable(value: OtDistanceOptions['favorableValue']): string {
    if (value === undefined || value === 'high') return this.#order.at(-1) ?? '';
    if (value === 'low') return this.#order[0] ?? '';
    if (this.values.includes(String(value))) return String(value);
    throw invalid('favorableValue', `high, low or one of ${this.#order.join(', ')}`, shown(value));
  }

  /** Returns 1 for rows with the value `name`, otherwise 0. */
  is(name: string): Float64Array {
    return Float64Array.from(this.#text, (value) => (value === name ? 1 : 0));
  }

  /** Returns the values; a string is replaced by its index in alphabetical order. */
  numbers(): Float64Array {
    return Float64Array.from(this.#text, (value) => (this.#areNumbers ? Number(value) : this.#order.indexOf(value)));
  }
}

function distanceByGroup(
  wasm: Wasm,
  truth: Float64Array,
  predictions: Float64Array,
  cost: Matrix | undefined,
  groups: RowGroups | undefined,
): OtDistance {
  if (!groups) return wasm.columnDistance(truth, predictions, cost);
  requireRows('classifier', predictions.length, truth.length, 'rows, as in the true values');
  if (new Set(truth).size !== 2) {
    throw invalid('groundTruth', 'exactly two different values if there are groups', shown(new Set(truth).size));
  }
  const { codes, categories } = groups.column('protAttr');
  return Object.fromEntries(
    categories.map((category, code) => {
      const ofGroup = (column: Float64Array) => column.filter((_, row) => codes[row] === code);
      return [category, wasm.columnDistance(ofGroup(truth), ofGroup(predictions), cost)];
    }),
  );
}

function getMean(column: Float64Array): Float64Array {
  const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
  return new Float64Array(column.length).fill(mean);
}

function requireColumn(classifier: Classifier): NumberColumn {
  toIndexable(classifier, 'classifier');
  return classifier as NumberColumn;
}

function requireClasses(
  classifier: Classifier | null,
  classes: readonly string[],
): Readonly<Record<string, NumberColumn>> {
  const isTable =
    typeof classifier === 'object' &&
    classifier !== null &&
    !Array.isArray(classifier) &&
    !ArrayBuffer.isView(classifier);
  const names = isTable ? Object.keys(classifier) : [];
  if (isTable && names.length === classes.length && classes.every((name) => names.includes(name))) {
    return classifier as Readonly<Record<string, NumberColumn>>;
  }
  throw invalid('classifier', `a column for each class: ${classes.join(', ')}`, shown(names.join(', ') || 'none'));
}
