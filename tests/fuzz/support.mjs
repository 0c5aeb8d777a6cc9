// SPDX-License-Identifier: Apache-2.0
//
// Shared by the fuzz targets of the package: permitted errors, and checks. A target is a file in tests/fuzz/package
// that exports `fuzz`, which takes the bytes. It passes if only FairwasmErrors leave the package and all checks hold.

import { FairwasmError, readCsv } from 'fairwasm';

/** Ends the run and keeps the input if a check fails. */
export function require(holds, what) {
  if (!holds) throw new Error(`does not hold: ${what}`);
}

function refused(error) {
  if (!(error instanceof FairwasmError)) throw new Error(`a foreign error: ${error}`, { cause: error });
  require(error.expected.length > 0, 'an error reports what was expected');
}

/** Returns the result of a call, or undefined if it is rejected. */
export function accepted(call) {
  try {
    return call();
  } catch (error) {
    return refused(error);
  }
}

/** Resolves with the result of a promise, or undefined if it is rejected. */
export const acceptedLater = (call) => call().catch(refused);

/** Returns the columns of a file that is read to its end, as strings. */
export async function getColumns(bytes) {
  const columns = Object.create(null); // a name may be that of a property
  for await (const batch of readCsv(bytes)) {
    const names = Object.keys(batch.columns);
    const [rows] = names.map((name) => batch.columns[name].length);
    for (const name of names) {
      const values = batch.columns[name];
      require(values.length === rows, 'columns are of one length');
      columns[name] = [...(columns[name] ?? []), ...values];
    }
  }
  return columns;
}

/** Returns the bytes with a valid beginning, so that a reader accepts their format. */
export function beginning(bytes, first) {
  const all = Uint8Array.from(bytes);
  all.set(first.slice(0, all.length));
  return all;
}

/** Returns a function that draws numbers below its argument: one per byte, then pseudorandom ones. */
export function choices(bytes) {
  const each = bytes.values();
  let state = bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5);
  const drawn = () => {
    state = (Math.imul(state, 0x9e3779b1) + 0x7f4a7c15) | 0;
    return (state >>> 16) & 0xff;
  };
  return (count) => (each.next().value ?? drawn()) % count;
}

/** True if two numbers are equal up to rounding, or both are NaN. */
export const isNear = (one, other) =>
  Object.is(one, other) || Math.abs(one - other) <= 1e-8 * (1 + Math.abs(one) + Math.abs(other));
