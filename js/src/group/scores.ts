// SPDX-License-Identifier: Apache-2.0
//
// Scores held against outcomes, by group: ROC and calibration curves, the area under the one and the error
// of the other, Brier score, and thresholds per group that make a rate alike.

import { FairwasmError } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import { CategoryEncoder } from '../data/category.js';
import { type CategoryColumn, type NumberColumn, toNumbers } from '../data/column.js';
import type { GroupColumns } from '../data/condition.js';
import { type Favorable, toLabels } from '../data/favorable.js';
import { GroupAccumulator } from '../data/group-accumulator.js';
import type { ScoreTally as CoreScoreTally } from '../wasm/core.mjs';
import { toRecords } from './counts.js';

/** Rows of outcomes and scores. */
export interface ScoreRows {
  groups?: GroupColumns | undefined;
  /** True outcomes. */
  label: CategoryColumn;
  /** Estimated probabilities of the favorable outcome, in [0, 1]. */
  score: NumberColumn;
  /** Instance weights, 0 or more; left out: 1. */
  weight?: NumberColumn | undefined;
}

/** One threshold of "favorable where score >= threshold"; the highest, that selects nobody, is infinite. */
export interface RocPoint {
  threshold: number;
  /** NaN without actual positives. */
  truePositiveRate: number;
  /** NaN without actual negatives. */
  falsePositiveRate: number;
  selectionRate: number;
  accuracy: number;
}

/** Scores that fall together: those up to `upper` and above the bin before. */
export interface CalibrationBin {
  upper: number;
  weight: number;
  meanScore: number;
  /** Share of favorable outcomes. */
  positiveRate: number;
}

/** What is known of one group's scores. Values are NaN where the group has no rows. */
export interface ScoreGroup {
  categories: Readonly<Record<string, string>>;
  rows: number;
  /** Weight of the favorable outcomes, and of the others. */
  positives: number;
  negatives: number;
  /**
   * Probability that a favorable outcome has a higher score than another one, equal scores counting half;
   * NaN without either kind. Hanley and McNeil 1982.
   */
  areaUnderCurve: number;
  /**
   * How far the true area can be away: 0 as long as the group has at most 4096 distinct scores. With more,
   * scores are kept to 1/7200, and it is half the share of pairs that fall together.
   */
  areaUnderCurveError: number;
  /** Mean of (score - outcome)², in [0, 1]; exact. Brier 1950. */
  brierScore: number;
  /** Mean of -ln of the probability given to what happened; exact. */
  logLoss: number;
  meanScore: number;
  /** From nobody selected to everybody. */
  rocCurve: readonly RocPoint[];
  /** Those bins that have rows. */
  calibrationCurve: readonly CalibrationBin[];
  /** Mean distance of mean score and share of favorable outcomes over the bins. Naeini et al. 2015. */
  expectedCalibrationError: number;
}

/** Which rate thresholds are to make alike. */
export interface ThresholdOptions {
  /** `truePositiveRate` is equal opportunity (Hardt et al. 2016), `selectionRate` demographic parity. */
  equalize: 'truePositiveRate' | 'selectionRate';
  /** The rate that every group should have; left out: that of all rows at a threshold of 0.5. */
  target?: number | undefined;
}

/** A group's threshold, and what it leads to. */
export interface GroupThreshold extends RocPoint {
  categories: Readonly<Record<string, string>>;
}

function rocPoint(step: readonly number[], positives: number, negatives: number): RocPoint {
  const [threshold, truePositives, falsePositives] = step as [number, number, number];
  return {
    threshold,
    truePositiveRate: truePositives / positives,
    falsePositiveRate: falsePositives / negatives,
    selectionRate: (truePositives + falsePositives) / (positives + negatives),
    accuracy: (truePositives + negatives - falsePositives) / (positives + negatives),
  };
}

function chunks(flat: Float64Array, size: number): number[][] {
  return Array.from({ length: flat.length / size }, (_, i) => [
    ...flat.subarray(i * size, (i + 1) * size),
  ]);
}

type Totals = Pick<
  ScoreGroup,
  | 'rows'
  | 'positives'
  | 'negatives'
  | 'areaUnderCurve'
  | 'areaUnderCurveError'
  | 'brierScore'
  | 'logLoss'
  | 'meanScore'
>;

/** Histograms of scores by group, over any number of batches. Make one with `fair.scoreTally(…)`. */
export class ScoreTally extends GroupAccumulator<CoreScoreTally> {
  readonly #favorable: readonly string[];

