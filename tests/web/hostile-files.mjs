// One table in the notations that break readers of files: appended exports, footers, units, signs of other scripts, and
// workbooks with formulas. Each entry states whether the file is read, and the note, or why it is rejected.

import { gzipSync, zipSync } from 'fflate';
import { getSheet, toWorkbook } from '../js/data/workbook.mjs';

const rows = Array.from({ length: 40 }, (_, i) => ({
  sex: i % 2 === 0 ? 'f' : 'm',
  hired: i % 5 < (i % 2 === 0 ? 3 : 2) ? 1 : 0,
  age: 20 + (i % 30),
  score: ((i * 37) % 100) / 100,
  income: 1000 + i * 317,
}));
const names = Object.keys(rows[0] ?? {});

/** Returns the selection rate of each group for decisions by `isSelected`. */
const ratesBy = (isSelected) =>
  Object.fromEntries(
    ['f', 'm'].map((sex) => {
      const group = rows.filter((row) => row.sex === sex);
      return [sex, group.filter(isSelected).length / group.length];
    }),
  );
export const rates = ratesBy(({ hired }) => hired === 1);

const asLines = (change = {}, delimiter = ',') => [
  names.join(delimiter),
  ...rows.map((row, i) => names.map((name) => change[name]?.(row[name], i) ?? row[name]).join(delimiter)),
];
const text = (lines, end = '\n') => lines.join(end) + end;
const plain = asLines();
const insert = (at, ...more) => text([...plain.slice(0, at), ...more, ...plain.slice(at)]);
const quoted = (value) => `"${value}"`;
const grouped = (mark) => (value) => value.toLocaleString('en').replace(',', mark);
const fullWidth = (value) =>
  String(value).replace(/[\d.]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

const ofScore = (limit) => ({ score: 'score', threshold: limit, rates: ratesBy(({ score }) => score >= limit) });
const ofIncome = { score: 'income', threshold: 5000, rates: ratesBy((row) => row.income >= 5000) };
const cells = (change = {}) => rows.map((row, i) => names.map((name) => change[name]?.(row[name], i) ?? row[name]));

/** Files that are read, with their rates if others than {@link rates}. */
export const readFiles = [
  {
    name: 'a mark of UTF-8 between two parts',
    bytes: `\ufeff${text(plain.slice(0, 20))}\ufeff${text(plain.slice(20))}`,
  },
  { name: 'a second header, early', bytes: insert(21, plain[0]), note: /1 row that repeats the header/ },
  {
    name: 'a second header with a mark of UTF-8',
    bytes: insert(21, `\ufeff${plain[0]}`, plain[0]),
    note: /2 rows that repeat the header/,
  },
  { name: 'lines that end in CR', bytes: text(plain, '\r') },
  { name: 'a line break in a name of the header', bytes: text(plain).replace('age', '"age\nin years"') },
  { name: 'delimiters at the end of each line', bytes: text(plain.map((line) => `${line},,`)) },
  { name: 'a delimiter at the end of each row', bytes: text(plain.map((line, i) => (i > 0 ? `${line},` : line))) },
  { name: 'a delimiter at the end of the header', bytes: text(plain).replace('income', 'income,') },
  { name: 'a total', bytes: insert(41, 'Total,16,,,'), note: /below the table/ },
  { name: 'a total in each column', bytes: insert(41, 'Total,16,1380,19.6,287160'), note: /below the table/ },
  { name: 'means', bytes: insert(41, 'Average,0.4,34.5,0.49,7179'), note: /below the table/ },
  { name: 'a remark below', bytes: insert(41, '', 'End of the report'), note: /below the table/ },
  { name: 'a line of delimiters above', bytes: insert(0, ',,,,'), note: /above the table/ },
  { name: 'lines of remarks above', bytes: insert(0, '# export', '# version 2'), note: /above the table/ },
  { name: 'an index without a name', bytes: text(plain.map((line, i) => `${i > 0 ? i - 1 : ''},${line}`)) },
  { name: 'row names of R', bytes: text(plain.map((line, i) => (i > 0 ? `"${i}",${line}` : line))), note: /row names/ },
  {
    name: 'a name with invisible characters',
    bytes: text(plain).replace('sex', '\u200bsex').replace('hired', 'hired\u00a0'),
  },
  {
    name: 'truth values in several cases',
    bytes: text(asLines({ hired: (is, i) => (is ? ['TRUE', 'True', 'true'] : ['FALSE', 'False', 'false'])[i % 3] })),
  },
  {
    name: 'truth values next to 1 and 0',
    bytes: text(asLines({ hired: (is, i) => (i % 3 > 0 ? is : is ? 'TRUE' : 'FALSE') })),
  },
  { name: '1.00 and 0.00', bytes: text(asLines({ hired: (is) => (is ? '1.00' : '0.00') })) },
  { name: '+1 and -1', bytes: text(asLines({ hired: (is) => (is ? '+1' : '-1') })) },
  { name: 'blanks that do not break', bytes: text(asLines({ sex: (sex, i) => (i % 3 > 0 ? sex : `${sex}\u00a0`) })) },
  { name: 'marks of direction', bytes: text(asLines({ sex: (sex, i) => (i % 3 > 0 ? sex : `\u200f${sex}\u200e`) })) },
  { name: 'blank lines', bytes: insert(9, '', '') },
  { name: 'UTF-16 without a mark', bytes: Buffer.from(text(plain), 'utf16le'), note: /UTF-16/ },
  { name: 'blanks around vertical bars', bytes: text(plain.map((line) => line.replaceAll(',', ' | '))) },
  { name: 'commas in a column of a file with semicolons', bytes: text(asLines({ age: () => 'a, b, c, d' }, ';')) },
  {
    name: 'an archive with hidden files',
    bytes: zipSync({
      'table.csv': Buffer.from(text(plain)),
      '__MACOSX/._table.csv': new Uint8Array(4),
      '.DS_Store': new Uint8Array(4),
    }),
  },
  {
    name: 'two compressed parts',
    bytes: Buffer.concat([
      gzipSync(Buffer.from(text(plain.slice(0, 20)))),
      gzipSync(Buffer.from(text(plain.slice(20)))),
    ]),
  },
  { name: 'NaN in JSON', bytes: JSON.stringify(rows).replace('"age":20', '"age":NaN') },
  {
    name: 'JSON Lines with NaN',
    bytes: rows.map((row) => JSON.stringify({ ...row, sex: row.sex }).replace('"age":20', '"age":NaN')).join('\n'),
  },
  { name: 'truth values of Excel', bytes: toWorkbook(names, cells({ hired: (is) => is === 1 })) },
  { name: 'numbers as text in Excel', bytes: toWorkbook(names, cells({ hired: String })) },
  {
    name: 'a total in Excel',
    bytes: toWorkbook(names, [...cells(), ['Total', 16, 1380, 19.6, 287160]]),
    note: /below the table/,
  },
  {
    name: 'percent',
    bytes: text(asLines({ score: (s) => `${Math.round(s * 100)}%` })),
    ...ofScore(0.5),
    note: /percentages/,
  },
  {
    name: 'percent in JSON',
    bytes: JSON.stringify(rows.map((row) => ({ ...row, score: `${Math.round(row.score * 100)} %` }))),
    ...ofScore(0.5),
    note: /percentages/,
  },
  {
    name: 'percent with decimal commas',
    bytes: text(asLines({ score: (s) => `${(s * 100).toFixed(1).replace('.', ',')} %` }, ';')),
    ...ofScore(0.5),
    note: /percentages/,
  },
  {
    name: 'minus signs of typography',
    bytes: text(asLines({ score: (s) => (s - 0.5).toFixed(2).replace('-', '\u2212') })),
    ...ofScore(0),
    rates: ratesBy((row) => row.score >= 0.5),
  },
  { name: 'digits of full width', bytes: text(asLines({ score: (s) => fullWidth(s.toFixed(2)) })), ...ofScore(0.5) },
  { name: 'powers of ten', bytes: text(asLines({ score: (s) => s.toExponential(2).toUpperCase() })), ...ofScore(0.5) },
  {
    name: 'dollars',
    bytes: text(asLines({ income: (v) => quoted(`$${v.toLocaleString('en')}`) })),
    ...ofIncome,
    note: /income has numbers/,
  },
  { name: 'euros', bytes: text(asLines({ income: (v) => `${v} EUR` })), ...ofIncome, note: /income has numbers/ },
  {
    name: 'points for thousands',
    bytes: text(asLines({ income: (v) => v.toLocaleString('de', { minimumFractionDigits: 2 }) }, ';')),
    ...ofIncome,
    note: /decimal commas/,
  },
  {
    name: 'points for thousands, and a column with decimal commas',
    bytes: text(asLines({ income: (v) => v.toLocaleString('de'), score: (s) => String(s).replace('.', ',') }, ';')),
    ...ofIncome,
    note: /decimal commas/,
  },
  {
    name: 'apostrophes for thousands',
    bytes: text(asLines({ income: grouped("'") })),
    ...ofIncome,
    note: /income has numbers/,
  },
  {
    name: 'thin blanks for thousands',
    bytes: text(asLines({ income: grouped('\u2009') })),
    ...ofIncome,
    note: /income has numbers/,
  },
];

const formula = (row, i) => {
  const at = i + 2;
  return `<row r="${at}"${i < 3 ? ' hidden="1"' : ''}><c r="A${at}" t="str"><f>B1</f><v>${row.sex}</v></c><c r="B${at}"><f>1</f>${i === 0 ? '' : `<v>${row.hired}</v>`}</c></row>`;
};
const head =
  '<row r="1"><c r="A1" t="inlineStr"><is><r><t>se</t></r><r><t>x</t></r></is></c><c r="B1" t="inlineStr"><is><t>hired</t></is></c></row>';

/** A workbook with hidden rows, rich text, and formulas, the first without a result. */
export const formulas = getSheet(head + rows.map(formula).join(''));

/** Files that are rejected, with the reason; `isStated` if the page reads them with a note. */
export const rejectedFiles = [
  { name: 'a row with fewer fields', bytes: insert(8, 'f,1'), reason: /5 fields, like the header, got 2/ },
  { name: 'a row with more fields', bytes: insert(8, 'f,1,2,3,4,5'), reason: /got 6/ },
  {
    name: 'a header with one more name',
    bytes: text(plain).replace('income', 'income,more'),
    reason: /6 fields, like the header, got 5/,
  },
  { name: 'an open quote', bytes: insert(8, '"f,1,2,3,4'), reason: /closing quote/ },
  { name: 'zeros at the end', bytes: Buffer.concat([Buffer.from(text(plain)), Buffer.alloc(16)]), reason: /binary/ },
  {
    name: 'a web page',
    bytes: `<html><table><tr><td>${plain.join('</td></tr><tr><td>')}</td></tr></table></html>`,
    reason: /web page/,
  },
  {
    name: 'points that may separate thousands',
    bytes: text(asLines({ income: (v) => v.toLocaleString('de') }, ';')),
    ...ofIncome,
    reason: /pass the decimal mark/,
    note: /read with a decimal point/,
  },
];
