// SPDX-License-Identifier: Apache-2.0
//
// Errors of predicted numbers by group: mean absolute and mean squared error, R² and their companions.

import { limitArguments } from '../core/arity.js';
import {
  type Estimate,
  estimate,
  fewCases,
  requireConfidence,
  whyNoGap,
} from '../core/estimate.js';
import { companionOf } from '../core/handle.js';
import type { Wasm } from '../core/module.js';
import { requireNumber, requireOneOf, requireOptions } from '../core/options.js';
import { type NumberColumn, toNumbers } from '../data/column.js';
import type { GroupColumns } from '../data/condition.js';
import { largestAmong } from '../data/largest-group.js';
import { requireColumns, requireNames } from '../data/named-columns.js';
import { alikeRows, type CountedRows } from '../tally/counted-rows.js';
import { toRecords } from '../tally/counts.js';
import { GroupAccumulator, type NumberRows } from '../tally/group-accumulator.js';
import type { RegressionTally as CoreRegressionTally } from '../wasm/core.js';

/** Rows of true and predicted numbers. */
export interface RegressionRows {
  groups?: GroupColumns | undefined;
  /** True numbers. */
  label: NumberColumn;
  /** Predicted numbers. */
  prediction: NumberColumn;
  /** Instance weights, 0 or more; left out: 1. */
  weight?: NumberColumn | undefined;
}

/** Rows of numbers that were counted elsewhere. */
export type CountedNumbers = Omit<RegressionRows, 'weight'> & Pick<CountedRows, 'rows' | 'weights'>;

/** Of one group; NaN where it has no rows, R² also where the true numbers do not vary, as with one row. */
export interface RegressionErrors {
  /** Rows, unweighted. */
  count: number;
  meanLabel: number;
  meanPrediction: number;
  /** Mean of p - y: above 0 where predictions are too high. */
  meanError: number;
  /** Mean of |y - p|, 0 or more. */
  meanAbsoluteError: number;
  /** Mean of (y - p)², 0 or more. */
  meanSquaredError: number;
  rootMeanSquaredError: number;
  /**
   * Mean of |y - p| / |y|, 0 or more. True numbers closer to 0 than 2⁻⁵² are taken as that far, as in
   * scikit-learn: a single true 0 makes the mean immense.
   */
  meanAbsolutePercentageError: number;
  /** 1 - sum (y - p)² / sum (y - mean y)², at most 1. */
  r2Score: number;
}

/** A group and its errors. */
export interface RegressionGroup {
  categories: Readonly<Record<string, string>>;
  errors: RegressionErrors;
}

/** Everything but the count: what has intervals, and what groups are compared in. */
export type BoundedErrorName = Exclude<keyof RegressionErrors, 'count'>;

/** A group, and how sure its errors are. */
export interface RegressionEstimates {
  categories: Readonly<Record<string, string>>;
  /** As in {@link RegressionGroup}, with intervals; the count has none. */
  errors: Readonly<Record<keyof RegressionErrors, Estimate>>;
}

/** How sure intervals are to be. */
export interface RegressionConfidence {
  /** Default 0.95. */
  confidence?: number | undefined;
}

/** Which group others are compared with, and how sure intervals are to be. */
export interface RegressionComparisonOptions extends RegressionConfidence {
  /**
   * Categories of the group that others are compared with; with some of them, the largest group that has
   * those. Left out: the largest group.
   */
  reference?: Readonly<Record<string, string | number | boolean>> | undefined;
}

/** One group compared with the reference group. */
export interface RegressionComparison {
  categories: Readonly<Record<string, string>>;
  /** Categories of the group compared with. */
  reference: Readonly<Record<string, string>>;
  /** The group's value less that of the reference group, with interval and p-value. */
  differences: Readonly<Record<BoundedErrorName, Estimate>>;
  /**
   * The group's value over that of the reference group. What can be negative has no interval here, but for
   * means of numbers that are surely above 0 in both groups.
   */
  ratios: Readonly<Record<BoundedErrorName, Estimate>>;
}

/** How far groups lie apart in one metric; each member holds over all groups. */
export type RegressionSpread = Readonly<
  Record<
    'min' | 'max' | 'difference' | 'ratio' | 'differenceToOverall' | 'ratioToOverall',
    Estimate
  >
>;

/** A group and how well its predictions are a quantile of the true numbers. */
export interface PinballLoss {
  categories: Readonly<Record<string, string>>;
  loss: Estimate;
}

/** @internal Rows as accumulators of groups take them. Throws FairwasmError that names the column and the row. */
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
 * Sums of errors by group, over any number of batches. Make one with `fair.regressionTally(…)`.
 *
 * @example
 * const fair = await load();
 * const wages = fair.regressionTally(['sex']);
 * wages.update({ groups: { sex: ['f', 'f', 'm', 'm'] }, label: [20, 30, 20, 40], prediction: [18, 24, 21, 41] });
 * wages.by(['sex']).map(({ categories, errors }) => [categories.sex, errors.meanError]); // [["f", -4], ["m", 1]]
 * wages.difference('meanError', ['sex']).value; // 5
 */
