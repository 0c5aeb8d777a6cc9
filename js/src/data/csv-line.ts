// SPDX-License-Identifier: Apache-2.0
//
// Finds the line of a row in a CSV file, for error messages: quoted fields may span several lines, and blank lines
// are not rows. The file is read a second time, because errors are rare.

import { FairwasmError } from '../core/error.js';
import { loadText, type TextWasm } from '../core/text-module.js';
import type { TextReader } from '../wasm/text.js';
import { ByteInput, type CsvSource } from './byte-input.js';
import { feed, fillBlankRows, pieceLength, readHeader } from './coded-csv.js';
import type { IntakeOptions } from './intake/options.js';

/**
 * Returns the line, counted from 1, on which a data row begins.
 *
 * @param row The row as {@link readCsv} and its errors count it: from 0, without the header.
 * @param options The options passed to {@link readCsv}.
 * @returns The last line if the file has fewer rows.
 */
export async function lineOfRow(source: CsvSource, row: number, options: IntakeOptions = {}): Promise<number> {
  const wasm = await loadText();
  const input = new ByteInput(source, { encoding: options.encoding });
  try {
    return await lineIn(wasm, input, row, options);
  } finally {
    input.cancel();
  }
}

async function lineIn(wasm: TextWasm, input: ByteInput, row: number, options: IntakeOptions): Promise<number> {
  const header = await readHeader(wasm, input, options);
  await fillBlankRows(input, header, options);
  const { fields, format, head, bytes, lines } = header;
  const reader = new wasm.TextReader(format, new Uint8Array(fields.length));
  try {
    reader.stopAfter(row + 1);
    for (let piece = head.subarray(bytes); ; piece = await input.next(pieceLength)) {
      if (isRead(wasm, reader, piece, input.ended)) return lines + reader.line();
    }
  } finally {
    reader.delete();
  }
}

// Returns true once the row, or a rejected row, has been reached.
function isRead(wasm: TextWasm, reader: TextReader, piece: Uint8Array, isLast: boolean): boolean {
  try {
    feed(wasm, reader, piece);
    while (reader.read(isLast) > 0);
    return isLast || reader.hasStopped();
  } catch (error) {
    if (error instanceof FairwasmError) return true;
    throw error;
  }
}
