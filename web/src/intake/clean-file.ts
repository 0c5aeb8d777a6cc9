// SPDX-License-Identifier: Apache-2.0
//
// A file as the reader takes it: in UTF-8, with one line of column names, and nothing above or below the table. A file that
// is so already is given back as it is, and so is whatever is no delimited text.

import { csvLine } from '../table/csv-line.js';
import { encodingOf, inUtf8 } from './encoding.js';
import { layoutOf, tailOf } from './layout.js';

/** What a file was made into, and what was done to it, a sentence each. */
export interface Cleaned {
  file: Blob;
  said: readonly string[];
}

const headBytes = 1 << 16;
const tailBytes = 1 << 13;
const maxInMemory = 1 << 27;

const names = {
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252':
    'Windows-1252 (Latin 1), as it is not UTF-8. If letters look wrong, save the table as UTF-8',
};

/** `isOld`: whether the file turned out to be no UTF-8 further down. */
export async function cleanFile(file: Blob, { isOld = false } = {}): Promise<Cleaned> {
  const head = await bytesOf(file.slice(0, headBytes));
  if (isOtherFormat(head)) return { file, said: [] };
  const found = encodingOf(head, file.size <= headBytes);
  const encoding = isOld && found === 'utf-8' ? 'windows-1252' : found;
  if (encoding === 'binary') return { file, said: [] };
  if (encoding === 'utf-8') return cleanText(file);
  const { file: clean, said } = await cleanText(await inUtf8(file, encoding));
  return { file: clean, said: [`The text is written in ${names[encoding]}.`, ...said] };
}

async function cleanText(file: Blob): Promise<Cleaned> {
  const bytes = await bytesOf(file.slice(0, headBytes));
  const mark = bytes[0] === 0xef && bytes[1] === 0xbb ? 3 : 0;
  const text = new TextDecoder().decode(bytes.subarray(mark));
  const isWhole = file.size <= headBytes;
  if (/^\s*\[\s*\{/.test(text)) return jsonArray(file);
  if (/^\s*[{<]/.test(text)) return { file, said: [] };
  const layout = layoutOf(text, isWhole);
  if (layout.isSpaced) return spaced(file, layout);
  const tail = tailOf(await endOf(file), layout);
  const said = [...layout.said, ...tail.said];
  if (said.length === 0) return { file, said };
  const from = mark + bytesIn(text.slice(0, layout.from));
  const rows = file.slice(layout.header ? from : 0, file.size - tail.length);
  if (!layout.header) return { file: rows, said };
  const line = layout.header.map((name) => csvLine([name])).join(layout.delimiter);
  return { file: new Blob([`${line}\n`, rows]), said };
}

// Read as one byte a character, so that lengths are bytes.
const endOf = async (file: Blob): Promise<string> =>
  new TextDecoder('windows-1252').decode(
    await bytesOf(file.slice(Math.max(0, file.size - tailBytes))),
  );

async function spaced(file: Blob, { header, said }: ReturnType<typeof layoutOf>): Promise<Cleaned> {
  if (file.size > maxInMemory) return { file, said: [] };
  const lines = (await file.text())
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim().split(/\s+/).join(','));
  const all = [...(header ? [csvLine(header)] : []), ...lines];
  return { file: new Blob([all.join('\n')]), said };
}

async function jsonArray(file: Blob): Promise<Cleaned> {
  if (file.size > maxInMemory) return { file, said: [] };
  try {
    const rows = JSON.parse(await file.text()) as readonly unknown[];
    const lines = rows.map((row) => JSON.stringify(row)).join('\n');
    return {
      file: new Blob([lines]),
      said: ['A list in JSON was read as a table of its objects.'],
    };
  } catch {
    return { file, said: [] }; // the reader says what is wrong
  }
}

const bytesOf = async (part: Blob) => new Uint8Array(await part.arrayBuffer());

const bytesIn = (text: string): number => new TextEncoder().encode(text).length;

// Parquet, Arrow, zip, gzip, Zstandard: the reader knows them.
const marks = [
  'PAR1',
  'ARROW1',
  'PK\u0003\u0004',
  '\u001f\u008b',
  '\u0028\u00b5\u002f\u00fd',
  '\u00ff\u00ff\u00ff\u00ff',
];
const isOtherFormat = (head: Uint8Array): boolean =>
  marks.some((mark) => [...mark].every((letter, i) => head[i] === letter.charCodeAt(0)));
