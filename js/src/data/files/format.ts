// SPDX-License-Identifier: Apache-2.0
//
// Detects the format of a file from its first bytes: file names may be misleading, and streams have none.

export type FileFormat = 'parquet' | 'arrow' | 'zip' | 'gzip' | 'zstd' | 'json-lines' | 'csv';

const getBytes = (text: string) => [...text].map((each) => each.charCodeAt(0));

const marks: readonly [FileFormat, readonly number[]][] = [
  ['parquet', getBytes('PAR1')],
  ['arrow', getBytes('ARROW1')],
  ['arrow', [0xff, 0xff, 0xff, 0xff]], // the stream format
  ['zip', [0x50, 0x4b, 0x03, 0x04]], // also .xlsx
  ['gzip', [0x1f, 0x8b]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
];

/** Number of initial bytes that determine the format, not counting blanks before JSON. */
export const headLength = 64;

const suspect = /^(?:\$FL|\s*<|version https:\/\/git-lfs|HEADER REC|[AX]\n|RDX|BZh|Rar!|ORC|Obj|SQLite|%|\s*@)/;
const isControl = (byte: number) => byte < 9 || (byte > 13 && byte < 32);

/** Throws `invalidArgument` for an unsupported format, with a command that converts it. */
export async function requireReadable(head: Uint8Array): Promise<void> {
  const text = new TextDecoder('windows-1252').decode(head);
  if (!suspect.test(text) && !head.some(isControl)) return;
  const { requireKnown } = await import('./unreadable.js');
  requireKnown(head, getText(head));
}

const getText = (head: Uint8Array): string => {
  const zero = head.indexOf(0);
  const encoding = zero < 0 || zero > 3 ? 'utf-8' : zero % 2 === 1 ? 'utf-16le' : 'utf-16be';
  return new TextDecoder(encoding).decode(head);
};

/** CSV is any file without a signature that does not begin like JSON. */
export function getFormat(head: Uint8Array): FileFormat {
  const match = marks.find(([, mark]) => mark.every((byte, i) => head[i] === byte));
  if (match) return match[0];
  const text = getText(head);
  return /^\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:[{[]|$))/.test(text) ? 'json-lines' : 'csv';
}
