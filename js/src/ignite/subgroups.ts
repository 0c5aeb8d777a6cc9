// SPDX-License-Identifier: Apache-2.0
//
// ignite's fairness metrics: a metric for each group, over the batches of a training loop, and the differences
// between groups.

import { corruptBytes, incompatible, invalid, invalidState, shapeMismatch } from '../core/error.js';
import { getMax, getMin } from '../core/extremes.js';
import { requireBoolean, requireFunction, requireIterable, requireOptions, shown } from '../core/options.js';
import { requireRows } from '../data/condition.js';
import { BaseMetric, type BaseMetricOptions, type StateDict, type Sum } from './base-metric.js';
import { Accuracy, SelectionRate } from './class-metrics.js';
import { getPart } from './outputs.js';
import { type TensorInput, toTensor } from './tensor.js';

/** A batch with the group of each row, with ignite's names or the same in camelCase. */
export type SubgroupBatch =
  | {
      readonly y_pred: TensorInput;
      readonly y: TensorInput;
      readonly group_labels: ArrayLike<string | number> | TensorInput;
    }
  | readonly [yPred: TensorInput, y: TensorInput, groupLabels: ArrayLike<string | number> | TensorInput]
  | {
      readonly yPred: TensorInput;
      readonly y: TensorInput;
      readonly groupLabels: ArrayLike<string | number> | TensorInput;
    };

type GroupValue = number | readonly GroupValue[];

type ValueOf<B> = B extends BaseMetric<infer Value, never> ? Value : never;

function getParts(batch: SubgroupBatch) {
  const isList = Array.isArray(batch) && batch.length === 3;
  const isRecord = !Array.isArray(batch) && typeof batch === 'object' && batch !== null;
  if (isList) return { yPred: batch[0], y: batch[1], groupLabels: batch[2] };
  const yPred = isRecord ? getPart(batch, 'yPred', 'y_pred') : undefined;
  const y = isRecord ? getPart(batch, 'y', 'y') : undefined;
  const groupLabels = isRecord ? getPart(batch, 'groupLabels', 'group_labels') : undefined;
  if (yPred !== undefined && y !== undefined && groupLabels !== undefined) return { yPred, y, groupLabels };
  throw invalid(
    'batch',
    '[yPred, y, groupLabels], or an object with them',
    isRecord ? `an object of ${Object.keys(batch)}` : shown(batch),
  );
}

function getLabels(groupLabels: ArrayLike<string | number> | TensorInput): string[] {
  const { shape, data } = toTensor(groupLabels as TensorInput, 'groupLabels');
  if (shape.length === 1) return Array.from(data, String);
  throw shapeMismatch('groupLabels', 'one dimension', String(shape.length));
}

function requireSameRows(yPred: TensorInput, y: TensorInput, labels: readonly string[]): void {
  const rows = { yPred: toTensor(yPred, 'yPred').shape[0], y: toTensor(y, 'y').shape[0] };
  for (const [argument, count] of Object.entries(rows)) {
    requireRows(argument, count ?? 0, labels.length, 'rows, as there are group labels');
  }
}

/**
 * A metric for each of the named groups. Rows of other groups are skipped. `base` determines the metric; its own rows
 * are not used.
 *
 * @example
 * const accuracy = new SubgroupMetric(new Accuracy(), ['f', 'm']);
 * accuracy.update([[1, 1, 1, 0], [1, 0, 1, 0], ['f', 'f', 'm', 'm']]); // y_pred, y, groups
 * accuracy.compute(); // { "f": 0.5, "m": 1 }
 */
export class SubgroupMetric<B extends BaseMetric<Sum, never> = BaseMetric<Sum, never>, Output = SubgroupBatch> {
  readonly #groups: ReadonlyMap<string, BaseMetric<ValueOf<B>, never>>;
  readonly #base: BaseMetric<ValueOf<B>, unknown>;
  readonly #transform: (output: Output) => SubgroupBatch;

  /**
   * @throws FairwasmError `invalidArgument` for an invalid metric, an invalid list of groups, a duplicate group, or
   *   an unknown option.
   */
  constructor(
    base: B,
    groups: readonly (string | number)[],
    options: {
      /** Converts the argument of `update` to a batch. */
      outputTransform?: ((output: Output) => SubgroupBatch) | undefined;
    } = {},
  ) {
    requireOptions('options', options, ['outputTransform']);
    if (options.outputTransform !== undefined) requireFunction('outputTransform', options.outputTransform);
    requireMetric(base);
    const names = requireGroups(groups);
    this.#base = base.clone() as BaseMetric<ValueOf<B>, unknown>;
    this.#groups = new Map(names.map((name) => [name, this.#base.clone()]));
    this.#transform = options.outputTransform ?? ((output) => output as unknown as SubgroupBatch);
  }

