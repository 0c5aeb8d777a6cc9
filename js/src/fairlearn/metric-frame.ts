// SPDX-License-Identifier: Apache-2.0
//
// fairlearn's MetricFrame: several metrics, disaggregated by sensitive features, within the levels of
// control features.

import type { SpreadMethod } from '../audit/group.js';
import { FairwasmError } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import { isPlain, requireOneOf, requireOptions, shown } from '../core/options.js';
import type { CategoryColumn, NumberColumn } from '../data/column.js';
import type { Favorable } from '../data/favorable.js';
import { requireColumns } from '../data/named-columns.js';
import { toRecords } from '../tally/counts.js';
import { requireLabels } from '../tally/tally-arguments.js';
import {
  type Categories,
  CountSource,
  errorSource,
  RowSource,
  type Source,
  type SourceColumns,
  type SourceGroup,
  scoreSource,
} from './frame-sources.js';
import {
  type FrameMetric,
  kindOf,
  type MetricKind,
  type MetricName,
  requireMetric,
} from './metric-names.js';

/** The columns of a frame, all of one length. */
export interface MetricColumns {
  /** True outcomes. */
  label: CategoryColumn & NumberColumn;
  /** Predicted outcomes; needed by all metrics but those of scores. */
  prediction?: (CategoryColumn & NumberColumn) | undefined;
  /** Estimated probabilities of the favorable outcome, for `rocAucScore` and `logLoss`. */
  score?: NumberColumn | undefined;
  /** Columns whose categories make the groups. */
  sensitiveFeatures: Readonly<Record<string, CategoryColumn>>;
  /** Columns within whose categories the groups are compared. */
  controlFeatures?: Readonly<Record<string, CategoryColumn>> | undefined;
  /** Instance weights, 0 or more; left out: 1. */
  weight?: NumberColumn | undefined;
  /**
   * The label that counts as positive; left out: 1, or the like. With more than two labels the rates need it:
   * that label is then held against all others.
   */
  favorable?: Favorable | undefined;
}

