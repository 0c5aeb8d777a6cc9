// SPDX-License-Identifier: Apache-2.0
//
// Counts and rates of AIF360's ClassificationMetric for one group. AIF360's conventions for empty
// denominators differ from those of Frame: see each method; `estimate` returns the same values. In the
// formulas, TP, FP, TN, and FN are sums of weights, P and N are those of the actual positives and negatives,
// and s is the score.

import type { Estimate } from '../core/estimate.js';
import type { GroupChoice } from '../data/row-metric.js';
import type { Counts } from '../tally/counts.js';
import { BinaryLabelDatasetMetric, type OutcomeCounts, smoothed } from './dataset-metric.js';
import { type EstimateOptions, predictionEstimates } from './estimates.js';

// AIF360 returns 0 unless the denominator is above 0.
const shareOrZero = (part: number, whole: number) => (whole > 0 ? part / whole : 0);

/**
 * Rates of one group's predictions, for {@link ClassificationMetric}.
 *
 * @example
 * const metric = (await load()).classificationMetric({
 *   label: [1, 1, 0, 0, 1, 1, 0, 0],
 *   prediction: [1, 1, 1, 0, 1, 0, 0, 0],
 *   groups: { sex: ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'] },
 *   unprivileged: [{ sex: 'm' }],
 *   privileged: [{ sex: 'f' }],
 * });
 * metric.truePositiveRate({ privileged: true }); // 1
 */
export class ConfusionMetric extends BinaryLabelDatasetMetric {
  /**
   * TP, FP, TN and FN.
   *
   * @example
   * // metric: as in the example of ClassificationMetric.
   * metric.binaryConfusionMatrix({ privileged: true }); // { "TP": 2, "FP": 1, "TN": 1, "FN": 0 }
   */
  binaryConfusionMatrix(choice?: GroupChoice): { TP: number; FP: number; TN: number; FN: number } {
    const counts = this.counts(choice);
    return { TP: counts.truePositives, FP: counts.falsePositives, TN: counts.trueNegatives, FN: counts.falseNegatives };
  }

  /** The generalized counts of {@link numGeneralizedTruePositives} and its companions. */
  generalizedBinaryConfusionMatrix(choice?: GroupChoice): { GTP: number; GFP: number; GTN: number; GFN: number } {
    const counts = this.counts(choice);
    return {
      GTP: counts.generalizedTruePositives,
      GFP: counts.generalizedFalsePositives,
      GTN: counts.generalizedTrueNegatives,
      GFN: counts.generalizedFalseNegatives,
    };
  }

  /** TP: weight of favorable labels predicted favorable. */
  numTruePositives(choice?: GroupChoice): number {
    return this.counts(choice).truePositives;
  }

  /** FP: weight of other labels predicted favorable. */
  numFalsePositives(choice?: GroupChoice): number {
    return this.counts(choice).falsePositives;
  }

  /** TN: weight of other labels not predicted favorable. */
  numTrueNegatives(choice?: GroupChoice): number {
    return this.counts(choice).trueNegatives;
  }

  /** FN: weight of favorable labels not predicted favorable. */
  numFalseNegatives(choice?: GroupChoice): number {
    return this.counts(choice).falseNegatives;
  }

  /** GTP: sum of w s over favorable labels. Pleiss et al. 2017. */
  numGeneralizedTruePositives(choice?: GroupChoice): number {
    return this.counts(choice).generalizedTruePositives;
  }

  /** GFP: sum of w s over other labels. */
  numGeneralizedFalsePositives(choice?: GroupChoice): number {
    return this.counts(choice).generalizedFalsePositives;
  }

  /** GTN: sum of w (1 - s) over other labels. */
  numGeneralizedTrueNegatives(choice?: GroupChoice): number {
    return this.counts(choice).generalizedTrueNegatives;
  }

  /** GFN: sum of w (1 - s) over favorable labels. */
  numGeneralizedFalseNegatives(choice?: GroupChoice): number {
    return this.counts(choice).generalizedFalseNegatives;
  }

