// SPDX-License-Identifier: Apache-2.0
//
// AIF360's DatasetMetric and BinaryLabelDatasetMetric: metrics of the data before a model is trained. Method
// names are AIF360's in camelCase. Values come from a tally, except a few that need the rows, which the
// metric keeps.

import { invalid, invalidState } from '../core/error.js';
import type { Estimate } from '../core/estimate.js';
import type { Wasm } from '../core/module.js';
import { requireFunction, requireNumber, shown } from '../core/options.js';
import { CategoryEncoder } from '../data/category.js';
import type { CategoryColumn, NumberColumn } from '../data/column.js';
import type { DatasetInput } from '../data/condition.js';
import type { FeatureMatrix } from '../data/matrix.js';
import { type NamedGroup, toGroup } from '../data/named-group.js';
import type { GroupChoice } from '../data/row-metric.js';
import { consistency } from '../individual/consistency.js';
import type { Wasm as RowsWasm } from '../individual/module.js';
import { type Counts, toCounts, toRecords } from '../tally/counts.js';
import { type ComparedGroups, Groups } from './compared-groups.js';
import { smoothedEmpiricalDifferentialFairness } from './differential-fairness.js';
import { type EstimateOptions, getEstimate, labelEstimates } from './estimates.js';
import {
  type BinaryLabelDatasetInput,
  getLabeledSource,
  getUnlabeledSource,
  isSource,
  type LabeledRows,
  type MetricSource,
} from './metric-source.js';
import { type RichSubgroupInput, richSubgroup } from './rich-subgroup.js';

/** @internal */
export interface OutcomeCounts {
  positives: number;
  negatives: number;
}

/** @internal (positives + c / 2) / (instances + c). Throws `invalidArgument` for c < 0. */
export function smoothed(positives: number, instances: number, concentration: number): number {
  if (requireNumber('concentration', concentration) >= 0) {
    return (positives + concentration / 2) / (instances + concentration);
  }
  throw invalid('concentration', '0 or more', shown(concentration));
}

// For two outcomes with probabilities p and 1 - p versus q and 1 - q; 0 ln 0 is 0.
function divergence(p: number, q: number): number {
  const term = (a: number, b: number) => (a === 0 ? 0 : a * Math.log(a / b));
  return term(p, q) + term(1 - p, 1 - q);
}

/**
 * Metrics of any data set. Create one with `aif360.datasetMetric(…)`.
 *
 * @example
 * // DatasetMetric(dataset, unprivileged_groups=[{'sex': 'f'}], privileged_groups=[{'sex': 'm'}])
 * const metric = (await load()).datasetMetric({
 *   groups: { sex: ['f', 'm', 'm', 'm'] },
 *   unprivileged: [{ sex: 'f' }],
 *   privileged: [{ sex: 'm' }],
 * });
 * metric.numInstances({ privileged: true }); // 3
 * metric.classImbalance(); // -0.5
 */
export class DatasetMetric {
  /** @internal */
  protected readonly source: MetricSource;

  /** Requires `await load()` first. Throws like {@link Aif360.datasetMetric}. */
  constructor(input: DatasetInput);
  /** @internal */
  constructor(source: MetricSource);
  constructor(input: DatasetInput | MetricSource) {
    this.source = isSource(input) ? input : getUnlabeledSource(input);
  }

  /**
   * Frees the WebAssembly memory immediately instead of on garbage collection. The memory of an audit is
   * kept.
   */
  [Symbol.dispose](): void {
    if (this.source.ownsTally) this.source.tally[Symbol.dispose]();
  }

  /** Returns the sum of the row weights. */
  numInstances(choice?: GroupChoice): number {
    return this.counts(choice).instances;
  }

  /**
   * Returns the value of `f` for the unprivileged group minus its value for the privileged group:
   * `metric.difference((g) => metric.baseRate(g))` or, as in AIF360, `metric.difference(metric.baseRate)`.
   *
   * @throws FairwasmError `invalidState` if a group was not passed. This also applies to every method below that
   * compares the groups or uses one of them.
   */
  difference(f: (choice: GroupChoice) => number): number {
    requireFunction('f', f);
    return f.call(this, { privileged: false }) - f.call(this, { privileged: true });
  }

