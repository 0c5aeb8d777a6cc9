// SPDX-License-Identifier: Apache-2.0
//
// Score statistics by group from the rows themselves: exact for any scores, while a ScoreTally keeps a
// histogram of probabilities.

import { whyUndefined, whyUnsure } from '../audit/scores/score-reasons.js';
import { type ScoreRows, scoreRows } from '../audit/scores/score-rows.js';
import {
  type ConfidenceOptions,
  type Estimate,
  estimate,
  readConfidence,
  requireConfidence,
} from '../core/estimate.js';
import { getCompanion } from '../core/handle.js';
import { requireOneOf, requireOptions, requireWhole } from '../core/options.js';
import { type Favorable, toLabels } from '../data/favorable.js';
import { toNames } from '../data/named-columns.js';
import type { NamedGroup } from '../data/named-group.js';
import { GroupAccumulator } from '../tally/group-accumulator.js';
import { withoutInterval } from '../tally/jackknife.js';
import type { ScoreRows as CoreScoreRows } from '../wasm/scores.js';
import {
  binnings,
  calibrationValues,
  clusteredCalibration,
  type ScoreCalibration,
  toCalibration,
} from './calibration.js';
import { betweenGroups, curveDistanceAt, distancesAt, type GroupDistance } from './distances.js';
import type { Wasm } from './module.js';

/** A group, and how well its scores rank favorable outcomes above others. */
export type ScoreRanking = ReturnType<ExactScores['ranking']>[number];

type RankingNumbers = [
  rows: number,
  positives: number,
  negatives: number,
  meanScore: number,
  area: number,
  areaLow: number,
  areaHigh: number,
  precision: number,
  precisionLow: number,
  precisionHigh: number,
  cases: number,
];
const rankingWidth = 11;
const areaPlace = 4;
const precisionPlace = 7;

/**
 * Rows of scores by group, over any number of batches. Create one with `scores.exactScores(…)`.
 *
 * @example
 * const scores = (await load()).exactScores(['sex']);
 * scores.update({
 *   groups: { sex: ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'] },
 *   label: [1, 1, 0, 0, 1, 1, 0, 0],
 *   score: [0.9, 0.6, 0.7, 0.2, 0.8, 0.5, 0.4, 0.1],
 * });
 * scores.ranking(['sex']).map(({ areaUnderCurve }) => areaUnderCurve.value); // [0.75, 1]
 */
export class ExactScores extends GroupAccumulator {
  /** @internal */
  declare readonly coreType: CoreScoreRows;
  readonly #wasm: Wasm;
  readonly #favorable: readonly string[];

  /** @internal */
  constructor(wasm: Wasm, groups: readonly string[], favorable: Favorable, stored?: CoreScoreRows) {
    super(wasm, wasm.ScoreRows, groups, stored);
    this.#wasm = wasm;
    this.#favorable = toLabels(favorable) as string[];
  }

