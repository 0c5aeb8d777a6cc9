// SPDX-License-Identifier: Apache-2.0
//
// The data to count, and the names of the result's columns: shared by the statement and by the reader of its result.

import { invalid } from '../core/error.js';
import { isPlain, requireNumber, requireOptions, requireTexts, shown } from '../core/options.js';
import { requireNames } from '../data/named-columns.js';
import { requireLimit } from '../data/suppression.js';
import { requireBins } from './bins.js';
import { type Condition, requireConditions } from './conditions.js';

/** The data to count; names are column names of the table. */
export interface Counting {
  /** Columns that define the groups. Default: all rows form one group. */
  groups?: readonly string[] | undefined;
  /** The true outcome. */
  label?: string | undefined;
  /** The predicted outcome or the decision. */
  prediction?: string | undefined;
  /** Estimated probability of the favorable outcome, or a score if a `threshold` turns it into predictions. */
  score?: string | undefined;
  /** Rows with at least this score are predicted favorable; evaluated in the database. */
  threshold?: number | undefined;
  /** Weight of each row, at least 0. Default: 1. */
  weight?: string | undefined;
  /** Name of the result's column with the number of rows. Default: `n`. */
  counts?: string | undefined;
  /**
   * Minimum cell size, 2 or more: the result omits combinations of groups and outcomes with fewer rows, and the
   * report bounds their effect. Not available with weights or with scores without a threshold, whose sums would be
   * incomplete. Default: none.
   */
  minCellSize?: number | undefined;
}

/** {@link Counting} and the rows' location. */
export interface Counted extends Counting {
  /** The table's name. For a qualified name, pass a list that starts with the outermost part, such as the schema. */
  table?: string | readonly string[] | undefined;
  /** A custom query whose rows are counted, instead of a table. It is inserted unchanged. */
  query?: string | undefined;
  /** For columns of `groups`, the limits of numeric bins in ascending order. */
  bins?: Readonly<Record<string, readonly number[]>> | undefined;
  /** Conditions on the counted rows. Default: all rows. */
  where?: Readonly<Record<string, Condition>> | undefined;
}

/** @internal The names of the fields of {@link Counting}. */
export const countingOptions = Object.keys({
  groups: true,
  label: true,
  prediction: true,
  score: true,
  threshold: true,
  weight: true,
  counts: true,
  minCellSize: true,
} satisfies Record<keyof Counting, true>);

const countedOptions = Object.keys({ table: true, query: true, bins: true, where: true } satisfies Record<
  Exclude<keyof Counted, keyof Counting>,
  true
>);

/** @internal The result's additional columns, apart from the table's columns and the number of rows. */
export const answerNames = {
  /** 1 if the score reaches the threshold, otherwise 0. */
  above: 'above_threshold',
  /** 1 if the weight is missing. */
  weightMissing: 'weight_missing',
  scoreMissing: 'score_missing',
  weightSum: 'weight_sum',
  weightSquares: 'weight_squares',
  weightLeast: 'weight_least',
  scoreSum: 'score_sum',
  scoreSquares: 'score_squares',
  scoreWeighted: 'score_weighted',
  scoreLeast: 'score_least',
  scoreGreatest: 'score_greatest',
} as const;

/** @internal Binary properties shared by the rows of a cell. */
export type FlagName = 'above' | 'weightMissing' | 'scoreMissing';

/** @internal Sums over the rows of a cell. */
export type SumName = Exclude<keyof typeof answerNames, FlagName>;

/** @internal The columns of a query result. */
export interface AnswerColumns {
  /** Columns of the table that define the cells, without duplicates, with their original names. */
  keys: readonly string[];
  /** Additional columns with properties of a cell. */
  flags: readonly FlagName[];
  counts: string;
  sums: readonly SumName[];
}

/**
 * @internal Throws `invalidArgument` for invalid choices: unknown options, no outcome, invalid names, and a column
 *   with the same name as another column of the result.
 */
