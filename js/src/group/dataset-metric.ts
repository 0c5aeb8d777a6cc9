// SPDX-License-Identifier: Apache-2.0
//
// AIF360's DatasetMetric and BinaryLabelDatasetMetric: what can be said about the data before a model is
// trained. Method names are AIF360's in camelCase; every value is derived from a tally, except the few
// that need the rows themselves, which were handed over when the metric was made.

import { FairwasmError } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import { CategoryEncoder } from '../data/category.js';
import { type CategoryColumn, lengthOf, type NumberColumn } from '../data/column.js';
import { type Favorable, resolveFavorable, toLabels } from '../data/favorable.js';
import type { FeatureMatrix } from '../data/matrix.js';
import type { GroupChoice } from '../data/row-metric.js';
import { Tally, type TallyRows } from '../tally/tally.js';
import { type ComparedGroups, Groups } from './compared-groups.js';
import { type Counts, toCounts, toRecords } from './counts.js';
import { smoothedEmpiricalDifferentialFairness } from './differential-fairness.js';
import { type FairnessDefinition, type RichSubgroupInput, richSubgroup } from './rich-subgroup.js';

/** The columns of a data set, all of one length, and the two groups to compare. */
export interface DatasetInput extends ComparedGroups {
  /** AIF360's protected attributes: columns by name. */
  groups: Readonly<Record<string, CategoryColumn>>;
  /** Instance weights; left out: 1. As in AIF360 they may be 0 or negative. */
  weight?: NumberColumn | undefined;
}

/** A data set with an outcome for each row. */
export interface BinaryLabelDatasetInput extends DatasetInput {
  /** True outcomes. */
  label: CategoryColumn;
  /**
   * The favorable label; several (AIF360's MulticlassLabelDataset) as a list. May be left out where the
   * labels are a usual pair such as 0 and 1.
   */
  favorable?: Favorable | undefined;
  /** Numbers of each row, for {@link BinaryLabelDatasetMetric.consistency}. */
  features?: FeatureMatrix | undefined;
}

/** @internal What a metric is derived from. */
export interface MetricSource {
  wasm: Wasm;
  tally: Tally;
  /** Whether the tally was made for this metric, and goes with it. */
  ownsTally?: boolean;
  favorable: readonly string[];
  groups: Groups;
  /** The columns, for what cannot be counted. Metrics of an audit have none. */
  rows?: LabelledRows | undefined;
  /** From another family, which may not be loaded. */
  consistency?: Consistency | undefined;
}

/** @internal See {@link Fairwasm.consistency}. */
export type Consistency = (
  features: FeatureMatrix,
  label: NumberColumn,
  neighbors?: number,
) => number;

/** A function of a group, such as a method of these classes. */
export type GroupFunction = (choice: GroupChoice) => number;

/**
 * The labels that count as positive. One alone means that there are two labels, as in AIF360's
 * BinaryLabelDataset; a third is refused then.
 */
function favorableOf(tally: Tally, favorable: Favorable | undefined): string[] {
  const labels = toLabels(favorable) ?? resolveFavorable(undefined, tally.labels);
  const known = new Set([...labels, ...tally.labels]);
  if (Array.isArray(favorable) || known.size <= 2) return labels;
  throw new FairwasmError('invalidArgument', {
    argument: 'label',
    expected: `two labels, one of them ${labels[0]}; or a list of favorable ones`,
    actual: [...known].map((label) => `'${label}'`).join(', '),
  });
}

function requireGroups(input: DatasetInput): void {
  const groups: unknown = (input as DatasetInput | null | undefined)?.groups;
  if (typeof groups === 'object' && groups !== null) return;
  throw new FairwasmError('invalidArgument', {
    argument: 'groups',
    expected: 'columns by name',
    actual: String(groups),
  });
}

/** @internal The columns of any metric here. */
type LabelledRows = DatasetInput &
  Omit<TallyRows, 'groups'> &
  Pick<BinaryLabelDatasetInput, 'favorable' | 'features'>;

/** @internal Counts the columns of `input` that `columns` names. */
export function sourceOf(
  wasm: Wasm,
  input: LabelledRows,
  columns: { label?: boolean; prediction?: boolean; score?: boolean },
  consistency?: Consistency,
): MetricSource {
  requireGroups(input);
  const { groups, weight, label, prediction, score } = input;
  const tally = new Tally(wasm, { ...columns, groups: Object.keys(groups) });
  tally.update({
    groups,
    weight,
    label: columns.label ? label : undefined,
    prediction: columns.prediction ? prediction : undefined,
    score: columns.score ? score : undefined,
  });
  return {
    wasm,
    tally,
    favorable: favorableOf(tally, input.favorable),
    groups: new Groups(wasm, tally, input),
    rows: input,
    consistency,
    ownsTally: true,
  };
}