  /**
   * Adds rows, 16 bytes each. If a row is invalid, none is added. Scores are any finite numbers;
   * {@link calibration} requires probabilities. With `cluster`, rows are stored twice, intervals are those of the jackknife
   * over clusters, and calibration errors and distances have none.
   *
   * @throws FairwasmError that names the column and the row: a label that is missing, a score that is not finite, a
   *   weight below 0; `missingValue` for a missing cluster; `invalidState` if only some rows have clusters.
   */
  update(rows: ScoreRows): void {
    this.add(scoreRows(rows, this.#favorable));
  }

  /** Adds the rows of another object with the same attributes. Throws `incompatible` for other attributes. */
  merge(other: ExactScores): void {
    this.mergeCore(getCompanion(this.handle, other, ExactScores, 'other', 'an ExactScores'), other);
  }

  /**
   * Returns AUC and average precision of every combination of the categories of `by`, including those without
   * rows; `[]` returns all rows together.
   *
   * @throws FairwasmError `invalidArgument` for an unknown attribute, an unknown option, or a confidence that is not
   *   between 0 and 1.
   */
  ranking(
    by: string | readonly string[],
    options: ConfidenceOptions = {},
  ): (NamedGroup & {
    rows: number;
    /** Total weight of favorable and of other outcomes. */
    positives: number;
    negatives: number;
    meanScore: number;
    /**
     * AUC: the proportion of pairs of a favorable and another outcome in which the favorable one has the higher
     * score, with ties counted as half and pairs weighted by the product of their weights; NaN without both
     * kinds. Exact. The confidence interval is that of `ScoreGroup.estimates`. Hanley and McNeil 1982.
     */
    areaUnderCurve: Estimate;
    /**
     * Sum over distinct scores, from the highest, of the gain in recall times precision, without interpolation; NaN
     * without favorable outcomes. Exact. The interval is that of `ScoreGroup.estimates`.
     */
    averagePrecision: Estimate;
  })[] {
    const attributes = toNames('by', by);
    const confidence = readConfidence('ranking', options);
    const getAll = (rows: CoreScoreRows) => this.#wasm.scoreRankings(rows, [...attributes], confidence);
    const flat = getAll(this.handle);
    const jackknife = this.jackknife(this.#wasm, getAll, confidence);
    return this.#groups(attributes).map((group, i) => {
      const at = i * rankingWidth;
      const ranking = toRanking(flat.subarray(at) as unknown as RankingNumbers, group);
      if (!jackknife) return ranking;
      const bounded = (known: Estimate, index: number) =>
        jackknife.estimate(known, (values) => values[at + index] as number, 'share');
      return {
        ...ranking,
        areaUnderCurve: bounded(ranking.areaUnderCurve, areaPlace),
        averagePrecision: bounded(ranking.averagePrecision, precisionPlace),
      };
    });
  }

  /**
   * Returns the agreement of scores with outcomes by group, in the order of {@link ranking}: Brier score and
   * its parts, log loss, calibration error over bins of any kind, and logistic recalibration.
   *
   * @throws FairwasmError `invalidState` if scores are not probabilities; `invalidArgument` as {@link ranking},
   *   and for an unknown binning or another number of bins.
   */
  calibration(
    by: string | readonly string[],
    options: {
      /**
       * How to divide scores into B bins. Weights enter the sums of bins, never their edges.
       *
       * - `equalWidth`: ((b - 1) / B, b / B], the first with 0. Guo et al. 2017; as `ScoreTally` has it.
       * - `equalWidthLeftClosed`: [(b - 1) / B, b / B), the last with 1.
       * - `equalMass`: where r of n rows have a lower score, bin floor(r B / n). Equal scores stay together, so that
       *   bins may be empty.
       * - `quantile`: between the quantiles b / B of the scores, interpolated linearly; a score on an edge belongs
       *   below it. scikit-learn's `calibration_curve(strategy='quantile')`.
       *
       * Default: `equalWidth`.
       */
      binning?: 'equalWidth' | 'equalWidthLeftClosed' | 'equalMass' | 'quantile' | undefined;
      /** Number of bins, from 1 to 10,000. Default: 10. */
      bins?: number | undefined;
      /** Level of the confidence intervals, in (0, 1). Default: 0.95. */
      confidence?: number | undefined;
    } = {},
  ): ScoreCalibration[] {
    const attributes = toNames('by', by);
    requireOptions('calibration', options, ['binning', 'bins', 'confidence']);
    const binning = requireOneOf('binning', options.binning ?? 'equalWidth', binnings);
    const bins = requireWhole('bins', options.bins ?? 10, 1, 10_000);
    const confidence = requireConfidence(options.confidence);
    const getAll = (rows: CoreScoreRows) =>
      this.#wasm.scoreCalibrations(rows, [...attributes], binning, bins, confidence);
    const jackknife = this.jackknife(this.#wasm, (rows) => getAll(rows).flatMap(calibrationValues), confidence);
    const groups = this.#groups(attributes);
    return getAll(this.handle).map((core, i) => {
      const calibration = toCalibration(core, groups[i] as NamedGroup);
      return jackknife ? clusteredCalibration(calibration, jackknife, i) : calibration;
    });
  }

  /** Returns ROC curves with every distinct score by group, in the order of {@link ranking}. */
  rocCurves(
    by: string | readonly string[],
  ): (NamedGroup & { thresholds: Float64Array; falsePositiveRate: Float64Array; truePositiveRate: Float64Array })[] {
    const attributes = toNames('by', by);
    const groups = this.#groups(attributes);
    return this.#wasm
      .rocCurves(this.handle, [...attributes])
      .map((curve, i) => ({ ...(groups[i] as NamedGroup), ...curve }));
  }

  /** Returns precision-recall curves with every distinct score by group, in the order of {@link ranking}. */
  precisionRecallCurves(
    by: string | readonly string[],
  ): (NamedGroup & { thresholds: Float64Array; precision: Float64Array; recall: Float64Array })[] {
    const attributes = toNames('by', by);
    const groups = this.#groups(attributes);
    return this.#wasm
      .precisionRecallCurves(this.handle, [...attributes])
      .map((curve, i) => ({ ...(groups[i] as NamedGroup), ...curve }));
  }

  /**
   * Returns the distances between the scores of groups: for all pairs of groups that have rows, and for each
   * group and all other rows. Distances over one outcome relate to equalized odds, those over all rows to
   * demographic parity, at every threshold at once: the Kolmogorov-Smirnov distance is the largest difference
   * of rates over all thresholds; the Wasserstein distance of probabilities is their mean.
   *
   * @example
   * // scores: as in the example of ExactScores.
   * const [between] = scores.distances(['sex']);
   * between.kolmogorovSmirnov.value; // 0.5
   *
   * @throws FairwasmError `invalidArgument` for an unknown attribute.
   */
  distances(
    by: string | readonly string[],
    options: ConfidenceOptions = {},
  ): (GroupDistance & {
    positives: Pick<GroupDistance, 'kolmogorovSmirnov' | 'wasserstein'>;
    negatives: Pick<GroupDistance, 'kolmogorovSmirnov' | 'wasserstein'>;
  })[] {
    const attributes = toNames('by', by);
    const confidence = readConfidence('distances', options);
    const [any, positive, negative] = (['any', 'positive', 'negative'] as const).map((outcome) =>
      this.#wasm.scoreDistances(this.handle, [...attributes], outcome, confidence),
    ) as [Float64Array, Float64Array, Float64Array];
    const at = (flat: Float64Array, index: number) => {
      const { kolmogorovSmirnov, wasserstein } = distancesAt(flat, index);
      return { kolmogorovSmirnov: this.#independent(kolmogorovSmirnov), wasserstein: this.#independent(wasserstein) };
    };
    return this.#betweenGroups(attributes, (position) => ({
      ...at(any, position),
      positives: at(positive, position),
      negatives: at(negative, position),
    }));
  }

