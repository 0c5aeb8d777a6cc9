// SPDX-License-Identifier: Apache-2.0
//
// The accumulator of amounts, such as pay, by group.

import { Accumulator, requireBytes } from '../core/accumulator.js';
import { invalid, invalidState } from '../core/error.js';
import { requireConfidence } from '../core/estimate.js';
import { getCompanion } from '../core/handle.js';
import { requireArray, requireBoolean, requireOneOf, requireOptions, requireTexts } from '../core/options.js';
import { CategoryEncoder } from '../data/category.js';
import { type CategoryColumn, getLength, type NumberColumn, toNumbers } from '../data/column.js';
import { noSuchCategory, requireRows } from '../data/condition.js';
import { maxGroups } from '../data/group-limit.js';
import { defaultReference } from '../data/largest-group.js';
import { toGroup } from '../data/named-group.js';
import { requireLimit } from '../data/suppression.js';
import { type MissingTexts, toMissingTexts } from '../data/value.js';
import { toWeights } from '../data/weights.js';
import { toClusterKeys } from '../tally/cluster-keys.js';
import { type AnyColumn, completeRows, pick } from '../tally/missing.js';
import { type MissingOptions, missingOptions } from '../tally/role-columns.js';
import type { Amounts as WasmAmounts } from '../wasm/amounts.js';
import type { Wasm } from './module.js';
import { type AmountReport, toAmountReport } from './report.js';

/** Rows with an amount, such as the hourly pay of a person. */
export interface AmountRowsInput {
  /** The group of each row. Missing values are a separate group. */
  group: CategoryColumn;
  /** A number in any unit, in [-1e100, 1e100]. */
  amount: NumberColumn;
  /** The weight of each row, at least 0; rows of weight 0 do not count. Default: 1. */
  weight?: NumberColumn | undefined;
  /** The unit that each row belongs to, such as a site or a person with several rows. Default: rows are independent. */
  cluster?: CategoryColumn | undefined;
}

/** Options for reports of amounts. */
export interface AmountOptions {
  /** The group that others are compared with. Default: the largest group. */
  reference?: string | undefined;
  /** Probabilities of quantiles, each in (0, 1). Default: 0.1, 0.25, 0.5, 0.75, and 0.9. */
  quantiles?: readonly number[] | undefined;
  /** Level of the confidence intervals, in (0, 1). Default: 0.95. */
  confidence?: number | undefined;
  /**
   * Whether there are intervals and tests. Pass false for a census, such as the payroll of all employees at a date:
   * its gap has no sampling error. Default: true.
   */
  intervals?: boolean | undefined;
  /** Groups with fewer rows are not shown; a whole number of at least 2. Default: all groups are shown. */
  suppressBelow?: number | undefined;
  /** Names of the amounts and the groups are called in sentences. Default: `amount` and `group`. */
  names?: { amount?: string | undefined; group?: string | undefined } | undefined;
}

/** Input of {@link Amounts.amounts}: rows, and options. */
export type AmountInput = AmountRowsInput & AmountOptions & MissingOptions;

const columnNames = ['group', 'amount', 'weight', 'cluster'];
const optionNames = ['reference', 'quantiles', 'confidence', 'intervals', 'suppressBelow', 'names'];
const usualQuantiles = [0.1, 0.25, 0.5, 0.75, 0.9];

/**
 * Amounts by group, for data in parts, from several workers, or over time. All amounts are kept, because quantiles need
 * them. Create it with {@link Amounts.rows}.
 *
 * @example
 * const amounts = await load();
 * const rows = amounts.rows();
 * rows.update({ group: [...'ffmm'], amount: [14, 16, 18, 22] });
 * const others = amounts.rows();
 * others.update({ group: [...'fm'], amount: [15, 20] });
 * rows.merge(amounts.rowsFromBytes(others.toBytes()));
 * rows.report({ reference: 'm' }).groups.map(({ name, mean }) => [name, mean.value]); // [["f", 15], ["m", 20]]
 */
export class AmountRows extends Accumulator {
  /** @internal */
  declare readonly coreType: WasmAmounts;
  readonly #wasm: Wasm;
  readonly #groups: CategoryEncoder;
  #dropped = 0;

  /** @internal */
  constructor(wasm: Wasm, stored: WasmAmounts) {
    super(stored);
    this.#wasm = wasm;
    this.#groups = new CategoryEncoder('group', stored.groups(), 'category', { max: () => maxGroups });
  }

  /** @internal Use {@link Amounts.rows}. */
  static create(wasm: Wasm, options: { weight?: boolean | undefined; cluster?: boolean | undefined } = {}): AmountRows {
    requireOptions('rows', options, ['weight', 'cluster']);
    const settings = {
      hasWeights: requireBoolean('weight', options.weight ?? false),
      hasClusters: requireBoolean('cluster', options.cluster ?? false),
    };
    return new AmountRows(wasm, new wasm.Amounts(settings, []));
  }

  /** @internal Use {@link Amounts.rowsFromBytes}. */
  static fromBytes(wasm: Wasm, bytes: Uint8Array): AmountRows {
    return new AmountRows(wasm, wasm.Amounts.fromBytes(requireBytes(bytes)) as WasmAmounts);
  }

  /** Number of rows that were dropped because of missing values. */
  get droppedRows(): number {
    return this.#dropped;
  }

