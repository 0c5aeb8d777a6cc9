// SPDX-License-Identifier: Apache-2.0
//
// How the rows of a delimited text lie in it: lines above the header, a header that is missing, too short, or has a name
// twice, fields divided by blanks, a line of totals at the end. What is found is mended in a copy, in which all else is as it
// was, and said in a sentence each.

import { bestRecords, mostCommon, recordsOf, type TextRecord } from './records.js';

/** What is put in the place of a file's beginning and end. */
export interface Layout {
  /** The names of the columns, where the file's own line of them cannot be used. */
  header: readonly string[] | undefined;
  delimiter: string;
  /** Where the rows after {@link header} begin, in characters. */
  from: number;
  /** Whether fields are divided by blanks, of which there may be several. */
  isSpaced: boolean;
  said: readonly string[];
}

const plain: Omit<Layout, 'delimiter'> = {
  header: undefined,
  from: 0,
  isSpaced: false,
  said: [],
};

/** What is unusual about the beginning of a text; `isWhole`: whether there is no more of it. */
export function layoutOf(text: string, isWhole: boolean): Layout {
  const { delimiter, records } = bestRecords(text, isWhole);
  const usual = mostCommon(records.map(({ fields }) => fields.length));
  if (usual < 2) return spacedLayout(text, isWhole) ?? { ...plain, delimiter };
  return { ...plain, delimiter, ...headed(records, usual) };
}

// As old files of the UCI repository are written.
function spacedLayout(text: string, isWhole: boolean): Layout | undefined {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const rows = (isWhole ? lines : lines.slice(0, -1))
    .slice(0, 60)
    .map((line) => line.trim().split(/\s+/));
  const usual = rows[0]?.length ?? 0;
  const isTable = rows.length > 2 && usual > 2 && rows.every((row) => row.length === usual);
  if (!isTable || /[,;|"]/.test(text)) return undefined;
  const records = rows.map((fields) => ({ fields, end: 0 }));
  const isHeadless = hasNoHeader(records);
  return {
    delimiter: ' ',
    header: isHeadless ? numbered(usual) : undefined,
    from: 0,
    isSpaced: true,
    said: [
      'Fields are divided by blanks; they were told apart by them.',
      ...(isHeadless ? [headless(usual)] : []),
    ],
  };
}

function headed(records: readonly TextRecord[], usual: number): Partial<Layout> {
  const first = firstOfTable(records, usual);
  const head = records[first] as TextRecord;
  const rows = records.slice(first + 1);
  const above =
    first > 0
      ? [
          `${first === 1 ? 'A line' : `${first} lines`} above the table ${first === 1 ? 'was' : 'were'} passed over: ${quoted(records[0])}`,
        ]
      : [];
  const start = first > 0 ? (records[first - 1] as TextRecord).end : 0;
  if (hasNoHeader([head, ...rows])) {
    return { header: numbered(usual), from: start, said: [...above, headless(usual)] };
  }
  const { names, said } = namesOf(head.fields, rows);
  if (said.length === 0 && first === 0) return {};
  return { header: names, from: head.end, said: [...above, ...said] };
}

// The header may have a name less than the rows have fields: R writes no name for the names of rows.
function firstOfTable(records: readonly TextRecord[], usual: number): number {
  const isRow = (record: TextRecord | undefined) => record?.fields.length === usual;
  const first = records.findIndex(isRow);
  const before = records[first - 1];
  const isShortHeader =
    before?.fields.length === usual - 1 &&
    usual > 2 &&
    before.fields.every((name) => name !== '' && !isNumber(name));
  return isShortHeader ? first - 1 : first;
}

function namesOf(
  fields: readonly string[],
  rows: readonly TextRecord[],
): { names: string[]; said: string[] } {
  const width = rows[0]?.fields.length ?? fields.length;
  const names = [...fields];
  const said: string[] = [];
  if (fields.length === width - 1) {
    const isTrailing = rows.every((row) => row.fields.at(-1) === '');
    if (isTrailing) names.push('');
    else names.unshift('row');
    said.push(
      isTrailing
        ? 'Every row ends in a delimiter that the header has not; nothing stands behind it.'
        : 'The header has a name less than there are columns: the first was taken for the names of rows.',
    );
  }
  const twice = names.filter((name, i) => name !== '' && names.indexOf(name) !== i);
  if (twice.length > 0)
    said.push(`Columns of one name were numbered: ${[...new Set(twice)].join(', ')}.`);
  return { names: twice.length > 0 ? distinct(names) : names, said };
}

function distinct(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let own = name;
    for (let i = 2; own !== '' && taken.has(own); i++) own = `${name} (${i})`;
    taken.add(own);
    return own;
  });
}

/**
 * Whether the first of these records is a row like the others: numbers stand in it where there are numbers below, or
 * all that it says is said below again, and nothing stands above numbers that could be their name.
 */
function hasNoHeader(records: readonly { fields: readonly string[] }[]): boolean {
  const [head, ...rows] = records;
  if (!head || rows.length < 2 || isCounting(head.fields)) return false;
  const column = (i: number) =>
    rows.map(({ fields }) => fields[i] ?? '').filter((value) => value !== '');
  const areNumbers = head.fields.map((_, i) => column(i).length > 0 && column(i).every(isNumber));
  if (head.fields.some((name, i) => name !== '' && !isNumber(name) && areNumbers[i])) return false;
  if (head.fields.some((name, i) => isNumber(name) && areNumbers[i])) return true;
  return rows.length >= 20 && head.fields.every((name, i) => column(i).includes(name));
}

/** 0, 1, 2 …: what pandas writes above columns without names. */
const isCounting = (fields: readonly string[]): boolean =>
  [0, 1].some((from) => fields.every((name, i) => name === String(i + from)));

const isNumber = (text: string): boolean =>
  text !== '' && Number.isFinite(Number(text.replace(',', '.')));

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `column ${i + 1}`);

const headless = (count: number) =>
  `There is no line of column names: the first line is a row like the others. The ${count} columns were numbered.`;

const quoted = (record: TextRecord | undefined): string => {
  const text = (record?.fields ?? []).filter((field) => field !== '').join(', ');
  return `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”.`;
};

/** How many characters at the end are no rows of the table: a line of totals, a remark. */
export function tailOf(
  text: string,
  { delimiter, isSpaced }: Pick<Layout, 'delimiter' | 'isSpaced'>,
): { length: number; said: string[] } {
  const none = { length: 0, said: [] };
  if (isSpaced) return none;
  const begin = text.indexOf('\n') + 1; // the first line may be cut off
  const records = recordsOf(text.slice(begin), delimiter, { isWhole: true, most: 1e4 });
  const usual = mostCommon(records.map(({ fields }) => fields.length));
  const rows = records.findLastIndex(({ fields }) => fields.length === usual) + 1;
  const after = records.slice(rows);
  if (usual < 2 || after.length === 0 || after.length > 5 || rows < 3) return none;
  if (after.some(({ fields }) => fields.filter((field) => field !== '').length >= usual))
    return none;
  const length = text.length - begin - (records[rows - 1] as TextRecord).end;
  return { length, said: [`What stands below the table was passed over: ${quoted(after[0])}`] };
}
