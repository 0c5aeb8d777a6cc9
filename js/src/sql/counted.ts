// SPDX-License-Identifier: Apache-2.0
//
// Reads a query result from any client: rows as objects or columns, with numbers, big integers, or strings. It
// becomes counts for tallies and auditors, in an order that does not depend on the engine.

import { FairwasmError, invalid } from '../core/error.js';
import { requireOptions, shown } from '../core/options.js';
import { isCoded, toIndexable } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { getColumn, type Table } from '../data/table.js';
import { getName, isMissing, type MissingTexts, type Value } from '../data/value.js';
import { type CountedRows, requireCount } from '../tally/counted-rows.js';
import {
  type AnswerColumns,
  answerColumns,
  answerNames,
  type Counting,
  countingOptions,
  type FlagName,
  type SumName,
} from './counting.js';

/** A query result as columns for tallies and auditors. */
export interface AnswerCounts extends CountedRows {
  groups: Readonly<Record<string, readonly Value[]>>;
  label?: readonly Value[];
  prediction?: readonly Value[];
  rows: Float64Array;
}

/**
 * Converts the result of a {@link statement} with the same `what`, for `Tally.updateCounted` and
 * `Auditor.updateCounted`.
 *
 * @param rows Any client's result: an array of objects, an object of columns, or another library's table. Additional
 *   columns are ignored.
 *
 * @example
 * import { load } from 'fairwasm';
 * const answer = [{ sex: 'f', approved: 1, n: 30 }, { sex: 'f', approved: 0, n: 70 }]; // of the engine
 * const auditor = (await load()).auditor({ groups: ['sex'], prediction: true });
 * auditor.updateCounted(counted(answer, { prediction: 'approved', groups: ['sex'] }));
 * auditor.audit().frame('sex').group('f').rates.selectionRate.value; // 0.3
 *
 * @throws FairwasmError `invalidArgument` with the column, and the row if there is one: a missing column, an invalid
 *   number of rows (a fraction, a negative number, or more than 2^53), a negative weight, or a score that is not a
 *   probability if there is no threshold.
 */
export function counted<What extends Counting>(
  rows: Table,
  what: What,
): AnswerCounts & Required<Pick<AnswerCounts, keyof What & ('label' | 'prediction')>> {
  requireOptions('counted', what, countingOptions);
  // The result has every requested column.
  return countedRows(rows, what).counted as ReturnType<typeof counted<What>>;
}

/**
 * @internal Also returns the original row number of each row. Counts of rows with a missing outcome are not
 *   validated, because such rows are rejected or dropped.
 */
export function countedRows(
  rows: Table,
  what: Counting,
  missingTexts: MissingTexts = new Set(),
): { counted: AnswerCounts; places: readonly number[] } {
  const columns = answerColumns('counted', what);
  const answer = new Answer(rows, columns);
  const places = answer.order();
  try {
    return { counted: getCounts(answer, what, columns, missingTexts), places };
  } catch (error) {
    throw error instanceof FairwasmError ? atPlace(error, places) : error;
  }
}

/** @internal Maps the row in an error to its row in the query result. */
export function atPlace(error: FairwasmError, indices: readonly number[]): FairwasmError {
  if (error.row === undefined) return error;
  return error.with({ row: indices[error.row] });
}

function getCounts(
  answer: Answer,
  what: Counting,
  { counts }: AnswerColumns,
  missingTexts: MissingTexts,
): AnswerCounts {
  const { groups = [], label, prediction, score, threshold, weight } = what;
  const undecided = answer.lacking([label, prediction], missingTexts);
  const weightless = answer.flagged('weightMissing', weight, undecided);
  if (weight !== undefined) answer.requireWeights(weight, weightless);
  // Checked even if unused, because some engines treat NaN as a score above all thresholds.
  const scoreless = answer.flagged('scoreMissing', score, weightless);
  const hasSums = score !== undefined && what.minCellSize === undefined;
  const scoreSum = hasSums ? answer.sums('scoreSum', scoreless) : undefined;
  const improbable = hasSums ? answer.improbable(score, scoreless) : undefined;
  if (improbable && threshold === undefined) throw improbable;
  const predicted = threshold === undefined ? prediction : answerNames.above;
  return {
    groups: Object.fromEntries(groups.map((name) => [name, answer.column(name)])),
    ...(label !== undefined && { label: answer.column(label) }),
    ...(predicted !== undefined && { prediction: answer.column(predicted) }),
    rows: answer.counts(counts),
    ...(weight !== undefined && {
      weights: { sum: answer.sums('weightSum', weightless), squares: answer.sums('weightSquares', weightless) },
    }),
    ...(scoreSum &&
      !improbable && {
        scores: {
          sum: scoreSum,
          squares: answer.sums('scoreSquares', scoreless),
          ...(weight !== undefined && { weighted: answer.sums('scoreWeighted', scoreless) }),
        },
      }),
  };
}

const notANumber = (argument: string, expected: string, value: unknown, row: number) =>
  invalid(argument, expected, shown(value), row);

/** The columns of a query result, in an order that does not depend on the engine. */
class Answer {
  readonly #columns: ReadonlyMap<string, readonly Value[]>;
  #order: readonly number[];

