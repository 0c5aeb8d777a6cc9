// SPDX-License-Identifier: Apache-2.0
//
// The error type of the package. Its fields are for programs (code, argument, row); its message is for
// people: what is wrong, where, and what was expected.

/** The kind of error. */
export type FairwasmErrorCode =
  /** A value outside of the documented type or range. */
  | 'invalidArgument'
  /** Arrays whose lengths or shapes do not match. */
  | 'shapeMismatch'
  /** Two objects that cannot be combined, such as tallies of different columns. */
  | 'incompatible'
  /** Bytes that are incomplete or not from `toBytes()`. */
  | 'corruptBytes'
  /** A file that was changed, moved, or deleted after it was opened. */
  | 'unreadable'
  /** A request that would exceed memory or a reasonable time. */
  | 'tooLarge'
  /** A call that is not possible now, such as a metric of no rows. */
  | 'invalidState'
  /** A missing value where one is required. */
  | 'missingValue'
  /** The WebAssembly module could not be loaded. */
  | 'loadFailed'
  /** A worker could not start, or ended too early. */
  | 'workerFailed';

export interface FairwasmErrorDetails {
  /** Name of the argument or column. */
  argument: string;
  /** The expected value. */
  expected: string;
  /** The actual value. */
  actual: string;
  /** The row, counted from 0, if there is one. */
  row?: number | undefined;
}

/**
 * Thrown for every invalid input; the call that threw it changed nothing.
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

  /**
   * Returns the same error with its row counted from the start of a longer input.
   *
   * @param rows The number of each row in the longer input, if some were omitted.
   */
  inRowsFrom(firstRow: number, rows?: ArrayLike<number>): FairwasmError {
    if (this.row === undefined) return this;
    return new FairwasmError(this.code, { ...this, row: rows?.[this.row] ?? this.row + firstRow });
  }
}

/** Returns an `invalidArgument` error. `actual` describes the value, usually with `shown()`. */
export function invalid(
  argument: string,
  expected: string,
  actual: string,
  row?: number,
): FairwasmError {
  return new FairwasmError('invalidArgument', { argument, expected, actual, row });
}

/** Returns a `shapeMismatch` error: lengths or shapes do not match. */
export function shapeMismatch(
  argument: string,
  expected: string,
  actual: string,
  row?: number,
): FairwasmError {
  return new FairwasmError('shapeMismatch', { argument, expected, actual, row });
}

/** Returns an `invalidState` error: the call is not possible now. */
export function invalidState(argument: string, expected: string, actual: string): FairwasmError {
  return new FairwasmError('invalidState', { argument, expected, actual });
}

/** Returns a `tooLarge` error: the request would need too much memory or time. */
export function tooLarge(
  argument: string,
  expected: string,
  actual: string,
  row?: number,
): FairwasmError {
  return new FairwasmError('tooLarge', { argument, expected, actual, row });
}
