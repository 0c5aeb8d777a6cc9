// SPDX-License-Identifier: Apache-2.0
//
// Reads a whole file with readCsv().

import { readCsv } from 'fairwasm';

/**
 * Returns all columns, and the decisions about how the file is written.
 *
 * @param {any} source
 * @param {import('fairwasm').CsvOptions} [options]
 */
export async function readColumns(source, options) {
  /** @type {Record<string, unknown[]>} */
  const columns = {};
  let intake = {};
  const onIntake = (/** @type {object} */ found) => {
    intake = found;
  };
  for await (const batch of readCsv(source, { ...options, onIntake })) {
    for (const [name, values] of Object.entries(batch.columns)) {
      columns[name] = [...(columns[name] ?? []), ...values];
    }
  }
  return /** @type {any} */ ({ columns, ...intake });
}
