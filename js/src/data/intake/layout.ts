// SPDX-License-Identifier: Apache-2.0
//
// Locates the table in a delimited text or a sheet: lines above the header, a missing or short header, fields separated
// by blanks, remarks and totals below. Every decision has an option that overrides it and, if unusual, a note.

import { getMax } from '../../core/extremes.js';
import { tidy } from '../value.js';
import type { Decision } from './record.js';
import { bestRecords, getRecords, mostCommon, type TextRecord } from './records.js';

/** Overrides of the caller; undefined fields are detected. */
export interface LayoutOptions {
  delimiter?: string | undefined;
  /** Number of lines above the header. If given, nothing else is skipped above or below the table. */
  skipLines?: number | undefined;
  /** Whether the first line of the table contains the names of the columns. */
  header?: boolean | undefined;
  /** Names of the columns, which replace the names in the file. */
  names?: readonly string[] | undefined;
  totals?: 'drop' | 'keep' | undefined;
}

/** The header of a table. */
export interface HeaderLayout {
  /** Names that replace the names in the header; undefined to keep the names in the header. */
  names: readonly string[] | undefined;
  /** Index of the header record. */
  first: number;
  /** Index of the first data record. */
  row: number;
  decisions: readonly Decision[];
}

/** Layout of the beginning of a text. */
export interface Layout {
  delimiter: string;
  /** Names that replace those of the header; undefined: the names in the line at `from`. */
  names: readonly string[] | undefined;
  /** Offset of the rows if there are {@link names}, otherwise of the header; in characters. */
  from: number;
  /** True if fields are separated by one or more blanks. */
  isSpaced: boolean;
  /** Number of fields of most rows. */
  width: number;
  /** The first rows. */
  rows: readonly (readonly string[])[];
  decisions: readonly Decision[];
}

/** @param isWhole True if the text is the whole file. */
export function getLayout(text: string, isWhole: boolean, options: LayoutOptions = {}): Layout {
  const skipped = offsetOfLine(text, options.skipLines ?? 0);
  const rest = text.slice(skipped);
  const spaced = spacedRecords(rest, isWhole, options.delimiter);
  const { delimiter, records } =
    spaced ??
    (options.delimiter === undefined
      ? bestRecords(rest, isWhole)
      : { delimiter: options.delimiter, records: getRecords(rest, options.delimiter, { isWhole }) });
  const usual = mostCommon(records.map(({ fields }) => fields.length));
  const table = { delimiter, isSpaced: spaced !== undefined, width: usual };
  const { names, first, row, decisions } = getHeader(records, usual, options);
  const last = (names === undefined ? first : row) - 1;
  const from = skipped + (last < 0 ? 0 : (records[last] as TextRecord).end);
  const blanks: Decision[] = spaced ? [{ note: 'Fields are separated by blanks.', option: 'delimiter' }] : [];
  const head = records[first]?.fields ?? [];
  const all = records.slice(row);
  const hasEnd = isWhole && !spaced && usual > 1 && records.at(-1)?.end === rest.length;
  const isTailOmitted = hasEnd && options.skipLines === undefined;
  const above = isTailOmitted && rowsAbove(all, usual, /[\r\n]$/.test(rest), options.totals).rows;
  const rows = all.slice(0, above || all.length).map(({ fields }) => fields);
  const own = rows.filter((fields) => !isSame(fields, head));
  return { ...table, names, from, rows: own, decisions: [...blanks, ...decisions] };
}

function offsetOfLine(text: string, line: number): number {
  const lineEnd = /\r\n|\n|\r/g;
  for (let i = 0; i < line; i++) if (!lineEnd.exec(text)) return text.length;
  return lineEnd.lastIndex;
}

const isSame = (fields: readonly string[], otherNames: readonly string[]): boolean =>
  fields.length === otherNames.length && fields.every((field, i) => field === otherNames[i]);

