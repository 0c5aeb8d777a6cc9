// SPDX-License-Identifier: Apache-2.0
//
// The results of a log of an evaluation as a table: one row per sample and run, with the columns item, model, and run,
// the variables of the item, and the scores. Errors and samples without a score are missing values.

import { tooLarge } from '../../core/error.js';
import { badFile } from '../byte-input.js';
import { type CodedBatch, indexOfColumn } from '../coded-csv.js';
import { leavesOf } from '../files/leaves.js';
import { type Decision, type Intake, listed, recorded, type Undecided } from '../intake/record.js';

/** One result of a log. */
export interface LogRow {
  item: string;
  model?: string | undefined;
  run?: string | number | undefined;
  /** The prompt, which is a further part of the item if the log has several. */
  prompt?: string | undefined;
  /** Variables or metadata of the item. Nested values are named with dots. */
  fields: object;
  /** The scores by name, as the tool wrote them. */
  scores: Readonly<Record<string, unknown>>;
  /** Why there is no score: the model or the tool failed. */
  isError?: boolean | undefined;
}

/** Collects the lines of a log, or the entries of a document. */
export interface LogReader {
  add(value: unknown): void;
  finish(): LogTable;
}

/** The names of columns and the rule for scores in the logs of a tool. */
export interface LogKind {
  tool: string;
  /** Names of the tool for the columns item, model, and run, and for scores. */
  aliases: Readonly<Record<string, string>>;
  /** Prefix of fields whose name is taken by another column. */
  prefix: string;
  /** Whether the item does not depend on the fields, which are variants of it. */
  isItemApart?: true;
  /** The score to use if no score is named. Default: the only score. */
  mainScore?: string;
  /** Returns the number for the texts of a score; undefined if a text is not a score. */
  toScore?(text: string): number | null | undefined;
}

type Cell = string | number | boolean | null;

const maxColumns = 1 << 14;
const maxCells = 1 << 26;
/** For each variable, a column identifies the case that differs only in this variable. */
const maxOthers = 12;
const others = 'all except ';

/** Collects the rows of a log. */
export class LogTable {
  readonly kind: LogKind;
  #rows = 0;
  readonly #fields = new Map<string, Cell[]>();
  readonly #scores = new Map<string, Cell[]>();
  readonly #items: string[] = [];
  readonly #models: (string | null)[] = [];
  readonly #runs: (string | number | null)[] = [];
  readonly #prompts: (string | null)[] = [];
  readonly #lists = new Set<string>();
  readonly #known = new Set<string>(); // names of all fields
  readonly #notes: string[] = [];
  #errors = 0;
  #unscored = 0;
  readonly #isWanted: (name: string) => boolean;

  /** @param columns The names of the columns to read. Default: all. */
  constructor(kind: LogKind, columns: readonly string[] | undefined) {
    this.kind = kind;
    const isAll = columns === undefined || columns.some((name) => name.startsWith(others));
    this.#isWanted = (name) => isAll || columns.some((each) => name === each || name.endsWith(`.${each}`));
  }

  get length(): number {
    return this.#rows;
  }

  /** Reports the table as a file that was read. */
  record(intake: Undecided, decisions: readonly Decision[]): Intake {
    return recorded({ ...intake, log: { tool: this.kind.tool, models: this.models } }, decisions);
  }

