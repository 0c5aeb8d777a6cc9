// SPDX-License-Identifier: Apache-2.0
//
// A sheet of an .xlsx workbook as a table: the requested sheet, or the first visible sheet with a table.

import { badFile } from '../byte-input.js';
import { type CodedBatch, type CsvOptions, noteBlankRows } from '../coded-csv.js';
import { getHeader, rowsAbove } from '../intake/layout.js';
import { personNotes } from '../intake/people.js';
import { type Decision, recorded } from '../intake/record.js';
import { tidy } from '../value.js';
import { numberedColumns, plainValue, type Wanted, wantedColumns } from './columns.js';
import { readable } from './source.js';
import { attribute, getTags } from './xml.js';
import { type Archive, textIn } from './zip.js';

type Cell = string | number | boolean;
type Options = Wanted &
  Pick<
    CsvOptions,
    | 'sheet'
    | 'onIntake'
    | 'skipLines'
    | 'header'
    | 'names'
    | 'decimal'
    | 'thousands'
    | 'percent'
    | 'blankRows'
    | 'totals'
  >;

interface Sheet {
  name: string;
  path: string;
  isVisible: boolean;
}

export async function* readWorkbook(archive: Archive, options: Options): AsyncGenerator<CodedBatch, void, undefined> {
  const table = await readable('a complete .xlsx workbook', () => chosenTable(archive, options));
  const { sheet, names, rows, others } = table;
  if (rows.length === 0) throw badFile('a header and at least one row of data', 'fewer rows');
  const all: Decision[] = [...table.decisions];
  if (others.length > 0 && options.sheet === undefined) {
    const note = `Sheet “${sheet.name}” was read; the workbook also has ${others.join(', ')}.`;
    all.push({ note, option: 'sheet' });
  }
  const first = rows.slice(0, 60);
  const add = (decisions: readonly Decision[]) => {
    for (const decision of decisions) all.push(decision);
  };
  add(personNotes(names, (index) => first.map((row) => row[index]), options.columns));
  const matches = wantedColumns(names, { ...options, onNames: add });
  const columns = matches.map(([name, position]) => [
    name,
    numberedColumns(
      rows.map((row, i) => plainValue(row[position] ?? null, name, i)),
      name,
      options,
      all,
    ),
  ]);
  const intake = { format: 'workbook', sheet: sheet.name };
  options.onIntake?.(recorded(intake, all));
  noteBlankRows(intake, all, table.blankRows, options);
  yield { firstRow: 0, columns: Object.fromEntries(columns) };
}

interface SheetTable {
  sheet: Sheet;
  names: string[];
  rows: (Cell | undefined)[][];
  blankRows: number;
  decisions: readonly Decision[];
  others: string[];
}

function chosenTable(archive: Archive, options: Options): SheetTable {
  const book = new Workbook(archive);
  const visible = book.sheets.filter(({ isVisible }) => isVisible);
  const requested = options.sheet;
  const candidates =
    requested === undefined
      ? visible
      : [book.sheets.find(({ name }) => name === requested) ?? visible[Number(requested) - 1]];
  if (requested !== undefined && candidates[0] === undefined) {
    const names = book.sheets.map(({ name }) => name).join(', ');
    throw badFile(`a sheet among ${names}`, `no sheet ${requested}`);
  }
  let best: SheetTable | undefined;
  for (const sheet of candidates as Sheet[]) {
    const others = visible.filter((each) => each !== sheet).map(({ name }) => name);
    const { cells, numbers, notes } = book.cells(sheet);
    const result = getTable(cells, numbers, options);
    const decisions = [...result.decisions, ...notes.map((note) => ({ note }))];
    const table = { sheet, others, ...result, decisions };
    const isTable = table.names.length > 1 && table.rows.length > 0;
    const isBetter = !best || (isTable && best.names.length < 2);
    if (isBetter) best = table;
    if (isTable && (options.columns ?? []).every((name) => table.names.map(tidy).includes(tidy(name)))) return table;
  }
  if (!best) throw badFile('a workbook with a visible sheet', 'none');
  return best;
}

