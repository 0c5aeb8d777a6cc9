// SPDX-License-Identifier: Apache-2.0
//
// fairlearn's MetricFrame: several metrics by sensitive features, within the levels of control features.

import type { Spread } from '../audit/frame/group.js';
import { invalid, invalidState } from '../core/error.js';
import { Loaded } from '../core/loaded-module.js';
import type { Wasm } from '../core/module.js';
import { requireOneOf, requireOptions } from '../core/options.js';
import { getLength, type NumberColumn } from '../data/column.js';
import { toRecords } from '../tally/counts.js';
import { type DrawnClusters, expandedQuantile, readClusters } from './drawn-rows.js';
import {
  type MetricFrameInput,
  type NamedInput,
  type NamedMetric,
  namedMetrics,
  requireBootstrap,
  requireInput,
  requireParams,
} from './frame-input.js';
import {
  type Categories,
  CountSource,
  errorSource,
  type Source,
  type SourceColumns,
  type SourceGroup,
  scoreSource,
} from './frame-sources.js';
import { type FrameMetric, getKind, type MetricKind } from './metric-names.js';
import { RowSource } from './row-source.js';

/** @internal */
export const loadedCore = new Loaded<Wasm>('fairwasm/fairlearn');

/** Values of all metrics, by name. */
export type MetricValues = Readonly<Record<string, number>>;

/** Values within one level of the control features; `control` is empty without such features. */
export interface ControlLevel {
  control: Readonly<Record<string, string>>;
  values: Readonly<Record<string, number>>;
}

/** Values of one group within one level of the control features. */
export type FrameGroup = MetricFrame['byGroup'][number];

export interface SpreadOptions {
  /**
   * Whether to compare the extreme groups, or each group with all rows of the control level. Default: the extreme
   * groups.
   */
  method?: 'betweenGroups' | 'toOverall' | undefined;
}

// ---- Sources -----------------------------------------------------------------------------------

interface Part {
  source: Source;
  metrics: readonly NamedMetric[];
}

/** Returns one source for the metrics of each kind and weight. */
function getParts(wasm: Wasm, input: NamedInput, metrics: readonly NamedMetric[]): Part[] {
  const { label, prediction, score, favorable, sampleParams = {} } = input;
  const groups = { ...input.controlFeatures, ...input.sensitiveFeatures };
  const parts: Part[] = [];
  try {
    for (const { kind, weight, members } of getKinds(metrics, input)) {
      const columns: SourceColumns = { groups, label, prediction, score, weight, favorable };
      const own = members.map(([, metric]) => metric);
      const params = () => Object.fromEntries(members.map(([name]) => [name, sampleParams[name] ?? {}]));
      const make = {
        counts: () => new CountSource(wasm, columns, own),
        errors: () => errorSource(wasm, columns),
        scores: () => scoreSource(wasm, columns, own),
        rows: () => new RowSource(wasm, columns, params()),
      } satisfies Record<MetricKind, () => Source>;
      parts.push({ source: make[kind](), metrics: members });
    }
    return parts;
  } catch (error) {
    for (const { source } of parts) source[Symbol.dispose]();
    throw error;
  }
}

interface Kind {
  kind: MetricKind;
  weight: NumberColumn | undefined;
  members: NamedMetric[];
}

function getKinds(metrics: readonly NamedMetric[], { sampleParams, weight, nBoot }: MetricFrameInput) {
  const kinds: Kind[] = [];
  const getWeight = (name: string, kind: MetricKind) =>
    kind === 'rows' ? weight : ((sampleParams?.[name]?.weight as NumberColumn) ?? weight);
  for (const [name, metric] of metrics) {
    if (metric === 'count') continue;
    const kind = getKind(metric);
    const own = getWeight(name, kind);
    const known = kinds.find((each) => each.kind === kind && each.weight === own);
    if (known) known.members.push([name, metric]);
    else kinds.push({ kind, weight: own, members: [[name, metric]] });
  }
  // Any source can count rows, because that requires neither label nor prediction.
  const counts = metrics.filter(([, metric]) => metric === 'count');
  if (counts.length === 0 && metrics.length > 0) return kinds;
  if (kinds[0]) kinds[0].members = [...kinds[0].members, ...counts];
  else kinds.push({ kind: nBoot === undefined ? 'rows' : 'counts', weight, members: counts });
  return kinds;
}

// ---- The frame ---------------------------------------------------------------------------------

// The contents of a frame, for the rows or for a bootstrap sample.
interface FrameValues {
  overall: readonly ControlLevel[];
  byGroup: readonly FrameGroup[];
}

type SpreadField = keyof Spread;

const methods = ['betweenGroups', 'toOverall'] as const;

