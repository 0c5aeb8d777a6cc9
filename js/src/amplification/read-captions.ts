// SPDX-License-Identifier: Apache-2.0
//
// Captions of a file: one per line, or a column of a table or of a COCO file, in every format and encoding that
// `readCsv` reads.

import { requireOptions } from '../core/options.js';
import { loadText } from '../core/text-module.js';
import { ByteInput, badFile, type CsvSource } from '../data/byte-input.js';
import { type CsvOptions, encodingNotes, readHeader } from '../data/coded-csv.js';
import { readCsv } from '../data/csv.js';
import { getFormat, headLength, requireReadable } from '../data/files/format.js';
import { isSelected } from '../data/files/read-table.js';
import { begin, readWhole } from '../data/files/source.js';
import { intakeOptionNames, requireIntake } from '../data/intake/options.js';
import { recorded } from '../data/intake/record.js';

/** How to read captions. */
export interface CaptionOptions extends Omit<CsvOptions, 'columns'> {
  /** The column of captions. Default: `caption`; a text without such a column has one caption per line. */
  column?: string | undefined;
}

const ownOptions = ['column', 'onIntake', 'onProgress', 'signal', 'wasm'];

/**
 * Returns the captions of a file: the lines of a text file, or the `caption` column of a table, JSON Lines file, or COCO
 * file. Blank captions are omitted.
 *
 * @example
 * await readCaptions('image_id,caption\n7,a man with a kite\n'); // ["a man with a kite"]
 * await readCaptions('a man with a kite\na woman cooks, alone\n'); // ["a man with a kite", "a woman cooks, alone"]
 *
 * @throws FairwasmError as {@link readCsv} does.
 */
export async function readCaptions(source: CsvSource, options: CaptionOptions = {}): Promise<string[]> {
  requireOptions('readCaptions', options, [...intakeOptionNames, ...ownOptions]);
  requireIntake(options);
  const { column, ...reading } = options;
  const given = typeof source === 'string' ? source : await unpacked(await readWhole(source));
  const name = column ?? (await columnIn(given, reading));
  if (name === undefined) return readLines(given, reading);
  const captions: string[] = [];
  for await (const { columns } of readCsv(given, { ...reading, columns: [name] }))
    for (const caption of columns[name] as string[]) captions.push(caption);
  return withoutBlanks(captions);
}

async function unpacked(bytes: ArrayBuffer): Promise<Blob> {
  const format = getFormat(new Uint8Array(bytes.slice(0, headLength)));
  const file = new Blob([bytes]);
  if (format !== 'gzip' && format !== 'zstd') return file;
  const { gunzipped, unzstd } = await import('../data/files/decompress.js');
  return unpacked(await readWhole((format === 'gzip' ? gunzipped : unzstd)(file)));
}

/** Returns the column of captions; undefined for a text with one caption per line. */
async function columnIn(source: string | Blob, options: CsvOptions): Promise<string | undefined> {
  const format = getFormat((await begin(source)).head);
  if (format !== 'csv' || isSelected(options)) return 'caption';
  const input = new ByteInput(source, options);
  try {
    const { fields } = await readHeader(await loadText(options), input, options);
    return fields.find((name) => /^captions?$/i.test(name));
  } catch {
    return undefined;
  } finally {
    input.cancel();
  }
}

/** @internal Returns the lines of a text in any encoding, without blank ones. */
export async function readLines(
  source: CsvSource,
  options: Pick<CsvOptions, 'encoding' | 'onIntake' | 'onProgress' | 'signal'> = {},
): Promise<string[]> {
  const input = new ByteInput(source, options);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (bytes: Uint8Array) => {
    try {
      return decoder.decode(bytes, { stream: !input.ended });
    } catch {
      throw badFile('text', 'another encoding or a binary file');
    }
  };
  const head = await input.head(headLength);
  await requireReadable(head.subarray(0, headLength));
  const pieces = [decoded(head)];
  while (!input.ended) {
    pieces.push(decoded(await input.next(1 << 18)));
    options.onProgress?.({ done: input.amountRead, total: undefined });
  }
  const { encoding } = input;
  options.onIntake?.(recorded({ format: 'text', encoding }, encodingNotes(input)));
  return withoutBlanks(pieces.join('').split(/\r\n|\n|\r/));
}

function withoutBlanks(texts: readonly string[]): string[] {
  const filled = texts.map((text) => text.trim()).filter((text) => text !== '');
  if (filled.length > 0) return filled;
  throw badFile('at least one line that is not blank', 'none');
}
