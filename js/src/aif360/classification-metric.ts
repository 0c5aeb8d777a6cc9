// SPDX-License-Identifier: Apache-2.0
//
// AIF360's ClassificationMetric: predictions held against true labels, by group. Method names are AIF360's
// in camelCase, and so are its conventions for empty denominators, which differ from those of Frame: see
// each method. In the formulas TP, FP, TN and FN are sums of weights, P and N those of the actual
// positives and negatives, s is the score, U the unprivileged and P the privileged group.

import { requireNumber } from '../core/options.js';
import type { CategoryColumn, NumberColumn } from '../data/column.js';
import type { Condition } from '../data/condition.js';
import type { GroupChoice } from '../data/row-metric.js';
import type { Counts } from '../tally/counts.js';
import { type CoreCondition, toCoreCondition } from './compared-groups.js';
import { BinaryLabelDatasetMetric, type Outcomes, smoothed } from './dataset-metric.js';
import { differentialFairnessBiasAmplification } from './differential-fairness.js';
import type { CoreBenefits } from './entropy.js';
import { predictionEstimates } from './estimates.js';
import { type BinaryLabelDatasetInput, labeledOptions } from './metric-source.js';

/** A data set with predictions. */
export interface ClassificationInput extends BinaryLabelDatasetInput {
  /** Predicted outcomes. */
  prediction: CategoryColumn;
  /**
   * Scores of the favorable outcome, for the generalized counts and rates. Left out: 1 where the prediction
   * is favorable, else 0, which makes them equal to the hard ones.
   */
  score?: NumberColumn | undefined;
}

/** @internal The names of {@link ClassificationInput}. */
export const classificationOptions = [...labeledOptions, 'prediction', 'score'];

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

// Python's max(a, b): a unless b is greater. NaN in the first place stays, in the second it is lost.
function pythonMax(a: number, b: number): number {
  if (b > a) return b;
  return a;
}

/**
 * Metrics of predictions. Make one with `aif360.classificationMetric(…)` or `audit.classificationMetric(…)`.
 *
 * What {@link BinaryLabelDatasetMetric} says of the data it says here too, of the true labels; except
 * disparateImpact, statisticalParityDifference, meanDifference, klDivergence and conditionalDemographicDisparity,
 * which here are about the predictions.
 *
 * @example
 * // ClassificationMetric(dataset, predicted, unprivileged_groups=[{'sex': 'm'}], privileged_groups=[{'sex': 'f'}])
 * const metric = (await load()).classificationMetric({
 *   label: [1, 1, 0, 0, 1, 1, 0, 0],
 *   prediction: [1, 1, 1, 0, 1, 0, 0, 0],
 *   groups: { sex: ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'] },
 *   unprivileged: [{ sex: 'm' }],
 *   privileged: [{ sex: 'f' }],
 * });
 * metric.averageOddsDifference(); // -0.5
 * metric.truePositiveRate({ privileged: false }); // 0.5
 */
export class ClassificationMetric extends BinaryLabelDatasetMetric {
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

  /** Ratio of selection rates, U / P, in [0, inf); 1 is parity. Feldman et al. 2015. */
  override disparateImpact(): number {
    return this.ratio((group) => this.selectionRate(group));
  }

  /** Difference of selection rates, U - P, in [-1, 1]; 0 is parity. Dwork et al. 2012. */
  override statisticalParityDifference(): number {
    return this.difference((group) => this.selectionRate(group));
  }

  /** TPR of U - TPR of P, in [-1, 1]; 0 is parity. */
  truePositiveRateDifference(): number {
    return this.difference((group) => this.truePositiveRate(group));
  }

  /** Another name of {@link truePositiveRateDifference}. Hardt et al. 2016. */
  equalOpportunityDifference(): number {
    return this.truePositiveRateDifference();
  }

  /** FPR of U - FPR of P, in [-1, 1]. */
  falsePositiveRateDifference(): number {
    return this.difference((group) => this.falsePositiveRate(group));
  }

  /** FNR of U - FNR of P, in [-1, 1]. */
  falseNegativeRateDifference(): number {
    return this.difference((group) => this.falseNegativeRate(group));
  }

  /** FOR of U - FOR of P, in [-1, 1]; a rate without denominator counts as 0. */
  falseOmissionRateDifference(): number {
    return this.difference((group) => this.falseOmissionRate(group));
  }

  /** FDR of U - FDR of P, in [-1, 1]; a rate without denominator counts as 0. */
  falseDiscoveryRateDifference(): number {
    return this.difference((group) => this.falseDiscoveryRate(group));
  }

  /** FPR of U / FPR of P, in [0, inf); 1 is parity. */
  falsePositiveRateRatio(): number {
    return this.ratio((group) => this.falsePositiveRate(group));
  }

  /** FNR of U / FNR of P, in [0, inf); 1 is parity. */
  falseNegativeRateRatio(): number {
    return this.ratio((group) => this.falseNegativeRate(group));
  }

  /** FOR of U / FOR of P, in [0, inf); a rate without denominator counts as 0. */
  falseOmissionRateRatio(): number {
    return this.ratio((group) => this.falseOmissionRate(group));
  }

  /** FDR of U / FDR of P, in [0, inf); a rate without denominator counts as 0. */
  falseDiscoveryRateRatio(): number {
    return this.ratio((group) => this.falseDiscoveryRate(group));
  }

