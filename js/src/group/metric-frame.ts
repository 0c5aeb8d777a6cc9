// SPDX-License-Identifier: Apache-2.0
//
// fairlearn's MetricFrame: several metrics, disaggregated by sensitive features, within the levels of
// control features. Derived from a tally and, for metrics of numbers, from sums of errors.

import { FairwasmError } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import type { CategoryColumn, NumberColumn } from '../data/column.js';
import { type Favorable, resolveFavorable, toLabels } from '../data/favorable.js';
import { Tally } from '../tally/tally.js';
import type { Tally as WasmTally } from '../wasm/core.mjs';
import { toCounts, toRecords } from './counts.js';
import {
  evaluateMetric,
  type GroupMetric,
  type GroupSummary,
  isMeasured,
  isMetricName,
  type MetricName,
  metricNames,
} from './fairlearn-metrics.js';
import type { SpreadMethod } from './frame.js';
import { RegressionTally } from './regression.js';

/** The columns of a frame, all of one length. */
export interface MetricColumns {
  /** True outcomes. */
  label: CategoryColumn & NumberColumn;
  /** Predicted outcomes. */
  prediction: CategoryColumn & NumberColumn;
  /** Columns whose categories make the groups. */
  sensitiveFeatures: Readonly<Record<string, CategoryColumn>>;
  /** Columns within whose categories the groups are compared. */
  controlFeatures?: Readonly<Record<string, CategoryColumn>> | undefined;
  /** Instance weights, 0 or more; left out: 1. */
  weight?: NumberColumn | undefined;
  /** The label that counts as positive; left out: 1, or the like. */
  favorable?: Favorable | undefined;
}

export interface MetricFrameInput extends MetricColumns {
  /** Names of metrics, or metrics by names of your own. */
  metrics: readonly MetricName[] | Readonly<Record<string, MetricName | GroupMetric>>;
  /**
   * How many bootstrap samples the quantiles are taken from; left out: none. Drawn from the counts, so that
   * the number of rows does not matter. Metrics of numbers, which are no function of counts, have none.
   */
  nBoot?: number | undefined;
  /** The quantiles of the samples that the methods with `CI` give; default 0.025 and 0.975. */
  ciQuantiles?: readonly number[] | undefined;
  /** Of the samples; default 1. fairlearn's `random_state`. */
  seed?: number | undefined;
}

/** Values of all metrics, by name. */
export type MetricValues = Readonly<Record<string, number>>;

/** Values within one level of the control features; `control` is empty without such features. */
export interface ControlLevel {
  control: Readonly<Record<string, string>>;
  values: MetricValues;
}

/** Values of one group within one level of the control features. */
export interface FrameGroup extends ControlLevel {
  sensitive: Readonly<Record<string, string>>;
}

export interface SpreadOptions {
  /** Between the extreme groups (default), or between each group and all rows of the control level. */
  method?: SpreadMethod | undefined;
}

type Categories = Readonly<Record<string, string>>;
interface Summary {
  categories: Categories;
  group: GroupSummary;
}

function namedMetrics(metrics: MetricFrameInput['metrics']): [string, MetricName | GroupMetric][] {
  const named = Array.isArray(metrics)
    ? metrics.map((name): [string, MetricName] => [String(name), name])
    : Object.entries(metrics);
  const wrong = named.find(([, metric]) => typeof metric !== 'function' && !isMetricName(metric));
  if (!wrong) return named;
  throw new FairwasmError('invalidArgument', {
    argument: 'metrics',
    expected: `functions, or some of ${metricNames.join(', ')}`,
    actual: `'${wrong[1]}'`,
  });
}

function requireDistinct(sensitive: readonly string[], control: readonly string[]): void {
  const twice = sensitive.find((name) => control.includes(name));
  if (twice === undefined) return;
  throw new FairwasmError('invalidArgument', {
    argument: 'controlFeatures',
    expected: 'other names than those of the sensitive features',
    actual: `'${twice}'`,
  });
}