  /**
   * Adds a batch. If the rows of one group are rejected, no group changes.
   *
   * @throws FairwasmError `shapeMismatch` if lengths or shapes do not match, `invalidArgument` for values other than
   *   0 and 1 if the kind requires them, and for another kind of outputs than before. Rows of other groups are not
   *   checked.
   */
  update(output: Output): void {
    const { yPred, y, groupLabels } = getParts(this.#transform(output));
    const labels = getLabels(groupLabels);
    requireSameRows(yPred, y, labels);
    const outputs = this.#base.read(yPred, y);
    const rows = new Map<string, number[]>([...this.#groups.keys()].map((name) => [name, []]));
    labels.forEach((label, row) => {
      rows.get(label)?.push(row);
    });
    const commits = [...this.#groups].map(([name, metric]) => metric.prepare(outputs, rows.get(name) as number[]));
    for (const commit of commits) commit();
  }

  /** Adds all batches of an iterable, which replaces ignite's engine. Stops at the first batch that is rejected. */
  async updateAll(batches: Iterable<Output> | AsyncIterable<Output>): Promise<this> {
    requireIterable('batches', batches, 'an iterable of batches');
    for await (const batch of batches) this.update(batch);
    return this;
  }

  /** Returns the metric of each group that has rows, by name. */
  byGroup(): Record<string, B extends BaseMetric<infer Value, never> ? Value : never> {
    const seen = [...this.#groups].filter(([, metric]) => metric.hasRows);
    return Object.fromEntries(seen.map(([name, metric]) => [name, metric.compute()]));
  }

  /** Returns {@link byGroup}, or a single number for difference metrics. */
  compute(): Record<string, B extends BaseMetric<infer Value, never> ? Value : never> | number {
    return this.byGroup();
  }

  /** Removes the rows of all groups. */
  reset(): void {
    for (const metric of this.#groups.values()) metric.reset();
  }

  /**
   * Adds the rows of another metric with the same groups, for example from another worker. If it throws, nothing
   * changes.
   *
   * @throws FairwasmError `incompatible` for another kind of metric, or for other groups.
   */
  merge(other: SubgroupMetric<B, never>): void {
    const names = other instanceof SubgroupMetric ? [...other.#groups.keys()] : undefined;
    const isSame = names?.length === this.#groups.size && names.every((name) => this.#groups.has(name));
    if (!isSame) {
      throw incompatible(
        'other',
        `a metric of the groups ${[...this.#groups.keys()].join(', ')}`,
        names ? `one of ${names.join(', ')}` : 'another object',
      );
    }
    const commits = [...this.#groups].map(([name, metric]) =>
      metric.prepareMerge(other.#groups.get(name) as BaseMetric<ValueOf<B>, never>),
    );
    for (const commit of commits) commit();
  }

  /** Returns the sums of every group, for storage. */
  stateDict(): StateDict & { _metrics: Readonly<Record<string, StateDict>> } {
    const metrics = [...this.#groups].map(([name, metric]) => [name, metric.stateDict()]);
    return { __metric_state_per_rank: [{}], _metrics: Object.fromEntries(metrics) };
  }

  /**
   * Replaces the sums of every group with those of a {@link stateDict} from fairwasm or ignite, summed over all its
   * ranks. Groups in `dict` that are not named here are ignored, and groups that are missing from `dict` keep their
   * sums. Throws `corruptBytes` for anything else, and if ranks do not match; then nothing changes.
   */
  loadStateDict(dict: StateDict & { _metrics: Readonly<Record<string, StateDict>> }): void {
    const stored = dict?._metrics;
    if (typeof stored !== 'object' || stored === null) {
      throw corruptBytes('dict', 'a state dictionary with _metrics', shown(stored));
    }
    const known = [...this.#groups].filter(([name]) => Object.hasOwn(stored, name));
    const commits = known.map(([name, metric]) => metric.prepareState(stored[name] as StateDict));
    for (const commit of commits) commit();
  }
}

function requireMetric(base: unknown): void {
  if (base instanceof BaseMetric) return;
  throw invalid(
    'base',
    'a metric, such as new Accuracy()',
    typeof base === 'function' ? 'a class or function' : typeof base,
  );
}

function requireGroups(groups: readonly (string | number)[]): string[] {
  const isLabel = (label: unknown) => ['string', 'number'].includes(typeof label);
  // The copy has undefined for holes, which every() would skip.
  if (!Array.isArray(groups) || ![...groups].every(isLabel)) {
    throw invalid(
      'groups',
      'a list of names or numbers',
      Array.isArray(groups) ? 'a list with other entries' : typeof groups,
    );
  }
  const names = groups.map(String);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice === undefined) return names;
  throw invalid('groups', 'each group once', `'${twice}' twice`);
}

const getEntries = (value: GroupValue): number[] => (typeof value === 'number' ? [value] : value.flatMap(getEntries));

/**
 * The difference between groups in a metric: largest minus smallest value. For metrics with several values, the
 * largest such difference.
 *
 * @example
 * const accuracy = new SubgroupDifference(new Accuracy(), ['f', 'm']);
 * accuracy.update([[1, 0, 1, 1], [1, 1, 1, 1], ['f', 'f', 'm', 'm']]); // y_pred, y, groups
 * accuracy.compute(); // 0.5
 */
export class SubgroupDifference<
  B extends BaseMetric<Sum, never> = BaseMetric<Sum, never>,
  Output = SubgroupBatch,
> extends SubgroupMetric<B, Output> {
  /**
   * @throws FairwasmError `invalidState` with rows of fewer than two groups, `shapeMismatch` if groups have different
   *   numbers of classes.
   */
  override compute(): number {
    const values = Object.values(this.byGroup()).map((value) => getEntries(value as GroupValue));
    if (values.length < 2) {
      throw invalidState(
        'rows',
        'rows of at least two groups before the difference is computed',
        `rows of ${values.length}`,
      );
    }
    const sizes = [...new Set(values.map(({ length }) => length))];
    if (sizes.length > 1) throw shapeMismatch('yPred', 'as many classes in every group', sizes.join(' and '));
    const differences = (values[0] as number[]).map((_, i) => {
      const entries = values.map((value) => value[i] as number);
      return getMax(entries) - getMin(entries);
    });
    return getMax(differences);
  }
}

function differenceOptions<Output>(
  options: BaseMetricOptions<Output, SubgroupBatch> | boolean,
  outputTransform: BaseMetricOptions<Output, SubgroupBatch>['outputTransform'],
): BaseMetricOptions<Output, SubgroupBatch> {
  if (typeof options === 'boolean') return { isMultilabel: options, outputTransform };
  if (outputTransform !== undefined) {
    throw invalid('outputTransform', 'either a positional argument after isMultilabel, or an option', 'both of them');
  }
  requireOptions('options', options, ['isMultilabel', 'outputTransform']);
  if (options.isMultilabel !== undefined) requireBoolean('isMultilabel', options.isMultilabel);
  return options;
}

/**
 * {@link SubgroupDifference} of {@link Accuracy}.
 *
 * @example
 * const accuracy = new SubgroupAccuracyDifference(['f', 'm']);
 * accuracy.update({ y_pred: [1, 1, 1, 0], y: [1, 0, 1, 0], group_labels: ['f', 'f', 'm', 'm'] });
 * accuracy.compute(); // 0.5
 */
export class SubgroupAccuracyDifference<Output = SubgroupBatch> extends SubgroupDifference<Accuracy<never>, Output> {
  /**
   * Accepts `(groups, options)`, or ignite's positional `(groups, isMultilabel, outputTransform)`.
   *
   * @throws FairwasmError like {@link SubgroupMetric}.
   */
  constructor(
    groups: readonly (string | number)[],
    options: BaseMetricOptions<Output, SubgroupBatch> | boolean = {},
    outputTransform?: BaseMetricOptions<Output, SubgroupBatch>['outputTransform'],
  ) {
    const { isMultilabel, ...rest } = differenceOptions(options, outputTransform);
    super(new Accuracy({ isMultilabel }), groups, rest);
  }
}

/**
 * {@link SubgroupDifference} of {@link SelectionRate}.
 *
 * @example
 * const parity = new DemographicParityDifference(['f', 'm']);
 * parity.update({ y_pred: [1, 1, 1, 0], y: [1, 0, 1, 0], group_labels: ['f', 'f', 'm', 'm'] });
 * parity.compute(); // 0.5
 */
export class DemographicParityDifference<Output = SubgroupBatch> extends SubgroupDifference<
  SelectionRate<never>,
  Output
> {
  /**
   * Accepts `(groups, options)`, or ignite's positional `(groups, isMultilabel, outputTransform)`.
   *
   * @throws FairwasmError like {@link SubgroupMetric}.
   */
  constructor(
    groups: readonly (string | number)[],
    options: BaseMetricOptions<Output, SubgroupBatch> | boolean = {},
    outputTransform?: BaseMetricOptions<Output, SubgroupBatch>['outputTransform'],
  ) {
    const { isMultilabel, ...rest } = differenceOptions(options, outputTransform);
    super(new SelectionRate({ isMultilabel }), groups, rest);
  }
}
