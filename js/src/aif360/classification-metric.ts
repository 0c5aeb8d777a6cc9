// SPDX-License-Identifier: Apache-2.0
//
// AIF360's ClassificationMetric: differences between groups in the rates of ConfusionMetric, and the
// inequality of benefits over rows and groups. Method names are AIF360's in camelCase. In the formulas, U is
// the unprivileged and P the privileged group.

import { requireNumber } from '../core/options.js';
import type { CategoryColumn, NumberColumn } from '../data/column.js';
import type { GroupCondition } from '../data/condition.js';
import { type CoreCondition, toCoreCondition } from './compared-groups.js';
import { ConfusionMetric } from './confusion-metric.js';
import { differentialFairnessBiasAmplification } from './differential-fairness.js';
import type { CoreBenefits } from './entropy.js';
import {
  type BinaryLabelDatasetInput,
  getSource,
  isSource,
  labeledOptions,
  loadedModules,
  type MetricSource,
  requireDataset,
} from './metric-source.js';

/** Columns of a data set with predictions. */
export interface ClassificationInput extends BinaryLabelDatasetInput {
  /** Predicted outcomes. */
  prediction: CategoryColumn;
  /**
   * Scores of the favorable outcome, for the generalized counts and rates. Default: 1 for favorable
   * predictions and 0 for others, so that generalized and ordinary rates are equal.
   */
  score?: NumberColumn | undefined;
}

/** @internal The names of {@link ClassificationInput}. */
export const classificationOptions = [...labeledOptions, 'prediction', 'score'];

/** @internal Returns the source for a data set with predictions. */
export function getClassifiedSource(input: ClassificationInput, modules = loadedModules.get()): MetricSource {
  requireDataset('classificationMetric', input, classificationOptions);
  const score = input.score !== undefined;
  return getSource(modules, input, { label: true, prediction: true, score });
}

// Like Python's max(a, b): a unless b is greater. NaN is kept in the first position and lost in the second.
function pythonMax(a: number, b: number): number {
  if (b > a) return b;
  return a;
}