/** Reads columns into what the metrics need, and gives it group by group. */
class Summaries {
  readonly #wasm: Wasm;
  readonly #tally: Tally | undefined;
  #sample: WasmTally | undefined;
  readonly #errors: RegressionTally | undefined;
  readonly #favorable: string[] = [];

  constructor(wasm: Wasm, input: MetricColumns, needs: { counts: boolean; errors: boolean }) {
    this.#wasm = wasm;
    const { label, prediction, weight } = input;
    const groups = { ...input.controlFeatures, ...input.sensitiveFeatures };
    const names = Object.keys(groups);
    if (needs.counts) {
      this.#tally = new Tally(wasm, { groups: names, label: true, prediction: true });
      this.#tally.update({ groups, label, prediction, weight });
      this.#favorable = favorableOf(input.favorable, this.#tally.labels);
    }
    if (needs.errors) {
      this.#errors = new RegressionTally(wasm, names);
      this.#errors.update({ groups, label, prediction, weight });
    }
  }

  /** Every combination of the categories of `by`. */
  by(by: readonly string[]): Summary[] {
    const errors = this.#errors?.by(by);
    if (!this.#tally) {
      const groups = errors?.map((group) => ({ ...group, rows: group.errors.count })) ?? [];
      return groups.map(({ categories, errors }) => ({
        categories,
        group: { errors, counts: { rows: errors.count } } as GroupSummary,
      }));
    }
    const cells = this.#sample ?? this.#tally.handle;
    const { codes, counts } = this.#wasm.frame(cells, [...by], this.#favorable);
    const matrices = this.#wasm.confusionMatrices(cells, [...by]);
    return toCounts(this.#wasm, counts).map((groupCounts, i) => {
      const categories = this.#categories(by, codes, i);
      const own = errors?.find((group) =>
        by.every((name) => group.categories[name] === categories[name]),
      );
      return {
        categories,
        group: {
          counts: groupCounts,
          matrix: this.#matrix(matrices, i),
          errors: own?.errors as GroupSummary['errors'],
        },
      };
    });
  }

  /** Calls `use` while the counts are those of bootstrap samples, one after another. */
  resample(samples: number, seed: number, use: () => void): void {
    const { handle } = this.#tally as Tally;
    const resampler = new this.#wasm.TallyResampler(handle);
    try {
      for (let draw = 0; draw < samples; draw++) {
        this.#sample = this.#wasm.resampled(handle, resampler, seed, draw) as WasmTally;
        use();
        this.#sample.delete();
        this.#sample = undefined;
      }
    } finally {
      this.#sample?.delete();
      this.#sample = undefined;
      resampler.delete();
    }
  }

  dispose(): void {
    this.#tally?.[Symbol.dispose]();
    this.#errors?.[Symbol.dispose]();
  }

  #categories(by: readonly string[], codes: Uint32Array, group: number): Categories {
    const entries = by.map((name, i) => {
      const attribute = this.#tally?.groups.find((candidate) => candidate.name === name);
      return [name, attribute?.categories[codes[group * by.length + i] as number] as string];
    });
    return Object.fromEntries(entries);
  }

  #matrix(matrices: Float64Array, group: number): number[][] {
    const size = this.#tally?.labels.length ?? 0;
    return Array.from({ length: size }, (_, row) => {
      const first = (group * size + row) * size;
      return [...matrices.subarray(first, first + size)];
    });
  }
}

// As in fairlearn 1 is the positive label unless another is named; that it may never occur is no mistake.
function favorableOf(favorable: Favorable | undefined, labels: readonly string[]): string[] {
  const isBinary = labels.every((label) => label === '0' || label === '1');
  if (favorable === undefined && isBinary) return ['1'];
  if (favorable === undefined && labels.length > 2) return [];
  return toLabels(favorable) ?? resolveFavorable(undefined, labels);
}

// What a frame holds, of the rows or of a bootstrap sample of them.
interface FrameValues {
  overall: readonly ControlLevel[];
  byGroup: readonly FrameGroup[];
}

type SpreadField =
  | 'min'
  | 'max'
  | 'difference'
  | 'ratio'
  | 'differenceToOverall'
  | 'ratioToOverall';

