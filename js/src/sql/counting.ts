// SPDX-License-Identifier: Apache-2.0
//
// What is to be counted, and what the columns of the answer are called: the statement is written by it, and its answer
// read by it again.

import { invalid } from '../core/error.js';
import { isPlain, requireNumber, requireOptions, requireTexts, shown } from '../core/options.js';
import { requireNames } from '../data/named-columns.js';
import { requireLimit } from '../data/suppression.js';
import { requireBins } from './bins.js';
import { type Conditions, requireConditions } from './conditions.js';

/** Which columns of a table are counted, and by what; the names are those of the table. */
export interface Counting {
  /** Columns that say which group a row belongs to. Default: all rows together. */
  groups?: readonly string[] | undefined;
  /** The true outcome. */
  label?: string | undefined;
  /** The predicted outcome or the decision. */
  prediction?: string | undefined;
  /** The estimated probability of the favorable outcome, or a score that a `threshold` makes predictions of. */
  score?: string | undefined;
  /** Predictions are made where rows are counted: score >= threshold. */
  threshold?: number | undefined;
  /** How much each row counts, 0 or more. Default: 1. */
  weight?: string | undefined;
  /** What the answer calls the number of rows; default `n`. */
  counts?: string | undefined;
  /**
   * Combinations of groups and outcomes with fewer rows are left out of the answer, 2 or more; left out: none. The
   * report says what they could change. Not beside weights, nor scores without a threshold, whose sums would lack some.
   */
  minCellSize?: number | undefined;
}

/** {@link Counting}, and where the rows are. */
export interface Counted extends Counting {
  /** Its name; with the names of its schema and the like, a list of them, the widest first. */
  table?: string | readonly string[] | undefined;
  /** Instead of a table: a statement whose rows are counted, in your own words. It becomes part of the text as it is. */
  query?: string | undefined;
  /** By column of `groups`, limits that cut its numbers into ranges, in ascending order. */
  bins?: Readonly<Record<string, readonly number[]>> | undefined;
  /** Which rows are counted. Default: all. */
  where?: Conditions | undefined;
}

/** @internal The names that fields of {@link Counting} have. */
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

const countedOptions = Object.keys({
  table: true,
  query: true,
  bins: true,
  where: true,
} satisfies Record<Exclude<keyof Counted, keyof Counting>, true>);

