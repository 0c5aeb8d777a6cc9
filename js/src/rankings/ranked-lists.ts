// SPDX-License-Identifier: Apache-2.0
//
// The accumulator of ranked lists.

import { Accumulator, requireBytes } from '../core/accumulator.js';
import { invalid, tooLarge } from '../core/error.js';
import { requireConfidence } from '../core/estimate.js';
import { getCompanion } from '../core/handle.js';
import { requireBoolean, requireEither, requireLevel, requireOptions, requireWhole } from '../core/options.js';
import { CategoryEncoder } from '../data/category.js';
import { type CategoryColumn, type NumberColumn, toNumbers } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { countsOfRows } from '../tally/counted-rows.js';
import type { RankedLists as WasmLists } from '../wasm/rankings.js';
import { type ReferenceShares, requireReference, requireShares } from './groups.js';
import type { Wasm } from './module.js';
import { type RankingReport, toRankingReport } from './ranking.js';

/** Complete ranked lists: one row per ranked item. */
export interface RankedRows {
  /** The group of each row. Missing values are a separate group. */
  group: CategoryColumn;
  /** The list that each row belongs to, such as a query or a user. Default: all rows are one list. */
  query?: CategoryColumn | undefined;
  /**
   * Position in the list, a whole number of at least 1, which is the top. Positions can be missing, for example of rows
   * that are not in the sample.
   */
  position?: NumberColumn | undefined;
  /** Instead of `position`: the score by which rows are ranked; higher scores are ranked first. */
  score?: NumberColumn | undefined;
  /** Relevance or merit of each row, at least 0; adds exposure by merit, and pairs of equal relevance. */
  relevance?: NumberColumn | undefined;
  /** For counts: the number of equal rows, which are tied, that each row represents. Default: 1. */
  rows?: NumberColumn | undefined;
}

/** Options for ranked lists. */
export interface RankingOptions {
  /** The reference shares. Default: the shares in each list. */
  reference?: ReferenceShares | undefined;
  /** k of skew@k: the number of top positions of the list. Default: 10. */
  top?: number | undefined;
  /** γ of geometric exposure, in (0, 1): the probability of looking at the next position. Default: 0.8. */
  patience?: number | undefined;
  /** Number of prefixes of each list that are tested, from 1 to 1,000. Default: 100. */
  depth?: number | undefined;
  /** Level of the confidence intervals, in (0, 1). Default: 0.95. */
  confidence?: number | undefined;
}

/** Input of {@link Rankings.rankings}: rows of ranked lists, and options. */
export type RankingInput = RankedRows & RankingOptions;

/** Maximum number of rows that counts may represent in one update. */
const maxRows = 1e8;

/** Maximum number of groups: the time for a list grows with their number. */
const maxGroups = 1000;

/** Maximum number of prefixes that are tested. */
export const maxDepth = 1000;

const optionNames = ['reference', 'top', 'patience', 'depth', 'confidence'];
const columnNames = ['group', 'query', 'position', 'score', 'relevance', 'rows'];

/**
 * Sums of ranked lists, of which no rows are kept: for data in parts, from several workers, or over time. Create it
 * with {@link Rankings.lists}.
 *
 * @example
 * const rankings = await load();
 * const lists = rankings.lists({ top: 1 });
 * lists.update({ group: [...'fmmf'], query: [1, 1, 2, 2], position: [1, 2, 1, 2] });
 * const others = rankings.lists({ top: 1 });
 * others.update({ group: [...'fm'], position: [1, 2] });
 * lists.merge(rankings.listsFromBytes(others.toBytes()));
 * lists.report().groups.map(({ name, top }) => [name, top.rows]); // [["f", 2], ["m", 1]]
 */
export class RankedLists extends Accumulator {
  /** @internal */
  declare readonly coreType: WasmLists;
  readonly #wasm: Wasm;
  readonly #groups: CategoryEncoder;
  readonly #isScored: boolean;
  readonly #hasRelevance: boolean;

  /** @internal */
  constructor(wasm: Wasm, stored: WasmLists) {
    super(stored);
    const { areScores, hasRelevance } = stored.options();
    this.#wasm = wasm;
    this.#groups = new CategoryEncoder('group', stored.groups(), 'category', { max: () => maxGroups });
    this.#isScored = areScores;
    this.#hasRelevance = hasRelevance;
  }

  /** @internal Use {@link Rankings.lists}. */
  static create(
    wasm: Wasm,
    options: RankingOptions & { [Name in 'score' | 'relevance']?: boolean | undefined },
  ): RankedLists {
    requireOptions('lists', options, ['score', 'relevance', ...optionNames]);
    const { reference } = options;
    const groups = reference === undefined ? [] : requireReference(reference);
    const settings = {
      areScores: requireBoolean('score', options.score ?? false),
      hasRelevance: requireBoolean('relevance', options.relevance ?? false),
      reference: Float64Array.from(groups, (name) => reference?.[name] as number),
      top: requireWhole('top', options.top ?? 10, 1),
      patience: requireLevel('patience', options.patience ?? 0.8, 0.8),
      depth: requireWhole('depth', options.depth ?? 100, 1, maxDepth),
      confidence: requireConfidence(options.confidence),
    };
    return new RankedLists(wasm, new wasm.RankedLists(settings, groups));
  }

