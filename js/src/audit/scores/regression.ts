// SPDX-License-Identifier: Apache-2.0
//
// Errors of regression predictions by group: mean absolute error, mean squared error, R², and similar
// metrics.

import type { ConfidenceOptions } from '../../core/estimate.js';
import { type Estimate, estimate, fewCases, readConfidence, whyNoGap } from '../../core/estimate.js';
import { getCompanion } from '../../core/handle.js';
import type { Wasm } from '../../core/module.js';
import { requireNumber, requireOneOf, requireOptions } from '../../core/options.js';
import type { CategoryColumn } from '../../data/column.js';
import { type NumberColumn, toNumbers } from '../../data/column.js';
import { largestAmong } from '../../data/largest-group.js';
import { requireColumns, toNames } from '../../data/named-columns.js';
import type { NamedGroup } from '../../data/named-group.js';
import { type CountedRows, toCountedRows } from '../../tally/counted-rows.js';
import { toRecords } from '../../tally/counts.js';
import { GroupAccumulator, type NumberRows } from '../../tally/group-accumulator.js';
import type { RegressionTally as CoreRegressionTally } from '../../wasm/core.js';
import type { Spread } from '../frame/group.js';

/** Rows of regression targets and predictions. */
export interface RegressionRows {
  groups?: Readonly<Record<string, CategoryColumn>> | undefined;
  /** Regression targets. */
  label: NumberColumn;
  /** Regression predictions. */
  prediction: NumberColumn;
  /** Row weights, at least 0. Default: 1. */
  weight?: NumberColumn | undefined;
}

/** Errors of one group; NaN without rows. R² is also NaN if the targets do not vary, as with one row. */
export interface RegressionErrors {
  /** Number of rows, unweighted. */
  count: number;
  meanLabel: number;
  meanPrediction: number;
  /** Mean of p - y: positive if predictions are too high. */
  meanError: number;
  /** Mean of |y - p|, at least 0. */
  meanAbsoluteError: number;
  /** Mean of (y - p)², at least 0. */
  meanSquaredError: number;
  rootMeanSquaredError: number;
  /**
   * Mean of |y - p| / |y|, at least 0. As in scikit-learn, |y| is at least 2⁻⁵², so a single target of 0 makes
   * the mean huge.
   */
  meanAbsolutePercentageError: number;
  /** 1 - sum (y - p)² / sum (y - mean y)², at most 1. */
  r2Score: number;
}

/** All errors except the count: those with confidence intervals and comparisons. */
export type BoundedErrorName = Exclude<keyof RegressionErrors, 'count'>;

/** Gap between groups in one metric; each field covers all groups. */
export type RegressionSpread = Readonly<Record<keyof Spread, Estimate>>;

/**
 * @internal Validates rows for accumulators of groups. Throws a FairwasmError that names the column and the
 * row.
 */
export function numberRows(rows: RegressionRows): NumberRows {
  requireOptions('update', rows, ['groups', 'label', 'prediction', 'weight']);
  const { groups = {}, label, prediction, weight } = rows;
  requireColumns('groups', groups);
  return {
    groups,
    label: toNumbers(label, 'label'),
    prediction: toNumbers(prediction, 'prediction'),
    weight: weight === undefined ? undefined : toNumbers(weight, 'weight'),
  };
}

/**
 * Sums of errors by group, over any number of batches. Create one with `fair.regressionTally(…)`.
 *
 * @example
 * const fair = await load();
 * const wages = fair.regressionTally(['sex']);
 * wages.update({ groups: { sex: ['f', 'f', 'm', 'm'] }, label: [20, 30, 20, 40], prediction: [18, 24, 21, 41] });
 * wages.by(['sex']).map(({ categories, errors }) => [categories.sex, errors.meanError]); // [["f", -4], ["m", 1]]
 * wages.difference('meanError', ['sex']).value; // 5
 */
export class RegressionTally extends GroupAccumulator {
  /** @internal */
  declare readonly coreType: CoreRegressionTally;
  readonly #wasm: Wasm;

  /** @internal */
  constructor(wasm: Wasm, groups: readonly string[], stored?: CoreRegressionTally) {
    super(wasm, wasm.RegressionTally, groups, stored);
    this.#wasm = wasm;
  }

