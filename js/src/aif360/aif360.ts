// SPDX-License-Identifier: Apache-2.0
//
// The entry point `fairwasm/aif360`: metrics with AIF360's names, arguments, and conventions.

import type { Audit } from '../audit/audit.js';
import { withBoundMethods } from '../core/bound-methods.js';
import { loadWithCore } from '../core/core-module.js';
import { invalidState } from '../core/error.js';
import type { LoadOptions, WasmSource } from '../core/module.js';
import { requireOptions, requireParts } from '../core/options.js';
import { isForeign, type NumberColumn } from '../data/column.js';
import type { DatasetInput } from '../data/condition.js';
import type { Fairwasm } from '../fairwasm.js';
import { Individual } from '../individual/individual.js';
import { individualModule, loadedRows } from '../individual/module.js';
import type { Tally } from '../tally/tally.js';
import { requireTally } from '../tally/tally-arguments.js';
import { type BiasScanInput, type BiasScanOptions, type BiasScanResult, biasScan } from './bias-scan.js';
import { type ClassificationInput, ClassificationMetric, getClassifiedSource } from './classification-metric.js';
import { Groups } from './compared-groups.js';
import { BinaryLabelDatasetMetric, DatasetMetric } from './dataset-metric.js';
import {
  differentialFairnessBiasAmplification,
  smoothedEmpiricalDifferentialFairness,
} from './differential-fairness.js';
import {
  type BenefitsOf,
  coefficientOfVariation,
  entropyOfBenefits,
  generalizedEntropyIndex,
  theilIndex,
} from './entropy.js';
import { MDSSClassificationMetric, type MDSSInput } from './mdss.js';
import {
  type BinaryLabelDatasetInput,
  getLabeledSource,
  getUnlabeledSource,
  loadedModules,
  type MetricModules,
} from './metric-source.js';
import { type RegressionDatasetInput, RegressionDatasetMetric } from './ranking.js';
import { type RichSubgroupInput, richSubgroup } from './rich-subgroup.js';
/**
 * The result of {@link load}: AIF360's metrics, including those of `fairwasm/individual`.
 *
 * @example
 * const aif360 = await load();
 * const metric = aif360.binaryLabelDatasetMetric({
 *   label: [1, 0, 1, 1],
 *   groups: { sex: ['f', 'f', 'm', 'm'] },
 *   unprivileged: [{ sex: 'f' }],
 *   privileged: [{ sex: 'm' }],
 * });
 * metric.disparateImpact(); // 0.5
 */
export class Aif360 {
  readonly #modules: MetricModules;
  /** See {@link Individual.consistency}. */
  readonly consistency: Individual['consistency'];
  /** See {@link Individual.sampleDistortionMetric}. */
  readonly sampleDistortionMetric: Individual['sampleDistortionMetric'];
  /** See {@link Individual.otDistance}. */
  readonly otDistance: Individual['otDistance'];

  /** @internal */
  constructor(modules: MetricModules) {
    const individual = withBoundMethods(new Individual(modules.rowsWasm));
    this.#modules = modules;
    this.consistency = individual.consistency;
    this.sampleDistortionMetric = individual.sampleDistortionMetric;
    this.otDistance = individual.otDistance;
  }

