// SPDX-License-Identifier: Apache-2.0
//
// Computes regression errors by group from the rows themselves: the metrics of a RegressionTally, and the medians,
// largest errors, and error distributions, which a tally does not keep.

import { type Spread, spreadMembers } from '../audit/frame/group.js';
import { numberRows, type RegressionRows, type RegressionSpread, whyUnsure } from '../audit/scores/regression.js';
import { invalid } from '../core/error.js';
import {
  type ConfidenceOptions,
  type Estimate,
  estimate,
  readConfidence,
  requireConfidence,
  whyNoGap,
} from '../core/estimate.js';
import { getCompanion } from '../core/handle.js';
import { requireNumber, requireOneOf, requireOptions, requireParts } from '../core/options.js';
import { largestAmong } from '../data/largest-group.js';
import { toNames } from '../data/named-columns.js';
import type { NamedGroup } from '../data/named-group.js';
import { GroupAccumulator } from '../tally/group-accumulator.js';
import type { ErrorRows as CoreErrorRows } from '../wasm/scores.js';
import { betweenGroups, distancesAt, type GroupDistance } from './distances.js';
import type { Wasm } from './module.js';

/**
 * With the target y, the prediction p, and e = p - y:
 *
 * - `meanLabel`, `meanPrediction`, `meanError`, `meanAbsoluteError`, `meanSquaredError`, `rootMeanSquaredError`,
 *   `meanAbsolutePercentageError`: as in `RegressionErrors`, with its intervals.
 * - `medianAbsoluteError`: mean of the lower and the upper weighted median of |e|, without rows of weight 0; without
 *   weights, the usual median. Its interval is based on order statistics and exact for any distribution; undefined for
 *   rows of unequal weight.
 * - `lowerMedianAbsoluteError`: the first |e| in ascending order at which the running weight reaches half of all, like
 *   scikit-learn's weighted `median_absolute_error`.
 * - `maxError`: the largest |e|, whatever the weights.
 * - `r2Score`: 1 - sum e² / sum (y - mean y)², at most 1. If y does not vary: -infinity, or NaN if all errors are 0.
 *   NaN for fewer than two rows. `r2ScoreForcedFinite`: 0 and 1 if y does not vary.
 * - `explainedVariance`: 1 - sum (e - mean e)² / sum (y - mean y)², at most 1, undefined like `r2Score`.
 *   `explainedVarianceForcedFinite`: 0 and 1 if y does not vary, 1 for a single row.
 *
 * All except `maxError` are NaN without weight.
 */
export type ErrorName =
  | 'meanLabel'
  | 'meanPrediction'
  | 'meanError'
  | 'meanAbsoluteError'
  | 'meanSquaredError'
  | 'rootMeanSquaredError'
  | 'meanAbsolutePercentageError'
  | 'medianAbsoluteError'
  | 'lowerMedianAbsoluteError'
  | 'maxError'
  | 'r2Score'
  | 'r2ScoreForcedFinite'
  | 'explainedVariance'
  | 'explainedVarianceForcedFinite';

/** A group and its errors. */
export type ErrorGroup = ReturnType<ExactErrors['by']>[number];

/** Gaps between groups in each metric. */
export type ErrorSpread = ReturnType<ExactErrors['spread']>;

const kinds: readonly NumberKind[] = ['prediction', 'label', 'error'];

/** A number of a row: the prediction, the target, or prediction minus target. */
export type NumberKind = 'prediction' | 'label' | 'error';

/**
 * Rows of numbers by group, over any number of batches. Create one with `scores.exactErrors(…)`.
 *
 * @example
 * const wages = (await load()).exactErrors(['sex']);
 * wages.update({ groups: { sex: ['f', 'f', 'm', 'm'] }, label: [20, 30, 20, 40], prediction: [18, 24, 21, 41] });
 * wages.by(['sex']).map(({ errors }) => errors.medianAbsoluteError.value); // [4, 1]
 */
