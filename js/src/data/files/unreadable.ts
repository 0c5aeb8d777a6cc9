// SPDX-License-Identifier: Apache-2.0
//
// Unsupported formats, each with a command that converts it; loaded when a file looks like one of them.

import { badFile } from '../byte-input.js';

const getBytes = (text: string) => [...text].map((each) => each.charCodeAt(0));

const pandas = (read: string) =>
  `convert it: python -c "import pandas as pd; pd.${read}('FILE').to_csv('FILE.csv', index=False)"`;
const rds = `convert it: Rscript -e "write.csv(readRDS('FILE'), 'FILE.csv', row.names = FALSE)"`;

/** Unsupported formats by their first bytes, with a command that converts each. */
const others: readonly [name: string, mark: readonly number[], advice: string][] = [
  ['an SPSS file (.sav)', getBytes('$FL2'), pandas('read_spss')],
  ['a compressed SPSS file (.zsav)', getBytes('$FL3'), pandas('read_spss')],
  ['a Stata file (.dta)', getBytes('<stata_dta>'), pandas('read_stata')],
  ['a SAS transport file (.xpt)', getBytes('HEADER RECORD*******'), pandas('read_sas')],
  [
    'an old Excel workbook (.xls), or a workbook with a password',
    [0xd0, 0xcf, 0x11, 0xe0],
    `save it in Excel as .xlsx without a password; without Excel, ${pandas('read_excel')}`,
  ],
  ['an R file (.rds)', getBytes('X\n\0\0\0'), rds],
  ['an R file (.rds)', getBytes('A\n2\n'), rds],
  ['an R workspace (.RData)', getBytes('RDX'), 'save one table: write.csv(TABLE, "FILE.csv")'],
  ['an xz archive', [0xfd, 0x37, 0x7a, 0x58, 0x5a], 'unpack it: xz -dk FILE'],
  ['a bzip2 archive', getBytes('BZh'), 'unpack it: bunzip2 -k FILE'],
  ['a 7z archive', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], 'unpack it: 7z x FILE'],
  ['a RAR archive', getBytes('Rar!'), 'unpack it: unrar x FILE'],
  ['an ORC file', getBytes('ORC'), pandas('read_orc')],
  ['an Avro file', getBytes('Obj\u0001'), 'convert it to Parquet or CSV'],
  ['an HDF5 file', [0x89, 0x48, 0x44, 0x46], pandas('read_hdf')],
  ['a NumPy array', [0x93, 0x4e, 0x55, 0x4d], 'save it with numpy.savetxt'],
  ['a SQLite database', getBytes('SQLite format 3'), 'read it with --from sqlite:FILE'],
  ['a PDF file', getBytes('%PDF'), 'export the table as CSV'],
  ['a pointer of Git LFS instead of the file', getBytes('version https://git-lfs'), 'download the file: git lfs pull'],
  ['an image', [0x89, 0x50, 0x4e, 0x47], 'export the table as CSV'],
];

const sas = [0xc2, 0xea, 0x81, 0x60]; // from byte 12 of a .sas7bdat file
const isStata = (head: Uint8Array) =>
  head.length >= 11 &&
  [0x69, 0x6b, 0x6c, 0x6e, 0x6f, 0x71, 0x72, 0x73].includes(head[0] as number) &&
  (head[1] === 1 || head[1] === 2) &&
  head[2] === 1 &&
  head[3] === 0;

/** Throws `invalidArgument` for an unsupported format, with the command that converts it. */
export function requireKnown(head: Uint8Array, text: string): void {
  const starts = (mark: readonly number[], from = 0) => mark.every((byte, i) => head[from + i] === byte);
  const match = others.find(([, mark]) => starts(mark));
  const [name, , advice] = match ?? [];
  if (name !== undefined) throw notRead(name, advice as string);
  if (starts(sas, 12)) throw notRead('a SAS file (.sas7bdat)', pandas('read_sas'));
  if (isStata(head)) throw notRead('a Stata file (.dta)', pandas('read_stata'));
  if (starts(getBytes('DUCK'), 8)) throw notRead('a DuckDB database', 'read it with --from duckdb:FILE');
  const [first, protocol = 0] = head;
  if (first === 0x80 && protocol > 1 && protocol < 6)
    throw notRead('a Python pickle', `if you trust its source, ${pandas('read_pickle')}`);
  if (/^\s*<\?xml[\s\S]*progid="Excel/i.test(text) || /^\s*<Workbook\b/.test(text))
    throw notRead('an Excel workbook in XML (SpreadsheetML 2003)', 'save it in Excel as .xlsx');
  if (/^\s*<(?:\?xml|Error>)/i.test(text))
    throw notRead(
      'an XML document, such as an error message of a server',
      'download the table again, or save it as CSV',
    );
  if (/^(?:\s|%[^\r\n]*[\r\n])*@relation\b/i.test(text)) throw notRead('an ARFF file', 'save the table as CSV in Weka');
  if (/^\s*<(?:!doctype html|html|table)/i.test(text)) throw notRead('a web page', 'save the table as CSV');
}

/** Throws likewise for a ZIP archive with these parts. */
export function requireReadableArchive(names: readonly string[]): void {
  if (names.includes('content.xml') && names.includes('mimetype'))
    throw notRead('an OpenDocument file (.ods)', 'convert it: soffice --convert-to xlsx FILE');
  if (names.some((name) => name.endsWith('.iwa') || name === 'Index.zip'))
    throw notRead('an Apple Numbers document (.numbers)', 'export it as CSV or as an Excel workbook');
  if (names.includes('xl/workbook.bin'))
    throw notRead('a binary workbook (.xlsb)', 'convert it: soffice --convert-to xlsx FILE');
}

const notRead = (name: string, advice: string) =>
  badFile('CSV, Parquet, Arrow, JSON, or an .xlsx workbook', `${name}; ${advice}`);
