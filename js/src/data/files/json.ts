// SPDX-License-Identifier: Apache-2.0
//
// JSON documents as tables: an array of objects or of rows, an object of columns, and the layouts that pandas writes.

import { tooLarge } from '../../core/error.js';
import { getMax } from '../../core/extremes.js';
import { shown } from '../../core/options.js';
import { badFile } from '../byte-input.js';
import type { CodedBatch, CsvOptions } from '../coded-csv.js';
import { personNotes } from '../intake/people.js';
import { type Decision, listed } from '../intake/record.js';
import { numberedColumns, plainValue, type Wanted, wantedColumns } from './columns.js';
import { flattened, isNested } from './leaves.js';

type Table = readonly (readonly [name: string, values: readonly unknown[]])[];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const expected = 'JSON with an array of objects, an object of columns, or one object per line';

/** True if an object contains objects or lists, such as columns. */
export const hasNested = (value: unknown): boolean => isObject(value) && Object.values(value).some(isNested);

/** The options for documents. */
type Options = Wanted & Pick<CsvOptions, 'sheet' | 'decimal' | 'thousands'>;

/**
 * Parses JSON, in which Python also writes NaN and Infinity: both are missing values. A string is never changed.
 *
 * @throws SyntaxError for other text.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!/\b(?:NaN|Infinity)\b/.test(text)) throw error;
    return JSON.parse(withoutNaN(text));
  }
}

function withoutNaN(text: string): string {
  const parts: string[] = [];
  for (let from = 0; from < text.length; ) {
    const quote = text.indexOf('"', from);
    const end = quote < 0 ? text.length : quote;
    parts.push(text.slice(from, end).replace(/-?\b(?:NaN|Infinity)\b/g, 'null'));
    from = end;
    if (quote < 0) break;
    for (from++; from < text.length && text[from] !== '"'; from++) if (text[from] === '\\') from++;
    parts.push(text.slice(end, ++from));
  }
  return parts.join('');
}

/** Reads a whole JSON document. Calls `onDecisions` with the decisions about its columns. */
export function* readJson(
  value: unknown,
  wanted: Options,
  onDecisions: (decisions: readonly Decision[]) => void,
): Generator<CodedBatch> {
  const lists = new Set<string>();
  const table = getTable(value, wanted, lists);
  const length = getMax(
    table.map(([, values]) => values.length),
    0,
  );
  if (length === 0) throw badFile('at least one row of data', 'none');
  const names = table.map(([name]) => name);
  const decisions = personNotes(names, (index) => table[index]?.[1].slice(0, 60) ?? [], wanted.columns);
  const columns = wantedColumns(names, wanted).map(([name, position]) => {
    const [, values = []] = table[position] ?? [];
    const column = Array.from({ length }, (_, row) => plainValue(values[row], name, row));
    return [name, numberedColumns(column, name, wanted, decisions)];
  });
  onDecisions([...decisions, ...listNotes(lists)]);
  yield { firstRow: 0, columns: Object.fromEntries(columns) };
}

const maxColumns = 1 << 14;
const maxCells = 1 << 26;

/** Throws `tooLarge` for a table that has far more cells than values. */
export function requireSize(rows: number, columns: number): void {
  if (columns > maxColumns) throw tooLarge('file', `at most ${maxColumns} columns`, `${columns}`);
  if (rows * columns > maxCells)
    throw tooLarge('file', `at most ${maxCells} values`, `${rows} rows of ${columns} columns`);
}

/** Returns the note about lists, which are not values of columns. */
export const listNotes = (lists: ReadonlySet<string>): Decision[] =>
  lists.size === 0 ? [] : [{ note: `Lists were not read: ${listed(lists)}.` }];

function getTable(value: unknown, wanted: Options, skipped: Set<string>): Table {
  if (Array.isArray(value)) return fromRows(value, wanted, skipped);
  if (!isObject(value)) throw badFile(expected, shown(value));
  const { columns, data } = value;
  if (Array.isArray(columns) && Array.isArray(data) && data.every(Array.isArray)) {
    const names = columns.map((each) => (Array.isArray(each) ? each.join(' ') : String(each)));
    return names.map((name, i) => [name, data.map((row) => row[i])]);
  }
  const lists = Object.entries(value).filter(
    ([, each]) => Array.isArray(each) && each.length > 0 && each.every(isObject),
  );
  if (lists.length > 0) return fromRows(chosenList(lists, wanted) as readonly unknown[], wanted, skipped);
  const entries = Object.entries(value);
  if (entries.every(([, each]) => Array.isArray(each))) return entries as unknown as Table;
  if (entries.every(([, each]) => isObject(each))) {
    const rows = [...new Set(entries.flatMap(([, each]) => Object.keys(each as object)))];
    return entries.map(([name, each]) => [name, rows.map((row) => (each as Record<string, unknown>)[row])]);
  }
  return fromRows([value], wanted, skipped);
}

/** Returns the only list, the list that `sheet` names, or the only list with the requested columns. */
function chosenList(lists: [string, unknown][], { sheet, columns = [] }: Options): unknown {
  const matching = lists.filter(([name, rows], i) => {
    if (sheet !== undefined) return name === sheet || i + 1 === sheet;
    const [first] = rows as readonly object[];
    return lists.length === 1 || columns.every((each) => Object.hasOwn(first as object, each));
  });
  if (matching.length === 1) return matching[0]?.[1];
  const names = lists.map(([name]) => name).join(', ');
  const result = sheet === undefined ? `${lists.length} lists` : `no list ${sheet}`;
  throw badFile(`JSON with one list, or the option sheet with one of ${names}`, result);
}

function fromRows(rows: readonly unknown[], { columns: requested }: Options, lists: Set<string>): Table {
  const [first] = rows;
  if (Array.isArray(first) && rows.every(Array.isArray)) {
    const isHeader = first.every((name) => typeof name === 'string');
    const data = (isHeader ? rows.slice(1) : rows) as unknown[][];
    return first.map((name, i) => [isHeader ? name : `column ${i + 1}`, data.map((row) => row[i])]);
  }
  const invalidIndex = rows.findIndex((row) => !isObject(row));
  if (invalidIndex >= 0) throw badFile(expected, shown(rows[invalidIndex]), invalidIndex);
  const flat = rows.map((row) => flattened(row as Readonly<Record<string, unknown>>, { lists, requested }));
  const names = new Set<string>();
  for (const row of flat) for (const name of Object.keys(row)) names.add(name);
  requireSize(rows.length, names.size);
  return [...names].map((name) => [name, flat.map((row) => valueAt(row, name))]);
}

/** Returns a value of a row that may lack it. */
export const valueAt = (row: object, name: string): unknown =>
  Object.hasOwn(row, name) ? (row as Readonly<Record<string, unknown>>)[name] : null;
