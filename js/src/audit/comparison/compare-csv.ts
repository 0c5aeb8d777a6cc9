// SPDX-License-Identifier: Apache-2.0
//
// Compares two columns of predictions in a CSV file. Rows are kept as codes, four bytes per column, because
// the favorable labels are known only after all rows were read.

import { getCore } from '../../core/core-module.js';
import { FairwasmError } from '../../core/error.js';
import { requireIterable, requireParts, requireTexts } from '../../core/options.js';
import type { CsvSource } from '../../data/byte-input.js';
import type { CsvOptions } from '../../data/coded-csv.js';
import {
  type CategoryColumn,
  type CodedColumn,
  getLength,
  isCoded,
  type NumberColumn,
  toIndexable,
  toNumbers,
  type Value,
} from '../../data/column.js';
import type { CsvBatch } from '../../data/csv.js';
import { readTable } from '../../data/files/read-table.js';
import { maxGroups, requireFewGroups } from '../../data/group-limit.js';
import { getSpelling } from '../../data/intake/options.js';
import type { Intake } from '../../data/intake/record.js';
import type { SelectedBatch } from '../../data/intake/selection.js';
import { requireNames } from '../../data/named-columns.js';
import { getName, isMissing, type MissingTexts, toMissingTexts } from '../../data/value.js';
import type { RowBatch } from '../audit-csv.js';
import { omissionWarnings } from '../warnings.js';
import type { ComparisonInput, PairedAudit } from './compare.js';
import type { ComparisonReport } from './comparison.js';

/** The role of each column of the file, and options for reading. */
export interface CsvComparisonOptions
  extends Pick<ComparisonInput, 'favorable' | 'outcome' | 'privileged' | 'missingValues' | 'uncertainty'> {
  label?: string | undefined;
  predictions: Readonly<Record<'a' | 'b', string>>;
  groups: readonly string[];
  weight?: string | undefined;
  /** The column of the person (or other unit) of each row. */
  cluster?: string | undefined;
  /** Handling of a row without a label, prediction, weight, or cluster: `error` or `drop`. Default: `error`. */
  missing?: 'error' | 'drop' | undefined;
  /** Name of the file in the report. */
  source?: string | undefined;
}

/** The result of `load()` of `fairwasm`. */
export type ComparerModule = Parameters<typeof compareBatches>[0];

/**
 * Compares two columns of predictions in a CSV file.
 *
 * @example
 * const csv = 'repaid,old,new,sex\n1,1,1,f\n1,0,1,f\n1,1,0,m\n0,0,0,m\n';
 * const what = { label: 'repaid', predictions: { a: 'old', b: 'new' }, groups: ['sex'] };
 * const { breakdowns } = await compareCsv(await load(), csv, what);
 * breakdowns[0].groups.map(({ rates }) => rates.truePositiveRate.difference.value); // [0.5, -1]
 *
 * @throws FairwasmError as {@link readCsv} and `fair.compare` do; `argument` is the column's name in the file and
 *   `row` is counted from 0 over the whole file, without the header. `tooLarge` for a column with more different values
 *   than groups can sensibly have (10,000).
 */
export async function compareCsv(
  fair: { compare(input: ComparisonInput): Promise<PairedAudit> },
  file: CsvSource,
  what: CsvComparisonOptions,
  options: Omit<CsvOptions, 'columns'> = {},
): Promise<ComparisonReport> {
  requireComparison(fair, what);
  const columns = [...new Set([...Object.values(getRoles(what)), ...what.groups])];
  const { label, a, b } = getRoles(what);
  const labels = [label, a, b].filter((name) => name !== undefined);
  const spellings = getSpelling(options.spellings, what.groups, [labels]);
  const notes: string[] = [];
  const onIntake = (intake: Intake) => {
    notes.length = 0;
    for (const note of intake.notes) notes.push(note);
    options.onIntake?.(intake);
  };
  const batches = readTable(file, { plainNumbers: true, ...options, spellings, columns, onIntake });
  return compared(fair, batches, what, notes);
}

