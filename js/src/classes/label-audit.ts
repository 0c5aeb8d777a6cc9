// SPDX-License-Identifier: Apache-2.0
//
// The audit of multilabel predictions: metrics by group, and each label as a binary audit.

import { Audit } from '../audit/audit.js';
import { requireAuditOptions } from '../audit/audit-input.js';
import type { Frame } from '../audit/frame/frame.js';
import type { Spread } from '../audit/frame/group.js';
import { defaultUncertainty, type UncertaintyOptions } from '../audit/frame/uncertainty.js';
import { invalid, invalidState } from '../core/error.js';
import type { Handle } from '../core/handle.js';
import { requireOneOf, requireOptions } from '../core/options.js';
import { type CategoryColumn, type NumberColumn, toNumbers } from '../data/column.js';
import { ColumnWatch } from '../data/column-watch.js';
import { requireRows } from '../data/condition.js';
import type { FeatureMatrix, Matrix } from '../data/matrix.js';
import { requireColumns } from '../data/named-columns.js';
import { usualMissingTexts } from '../data/value.js';
import { requireWeights } from '../data/weights.js';
import { type Clustering, clusterings } from '../tally/jackknife.js';
import { Tally } from '../tally/tally.js';
import type { LabelRows } from '../wasm/classes.js';
import { mostUnequal } from './class-frame.js';
import { requireClasses, requireClassName } from './class-order.js';
import { clusteredValues } from './clustered-values.js';
import { CodedGroups, requireAttributes } from './coded-groups.js';
import type { LabelCounts, LabelGroup } from './label-group.js';
import { type FrameParts, MeasuredFrame, type MetricColumn, measuredGroup } from './measured-frame.js';
import { MeasuredTable, type WithoutIntervals } from './measured-table.js';
import type { ClassModules } from './module.js';
import { type ClassReportContext, type LabelReport, measuredReport } from './report.js';
import { keptLabels, requireMatrix } from './rows.js';

/** Rows with multilabel outcomes. */
export interface LabelInput {
  /** A table with one column per label: 1 if the row has the label, otherwise 0. */
  label: FeatureMatrix;
  /** The predicted labels in the same form. */
  prediction: FeatureMatrix;
  /** Scores in the same form, higher for more likely labels; required for ranking metrics. */
  scores?: FeatureMatrix | undefined;
  /** Names of the labels. Default: the names of the table's columns, or their numbers. */
  labels?: readonly (string | number)[] | undefined;
  /** Columns with the group of each row, by attribute. */
  groups: Readonly<Record<string, CategoryColumn>>;
  /** Row weights, at least 0. Default: 1. */
  weight?: NumberColumn | undefined;
  /**
   * The person (or other unit) of each row, if a person can have several rows; tests and intervals then treat persons,
   * not rows, as independent.
   */
  cluster?: CategoryColumn | undefined;
  /** The reference category of each attribute, for single labels. Default: the largest group. */
  privileged?: Readonly<Record<string, string | number | boolean>> | undefined;
  /** How intervals and tests are computed; `false` computes values only. */
  uncertainty?: UncertaintyOptions | false | undefined;
}

/**
 * Multilabel metrics by group. Create one with `audit.frame(…)`.
 *
 * @example
 * const frame = (await load())
 *   .labels({
 *     label: { cat: [1, 0, 1, 1], dog: [0, 0, 1, 1] },
 *     prediction: { cat: [1, 0, 1, 0], dog: [1, 0, 1, 1] },
 *     groups: { site: ['a', 'b', 'a', 'b'] },
 *   })
 *   .frame('site');
 * frame.groups.map(({ name, values }) => [name, values.hammingLoss.value]); // [["a", 0.25], ["b", 0.25]]
 */
export class LabelFrame extends MeasuredFrame<LabelGroup> {
  readonly #labels: readonly string[];
  readonly #label: (name: string) => Frame;

  /** @internal */
  constructor(parts: FrameParts<LabelGroup>, labels: readonly string[], label: (name: string) => Frame) {
    super(parts);
    this.#labels = labels;
    this.#label = label;
  }

  /**
   * Returns the binary frame of one label: every rate by group, spreads, disparities, tests, and intervals.
   *
   * @throws FairwasmError `invalidArgument` for an unknown label.
   */
  label(name: string | number): Frame {
    return this.#label(requireClassName(name, 'label'));
  }