export class ExactErrors extends GroupAccumulator {
  /** @internal */
  declare readonly coreType: CoreErrorRows;
  readonly #wasm: Wasm;

  /** @internal */
  constructor(wasm: Wasm, groups: readonly string[], stored?: CoreErrorRows) {
    super(wasm, wasm.ErrorRows, groups, stored);
    this.#wasm = wasm;
  }

  /**
   * Adds rows, 24 bytes each. If a row is invalid, none is added.
   *
   * @throws FairwasmError that names the column and the row.
   */
  update(rows: RegressionRows): void {
    this.add(numberRows(rows));
  }

  /** Adds the rows of another object with the same attributes. Throws `incompatible` for other attributes. */
  merge(other: ExactErrors): void {
    this.mergeCore(getCompanion(this.handle, other, ExactErrors, 'other', 'an ExactErrors'), other);
  }

  /**
   * Returns every combination of the categories of `by`, including those without rows; `[]` returns all rows
   * together.
   *
   * @throws FairwasmError `invalidArgument` for an unknown attribute, an unknown option, or a confidence that is not
   *   between 0 and 1.
   */
  by(
    by: string | readonly string[],
    options: ConfidenceOptions = {},
  ): (NamedGroup & { rows: number; weight: number; errors: Readonly<Record<ErrorName, Estimate>> })[] {
    const attributes = toNames('by', by);
    const confidence = readConfidence('by', options);
    const flat = this.#wasm.errorsBy(this.handle, [...attributes], confidence);
    const names = this.#wasm.errorNames() as ErrorName[];
    const width = 2 + 4 * names.length;
    return this.#groups(attributes).map((group, i) =>
      toErrorGroup(flat.subarray(i * width, (i + 1) * width), names, group),
    );
  }

  /**
   * Returns the gap between groups in each metric, like fairlearn's MetricFrame; groups without a value are
   * ignored. Intervals are those of `RegressionTally.spread`; for `medianAbsoluteError`, they come from order
   * statistics of each group, if its rows have equal weights and suffice for simultaneous intervals: at 95%,
   * 6 rows for two groups, 9 for five, 11 for ten. Ratios of values that can be negative are meaningless and
   * have no interval.
   *
   * @throws FairwasmError `invalidArgument` as {@link by}.
   */
  spread(
    by: string | readonly string[],
    options: ConfidenceOptions = {},
  ): Readonly<Record<ErrorName, Readonly<Record<keyof Spread, Estimate>>>> {
    const attributes = toNames('by', by);
    const confidence = readConfidence('spread', options);
    const flat = this.#wasm.errorSpreads(this.handle, [...attributes], confidence);
    const names = this.#wasm.errorNames() as ErrorName[];
    const width = 3 * spreadMembers.length;
    const all = names.map((name, i) => {
      const own = flat.subarray(i * width, (i + 1) * width);
      return [name, toSpread(own, name === 'medianAbsoluteError' ? ofMedians : undefined)];
    });
    return Object.fromEntries(all) as ErrorSpread;
  }

  /**
   * Returns the pinball loss by group, with the interval of `RegressionTally.pinballLosses`: the mean of
   * alpha (y - p) if y >= p, or else (1 - alpha) (p - y). It measures how well p estimates the alpha-quantile
   * of y.
   *
   * @throws FairwasmError `invalidArgument` as {@link by}, and for an alpha that is not in [0, 1].
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
    return this.by(attributes).map(({ categories, name, rows, weight }, group) => {
      const [value, low, high, effective] = flat.subarray(4 * group) as unknown as Four;
      const extras = { ci: [low, high] as const, warning: whyUnsure(rows, low, effective) };
      return { categories, name, loss: estimate(value, () => whyUndefined(rows, weight), extras) };
    });
  }

  /**
   * Returns the gap between groups in the pinball loss, like {@link spread} for other means.
   *
   * @throws FairwasmError `invalidArgument` as {@link by}, and for an alpha that is not in [0, 1].
   */
  pinballSpread(
    alpha: number,
    by: string | readonly string[],
    options: ConfidenceOptions = {},
  ): Readonly<Record<keyof Spread, Estimate>> {
    const attributes = toNames('by', by);
    const confidence = readConfidence('pinballSpread', options);
    const share = requireNumber('alpha', alpha);
    return toSpread(this.#wasm.pinballSpread(this.handle, [...attributes], share, confidence));
  }

  /**
   * Returns the distances between the distributions of errors, predictions, or targets: for all pairs of
   * groups that have rows, and for each group and all other rows.
   *
   * @throws FairwasmError `invalidArgument` for an unknown attribute, option, or kind of number, and a confidence
   * outside (0, 1).
   */
  distances(
    by: string | readonly string[],
    of: NumberKind = 'error',
    options: ConfidenceOptions = {},
  ): GroupDistance[] {
    const attributes = toNames('by', by);
    const kind = requireOneOf('of', of, kinds);
    const confidence = readConfidence('distances', options);
    const flat = this.#wasm.errorDistances(this.handle, [...attributes], kind, confidence);
    const groups = this.by(attributes);
    return betweenGroups(
      groups,
      groups.map(({ rows }) => rows > 0),
      (index) => distancesAt(flat, index),
    );
  }

  /**
   * Returns, for each group, the smallest number at or below which each requested proportion of its rows is,
   * by weight; 0 and 1 return the smallest and the largest number (Hyndman and Fan 1996, type 1). NaN for a
   * group without weight.
   *
   * @param shares Proportions, each in [0, 1].
   * @throws FairwasmError `invalidArgument` for an unknown attribute or kind of number, and for an invalid proportion.
   */
  quantiles(
    shares: readonly number[],
    by: string | readonly string[],
    of: NumberKind = 'error',
  ): (NamedGroup & { values: readonly number[] })[] {
    const attributes = toNames('by', by);
    requireParts('shares', shares, ['find'], 'an array of proportions');
    const invalidIndex = shares.find((share) => !(share >= 0 && share <= 1));
    if (invalidIndex !== undefined) throw invalid('shares', 'proportions from 0 to 1', String(invalidIndex));
    const kind = requireOneOf('of', of, kinds);
    const flat = this.#wasm.errorQuantiles(this.handle, [...attributes], kind, Float64Array.from(shares));
    return this.#groups(attributes).map((group, i) => ({
      ...group,
      values: [...flat.subarray(i * shares.length, (i + 1) * shares.length)],
    }));
  }

  /**
   * Returns the standardized mean difference between every other group that has rows and a reference group:
   * the difference of means divided by the root of the mean of both unbiased variances (Cohen 1988; Austin
   * and Stuart 2015 for weights). Undefined if a group has fewer than two rows, or neither group varies. The
   * confidence interval is Student's t with Welch's degrees of freedom, based on the effect of each row on
   * means and variances, so numbers need not be normally distributed.
   *
   * @throws FairwasmError `invalidArgument` for an unknown attribute, option, or kind of number, and for a reference
   *   that has no rows.
   */
  standardizedMeanDifferences(
    by: string | readonly string[],
    options: ConfidenceOptions & {
      /** Default: `prediction`. */
      of?: NumberKind | undefined;
      /**
       * Categories of the reference group; if several groups have them, the largest of those. Default: the
       * largest group.
       */
      reference?: Readonly<Record<string, string | number | boolean>> | undefined;
    } = {},
  ): (NamedGroup & {
    reference: NamedGroup['categories'];
    /** In standard deviations; negative if the group has the lower mean. */
    standardizedMeanDifference: Estimate;
  })[] {
    const attributes = toNames('by', by);
    requireOptions('standardizedMeanDifferences', options, ['of', 'reference', 'confidence']);
    const of = requireOneOf('of', options.of ?? 'prediction', kinds);
    const groups = this.by(attributes);
    const reference = largestAmong(groups, attributes, options.reference);
    const confidence = requireConfidence(options.confidence);
    const flat = this.#wasm.standardizedMeanDifferences(this.handle, [...attributes], of, reference, confidence);
    return groups.flatMap(({ categories, name, rows }, i) =>
      rows === 0 || i === reference
        ? []
        : [
            {
              categories,
              name,
              reference: (groups[reference] as ErrorGroup).categories,
              standardizedMeanDifference: standardized(flat.subarray(3 * i)),
            },
          ],
    );
  }

  #groups(by: readonly string[]): NamedGroup[] {
    const { codes, groups } = this.#wasm.errorGroups(this.handle, [...by]);
    return this.getGroups(codes, by, groups);
  }
}

