// SPDX-License-Identifier: Apache-2.0
//
// On which line of a CSV file a row stands, for messages to people with an editor: quoted fields may run
// over several lines, and blank lines are no rows. The file is read a second time, as errors are few.

import Papa from '../vendor/papaparse.js';
import { batchLength, type CsvSource, formatOf, isBlank, TextInput, withoutMark } from './csv.js';

const lineEnds = { '\n': /\n/g, '\r': /\r/g } as const;

/**
 * The line, counted from 1, on which a row of data begins.
 *
 * @param row The row as {@link readCsv} and its errors count: from 0, without the header.
 * @param delimiter As for {@link readCsv}.
 * @returns The last line where the file has fewer rows.
 */
export async function lineOfRow(
  source: CsvSource,
  row: number,
  delimiter?: string,
): Promise<number> {
  const input = new TextInput(source, undefined);
  const breaks = (text: string, newline: '\n' | '\r') => text.match(lineEnds[newline])?.length ?? 0;
  let line = 1;
  let next = -1; // the header comes first
  let width = 0;
  try {
    let text = withoutMark(await input.read(batchLength));
    const format = formatOf(text, delimiter);
    for (;;) {
      const parser = new Papa.Parser(format);
      const { data, meta } = parser.parse(text, 0, !input.ended) as {
        data: string[][];
        meta: { cursor: number };
      };
      for (const record of data) {
        const isRow = !isBlank(record) || width === 1;
        if (isRow && next === row) return line;
        if (isRow) next += 1;
        if (next === 0 && width === 0) width = record.length;
        line += 1 + record.reduce((sum, field) => sum + breaks(field, format.newline), 0);
      }
      if (input.ended) return Math.max(1, line - 1);
      const rest = text.slice(meta.cursor);
      text = rest + (await input.read(Math.max(batchLength, rest.length)));
    }
  } finally {
    input.cancel();
  }
}
