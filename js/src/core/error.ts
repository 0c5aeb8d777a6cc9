// SPDX-License-Identifier: Apache-2.0
//
// The error type of the package. Its fields are for programs (code, argument, row); its message is for
// people: what is wrong, where, and what was expected.

/** The kind of error. */
export type FairwasmErrorCode = FairwasmError['code'];

export type FairwasmErrorDetails = ConstructorParameters<typeof FairwasmError>[1];

/**
 * Thrown for every invalid input; a call that throws it changes nothing.
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
  readonly code: /** A value outside of the documented type or range. */
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
  readonly argument: string;
  readonly expected: string;
  readonly actual: string;
  readonly row: number | undefined;
  readonly advice: string | undefined;

  constructor(
    code: FairwasmError['code'],
    details: {
      /** Name of the argument or column. */
      argument: string;
      /** The expected value. */
      expected: string;
      /** The actual value. */
      actual: string;
      /** The row, counted from 0, if there is one. */
      row?: number | undefined;
      /** How to correct it. */
      advice?: string | undefined;
    },
  ) {
    const where = details.row === undefined ? '' : ` (row ${details.row})`;
    const advice = details.advice ? `; ${details.advice}` : '';
    super(`${details.argument}: expected ${details.expected}, got ${details.actual}${where}${advice}`);
    this.code = code;
    this.argument = details.argument;
    this.expected = details.expected;
    this.actual = details.actual;
    this.row = details.row;
    this.advice = details.advice;
  }

  /**
   * Returns the same error with its row counted from the start of a longer input.
   *
   * @param rows The number of each row in the longer input, if some were omitted.
   */
  inRowsFrom(firstRow: number, rows?: ArrayLike<number>): FairwasmError {
    if (this.row === undefined) return this;
    return this.with({ row: rows?.[this.row] ?? this.row + firstRow });
  }

  /** Returns the same error with other details, such as the name of a column in a file. */
  with(details: Partial<ConstructorParameters<typeof FairwasmError>[1]>): FairwasmError {
    return new FairwasmError(this.code, { ...this, ...details });
  }
}

type Details = [argument: string, expected: string, actual: string, row?: number];

const withCode =
  (code: FairwasmErrorCode) =>
  (...[argument, expected, actual, row]: Details): FairwasmError =>
    new FairwasmError(code, { argument, expected, actual, row });

/** Returns an `invalidArgument` error. `actual` describes the value, usually with `shown()`. */
export const invalid = /* @__PURE__ */ withCode('invalidArgument');
/** Returns a `missingValue` error: a value is missing where one is required. */
export const missingValue = /* @__PURE__ */ withCode('missingValue');
/** Returns a `shapeMismatch` error: lengths or shapes do not match. */
export const shapeMismatch = /* @__PURE__ */ withCode('shapeMismatch');
/** Returns an `incompatible` error: two objects cannot be combined. */
export const incompatible = /* @__PURE__ */ withCode('incompatible');
/** Returns a `corruptBytes` error: bytes are incomplete or of another format. */
export const corruptBytes = /* @__PURE__ */ withCode('corruptBytes');
/** Returns an `invalidState` error: the call is not possible now. */
export const invalidState = /* @__PURE__ */ withCode('invalidState');
/** Returns a `tooLarge` error: the request would need too much memory or time. */
export const tooLarge = /* @__PURE__ */ withCode('tooLarge');
