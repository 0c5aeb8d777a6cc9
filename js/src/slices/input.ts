// SPDX-License-Identifier: Apache-2.0
//
// The input of a slice search: columns, and the error of each row.

import { requireCommon } from '../audit/label-check.js';
import { type FairwasmError, invalid } from '../core/error.js';
import { requireOptions } from '../core/options.js';
import { CategoryEncoder, type Codes } from '../data/category.js';
import { type CategoryColumn, getLength, type NumberColumn, toNumbers } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { findAnswers } from '../data/favorable.js';
import { requireColumns } from '../data/named-columns.js';

/** Rows, or the entries of a table of counts: columns of equal length. */
export interface SliceInput {
  /** The columns that can define slices. */
  columns: Readonly<Record<string, CategoryColumn>>;
  /**
   * The error of each row, at least 0: 0 and 1, a loss, or a distance. Default: 1 if label and prediction differ,
   * otherwise 0.
   */
  error?: NumberColumn | undefined;
  /** The true labels. */
  label?: CategoryColumn | undefined;
  /** The predicted labels. */
  prediction?: CategoryColumn | undefined;
  /**
   * Number of rows of each entry, for precomputed counts; integers. `error` then contains sums over an entry's rows.
   * If all sums are integers and at most the number of rows, they are treated as numbers of wrong rows.
   */
  rows?: NumberColumn | undefined;
  /**
   * The person (or other unit) that each row belongs to, if people have several rows. Intervals then treat people as
   * independent instead of rows, and there are no p-values. Default: rows are independent.
   */
  cluster?: CategoryColumn | undefined;
}

/** The rows' errors in the core's form. */
export interface RowErrors {
  errors: Float64Array;
  /** Empty if each row counts once. */
  counts: Float64Array;
  /** Total number of rows. */
  rows: number;
}

/** Throws `invalidArgument` for invalid input, `shapeMismatch` for columns of different lengths. */
export function rowErrors(caller: string, input: SliceInput): RowErrors {
  requireOptions(caller, input, ['columns', 'error', 'label', 'prediction', 'rows', 'cluster']);
  if (input.cluster !== undefined && input.rows !== undefined) {
    throw badInput('cluster', 'individual rows; counts do not identify people', 'counts');
  }
  requireColumns('columns', input.columns);
  if (Object.keys(input.columns).length === 0) throw badInput('columns', 'at least one column', 'none');
  const wrong = getErrors(input);
  const entries = wrong.length;
  const counts = input.rows === undefined ? new Float64Array() : toNumbers(input.rows, 'rows');
  if (input.rows !== undefined) requireRows('rows', counts.length, entries, 'values, one per row');
  for (const [name, column] of Object.entries(input.columns)) {
    requireRows(name, getLength(column, name), entries, 'values, one per row');
  }
  const perEntry = input.rows !== undefined && input.error === undefined;
  const errors = perEntry ? wrong.map((error, i) => error * (counts[i] as number)) : wrong;
  const rows = input.rows === undefined ? entries : counts.reduce((sum, count) => sum + count, 0);
  return { errors, counts, rows };
}

function getErrors({ error, label, prediction }: SliceInput): Float64Array {
  if (error !== undefined) {
    if (label !== undefined || prediction !== undefined) {
      throw badInput('error', 'either error, or label and prediction', 'both');
    }
    return toNumbers(error, 'error');
  }
  if (label === undefined || prediction === undefined) {
    const missing = label === undefined ? 'label' : 'prediction';
    const given = label ?? prediction;
    throw badInput(missing, 'error, or label and prediction', given ? `no ${missing}` : 'neither');
  }
  const truth = new CategoryEncoder('label', [], 'error');
  const labels = truth.encode(label);
  const predicted = new CategoryEncoder('prediction', truth.categories, 'error');
  const predictions = predicted.encode(prediction);
  requireRows('prediction', predictions.length, labels.length, 'values, one per row');
  const occurs = {
    label: occurring(labels, truth.categories),
    prediction: occurring(predictions, predicted.categories),
  };
  const answers = findAnswers([[...occurs.label], [...occurs.prediction]]);
  if (!answers) requireCommon(occurs);
  const meant = predicted.categories.map((name, code) => (answers ? Number(answers[0].includes(name)) : code));
  return Float64Array.from(labels, (code, row) => (meant[code] === meant[predictions[row] as number] ? 0 : 1));
}

function occurring(codes: Codes, categories: readonly string[]): Set<string> {
  const occurs = new Uint8Array(categories.length);
  for (const code of codes) occurs[code] = 1;
  return new Set(categories.filter((_, code) => occurs[code]));
}

function badInput(argument: string, expected: string, actual: string): FairwasmError {
  return invalid(argument, expected, actual);
}