  /** @internal */
  constructor(
    wasm: Wasm,
    groups: readonly string[],
    favorable: Favorable,
    stored?: CoreScoreTally,
  ) {
    super(wasm, wasm.ScoreTally, groups, stored);
    this.#favorable = toLabels(favorable) as string[];
  }

  /**
   * Adds rows. All or nothing.
   *
   * @throws FairwasmError that names the column and the row: a label that is missing, a score outside
   *   [0, 1], a weight below 0.
   */
  update({ groups = {}, label, score, weight }: ScoreRows): void {
    const codes = new CategoryEncoder('label', this.#favorable, 'error').encode(label);
    this.add({
      groups,
      label: Uint8Array.from(codes, (code) => (code < this.#favorable.length ? 1 : 0)),
      prediction: toNumbers(score, 'score'),
      weight: weight && toNumbers(weight, 'weight'),
    });
  }

  /** Adds the rows of another tally with the same attributes. Throws `incompatible`. */
  merge(other: ScoreTally): void {
    this.mergeCore(other.handle);
  }

  /**
   * Every combination of the categories of `by`, those without rows too; `[]` is all rows together.
   *
   * @param bins How many equal parts of [0, 1] the calibration curve has: a divisor of 7200 such as 10, 15,
   *   20 or 100.
   * @throws FairwasmError `invalidArgument` for an unknown attribute, or another number of bins.
   */
  by(by: readonly string[], { bins = 10 }: { bins?: number } = {}): ScoreGroup[] {
    requireBins(bins);
    const { codes, values } = this.wasm.scoresBy(this.handle, [...by]);
    const totals = toRecords(this.wasm.scoreSummaryNames(), values) as unknown as Totals[];
    const curves = this.wasm.scoreCurves(this.handle, [...by], bins);
    return this.groupsOf(codes, by, totals.length).map((categories, i) => {
      const own = totals[i] as Totals;
      const { operations, calibration, expectedCalibrationError } = curves[i] as (typeof curves)[0];
      const calibrationCurve = chunks(calibration, 4).map((bin) => {
        const [upper, weight, scores, positives] = bin as [number, number, number, number];
        return { upper, weight, meanScore: scores / weight, positiveRate: positives / weight };
      });
      return {
        categories,
        ...own,
        rocCurve: chunks(operations, 3).map((step) => rocPoint(step, own.positives, own.negatives)),
        calibrationCurve,
        expectedCalibrationError,
      };
    });
  }

  /** All rows together. */
  get overall(): ScoreGroup {
    return this.by([])[0] as ScoreGroup;
  }

  /**
   * For each group that has the rows for it the threshold at which its rate comes closest to the target: of
   * two that are as close, the higher. Rates move in steps, one for each distinct score, so they come out
   * only as alike as the steps allow: compare the rates returned.
   *
   * @throws FairwasmError `invalidArgument` for a target outside [0, 1], `invalidState` where it was left out
   *   and all rows together do not define it.
   */
  equalizingThresholds(
    by: readonly string[],
    { equalize, target = this.#rateAtHalf(equalize) }: ThresholdOptions,
  ): GroupThreshold[] {
    if (!(target >= 0 && target <= 1)) {
      throw new FairwasmError(Number.isNaN(target) ? 'invalidState' : 'invalidArgument', {
        argument: 'target',
        expected: 'a rate in [0, 1]',
        actual: String(target),
      });
    }
    const away = (point: RocPoint) => Math.abs(point[equalize] - target);
    return this.by(by).flatMap(({ categories, rocCurve }) => {
      const [first] = rocCurve;
      if (!first || rocCurve.length < 2 || Number.isNaN(rocCurve[1]?.[equalize])) return [];
      const best = rocCurve.reduce((a, b) => (away(b) < away(a) ? b : a), first);
      return [{ categories, ...best }];
    });
  }

  #rateAtHalf(rate: ThresholdOptions['equalize']): number {
    const selecting = this.overall.rocCurve.filter(({ threshold }) => threshold >= 0.5);
    return selecting.at(-1)?.[rate] ?? Number.NaN;
  }
}

function requireBins(bins: number): void {
  if (Number.isInteger(bins) && bins > 0) return;
  throw new FairwasmError('invalidArgument', {
    argument: 'bins',
    expected: 'a divisor of 7200, such as 10, 15, 20 or 100',
    actual: String(bins),
  });
}