function spreadField(kind: 'difference' | 'ratio', options: SpreadOptions): SpreadField {
  requireOptions(kind, options, ['method']);
  const method = requireOneOf('method', options.method ?? 'betweenGroups', methods);
  return method === 'toOverall' ? `${kind}ToOverall` : kind;
}

const toKey = (categories: Categories, by: readonly string[]) => JSON.stringify(by.map((name) => categories[name]));

const pick = (categories: Categories, names: readonly string[]): Categories =>
  Object.fromEntries(names.map((name) => [name, categories[name] as string]));

/**
 * Metrics by group. Create one with `fairlearn.metricFrame(…)` or, after `await load()`, with `new
 * MetricFrame(…)`. As in fairlearn, a proportion with denominator 0 counts as 0, although the same rate of
 * {@link Frame} is NaN with a reason: a group without positives has a true positive rate of 0.
 *
 * @example
 * // MetricFrame(metrics={...}, y_true=y, y_pred=p, sensitive_features=sex)
 * const frame = (await load()).metricFrame({
 *   metrics: ['selectionRate', 'accuracyScore'],
 *   label: [1, 1, 0, 0, 1, 1, 0, 0],
 *   prediction: [1, 1, 1, 0, 1, 0, 0, 0],
 *   sensitiveFeatures: { sex: ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'] },
 * });
 * frame.byGroup.map(({ sensitive, values }) => [sensitive.sex, values.selectionRate]); // [["f", 0.75], ["m", 0.25]]
 */
export class MetricFrame {
  /** The metrics of all rows, for each level of the control features. */
  readonly overall: readonly ControlLevel[];
  /**
   * The metrics of each group: every combination of the categories in the data. All metrics are NaN for a
   * combination without rows.
   */
  readonly byGroup: readonly (ControlLevel & { sensitive: Readonly<Record<string, string>> })[];
  /** The quantiles that methods with `CI` return. */
  readonly ciQuantiles: readonly number[];
  /** The names of the control features. */
  readonly controlLevels: readonly string[];
  /** The names of the sensitive features. */
  readonly sensitiveLevels: readonly string[];
  readonly #wasm: Wasm;
  readonly #metrics: readonly NamedMetric[];
  readonly #coerce: boolean;
  readonly #samples: FrameValues[] = [];
  readonly #clusters: DrawnClusters | undefined;