  /** @internal Use {@link Rankings.listsFromBytes}. */
  static fromBytes(wasm: Wasm, bytes: Uint8Array): RankedLists {
    return new RankedLists(wasm, wasm.RankedLists.fromBytes(requireBytes(bytes)) as WasmLists);
  }

  /**
   * Adds complete lists. The rows of two updates are in different lists, also if their queries have equal names. If it
   * throws, nothing changes.
   *
   * @throws FairwasmError `invalidArgument` for a column that was not declared, for a group without a reference share,
   *   and for numbers out of range; `missingValue` with the row for a missing position, score, query, or relevance;
   *   `shapeMismatch` for columns of different lengths.
   */
  update(rows: RankedRows): void {
    requireOptions('update', rows, columnNames);
    const { reference } = this.handle.options();
    this.transact(
      [this.#groups],
      () => this.#read(rows, reference.length),
      () => new this.#wasm.RankedLists(this.handle.options(), this.#groups.categories),
      (scratch, { groups, queries, lists, order, relevance }) =>
        scratch.update(groups, queries, order, relevance, lists),
    );
  }

  #read({ group, query, position, score, relevance, rows }: RankedRows, referenceGroups: number) {
    requireEither({ position, score });
    requireDeclared('score', score, this.#isScored);
    requireDeclared('relevance', relevance, this.#hasRelevance);
    const order = toNumbers((position ?? score) as NumberColumn, position ? 'position' : 'score');
    const groups = this.#groups.encode(group);
    const queries = new CategoryEncoder('query', [], 'error');
    const lists = query === undefined ? [] : queries.encode(query);
    const values = relevance === undefined ? [] : toNumbers(relevance, 'relevance');
    requireRows('group', groups.length, order.length);
    if (query !== undefined) requireRows('query', lists.length, order.length);
    if (relevance !== undefined) requireRows('relevance', values.length, order.length);
    if (referenceGroups > 0) this.#requireKnown(groups, referenceGroups);
    const read = { groups: toWide(groups), queries: toWide(lists), order, relevance: Float64Array.from(values) };
    const repeated = rows === undefined ? read : repeatRows(read, countsOfRows(rows, order.length));
    return { ...repeated, lists: queries.categories.length };
  }

  // Rejects groups without a reference share, and forgets those that do not occur.
  #requireKnown(codes: ArrayLike<number>, count: number): void {
    if (this.#groups.categories.length === count) return;
    const { categories } = this.#groups;
    const occurring = Array.from(new Set(Array.from(codes)), (code) => categories[code] as string);
    requireShares(occurring.sort(), categories.slice(0, count));
    this.#groups.rollback(count);
  }

  /**
   * Adds the lists of another object with the same options and reference.
   *
   * @throws FairwasmError `incompatible` for other options, and for an object of another `load()`.
   */
  merge(other: RankedLists): void {
    this.handle.merge(getCompanion(this.handle, other, RankedLists, 'other', 'RankedLists'));
    this.#groups.learn(this.handle.groups());
  }

  /** Returns the report of all lists so far. */
  report(): RankingReport {
    return toRankingReport(this.handle);
  }
}

const toWide = (codes: ArrayLike<number>): Uint32Array =>
  codes instanceof Uint32Array ? codes : Uint32Array.from(codes);

/** Returns columns in which each row occurs `counts` times. Columns without rows stay empty. */
function repeatRows<Columns extends Record<string, ArrayLike<number>>>(
  columns: Columns,
  counts: Float64Array,
): { [Name in keyof Columns]: Columns[Name] extends Uint32Array ? Uint32Array : Float64Array } {
  const length = counts.reduce((sum, count) => sum + count, 0);
  if (length > maxRows) throw tooLarge('rows', `at most ${maxRows} rows in total`, `${length}`);
  const repeated = Object.entries(columns).map(([name, column]) => {
    const all = new (column instanceof Uint32Array ? Uint32Array : Float64Array)(column.length === 0 ? 0 : length);
    let to = 0;
    for (let row = 0; row < column.length; row++) {
      const end = to + (counts[row] as number);
      all.fill(column[row] as number, to, end);
      to = end;
    }
    return [name, all];
  });
  return Object.fromEntries(repeated);
}

function requireDeclared(name: string, column: unknown, isDeclared: boolean): void {
  if ((column !== undefined) === isDeclared) return;
  throw invalid(
    name,
    isDeclared ? 'a column' : 'no such column; the lists were created without it',
    isDeclared ? 'none' : 'one',
  );
}

/** See {@link Rankings.rankings}. */
export function measureRankings(wasm: Wasm, input: RankingInput): RankingReport {
  requireOptions('rankings', input, [...columnNames, ...optionNames]);
  const { group, query, position, score, relevance, rows, ...options } = input;
  requireEither({ position, score });
  const columns = { score: score !== undefined, relevance: relevance !== undefined };
  const lists = RankedLists.create(wasm, { ...options, ...columns });
  try {
    lists.update({ group, query, position, score, relevance, rows });
    return lists.report();
  } finally {
    lists[Symbol.dispose]();
  }
}