  /** Returns `f` of the unprivileged divided by `f` of the privileged group; 0/0 is NaN. */
  ratio(f: (choice: GroupChoice) => number): number {
    requireFunction('f', f);
    return f.call(this, { privileged: false }) / f.call(this, { privileged: true });
  }

  /**
   * Returns (U - P) / (U + P) of the sums of weights, in [-1, 1]; 0 if both groups are equally large. As in
   * aif360.sklearn for groups that include all rows.
   */
  classImbalance(): number {
    const unprivileged = this.numInstances({ privileged: false });
    const privileged = this.numInstances({ privileged: true });
    return (unprivileged - privileged) / (unprivileged + privileged);
  }

  /**
   * Returns a metric of every intersectional group of all attributes that has rows: `f` gets a metric and the
   * group to pass to it, `metric.intersection((m, group) => m.numInstances(group))`. aif360.sklearn's
   * `intersection`.
   */
  intersection(f: (metric: this, group: NonNullable<GroupChoice>) => number): (NamedGroup & { value: number })[] {
    requireFunction('f', f);
    return this.crossed().map(({ categories, name }) => ({
      categories,
      name,
      value: f(this.comparing({ privileged: [categories] }), { privileged: true }),
    }));
  }

  /**
   * Compares every intersectional group of all attributes, as the privileged group, with all other rows, as
   * the unprivileged group: `metric.oneVsRest((m) => m.disparateImpact())`. aif360.sklearn's `one_vs_rest`.
   */
  oneVsRest(f: (metric: this) => number): (NamedGroup & { value: number })[] {
    requireFunction('f', f);
    const crossed = this.crossed();
    return crossed.map(({ categories, name }) => {
      const all = crossed.map((other) => other.categories);
      const unprivileged = all.filter((other) => other !== categories);
      return { categories, name, value: f(this.comparing({ privileged: [categories], unprivileged })) };
    });
  }

  /** @internal Returns a metric of the same data for other groups. */
  protected comparing(groups: ComparedGroups): this {
    const { wasm, tally } = this.source;
    const Same = this.constructor as new (source: MetricSource) => this;
    return new Same({ ...this.source, groups: new Groups(wasm, tally, groups), ownsTally: false });
  }

  /** @internal Returns every intersectional group of all attributes that has rows, with its counts. */
  protected crossed(): (NamedGroup & { counts: Counts })[] {
    const { wasm, tally, favorable } = this.source;
    const { groups } = tally;
    const by = groups.map(({ name }) => name);
    const { codes, counts } = wasm.frame(tally.handle, by, [...favorable]);
    const categoriesAt = (index: number) =>
      Object.fromEntries(
        groups.map(({ name, categories }, i): [string, string] => [
          name,
          categories[codes[index * by.length + i] as number] as string,
        ]),
      );
    return toCounts(wasm, counts)
      .map((own, position) => ({ ...toGroup(categoriesAt(position)), counts: own }))
      .filter(({ counts: { rows } }) => rows > 0);
  }

  /** @internal */
  protected counts(choice?: GroupChoice): Counts {
    return toCounts(this.source.wasm, this.flatCounts(choice))[0] as Counts;
  }

  /** @internal A rate of the core: NaN where its denominator is 0. */
  protected rate(name: string, choice?: GroupChoice): number {
    const { wasm } = this.source;
    return toRecords(wasm.rateNames(), wasm.rates(this.flatCounts(choice)))[0]?.[name] as number;
  }

  private flatCounts(choice?: GroupChoice): Float64Array {
    const { wasm, tally, favorable, groups } = this.source;
    return wasm.counts(tally.handle, groups.condition(choice), [...favorable]);
  }
}

interface Smoothed extends NamedGroup {
  favorable: number;
  unfavorable: number;
}

/**
 * Metrics of the true labels of a data set. Create one with `aif360.binaryLabelDatasetMetric(…)`.
 *
 * @example
 * // BinaryLabelDatasetMetric(dataset, unprivileged_groups=[{'sex': 'f'}], privileged_groups=[{'sex': 'm'}])
 * const metric = (await load()).binaryLabelDatasetMetric({
 *   label: [1, 0, 0, 0, 1, 1, 1, 0],
 *   groups: { sex: [...'ffffmmmm'] },
 *   unprivileged: [{ sex: 'f' }],
 *   privileged: [{ sex: 'm' }],
 * });
 * [metric.baseRate(), metric.meanDifference()]; // [0.5, -0.5]
 */