  /** Requires `await load()` first. Throws like {@link Fairlearn.metricFrame}. */
  constructor(input: MetricFrameInput);
  /** @internal */
  constructor(input: MetricFrameInput, wasm: Wasm);
  constructor(value: MetricFrameInput, module?: Wasm) {
    const wasm = loadedCore.of(module);
    const input = requireInput(value);
    const metrics = namedMetrics(input.metrics);
    requireParams(input.sampleParams, metrics);
    const { nBoot = 0, ciQuantiles = [0.025, 0.975], seed = 1 } = input;
    if (input.nBoot !== undefined) requireBootstrap({ nBoot, ciQuantiles, seed });
    this.controlLevels = Object.keys(input.controlFeatures);
    this.sensitiveLevels = Object.keys(input.sensitiveFeatures);
    this.#wasm = wasm;
    this.#metrics = metrics;
    this.#coerce = input.errors === 'coerce';
    this.ciQuantiles = [...ciQuantiles];
    this.#clusters = readClusters(input.cluster, getLength(input.label, 'label'));
    const parts = getParts(wasm, input, metrics);
    try {
      const { overall, byGroup } = this.#evaluate(parts);
      this.overall = overall;
      this.byGroup = byGroup;
      for (let draw = 0; draw < nBoot; draw++) {
        for (const { source } of parts) source.resample(seed, draw, this.#clusters);
        this.#samples.push(this.#evaluate(parts));
      }
    } finally {
      for (const { source } of parts) source[Symbol.dispose]();
    }
  }

  /**
   * Returns the smallest value of each metric among the groups; groups without a value are ignored.
   *
   * @example
   * // frame: as in the example of MetricFrame.
   * frame.groupMin()[0].values; // { "selectionRate": 0.25, "accuracyScore": 0.75 }
   */
  groupMin(): ControlLevel[] {
    return this.#spread(this, 'min');
  }

  /** Returns the largest value of each metric among the groups. */
  groupMax(): ControlLevel[] {
    return this.#spread(this, 'max');
  }

  /**
   * Returns the largest minus the smallest value among the groups, or the largest distance between a group and all
   * rows.
   *
   * @example
   * // frame: as in the example of MetricFrame.
   * frame.difference()[0].values; // { "selectionRate": 0.5, "accuracyScore": 0 }
   * frame.difference({ method: 'toOverall' })[0].values.selectionRate; // 0.25
   */
  difference(options: SpreadOptions = {}): ControlLevel[] {
    return this.#spread(this, spreadField('difference', options));
  }

  /**
   * Returns the smallest divided by the largest value among the groups (0/0 is NaN), or the smallest ratio of a group
   * to all rows, inverted if it is above 1.
   */
  ratio(options: SpreadOptions = {}): ControlLevel[] {
    return this.#spread(this, spreadField('ratio', options));
  }

  /**
   * Returns the quantiles of {@link overall} over the bootstrap samples, one for each of `ciQuantiles`. Like
   * other methods with `CI`, it ignores samples without a value, for example samples without rows of a group;
   * the quantile is NaN if more than half of them have none. Throws `invalidState` without `nBoot`.
   */
  overallCI(): ControlLevel[][] {
    return this.#quantiles(({ overall }) => overall);
  }

  /** The quantiles of {@link byGroup}. */
  byGroupCI(): (ControlLevel & { sensitive: Readonly<Record<string, string>> })[][] {
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
    const field = spreadField('difference', options);
    return this.#quantiles((values) => this.#spread(values, field));
  }

  /** The quantiles of {@link ratio}. */
  ratioCI(options: SpreadOptions = {}): ControlLevel[][] {
    const field = spreadField('ratio', options);
    return this.#quantiles((values) => this.#spread(values, field));
  }

  #evaluate(parts: readonly Part[]): FrameValues {
    const { controlLevels, sensitiveLevels } = this;
    const all = [...controlLevels, ...sensitiveLevels];
    return {
      overall: this.#valuesBy(parts, controlLevels).map(({ categories, values }) => ({ control: categories, values })),
      byGroup: this.#valuesBy(parts, all).map(({ categories, values }) => ({
        control: pick(categories, controlLevels),
        sensitive: pick(categories, sensitiveLevels),
        values,
      })),
    };
  }

  // All parts contain the same rows, and therefore the same groups.
  #valuesBy(parts: readonly Part[], by: readonly string[]) {
    const matches = parts.map(({ source, metrics }) => {
      const groups = source.by(by);
      return { groups, metrics, byKey: new Map(groups.map((group) => [toKey(group.categories, by), group])) };
    });
    return (matches[0]?.groups ?? []).map(({ categories }) => {
      const key = toKey(categories, by);
      const values = new Map<string, number>(
        matches.flatMap(({ metrics, byKey }) =>
          metrics.map(([name, metric]): [string, number] => [name, this.#value(byKey.get(key), name, metric)]),
        ),
      );
      // Restores the order in which metrics were requested.
      const ordered = this.#metrics.map(([name]) => [name, values.get(name) as number]);
      return { categories, values: Object.fromEntries(ordered) as MetricValues };
    });
  }

  #value(group: SourceGroup | undefined, name: string, metric: FrameMetric): number {
    if (!group || group.rows === 0) return Number.NaN;
    const value = group.measure(metric, name);
    if (typeof value === 'number') return value;
    if (this.#coerce) return Number.NaN;
    throw invalid(
      name,
      "a function that returns a number, or the option errors: 'coerce'",
      value === null ? 'null' : typeof value,
    );
  }

  #spread({ overall, byGroup }: FrameValues, field: SpreadField): ControlLevel[] {
    return overall.map(({ control, values }) => {
      const groups = byGroup.filter((group) =>
        Object.entries(control).every(([name, category]) => group.control[name] === category),
      );
      const spreads = this.#metrics.map(([name]) => {
        const ofGroups = Float64Array.from(groups, (group) => group.values[name] as number);
        const flat = this.#wasm.fairlearnSpread(ofGroups, values[name] as number);
        return [name, toRecords(this.#wasm.spreadNames(), flat)[0]?.[field] as number];
      });
      return { control, values: Object.fromEntries(spreads) };
    });
  }

  #quantiles<L extends ControlLevel>(getLevels: (values: FrameValues) => readonly L[]): L[][] {
    if (this.#samples.length === 0) {
      throw invalidState('nBoot', 'a frame created with the option nBoot', 'a frame without nBoot');
    }
    const samples = this.#samples.map(getLevels);
    const shares = Float64Array.from(this.ciQuantiles, (quantile) =>
      expandedQuantile(this.#wasm, quantile, this.#clusters),
    );
    const getQuantiles = (level: number, name: string) =>
      this.#wasm.quantiles(
        Float64Array.from(samples, (levels) => levels[level]?.values[name] as number),
        shares,
      );
    const levels = getLevels(this).map((level, i) => ({
      level,
      quantiles: this.#metrics.map(([name]) => [name, getQuantiles(i, name)] as const),
    }));
    return this.ciQuantiles.map((_, k) =>
      levels.map(({ level, quantiles }) => ({
        ...level,
        values: Object.fromEntries(quantiles.map(([name, values]) => [name, values[k] as number])),
      })),
    );
  }
}