  /** Weight of the rows predicted favorable. */
  numPredPositives(choice?: GroupChoice): number {
    return this.counts(choice).predictedPositives;
  }

  /** Weight of the rows not predicted favorable. */
  numPredNegatives(choice?: GroupChoice): number {
    return this.counts(choice).predictedNegatives;
  }

  /** Returns the number of true positives under AIF360's name `power`; it is not the power of a test. */
  power(choice?: GroupChoice): number {
    return this.numTruePositives(choice);
  }

  /** TP / P, in [0, 1]; NaN without actual positives. */
  truePositiveRate(choice?: GroupChoice): number {
    return this.rate('truePositiveRate', choice);
  }

  /** FP / N, in [0, 1]; NaN without actual negatives. */
  falsePositiveRate(choice?: GroupChoice): number {
    return this.rate('falsePositiveRate', choice);
  }

  /** FN / P, in [0, 1]; NaN without actual positives. */
  falseNegativeRate(choice?: GroupChoice): number {
    return this.rate('falseNegativeRate', choice);
  }

  /** TN / N, in [0, 1]; NaN without actual negatives. */
  trueNegativeRate(choice?: GroupChoice): number {
    return this.rate('trueNegativeRate', choice);
  }

  /** Another name for {@link truePositiveRate}. */
  recall(choice?: GroupChoice): number {
    return this.truePositiveRate(choice);
  }

  /** Another name for {@link truePositiveRate}. */
  sensitivity(choice?: GroupChoice): number {
    return this.truePositiveRate(choice);
  }

  /** Another name for {@link trueNegativeRate}. */
  specificity(choice?: GroupChoice): number {
    return this.trueNegativeRate(choice);
  }

  /** Returns GTP / P, the mean score of actual positives; NaN without any. */
  generalizedTruePositiveRate(choice?: GroupChoice): number {
    return this.rate('generalizedTruePositiveRate', choice);
  }

  /** Returns GFP / N, the mean score of actual negatives; NaN without any. */
  generalizedFalsePositiveRate(choice?: GroupChoice): number {
    return this.rate('generalizedFalsePositiveRate', choice);
  }

  /** GFN / P; NaN without actual positives. */
  generalizedFalseNegativeRate(choice?: GroupChoice): number {
    return this.rate('generalizedFalseNegativeRate', choice);
  }

  /** GTN / N; NaN without actual negatives. */
  generalizedTrueNegativeRate(choice?: GroupChoice): number {
    return this.rate('generalizedTrueNegativeRate', choice);
  }

  /** Returns TP / (TP + FP), in [0, 1]. As in AIF360, 0 instead of NaN if no row is predicted favorable. */
  positivePredictiveValue(choice?: GroupChoice): number {
    const { truePositives, predictedPositives } = this.counts(choice);
    return shareOrZero(truePositives, predictedPositives);
  }

  /**
   * Returns TN / (TN + FN), in [0, 1]. As in AIF360, 0 instead of NaN if every row is predicted favorable.
   */
  negativePredictiveValue(choice?: GroupChoice): number {
    const { trueNegatives, predictedNegatives } = this.counts(choice);
    return shareOrZero(trueNegatives, predictedNegatives);
  }

  /** Returns FP / (TP + FP), in [0, 1]. As in AIF360, 0 instead of NaN if no row is predicted favorable. */
  falseDiscoveryRate(choice?: GroupChoice): number {
    const { falsePositives, predictedPositives } = this.counts(choice);
    return shareOrZero(falsePositives, predictedPositives);
  }

  /**
   * Returns FN / (TN + FN), in [0, 1]. As in AIF360, 0 instead of NaN if every row is predicted favorable.
   */
  falseOmissionRate(choice?: GroupChoice): number {
    const { falseNegatives, predictedNegatives } = this.counts(choice);
    return shareOrZero(falseNegatives, predictedNegatives);
  }

  /** Another name for {@link positivePredictiveValue}. */
  precision(choice?: GroupChoice): number {
    return this.positivePredictiveValue(choice);
  }