export class BinaryLabelDatasetMetric extends DatasetMetric {
  /** Requires `await load()` first. Throws like {@link Aif360.binaryLabelDatasetMetric}. */
  constructor(input: BinaryLabelDatasetInput);
  /** @internal */
  constructor(source: MetricSource);
  constructor(input: BinaryLabelDatasetInput | MetricSource) {
    super(isSource(input) ? input : getLabeledSource(input));
  }

  /** Weight of the rows with a favorable label. */
  numPositives(choice?: GroupChoice): number {
    return this.counts(choice).positives;
  }

  /** Weight of the rows with another label. */
  numNegatives(choice?: GroupChoice): number {
    return this.counts(choice).negatives;
  }

  /** numPositives / numInstances, in [0, 1]; NaN for a group without rows. */
  baseRate(choice?: GroupChoice): number {
    return this.rate('baseRate', choice);
  }

  /** Ratio of base rates, in [0, inf); 1 is parity. Feldman et al. 2015. */
  disparateImpact(): number {
    return this.ratio((group) => this.baseRate(group));
  }

  /** Difference of base rates, in [-1, 1]; 0 is parity. Dwork et al. 2012. */
  statisticalParityDifference(): number {
    return this.difference((group) => this.baseRate(group));
  }

  /** Another name for {@link statisticalParityDifference}. */
  meanDifference(): number {
    return this.statisticalParityDifference();
  }

  /**
   * Returns (numPositives + c / 2) / (numInstances + c) with concentration c, in [0, 1]: the base rate shrunk
   * toward one half, as in Foulds et al. 2020. With c = 0, the base rate. Throws `invalidArgument` for c < 0.
   */
  smoothedBaseRate(concentration = 1, choice?: GroupChoice): number {
    return smoothed(this.numPositives(choice), this.numInstances(choice), concentration);
  }

  /**
   * Returns the Kullback-Leibler divergence of base rates: sum over outcomes of p ln(p / u), p and u the
   * proportions of the outcome, favorable or not, in the privileged and the unprivileged group. 0 for equal
   * rates; infinite if an outcome occurs only in the privileged group; NaN for a group without rows.
   */
  klDivergence(): number {
    const rate = (privileged: boolean) => {
      const { positives, negatives } = this.outcomes(this.counts({ privileged }));
      return positives / (positives + negatives);
    };
    return divergence(rate(true), rate(false));
  }

  /**
   * Returns the mean over intersectional groups of all attributes, weighted by size, of their proportion of
   * all unfavorable outcomes minus their proportion of all favorable ones: positive if large groups have a
   * disproportionate part of the unfavorable outcomes. In [-1, 1]; NaN if all outcomes are equal.
   *
   * Source: Wachter, Mittelstadt, Russell: Why Fairness Cannot Be Automated, 2021; as in aif360.sklearn.
   */
  conditionalDemographicDisparity(): number {
    const groups = this.crossed().map(({ counts }) => this.outcomes(counts));
    const sum = (of: (group: OutcomeCounts) => number) => groups.reduce((total, group) => total + of(group), 0);
    const positives = sum((group) => group.positives);
    const negatives = sum((group) => group.negatives);
    const disparity = (group: OutcomeCounts) => group.negatives / negatives - group.positives / positives;
    const size = (group: OutcomeCounts) => group.positives + group.negatives;
    return sum((group) => size(group) * disparity(group)) / (positives + negatives);
  }

  /**
   * Returns the value of a method of this class by name, with a confidence interval, a test if there is one,
   * and a warning if it is based on few cases: `metric.estimate('disparateImpact')`,
   * `metric.estimate('baseRate', { privileged: false })`. Undefined values are NaN with a reason.
   *
   * @example
   * // metric: as in the example of BinaryLabelDatasetMetric.
   * metric.estimate('disparateImpact').ci; // [0.060…, 1.330…]
   *
   * @throws FairwasmError `invalidArgument` for an unknown name or option, `invalidState` if a required group was not
   *   passed.
   */
  estimate(name: string, options: EstimateOptions = {}): Estimate {
    return getEstimate(this.estimates(), name, options);
  }

  /** @internal By name. */
  protected estimates(): ReturnType<typeof labelEstimates> {
    return labelEstimates(this.source);
  }

