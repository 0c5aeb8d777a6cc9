// SPDX-License-Identifier: Apache-2.0
//
// Copies a table with other values in some columns. Each string is converted once per batch, however many rows have it.
// Rows keep their order, so that the row numbers in errors are those of the file.

import { csvLine } from '../table/csv-line.js';
import type { OnRead } from '../table/read.js';
import { type CodedTexts, readCodes } from '../table/read.js';

export interface Rewriting {
  /** By column: converts a value with its name; an empty result is a missing value. */
  values: Readonly<Record<string, (text: string) => string>>;
  /** If one of these columns has no value, the columns of `blank` have none either. */
  blankWhere?: { missing: readonly string[]; blank: readonly string[] } | undefined;
  onProgress?: OnRead | undefined;
}

const quotes = /["\r\n,;\t|]|^\s|\s$/;
const field = (text: string): string => (quotes.test(text) ? csvLine([text]) : text);

export async function rewritten(
  file: Blob,
  { values, blankWhere, onProgress }: Rewriting,
): Promise<Blob> {
  const parts: Blob[] = [];
  for await (const { columns } of readCodes(file, { onProgress })) {
    const names = Object.keys(columns);
    const changed = names.map((name) => {
      const { codes, categories } = columns[name] as CodedTexts;
      const change = values[name] ?? ((text: string) => text);
      return { codes, fields: categories.map((text) => field(change(text))) };
    });
    const blanked = blankWhere && gaps(columns, blankWhere.missing);
    const mayBeBlank = names.map((name) => blankWhere?.blank.includes(name) === true);
    const rows = changed[0]?.codes.length ?? 0;
    const lines: string[] = parts.length === 0 ? [names.map(field).join(',')] : [];
    for (let row = 0; row < rows; row++) {
      const isBlank = blanked?.(row) === true;
      const fields = changed.map(({ codes, fields }, i) =>
        isBlank && mayBeBlank[i] ? '' : (fields[codes[row] as number] as string),
      );
      // An empty line would not be a row.
      lines.push(fields.length === 1 && fields[0] === '' ? '""' : fields.join(','));
    }
    parts.push(new Blob([`${lines.join('\n')}\n`]));
  }
  return new Blob(parts);
}

const gaps = (columns: Readonly<Record<string, CodedTexts>>, names: readonly string[]) => {
  const asked = names.map((name) => columns[name] as CodedTexts);
  return (row: number) =>
    asked.some(({ codes, categories }) => categories[codes[row] as number] === '');
};