export interface MetricFrameInput extends MetricColumns {
  /** Names of metrics, or metrics by names of your own. */
  metrics: readonly MetricName[] | Readonly<Record<string, FrameMetric>>;
  /**
   * Columns for single metrics, by the metric's name: a function of rows gets its group's part of each; all
   * others take `weight`, in the place of the frame's.
   */
  sampleParams?:
    | Readonly<Record<string, Readonly<Record<string, CategoryColumn | NumberColumn>>>>
    | undefined;
  /** What happens where a function of yours returns no number: an error (`raise`, the default), or NaN. */
  errors?: 'raise' | 'coerce' | undefined;
  /**
   * How many bootstrap samples the quantiles are taken from; left out: none. For metrics of labels they are drawn
   * from the counts, so that the number of rows does not matter. For metrics of numbers, scores and rows, which
   * are no function of counts, the rows are drawn, which takes as long as making the frame so many times.
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

// ---- What was asked for ------------------------------------------------------------------------

/** @internal */
export const columnNames = [
  ...['label', 'prediction', 'score', 'sensitiveFeatures', 'controlFeatures', 'weight'],
  'favorable',
];
const optionNames = [
  ...columnNames,
  ...['metrics', 'sampleParams', 'errors', 'nBoot', 'ciQuantiles', 'seed'],
];

type Named = readonly [name: string, metric: FrameMetric];

function namedMetrics(metrics: unknown): Named[] {
  if (!Array.isArray(metrics) && !isPlain(metrics)) {
    throw new FairwasmError('invalidArgument', {
      argument: 'metrics',
      expected: 'a list of names, or metrics by names of your own',
      actual: metrics === undefined ? 'nothing' : shown(metrics),
    });
  }
  if (!Array.isArray(metrics)) {
    return Object.entries(metrics).map(([name, metric]) => [name, requireMetric(metric)]);
  }
  return metrics.map((metric) => {
    if (typeof requireMetric(metric) === 'string') return [metric, metric];
    throw new FairwasmError('invalidArgument', {
      argument: 'metrics',
      expected: 'a name for each metric of your own: { mine: … }',
      actual: 'a list with one that has no name',
    });
  });
}

function requireInput(input: MetricFrameInput): void {
  requireOptions('metricFrame', input, optionNames);
  requireColumns('sensitiveFeatures', input.sensitiveFeatures);
  if (input.controlFeatures !== undefined) requireColumns('controlFeatures', input.controlFeatures);
  if (input.favorable !== undefined) requireLabels([input.favorable].flat());
  if (input.errors !== undefined) requireOneOf('errors', input.errors, ['raise', 'coerce']);
  const control = Object.keys(input.controlFeatures ?? {});
  const twice = Object.keys(input.sensitiveFeatures).find((name) => control.includes(name));
  if (twice === undefined) return;
  throw new FairwasmError('invalidArgument', {
    argument: 'controlFeatures',
    expected: 'other names than those of the sensitive features',
    actual: `'${twice}'`,
  });
}

function requireParams(
  sampleParams: MetricFrameInput['sampleParams'],
  metrics: readonly Named[],
): void {
  if (sampleParams === undefined) return;
  requireOptions(
    'sampleParams',
    sampleParams,
    metrics.map(([name]) => name),
  );
  for (const [name, metric] of metrics) {
    const given = sampleParams[name];
    if (given === undefined) continue;
    if (kindOf(metric) === 'rows') requireColumns(`sampleParams.${name}`, given);
    else requireOptions(`sampleParams.${name}`, given, ['weight']);
  }
}

interface Bootstrap {
  nBoot: number;
  ciQuantiles: readonly number[];
  seed: number;
}

function requireBootstrap({ nBoot, ciQuantiles, seed }: Bootstrap) {
  const refuse = (argument: string, expected: string, actual: unknown) => {
    throw new FairwasmError('invalidArgument', { argument, expected, actual: shown(actual) });
  };
  if (!Number.isInteger(nBoot) || nBoot < 1) refuse('nBoot', 'a whole number, at least 1', nBoot);
  if (!Number.isSafeInteger(seed) || seed < 0) refuse('seed', 'a whole number, 0 or more', seed);
  if (!Array.isArray(ciQuantiles)) refuse('ciQuantiles', 'a list of numbers', ciQuantiles);
  const isShare = (quantile: unknown) =>
    typeof quantile === 'number' && quantile >= 0 && quantile <= 1;
  const outside = ciQuantiles.find((quantile) => !isShare(quantile));
  if (outside !== undefined) refuse('ciQuantiles', 'numbers from 0 to 1', outside);
}

// ---- Where it comes from -----------------------------------------------------------------------

interface Part {
  source: Source;
  metrics: readonly Named[];
}

/** One source for the metrics of each kind and weight. */
function partsOf(wasm: Wasm, input: MetricFrameInput, metrics: readonly Named[]): Part[] {
  const { label, prediction, score, favorable, sampleParams = {} } = input;
  const groups = { ...input.controlFeatures, ...input.sensitiveFeatures };
  const parts: Part[] = [];
  try {
    for (const { kind, weight, members } of kindsOf(metrics, input)) {
      const columns: SourceColumns = { groups, label, prediction, score, weight, favorable };
      const own = members.map(([, metric]) => metric);
      const params = () =>
        Object.fromEntries(members.map(([name]) => [name, sampleParams[name] ?? {}]));
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
  members: Named[];
}

function kindsOf(metrics: readonly Named[], { sampleParams, weight, nBoot }: MetricFrameInput) {
  const kinds: Kind[] = [];
  const weightOf = (name: string, kind: MetricKind) =>
    kind === 'rows' ? weight : ((sampleParams?.[name]?.weight as NumberColumn) ?? weight);
  for (const [name, metric] of metrics) {
    if (metric === 'count') continue;
    const kind = kindOf(metric);
    const own = weightOf(name, kind);
    const known = kinds.find((each) => each.kind === kind && each.weight === own);
    if (known) known.members.push([name, metric]);
    else kinds.push({ kind, weight: own, members: [[name, metric]] });
  }
  // Any source knows the number of rows; by itself it asks nothing of label and prediction.
  const counts = metrics.filter(([, metric]) => metric === 'count');
  if (counts.length === 0 && metrics.length > 0) return kinds;
  if (kinds[0]) kinds[0].members.push(...counts);
  else kinds.push({ kind: nBoot === undefined ? 'rows' : 'counts', weight, members: counts });
  return kinds;
}

// ---- The frame ---------------------------------------------------------------------------------

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

const methods = ['betweenGroups', 'toOverall'] as const;

function spreadField(kind: 'difference' | 'ratio', options: SpreadOptions): SpreadField {
  requireOptions(kind, options, ['method']);
  const method = requireOneOf('method', options.method ?? 'betweenGroups', methods);
  return method === 'toOverall' ? `${kind}ToOverall` : kind;
}

const keyOf = (categories: Categories, by: readonly string[]) =>
  JSON.stringify(by.map((name) => categories[name]));

const pick = (categories: Categories, names: readonly string[]): Categories =>
  Object.fromEntries(names.map((name) => [name, categories[name] as string]));

/**
 * Metrics by group. Make one with `fairlearn.metricFrame(…)`. As in fairlearn a share whose denominator is 0 counts as 0
 * here, where the same rate of {@link Frame} is NaN, with a reason: a group without positives has a true positive
 * rate of 0.
 */
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
  /** The names of the control features. */
  readonly controlLevels: readonly string[];
  /** The names of the sensitive features. */
  readonly sensitiveLevels: readonly string[];
  readonly #wasm: Wasm;
  readonly #metrics: readonly Named[];
  readonly #coerce: boolean;
  readonly #samples: FrameValues[] = [];

  /** @internal */
  constructor(wasm: Wasm, input: MetricFrameInput) {
    requireInput(input);
    const metrics = namedMetrics(input.metrics);
    requireParams(input.sampleParams, metrics);
    const { nBoot = 0, ciQuantiles = [0.025, 0.975], seed = 1 } = input;
    if (input.nBoot !== undefined) requireBootstrap({ nBoot, ciQuantiles, seed });
    this.controlLevels = Object.keys(input.controlFeatures ?? {});
    this.sensitiveLevels = Object.keys(input.sensitiveFeatures);
    this.#wasm = wasm;
    this.#metrics = metrics;
    this.#coerce = input.errors === 'coerce';
    this.ciQuantiles = [...ciQuantiles];
    const parts = partsOf(wasm, input, metrics);
    try {
      const { overall, byGroup } = this.#evaluate(parts);
      this.overall = overall;
      this.byGroup = byGroup;
      for (let draw = 0; draw < nBoot; draw++) {
        for (const { source } of parts) source.resample(seed, draw);
        this.#samples.push(this.#evaluate(parts));
      }
    } finally {
      for (const { source } of parts) source[Symbol.dispose]();
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
    return this.#spread(this, spreadField('difference', options));
  }

  /**
   * Smallest over largest group value, 0/0 is NaN; or the smallest quotient of a group and all rows,
   * inverted where it is above 1.
   */
  ratio(options: SpreadOptions = {}): ControlLevel[] {
    return this.#spread(this, spreadField('ratio', options));
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
      overall: this.#valuesBy(parts, controlLevels).map(({ categories, values }) => ({
        control: categories,
        values,
      })),
      byGroup: this.#valuesBy(parts, all).map(({ categories, values }) => ({
        control: pick(categories, controlLevels),
        sensitive: pick(categories, sensitiveLevels),
        values,
      })),
    };
  }

  // The parts are of the same rows, hence of the same groups.
  #valuesBy(parts: readonly Part[], by: readonly string[]) {
    const found = parts.map(({ source, metrics }) => {
      const groups = source.by(by);
      return {
        groups,
        metrics,
        byKey: new Map(groups.map((group) => [keyOf(group.categories, by), group])),
      };
    });
    return (found[0]?.groups ?? []).map(({ categories }) => {
      const key = keyOf(categories, by);
      const values = new Map<string, number>(
        found.flatMap(({ metrics, byKey }) =>
          metrics.map(([name, metric]): [string, number] => [
            name,
            this.#value(byKey.get(key), name, metric),
          ]),
        ),
      );
      // In the order in which they were asked for.
      const ordered = this.#metrics.map(([name]) => [name, values.get(name) as number]);
      return { categories, values: Object.fromEntries(ordered) as MetricValues };
    });
  }

  #value(group: SourceGroup | undefined, name: string, metric: FrameMetric): number {
    if (!group || group.rows === 0) return Number.NaN;
    const value = group.measure(metric, name);
    if (typeof value === 'number') return value;
    if (this.#coerce) return Number.NaN;
    throw new FairwasmError('invalidArgument', {
      argument: name,
      expected: "a function that returns a number, or errors: 'coerce'",
      actual: value === null ? 'null' : typeof value,
    });
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
