// SPDX-License-Identifier: Apache-2.0
//
// What AIF360's ClassificationMetric says of one group: predictions held against its true labels, as counts and as rates.
// Conventions for empty denominators are AIF360's, which differ from those of Frame: see each method. `estimate` has the
// same values. In the formulas TP,
// FP, TN and FN are sums of weights, P and N those of the actual positives and negatives, s is the score.

import { limitArguments } from '../core/arity.js';
import type { Estimate } from '../core/estimate.js';
import type { GroupChoice } from '../data/row-metric.js';
import type { Counts } from '../tally/counts.js';
import { BinaryLabelDatasetMetric, type Outcomes, smoothed } from './dataset-metric.js';
import { type EstimateOptions, predictionEstimates } from './estimates.js';

/** Sums of weights. */
export interface BinaryConfusionMatrix {
  TP: number;
  FP: number;
  TN: number;
  FN: number;
}

/** Sums of weight times score, or weight times 1 - score. */
export interface GeneralizedConfusionMatrix {
  GTP: number;
  GFP: number;
  GTN: number;
  GFN: number;
}

/** Every rate of a group at once. */
export interface PerformanceMeasures {
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
}

// AIF360 asks for a denominator above 0, else the share is 0.
const shareOrZero = (part: number, whole: number) => (whole > 0 ? part / whole : 0);

/** What a group's predictions are, of {@link ClassificationMetric}. */
export class ConfusionMetric extends BinaryLabelDatasetMetric {
  /**
   * TP, FP, TN and FN.
   *
   * @example
   * // metric: as in the example of ClassificationMetric.
   * metric.binaryConfusionMatrix({ privileged: true }); // { "TP": 2, "FP": 1, "TN": 1, "FN": 0 }
   */
  binaryConfusionMatrix(choice?: GroupChoice): BinaryConfusionMatrix {
    const counts = this.counts(choice);
    return {
      TP: counts.truePositives,
      FP: counts.falsePositives,
      TN: counts.trueNegatives,
      FN: counts.falseNegatives,
    };
  }

  /** The generalized counts of {@link numGeneralizedTruePositives} and its companions. */
  generalizedBinaryConfusionMatrix(choice?: GroupChoice): GeneralizedConfusionMatrix {
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

  /** AIF360's name for {@link numTruePositives}: a count, not the power of a test. */
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

  /** Another name of {@link truePositiveRate}. */
  recall(choice?: GroupChoice): number {
    return this.truePositiveRate(choice);
  }

  /** Another name of {@link truePositiveRate}. */
  sensitivity(choice?: GroupChoice): number {
    return this.truePositiveRate(choice);
  }

  /** Another name of {@link trueNegativeRate}. */
  specificity(choice?: GroupChoice): number {
    return this.trueNegativeRate(choice);
  }

  /** GTP / P: mean score of actual positives; NaN without any. */
  generalizedTruePositiveRate(choice?: GroupChoice): number {
    return this.rate('generalizedTruePositiveRate', choice);
  }

  /** GFP / N: mean score of actual negatives; NaN without any. */
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

  /** TP / (TP + FP), in [0, 1]. As in AIF360 0, not NaN, where nothing was predicted favorable. */
  positivePredictiveValue(choice?: GroupChoice): number {
    const { truePositives, predictedPositives } = this.counts(choice);
    return shareOrZero(truePositives, predictedPositives);
  }

  /** TN / (TN + FN), in [0, 1]. As in AIF360 0, not NaN, where everything was predicted favorable. */
  negativePredictiveValue(choice?: GroupChoice): number {
    const { trueNegatives, predictedNegatives } = this.counts(choice);
    return shareOrZero(trueNegatives, predictedNegatives);
  }

  /** FP / (TP + FP), in [0, 1]. As in AIF360 0, not NaN, where nothing was predicted favorable. */
  falseDiscoveryRate(choice?: GroupChoice): number {
    const { falsePositives, predictedPositives } = this.counts(choice);
    return shareOrZero(falsePositives, predictedPositives);
  }

  /** FN / (TN + FN), in [0, 1]. As in AIF360 0, not NaN, where everything was predicted favorable. */
  falseOmissionRate(choice?: GroupChoice): number {
    const { falseNegatives, predictedNegatives } = this.counts(choice);
    return shareOrZero(falseNegatives, predictedNegatives);
  }

  /** Another name of {@link positivePredictiveValue}. */
  precision(choice?: GroupChoice): number {
    return this.positivePredictiveValue(choice);
  }

  /** (TP + TN) / (P + N), in [0, 1]. As in AIF360 0, not NaN, for a group without rows. */
  accuracy(choice?: GroupChoice): number {
    const { truePositives, trueNegatives, instances } = this.counts(choice);
    return shareOrZero(truePositives + trueNegatives, instances);
  }

  /** 1 - accuracy, in [0, 1]. As in AIF360 1, not NaN, for a group without rows. */
  errorRate(choice?: GroupChoice): number {
    return 1 - this.accuracy(choice);
  }

  /** numPredPositives / numInstances, in [0, 1]; NaN for a group without rows. */
  selectionRate(choice?: GroupChoice): number {
    return this.rate('selectionRate', choice);
  }

  /**
   * (numPredPositives + c / 2) / (numInstances + c), c the concentration, in [0, 1]: the selection rate drawn
   * toward a half. Throws `invalidArgument` for c < 0.
   */
  smoothedSelectionRate(concentration = 1, choice?: GroupChoice): number {
    return smoothed(this.numPredPositives(choice), this.numInstances(choice), concentration);
  }

  /**
   * As in {@link BinaryLabelDatasetMetric.estimate}, with the value of the method of that name: where AIF360 counts a
   * rate that is 0/0 as 0, the value is AIF360's, without an interval, and a warning says why.
   */
  override estimate(name: string, options: EstimateOptions = {}): Estimate {
    const found = super.estimate(name, options);
    const method = (this as unknown as Record<string, unknown>)[name];
    if (!Number.isNaN(found.value) || typeof method !== 'function') return found;
    const value: number = method.call(
      this,
      ...(method.length === 0 ? [] : [{ privileged: options.privileged }]),
    );
    if (Number.isNaN(value)) return found;
    return { value, warning: `no interval: as in AIF360, 0/0 counts as 0; ${found.reason}` };
  }

  /** @internal By name. */
  protected override estimates(): ReturnType<typeof predictionEstimates> {
    return predictionEstimates(this.source);
  }

  /** All rates of a group. */
  performanceMeasures(choice?: GroupChoice): PerformanceMeasures {
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
  protected override outcomes({ predictedPositives, predictedNegatives }: Counts): Outcomes {
    return { positives: predictedPositives, negatives: predictedNegatives };
  }

  /** @internal Without scores a prediction stands for its own: 1 where favorable, else 0. */
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
    return super.rate(
      score ? name : name.replace(/^generalizedT/, 't').replace(/^generalizedF/, 'f'),
      choice,
    );
  }
}

limitArguments(ConfusionMetric, { smoothedSelectionRate: 2, estimate: 2 });