function standardized(flat: Float64Array): Estimate {
  const [value, low, high] = flat as unknown as [number, number, number];
  const reason = () => 'a group has fewer than two rows with weight, or neither group varies';
  if (!Number.isNaN(low)) return estimate(value, reason, { ci: [low, high] });
  const why = 'no interval: a group has fewer than three rows, or neither group varies';
  return estimate(value, reason, Number.isNaN(value) ? {} : { warning: why });
}

type Four = [value: number, low: number, high: number, rows: number];

/**
 * Reads rows and weight, then the value and both ends of the interval of each metric, then the effective rows of each.
 */
function toErrorGroup(flat: Float64Array, names: readonly ErrorName[], group: NamedGroup): ErrorGroup {
  const [rows, weight] = flat as unknown as [number, number];
  const all = names.map((name, i) => {
    const [value, low, high] = flat.subarray(2 + 3 * i) as unknown as [number, number, number];
    const effective = flat[2 + 3 * names.length + i] as number;
    const warning = getWarning(name, rows, low, effective);
    const reason = () => whyUndefined(rows, weight);
    return [name, estimate(value, reason, { ci: [low, high], warning })];
  });
  return { ...group, rows, weight, errors: Object.fromEntries(all) };
}

const withoutInterval: Partial<Readonly<Record<ErrorName, string>>> = {
  medianAbsoluteError: 'there are too few rows, or their weights differ',
  lowerMedianAbsoluteError: 'see medianAbsoluteError',
  maxError: 'a larger error may occur in other rows',
  r2ScoreForcedFinite: 'see r2Score',
  explainedVariance: 'no method is known',
  explainedVarianceForcedFinite: 'see explainedVariance',
};