/** @internal What the answer has beside the table's own columns and the number of rows. */
export const answerNames = {
  /** 1 where the score reaches the threshold, else 0. */
  above: 'above_threshold',
  /** 1 where there is none. */
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

/** @internal What is known of rows that are alike, 1 or 0. */
export type FlagName = 'above' | 'weightMissing' | 'scoreMissing';

/** @internal Sums over rows that are alike. */
export type SumName = Exclude<keyof typeof answerNames, FlagName>;

/** @internal The columns of an answer. */
export interface AnswerColumns {
  /** Columns of the table by which rows are alike, each once, under their own names. */
  keys: readonly string[];
  /** What is known besides of rows that are alike: columns of our own. */
  flags: readonly FlagName[];
  counts: string;
  sums: readonly SumName[];
}

/**
 * @internal Throws `invalidArgument` for what is no such choice: unknown options, no outcome, names that are none, and
 * a column that has the name of another one of the answer.
 */
export function answerColumns(what: string, counting: Counting): AnswerColumns {
  const {
    groups = [],
    label,
    prediction,
    score,
    threshold,
    weight,
    counts = 'n',
    minCellSize,
  } = counting;
  requireNames('groups', groups);
  const roles = { label, prediction, score, weight, counts };
  for (const [role, name] of Object.entries(roles)) {
    if (name !== undefined) requireTexts(role, [name]);
  }
  requireOutcome(what, counting);
  requireLeastCount(counting);
  const hasThreshold = threshold !== undefined;
  const keys = [...new Set([...groups, label, prediction].filter((name) => name !== undefined))];
  const flags: FlagName[] = [];
  if (hasThreshold) flags.push('above');
  if (weight !== undefined) flags.push('weightMissing');
  if (score !== undefined) flags.push('scoreMissing');
  // Sums of scores that make predictions alone are for checking them; they would say more than counts do.
  const sums = minCellSize === undefined ? sumsOf(score, weight) : [];
  const columns = { keys, flags, counts, sums };
  requireDistinct(columns);
  return columns;
}

function requireLeastCount({ minCellSize, weight, score, threshold }: Counting): void {
  requireLimit('minCellSize', minCellSize);
  const sums = weight ?? (threshold === undefined ? score : undefined);
  if (minCellSize === undefined || sums === undefined) return;
  throw invalid(
    'minCellSize',
    'counts alone: of sums that lack some rows nothing can be said',
    `sums of '${sums}'`,
  );
}

function sumsOf(score: string | undefined, weight: string | undefined): SumName[] {
  const weights: SumName[] = ['weightSum', 'weightSquares', 'weightLeast'];
  const scores: SumName[] = ['scoreSum', 'scoreSquares', 'scoreLeast', 'scoreGreatest'];
  return [
    ...(weight === undefined ? [] : weights),
    ...(score === undefined ? [] : scores),
    ...(score === undefined || weight === undefined ? [] : (['scoreWeighted'] as const)),
  ];
}

/** @internal All columns of the answer, in their order. */
export const answerList = ({ keys, flags, counts, sums }: AnswerColumns): string[] => [
  ...keys,
  ...flags.map((name) => answerNames[name]),
  counts,
  ...sums.map((name) => answerNames[name]),
];

// Many engines take `N` and `n` for one name.
function requireDistinct(columns: AnswerColumns): void {
  const own = answerList({ ...columns, keys: [] }).map((name) => name.toLowerCase());
  const twice = columns.keys.find((name) => own.includes(name.toLowerCase()));
  if (twice === undefined) return;
  const isCount = twice.toLowerCase() === columns.counts.toLowerCase();
  throw invalid(
    twice,
    isCount
      ? "a name other than that of the number of rows, which 'counts' can change"
      : 'a name that the answer does not need for itself; rename the column in a query',
    `'${twice}'`,
  );
}

function requireOutcome(what: string, counting: Counting): void {
  const { label, prediction, score, threshold } = counting;
  if (threshold !== undefined) {
    const value = requireNumber('threshold', threshold);
    if (Number.isFinite(value) && score !== undefined && prediction === undefined) return;
    throw invalid(
      'threshold',
      'a finite number, beside a score and in the place of a prediction',
      prediction === undefined ? String(threshold) : 'a threshold and a prediction',
    );
  }
  if (label !== undefined || prediction !== undefined) return;
  throw invalid(what, 'a label, a prediction, or a score with a threshold', 'none of them');
}

/** @internal Throws `invalidArgument` for options that are not known or of another kind. */
export function requireCounted(counted: Counted): void {
  requireOptions('statement', counted, [...countingOptions, ...countedOptions]);
  const { table, query, bins = {}, where = {}, groups = [] } = counted;
  requireNames('groups', groups);
  requireSource({ table, query, where });
  requireByName('bins', bins);
  requireBins(bins, groups);
}

/** @internal Throws `invalidArgument` for no table and no query, or both, and for conditions that are none. */
export function requireSource({
  table,
  query,
  where = {},
}: Pick<Counted, 'table' | 'query' | 'where'>): void {
  if ((table === undefined) === (query === undefined)) {
    throw invalid(
      'table',
      'a table, or a query in its place',
      table === undefined ? 'neither' : 'both',
    );
  }
  if (table === undefined) requireTexts('query', [query]);
  else if (requireTexts('table', [table].flat()).length === 0) {
    throw invalid('table', 'the name of a table', 'an empty list');
  }
  requireByName('where', where);
  requireConditions(where);
}

function requireByName(argument: string, given: unknown): void {
  if (isPlain(given)) return;
  throw invalid(argument, 'an object by the names of columns', shown(given));
}
