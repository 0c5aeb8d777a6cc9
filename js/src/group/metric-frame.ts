// SPDX-License-Identifier: Apache-2.0
//
// fairlearn's MetricFrame: several metrics, disaggregated by sensitive features, within the levels of
// control features. Derived from a tally and, for metrics of numbers, from sums of errors.

import { FairwasmError } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import type { CategoryColumn, NumberColumn } from '../data/column.js';
import { type Favorable, resolveFavorable, toLabels } from '../data/favorable.js';
import { Tally } from '../tally/tally.js';
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
    const { codes, counts } = this.#wasm.frame(this.#tally.handle, [...by], this.#favorable);
    const matrices = this.#wasm.confusionMatrices(this.#tally.handle, [...by]);
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

/** Metrics by group. Make one with `fair.metricFrame(…)`. */
export class MetricFrame {
  /** The metrics of all rows, for each level of the control features. */
  readonly overall: readonly ControlLevel[];
  /**
   * The metrics of each group: every combination of the categories seen. One that has no rows has NaN for
   * every metric.
   */
  readonly byGroup: readonly FrameGroup[];
  readonly #wasm: Wasm;
  readonly #names: readonly string[];

  /** @internal */
  constructor(wasm: Wasm, input: MetricFrameInput) {
    const metrics = namedMetrics(input.metrics);
    const control = Object.keys(input.controlFeatures ?? {});
    const sensitive = Object.keys(input.sensitiveFeatures);
    requireDistinct(sensitive, control);
    const summaries = new Summaries(wasm, input, {
      counts: metrics.some(([, metric]) => !isMeasured(metric) && metric !== 'count'),
      errors: metrics.some(([, metric]) => isMeasured(metric) || metric === 'count'),
    });
    const pick = (categories: Categories, names: readonly string[]): Categories =>
      Object.fromEntries(names.map((name) => [name, categories[name] as string]));
    const valuesOf = ({ group }: Summary): MetricValues =>
      Object.fromEntries(
        metrics.map(([name, metric]) => [
          name,
          group.counts.rows > 0 ? evaluateMetric(metric, group) : Number.NaN,
        ]),
      );
    try {
      this.#wasm = wasm;
      this.#names = metrics.map(([name]) => name);
      this.overall = summaries.by(control).map((summary) => ({
        control: summary.categories,
        values: valuesOf(summary),
      }));
      this.byGroup = summaries.by([...control, ...sensitive]).map((summary) => ({
        control: pick(summary.categories, control),
        sensitive: pick(summary.categories, sensitive),
        values: valuesOf(summary),
      }));
    } finally {
      summaries.dispose();
    }
  }

  /** The smallest group value of each metric; groups without a value are passed over. */
  groupMin(): ControlLevel[] {
    return this.#spread('min');
  }

  /** The largest group value of each metric. */
  groupMax(): ControlLevel[] {
    return this.#spread('max');
  }

  /** Largest less smallest group value; or the largest distance of a group to all rows together. */
  difference({ method }: SpreadOptions = {}): ControlLevel[] {
    return this.#spread(method === 'toOverall' ? 'differenceToOverall' : 'difference');
  }

  /**
   * Smallest over largest group value, 0/0 is NaN; or the smallest quotient of a group and all rows,
   * inverted where it is above 1.
   */
  ratio({ method }: SpreadOptions = {}): ControlLevel[] {
    return this.#spread(method === 'toOverall' ? 'ratioToOverall' : 'ratio');
  }

  #spread(field: string): ControlLevel[] {
    return this.overall.map(({ control, values }) => {
      const groups = this.byGroup.filter((group) =>
        Object.entries(control).every(([name, category]) => group.control[name] === category),
      );
      const spreads = this.#names.map((name) => {
        const ofGroups = Float64Array.from(groups, (group) => group.values[name] as number);
        const flat = this.#wasm.spreadOf(ofGroups, values[name] as number);
        return [name, toRecords(this.#wasm.spreadNames(), flat)[0]?.[field] as number];
      });
      return { control, values: Object.fromEntries(spreads) };
    });
  }
}
