// SPDX-License-Identifier: Apache-2.0
//
// The decisions about a file: a table in any encoding, delimiter, and disguise has the values with which it was written,
// whatever the pieces of the source; conditions, ranges, and merged spellings change rows as a calculation by hand does.

import { readCsv, toCategory } from 'fairwasm';
import { acceptedLater, choices, require } from '../support.mjs';

const names = ['Male', 'Female', 'No binario', 'pequeño', 'x'];
const disguises = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => `${text} `,
  (text) => text.replace(' ', '  '),
  (text) => `${text}\u00a0`,
];
const encodings = ['utf8', 'utf8', 'utf16le', 'latin1'];
const operators = /** @type {const} */ (['=', '!=', '<', '<=', '>', '>=']);

async function getColumns(source, options) {
  const columns = { id: [], name: [], number: [] };
  for await (const batch of readCsv(source, options))
    for (const name of Object.keys(columns)) columns[name].push(...batch.columns[name]);
  return columns;
}

const getRows = ({ id, name, number }) => id.map((each, i) => [each, name[i], number[i]].join('|'));

async function* inPieces(bytes, length) {
  for (let start = 0; start < bytes.length; start += length)
    yield Uint8Array.from(bytes.subarray(start, start + length));
}

const comparisons = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};
const getRange = (number) => (number < 3 ? 'below 3' : number < 6 ? '3 to below 6' : '6 and above');

export async function fuzz(data) {
  if (data.length < 2) return;
  const among = choices(data);
  const pick = (values) => values[among(values.length)];
  const [delimiter, end, encoding] = [
    pick([',', ';', '\t', '|']),
    pick(['\n', '\r\n']),
    pick(encodings),
  ];
  const filler = among(8) === 0 ? 9000 : 0; // ASCII rows before the first non-ASCII letter
  const ascii = Array.from({ length: filler }, (_, i) => [`a${i}`, 'x', i % 10]);
  const drawn = Array.from({ length: 4 + among(24) }, (_, i) => [`r${i}`, pick(names), among(10)]);
  const rows = [...ascii, ...drawn];
  const written = rows.map(([id, name, number]) => [id, pick(disguises)(name), number]);
  const above = pick(['', '', `sep=${delimiter}${end}`, `Round of 2024${end}${end}`]);
  const header = ['id', 'name', 'number'];
  const lines = [header, ...written].map((row) => row.join(delimiter) + end);
  if (among(4) === 0) lines.splice(1 + among(lines.length), 0, lines[0]); // parts that were appended
  const mark = encoding === 'utf16le' || among(2) === 0 ? '\ufeff' : '';
  const bytes = Buffer.from((encoding === 'latin1' ? '' : mark) + above + lines.join(''), encoding);

  const expected = rows.map((row) => row.join('|'));
  const spellings = [['name']];
  const whole = await acceptedLater(() => getColumns(bytes, { spellings }));
  require(whole !== undefined, 'the file is read');
  const getKey = (row) => row.toLowerCase();
  const isSame =
    JSON.stringify(
      getRows(whole)
        .map((row) => row.replaceAll(/[\s\u00a0]+(?=\||$)/g, '').replaceAll(/[\s\u00a0]+/g, ' '))
        .map(getKey),
    ) === JSON.stringify(expected.map(getKey));
  require(isSame, 'the values are those that were written');
  require(new Set(whole.name.map(toCategory)).size <=
    names.length, 'spellings of one name are merged');
  const pieces = await getColumns(inPieces(bytes, 1 + among(255) + (filler > 0 ? 5000 : 0)), {
    spellings,
  });
  require(JSON.stringify(pieces) === JSON.stringify(whole), 'pieces do not matter');

  const [operator, limit] = [pick(operators), among(10)];
  const isKept = comparisons[operator] ?? ((a, b) => (a === b) === (operator === '='));
  const where = [{ column: 'number', operator, value: limit }];
  const isAny = rows.some(([, , number]) => isKept(number, limit));
  const bins = { number: [3, 6] };
  const derived = await acceptedLater(() => getColumns(bytes, { spellings, where, bins }));
  require((derived !== undefined) === isAny, 'conditions that no row meets are rejected');
  if (derived === undefined) return;
  const kept = rows.filter(([, , number]) => isKept(number, limit));
  const columns = { id: kept.map(([id]) => id), number: kept.map(([, , n]) => getRange(n)) };
  require(JSON.stringify([derived.id, derived.number]) ===
    JSON.stringify([columns.id, columns.number]), 'rows are selected, and numbers are cut');
}