  /**
   * Adds rows. If it throws, nothing changes.
   *
   * @throws FairwasmError `invalidArgument` for a column that was not declared, and for numbers out of range;
   *   `missingValue` with the row for a missing amount, weight, or cluster, unless they are dropped; `shapeMismatch` for
   *   columns of different lengths; `tooLarge` for too many groups.
   */
  update(rows: AmountRowsInput & MissingOptions): void {
    requireOptions('update', rows, [...columnNames, ...missingOptions]);
    const options = this.handle.options();
    requireDeclared('weight', rows.weight, options.hasWeights);
    requireDeclared('cluster', rows.cluster, options.hasClusters);
    const { complete, texts, dropped } = withoutMissing(rows);
    this.transact(
      [this.#groups],
      () => this.#read(complete, texts),
      () => new this.#wasm.Amounts(options, this.#groups.categories),
      (scratch, { groups, amounts, weights, clusters }) => scratch.update(groups, amounts, weights, clusters),
    );
    this.#dropped += dropped;
  }

  #read({ group, amount, weight, cluster }: AmountRowsInput, texts: MissingTexts) {
    const amounts = toNumbers(amount, 'amount', texts);
    const codes = this.#groups.encode(group);
    requireRows('group', codes.length, amounts.length);
    const keys = cluster === undefined ? new BigUint64Array() : toClusterKeys(cluster, texts);
    if (cluster !== undefined) requireRows('cluster', keys.length, amounts.length);
    return {
      groups: codes instanceof Uint32Array ? codes : Uint32Array.from(codes),
      amounts,
      weights: toWeights(weight, amounts.length) ?? new Float64Array(),
      clusters: new Uint32Array(keys.buffer),
    };
  }

  /**
   * Adds the rows of another object with the same options.
   *
   * @throws FairwasmError `incompatible` for other options, and for an object of another `load()`.
   */
  merge(other: AmountRows): void {
    this.handle.merge(getCompanion(this.handle, other, AmountRows, 'other', 'AmountRows'));
    this.#groups.learn(this.handle.groups());
    this.#dropped += other.#dropped;
  }

  override reset(): void {
    super.reset();
    this.#dropped = 0;
  }

  /**
   * Returns the report of all rows so far; see {@link Amounts.amounts}.
   *
   * @throws FairwasmError `invalidState` without rows; `invalidArgument` for an unknown or suppressed reference, and for
   *   options out of range.
   */
  report(options: AmountOptions = {}): AmountReport {
    requireOptions('report', options, optionNames);
    const { names = {}, quantiles = usualQuantiles, suppressBelow } = options;
    requireOptions('names', names, ['amount', 'group']);
    const { amount = 'amount', group = 'group' } = names;
    requireTexts('names', [amount, group]);
    requireArray('quantiles', quantiles, 'numbers between 0 and 1');
    requireLimit('suppressBelow', suppressBelow);
    return toAmountReport(this.handle, this.#getReference(options.reference, suppressBelow ?? 0), {
      names: { amount, group },
      probabilities: [...quantiles],
      confidence: requireConfidence(options.confidence),
      hasIntervals: requireBoolean('intervals', options.intervals ?? true),
      suppressBelow,
      droppedRows: this.#dropped,
    });
  }

  #getReference(reference: string | undefined, suppressBelow: number): string {
    const counts = this.handle.rows();
    const groups = this.handle.groups().map((name, i) => ({ ...toGroup({ group: name }), rows: counts[i] as number }));
    if (groups.every(({ rows }) => rows === 0)) throw invalidState('rows', 'at least one row', 'none');
    if (reference === undefined) return (defaultReference(groups) as (typeof groups)[0]).name;
    requireTexts('reference', [reference]);
    const name = this.#groups.find(reference) ?? reference;
    const chosen = groups.find((each) => each.name === name && each.rows > 0);
    if (chosen === undefined) throw noSuchCategory('reference', reference, this.#groups.categories);
    if (chosen.rows >= suppressBelow) return name;
    throw invalid('reference', `a group of at least ${suppressBelow} rows, as smaller ones are suppressed`, 'fewer');
  }
}

/** Returns the rows without missing values, if they are to be dropped. */
function withoutMissing(rows: AmountRowsInput & MissingOptions) {
  const { group, amount, weight, cluster, missing = 'error', missingValues } = rows;
  requireOneOf('missing', missing, ['error', 'drop']);
  const texts = toMissingTexts(missingValues);
  const all = { group, amount, weight, cluster };
  if (missing === 'error') return { complete: all, texts, dropped: 0 };
  const given = Object.entries(all).filter((entry): entry is [string, AnyColumn] => entry[1] !== undefined);
  const length = getLength(amount, 'amount');
  for (const [name, column] of given) requireRows(name, getLength(column, name), length);
  const needed = Object.fromEntries(given.filter(([name]) => name !== 'group'));
  const kept = completeRows(needed, length, texts);
  if (kept.length === length) return { complete: all, texts, dropped: 0 };
  const picked = Object.fromEntries(given.map(([name, column]) => [name, pick(column, name, kept)]));
  return { complete: picked as unknown as AmountRowsInput, texts, dropped: length - kept.length };
}

function requireDeclared(name: string, column: unknown, isDeclared: boolean): void {
  if ((column !== undefined) === isDeclared) return;
  const expected = isDeclared ? 'a column' : `no such column; create the object with ${name}: true`;
  throw invalid(name, expected, isDeclared ? 'none' : 'one');
}

/** See {@link Amounts.amounts}. */
export function measureAmounts(wasm: Wasm, input: AmountInput): AmountReport {
  requireOptions('amounts', input, [...columnNames, ...optionNames, ...missingOptions]);
  const { group, amount, weight, cluster, missing, missingValues, ...options } = input;
  const rows = AmountRows.create(wasm, { weight: weight !== undefined, cluster: cluster !== undefined });
  try {
    rows.update({ group, amount, weight, cluster, missing, missingValues });
    return rows.report(options);
  } finally {
    rows[Symbol.dispose]();
  }
}