  constructor(rows: Table, { keys, flags, counts, sums }: AnswerColumns) {
    const own = [...flags, ...sums].map((name) => answerNames[name]);
    const names = [...keys, counts, ...own];
    try {
      this.#columns = new Map(names.map((name) => [name, getValues(rows, name)]));
    } catch (error) {
      if (!(error instanceof FairwasmError) || error.argument !== counts) throw error;
      const advice = 'the option counts names the column with the numbers of rows';
      throw error.with({ advice });
    }
    const first = this.#columns.get(counts) as readonly Value[];
    for (const [name, values] of this.#columns) {
      requireRows(name, values.length, first.length, 'values, as many as there are numbers of rows');
    }
    const flagNames = flags.map((name) => answerNames[name]);
    const ordered = [...keys, ...flagNames].map((name) => this.#columns.get(name)?.map(toText));
    this.#order = Array.from(first.keys()).sort((a, b) => {
      for (const texts of ordered as string[][]) {
        const [one, other] = [texts[a] as string, texts[b] as string];
        if (one !== other) return one < other ? -1 : 1;
      }
      return a - b;
    });
  }

  /** Returns the original row number of each row. */
  order(): readonly number[] {
    return this.#order;
  }

  column(name: string): readonly Value[] {
    const values = this.#columns.get(name) as readonly Value[];
    return this.#order.map((row) => values[row]);
  }

  /** Returns numbers, with NaN for missing values. */
  numbers(name: string): readonly number[] {
    return this.column(name).map((value, row) => toNumber(value, name, row));
  }

  /** Returns in which rows at least one of these columns is missing. */
  lacking(names: readonly (string | undefined)[], texts: MissingTexts): readonly boolean[] {
    const columns = names.filter((name) => name !== undefined).map((name) => this.column(name));
    return this.#order.map((_, row) => columns.some((column) => isMissing(column[row], texts)));
  }

  /** Also considers numbers that are missing in the original table; omit `column` if there is none. */
  flagged(flag: FlagName, column: string | undefined, lacking: readonly boolean[]): readonly boolean[] {
    if (column === undefined) return lacking;
    const name = answerNames[flag];
    return this.numbers(name).map((value, row) => {
      if (value === 0 || value === 1) return value === 1 || (lacking[row] as boolean);
      throw notANumber(name, '1 or 0', value, row);
    });
  }

  counts(name: string): Float64Array {
    return Float64Array.from(this.numbers(name), (count, row) => {
      try {
        return requireCount(count, row);
      } catch (error) {
        if (!(error instanceof FairwasmError)) throw error;
        throw error.with({ argument: name });
      }
    });
  }

  /** Returns sums, with null if their column is missing. */
  sums(sum: SumName, isAbsent: readonly boolean[]): readonly (number | null)[] {
    const name = answerNames[sum];
    return this.numbers(name).map((value, row) => {
      if (isAbsent[row]) return null;
      if (Number.isFinite(value)) return value;
      throw notANumber(name, 'a finite number', value, row);
    });
  }

  requireWeights(argument: string, isAbsent: readonly boolean[]): void {
    this.numbers(answerNames.weightLeast).forEach((value, row) => {
      if (value < 0 && !isAbsent[row]) throw notANumber(argument, 'a nonnegative weight', value, row);
    });
  }

  /** Returns an error for scores that are not probabilities, or undefined. */
  improbable(argument: string, isAbsent: readonly boolean[]): FairwasmError | undefined {
    const greatest = this.numbers(answerNames.scoreGreatest);
    const worst = this.numbers(answerNames.scoreLeast).map((min, row) => (min < 0 ? min : (greatest[row] as number)));
    const row = worst.findIndex((score, i) => !isAbsent[i] && (score < 0 || score > 1));
    if (row < 0) return undefined;
    const expected = 'a probability in [0, 1], or a threshold for other scores';
    return invalid(argument, expected, String(worst[row]), row);
  }
}

/** @internal Returns a column of the result, with null for a client's NULL marker. */
export function getValues(rows: Table, name: string): readonly Value[] {
  const column = getColumn(rows, name);
  if (!isCoded(column)) return Array.from(toIndexable(column, name), withoutMark);
  const codes = toIndexable(column.codes, name);
  return Array.from(codes, (code) => withoutMark(column.categories[Number(code)]));
}

// MySQL, ClickHouse, and PostgreSQL write NULL as \N in files.
const withoutMark = (value: Value): Value => (value === '\\N' ? null : value);

// Missing values are sorted last, whatever they are called; invalid values are rejected when they are read.
const toText = (value: Value): string => (isMissing(value) ? '\uffff' : (getName(value) ?? ''));

/** @internal Converts a number from an engine or client; NaN if it is missing. */
export function toNumber(value: Value, name: string, row: number): number {
  if (isMissing(value)) return Number.NaN;
  const isNumber = ['number', 'bigint', 'boolean'].includes(typeof value);
  const number = isNumber || typeof value === 'string' ? Number(value) : Number.NaN;
  if (!Number.isNaN(number)) return number;
  throw notANumber(name, 'a number', value, row);
}