  /** @internal The core, for intervals of clustered rows. */
  get core(): Wasm {
    return this.#wasm;
  }

  /**
   * Adds rows. If a row is invalid, none is added.
   *
   * @throws FairwasmError that names the column and the row; rejects numbers so large that squared errors overflow.
   */
  update(rows: RegressionRows): void {
    this.add(numberRows(rows));
  }

  /**
   * Adds precomputed counts, for example from a GROUP BY over groups, target, and prediction: `rows[i]` rows
   * have these values. If a row is invalid, none is added.
   *
   * @throws FairwasmError as {@link update}, and `invalidArgument` for an invalid number of rows or impossible sums of weights.
   */
  updateCounted(counted: Omit<RegressionRows, 'weight'> & Pick<CountedRows, 'rows' | 'weights'>): void {
    requireOptions('updateCounted', counted, ['groups', 'label', 'prediction', 'rows', 'weights']);
    const { rows, weights, ...columns } = counted;
    const read = numberRows(columns);
    this.add({ ...read, ...toCountedRows({ rows, weights }, read.label.length) });
  }

  /**
   * Adds the rows of another tally with the same attributes, completely or not at all.
   *
   * @throws FairwasmError `incompatible` for other attributes, and `invalidArgument` if squared errors overflow.
   */
  merge(other: RegressionTally): void {
    this.mergeCore(getCompanion(this.handle, other, RegressionTally, 'other', 'a RegressionTally'), other);
  }

  /**
   * Returns every combination of the categories of `by`, including those without rows. Throws for an unknown
   * attribute.
   */
  by(by: string | readonly string[]): (NamedGroup & { errors: RegressionErrors })[] {
    const attributes = toNames('by', by);
    const { codes } = this.#wasm.regressionGroups(this.handle, [...attributes]);
    const names = this.#wasm.regressionMetricNames();
    const values = this.#wasm.regressionValues(this.handle, [...attributes]);
    return this.getGroups(codes, attributes, values.length).map((group, i) => ({
      ...group,
      errors: toRecords(names, values[i] as Float64Array)[0] as unknown as RegressionErrors,
    }));
  }

  /**
   * Returns {@link by} with confidence intervals, based on the variation of the rows including their weights:
   * Student's t on the logarithmic scale for means of nonnegative values, Student's t for means of either
   * sign, and the delta method for log(1 - R²). The intervals do not account for rare, large errors that did
   * not occur in the data; a warning states if a few large errors dominate.
   *
   * @throws FairwasmError `invalidArgument` for an unknown attribute, or a confidence that is not in (0, 1).
   */
  estimates(
    by: string | readonly string[],
    options: ConfidenceOptions = {},
  ): (NamedGroup & {
    /** The errors of {@link by} with confidence intervals; the count has none. */
    errors: Readonly<Record<keyof RegressionErrors, Estimate>>;
  })[] {
    const attributes = toNames('by', by);
    const confidence = readConfidence('estimates', options);
    const names = this.#wasm.regressionMetricNames() as (keyof RegressionErrors)[];
    const bounded = this.#wasm.regressionErrors(this.handle, [...attributes], confidence);
    return this.by(attributes).map(({ categories, name, errors }, group) => {
      const all = names.map((name, metric) => {
        const [, low, high, rows] = (bounded[group] as Float64Array).subarray(4 * metric) as unknown as Four;
        const warning = whyUnsure(errors.count, low, rows);
        const extras = name === 'count' ? {} : { ci: [low, high] as const, warning };
        return [name, estimate(errors[name], () => whyUndefined(errors), extras)];
      });
      return { categories, name, errors: Object.fromEntries(all) };
    });
  }

  /**
   * Returns the pinball loss by group: the mean of alpha (y - p) if y >= p, or else (1 - alpha) (p - y). It
   * measures how well p estimates the alpha-quantile of y, at least 0. Koenker and Bassett 1978;
   * scikit-learn's `mean_pinball_loss`.
   *
   * @throws FairwasmError `invalidArgument` as {@link estimates}, and for an alpha that is not in [0, 1].
   */
  pinballLosses(
    alpha: number,
    by: string | readonly string[],
    options: ConfidenceOptions = {},
  ): (NamedGroup & { loss: Estimate })[] {
    const attributes = toNames('by', by);
    const confidence = readConfidence('pinballLosses', options);
    const share = requireNumber('alpha', alpha);
    const flat = this.#wasm.pinballLosses(this.handle, [...attributes], share, confidence);
    return this.by(attributes).map(({ categories, name, errors }, group) => {
      const [value, low, high, rows] = flat.subarray(4 * group) as unknown as Four;
      const warning = whyUnsure(errors.count, low, rows);
      return { categories, name, loss: estimate(value, () => whyUndefined(errors), { ci: [low, high], warning }) };
    });
  }

