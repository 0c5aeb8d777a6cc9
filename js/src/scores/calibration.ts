// SPDX-License-Identifier: Apache-2.0
//
// Calibration statistics: agreement of a group's probabilities with outcomes.

import { whyUndefined, whyUnsure } from '../audit/scores/score-reasons.js';
import { type Estimate, estimate } from '../core/estimate.js';
import type { NamedGroup } from '../data/named-group.js';
import { type Jackknife, type Statistic, withoutInterval } from '../tally/jackknife.js';
import type { Wasm } from './module.js';

type CalibrationMeasure = keyof ScoreCalibration['estimates'];

/** @internal */
export const binnings = ['equalWidth', 'equalWidthLeftClosed', 'equalMass', 'quantile'] as const;

/** A bin of scores; NaN if it has no rows. */
export type ExactBin = ScoreCalibration['bins'][number];

/** A group and its calibration statistics. */
export interface ScoreCalibration extends NamedGroup {
  rows: number;
  /** Total weight of favorable and of other outcomes. */
  positives: number;
  negatives: number;
  /**
   * - `brierScore`, `logLoss`, `meanScore`: as in a `ScoreGroup` of `fairwasm`, with its intervals.
   * - `expectedCalibrationError`: sum over bins of weight / all |mean score - proportion of positives|, in [0, 1],
   *   with the same interval as there.
   * - `maximumCalibrationError`: the largest of these gaps, in [0, 1], without an interval.
   * - `calibrationInTheLarge`: the a that makes P(positive) = σ(a + logit score) most likely; above 0 if scores are
   *   too low overall.
   * - `calibrationIntercept`, `calibrationSlope`: a and b of σ(a + b logit score); b is below 1 if scores are too
   *   extreme. Cox 1958; Van Calster et al. 2019. The intervals of these three are Wald's with the variance of
   *   Huber and White. Undefined without both outcomes, and if a score is 0 or 1, which has no logit; intercept and
   *   slope also if the scores of the outcomes do not overlap.
   */
  estimates: Readonly<
    Record<
      | 'brierScore'
      | 'logLoss'
      | 'meanScore'
      | 'expectedCalibrationError'
      | 'maximumCalibrationError'
      | 'calibrationInTheLarge'
      | 'calibrationIntercept'
      | 'calibrationSlope',
      Estimate
    >
  >;
  /**
   * brierScore = reliability - resolution + uncertainty + withinBins, over the bins. Murphy 1973; Stephenson et al.
   * 2008 for the variance within bins: 0 if each bin has one score.
   */
  brierParts: Readonly<Record<'reliability' | 'resolution' | 'uncertainty' | 'withinBins', number>>;
  /** All bins, including those without rows. */
  bins: readonly {
    /** Highest score in the bin. */
    upper: number;
    weight: number;
    meanScore: number;
    /** Proportion of favorable outcomes. */
    positiveRate: number;
  }[];
}

type CoreCalibration = ReturnType<Wasm['scoreCalibrations']>[number];
type Bounded = readonly [value: number, low: number, high: number];
type Known = Pick<ScoreCalibration, 'rows' | 'positives' | 'negatives' | 'categories'>;

/** Returns a group's calibration with reasons and warnings. */
export function toCalibration(core: CoreCalibration, group: NamedGroup): ScoreCalibration {
  const { rows, positives, negatives, cases } = core;
  const known = { ...group, rows, positives, negatives };
  const bounded = (name: CalibrationMeasure, triple: Float64Array, reason: () => string) => {
    const [value, low, high] = triple as unknown as Bounded;
    return estimate(value, reason, { ci: [low, high], warning: whyUnsure(name, low, cases) });
  };
  const mean = (name: CalibrationMeasure & keyof CoreCalibration) =>
    bounded(name, core[name] as Float64Array, () => whyUndefined(known));
  const fitted = (name: CalibrationMeasure, triple: Float64Array) => bounded(name, triple, () => whyNoFit(known, core));
  const { reliability, resolution, uncertainty, withinBins } = core;
  return {
    ...known,
    estimates: {
      brierScore: mean('brierScore'),
      logLoss: mean('logLoss'),
      meanScore: mean('meanScore'),
      expectedCalibrationError: mean('expectedCalibrationError'),
      maximumCalibrationError: estimate(core.maximumCalibrationError, () => whyUndefined(known), {
        warning: 'no interval: no method is known for the largest of several gaps',
      }),
      calibrationInTheLarge: fitted('calibrationInTheLarge', core.inTheLarge),
      calibrationIntercept: fitted('calibrationIntercept', core.intercept),
      calibrationSlope: fitted('calibrationSlope', core.slope),
    },
    brierParts: { reliability, resolution, uncertainty, withinBins },
    bins: toBins(core.bins),
  };
}

// The calibration errors are not smooth, so that the jackknife does not apply to them.
const clustered: readonly [name: CalibrationMeasure, core: BoundedField, statistic: Statistic][] = [
  ['brierScore', 'brierScore', 'share'],
  ['logLoss', 'logLoss', 'positive'],
  ['meanScore', 'meanScore', 'share'],
  ['calibrationInTheLarge', 'inTheLarge', 'signed'],
  ['calibrationIntercept', 'intercept', 'signed'],
  ['calibrationSlope', 'slope', 'signed'],
];
type BoundedField = 'brierScore' | 'logLoss' | 'meanScore' | 'inTheLarge' | 'intercept' | 'slope';

/** @internal Returns the statistics of a group to which the jackknife applies. */
export const calibrationValues = (core: CoreCalibration): number[] =>
  clustered.map(([, field]) => core[field][0] as number);

/** @internal Returns the same for clustered rows, whose statistics are at this place among those of all groups. */
export function clusteredCalibration(known: ScoreCalibration, jackknife: Jackknife, index: number): ScoreCalibration {
  const first = index * clustered.length;
  const bounded = clustered.map(([name, , statistic], i) => {
    const getValue = (values: ArrayLike<number>) => values[first + i] as number;
    const estimated = jackknife.estimate(known.estimates[name], getValue, statistic);
    return [name, estimated] as const;
  });
  const { expectedCalibrationError } = known.estimates;
  return {
    ...known,
    estimates: {
      ...known.estimates,
      expectedCalibrationError: withoutInterval(expectedCalibrationError),
      ...Object.fromEntries(bounded),
    },
  };
}

function whyNoFit(known: Known, { inTheLarge }: CoreCalibration): string {
  if (!(known.positives > 0 && known.negatives > 0)) return whyUndefined(known);
  return Number.isNaN(inTheLarge[0])
    ? 'a score of 0 or 1 has no logit'
    : 'the scores of the two outcomes do not overlap';
}

// A bin has six numbers; the last two are for intervals.
const widthOfBin = 6;

function toBins(flat: Float64Array): ExactBin[] {
  return Array.from({ length: flat.length / widthOfBin }, (_, i) => {
    const [upper, weight, scores, positives] = flat.subarray(i * widthOfBin) as unknown as [
      number,
      number,
      number,
      number,
    ];
    return { upper, weight, meanScore: scores / weight, positiveRate: positives / weight };
  });
}