/**
 * Compares rows in batches of columns, for example from a reader of another format; the batches need the
 * columns that `what` names.
 *
 * @example
 * const batch = { firstRow: 0, columns: { repaid: [1, 1, 0], old: [1, 0, 0], new: [1, 1, 1], sex: ['f', 'f', 'm'] } };
 * const what = { label: 'repaid', predictions: { a: 'old', b: 'new' }, groups: ['sex'] };
 * const report = await compareBatches(await load(), [batch], what);
 * report.rows; // 3
 *
 * @throws FairwasmError as {@link compareCsv} does, apart from the reading.
 */
export async function compareBatches(
  fair: { compare(input: ComparisonInput): Promise<PairedAudit> },
  batches:
    | AsyncIterable<Pick<CsvBatch<CategoryColumn | NumberColumn>, 'firstRow' | 'columns'>>
    | Iterable<Pick<CsvBatch<CategoryColumn | NumberColumn>, 'firstRow' | 'columns'>>,
  what: CsvComparisonOptions,
): Promise<ComparisonReport> {
  return compared(fair, batches, what, []);
}

async function compared(
  fair: ComparerModule,
  batches: AsyncIterable<RowBatch> | Iterable<RowBatch>,
  what: CsvComparisonOptions,
  notes: readonly string[],
): Promise<ComparisonReport> {
  requireComparison(fair, what);
  requireIterable('batches', batches, 'batches of columns');
  const rows = new Rows(what);
  for await (const batch of batches) {
    requireParts('batches', batch, ['columns'], 'batches of columns');
    rows.add(batch);
  }
  const { groups, favorable, outcome, privileged, missingValues, source, uncertainty } = what;
  const { label, a, b, weight, cluster } = getRoles(what);
  const { PairedAudit } = await import('./compare.js');
  return rows.inFile(() => {
    const audit = new PairedAudit(getCore(fair), {
      label: label === undefined ? undefined : rows.column(label),
      predictions: { a: rows.column(a as string), b: rows.column(b as string) },
      groups: Object.fromEntries(groups.map((name) => [name, rows.column(name)])),
      weight: weight === undefined ? undefined : rows.weights(),
      cluster: cluster === undefined ? undefined : rows.column(cluster),
      favorable,
      outcome,
      privileged,
      missingValues,
      uncertainty: { draws: 1, ...uncertainty }, // Permutation draws apply to tests that this comparison does not have.
    });
    try {
      const columns = Object.fromEntries(
        (['label', 'weight', 'cluster'] as const).flatMap((role) => {
          const name = what[role];
          return name === undefined ? [] : [[role, name]];
        }),
      );
      const { predictions: names } = what;
      const { dropped: droppedRows } = rows;
      const occurring = {
        ...(label !== undefined && { 'true outcome': rows.labels(label) }),
        [names.a]: rows.labels(names.a),
        [names.b]: rows.labels(names.b),
      };
      const warnings = [...notes, ...omissionWarnings(occurring, rows.kept, droppedRows)];
      return audit.report({ source, columns, names, droppedRows, warnings });
    } finally {
      audit[Symbol.dispose]();
    }
  });
}

function requireComparison(fair: ComparerModule, what: CsvComparisonOptions): void {
  getCore(fair); // throws for anything else than a core
  requireParts('what', what, ['predictions', 'groups'], 'an object with the predictions and the groups');
  requireParts('predictions', what.predictions, ['a', 'b'], 'the columns a and b');
  requireNames('groups', what.groups);
  requireTexts('what', Object.values(getRoles(what)));
}

type Roles = Partial<Record<'label' | 'a' | 'b' | 'weight' | 'cluster', string>>;

function getRoles({ label, predictions, weight, cluster }: CsvComparisonOptions): Roles {
  const { a, b } = predictions;
  return {
    a,
    b,
    ...(label !== undefined && { label }),
    ...(weight !== undefined && { weight }),
    ...(cluster !== undefined && { cluster }),
  };
}

/** The rows of a file that were kept. */
class Rows {
  readonly #roles: Roles;
  readonly #weight: string | undefined;
  readonly #isDropping: boolean;
  readonly #texts: MissingTexts;
  readonly #columns: ReadonlyMap<string, CodedRows>;
  readonly #weights = new Growing(Float64Array);
  /** Row numbers in the file. */
  readonly #origins = new Growing(Float64Array);
  dropped = 0;