function getWarning(name: ErrorName, rows: number, low: number, effective: number) {
  const why = withoutInterval[name];
  if (why === undefined) return whyUnsure(rows, low, effective);
  return Number.isNaN(low) ? `no interval: ${why}` : undefined;
}

const ofMedians = 'a group has too few rows for a simultaneous interval, or its weights differ';

/** Reads all six members, then both ends of the interval of each. `why` is the reason if there is no interval. */
function toSpread(flat: Float64Array, why = 'a group has no interval, or no method is known'): RegressionSpread {
  const members = spreadMembers.map((member, i) => {
    const value = flat[i] as number;
    const at = spreadMembers.length + 2 * i;
    const ci = [flat[at] as number, flat[at + 1] as number] as const;
    const warning = Number.isNaN(ci[0]) ? `no interval: ${why}` : undefined;
    return [member, estimate(value, () => whyNoSpread(member, flat), { ci, warning })];
  });
  return Object.fromEntries(members) as RegressionSpread;
}

const whyNoSpread = (member: string, [min, , difference]: Float64Array): string =>
  Number.isNaN(min)
    ? 'no group has a value'
    : Number.isFinite(min) && Number.isNaN(difference)
      ? whyNoGap()
      : member.startsWith('ratio')
        ? 'the ratio of these values is undefined'
        : 'the targets of a group do not vary';

function whyUndefined(rows: number, weight: number): string {
  if (rows === 0) return 'no rows';
  if (!(weight > 0)) return 'all weights are 0';
  return rows < 2 ? 'fewer than two rows' : 'the targets do not vary';
}