const differenceField = ({ method }: SpreadOptions): SpreadField =>
  method === 'toOverall' ? 'differenceToOverall' : 'difference';
const ratioField = ({ method }: SpreadOptions): SpreadField =>
  method === 'toOverall' ? 'ratioToOverall' : 'ratio';

interface Bootstrap {
  nBoot: number;
  ciQuantiles: readonly number[];
  seed: number;
}

function requireBootstrap(
  { nBoot, ciQuantiles, seed }: Bootstrap,
  metrics: [string, unknown][],
): void {
  const refuse = (argument: string, expected: string, actual: unknown) => {
    throw new FairwasmError('invalidArgument', { argument, expected, actual: String(actual) });
  };
  if (!Number.isInteger(nBoot) || nBoot < 1) refuse('nBoot', 'a whole number, at least 1', nBoot);
  if (!Number.isSafeInteger(seed) || seed < 0) refuse('seed', 'a whole number, 0 or more', seed);
  const outside = ciQuantiles.find((quantile) => !(quantile >= 0 && quantile <= 1));
  if (outside !== undefined) refuse('ciQuantiles', 'numbers from 0 to 1', outside);
  const measured = metrics.find(([, metric]) => isMeasured(metric as MetricName));
  if (measured)
    refuse('nBoot', 'metrics of labels: errors of numbers are kept as sums', measured[0]);
}

/** Metrics by group. Make one with `fair.metricFrame(…)`. */
export class MetricFrame {
  /** The metrics of all rows, for each level of the control features. */
  readonly overall: readonly ControlLevel[];
  /**
   * The metrics of each group: every combination of the categories seen. One that has no rows has NaN for
   * every metric.
   */
  readonly byGroup: readonly FrameGroup[];
  /** The quantiles that the methods with `CI` give. */
  readonly ciQuantiles: readonly number[];
  readonly #wasm: Wasm;
  readonly #metrics: [string, MetricName | GroupMetric][];
  readonly #samples: FrameValues[] = [];

  /** @internal */
  constructor(wasm: Wasm, input: MetricFrameInput) {
    const metrics = namedMetrics(input.metrics);
    const control = Object.keys(input.controlFeatures ?? {});
    const sensitive = Object.keys(input.sensitiveFeatures);
    requireDistinct(sensitive, control);
    const { nBoot = 0, ciQuantiles = [0.025, 0.975], seed = 1 } = input;
    if (input.nBoot !== undefined) requireBootstrap({ nBoot, ciQuantiles, seed }, metrics);
    this.#wasm = wasm;
    this.#metrics = metrics;
    this.ciQuantiles = ciQuantiles;
    const countsRows = metrics.some(([, metric]) => metric === 'count');
    const summaries = new Summaries(wasm, input, {
      counts: nBoot > 0 || metrics.some(([, metric]) => !isMeasured(metric) && metric !== 'count'),
      errors: metrics.some(([, metric]) => isMeasured(metric)) || (countsRows && nBoot === 0),
    });
    try {
      const { overall, byGroup } = this.#evaluate(summaries, control, sensitive);
      this.overall = overall;
      this.byGroup = byGroup;
      if (nBoot > 0) {
        summaries.resample(nBoot, seed, () => {
          this.#samples.push(this.#evaluate(summaries, control, sensitive));
        });
      }
    } finally {
      summaries.dispose();
    }
  }

  /** The smallest group value of each metric; groups without a value are passed over. */
  groupMin(): ControlLevel[] {
    return this.#spread(this, 'min');
  }

  /** The largest group value of each metric. */
  groupMax(): ControlLevel[] {
    return this.#spread(this, 'max');
  }

  /** Largest less smallest group value; or the largest distance of a group to all rows together. */
  difference(options: SpreadOptions = {}): ControlLevel[] {
    return this.#spread(this, differenceField(options));
  }

  /**
   * Smallest over largest group value, 0/0 is NaN; or the smallest quotient of a group and all rows,
   * inverted where it is above 1.
   */
  ratio(options: SpreadOptions = {}): ControlLevel[] {
    return this.#spread(this, ratioField(options));
  }