  /**
   * Returns the labels by the difference between groups in one of their rates, largest first; labels without a value
   * are last. The `class` of each is the label.
   *
   * @param rate A rate of {@link label}: `selectionRate`, `truePositiveRate`, …
   * @throws FairwasmError `invalidArgument` for an unknown rate.
   */
  unequalLabels(
    rate = 'truePositiveRate',
    method: 'betweenGroups' | 'toOverall' = 'betweenGroups',
  ): readonly { class: string; spread: Spread }[] {
    return mostUnequal(this.#labels, this.#label, rate, method);
  }
}

const options = Object.keys({
  label: true,
  prediction: true,
  scores: true,
  labels: true,
  groups: true,
  weight: true,
  cluster: true,
  privileged: true,
  uncertainty: true,
} satisfies Record<keyof LabelInput, true>);

/**
 * A multilabel audit. Create one with `classes.labels(…)`.
 *
 * @example
 * const audit = (await load()).labels({
 *   label: { cat: [1, 0, 1, 1], dog: [0, 0, 1, 1] },
 *   prediction: { cat: [1, 0, 1, 0], dog: [1, 0, 1, 1] },
 *   groups: { site: ['a', 'b', 'a', 'b'] },
 * });
 * audit.labels; // ["cat", "dog"]
 * audit.label('cat').frame('site').difference('truePositiveRate').value; // 1
 */
export class LabelAudit {
  /** Names of the labels, in the order of the columns. */
  readonly labels: readonly string[];
  readonly #modules: ClassModules;
  readonly #input: Pick<LabelInput, 'privileged' | 'uncertainty' | 'groups' | 'cluster'>;
  readonly #rows: ReadRows;
  readonly #handle: Handle<LabelRows>;
  readonly #groups: CodedGroups;
  readonly #clusters: readonly Clustering[];
  readonly #audits = new Map<string, Audit>();
  readonly #frames = new Map<string, LabelFrame>();

  /** @internal */
  constructor(modules: ClassModules, input: LabelInput) {
    requireOptions('labels', input, options);
    requireAuditOptions('labels', input, options);
    requireColumns('groups', input.groups);
    this.labels = getNames(input);
    this.#rows = readRows(input, this.labels.length);
    this.#groups = new CodedGroups(input.groups, this.#rows.rows, usualMissingTexts);
    this.#clusters = clusterings(input, this.#rows.rows);
    this.#handle = keptLabels(modules.classes, { ...this.#rows, labels: this.labels.length });
    this.#modules = modules;
    this.#input = input;
  }

  /** The group attributes. */
  get attributes(): readonly string[] {
    return this.#groups.attributes;
  }

  /**
   * Returns the binary audit of one label, with all its methods.
   *
   * @throws FairwasmError `invalidArgument` for an unknown label.
   */
  label(name: string | number): Audit {
    const requested = requireOneOf('label', requireClassName(name, 'label'), this.labels);
    const cached = this.#audits.get(requested) ?? this.#auditTally(this.labels.indexOf(requested));
    this.#audits.set(requested, cached);
    return cached;
  }

  /**
   * Returns the metrics by the categories of one attribute, or of the intersection of several attributes.
   *
   * @throws FairwasmError `invalidArgument` for an unknown attribute.
   */
  frame(by: string | readonly string[]): LabelFrame {
    const attributes = requireAttributes(by, this.attributes);
    const key = JSON.stringify(attributes);
    const cached = this.#frames.get(key) ?? this.#makeFrame(attributes);
    this.#frames.set(key, cached);
    return cached;
  }

  /**
   * Returns all results as plain data: by each attribute and, if there are several, by their intersection.
   *
   * @throws FairwasmError `invalidArgument` for an unknown rate.
   */
  report(context: ClassReportContext = {}): LabelReport {
    const { attributes, labels } = this;
    const frame = (by: readonly string[]) => reported(this.frame(by));
    const measured = measuredReport(
      { attributes, occurring: {}, droppedRows: 0, warnings: this.#warnings(), frame },
      context,
      this.#confidence,
    );
    return { format: 'fairwasm-labels', labels, ...measured };
  }

  #warnings(): string[] {
    const { truths, predictions } = this.#rows;
    const width = this.labels.length;
    const column = (bits: Uint8Array, label: number) => bits.filter((_, i) => i % width === label);
    const watch = new ColumnWatch().addPrediction(truths, predictions);
    this.labels.forEach((name, i) => {
      watch.add({ groups: this.#input.groups, outcomes: { [name]: column(truths, i) } });
    });
    return watch.warnings();
  }

  get #confidence(): number | undefined {
    const { uncertainty = {} } = this.#input;
    return uncertainty === false ? undefined : (uncertainty.confidence ?? defaultUncertainty.confidence);
  }

  /** Frees the WebAssembly memory immediately instead of on garbage collection. */
  [Symbol.dispose](): void {
    this.#handle.dispose();
    for (const audit of this.#audits.values()) audit[Symbol.dispose]();
  }

  #makeFrame(by: readonly string[]): LabelFrame {
    const { classes, core } = this.#modules;
    const { codes, places } = this.#groups.by(by);
    const { uncertainty = {} } = this.#input;
    const without: WithoutIntervals =
      uncertainty === false ? 'none wanted' : places.length > core.maxPairedGroups ? 'too many groups' : undefined;
    const confidence = without === undefined ? this.#confidence : undefined;
    const count = (groupOf: Uint32Array, length: number, level?: number) =>
      classes.labelsBy(this.#handle.object, groupOf, length, level);
    const raw = count(codes, places.length, confidence);
    const jackknife = clusteredValues(core, this.#clusters, {
      ...{ codes, groups: places.length, confidence },
      getValues: (groupOf, length) => count(groupOf, length).report.values,
    });
    const table = new MeasuredTable(raw.report, places.length, without, jackknife);
    const columns = this.#columns();
    const groupAt = (index: number): LabelGroup => ({
      ...measuredGroup(places[index] ?? { categories: {}, rows: codes.length }, columns, table, index),
      confusion: this.#confusionAt(raw.confusions, index),
    });
    return new LabelFrame(
      {
        by,
        groups: places.map((_, position) => groupAt(position)),
        overall: groupAt(places.length),
        columns,
        getSpread: (column) => table.spread(column, (columns[column] as MetricColumn).name),
      },
      this.labels,
      (name) => this.label(name).frame(by),
    );
  }

  #columns(): MetricColumn[] {
    const { classes } = this.#modules;
    const { scores } = this.#rows;
    const names = [...classes.labelNames(), ...(scores ? classes.labelRankingNames() : [])];
    const ofLabels = ['jaccardIndex', ...(scores ? ['areaUnderCurve', 'averagePrecision'] : [])];
    return [
      ...names.map((name) => ({ name })),
      ...ofLabels.flatMap((name) => this.labels.map((ofClass) => ({ name, ofClass }))),
    ];
  }

