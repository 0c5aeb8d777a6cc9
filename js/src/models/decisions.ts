// SPDX-License-Identifier: Apache-2.0
//
// The options that all what-if functions share, and their checks.

import { type FairwasmError, invalid, tooLarge } from '../core/error.js';
import { type ConfidenceOptions, requireConfidence } from '../core/estimate.js';
import { requireFunction, requireOptions, shown } from '../core/options.js';
import { isMissing, reading, toCategory, type Value } from '../data/value.js';
import type { Predict } from './predict.js';
import { type Row, requireColumn, requireRows } from './rows.js';

/** Throws `invalidArgument` for anything except `onProgress` and `signal`. */
export const requireRun = (run: unknown) => requireOptions('run', run, ['onProgress', 'signal']);

/** A model and the rows to score. */
export interface PredictionInput {
  /** The model: a function that returns a score for each row, such as `model.predictor(...)`. */
  predict: Predict;
  rows: readonly Row[];
}

/** The rule that turns scores into decisions. */
export interface DecisionOptions {
  /** Rows with at least this score get the favorable decision. Default: 0.5. */
  threshold?: number | undefined;
}

const common = ['predict', 'rows'];

/** Throws `invalidArgument` for unknown options, or if the model or the rows are missing. */
export function requirePredictionInput(
  caller: string,
  requested: PredictionInput,
  otherNames: readonly string[],
): void {
  requireOptions(caller, requested, [...common, ...otherNames]);
  requireFunction('predict', requested.predict);
  requireRows(requested.rows);
  if (requested.rows.length > 0) return;
  throw invalid('rows', 'at least one row', 'none');
}

export function getThreshold({ threshold = 0.5 }: DecisionOptions): number {
  if (typeof threshold === 'number' && !Number.isNaN(threshold)) return threshold;
  throw invalid('threshold', 'a number', shown(threshold));
}

export const getConfidence = ({ confidence }: ConfidenceOptions): number => requireConfidence(confidence);

/** Returns an integer within the limits. Throws `invalidArgument` for anything else. */

/** Groups rows by their category in a column, sorted by category name. Rows with a missing value are omitted. */
export function rowsByCategory(
  argument: string,
  rows: readonly Row[],
  column: string,
  max: number,
): Map<string, number[]> {
  requireColumn(argument, rows, column);
  const places = new Map<string, number[]>();
  rows.forEach((row, i) => {
    const value = row[column];
    if (isMissing(value)) return;
    const name = reading(column, () => toCategory(value)) as string;
    const place = places.get(name);
    if (place) place.push(i);
    else places.set(name, [i]);
    if (places.size > max) throw tooMany(column, max);
  });
  return new Map([...places].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Throws `invalidArgument` if a column has fewer than two values. */
export function requireSeveral(column: string, values: number): void {
  if (values >= 2) return;
  throw invalid(column, 'a column with at least two values', String(values));
}

function tooMany(column: string, max: number): FairwasmError {
  return tooLarge(column, `a column of at most ${max} values`, 'more');
}

/** Returns the first value of each category as it appears in the rows: a model may accept 1 but not '1'. */
export const valueOfFirst = (rows: readonly Row[], column: string, indices: readonly number[]): Value =>
  (rows[indices[0] as number] as Row)[column];
