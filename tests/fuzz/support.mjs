// SPDX-License-Identifier: Apache-2.0
//
// What fuzz targets of the package share: what readers may throw, and what they must give. A target is a file of
// tests/fuzz/package that exports `fuzz`, which takes the bytes; it passes where nothing but a FairwasmError leaves
// the package, and where all that it checks holds.

import { FairwasmError, readCsv } from 'fairwasm';

/** Ends the run with the input kept, where something does not hold. */
export function require(holds, what) {
  if (!holds) throw new Error(`does not hold: ${what}`);
}

function refused(error) {
  if (!(error instanceof FairwasmError))
    throw new Error(`a foreign error: ${error}`, { cause: error });
  require(error.expected.length > 0, 'an error says what was expected');
}

/** What a call gives, or undefined where it is refused. */
export function accepted(call) {
  try {
    return call();
  } catch (error) {
    return refused(error);
  }
}

/** What a promise gives, or undefined where it is refused. */
export const acceptedLater = (call) => call().catch(refused);

/** The columns of a file that is read to its end, as texts. */
export async function columnsOf(bytes) {
  const columns = Object.create(null); // a name may be that of a prototype
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

/** The bytes with others in their first places, so that a reader takes them for its own. */
export function beginning(bytes, first) {
  const all = Uint8Array.from(bytes);
  all.set(first.slice(0, all.length));
  return all;
}

/** Numbers from 0 to less than what is asked for: one a byte, and then such as follow from all of them. */
export function choices(bytes) {
  const each = bytes.values();
  let state = bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5);
  const drawn = () => {
    state = (Math.imul(state, 0x9e3779b1) + 0x7f4a7c15) | 0;
    return (state >>> 16) & 0xff;
  };
  return (count) => (each.next().value ?? drawn()) % count;
}

/** Whether two numbers are the same within rounding, or both are none. */
export const isNear = (one, other) =>
  Object.is(one, other) || Math.abs(one - other) <= 1e-8 * (1 + Math.abs(one) + Math.abs(other));