  /** The different models. */
  get models(): string[] {
    return [...new Set(this.#models)].filter((model) => model !== null);
  }

  /** Removes the prompts from the items. */
  ignorePrompts(): void {
    this.#prompts.fill(null);
  }

  note(text: string): void {
    if (!this.#notes.includes(text)) this.#notes.push(text);
  }

  /** Returns the fields to keep, with nested values named with dots. */
  wantedFields(fields: object): Record<string, Cell> {
    const leaves = [...leavesOf(fields, { lists: this.#lists })] as [string, Cell][];
    for (const [name] of leaves) this.#known.add(name);
    if (this.#known.size > maxColumns) throw tooLarge('file', `at most ${maxColumns} columns`, 'more', this.#rows);
    return Object.fromEntries(
      leaves.filter(([name]) => this.#isWanted(name) || this.#isWanted(this.kind.prefix + name)),
    );
  }

  add({ item, model, run, prompt, fields, scores, isError = false }: LogRow): void {
    const row = this.#rows++;
    this.#items.push(item);
    this.#models.push(model ?? null);
    this.#runs.push(run ?? null);
    this.#prompts.push(prompt ?? null);
    for (const [name, value] of Object.entries(this.wantedFields(fields))) this.#set(this.#fields, name, row, value);
    let isScored = false;
    for (const [name, value] of leavesOf(scores, { lists: this.#lists })) {
      const given = isError ? null : (value as Cell);
      this.#set(this.#scores, name, row, given);
      isScored ||= given !== null;
    }
    if (isError) this.#errors++;
    else if (!isScored) this.#unscored++;
  }

  #set(columns: Map<string, Cell[]>, name: string, row: number, value: Cell): void {
    let column = columns.get(name);
    if (!column) {
      if (columns.size === maxColumns) throw tooLarge('file', `at most ${maxColumns} columns`, 'more', row);
      column = [];
      columns.set(name, column);
    }
    if (columns.size * row > maxCells) throw tooLarge('file', `at most ${maxCells} values`, 'more', row);
    while (column.length < row) column.push(null);
    column[row] = value;
  }

  /** Returns the columns and the decisions about them. */
  finish(columns: readonly string[] | undefined): { batch: CodedBatch; decisions: Decision[] } {
    if (this.#rows === 0) throw badFile(`results in the log of ${this.kind.tool}`, 'none');
    const table = this.#table();
    const names = [...table.keys()];
    const requested = columns ?? names;
    const matches = requested.map((name) => [name, this.#column(name, table, names)]);
    return { batch: { firstRow: 0, columns: Object.fromEntries(matches) }, decisions: this.#decisions() };
  }

  /** Returns functions that create the columns, by name. */
  #table(): Map<string, () => Cell[]> {
    const filled = (column: Cell[]) => {
      while (column.length < this.#rows) column.push(null);
      return column;
    };
    const table = new Map<string, () => Cell[]>();
    const isPrompted = this.#hasPrompts;
    const results = new Map<string, () => Cell[]>([
      ['item', () => (isPrompted ? this.#items.map((item, i) => `${item} ${this.#prompts[i] ?? ''}`) : this.#items)],
    ]);
    if (isPrompted) results.set('prompt', () => this.#prompts);
    if (this.models.length > 0) results.set('model', () => this.#models);
    if (this.#runs.some((run) => run !== null)) results.set('run', () => this.#runs);
    for (const [name, column] of this.#scores) {
      results.set(results.has(name) ? `${name} (score)` : name, () => this.#toScores(filled(column)));
    }
    const fields = [...this.#fields.keys()];
    for (const name of fields) {
      table.set(results.has(name) ? this.kind.prefix + name : name, () => filled(this.#fields.get(name) as Cell[]));
    }
    if (!this.kind.isItemApart && fields.length > 1 && fields.length <= maxOthers) {
      for (const name of fields) table.set(others + name, () => this.#allExcept(name));
    }
    for (const [name, column] of results) table.set(name, column);
    return table;
  }

  get #hasPrompts(): boolean {
    return new Set(this.#prompts.filter((prompt) => prompt !== null)).size > 1;
  }

  #allExcept(name: string): Cell[] {
    const columns = [...this.#fields].flatMap(([other, column]) => (other === name ? [] : [column]));
    const isPrompted = this.#hasPrompts;
    return this.#items.map((_, row) => {
      const values = columns.map((column) => column[row] ?? null);
      return JSON.stringify(isPrompted ? [...values, this.#prompts[row]] : values);
    });
  }

  // A score is converted as a whole: letters of answers are not scores.
  #toScores(column: Cell[]): Cell[] {
    const { toScore = () => undefined } = this.kind;
    const texts = new Map<string, number | null | undefined>();
    for (const value of column) if (typeof value === 'string') texts.set(value, toScore(value));
    const isScore = [...texts.values()].every((number) => number !== undefined);
    return column.map((value) => {
      if (typeof value === 'boolean') return Number(value);
      return typeof value === 'string' && isScore ? (texts.get(value) ?? null) : value;
    });
  }

  /** Returns the column for a name that the caller uses. */
  #column(name: string, table: ReadonlyMap<string, () => Cell[]>, names: readonly string[]): Cell[] {
    if (name.startsWith(others) && !table.has(name)) {
      const field = name.slice(others.length);
      if (!this.kind.isItemApart && this.#fields.has(field)) return this.#allExcept(field);
      return (table.get('item') as () => Cell[])();
    }
    if (name === 'model' && !table.has(name)) return this.#models;
    return (table.get(this.#find(name, names)) as () => Cell[])();
  }

  #find(name: string, names: readonly string[]): string {
    if (names.includes(name)) return name;
    const alias = Object.hasOwn(this.kind.aliases, name) ? this.kind.aliases[name] : undefined;
    if (alias !== undefined && names.includes(alias)) return alias;
    if (name === 'outcome') return this.#mainScore();
    const nested = names.filter((each) => each.endsWith(`.${name}`) && !each.startsWith(others));
    if (nested.length === 1) return nested[0] as string;
    const all = [...new Set([...this.#known, ...names])].filter((each) => !each.startsWith(others));
    return all[indexOfColumn(name, all)] as string;
  }

  #mainScore(): string {
    const names = [...this.#scores.keys()];
    const { mainScore, tool } = this.kind;
    const main = names.length === 1 ? names[0] : names.find((name) => name === mainScore);
    if (main !== undefined) return main;
    throw badFile(
      'the name of one score, because the log has several',
      names.length === 0 ? `a log of ${tool} without scores` : `the scores ${listed(names)}`,
    );
  }

  #decisions(): Decision[] {
    const { tool } = this.kind;
    const count = this.#rows;
    const notes = [`The file is a log of ${tool} with ${count} ${count === 1 ? 'result' : 'results'}.`];
    if (this.#errors > 0) notes.push(withoutScore(this.#errors, ' because of an error'));
    if (this.#unscored > 0) notes.push(withoutScore(this.#unscored, ''));
    const lists = [...this.#lists].filter((name) => !this.#scores.has(name) && !this.#fields.has(name));
    if (lists.length > 0) notes.push(`Lists were not read: ${listed(lists)}.`);
    return [...notes, ...this.#notes].map((note) => ({ note }));
  }
}

const withoutScore = (count: number, reason: string) =>
  count === 1
    ? `1 result is without a score${reason}: a missing value.`
    : `${count} results are without a score${reason}: missing values.`;