/**
 * Metrics of predictions. Create one with `aif360.classificationMetric(…)` or, after `await load()`, with
 * `new ClassificationMetric(…)`; for an audit, with `aif360.toClassificationMetric(…)`.
 *
 * The methods inherited from {@link BinaryLabelDatasetMetric} describe the true labels, except
 * disparateImpact, statisticalParityDifference, meanDifference, klDivergence, and
 * conditionalDemographicDisparity, which describe the predictions.
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
export class ClassificationMetric extends ConfusionMetric {
  /** Requires `await load()` first. Throws like {@link Aif360.classificationMetric}. */
  constructor(input: ClassificationInput);
  /** @internal */
  constructor(source: MetricSource);
  constructor(input: ClassificationInput | MetricSource) {
    super(isSource(input) ? input : getClassifiedSource(input));
  }

  /** Returns the ratio of selection rates, U / P, in [0, inf); 1 is parity. Feldman et al. 2015. */
  override disparateImpact(): number {
    return this.ratio((group) => this.selectionRate(group));
  }

  /** Returns the difference of selection rates, U - P, in [-1, 1]; 0 is parity. Dwork et al. 2012. */
  override statisticalParityDifference(): number {
    return this.difference((group) => this.selectionRate(group));
  }

  /** TPR of U - TPR of P, in [-1, 1]; 0 is parity. */
  truePositiveRateDifference(): number {
    return this.difference((group) => this.truePositiveRate(group));
  }

  /** Another name for {@link truePositiveRateDifference}. Hardt et al. 2016. */
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

  /** Returns error rate of U - error rate of P, in [-1, 1]; the error rate of a group without rows is 1. */
  errorRateDifference(): number {
    return this.difference((group) => this.errorRate(group));
  }

  /** Returns error rate of U / error rate of P, in [0, inf); the error rate of a group without rows is 1. */
  errorRateRatio(): number {
    return this.ratio((group) => this.errorRate(group));
  }

  /** Returns the mean of the differences of FPR and TPR, in [-1, 1]; opposite differences cancel. */
  averageOddsDifference(): number {
    return 0.5 * (this.falsePositiveRateDifference() + this.truePositiveRateDifference());
  }

  /** Returns the mean of the absolute differences of FPR and TPR, in [0, 1]. */
  averageAbsOddsDifference(): number {
    const falsePositive = Math.abs(this.falsePositiveRateDifference());
    return 0.5 * (falsePositive + Math.abs(this.truePositiveRateDifference()));
  }

  /**
   * Returns the mean of the differences of PPV and FOR, in [-1, 1]; a rate without a denominator counts as 0.
   */
  averagePredictiveValueDifference(): number {
    const precision = this.difference((group) => this.positivePredictiveValue(group));
    return 0.5 * (precision + this.falseOmissionRateDifference());
  }

  /**
   * Returns the larger of the absolute differences of FPR and TPR, in [0, 1]. NaN if the FPR difference is
   * NaN; if only the TPR difference is NaN, the FPR difference, as in AIF360.
   */
  equalizedOddsDifference(): number {
    const falsePositive = Math.abs(this.falsePositiveRateDifference());
    return pythonMax(falsePositive, Math.abs(this.truePositiveRateDifference()));
  }

  /** Returns {@link equalizedOddsDifference} of the generalized rates. */
  generalizedEqualizedOddsDifference(): number {
    const falsePositive = this.difference((group) => this.generalizedFalsePositiveRate(group));
    const truePositive = this.difference((group) => this.generalizedTruePositiveRate(group));
    return pythonMax(Math.abs(falsePositive), Math.abs(truePositive));
  }

  /**
   * Returns the inequality of the benefits 1 + [predicted favorable] - [truly favorable] over the rows, 0 or
   * more; weights are ignored. See `aif360.generalizedEntropyIndex`. Speicher et al. 2018.
   */
  generalizedEntropyIndex(alpha = 2): number {
    return this.#entropy('individuals', alpha);
  }

  /** Returns {@link generalizedEntropyIndex} with alpha = 1. */
  theilIndex(): number {
    return this.generalizedEntropyIndex(1);
  }

  /** Returns sqrt(2 GE(2)), the standard deviation of the benefits divided by their mean. */
  coefficientOfVariation(): number {
    return this.#variation('individuals');
  }

  /**
   * Returns {@link generalizedEntropyIndex} between the intersectional groups of all attributes, by their
   * mean benefits.
   */
  betweenAllGroupsGeneralizedEntropyIndex(alpha = 2): number {
    return this.#entropy('allGroups', alpha);
  }

  /** Returns {@link betweenAllGroupsGeneralizedEntropyIndex} with alpha = 1. */
  betweenAllGroupsTheilIndex(): number {
    return this.betweenAllGroupsGeneralizedEntropyIndex(1);
  }

  /** Returns {@link coefficientOfVariation} between the intersectional groups of all attributes. */
  betweenAllGroupsCoefficientOfVariation(): number {
    return this.#variation('allGroups');
  }

  /**
   * Returns {@link generalizedEntropyIndex} between the listed groups, by their mean benefits. Default: the
   * unprivileged and the privileged group. As in AIF360, rows in none of the groups count with a benefit of
   * 0.
   */
  betweenGroupGeneralizedEntropyIndex(alpha?: number): number;
  betweenGroupGeneralizedEntropyIndex(groups: readonly GroupCondition[], alpha?: number): number;
  betweenGroupGeneralizedEntropyIndex(first: number | readonly GroupCondition[] = 2, alpha = 2): number {
    return Array.isArray(first)
      ? this.#entropy(
          Array.from(first as readonly GroupCondition[], (each) => toCoreCondition(each, this.source.tally)),
          alpha,
        )
      : this.#entropy(this.#compared(), first as number);
  }

  /** Returns {@link betweenGroupGeneralizedEntropyIndex} with alpha = 1. */
  betweenGroupTheilIndex(): number {
    return this.betweenGroupGeneralizedEntropyIndex(1);
  }

  /** Returns {@link coefficientOfVariation} between the unprivileged and the privileged group. */
  betweenGroupCoefficientOfVariation(): number {
    return this.#variation(this.#compared());
  }

  /**
   * Returns the differential fairness of the predictions minus that of the true labels; positive if the
   * classifier amplifies the bias in the data. See `aif360.differentialFairnessBiasAmplification`.
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
    return wasm.generalizedEntropyIndex(tally.handle, of, [...favorable], requireNumber('alpha', alpha));
  }

  #variation(of: CoreBenefits): number {
    const { wasm, tally, favorable } = this.source;
    return wasm.coefficientOfVariation(tally.handle, of, [...favorable]);
  }
}