/** Finds the table in the cells of a sheet, from the cells and the numbers of its rows. */
function getTable(
  grid: readonly (readonly (Cell | undefined)[])[],
  numbers: readonly number[],
  options: Options,
): Pick<SheetTable, 'names' | 'rows' | 'blankRows' | 'decisions'> {
  const used = new Set(grid.flatMap((row) => Object.keys(row).map(Number)));
  const indices = [...used].sort((a, b) => a - b);
  const records = grid.map((row, i) => ({
    fields: indices.map((index) => (row[index] === undefined ? '' : String(row[index]).trim())),
    isBelowBlank: i > 0 && (numbers[i] as number) - (numbers[i - 1] as number) > 1,
  }));
  const width = indices.length;
  const from = options.skipLines ?? 0;
  const layout = getHeader(records.slice(from, from + 60), width, options);
  const first = from + layout.first;
  const row = from + layout.row;
  const { rows: count, decisions } =
    options.skipLines === undefined
      ? rowsAbove(records.slice(row), width, true, options.totals)
      : { rows: records.length - row, decisions: [] };
  const kept = indices.flatMap((place, i) =>
    records.slice(first, row + count).some(({ fields }) => fields[i] !== '') ? [{ place, i }] : [],
  );
  const header = records[first]?.fields ?? [];
  if (options.names && options.names.length !== kept.length)
    throw badFile(`${options.names.length} columns, one for each name`, `${kept.length}`);
  const rows = grid.slice(row, row + count).map((cells) => kept.map(({ place }) => cells[place]));
  const ofRows = numbers.slice(row, row + count);
  const isKept = options.blankRows === 'keep';
  return {
    names: kept.map(({ i }, k) => options.names?.[k] ?? layout.names?.[i] ?? header[i] ?? ''),
    rows: isKept ? withBlankRows(rows, ofRows) : rows,
    blankRows: isKept ? 0 : Math.max(0, (ofRows.at(-1) ?? 0) - (ofRows[0] ?? 0) + 1 - count),
    decisions: [...layout.decisions, ...decisions],
  };
}

/** Returns the rows of a sheet with blank rows between them, which it does not store. */
function withBlankRows<Row>(rows: readonly Row[][], numbers: readonly number[]): Row[][] {
  const all: Row[][] = [];
  rows.forEach((row, i) => {
    const blank = i === 0 ? 0 : (numbers[i] as number) - (numbers[i - 1] as number) - 1;
    for (let k = 0; k < blank; k++) all.push([]);
    all.push(row);
  });
  return all;
}

const maxRow = 1048576;
const maxColumn = 16384;
const maxCells = 1 << 22;
const day = 86_400_000; // milliseconds

class Workbook {
  readonly sheets: Sheet[];
  readonly #archive: Archive;
  readonly #shared: string[];
  readonly #dateStyles: boolean[];
  readonly #firstDay: number;

