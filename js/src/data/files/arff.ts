// SPDX-License-Identifier: Apache-2.0
//
// ARFF, the format of Weka and OpenML: one line per name, then rows with commas.

import { ByteInput, badFile, type CsvSource } from '../byte-input.js';
import { type CodedBatch, type CsvOptions, noteBlankRows } from '../coded-csv.js';
import { recorded } from '../intake/record.js';
import { type Wanted, wantedColumns } from './columns.js';

/** The whole file is one batch. */
export async function* readArff(
  source: CsvSource,
  wanted: Wanted,
  options: Pick<CsvOptions, 'signal' | 'encoding' | 'onIntake' | 'blankRows'>,
): AsyncGenerator<CodedBatch, void, undefined> {
  const names: string[] = [];
  const rows: string[][] = [];
  let isData = false;
  let blank = 0;
  let open = 0; // blank lines since the last row
  for (const each of (await getText(source, options)).split(/\r\n|\n|\r/)) {
    const line = each.trim();
    if (line === '' || line.startsWith('%')) {
      if (line === '' && isData) open++;
      continue;
    }
    if (isData) {
      const between = rows.length > 0 ? open : 0;
      open = 0;
      if (options.blankRows !== 'keep') blank += between;
      else for (let i = 0; i < between; i++) rows.push([]);
      if (line.startsWith('{')) throw badFile('ARFF with a value for every attribute', 'sparse ARFF');
      const fields = getFields(line);
      if (fields.length !== names.length)
        throw badFile(`${names.length} values, one for each attribute`, `${fields.length}`, rows.length);
      rows.push(fields);
    } else if (/^@data\b/i.test(line)) isData = true;
    else if (/^@attribute\s/i.test(line)) names.push(getFields(line.slice(10).trim(), ' \t')[0] ?? '');
  }
  if (rows.length === 0) throw badFile('at least one row of data', 'none');
  const intake = { format: 'arff' };
  options.onIntake?.(recorded(intake, []));
  noteBlankRows(intake, [], blank, options);
  const columns = wantedColumns(names, wanted).map(([name, place]) => [
    name,
    rows.map((row) => (row[place] === '?' ? '' : (row[place] ?? ''))),
  ]);
  yield { firstRow: 0, columns: Object.fromEntries(columns) };
}

async function getText(source: CsvSource, options: Pick<CsvOptions, 'signal' | 'encoding'>) {
  const input = new ByteInput(source, options);
  const decoder = new TextDecoder();
  try {
    let text = decoder.decode(await input.head(1 << 16), { stream: true });
    while (!input.ended) text += decoder.decode(await input.next(1 << 18), { stream: true });
    return text;
  } finally {
    input.cancel();
  }
}

/** Returns the values of a line; quotes are single or double, and a backslash escapes the next character. */
function getFields(line: string, separators = ','): string[] {
  const fields: string[] = [];
  let field = '';
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const letter = line[i] as string;
    if (letter === '\\' && quote !== '') field += line[++i] ?? '';
    else if (letter === quote) quote = '';
    else if (quote === '' && (letter === "'" || letter === '"') && field.trim() === '') {
      quote = letter;
      field = '';
    } else if (quote === '' && separators.includes(letter)) {
      fields.push(field.trim());
      field = '';
    } else field += letter;
  }
  return [...fields, field.trim()];
}