  #confusionAt(flat: Float64Array, index: number): Record<string, LabelCounts> {
    const first = index * this.labels.length * 4;
    return Object.fromEntries(
      this.labels.map((name, i) => {
        const [trueNegatives, falsePositives, falseNegatives, truePositives] = flat.subarray(
          first + 4 * i,
          first + 4 * i + 4,
        ) as unknown as [number, number, number, number];
        return [name, { trueNegatives, falsePositives, falseNegatives, truePositives }];
      }),
    );
  }

  #auditTally(index: number): Audit {
    const { core } = this.#modules;
    const { rows, truths, predictions, weights } = this.#rows;
    const column = (bits: Uint8Array) =>
      Uint8Array.from({ length: rows }, (_, row) => bits[row * this.labels.length + index] as number);
    const { cluster } = this.#input;
    const columns = { label: true, prediction: true, cluster: cluster !== undefined };
    const tally = new Tally(core, { groups: [...this.attributes], ...columns });
    try {
      const groups = this.#groups.columns;
      tally.update({ groups, label: column(truths), prediction: column(predictions), weight: weights, cluster });
      const { privileged, uncertainty } = this.#input;
      return new Audit(core, tally, { favorable: [1], privileged, uncertainty });
    } finally {
      tally[Symbol.dispose]();
    }
  }
}

const reported = (frame: LabelFrame) => ({
  ...{ by: frame.by, overall: frame.overall, groups: frame.groups, metrics: frame.metrics },
  spread: (metric: string) => frame.spread(metric),
  unequalClasses: (rate: string) => frame.unequalLabels(rate),
  oneAgainstRest: (name: string) => frame.label(name),
});

interface ReadRows {
  rows: number;
  truths: Uint8Array;
  predictions: Uint8Array;
  scores: Float64Array | undefined;
  weights: Float64Array | undefined;
}

function readRows(input: LabelInput, labels: number): ReadRows {
  const truths = requireMatrix('label', input.label, { columns: labels });
  const shape = { rows: truths.rows, columns: labels };
  const predictions = requireMatrix('prediction', input.prediction, shape);
  const { scores: given, weight } = input;
  const scores = given === undefined ? undefined : requireMatrix('scores', given, shape);
  const weights = weight === undefined ? undefined : requireWeights(toNumbers(weight, 'weight'));
  if (weights) requireRows('weight', weights.length, truths.rows);
  if (truths.rows === 0) throw invalidState('rows', 'at least one row', 'none');
  return {
    rows: truths.rows,
    truths: getBits('label', truths),
    predictions: getBits('prediction', predictions),
    scores: scores?.values,
    weights: weights?.slice(),
  };
}

// Checked before conversion to bytes, which would turn 0.5 into 0.
function getBits(argument: string, { values, columns }: Matrix): Uint8Array {
  const index = values.findIndex((value) => value !== 0 && value !== 1);
  if (index < 0) return Uint8Array.from(values);
  throw invalid(argument, '0 or 1 for each label', String(values[index]), Math.floor(index / columns));
}

function getNames({ label, labels }: LabelInput): readonly string[] {
  if (labels !== undefined) return requireClasses(labels);
  const { columns } = requireMatrix('label', label, {});
  const isNamed = typeof label === 'object' && !Array.isArray(label) && !('values' in label) && !('dataSync' in label);
  return isNamed ? requireClasses(Object.keys(label)) : Array.from({ length: columns }, (_, i) => String(i));
}