  /** @internal Returns the outcomes that this metric describes. */
  protected outcomes({ positives, negatives }: Counts): OutcomeCounts {
    return { positives, negatives };
  }

  /**
   * Returns how similar the labels of the `nNeighbors` nearest rows (by `features`) are; see
   * `individual.consistency`. With one favorable label, labels are used as they are; with several, favorable
   * labels count as 1 and others as 0.
   *
   * @throws FairwasmError `invalidState` without features, or if the family `individual` is not loaded,
   * `invalidArgument` for a number of
   *   neighbors that is not from 1 to the number of rows.
   */
  consistency(nNeighbors = 5): number {
    const { features, label, favorable } = this.rows('features');
    const numbers = Array.isArray(favorable) ? this.#indicators(label as CategoryColumn) : label;
    const { rowsWasm } = this.source as { rowsWasm: RowsWasm }; // is there where rows are
    return consistency(rowsWasm, features as FeatureMatrix, numbers as NumberColumn, nNeighbors);
  }

  /**
   * Returns the differential fairness of the base rates; see `aif360.smoothedEmpiricalDifferentialFairness`.
   */
  smoothedEmpiricalDifferentialFairness(concentration = 1): number {
    const { wasm, tally, favorable } = this.source;
    return smoothedEmpiricalDifferentialFairness(wasm, tally, favorable, concentration);
  }

  /**
   * Returns the two intersectional groups of all attributes whose smoothed rates give
   * {@link smoothedEmpiricalDifferentialFairness}: the highest and the lowest rate of the favorable label.
   * Null with fewer than two groups, or if a rate is 0/0.
   *
   * @throws FairwasmError `invalidArgument` for a concentration below 0.
   */
  differentialFairnessPair(concentration = 1): {
    /** The absolute logarithm of the ratio of the two rates. */
    value: number;
    /** The outcome whose rates have this ratio. */
    outcome: 'favorable' | 'unfavorable';
    higher: NamedGroup & { rate: number };
    lower: NamedGroup & { rate: number };
  } | null {
    const value = this.smoothedEmpiricalDifferentialFairness(concentration);
    const groups = this.crossed().map(({ categories, name, counts }) => ({
      categories,
      name,
      favorable: smoothed(counts.positives, counts.instances, concentration),
      unfavorable: smoothed(counts.negatives, counts.instances, concentration),
    }));
    if (groups.length < 2 || groups.some(({ favorable }) => Number.isNaN(favorable))) return null;
    const inOrder = groups.sort((one, other) => one.favorable - other.favorable);
    const [lowest, highest] = [inOrder[0], inOrder.at(-1)] as [Smoothed, Smoothed];
    const outcome =
      highest.favorable / lowest.favorable >= lowest.unfavorable / highest.unfavorable ? 'favorable' : 'unfavorable';
    const getRate = ({ categories, name, ...rates }: Smoothed) => ({ categories, name, rate: rates[outcome] });
    const [higher, lower] = outcome === 'favorable' ? [highest, lowest] : [lowest, highest];
    return { value, outcome, higher: getRate(higher), lower: getRate(lower) };
  }

  /**
   * Returns the unfairness of `predictions` to the worst subgroup; see `aif360.richSubgroup`. Weights are
   * ignored.
   *
   * @throws FairwasmError `invalidState` for a metric of an audit, which has no rows.
   */
  richSubgroup(predictions: NumberColumn, fairnessDefinition: 'FP' | 'FN' = 'FP'): number {
    const { groups, label } = this.rows('label');
    const input = { groups, label, prediction: predictions } as RichSubgroupInput;
    const { wasm, rowsWasm } = this.source as { wasm: Wasm; rowsWasm: RowsWasm };
    return richSubgroup(wasm, rowsWasm, input, fairnessDefinition);
  }

  /** @internal Returns the columns; throws `invalidState` if `needed` is missing. */
  protected rows(needed: 'features' | 'label'): LabeledRows {
    const { rows } = this.source;
    if (rows?.[needed] !== undefined) return rows;
    throw invalidState(needed, `${needed}, passed when the metric was created`, 'none');
  }

  #indicators(label: CategoryColumn): number[] {
    const codes = new CategoryEncoder('label', this.source.favorable, 'error').encode(label);
    return Array.from(codes, (code) => (code < this.source.favorable.length ? 1 : 0));
  }
}