  /**
   * Returns the largest minus the smallest value among the groups; 0 means that all are equal. Groups without rows are
   * ignored. The interval comes from simultaneous intervals of all pairs of groups, and contains 0 unless two
   * groups differ significantly. There is no interval if a group has none, as with one row.
   *
   * @throws FairwasmError `invalidArgument` as {@link estimates}, and for another metric.
   */
  difference(
    metric: Exclude<keyof RegressionErrors, 'count'>,
    by: readonly string[],
    options: ConfidenceOptions = {},
  ): Estimate {
    readConfidence('difference', options);
    return this.spread(metric, by, options).difference;
  }

  /**
   * Returns the gap between groups in one metric: smallest and largest value, their difference and ratio, and
   * the largest distance between a group and all rows. Groups without a value are ignored. The intervals
   * cover all groups. Ratios of values that can be negative are meaningless and have no interval.
   *
   * @throws FairwasmError `invalidArgument` as {@link difference}.
   */
  spread(
    metric: Exclude<keyof RegressionErrors, 'count'>,
    by: string | readonly string[],
    options: ConfidenceOptions = {},
  ): Readonly<Record<keyof Spread, Estimate>> {
    const confidence = readConfidence('spread', options);
    const attributes = toNames('by', by);
    const name = requireOneOf('metric', metric, this.#bounded());
    const found = this.#wasm.regressionSpread(this.handle, [...attributes], name, confidence);
    const members = this.#wasm.spreadNames().map((member, i) => {
      const value = found.values[i] as number;
      const [low, high] = found.intervals.subarray(2 * i) as unknown as [number, number];
      const isRatio = member.startsWith('ratio');
      const warning = Number.isNaN(low) ? whyNoSpread(isRatio && isSigned(name)) : fewWarning(found.effectiveRows);
      const reason = () => {
        const [min, , difference] = found.values;
        if (Number.isNaN(min)) return 'no group has a value';
        if (Number.isNaN(difference)) return whyNoGap();
        return 'a group has no error, so the ratio is undefined';
      };
      return [member, estimate(value, reason, { ci: [low, high], warning })];
    });
    return Object.fromEntries(members) as RegressionSpread;
  }

  /**
   * Compares every other group that has rows with the reference group. The p-value is 1 minus the confidence
   * at which the interval for the difference first reaches 0 (Zou and Donner 2008), so the two never
   * contradict each other; `adjustedPValue` adjusts it for all groups (Benjamini and Hochberg).
   *
   * @throws FairwasmError `invalidArgument` as {@link estimates}, and for a reference that has no rows.
   */
  comparisons(
    by: readonly string[],
    options: ConfidenceOptions & {
      /**
       * Categories of the reference group; if several groups have them, the largest of those. Default: the
       * largest group.
       */
      reference?: Readonly<Record<string, string | number | boolean>> | undefined;
    } = {},
  ): (NamedGroup & {
    /** Categories of the reference group. */
    reference: Readonly<Record<string, string>>;
    /** Value of the group minus that of the reference group, with confidence interval and p-value. */
    differences: Readonly<Record<Exclude<keyof RegressionErrors, 'count'>, Estimate>>;
    /**
     * Value of the group divided by that of the reference group. Metrics that can be negative have no interval,
     * except means that are significantly above 0 in both groups.
     */
    ratios: Readonly<Record<Exclude<keyof RegressionErrors, 'count'>, Estimate>>;
  })[] {
    requireOptions('comparisons', options, ['reference', 'confidence']);
    const confidence = readConfidence('comparisons', { confidence: options.confidence });
    const groups = this.by(by).map(({ categories, name, errors }) => ({
      categories,
      name,
      errors,
      rows: errors.count,
    }));
    const reference = largestAmong(groups, by, options.reference);
    const compared = this.#wasm.regressionComparisons(this.handle, [...by], reference, confidence);
    const names = this.#bounded();
    const at = (group: number, metric: number) =>
      (compared[group] as Float64Array).subarray(8 * metric) as unknown as Eight;
    const others = groups.flatMap(({ rows }, i) => (rows > 0 && i !== reference ? [i] : []));
    const adjusted = names.map((_, m) =>
      this.#wasm.adjustPValues(Float64Array.from(others, (group) => at(group, m)[6])),
    );
    const base = groups[reference] as (typeof groups)[0];
    return others.map((group, place) => {
      const own = groups[group] as typeof base;
      const named = (make: (name: BoundedErrorName, m: number) => Estimate) =>
        Object.fromEntries(names.map((name, m) => [name, make(name, m)])) as Readonly<
          Record<BoundedErrorName, Estimate>
        >;
      const whyNot = (name: BoundedErrorName) => () =>
        Number.isNaN(own.errors[name])
          ? whyUndefined(own.errors)
          : Number.isNaN(base.errors[name])
            ? `reference group: ${whyUndefined(base.errors)}`
            : 'the value of the reference group is 0';
      return {
        categories: own.categories,
        name: own.name,
        reference: base.categories,
        differences: named((name, m) => {
          const [value, low, high, , , , pValue, effective] = at(group, m);
          const warning = Number.isNaN(low) ? whyNoSpread(false) : fewWarning(effective);
          const extras = { ci: [low, high] as const, pValue, warning };
          return estimate(value, whyNot(name), { ...extras, adjustedPValue: adjusted[m]?.[place] });
        }),
        ratios: named((name, m) => {
          const [, , , value, low, high, , effective] = at(group, m);
          const warning = Number.isNaN(low) ? whyNoSpread(isSigned(name)) : fewWarning(effective);
          return estimate(value, whyNot(name), { ci: [low, high], warning });
        }),
      };
    });
  }

  #bounded(): BoundedErrorName[] {
    return this.#wasm.regressionMetricNames().filter((name) => name !== 'count') as BoundedErrorName[];
  }

  /** All rows together. */
  get overall(): RegressionErrors {
    return this.by([])[0]?.errors as RegressionErrors;
  }
}

