// SPDX-License-Identifier: Apache-2.0
//
// Writes a table of any format as CSV, as it is read: with the decisions about the file, other names, and other columns.

import { invalid } from '../core/error.js';
import { isPlain, requireFunction, shown } from '../core/options.js';
import type { CsvSource } from './byte-input.js';
import type { CsvOptions } from './coded-csv.js';
import { type CsvBatch, readCsv } from './csv.js';
import { toCategory } from './value.js';

/** The columns of a batch of rows: the distinct names, and the index of each row's name. */
export type NamedColumns = CsvBatch<{ codes: Uint32Array; categories: readonly string[] }>['columns'];

const quotes = /["\r\n,;\t|]|^\s|\s$/;
const field = (text: string): string => (quotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * Returns a table as CSV in UTF-8 with commas and decimal points: values have the names that `toCategory` returns, and
 * missing values are empty. Rows keep their order, so that the row numbers in errors are those of the file.
 *
 * @param options The options of `readCsv`; numbers in another notation are written in standard notation.
 *
 * @example
 * const table = await rewriteTable('sex;rate\nM;45%\nNA;7,5%\n', { recode: { sex: { M: 'male' } } });
 * await table.text(); // "sex,rate\nmale,0.45\n,0.075\n"
 *
 * @throws FairwasmError as `readCsv` does.
 */
export async function rewriteTable(
  source: CsvSource,
  options: CsvOptions & {
    /** Returns the columns to write for those of a batch of rows. Default: the same columns. */
    change?: ((columns: NamedColumns) => NamedColumns) | undefined;
  } = {},
): Promise<Blob> {
  if (!isPlain(options)) throw invalid('options', 'an object', shown(options));
  const { change = (columns) => columns, ...reading } = options;
  requireFunction('change', change);
  const parts: string[][] = [];
  for await (const batch of readCsv(source, { plainNumbers: true, ...reading, coded: true })) {
    const named = Object.entries(batch.columns).map(([name, { codes, categories }]) => [
      name,
      { codes, categories: categories.map((text) => toCategory(text) ?? '') },
    ]);
    const columns = change(Object.fromEntries(named));
    const all = Object.values(columns).map(({ codes, categories }) => ({ codes, fields: categories.map(field) }));
    const lines = parts.length === 0 ? [Object.keys(columns).map(field).join(',')] : [];
    const rows = all[0]?.codes.length ?? 0;
    for (let row = 0; row < rows; row++) {
      const line = all.map(({ codes, fields }) => fields[codes[row] as number]).join(',');
      lines.push(line === '' ? '""' : line); // an empty line would not be a row
    }
    parts.push(lines);
  }
  return new Blob(parts.map((lines) => `${lines.join('\n')}\n`));
}
