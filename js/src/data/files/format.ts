// SPDX-License-Identifier: Apache-2.0
//
// The format of a file, by its first bytes: file names may mislead, and streams have none.

import { badFile } from '../byte-input.js';

export type FileFormat =
  | 'parquet'
  | 'arrow'
  | 'zip'
  | 'gzip'
  | 'zstd'
  | 'json-lines'
  | 'arff'
  | 'csv';

const bytesOf = (text: string) => [...text].map((each) => each.charCodeAt(0));

const marks: readonly [FileFormat, readonly number[]][] = [
  ['parquet', bytesOf('PAR1')],
  ['arrow', bytesOf('ARROW1')],
  ['arrow', [0xff, 0xff, 0xff, 0xff]], // a stream of messages
  ['zip', [0x50, 0x4b, 0x03, 0x04]], // also .xlsx
  ['gzip', [0x1f, 0x8b]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
];

const pandas = (read: string) =>
  `convert it: python -c "import pandas as pd; pd.${read}('FILE').to_csv('FILE.csv', index=False)"`;
const rds = `convert it: Rscript -e "write.csv(readRDS('FILE'), 'FILE.csv', row.names = FALSE)"`;

/** Formats that are not read, by their first bytes, with one line that converts them. */
const others: readonly [name: string, mark: readonly number[], advice: string][] = [
  ['an SPSS file (.sav)', bytesOf('$FL2'), pandas('read_spss')],
  ['a compressed SPSS file (.zsav)', bytesOf('$FL3'), pandas('read_spss')],
  ['a Stata file (.dta)', bytesOf('<stata_dta>'), pandas('read_stata')],
  ['a SAS transport file (.xpt)', bytesOf('HEADER RECORD*******'), pandas('read_sas')],
  ['an old Excel workbook (.xls)', [0xd0, 0xcf, 0x11, 0xe0], pandas('read_excel')],
  ['an R file (.rds)', bytesOf('X\n\0\0\0'), rds],
  ['an R file (.rds)', bytesOf('A\n2\n'), rds],
  ['an R workspace (.RData)', bytesOf('RDX'), 'save one table: write.csv(TABLE, "FILE.csv")'],
  ['an xz archive', [0xfd, 0x37, 0x7a, 0x58, 0x5a], 'unpack it: xz -dk FILE'],
  ['a bzip2 archive', bytesOf('BZh'), 'unpack it: bunzip2 -k FILE'],
  ['a 7z archive', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], 'unpack it: 7z x FILE'],
  ['a RAR archive', bytesOf('Rar!'), 'unpack it: unrar x FILE'],
  ['an ORC file', bytesOf('ORC'), pandas('read_orc')],
  ['an Avro file', bytesOf('Obj\u0001'), 'convert it to Parquet or CSV'],
  ['an HDF5 file', [0x89, 0x48, 0x44, 0x46], pandas('read_hdf')],
  ['a NumPy array', [0x93, 0x4e, 0x55, 0x4d], 'save it with numpy.savetxt'],
  ['a SQLite database', bytesOf('SQLite format 3'), 'read it with --from sqlite:FILE'],
  ['a PDF file', bytesOf('%PDF'), 'export the table as CSV'],
  ['an image', [0x89, 0x50, 0x4e, 0x47], 'export the table as CSV'],
];

const sas = [0xc2, 0xea, 0x81, 0x60]; // from byte 12 of .sas7bdat on
const isStata = (head: Uint8Array) =>
  head.length >= 11 &&
  [0x69, 0x6b, 0x6c, 0x6e, 0x6f, 0x71, 0x72, 0x73].includes(head[0] as number) &&
  (head[1] === 1 || head[1] === 2) &&
  head[2] === 1 &&
  head[3] === 0;

/** How many first bytes determine the format, apart from blanks before JSON. */
export const headLength = 64;

/** Throws `invalidArgument` for a format that is not read, with the line that converts it. */
export function requireReadable(head: Uint8Array): void {
  const starts = (mark: readonly number[], from = 0) =>
    mark.every((byte, i) => head[from + i] === byte);
  const found = others.find(([, mark]) => starts(mark));
  const [name, , advice] = found ?? [];
  if (name !== undefined) throw notRead(name, advice as string);
  if (starts(sas, 12)) throw notRead('a SAS file (.sas7bdat)', pandas('read_sas'));
  if (isStata(head)) throw notRead('a Stata file (.dta)', pandas('read_stata'));
  if (/^\s*<(?:!doctype html|html|table)/i.test(textOf(head)))
    throw notRead('a web page', 'save the table as CSV');
}

/** The same for a ZIP archive with these parts. */
export function requireReadableArchive(names: readonly string[]): void {
  if (names.includes('content.xml') && names.includes('mimetype'))
    throw notRead('an OpenDocument file (.ods)', 'convert it: soffice --convert-to xlsx FILE');
  if (names.includes('xl/workbook.bin'))
    throw notRead('a binary workbook (.xlsb)', 'convert it: soffice --convert-to xlsx FILE');
}

const notRead = (name: string, advice: string) =>
  badFile('CSV, Parquet, Arrow, JSON, ARFF, or an .xlsx workbook', `${name}; ${advice}`);

const textOf = (head: Uint8Array): string => {
  const zero = head.indexOf(0);
  const encoding = zero < 0 || zero > 3 ? 'utf-8' : zero % 2 === 1 ? 'utf-16le' : 'utf-16be';
  return new TextDecoder(encoding).decode(head);
};

/** CSV is what has no mark, and does not begin as JSON or ARFF does. */
export function formatOf(head: Uint8Array): FileFormat {
  const found = marks.find(([, mark]) => mark.every((byte, i) => head[i] === byte));
  if (found) return found[0];
  const text = textOf(head);
  if (/^\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:[{[]|$))/.test(text)) return 'json-lines';
  const isArff = /^(?:\s|%[^\r\n]*[\r\n])*@relation\b/i.test(text);
  return isArff || /^%(?:[^\r\n]*[\r\n]+[%@]|[ \t][^,;\r\n]*$)/.test(text) ? 'arff' : 'csv';
}