  constructor(what: CsvComparisonOptions) {
    this.#roles = getRoles(what);
    this.#weight = what.weight;
    this.#isDropping = what.missing === 'drop';
    this.#texts = toMissingTexts(what.missingValues);
    const { label, a, b, cluster } = this.#roles;
    const coded = [label, a, b, ...what.groups].filter((name) => name !== undefined);
    const columns = new Map(coded.map((name) => [name, new CodedRows(name)]));
    if (cluster !== undefined) columns.set(cluster, new CodedRows(cluster, Number.MAX_VALUE));
    this.#columns = columns;
  }

  add({ columns, firstRow, rows }: SelectedBatch): void {
    const needed = Object.values(this.#roles).map((name) => getValues(columns[name], name));
    const length = getLength(columns[this.#roles.a as string] as CategoryColumn, 'row');
    const kept = Array.from({ length }, (_, row) => row).filter(
      (row) => !this.#isDropping || !needed.some((valueAt) => isMissing(valueAt(row), this.#texts)),
    );
    this.dropped += length - kept.length;
    for (const row of kept) this.#origins.push(rows?.[row] ?? firstRow + row);
    for (const [name, column] of this.#columns) column.add(getValues(columns[name], name), kept);
    if (this.#weight === undefined) return;
    const taken = kept.map(getValues(columns[this.#weight], this.#weight));
    this.inFile(() => toNumbers(taken, 'weight', this.#texts), this.#weights.length).forEach((weight) => {
      this.#weights.push(weight);
    });
  }

  get kept(): number {
    return this.#origins.length;
  }

  /** Returns the names of the labels in a column. */
  labels(name: string): Set<string> {
    return new Set(this.column(name).categories.map((label) => getName(label) ?? ''));
  }

  column(name: string): CodedColumn {
    return (this.#columns.get(name) as CodedRows).column();
  }

  weights(): Float64Array {
    return this.#weights.values();
  }

  /** Runs `read`; replaces roles and kept rows in its errors with columns and rows of the file. */
  inFile<T>(read: () => T, firstRow = 0): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof FairwasmError)) throw error;
      const role = error.argument.replace(/^predictions\./, '') as keyof Roles;
      const argument = this.#roles[role] ?? error.argument;
      const row = error.row === undefined ? undefined : this.#origins.at(firstRow + error.row);
      throw error.with({ argument, row });
    }
  }
}

/** Returns the values of a column in any format. */
function getValues(column: CategoryColumn | NumberColumn | undefined, name: string): (row: number) => Value {
  if (isCoded(column)) {
    const codes = toIndexable(column.codes, name);
    return (row) => column.categories[Number(codes[row])];
  }
  const values = toIndexable(column, name);
  return (row) => values[row];
}

/** A column as codes of its distinct values. */
class CodedRows {
  readonly #name: string;
  readonly #known = new Map<Value, number>();
  readonly #codes = new Growing(Uint32Array);

  readonly #max: number;

  constructor(name: string, max: number = maxGroups) {
    this.#name = name;
    this.#max = max;
  }

  add(valueAt: (row: number) => Value, kept: readonly number[]): void {
    for (const row of kept) {
      const value = valueAt(row);
      const known = this.#known.get(value);
      const code = known ?? this.#known.size;
      if (known === undefined) this.#learn(value);
      this.#codes.push(code);
    }
  }

  column(): CodedColumn {
    return { codes: this.#codes.values(), categories: [...this.#known.keys()].map(asCategory) };
  }

  #learn(value: Value): void {
    this.#known.set(value, this.#known.size);
    requireFewGroups(this.#name, this.#known.size, this.#max);
  }
}

// Blank means missing.
const asCategory = (value: Value): string | number | boolean =>
  typeof value === 'number' || typeof value === 'boolean' ? value : String(value ?? '');

/** An array of numbers that grows on demand. */
class Growing<Kind extends Uint32Array | Float64Array> {
  #all: Kind;
  readonly #make: new (
    length: number,
  ) => Kind;
  length = 0;

  constructor(make: new (length: number) => Kind) {
    this.#make = make;
    this.#all = new make(1024);
  }

  push(number: number): void {
    if (this.length === this.#all.length) {
      const larger = new this.#make(2 * this.length);
      larger.set(this.#all);
      this.#all = larger;
    }
    this.#all[this.length] = number;
    this.length++;
  }

  at(place: number): number {
    return this.#all[place] as number;
  }

  values(): Kind {
    return this.#all.subarray(0, this.length) as Kind;
  }
}