export class RegressionTally extends GroupAccumulator<CoreRegressionTally> {
  readonly #wasm: Wasm;

  /** @internal */
  constructor(wasm: Wasm, groups: readonly string[], stored?: CoreRegressionTally) {
    super(wasm, wasm.RegressionTally, groups, stored);
    this.#wasm = wasm;
  }

  /**
   * Adds rows. All or nothing.
   *
   * @throws FairwasmError that names the column and the row; numbers so large that squared errors overflow are refused.
   */
  update(rows: RegressionRows): void {
    this.add(numberRows(rows));
  }

  /**
   * Adds rows that were counted elsewhere, by a GROUP BY over groups and both numbers: `rows[i]` of them are alike. All
   * or nothing.
   *
   * @throws FairwasmError as {@link update}, and `invalidArgument` for what is no number of rows, and for sums of
   *   weights that no such rows can have.
   */
  updateCounted(counted: CountedNumbers): void {
    requireOptions('updateCounted', counted, ['groups', 'label', 'prediction', 'rows', 'weights']);
    const { rows, weights, ...columns } = counted;
    const read = numberRows(columns);
    this.add({ ...read, ...alikeRows({ rows, weights }, read.label.length) });
  }

  /**
   * Adds the rows of another tally with the same attributes. All or nothing.
   *
   * @throws FairwasmError `incompatible`, and `invalidArgument` where squared errors overflow.
   */
  merge(other: RegressionTally): void {
    this.mergeCore(companionOf(this.handle, other, RegressionTally, 'other', 'a RegressionTally'));
  }

  /** Every combination of the categories of `by`; those without rows too. Throws for an unknown attribute. */
  by(by: readonly string[]): RegressionGroup[] {
    requireNames('by', by);
    const { codes } = this.#wasm.regressionGroups(this.handle, [...by]);
    const names = this.#wasm.regressionMetricNames();
    const values = this.#wasm.regressionValues(this.handle, [...by]);
    return this.groupsOf(codes, by, values.length).map((categories, i) => ({
      categories,
      errors: toRecords(names, values[i] as Float64Array)[0] as unknown as RegressionErrors,
    }));
  }

  /**
   * {@link by} with intervals, from the rows' own variation, which weights are part of: of means of what cannot
   * be negative by Student's quantile on the scale of logarithms, of means of either sign by Student's, of R² by
   * the delta method for the logarithm of 1 - R². Errors that are rare and large, and of which none was seen,
   * are in no interval; a warning says where the few largest errors decide.
   *
   * @throws FairwasmError `invalidArgument` for an unknown attribute, or a confidence that is not in (0, 1).
   */
  estimates(by: readonly string[], options: RegressionConfidence = {}): RegressionEstimates[] {
    requireNames('by', by);
    const confidence = confidenceOf('estimates', options);
    const names = this.#wasm.regressionMetricNames() as (keyof RegressionErrors)[];
    const bounded = this.#wasm.regressionErrors(this.handle, [...by], confidence);
    return this.by(by).map(({ categories, errors }, group) => {
      const all = names.map((name, metric) => {
        const [, low, high, rows] = (bounded[group] as Float64Array).subarray(
          4 * metric,
        ) as unknown as Four;
        const warning = whyUnsure(errors.count, low, rows);
        const extras = name === 'count' ? {} : { ci: [low, high] as const, warning };
        return [name, estimate(errors[name], () => whyUndefined(errors), extras)];
      });
      return { categories, errors: Object.fromEntries(all) };
    });
  }

  /**
   * Mean of alpha (y - p) where y >= p and of (1 - alpha) (p - y) elsewhere, by group: how well p is the
   * alpha-quantile of y, 0 or more. Koenker and Bassett 1978; scikit-learn's `mean_pinball_loss`.
   *
   * @throws FairwasmError `invalidArgument` as {@link estimates}, and for an alpha that is not in [0, 1].
   */
  pinballLosses(
    alpha: number,
    by: readonly string[],
    options: RegressionConfidence = {},
  ): PinballLoss[] {
    requireNames('by', by);
    const confidence = confidenceOf('pinballLosses', options);
    const share = requireNumber('alpha', alpha);
    const flat = this.#wasm.pinballLosses(this.handle, [...by], share, confidence);
    return this.by(by).map(({ categories, errors }, group) => {
      const [value, low, high, rows] = flat.subarray(4 * group) as unknown as Four;
      const warning = whyUnsure(errors.count, low, rows);
      return {
        categories,
        loss: estimate(value, () => whyUndefined(errors), { ci: [low, high], warning }),
      };
    });
  }