export function answerColumns(caller: string, counting: Counting): AnswerColumns {
  const { groups = [], label, prediction, score, threshold, weight, counts = 'n', minCellSize } = counting;
  requireNames('groups', groups);
  const roles = { label, prediction, score, weight, counts };
  for (const [role, name] of Object.entries(roles)) {
    if (name !== undefined) requireTexts(role, [name]);
  }
  requireOutcome(caller, counting);
  requireLeastCount(counting);
  const hasThreshold = threshold !== undefined;
  const keys = [...new Set([...groups, label, prediction].filter((name) => name !== undefined))];
  const flags: FlagName[] = [];
  if (hasThreshold) flags.push('above');
  if (weight !== undefined) flags.push('weightMissing');
  if (score !== undefined) flags.push('scoreMissing');
  // Sums of scores are only a check if a threshold makes the predictions; they would reveal more than the counts.
  const sums = minCellSize === undefined ? getSums(score, weight) : [];
  const columns = { keys, flags, counts, sums };
  requireDistinct(columns);
  return columns;
}

function requireLeastCount({ minCellSize, weight, score, threshold }: Counting): void {
  requireLimit('minCellSize', minCellSize);
  const sums = weight ?? (threshold === undefined ? score : undefined);
  if (minCellSize === undefined || sums === undefined) return;
  throw invalid('minCellSize', 'only counts, because sums would omit some rows', `sums of '${sums}'`);
}

function getSums(score: string | undefined, weight: string | undefined): SumName[] {
  const weights: SumName[] = ['weightSum', 'weightSquares', 'weightLeast'];
  const scores: SumName[] = ['scoreSum', 'scoreSquares', 'scoreLeast', 'scoreGreatest'];
  return [
    ...(weight === undefined ? [] : weights),
    ...(score === undefined ? [] : scores),
    ...(score === undefined || weight === undefined ? [] : (['scoreWeighted'] as const)),
  ];
}

/** @internal Returns all columns of the result, in order. */
export const answerList = ({ keys, flags, counts, sums }: AnswerColumns): string[] => [
  ...keys,
  ...flags.map((name) => answerNames[name]),
  counts,
  ...sums.map((name) => answerNames[name]),
];

// Many engines treat `N` and `n` as the same name.
function requireDistinct(columns: AnswerColumns): void {
  const own = answerList({ ...columns, keys: [] }).map((name) => name.toLowerCase());
  const twice = columns.keys.find((name) => own.includes(name.toLowerCase()));
  if (twice === undefined) return;
  const isCount = twice.toLowerCase() === columns.counts.toLowerCase();
  throw invalid(
    twice,
    isCount
      ? 'a name other than that of the number of rows, which the option counts changes'
      : 'a name that no other column of the result has; rename the column in a query',
    `'${twice}'`,
  );
}

function requireOutcome(caller: string, counting: Counting): void {
  const { label, prediction, score, threshold } = counting;
  if (threshold !== undefined) {
    const value = requireNumber('threshold', threshold);
    if (Number.isFinite(value) && score !== undefined && prediction === undefined) return;
    throw invalid(
      'threshold',
      'a finite number, with a score and without a prediction',
      prediction === undefined ? String(threshold) : 'a threshold and a prediction',
    );
  }
  if (label !== undefined || prediction !== undefined) return;
  throw invalid(caller, 'a label, a prediction, or a score with a threshold', 'none of them');
}

/** @internal Throws `invalidArgument` for unknown options and invalid values. */
export function requireCounted(counted: Counted): void {
  requireOptions('statement', counted, [...countingOptions, ...countedOptions]);
  const { table, query, bins = {}, where = {}, groups = [] } = counted;
  requireNames('groups', groups);
  requireSource({ table, query, where });
  requireByName('bins', bins);
  requireBins(bins, groups);
}

/** @internal Throws `invalidArgument` unless there is either a table or a query, and for invalid conditions. */
export function requireSource({ table, query, where = {} }: Pick<Counted, 'table' | 'query' | 'where'>): void {
  if ((table === undefined) === (query === undefined)) {
    throw invalid('table', 'either a table or a query', table === undefined ? 'neither' : 'both');
  }
  if (table === undefined) requireTexts('query', [query]);
  else if (requireTexts('table', [table].flat()).length === 0) {
    throw invalid('table', 'the name of a table', 'an empty list');
  }
  requireByName('where', where);
  requireConditions(where);
}

function requireByName(argument: string, input: unknown): void {
  if (isPlain(input)) return;
  throw invalid(argument, 'an object of columns by name', shown(input));
}
