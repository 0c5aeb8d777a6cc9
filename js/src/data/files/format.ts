// SPDX-License-Identifier: Apache-2.0
//
// What a file is, by its first bytes: names of files mislead, and streams have none.

export type FileFormat = 'parquet' | 'arrow' | 'workbook' | 'gzip' | 'zstd' | 'json-lines' | 'csv';

const marks: readonly [FileFormat, readonly number[]][] = [
  ['parquet', [...'PAR1'].map((each) => each.charCodeAt(0))],
  ['arrow', [...'ARROW1'].map((each) => each.charCodeAt(0))],
  ['arrow', [0xff, 0xff, 0xff, 0xff]], // a stream of messages
  ['workbook', [0x50, 0x4b, 0x03, 0x04]], // .xlsx is a zip file
  ['gzip', [0x1f, 0x8b]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
];

/** How many first bytes tell the format, blanks before JSON apart. */
export const headLength = 64;

const textOf = (head: Uint8Array): string => {
  const zero = head.indexOf(0);
  const encoding = zero < 0 || zero > 3 ? 'utf-8' : zero % 2 === 1 ? 'utf-16le' : 'utf-16be';
  return new TextDecoder(encoding).decode(head);
};

/** CSV is what has no mark, and does not begin as JSON does. */
export function formatOf(head: Uint8Array): FileFormat {
  const found = marks.find(([, mark]) => mark.every((byte, i) => head[i] === byte));
  if (found) return found[0];
  return /^\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:[{[]|$))/.test(textOf(head)) ? 'json-lines' : 'csv';
}
