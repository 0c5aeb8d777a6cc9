// SPDX-License-Identifier: Apache-2.0
//
// The decisions about a file: a table in any encoding, delimiter, and disguise has the values with which it was written,
// whatever the pieces of the source; conditions, ranges, and merged spellings change rows as a calculation by hand does.
// Percentages, blank rows, invisible characters, totals, blanks that mean no, and rows per person are read as documented.

import { readCsv, toCategory } from 'fairwasm';
import { acceptedLater, choices, isNear, require } from '../support.mjs';

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

const comparisons = { '<': (a, b) => a < b, '<=': (a, b) => a <= b, '>': (a, b) => a > b, '>=': (a, b) => a >= b };
const getRange = (number) => (number < 3 ? 'below 3' : number < 6 ? '3 to below 6' : '6 and above');

export async function fuzz(data) {
  if (data.length < 2) return;
  await fuzzLayout(data);
  await fuzzValues(data);
}

async function fuzzLayout(data) {
  const among = choices(data);
  const pick = (values) => values[among(values.length)];
  const [delimiter, end, encoding] = [pick([',', ';', '\t', '|']), pick(['\n', '\r\n']), pick(encodings)];
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
  require(new Set(whole.name.map(toCategory)).size <= names.length, 'spellings of one name are merged');
  const pieces = await getColumns(inPieces(bytes, 1 + among(255) + (filler > 0 ? 5000 : 0)), { spellings });
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

const readPercent = {
  fraction: (number) => number / 100,
  number: (number) => number,
  text: (number) => number, // of percentages that are not converted
};
const getValues = (column) =>
  'codes' in column ? Array.from(column.codes, (code) => column.categories[code]) : [...column];
const isEqual = (one, other) => JSON.stringify(one) === JSON.stringify(other);

async function fuzzValues(data) {
  const among = choices(data);
  const pick = (values) => values[among(values.length)];
  const delimiter = pick([',', ';', '\t', '|']);
  const people = 1 + among(24);
  const rows = Array.from({ length: 6 + among(24) }, (_, i) => ({
    person: `p${i < 2 ? i : among(people)}`,
    group: names[i] ?? pick(names),
    isSplit: among(6) === 0, // by an invisible character
    share: among(101),
    isChosen: i % 2 === 0 || among(2) === 0,
  }));
  const isPercent = among(4) > 0;
  const yes = pick(['yes', 'Yes', 'x', '1']);
  const line = (fields) => `${fields.join(delimiter)}\n`;
  const written = rows.map(({ person, group, isSplit, share, isChosen }) => {
    const name = isSplit ? `${group[0]}\u200b${group.slice(1)}` : group;
    const number = isPercent ? `${share}${pick(['%', ' %'])}` : `${share}`;
    return line([person, name, number, isChosen ? yes : '', '1']);
  });
  const isBlankAfter = rows.map((_, i) => i < rows.length - 1 && among(6) === 0);
  const table = written.flatMap((each, i) =>
    isBlankAfter[i] ? [each, pick(['\n', line(['', '', '', '', ''])])] : [each],
  );
  const hasTotal = among(3) === 0;
  const total = line([pick(['Total', 'Sum', 'Gesamt']), '', '', '', `${rows.length}`]);
  const header = line(['person_id', 'group', 'share', 'chosen', 'one']);
  const bytes = Buffer.from(header + table.join('') + (hasTotal ? total : ''));

  const options = {
    percent: pick(['fraction', 'number', 'text']),
    blankRows: pick(['drop', 'drop', 'keep']),
    totals: pick(['drop', 'drop', 'keep']),
    invisible: pick(['remove', 'keep']),
    blanks: among(2) === 0 ? { chosen: 'no' } : undefined,
    numbers: among(3) === 0 ? [] : ['share'],
    coded: /** @type {const} */ (true),
  };
  const isNumber = options.numbers.length > 0;
  const isText = isPercent && options.percent === 'text';
  let intake;
  const onIntake = (each) => {
    intake = each;
  };
  const columns = { person_id: [], group: [], share: [], chosen: [], one: [] };
  const read = async () => {
    for await (const batch of readCsv(inPieces(bytes, 1 + among(255)), { ...options, onIntake }))
      for (const name of Object.keys(columns)) columns[name].push(...getValues(batch.columns[name]));
    return true;
  };
  const isRead = await acceptedLater(read);
  require(isRead === true, 'the file is read');

  const isKeptBlank = options.blankRows === 'keep';
  const kept = rows.flatMap((row, i) => (isKeptBlank && isBlankAfter[i] ? [row, null] : [row]));
  const isTotalKept = hasTotal && options.totals === 'keep';
  const all = isTotalKept ? [...kept, null] : kept;
  const notBlank = (_, i) => all[i] !== null;
  require(columns.one.length === all.length, 'blank rows and totals are kept only if requested');
  require(columns.group.every((name, i) => (toCategory(name) === undefined) === (all[i] === null)), 'blank');
  const getGroup = ({ group, isSplit }) =>
    isSplit && options.invisible === 'keep' ? `${group[0]}<U+200B>${group.slice(1)}` : group;
  require(isEqual(columns.group.filter(notBlank), rows.map(getGroup)), 'invisible characters');
  const filled = options.blanks ? 'no' : '';
  const chosen = rows.map(({ isChosen }) => (isChosen ? yes : filled));
  require(isEqual(columns.chosen.filter(notBlank), chosen), 'the meaning of blanks');
  const shares = columns.share.filter(notBlank);
  if (isText || !isNumber) {
    const texts = shares.map((text) => String(text).replace(/ ?%$/, ''));
    require(isEqual(
      texts,
      rows.map(({ share }) => `${share}`),
    ), 'text remains as it was written');
  } else {
    const convert = isPercent ? readPercent[options.percent] : readPercent.number;
    require(rows.every(({ share }, i) => isNear(convert(share), shares[i])), 'percentages');
  }
  const isNoted = (option) => intake.decisions.some((each) => each.option === option);
  require(isNoted('totals') === (hasTotal && !isTotalKept), 'omitted totals are recorded');
  require((intake.blankRows ?? 0) ===
    (isKeptBlank ? 0 : isBlankAfter.filter(Boolean).length), 'blank rows are recorded');
  require(isNoted('blanks') === (options.blanks !== undefined), 'the meaning is recorded');
  require(isNoted('invisible') === rows.some(({ isSplit }) => isSplit), 'characters are recorded');
  const ids = [...rows.map(({ person }) => person), ...(isTotalKept ? ['Total'] : [])];
  const repeats = ids.length / new Set(ids).size;
  const isRepeated = ids.length >= 10 && repeats >= 1.1 && repeats <= 5;
  const isPeopleNoted = intake.notes.some((note) => note.startsWith('person_id:'));
  require(isPeopleNoted === isRepeated, 'rows per person are recorded');
}