  /** Returns AIF360's DatasetMetric of columns. Throws like {@link audit}, and for groups that overlap. */
  datasetMetric(input: DatasetInput): DatasetMetric {
    return new DatasetMetric(getUnlabeledSource(input, this.#modules));
  }

  /** Returns AIF360's BinaryLabelDatasetMetric of columns. Throws like {@link datasetMetric}. */
  binaryLabelDatasetMetric(input: BinaryLabelDatasetInput): BinaryLabelDatasetMetric {
    return new BinaryLabelDatasetMetric(getLabeledSource(input, this.#modules));
  }

  /** Returns AIF360's ClassificationMetric of columns. Throws like {@link datasetMetric}. */
  classificationMetric(input: ClassificationInput): ClassificationMetric {
    return new ClassificationMetric(getClassifiedSource(input, this.#modules));
  }

  /**
   * Returns AIF360's ClassificationMetric of the counts of an audit, for any two groups. The audit must use
   * the shared core: `load({ fair })`.
   *
   * @throws FairwasmError `invalidArgument` for an unknown attribute or groups that overlap, `invalidState`
   *   without true labels or predictions, `incompatible` for an audit of another core.
   */
  toClassificationMetric(
    audit: Audit,
    groups: Pick<DatasetInput, 'unprivileged' | 'privileged'> = {},
  ): ClassificationMetric {
    requireOptions('toClassificationMetric', groups, ['unprivileged', 'privileged']);
    requireParts('audit', audit, ['tally'], 'an audit');
    const { tally, favorable } = audit;
    requireTally(this.#modules.wasm, tally);
    const { label, prediction } = tally.columns;
    if (!label || !prediction) {
      throw invalidState(
        label ? 'prediction' : 'label',
        'true labels and predictions',
        `no ${label ? 'predictions' : 'true labels'}`,
      );
    }
    const compared = new Groups(this.#modules.wasm, tally, groups);
    return new ClassificationMetric({ wasm: this.#modules.wasm, tally, favorable, groups: compared });
  }

  /** Returns AIF360's MDSSClassificationMetric: evidence for bias in the scores of groups. */
  mdssClassificationMetric(input: MDSSInput): MDSSClassificationMetric {
    return new MDSSClassificationMetric(input, this.#modules);
  }

  /** Returns AIF360's RegressionDatasetMetric: metrics of groups in a ranking. */
  regressionDatasetMetric(input: RegressionDatasetInput): RegressionDatasetMetric {
    return new RegressionDatasetMetric(input, this.#modules.rowsWasm);
  }

  /**
   * Returns AIF360's `rich_subgroup`: the unfairness, in false positives (`FP`) or false negatives (`FN`), to
   * the worst subgroup defined by a linear function of the attributes, times the subgroup's proportion of
   * all rows, in [0, 1]. Labels must be 0 and 1, attributes must be numbers.
   *
   * Source: Kearns et al.: Preventing Fairness Gerrymandering, 2018.
   *
   * @throws FairwasmError `invalidArgument` for other labels or attributes, or if no row has the label
   *   that the errors are counted among.
   */
  richSubgroup(input: RichSubgroupInput, fairnessDefinition?: 'FP' | 'FN'): number {
    return richSubgroup(this.#modules.wasm, this.#modules.rowsWasm, input, fairnessDefinition);
  }

  /**
   * Finds the subgroup that a model over-predicts (or under-predicts) most, and its p-value. A subgroup is a
   * selection of categories of some attributes; its score is the maximum log-likelihood ratio, over q, of an
   * alternative to the model's expectations:
   *
   * - Bernoulli, odds times q: sum y ln q - sum ln(1 - p + q p)
   * - Poisson, means times q: sum y ln q + sum p (1 - q)
   * - Gaussian, means times q: ((q - 1) sum y p + (1 - q^2) / 2 sum p^2) / v, v the mean squared error
   * - BerkJones, rate q instead of alpha: sum y ln(q / alpha) + sum (1 - y) ln((1 - q) / (1 - alpha))
   *
   * minus `penalty` for each selected category. The search climbs from several starting points and selects
   * exactly the best categories of one attribute at a time; more starting points never lead to a worse subgroup,
   * but the best one is not guaranteed. The p-value compares the score with the best scores in data drawn
   * from the expectations. The search yields to other tasks between climbs, every few milliseconds for 10,000
   * rows.
   *
   * Source: Zhang and Neill: Identifying Significant Predictive Bias in Classifiers, 2016; AIF360's
   * `bias_scan`.
   *
   * @returns In the mode `nominal`, without `favorableValue`, a result for each class.
   *
   * @example
   * // aif360: the result of `load()`.
   * // Of two regions, the north got fewer loans than the model expected.
   * const region = [...'nnnnnnnnssssssss'];
   * const observations = [0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0];
   * const expectations = observations.map(() => 0.5);
   * const found = await aif360.biasScan({ attributes: { region }, observations, expectations });
   * found.subset; // { "region": ["n"] }
   *
   * @throws FairwasmError `invalidArgument` for options or values that the statistic does not support.
   */
  biasScan(
    input: BiasScanInput,
    options: BiasScanOptions & { mode: 'nominal'; favorableValue?: undefined },
  ): Promise<Record<string, BiasScanResult>>;
  /** A single scan: there are no classes, or one of them is selected. */
  biasScan(
    input: BiasScanInput,
    options?: BiasScanOptions &
      ({ mode?: 'binary' | 'continuous' | 'ordinal' } | { favorableValue: string | number | boolean }),
  ): Promise<BiasScanResult>;
  /** Use this overload for options that are known only at run time. */
  biasScan(input: BiasScanInput, options?: BiasScanOptions): Promise<BiasScanResult | Record<string, BiasScanResult>>;
  biasScan(input: BiasScanInput, options?: BiasScanOptions): Promise<BiasScanResult | Record<string, BiasScanResult>> {
    return biasScan(this.#modules.rowsWasm, input, options);
  }

  /**
   * Returns the generalized entropy index of the benefits b with mean mu over n rows: 1/(n alpha (alpha - 1))
   * sum ((b / mu)^alpha - 1); for alpha = 1 the Theil index, for alpha = 0 the mean log deviation -1/n sum
   * ln(b / mu). A benefit is 0 for a false negative, 1 for a correct prediction, and 2 for a false positive.
   * The index is 0 if all are equal, infinite if alpha <= 0 and a benefit is 0, and NaN if all benefits are
   * 0. Row weights are ignored, as in AIF360.
   *
   * Source: Speicher et al.: A Unified Approach to Quantifying Algorithmic Unfairness, 2018.
   *
   * Pass a column of numbers instead of a tally to compute the index of other benefits, as in aif360.sklearn.
   *
   * @throws FairwasmError `invalidArgument` for a tally without true labels or predictions, or benefits below 0.
   */
  generalizedEntropyIndex(benefits: NumberColumn, alpha?: number): number;
  generalizedEntropyIndex(tally: Tally, favorable: readonly string[], alpha?: number, of?: BenefitsOf): number;
  generalizedEntropyIndex(
    from: Tally | NumberColumn,
    second?: readonly string[] | number,
    alpha?: number,
    of?: BenefitsOf,
  ): number {
    return isColumn(from)
      ? entropyOfBenefits(from, second as number | undefined)
      : generalizedEntropyIndex(this.#modules.wasm, from as Tally, second as string[], alpha, of);
  }

  /** Returns the generalized entropy index with alpha = 1: 1/n sum (b / mu) ln(b / mu). */
  theilIndex(benefits: NumberColumn): number;
  theilIndex(tally: Tally, favorable: readonly string[], of?: BenefitsOf): number;
  theilIndex(from: Tally | NumberColumn, favorable?: readonly string[], of?: BenefitsOf): number {
    return isColumn(from)
      ? entropyOfBenefits(from, 1)
      : theilIndex(this.#modules.wasm, from as Tally, favorable as string[], of);
  }

  /** Returns sqrt(2 GE(2)), the standard deviation of the benefits divided by their mean. */
  coefficientOfVariation(benefits: NumberColumn): number;
  coefficientOfVariation(tally: Tally, favorable: readonly string[], of?: BenefitsOf): number;
  coefficientOfVariation(from: Tally | NumberColumn, favorable?: readonly string[], of?: BenefitsOf): number {
    return isColumn(from)
      ? Math.sqrt(2 * entropyOfBenefits(from, 2))
      : coefficientOfVariation(this.#modules.wasm, from as Tally, favorable as string[], of);
  }

  /**
   * Returns the largest log ratio of the probabilities of a favorable, or of an unfavorable, outcome between
   * two intersectional groups of all attributes. With r = (favorable + c/2) / (weight + c) and c =
   * `concentration`: max of |ln r_i - ln r_j| and |ln(1 - r_i) - ln(1 - r_j)|. 0 means that all groups are
   * equal.
   *
   * Source: Foulds et al.: An Intersectional Definition of Fairness, 2020.
   *
   * @throws FairwasmError `invalidArgument` for c < 0, or fewer than two groups with rows.
   */
  smoothedEmpiricalDifferentialFairness(
    tally: Tally,
    favorable: readonly string[],
    concentration?: number,
    of?: 'label' | 'prediction',
  ): number {
    return smoothedEmpiricalDifferentialFairness(this.#modules.wasm, tally, favorable, concentration, of);
  }

  /**
   * Returns the differential fairness of the predictions minus that of the true labels; positive if bias
   * increased.
   */
  differentialFairnessBiasAmplification(tally: Tally, favorable: readonly string[], concentration?: number): number {
    return differentialFairnessBiasAmplification(this.#modules.wasm, tally, favorable, concentration);
  }
}

const isColumn = (from: Tally | NumberColumn): from is NumberColumn =>
  Array.isArray(from) || ArrayBuffer.isView(from) || (typeof from === 'object' && from !== null && isForeign(from));

/**
 * Loads the WebAssembly module of `fairwasm/individual`, and the core unless you pass one to share.
 *
 * @example
 * const aif360 = await load();
 * aif360.theilIndex([1, 1, 1, 1]); // 0
 * aif360.generalizedEntropyIndex([1, 1, 2, 1, 1, 2]); // 0.0625
 *
 * @throws FairwasmError `loadFailed` if a file is missing or not WebAssembly; the signal's reason
 * if it is aborted.
 */
export async function load(
  options: LoadOptions<{ core?: WasmSource | undefined; individual?: WasmSource | undefined }> & {
    /**
     * The instance whose core to share, so that its tallies and audits can be used here. Default: a separate
     * core.
     */
    fair?: Fairwasm | undefined;
  } = {},
): Promise<Aif360> {
  const [core, rowsWasm] = await loadWithCore(options, individualModule);
  loadedRows.set(rowsWasm);
  return withBoundMethods(new Aif360(loadedModules.set({ wasm: core, rowsWasm })));
}
