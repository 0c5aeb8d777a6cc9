// SPDX-License-Identifier: Apache-2.0
//
// What every question of the kind "what if" is given, checked once.

import { type FairwasmError, invalid, tooLarge } from '../core/error.js';
import { requireConfidence } from '../core/estimate.js';
import { requireFunction, requireOptions, shown } from '../core/options.js';
import { categoryOf, isMissing, reading, type Value } from '../data/value.js';
import type { Predict } from './predict.js';
import { type Row, requireColumn, requireRows } from './rows.js';

/** Throws `invalidArgument` for anything but how to follow and to end long work. */
export const requireRun = (run: unknown) => requireOptions('run', run, ['onProgress', 'signal']);

/** A model, and the rows that it is asked about. */
export interface Asked {
  /** The model: a score for each row, `model.predictor(...)` for instance. */
  predict: Predict;
  rows: readonly Row[];
}

/** The decision that a score leads to. */
export interface Deciding {
  /** A row is decided favorably from this score on. Default: 0.5. */
  threshold?: number | undefined;
}

/** How sure intervals are to be. */
export interface Confident {
  /** Level of each confidence interval, in (0, 1). Default: 0.95. */
  confidence?: number | undefined;
}

const common = ['predict', 'rows'];

/** Throws `invalidArgument` for options that are not known, or no model, or no rows. */
export function requireAsked(what: string, asked: Asked, others: readonly string[]): void {
  requireOptions(what, asked, [...common, ...others]);
  requireFunction('predict', asked.predict);
  requireRows(asked.rows);
  if (asked.rows.length > 0) return;
  throw invalid('rows', 'at least one row', 'none');
}

export function thresholdOf({ threshold = 0.5 }: Deciding): number {
  if (typeof threshold === 'number' && !Number.isNaN(threshold)) return threshold;
  throw invalid('threshold', 'a number', shown(threshold));
}

export const confidenceOf = ({ confidence }: Confident): number => requireConfidence(confidence);

/** A whole number within limits. Throws `invalidArgument` for anything else. */

/** Rows by the category that they have in a column; a missing value is none. In the order of the categories' names. */
export function rowsByCategory(
  argument: string,
  rows: readonly Row[],
  column: string,
  most: number,
): Map<string, number[]> {
  requireColumn(argument, rows, column);
  const places = new Map<string, number[]>();
  rows.forEach((row, i) => {
    const value = row[column];
    if (isMissing(value)) return;
    const name = reading(column, () => categoryOf(value)) as string;
    const place = places.get(name);
    if (place) place.push(i);
    else places.set(name, [i]);
    if (places.size > most) throw tooMany(column, most);
  });
  return new Map([...places].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Throws `invalidArgument` for a column of fewer than two values. */
export function requireSeveral(column: string, values: number): void {
  if (values >= 2) return;
  throw invalid(column, 'a column of two values or more', String(values));
}

function tooMany(column: string, most: number): FairwasmError {
  return tooLarge(column, `a column of at most ${most} values`, 'more');
}

/** A value of a column as rows have it, by its category: models may know 1, and not '1'. */
export const valueOfFirst = (
  rows: readonly Row[],
  column: string,
  places: readonly number[],
): Value => (rows[places[0] as number] as Row)[column];
