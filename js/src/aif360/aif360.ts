// SPDX-License-Identifier: Apache-2.0
//
// The door of AIF360: its names, argument names and conventions, and only here.

import type { Audit } from '../audit/audit.js';
import { limitArguments } from '../core/arity.js';
import { withBoundMethods } from '../core/bound-methods.js';
import { coreModule, coreOf } from '../core/core-module.js';
import { invalidState } from '../core/error.js';
import {
  instantiate,
  type LoadOptions,
  requireLoadOptions,
  type WasmSource,
  watchOf,
} from '../core/module.js';
import { requireOptions, requireParts } from '../core/options.js';
import { isForeign, type NumberColumn } from '../data/column.js';
import type { Fairwasm } from '../fairwasm.js';
import { Individual } from '../individual/individual.js';
import { individualModule, loadedRows } from '../individual/module.js';
import type { Tally } from '../tally/tally.js';
import { requireTally } from '../tally/tally-arguments.js';
import {
  type BiasScanInput,
  type BiasScanOptions,
  type BiasScanResult,
  biasScan,
} from './bias-scan.js';
import {
  type ClassificationInput,
  ClassificationMetric,
  classifiedSourceOf,
} from './classification-metric.js';
import { type ComparedGroups, Groups } from './compared-groups.js';
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
  type DatasetInput,
  labeledSourceOf,
  loadedModules,
  type Modules,
  unlabeledSourceOf,
} from './metric-source.js';
import { type RegressionDatasetInput, RegressionDatasetMetric } from './ranking.js';
import { type FairnessDefinition, type RichSubgroupInput, richSubgroup } from './rich-subgroup.js';
/**
 * What {@link load} gives: AIF360's metrics, those of `fairwasm/individual` among them.
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
  readonly #modules: Modules;
  /** See {@link Individual.consistency}. */
  readonly consistency: Individual['consistency'];
  /** See {@link Individual.sampleDistortionMetric}. */
  readonly sampleDistortionMetric: Individual['sampleDistortionMetric'];
  /** See {@link Individual.otDistance}. */
  readonly otDistance: Individual['otDistance'];

  /** @internal */
  constructor(modules: Modules) {
    const individual = withBoundMethods(new Individual(modules.rowsWasm));
    this.#modules = modules;
    this.consistency = individual.consistency;
    this.sampleDistortionMetric = individual.sampleDistortionMetric;
    this.otDistance = individual.otDistance;
  }

  /** AIF360's DatasetMetric of columns. Throws as {@link audit} does, and for groups that overlap. */
  datasetMetric(input: DatasetInput): DatasetMetric {
    return new DatasetMetric(unlabeledSourceOf(input, this.#modules));
  }

  /** AIF360's BinaryLabelDatasetMetric of columns. Throws as {@link datasetMetric} does. */
  binaryLabelDatasetMetric(input: BinaryLabelDatasetInput): BinaryLabelDatasetMetric {
    return new BinaryLabelDatasetMetric(labeledSourceOf(input, this.#modules));
  }

  /** AIF360's ClassificationMetric of columns. Throws as {@link datasetMetric} does. */
  classificationMetric(input: ClassificationInput): ClassificationMetric {
    return new ClassificationMetric(classifiedSourceOf(input, this.#modules));
  }

  /**
   * AIF360's ClassificationMetric of what an audit has counted, comparing any two groups. The audit has to be of
   * the core that was shared: `load({ fair })`.
   *
   * @throws FairwasmError `invalidArgument` for an unknown attribute or groups that overlap, `invalidState`
   *   where there are no true labels or no predictions, `incompatible` for an audit of another core.
   */
  classificationMetricOf(audit: Audit, groups: ComparedGroups = {}): ClassificationMetric {
    requireOptions('classificationMetricOf', groups, ['unprivileged', 'privileged']);
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
    return new ClassificationMetric({
      wasm: this.#modules.wasm,
      tally,
      favorable,
      groups: compared,
    });
  }

  /** How the scores of groups speak for or against bias: AIF360's MDSSClassificationMetric. */
  mdssClassificationMetric(input: MDSSInput): MDSSClassificationMetric {
    return new MDSSClassificationMetric(input, this.#modules);
  }

  /** What a ranking does to groups: AIF360's RegressionDatasetMetric. */
  regressionDatasetMetric(input: RegressionDatasetInput): RegressionDatasetMetric {
    return new RegressionDatasetMetric(input, this.#modules.rowsWasm);
  }

  /**
   * The unfairness, in false positives (`FP`) or false negatives (`FN`), to the worst subgroup that a
   * linear function of the attributes singles out, times the subgroup's share of all rows: AIF360's
   * `rich_subgroup`. Labels must be 0 and 1, attributes numbers. In [0, 1].
   *
   * Source: Kearns et al.: Preventing Fairness Gerrymandering, 2018.
   *
   * @throws FairwasmError `invalidArgument` for other labels or attributes, or where no row has the label
   *   that the errors are counted among.
   */
  richSubgroup(input: RichSubgroupInput, fairnessDefinition?: FairnessDefinition): number {
    return richSubgroup(this.#modules.wasm, this.#modules.rowsWasm, input, fairnessDefinition);
  }

  /**
   * Finds the subgroup that a model over-predicts (or under-predicts) most, and how likely one as extreme
   * would be by chance. A subgroup is a choice of categories of some attributes; its score is the greatest
   * log-likelihood ratio, over q, of an alternative to the model's expectations:
   *
   * - Bernoulli, odds times q: sum y ln q - sum ln(1 - p + q p)
   * - Poisson, means times q: sum y ln q + sum p (1 - q)
   * - Gaussian, means times q: ((q - 1) sum y p + (1 - q^2) / 2 sum p^2) / v, v the mean squared error
   * - BerkJones, rate q instead of alpha: sum y ln(q / alpha) + sum (1 - y) ln((1 - q) / (1 - alpha))
   *
   * less `penalty` for each category named. The search climbs from several starts, choosing exactly the
   * best categories of one attribute at a time; it finds no worse subgroup with more starts, but is not
   * sure to find the very best. The p-value compares its score with the best scores in data drawn from
   * the expectations. Long work: it gives way to others between climbs, of some milliseconds for 10,000
   * rows each.
   *
   * Source: Zhang and Neill: Identifying Significant Predictive Bias in Classifiers, 2016; AIF360's
   * `bias_scan`.
   *
   * @returns In the mode `nominal`, without `favorableValue`, a result for each class.
   *
   * @example
   * // aif360: what `load()` gives.
   * // Of two regions, the north got fewer loans than the model expected.
   * const region = [...'nnnnnnnnssssssss'];
   * const observations = [0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0];
   * const expectations = observations.map(() => 0.5);
   * const found = await aif360.biasScan({ attributes: { region }, observations, expectations });
   * found.subset; // { "region": ["n"] }
   *
   * @throws FairwasmError `invalidArgument` for options or values that the statistic is not made for.
   */
  biasScan(
    input: BiasScanInput,
    options: BiasScanOptions & { mode: 'nominal'; favorableValue?: undefined },
  ): Promise<Record<string, BiasScanResult>>;
  /** One scan, where there are no classes or one of them is chosen. */
  biasScan(
    input: BiasScanInput,
    options?: BiasScanOptions &
      (
        | { mode?: 'binary' | 'continuous' | 'ordinal' }
        | { favorableValue: string | number | boolean }
      ),
  ): Promise<BiasScanResult>;
  /** Where the options are known at run time only. */
  biasScan(
    input: BiasScanInput,
    options?: BiasScanOptions,
  ): Promise<BiasScanResult | Record<string, BiasScanResult>>;
  biasScan(
    input: BiasScanInput,
    options?: BiasScanOptions,
  ): Promise<BiasScanResult | Record<string, BiasScanResult>> {
    return biasScan(this.#modules.rowsWasm, input, options);
  }

  /**
   * How unequally benefits b are spread, mu their mean over n rows: the generalized entropy index
   * 1/(n alpha (alpha - 1)) sum ((b / mu)^alpha - 1); for alpha = 1 the Theil index, for alpha = 0 the mean
   * log deviation -1/n sum ln(b / mu). A benefit is 0 for a false negative, 1 for a right prediction, 2
   * for a false positive. 0: all are equal; infinite where alpha <= 0 and a benefit is 0; NaN where there
   * is no benefit at all. Instance weights are ignored, as in AIF360.
   *
   * Source: Speicher et al.: A Unified Approach to Quantifying Algorithmic Unfairness, 2018.
   *
   * Of a column of numbers in the place of a tally: the index of those benefits, whatever they are, as in
   * aif360.sklearn.
   *
   * @throws FairwasmError `invalidArgument` for a tally without true labels or predictions, or benefits below 0.
   */
  generalizedEntropyIndex(benefits: NumberColumn, alpha?: number): number;
  generalizedEntropyIndex(
    tally: Tally,
    favorable: readonly string[],
    alpha?: number,
    of?: BenefitsOf,
  ): number;
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

  /** The generalized entropy index with alpha = 1: 1/n sum (b / mu) ln(b / mu). */
  theilIndex(benefits: NumberColumn): number;
  theilIndex(tally: Tally, favorable: readonly string[], of?: BenefitsOf): number;
  theilIndex(from: Tally | NumberColumn, favorable?: readonly string[], of?: BenefitsOf): number {
    return isColumn(from)
      ? entropyOfBenefits(from, 1)
      : theilIndex(this.#modules.wasm, from as Tally, favorable as string[], of);
  }

  /** sqrt(2 GE(2)): the standard deviation of the benefits over their mean. */
  coefficientOfVariation(benefits: NumberColumn): number;
  coefficientOfVariation(tally: Tally, favorable: readonly string[], of?: BenefitsOf): number;
  coefficientOfVariation(
    from: Tally | NumberColumn,
    favorable?: readonly string[],
    of?: BenefitsOf,
  ): number {
    return isColumn(from)
      ? Math.sqrt(2 * entropyOfBenefits(from, 2))
      : coefficientOfVariation(this.#modules.wasm, from as Tally, favorable as string[], of);
  }

  /**
   * The largest logarithm of the factor by which the chance of a favorable outcome, or of an unfavorable
   * one, differs between two groups of all attributes crossed. With r = (favorable + c/2) / (weight + c)
   * and c = `concentration`: max of |ln r_i - ln r_j| and |ln(1 - r_i) - ln(1 - r_j)|. 0: all fare alike.
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
    return smoothedEmpiricalDifferentialFairness(
      this.#modules.wasm,
      tally,
      favorable,
      concentration,
      of,
    );
  }

  /** The differential fairness of the predictions less that of the true labels: above 0, bias grew. */
  differentialFairnessBiasAmplification(
    tally: Tally,
    favorable: readonly string[],
    concentration?: number,
  ): number {
    return differentialFairnessBiasAmplification(
      this.#modules.wasm,
      tally,
      favorable,
      concentration,
    );
  }
}

const isColumn = (from: Tally | NumberColumn): from is NumberColumn =>
  Array.isArray(from) ||
  ArrayBuffer.isView(from) ||
  (typeof from === 'object' && from !== null && isForeign(from));

/** How the door of AIF360 is loaded. */
export interface Aif360Options
  extends LoadOptions<{ core?: WasmSource | undefined; individual?: WasmSource | undefined }> {
  /** Whose core to share, so that its tallies and audits can be used here. Left out: a core of its own. */
  fair?: Fairwasm | undefined;
}

/**
 * Loads the WebAssembly of this door: that of `fairwasm/individual`, and the core where none is shared.
 *
 * @example
 * const aif360 = await load();
 * aif360.theilIndex([1, 1, 1, 1]); // 0
 * aif360.generalizedEntropyIndex([1, 1, 2, 1, 1, 2]); // 0.0625
 *
 * @throws FairwasmError `loadFailed` where a file is not there or is not WebAssembly; the signal's reason
 *   where it is aborted.
 */
export async function load(options: Aif360Options = {}): Promise<Aif360> {
  requireLoadOptions(options, ['fair']);
  const { fair, wasm = {} } = options;
  requireOptions('wasm', wasm, ['core', 'individual']);
  const [core, rowsWasm] = await Promise.all([
    fair === undefined
      ? instantiate(coreModule, wasm.core, watchOf('core', options))
      : coreOf(fair),
    instantiate(individualModule, wasm.individual, watchOf('individual', options)),
  ]);
  loadedRows.set(rowsWasm);
  return withBoundMethods(new Aif360(loadedModules.set({ wasm: core, rowsWasm })));
}

limitArguments(Aif360, { classificationMetricOf: 2 });