/** @internal A tally counts labels; to rows that have none it gives the same one. */
export function unlabelledSourceOf(wasm: Wasm, input: DatasetInput): MetricSource {
  requireGroups(input);
  const [name, column] =
    [...Object.entries(input.groups), ['weight', input.weight] as const][0] ?? [];
  const rows = column === undefined ? 0 : lengthOf(column, name as string);
  const label = { codes: new Uint8Array(rows), categories: ['1'] };
  return sourceOf(wasm, { ...input, label }, { label: true });
}

/** Metrics of any data set. Make one with `fair.datasetMetric(…)`. */
export class DatasetMetric {
  /** @internal */
  protected readonly source: MetricSource;

  /** @internal */
  constructor(source: MetricSource) {
    this.source = source;
  }

  /**
   * Frees its WebAssembly memory at once; otherwise that happens when it is garbage-collected. That of an
   * audit stays the audit's.
   */
  [Symbol.dispose](): void {
    if (this.source.ownsTally) this.source.tally[Symbol.dispose]();
  }

  /** Sum of the instance weights. */
  numInstances(choice?: GroupChoice): number {
    return this.counts(choice).instances;
  }

  /**
   * `f` of the unprivileged less `f` of the privileged group: `metric.difference((g) => metric.baseRate(g))`.
   *
   * @throws FairwasmError `invalidState` where a group was not given; also every method below that
   *   compares the groups, or is asked for one of them.
   */
  difference(f: GroupFunction): number {
    return f({ privileged: false }) - f({ privileged: true });
  }

  /** `f` of the unprivileged over `f` of the privileged group; 0/0 is NaN. */
  ratio(f: GroupFunction): number {
    return f({ privileged: false }) / f({ privileged: true });
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

/** Metrics of a data set's true labels. Make one with `fair.binaryLabelDatasetMetric(…)`. */
export class BinaryLabelDatasetMetric extends DatasetMetric {
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

  /** Another name of {@link statisticalParityDifference}. */
  meanDifference(): number {
    return this.statisticalParityDifference();
  }

  /**
   * How alike the `nNeighbors` nearest rows (by `features`) are labelled; see `fair.consistency`. Of labels
   * as they are, where one is favorable; of 1 (favorable) and 0, where a list of them is.
   *
   * @throws FairwasmError `invalidState` where there are no features or the family `individual` is not loaded, `invalidArgument` for a number of
   *   neighbours that is not from 1 to the number of rows.
   */
  consistency(nNeighbors = 5): number {
    const { features, label, favorable } = this.rows('features');
    const numbers = Array.isArray(favorable) ? this.#indicators(label as CategoryColumn) : label;
    const consistency = this.source.consistency as Consistency; // is there where rows are
    return consistency(features as FeatureMatrix, numbers as NumberColumn, nNeighbors);
  }

  /** How far the groups' chances of the favorable label differ; see `fair.smoothedEmpiricalDifferentialFairness`. */
  smoothedEmpiricalDifferentialFairness(concentration = 1): number {
    const { wasm, tally, favorable } = this.source;
    return smoothedEmpiricalDifferentialFairness(wasm, tally, favorable, concentration);
  }

  /**
   * How unfair `predictions` are to the worst subgroup; see `fair.richSubgroup`. Weights are ignored.
   *
   * @throws FairwasmError `invalidState` for a metric of an audit, which has no rows.
   */
  richSubgroup(predictions: NumberColumn, fairnessDefinition: FairnessDefinition = 'FP'): number {
    const { groups, label } = this.rows('label');
    const input = { groups, label, prediction: predictions } as RichSubgroupInput;
    return richSubgroup(this.source.wasm, input, fairnessDefinition);
  }

  /** @internal The columns; throws `invalidState` where `needed` is not among them. */
  protected rows(needed: 'features' | 'label'): LabelledRows {
    const { rows } = this.source;
    if (rows?.[needed] !== undefined) return rows;
    throw new FairwasmError('invalidState', {
      argument: needed,
      expected: `${needed}, given when the metric was made`,
      actual: 'none',
    });
  }

  #indicators(label: CategoryColumn): number[] {
    const codes = new CategoryEncoder('label', this.source.favorable, 'error').encode(label);
    return Array.from(codes, (code) => (code < this.source.favorable.length ? 1 : 0));
  }
}