type Four = [value: number, low: number, high: number, rows: number];
/** Difference and ratio, each with interval, p-value, and effective sample size. */
type Eight = [number, number, number, number, number, number, number, rows: number];

const signedNames: readonly BoundedErrorName[] = ['meanLabel', 'meanPrediction', 'meanError', 'r2Score'];
const isSigned = (name: BoundedErrorName): boolean => signedNames.includes(name);

// Squares of normal errors have the effective sample size rows / 5. With fewer than rows / 7 and fewer than 125, as
// with Student's t distribution (5 degrees of freedom) and 1,000 rows, 83% to 95% of nominal 95% intervals hold,
// because the largest errors may not be in the data; no variance of the data corrects that.
const heavyTails = { rowsPerEffective: 7, enough: 125 };

/**
 * @internal Returns why an interval is missing or unreliable, based on the effective sample size: the number
 * of rows with equal errors that would give the same precision.
 */
export function whyUnsure(count: number, low: number, effective: number): string | undefined {
  if (Number.isNaN(low)) return 'no interval: there is only one row, or all errors are equal';
  const size = `the effective sample size of ${count} rows is ${Number(effective.toFixed(1))}`;
  if (effective < fewCases) return `few errors dominate: ${size}`;
  return effective < heavyTails.enough && effective * heavyTails.rowsPerEffective < count
    ? `errors have heavy tails: ${size}; the interval may be too short`
    : undefined;
}

// The same reason for the least precise of several groups.
const fewWarning = (effective: number): string | undefined =>
  effective < fewCases
    ? `few errors dominate: the effective sample size of a group is ${Number(effective.toFixed(1))}`
    : undefined;

const whyNoSpread = (isSignedRatio: boolean): string =>
  isSignedRatio
    ? 'no interval: a ratio of values that may be negative is meaningless'
    : 'no interval: the error of a group has no interval';

function whyUndefined({ count, meanLabel }: RegressionErrors): string {
  if (count === 0) return 'no rows';
  if (Number.isNaN(meanLabel)) return 'all weights are 0';
  return count < 2 ? 'fewer than two rows' : 'the targets do not vary';
}