  /**
   * For each of `ciQuantiles` the quantile of {@link overall} over the bootstrap samples. Like the other
   * methods with `CI` it leaves out samples without a value, as where a sample has nobody of a group; where
   * more than half have none the quantile is NaN. Throws `invalidState` without `nBoot`.
   */
  overallCI(): ControlLevel[][] {
    return this.#quantiles(({ overall }) => overall);
  }

  /** The quantiles of {@link byGroup}. */
  byGroupCI(): FrameGroup[][] {
    return this.#quantiles(({ byGroup }) => byGroup);
  }

  /** The quantiles of {@link groupMin}. */
  groupMinCI(): ControlLevel[][] {
    return this.#quantiles((values) => this.#spread(values, 'min'));
  }

  /** The quantiles of {@link groupMax}. */
  groupMaxCI(): ControlLevel[][] {
    return this.#quantiles((values) => this.#spread(values, 'max'));
  }

  /** The quantiles of {@link difference}. */
  differenceCI(options: SpreadOptions = {}): ControlLevel[][] {
    return this.#quantiles((values) => this.#spread(values, differenceField(options)));
  }

  /** The quantiles of {@link ratio}. */
  ratioCI(options: SpreadOptions = {}): ControlLevel[][] {
    return this.#quantiles((values) => this.#spread(values, ratioField(options)));
  }

  #evaluate(summaries: Summaries, control: string[], sensitive: string[]): FrameValues {
    const pick = (categories: Categories, names: readonly string[]): Categories =>
      Object.fromEntries(names.map((name) => [name, categories[name] as string]));
    const valuesOf = ({ group }: Summary): MetricValues =>
      Object.fromEntries(
        this.#metrics.map(([name, metric]) => [
          name,
          group.counts.rows > 0 ? evaluateMetric(metric, group) : Number.NaN,
        ]),
      );
    return {
      overall: summaries.by(control).map((summary) => ({
        control: summary.categories,
        values: valuesOf(summary),
      })),
      byGroup: summaries.by([...control, ...sensitive]).map((summary) => ({
        control: pick(summary.categories, control),
        sensitive: pick(summary.categories, sensitive),
        values: valuesOf(summary),
      })),
    };
  }

  #spread({ overall, byGroup }: FrameValues, field: SpreadField): ControlLevel[] {
    return overall.map(({ control, values }) => {
      const groups = byGroup.filter((group) =>
        Object.entries(control).every(([name, category]) => group.control[name] === category),
      );
      const spreads = this.#metrics.map(([name]) => {
        const ofGroups = Float64Array.from(groups, (group) => group.values[name] as number);
        const flat = this.#wasm.spreadOf(ofGroups, values[name] as number);
        return [name, toRecords(this.#wasm.spreadNames(), flat)[0]?.[field] as number];
      });
      return { control, values: Object.fromEntries(spreads) };
    });
  }

  #quantiles<L extends ControlLevel>(levelsOf: (values: FrameValues) => readonly L[]): L[][] {
    if (this.#samples.length === 0) {
      throw new FairwasmError('invalidState', {
        argument: 'nBoot',
        expected: 'a frame made with a number of bootstrap samples',
        actual: 'one without',
      });
    }
    const samples = this.#samples.map(levelsOf);
    const shares = Float64Array.from(this.ciQuantiles);
    const quantilesOf = (level: number, name: string) =>
      this.#wasm.quantiles(
        Float64Array.from(samples, (levels) => levels[level]?.values[name] as number),
        shares,
      );
    const levels = levelsOf(this).map((level, i) => ({
      level,
      quantiles: this.#metrics.map(([name]) => [name, quantilesOf(i, name)] as const),
    }));
    return this.ciQuantiles.map((_, k) =>
      levels.map(({ level, quantiles }) => ({
        ...level,
        values: Object.fromEntries(quantiles.map(([name, values]) => [name, values[k] as number])),
      })),
    );
  }
}