  /**
   * Returns the areas between the ROC curves of groups (ABROCA): for all pairs of groups that have rows, and for each
   * group and all other rows.
   *
   * @example
   * // Both areas under the curves are 0.5, but the curves differ.
   * const crossing = (await load()).exactScores(['school']);
   * crossing.update({
   *   groups: { school: ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'b'] },
   *   label: [1, 1, 0, 0, 1, 1, 0, 0],
   *   score: [4, 1, 3, 2, 3, 2, 4, 1],
   * });
   * crossing.curveDistances(['school'])[0].areaBetweenCurves.value; // 0.5
   *
   * @throws FairwasmError `invalidArgument` for an unknown attribute.
   */
  curveDistances(
    by: string | readonly string[],
    options: ConfidenceOptions = {},
  ): (Pick<GroupDistance, keyof NamedGroup | 'other'> & {
    /**
     * ABROCA, the area between the two ROC curves: the integral of |TPR of one - TPR of the other| over false positive
     * rates, in [0, 1], with linear interpolation between thresholds; NaN if a group lacks an outcome. It is 0 only if
     * scores rank outcomes equally well at every threshold, also where curves cross and their areas are equal. The
     * confidence interval is the area plus or minus the area between the curves' sampling errors in 95 of 100 draws of a
     * weighted bootstrap, cut off at 0: it contains 0 if the curves may be equal, and is conservative otherwise. Gardner,
     * Brooks, Baker 2019.
     */
    areaBetweenCurves: Estimate;
  })[] {
    const attributes = toNames('by', by);
    const confidence = readConfidence('curveDistances', options);
    const areas = this.#wasm.curveDistances(this.handle, [...attributes], confidence);
    return this.#betweenGroups(attributes, (index) => ({
      areaBetweenCurves: this.#independent(curveDistanceAt(areas, index)),
    }));
  }

  #betweenGroups<Distance>(by: readonly string[], make: (place: number) => Distance) {
    const flat = this.#wasm.scoreRankings(this.handle, [...by], 0.95);
    const groups = this.#groups(by);
    const hasRows = groups.map((_, i) => (flat[i * rankingWidth] as number) > 0);
    return betweenGroups(groups, hasRows, make);
  }

  /** Draws of independent rows do not apply to clusters. */
  #independent(known: Estimate): Estimate {
    return this.isClustered ? withoutInterval(known) : known;
  }

  #groups(by: readonly string[]): NamedGroup[] {
    const { codes, groups } = this.#wasm.scoreGroups(this.handle, [...by]);
    return this.getGroups(codes, by, groups);
  }
}

function toRanking(numbers: RankingNumbers, group: NamedGroup): ScoreRanking {
  const [rows, positives, negatives, meanScore, area, areaLow, areaHigh] = numbers;
  const [, , , , , , , precision, precisionLow, precisionHigh, cases] = numbers;
  const known = { ...group, rows, positives, negatives };
  const reason = () => whyUndefined(known);
  return {
    ...known,
    meanScore,
    areaUnderCurve: estimate(area, reason, {
      ci: [areaLow, areaHigh],
      warning: whyUnsure('areaUnderCurve', areaLow, cases),
    }),
    averagePrecision: estimate(precision, reason, {
      ci: [precisionLow, precisionHigh],
      warning: whyUnsure('averagePrecision', precisionLow, cases),
    }),
  };
}