  /**
   * The largest less the smallest value of the groups, 0 where all are alike; groups without rows are passed over.
   * Its interval comes from the differences of all pairs of groups, which hold together, and reaches 0 wherever no
   * two groups are known to differ. There is none where a group's value has none, as with one row.
   *
   * @throws FairwasmError `invalidArgument` as {@link estimates}, and for another metric.
   */
  difference(
    metric: BoundedErrorName,
    by: readonly string[],
    options: RegressionConfidence = {},
  ): Estimate {
    confidenceOf('difference', options);
    return this.spread(metric, by, options).difference;
  }

  /**
   * How far the groups lie apart in one metric: smallest and largest value, their difference and ratio, and the
   * largest distance of a group to all rows. Groups without a value are passed over. The intervals hold over all
   * groups. A ratio of what may be negative has no meaning, and no interval.
   *
   * @throws FairwasmError `invalidArgument` as {@link difference}.
   */
  spread(
    metric: BoundedErrorName,
    by: readonly string[],
    options: RegressionConfidence = {},
  ): RegressionSpread {
    const confidence = confidenceOf('spread', options);
    requireNames('by', by);
    const name = requireOneOf('metric', metric, this.#bounded());
    const found = this.#wasm.regressionSpread(this.handle, [...by], name, confidence);
    const members = this.#wasm.spreadNames().map((member, i) => {
      const value = found.values[i] as number;
      const [low, high] = found.intervals.subarray(2 * i) as unknown as [number, number];
      const isRatio = member.startsWith('ratio');
      const warning = Number.isNaN(low)
        ? whyNoSpread(isRatio && isSigned(name))
        : fewWarning(found.effectiveRows);
      const reason = () => {
        const [min, , difference] = found.values;
        if (Number.isNaN(min)) return 'no group has a value';
        if (Number.isNaN(difference)) return whyNoGap();
        return 'a group without any error to divide by';
      };
      return [member, estimate(value, reason, { ci: [low, high], warning })];
    });
    return Object.fromEntries(members) as RegressionSpread;
  }

  /**
   * Every other group that has rows compared with a reference group. A p-value is 1 less the confidence at
   * which the interval of the difference first reaches 0 (Zou and Donner 2008), so that the two never contradict
   * each other; `adjustedPValue` is that over all groups (Benjamini and Hochberg).
   *
   * @throws FairwasmError `invalidArgument` as {@link estimates}, and for a reference that has no rows.
   */
  comparisons(
    by: readonly string[],
    options: RegressionComparisonOptions = {},
  ): RegressionComparison[] {
    requireOptions('comparisons', options, ['reference', 'confidence']);
    const confidence = confidenceOf('comparisons', { confidence: options.confidence });
    const groups = this.by(by).map(({ categories, errors }) => ({
      categories,
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
            ? `of the group compared with: ${whyUndefined(base.errors)}`
            : 'the group compared with has 0';
      return {
        categories: own.categories,
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
    return this.#wasm
      .regressionMetricNames()
      .filter((name) => name !== 'count') as BoundedErrorName[];
  }

  /** All rows together. */
  get overall(): RegressionErrors {
    return this.by([])[0]?.errors as RegressionErrors;
  }
}

function confidenceOf(what: string, options: RegressionConfidence): number {
  requireOptions(what, options, ['confidence']);
  return requireConfidence(options.confidence);
}

type Four = [value: number, low: number, high: number, rows: number];
/** Difference and ratio, each with both ends, the p-value and the effective rows. */
type Eight = [number, number, number, number, number, number, number, rows: number];

const signedNames: readonly BoundedErrorName[] = [
  'meanLabel',
  'meanPrediction',
  'meanError',
  'r2Score',
];
const isSigned = (name: BoundedErrorName): boolean => signedNames.includes(name);

/** @internal What the interval rests on: so many rows of equal errors would say as much. */
export function whyUnsure(count: number, low: number, effective: number): string | undefined {
  if (Number.isNaN(low)) return 'no interval: there is one row, or all errors are alike';
  if (!(effective < fewCases)) return undefined;
  return `few errors decide: ${count} rows say no more than ${Number(effective.toFixed(1))}`;
}

// The same of the least sure of several groups.
const fewWarning = (effective: number): string | undefined =>
  effective < fewCases
    ? `few errors decide: those of a group say no more than ${Number(effective.toFixed(1))} rows`
    : undefined;

const whyNoSpread = (isSignedRatio: boolean): string =>
  isSignedRatio
    ? 'no interval: values that may be negative have no ratio to speak of'
    : 'no interval: an error of a group has none';

function whyUndefined({ count, meanLabel }: RegressionErrors): string {
  if (count === 0) return 'no rows';
  if (Number.isNaN(meanLabel)) return 'all weights are 0';
  return count < 2 ? 'fewer than two rows' : 'the true numbers do not vary';
}

limitArguments(RegressionTally, {
  estimates: 2,
  pinballLosses: 3,
  difference: 3,
  spread: 3,
  comparisons: 2,
});