  /** Returns (TP + TN) / (P + N), in [0, 1]. As in AIF360, 0 instead of NaN for a group without rows. */
  accuracy(choice?: GroupChoice): number {
    const { truePositives, trueNegatives, instances } = this.counts(choice);
    return shareOrZero(truePositives + trueNegatives, instances);
  }

  /** Returns 1 - accuracy, in [0, 1]. As in AIF360, 1 instead of NaN for a group without rows. */
  errorRate(choice?: GroupChoice): number {
    return 1 - this.accuracy(choice);
  }

  /** numPredPositives / numInstances, in [0, 1]; NaN for a group without rows. */
  selectionRate(choice?: GroupChoice): number {
    return this.rate('selectionRate', choice);
  }

  /**
   * Returns (numPredPositives + c / 2) / (numInstances + c) with concentration c, in [0, 1]: the selection
   * rate shrunk toward one half. Throws `invalidArgument` for c < 0.
   */
  smoothedSelectionRate(concentration = 1, choice?: GroupChoice): number {
    return smoothed(this.numPredPositives(choice), this.numInstances(choice), concentration);
  }

  /**
   * Like {@link BinaryLabelDatasetMetric.estimate}, with the values of these methods: if AIF360 returns 0 for
   * a rate of 0/0, the value is 0 without an interval, with a warning.
   */
  override estimate(name: string, options: EstimateOptions = {}): Estimate {
    const estimated = super.estimate(name, options);
    const method = (this as unknown as Record<string, unknown>)[name];
    if (!Number.isNaN(estimated.value) || typeof method !== 'function') return estimated;
    const value: number = method.call(this, ...(method.length === 0 ? [] : [{ privileged: options.privileged }]));
    if (Number.isNaN(value)) return estimated;
    return { value, warning: `no interval: as in AIF360, 0/0 counts as 0; ${estimated.reason}` };
  }

  /** @internal By name. */
  protected override estimates(): ReturnType<typeof predictionEstimates> {
    return predictionEstimates(this.source);
  }

  /** All rates of a group. */
  performanceMeasures(choice?: GroupChoice): {
    TPR: number;
    TNR: number;
    FPR: number;
    FNR: number;
    GTPR: number;
    GTNR: number;
    GFPR: number;
    GFNR: number;
    PPV: number;
    NPV: number;
    FDR: number;
    FOR: number;
    ACC: number;
  } {
    return {
      TPR: this.truePositiveRate(choice),
      TNR: this.trueNegativeRate(choice),
      FPR: this.falsePositiveRate(choice),
      FNR: this.falseNegativeRate(choice),
      GTPR: this.generalizedTruePositiveRate(choice),
      GTNR: this.generalizedTrueNegativeRate(choice),
      GFPR: this.generalizedFalsePositiveRate(choice),
      GFNR: this.generalizedFalseNegativeRate(choice),
      PPV: this.positivePredictiveValue(choice),
      NPV: this.negativePredictiveValue(choice),
      FDR: this.falseDiscoveryRate(choice),
      FOR: this.falseOmissionRate(choice),
      ACC: this.accuracy(choice),
    };
  }

  /** @internal */
  protected override outcomes({ predictedPositives, predictedNegatives }: Counts): OutcomeCounts {
    return { positives: predictedPositives, negatives: predictedNegatives };
  }

  /** @internal Without scores, favorable predictions count as 1 and others as 0. */
  protected override counts(choice?: GroupChoice): Counts {
    const counts = super.counts(choice);
    if (this.source.tally.columns.score) return counts;
    return {
      ...counts,
      generalizedTruePositives: counts.truePositives,
      generalizedFalsePositives: counts.falsePositives,
      generalizedTrueNegatives: counts.trueNegatives,
      generalizedFalseNegatives: counts.falseNegatives,
    };
  }

  /** @internal */
  protected override rate(name: string, choice?: GroupChoice): number {
    const { score } = this.source.tally.columns;
    return super.rate(score ? name : name.replace(/^generalizedT/, 't').replace(/^generalizedF/, 'f'), choice);
  }
}
