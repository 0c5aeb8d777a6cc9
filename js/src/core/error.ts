// SPDX-License-Identifier: Apache-2.0
//
// The one error type of the package. Its parts are for programs (code, argument, row), its message is
// for people: what was wrong, where, and what was expected instead.

/** What kind of mistake it was. */
export type FairwasmErrorCode =
  /** A value that is not of the documented kind or range. */
  | 'invalidArgument'
  /** Arrays whose lengths or shapes do not fit together. */
  | 'shapeMismatch'
  /** Two objects that do not belong together, such as tallies of different columns. */
  | 'incompatible'
  /** Bytes that `toBytes()` did not write, or not all of them. */
  | 'corruptBytes'
  /** A file that was changed, moved or deleted since it was opened. */
  | 'unreadable'
  /** A request that would not fit in memory or end in reasonable time. */
  | 'tooLarge'
  /** A call that makes no sense yet, or no more, such as a metric of nothing. */
  | 'invalidState'
  /** A value that is missing where one is needed. */
  | 'missingValue'
  /** The WebAssembly module could not be loaded. */
  | 'loadFailed'
  /** A worker could not start, or ended before its work was done. */
  | 'workerFailed';

export interface FairwasmErrorDetails {
  /** Which input: an argument's or a column's name. */
  argument: string;
  /** What it should have been. */
  expected: string;
  /** What came. */
  actual: string;
  /** The row, counted from 0, where there is one. */
  row?: number | undefined;
}

/**
 * Thrown for every bad input; nothing was changed by the call that threw it.
 *
 * @example
 * const fair = await load();
 * let caught;
 * try {
 *   fair.audit({ label: [1, 0, 1], prediction: [1, null, 0], groups: { sex: ['f', 'm', 'f'] } });
 * } catch (error) {
 *   caught = error;
 * }
 * caught instanceof FairwasmError && [caught.code, caught.argument, caught.row]; // ["missingValue", "prediction", 1]
 */
export class FairwasmError extends Error {
  override readonly name = 'FairwasmError';
  readonly code: FairwasmErrorCode;
  readonly argument: string;
  readonly expected: string;
  readonly actual: string;
  readonly row: number | undefined;

  constructor(code: FairwasmErrorCode, details: FairwasmErrorDetails) {
    const where = details.row === undefined ? '' : ` (row ${details.row})`;
    super(`${details.argument}: expected ${details.expected}, got ${details.actual}${where}`);
    this.code = code;
    this.argument = details.argument;
    this.expected = details.expected;
    this.actual = details.actual;
    this.row = details.row;
  }

  /** The same error with its row counted from the start of a longer input. */
  inRowsFrom(firstRow: number): FairwasmError {
    if (this.row === undefined) return this;
    return new FairwasmError(this.code, { ...this, row: this.row + firstRow });
  }
}

/** An `invalidArgument` error: the one way to reject a value. `actual` is in words, mostly by `shown()`. */
export function invalid(
  argument: string,
  expected: string,
  actual: string,
  row?: number,
): FairwasmError {
  return new FairwasmError('invalidArgument', { argument, expected, actual, row });
}

/** A `shapeMismatch` error: lengths or shapes do not fit together. */
export function shapeMismatch(
  argument: string,
  expected: string,
  actual: string,
  row?: number,
): FairwasmError {
  return new FairwasmError('shapeMismatch', { argument, expected, actual, row });
}

/** An `invalidState` error: the call makes no sense now. */
export function invalidState(argument: string, expected: string, actual: string): FairwasmError {
  return new FairwasmError('invalidState', { argument, expected, actual });
}

/** A `tooLarge` error: the request would need too much memory or time. */
export function tooLarge(
  argument: string,
  expected: string,
  actual: string,
  row?: number,
): FairwasmError {
  return new FairwasmError('tooLarge', { argument, expected, actual, row });
}