const otherDelimiters = /[,;|"]/;

// Supports older files of the UCI repository, and lists of attributes such as those of CelebA.
function spacedRecords(text: string, isWhole: boolean, delimiter: string | undefined) {
  const isRequested = delimiter === ' ' && !text.includes('"');
  if (!isRequested && (delimiter !== undefined || otherDelimiters.test(text.slice(0, 1 << 12)))) return undefined;
  const records: TextRecord[] = [];
  const line = /([^\r\n]*)(\r\n|\n|\r|$)/y;
  while (line.lastIndex < text.length && records.length < 60) {
    const [, content = '', end = ''] = line.exec(text) as RegExpExecArray;
    if (end === '' && !isWhole) break;
    if (content.trim() !== '') records.push({ fields: content.trim().split(/[ \t]+/), end: line.lastIndex });
  }
  const usual = mostCommon(records.map(({ fields }) => fields.length));
  const rows = records.slice(records.findIndex(({ fields }) => fields.length === usual));
  const isTable =
    usual > 2 &&
    rows.length > 2 &&
    rows.every(({ fields }) => fields.length === usual) &&
    !otherDelimiters.test(text) &&
    rows.some(({ fields }) => fields.some(isNumber)) &&
    columnsOfNumbers(rows.slice(1));
  const isTabbed = text.includes('\t') && !isRequested;
  return isRequested || (isTable && !isTabbed) ? { delimiter: ' ', records } : undefined;
}

const columnsOfNumbers = (rows: readonly TextRecord[]): boolean =>
  (rows[0]?.fields ?? []).some((_, i) => rows.every(({ fields }) => isNumber(fields[i] ?? '')));

/** Finds the header among the first records, of which most have `usual` fields. */
export function getHeader(
  records: readonly Pick<TextRecord, 'fields'>[],
  usual: number,
  { skipLines, header, names: given }: LayoutOptions,
): HeaderLayout {
  const first = skipLines === undefined ? firstOfTable(records, usual) : 0;
  const head = records[first]?.fields ?? [];
  const rows = records.slice(first + 1);
  const decisions: Decision[] = [];
  if (first > 0) decisions.push({ note: linesAbove(first, records[0]?.fields ?? []), option: 'skipLines' });
  const isHeadless = header === undefined ? hasNoHeader(records.slice(first)) : header === false;
  if (given !== undefined) return { names: given, first, row: isHeadless ? first : first + 1, decisions };
  if (isHeadless) {
    if (header === undefined) decisions.push({ note: headless(usual), option: 'header' });
    return { names: numbered(Math.max(usual, head.length)), first, row: first, decisions };
  }
  if (header === true) return { names: undefined, first, row: first + 1, decisions };
  const { names, note } = completeNames(head, rows, usual);
  if (note !== undefined) decisions.push({ note, option: 'names' });
  return { names, first, row: first + 1, decisions };
}

// The header may have one name fewer than the rows have fields: R writes no name for row names.
function firstOfTable(records: readonly Pick<TextRecord, 'fields'>[], usual: number): number {
  if (usual < 2) return 0;
  const filled = (i: number) => (records[i]?.fields ?? []).filter((field) => field !== '').length;
  const widest = getMax(records.slice(0, 20).map((_, i) => filled(i)));
  const isTitle = (i: number): boolean => {
    const fields = records[i]?.fields ?? [];
    if (fields.length !== usual) return true;
    if (usual === 2) return fields[0] !== '' && fields[1] === '' && widest === 2;
    return filled(i) * 2 <= usual && filled(i) * 2 <= widest;
  };
  let first = records.findIndex((_, i) => !isTitle(i));
  if (first < 0) return 0;
  const before = records[first - 1];
  const names = before?.fields ?? [];
  const isShort = names.length === usual - 1 && usual > 2;
  const isLong = names.length === usual + 1;
  const isName = (name: string, i: number) => (name !== '' || i === usual) && !isNumber(name);
  if ((isShort || isLong) && names.every(isName)) first--;
  return first;
}

function completeNames(
  fields: readonly string[],
  rows: readonly Pick<TextRecord, 'fields'>[],
  usual: number,
): { names: string[] | undefined; note?: string } {
  if (fields.length === usual + 1 && fields[usual] === '') return { names: fields.slice(0, usual) };
  if (fields.length !== usual - 1 || fields.length < 2 || rows.length === 0) return { names: undefined };
  if (!rows.every((row) => row.fields.length === usual)) return { names: undefined };
  if (rows.every((row) => row.fields.at(-1) === '')) {
    const note = 'Every row ends in a delimiter that the header does not have.';
    return { names: [...fields, ''], note };
  }
  const note = 'The header has one name fewer than there are columns, so the first column was read as row names.';
  return { names: ['row', ...fields], note };
}

/** Numbers repeated names, without invisible characters: the second `age` becomes `age (2)`. */
export function distinctNames(input: readonly string[]): { names: string[]; decisions: Decision[] } {
  const names = input.map(tidy);
  const taken = new Set(names);
  const met = new Set<string>();
  const repeated = new Map<string, number>(); // the latest number of each name
  const distinct = names.map((name) => {
    if (name === '' || !met.has(name)) {
      met.add(name);
      return name;
    }
    let number = repeated.get(name) ?? 1;
    let own = name;
    while (taken.has(own)) own = `${name} (${++number})`;
    repeated.set(name, number);
    taken.add(own);
    return own;
  });
  const notes =
    repeated.size > 0 ? [`Columns with the same name were numbered: ${[...repeated.keys()].join(', ')}.`] : [];
  const decisions = [...notes, ...unnamed(names)];
  return { names: distinct, decisions: decisions.map((note) => ({ note, option: 'names' })) };
}

// A table with an index, as pandas writes it, or with empty columns.
function unnamed(names: readonly string[]): string[] {
  const indices = names.flatMap((name, i) => (name === '' ? [i + 1] : []));
  if (indices.length === 0 || indices.length === names.length) return [];
  const list = indices.slice(0, 6).join(', ') + (indices.length > 6 ? ', …' : '');
  return indices.length === 1
    ? [`Column ${list} has no name and was skipped.`]
    : [`Columns ${list} have no names and were skipped.`];
}

/**
 * True if the first record is a row like the others: it has numbers where the rows below have numbers, or all its
 * values occur again below, and no string is above a numeric column.
 */
function hasNoHeader(records: readonly Pick<TextRecord, 'fields'>[]): boolean {
  const [head, ...all] = records;
  const rows = all.filter(({ fields }) => !isSame(fields, head?.fields ?? []));
  if (!head || rows.length < 2 || isCounting(head.fields)) return false;
  const column = (i: number) => rows.map(({ fields }) => fields[i] ?? '').filter((value) => value !== '');
  const areNumbers = head.fields.map((_, i) => column(i).length > 0 && column(i).every(isNumber));
  if (head.fields.some((name, i) => name !== '' && !isNumber(name) && areNumbers[i])) return false;
  if (head.fields.some((name, i) => isNumber(name) && areNumbers[i])) return true;
  return rows.length >= 20 && head.fields.every((name, i) => column(i).includes(name));
}

/** True for 0, 1, 2, …, which pandas writes above columns without names. */
const isCounting = (fields: readonly string[]): boolean =>
  [0, 1].some((from) => fields.every((name, i) => name === String(i + from)));

const isNumber = (text: string): boolean => text !== '' && Number.isFinite(Number(text.replace(',', '.')));

const numbered = (count: number): string[] => Array.from({ length: count }, (_, i) => `column ${i + 1}`);

const headless = (count: number) =>
  `There is no line of column names: the first line looks like data. The ${count} columns were numbered.`;

const linesAbove = (count: number, first: readonly string[]): string =>
  `${count === 1 ? 'A line' : `${count} lines`} above the table ${count === 1 ? 'was' : 'were'} skipped: ${quoted(first)}`;

const quoted = (fields: readonly string[]): string => {
  const text = fields.filter((field) => field !== '').join(', ');
  return `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”.`;
};

/** The part of a text below the table. */
export interface Tail {
  /** Number of characters at the end that are not part of the table. */
  length: number;
  decisions: Decision[];
}

const total = /^(?:grand |sub)?(?:totals?|sum|summe|gesamt(?:summe)?|insgesamt|somme|totale|suma|average|mean)\b/i;
const fullTotal =
  /^(?:(?:grand )?totals?|sum|summe|gesamt(?:summe)?|insgesamt|somme|totale|suma|average|mean|mittelwert|durchschnitt|moyenne|promedio|m[eé]dia)$/i;
const remark = /^(?:notes?|sources?|\*|#|†)|:/i;
/** Beginnings of remarks that are written across several columns, because they contain a delimiter. */
const wideRemark =
  /^(?:[*†‡§#]+\s*\p{L}|(?:foot)?notes?\b|(?:sources?|caution|disclaimer|quelle|hinweis|anmerkung|fuente|nota|fonte)\s*:)/iu;
const maxBelow = 5;

/** Finds a remark or a total at the end of a text, which may begin within a row. */
export function getTail(
  text: string,
  { delimiter, isSpaced, width }: Pick<Layout, 'delimiter' | 'isSpaced' | 'width'>,
  totals: 'drop' | 'keep' | undefined,
): Tail {
  const none = { length: 0, decisions: [] };
  if (isSpaced || width < 2) return none;
  const begin = text.search(/[\r\n]/) + 1; // the first line may be incomplete
  const records = getRecords(text.slice(begin), delimiter, { isWhole: true, max: 1e4 });
  const { rows, decisions } = rowsAbove(records, width, /[\r\n]$/.test(text), totals);
  if (rows === records.length) return { ...none, decisions };
  if (rows < 2) return none;
  return { length: text.length - begin - (records[rows - 1] as TextRecord).end, decisions };
}

type Row = Pick<TextRecord, 'fields' | 'isBelowBlank'>;

const isFilled = (field: string): boolean => field !== '';
const isBlank = ({ fields }: Row): boolean => !fields.some(isFilled);

/**
 * Returns the number of records that are rows of the table, without a remark or a total below.
 *
 * @param isComplete True if the last record ends in a line break; a truncated record is not a remark.
 * @param totals Whether totals are rows.
 */
export function rowsAbove(
  records: readonly Row[],
  width: number,
  isComplete: boolean,
  totals: 'drop' | 'keep' = 'drop',
): { rows: number; decisions: Decision[] } {
  // A category may be called total.
  const isValue = (text: string) => records.slice(0, -1).some(({ fields }) => fields[0] === text);
  const firstBelow = belowBlank(records);
  let rows = records.length;
  let below: readonly string[] | undefined;
  let option: Decision['option'];
  for (let skipped = 0; rows > 0; rows--) {
    const { fields } = records[rows - 1] as Row;
    const filled = fields.filter(isFilled);
    if (filled.length === 0) continue;
    const isShort = fields.length !== width;
    const isText = isShort && filled.length === 1 && isComplete && /\s/.test(fields[0] as string);
    const isRemark =
      ((isShort || filled.length === 1) && remark.test(fields[0] as string)) ||
      (filled.length === 1 && rows > firstBelow && isComplete && !occursAbove(records, rows - 1)) ||
      isWideRemark(records, rows - 1, width, rows > firstBelow);
    const isWhole = rows === records.length && fullTotal.test(fields[0] as string) && !isValue(fields[0] as string);
    const isTotal = isWhole || (filled.length < width && total.test(filled[0] as string));
    const isTotalRow = isTotal && !isShort && !isRemark;
    if (!isText && !isRemark && !isTotal) break;
    if (isTotalRow && totals === 'keep') break;
    below = fields;
    option = isTotalRow ? 'totals' : 'skipLines';
    if (++skipped > maxBelow) return { rows: records.length, decisions: [] };
  }
  if (!below) return { rows: records.length, decisions: strangeRow(records, width) };
  const note = `Text below the table was skipped: ${quoted(below)}`;
  return { rows, decisions: [{ note, option }] };
}

/** True if the only value of a record occurs in an earlier record, as the group of a person without other values may. */
function occursAbove(records: readonly Row[], index: number): boolean {
  const { fields } = records[index] as Row;
  const column = fields.findIndex(isFilled);
  return records.slice(0, index).some((each) => each.fields[column] === fields[column]);
}

/** Returns the index of the first of the last records that has a blank row above; their number if there is none. */
function belowBlank(records: readonly Row[]): number {
  const first = Math.max(1, records.length - maxBelow);
  for (let i = first; i < records.length; i++) {
    if (records[i]?.isBelowBlank || isBlank(records[i - 1] as Row)) return i;
  }
  return records.length;
}

/**
 * True if a record that fills several columns is not a row: it reads like a remark, or like a sentence below a blank row,
 * its beginning is unlike all other rows, and it has no value in common with them in the columns of few values.
 */
function isWideRemark(records: readonly Row[], index: number, width: number, isBelow: boolean): boolean {
  const { fields } = records[index] as Row;
  const [first = ''] = fields;
  if (fields.length !== width || !(wideRemark.test(first) || (isBelow && /\p{L}\s+\p{L}/u.test(first)))) return false;
  const others = records.slice(0, index).filter((each) => each.fields.length === width && !isBlank(each));
  if (others.some(({ fields: [other = ''] }) => wideRemark.test(other))) return false;
  return strangeColumns(others, fields) > 0;
}

const maxFew = 12;

/**
 * Returns the number of columns of few values, if the fields of a record differ from all their values; otherwise 0. A
 * column has few values if they occur twice on average.
 */
function strangeColumns(others: readonly Row[], fields: readonly string[]): number {
  let columns = 0;
  for (const [i, field] of fields.entries()) {
    const values = others.flatMap((other) => (other.fields[i] === '' ? [] : [other.fields[i]]));
    const distinct = new Set(values);
    if (distinct.size === 0 || distinct.size > maxFew || distinct.size * 2 > values.length) continue;
    if (field === '' || distinct.has(field)) return 0;
    columns++;
  }
  return columns;
}

const enoughRows = 8;

/** Returns a note about a last row that may be a remark; the row is read. */
function strangeRow(records: readonly Row[], width: number): Decision[] {
  const last = records.at(-1);
  const others = records.slice(0, -1).filter((each) => each.fields.length === width && !isBlank(each));
  if (!last || others.length < enoughRows || last.fields.length !== width) return [];
  if (!/\p{L}\s+\p{L}/u.test(last.fields[0] ?? '') || strangeColumns(others, last.fields) < 2) return [];
  const note = `The last row was read, although its values occur in no other row: ${quoted(last.fields)} Delete it if it is a remark.`;
  return [{ note }];
}