  constructor(archive: Archive) {
    this.#archive = archive;
    const path = getPart(archive, '', 'officeDocument') ?? 'xl/workbook.xml';
    const workbook = textIn(archive, path);
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const targets = getRelations(archive, path);
    this.sheets = [];
    let is1904 = false;
    for (const { name, attributes } of getTags(workbook)) {
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attribute(attributes, 'date1904') ?? '');
      if (name !== 'sheet') continue;
      const target = targets.get(attribute(attributes, 'id') ?? '');
      if (target === undefined || /chartsheet|dialogsheet/.test(target.type)) continue;
      this.sheets.push({
        name: attribute(attributes, 'name') ?? '',
        path: target.path,
        isVisible: !/hidden/i.test(attribute(attributes, 'state') ?? ''),
      });
    }
    this.#firstDay = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
    const part = (type: string, usual: string) =>
      [...targets.values()].find((each) => each.type.endsWith(`/${type}`))?.path ?? folder + usual;
    const texts = this.#optional(part('sharedStrings', 'sharedStrings.xml'));
    this.#shared = texts === undefined ? [] : getStrings(texts);
    const styles = this.#optional(part('styles', 'styles.xml'));
    this.#dateStyles = styles === undefined ? [] : getDateStyles(styles);
  }

  #optional(path: string): string | undefined {
    return this.#archive.has(path) ? textIn(this.#archive, path) : undefined;
  }

  /** Returns the nonempty rows, with columns as indices. Vertically merged cells have the value of the first cell. */
  cells({ path }: Sheet): { cells: (Cell | undefined)[][]; numbers: number[]; notes: string[] } {
    const xml = textIn(this.#archive, path);
    const rows = new Map<number, (Cell | undefined)[]>();
    let row = 0;
    let column = 0;
    let lastRow = 0;
    let lastColumn = 0;
    let cell = '';
    let value = '';
    let isInSkipped = false;
    let isFormula = false;
    let hidden = 0;
    let uncomputed = 0;
    for (const { name, attributes, isEnd, isEmpty, before } of getTags(xml)) {
      if (name === 'row' && !isEnd) {
        row = Number(attribute(attributes, 'r') ?? row + 1);
        column = 0;
        if (/^(?:1|true)$/.test(attribute(attributes, 'hidden') ?? '')) hidden++;
        if (!(row >= 1 && row <= maxRow)) throw new Error(`row ${row}`);
      } else if (name === 'c' && !isEnd) {
        const place = attribute(attributes, 'r');
        column = place === undefined ? column + 1 : getColumn(place);
        if (!(column >= 1 && column <= maxColumn)) throw new Error(`column ${column}`);
        cell = attributes;
        value = '';
        isFormula = false;
      } else if (name === 'f') isFormula = true;
      else if (name === 'rPh') isInSkipped = !isEnd && !isEmpty;
      else if ((name === 'v' || (name === 't' && !isInSkipped)) && isEnd) value += unescaped(before);
      if (name !== 'c' || !(isEnd || isEmpty)) {
        if (name === 'mergeCell' && !isEnd) fillDown(rows, attribute(attributes, 'ref') ?? '');
        continue;
      }
      if (isFormula && value === '') uncomputed++;
      const result = this.#valueOf(cell, value);
      if (result === undefined) continue;
      const cells = rows.get(row) ?? [];
      rows.set(row, cells);
      cells[column - 1] = result;
      lastRow = Math.max(lastRow, row);
      lastColumn = Math.max(lastColumn, column);
      if (lastRow * lastColumn > maxCells + xml.length) throw new Error('far more cells than bytes');
    }
    const sorted = [...rows].sort(([a], [b]) => a - b);
    const cells = sorted.map(([, each]) => each);
    const numbers = sorted.map(([number]) => number);
    return { cells, numbers, notes: cellNotes(hidden, uncomputed) };
  }

  #valueOf(cell: string, value: string): Cell | undefined {
    if (value.trim() === '') return undefined;
    const type = attribute(cell, 't') ?? 'n';
    if (type === 's') {
      const text = this.#shared[Number(value)];
      if (text === undefined) throw new Error(`no shared string ${value}`);
      return text.trim() === '' ? undefined : text;
    }
    if (type === 'b') return value.trim() === '1' || value.trim() === 'true';
    if (type !== 'n') return value;
    const number = Number(value);
    if (Number.isNaN(number)) return value;
    if (!this.#dateStyles[Number(attribute(cell, 's') ?? 0)]) return number;
    const date = new Date(this.#firstDay + Math.round(number * day));
    return Number.isNaN(date.getTime()) ? number : date.toISOString().replace('T00:00:00.000Z', '');
  }
}

function cellNotes(hidden: number, uncomputed: number): string[] {
  const notes: string[] = [];
  if (hidden > 0) notes.push(`Rows that a filter hides were read too: ${hidden}.`);
  if (uncomputed > 0)
    notes.push(`Formulas without a stored result are missing values: ${uncomputed}. Open and save the workbook first.`);
  return notes;
}

const letters = /^\$?([A-Z]{1,7})\$?(\d+)$/i;

function getColumn(path: string): number {
  const [, name = ''] = letters.exec(path) ?? [];
  let column = 0;
  for (const letter of name.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}

function fillDown(rows: Map<number, (Cell | undefined)[]>, ref: string): void {
  const [from = '', to = ''] = ref.split(':');
  const column = getColumn(from);
  if (column < 1 || getColumn(to) !== column) return;
  const [first, last] = [from, to].map((path) => Number(letters.exec(path)?.[2]));
  const value = rows.get(first as number)?.[column - 1];
  if (value === undefined) return;
  for (let row = (first as number) + 1; row <= Math.min(last as number, maxRow); row++) {
    const cells = rows.get(row);
    if (cells) cells[column - 1] ??= value;
  }
}

interface Target {
  path: string;
  type: string;
}

function getRelations(archive: Archive, part: string): Map<string, Target> {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const path = `${folder}_rels/${part.slice(slash)}.rels`;
  const targets = new Map<string, Target>();
  if (!archive.has(path)) return targets;
  for (const { name, attributes, isEnd } of getTags(textIn(archive, path))) {
    if (name !== 'Relationship' || isEnd) continue;
    const target = attribute(attributes, 'Target') ?? '';
    const whole = target.startsWith('/') ? target.slice(1) : folder + target;
    targets.set(attribute(attributes, 'Id') ?? '', {
      path: resolved(whole),
      type: attribute(attributes, 'Type') ?? '',
    });
  }
  return targets;
}

/** Returns a path without its "." and ".." segments. */
function resolved(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

const getPart = (archive: Archive, part: string, type: string): string | undefined =>
  [...getRelations(archive, part).values()].find((each) => each.type.endsWith(`/${type}`))?.path;

function getStrings(xml: string): string[] {
  const texts: string[] = [];
  let text = '';
  let isPhonetic = false;
  for (const { name, isEnd, isEmpty, before } of getTags(xml)) {
    if (name === 'si' && !isEnd) text = '';
    if (name === 'si' && (isEnd || isEmpty)) texts.push(text);
    if (name === 'rPh') isPhonetic = !isEnd && !isEmpty;
    if (name === 't' && isEnd && !isPhonetic) text += unescaped(before);
  }
  return texts;
}

// Excel writes characters that XML does not allow as _x000D_.
const unescaped = (text: string): string =>
  text.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Returns whether each cell style is a date. */
function getDateStyles(xml: string): boolean[] {
  const formats = new Map<string, boolean>();
  const styles: boolean[] = [];
  let isInCells = false;
  for (const { name, attributes, isEnd } of getTags(xml)) {
    if (name === 'cellXfs') isInCells = !isEnd;
    if (isEnd) continue;
    if (name === 'numFmt') {
      const code = (attribute(attributes, 'formatCode') ?? '').replace(/"[^"]*(?:"|$)|\\.|\[[^\]]*(?:\]|$)/g, '');
      formats.set(attribute(attributes, 'numFmtId') ?? '', /[ymdhs]/i.test(code.split(';')[0] ?? ''));
    }
    if (name !== 'xf' || !isInCells) continue;
    const id = attribute(attributes, 'numFmtId') ?? '0';
    const number = Number(id);
    const isUsual = (number >= 14 && number <= 22) || (number >= 27 && number <= 36) || (number >= 45 && number <= 58);
    styles.push(formats.get(id) ?? (isUsual && number !== 48 && number !== 49));
  }
  return styles;
}