  /** Error rate of U - error rate of P, in [-1, 1]; that of a group without rows is 1. */
  errorRateDifference(): number {
    return this.difference((group) => this.errorRate(group));
  }

  /** Error rate of U / error rate of P, in [0, inf); that of a group without rows is 1. */
  errorRateRatio(): number {
    return this.ratio((group) => this.errorRate(group));
  }

  /** Mean of the differences of FPR and of TPR, in [-1, 1]; opposite differences hide each other. */
  averageOddsDifference(): number {
    return 0.5 * (this.falsePositiveRateDifference() + this.truePositiveRateDifference());
  }

  /** Mean of the absolute differences of FPR and of TPR, in [0, 1]. */
  averageAbsOddsDifference(): number {
    const falsePositive = Math.abs(this.falsePositiveRateDifference());
    return 0.5 * (falsePositive + Math.abs(this.truePositiveRateDifference()));
  }

  /** Mean of the differences of PPV and of FOR, in [-1, 1]; a rate without denominator counts as 0. */
  averagePredictiveValueDifference(): number {
    const precision = this.difference((group) => this.positivePredictiveValue(group));
    return 0.5 * (precision + this.falseOmissionRateDifference());
  }

  /**
   * Largest of the absolute differences of FPR and of TPR, in [0, 1]. NaN where the FPR's is; where only
   * the TPR's is, the FPR's, as in AIF360.
   */
  equalizedOddsDifference(): number {
    const falsePositive = Math.abs(this.falsePositiveRateDifference());
    return pythonMax(falsePositive, Math.abs(this.truePositiveRateDifference()));
  }

  /** {@link equalizedOddsDifference} of the generalized rates. */
  generalizedEqualizedOddsDifference(): number {
    const falsePositive = this.difference((group) => this.generalizedFalsePositiveRate(group));
    const truePositive = this.difference((group) => this.generalizedTruePositiveRate(group));
    return pythonMax(Math.abs(falsePositive), Math.abs(truePositive));
  }

  /**
   * How unequally the benefits 1 + [predicted favorable] - [truly favorable] are spread over the rows, 0
   * or more; weights are ignored. See `aif360.generalizedEntropyIndex`. Speicher et al. 2018.
   */
  generalizedEntropyIndex(alpha = 2): number {
    return this.#entropy('individuals', alpha);
  }

  /** {@link generalizedEntropyIndex} of 1. */
  theilIndex(): number {
    return this.generalizedEntropyIndex(1);
  }

  /** sqrt(2 GE(2)): the standard deviation of the benefits over their mean. */
  coefficientOfVariation(): number {
    return this.#variation('individuals');
  }

  /** {@link generalizedEntropyIndex} between the groups of all attributes crossed, by their mean benefits. */
  betweenAllGroupsGeneralizedEntropyIndex(alpha = 2): number {
    return this.#entropy('allGroups', alpha);
  }

  /** {@link betweenAllGroupsGeneralizedEntropyIndex} of 1. */
  betweenAllGroupsTheilIndex(): number {
    return this.betweenAllGroupsGeneralizedEntropyIndex(1);
  }

  /** {@link coefficientOfVariation} between the groups of all attributes crossed. */
  betweenAllGroupsCoefficientOfVariation(): number {
    return this.#variation('allGroups');
  }

  /**
   * {@link generalizedEntropyIndex} between groups, by their mean benefits: those listed or, left out, the
   * unprivileged and the privileged one. As in AIF360, rows in none of them count with a benefit of 0.
   */
  betweenGroupGeneralizedEntropyIndex(alpha?: number): number;
  betweenGroupGeneralizedEntropyIndex(groups: readonly Condition[], alpha?: number): number;
  betweenGroupGeneralizedEntropyIndex(first: number | readonly Condition[] = 2, alpha = 2): number {
    return Array.isArray(first)
      ? this.#entropy(
          Array.from(first as readonly Condition[], (each) =>
            toCoreCondition(each, this.source.tally),
          ),
          alpha,
        )
      : this.#entropy(this.#compared(), first as number);
  }

  /** {@link betweenGroupGeneralizedEntropyIndex} of 1. */
  betweenGroupTheilIndex(): number {
    return this.betweenGroupGeneralizedEntropyIndex(1);
  }

  /** {@link coefficientOfVariation} between the unprivileged and the privileged group. */
  betweenGroupCoefficientOfVariation(): number {
    return this.#variation(this.#compared());
  }

  /**
   * Empirical differential fairness of the predictions less that of the true labels: above 0 where the
   * classifier widens what was in the data. See `aif360.differentialFairnessBiasAmplification`.
   */
  differentialFairnessBiasAmplification(concentration = 1): number {
    const { wasm, tally, favorable } = this.source;
    return differentialFairnessBiasAmplification(wasm, tally, favorable, concentration);
  }

  #compared(): CoreCondition[] {
    const { groups } = this.source;
    return [groups.condition({ privileged: false }), groups.condition({ privileged: true })];
  }

  #entropy(of: CoreBenefits, alpha: number): number {
    const { wasm, tally, favorable } = this.source;
    return wasm.generalizedEntropyIndex(
      tally.handle,
      of,
      [...favorable],
      requireNumber('alpha', alpha),
    );
  }

  #variation(of: CoreBenefits): number {
    const { wasm, tally, favorable } = this.source;
    return wasm.coefficientOfVariation(tally.handle, of, [...favorable]);
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
