// SPDX-License-Identifier: Apache-2.0
//
// The front door: loads the core once and hands out everything that needs it.

import type { CaptionCounts, CaptionCountsOptions } from './amplification/caption-counts.js';
import type { Cooccurrence, CooccurrenceColumns } from './amplification/cooccurrence.js';
import {
  Families,
  type Family,
  familyNames,
  type Sources,
  type WasmSources,
} from './core/families.js';
import {
  instantiate,
  type ModuleName,
  type Wasm,
  type WasmSource,
  type Watch,
} from './core/module.js';
import { requireBoolean, requireFunction, requireOneOf, requireOptions } from './core/options.js';
import { type CategoryColumn, isForeign, type NumberColumn } from './data/column.js';
import type { Favorable } from './data/favorable.js';
import { requireBytes } from './data/group-accumulator.js';
import type { FeatureMatrix } from './data/matrix.js';
import { requireColumns, requireNames } from './data/named-columns.js';
import { columnOf, type Table } from './data/table.js';
import {
  Audit,
  type AuditInput,
  type AuditOptions,
  Auditor,
  type AuditorOptions,
  type NamedColumns,
  requireAuditOptions,
} from './group/audit.js';
import {
  type BiasScanInput,
  type BiasScanOptions,
  type BiasScanResult,
  biasScan,
} from './group/bias-scan.js';
import {
  type ClassificationInput,
  ClassificationMetric,
  classificationOptions,
} from './group/classification-metric.js';
import { type ComparisonInput, PairedAudit } from './group/compare.js';
import {
  type BinaryLabelDatasetInput,
  BinaryLabelDatasetMetric,
  type Consistency,
  type DatasetInput,
  DatasetMetric,
  labeledOptions,
  requireDataset,
  sourceOf,
  unlabeledSourceOf,
} from './group/dataset-metric.js';
import {
  differentialFairnessBiasAmplification,
  smoothedEmpiricalDifferentialFairness,
} from './group/differential-fairness.js';
import {
  type BenefitsOf,
  coefficientOfVariation,
  entropyOfBenefits,
  generalizedEntropyIndex,
  theilIndex,
} from './group/entropy.js';
import { FairlearnMetrics } from './group/fairlearn.js';
import { MDSSClassificationMetric, type MDSSInput } from './group/mdss.js';
import { MetricFrame, type MetricFrameInput } from './group/metric-frame.js';
import { type RegressionDatasetInput, RegressionDatasetMetric } from './group/ranking.js';
import { RegressionTally } from './group/regression.js';
import {
  type FairnessDefinition,
  type RichSubgroupInput,
  richSubgroup,
} from './group/rich-subgroup.js';
import { ScoreTally } from './group/scores.js';
import { requireLabels, requireTally } from './group/tally-arguments.js';
import type { SampleDistortionInput, SampleDistortionMetric } from './individual/distortion.js';
import type { Classifier, OtDistance, OtDistanceOptions } from './individual/transport.js';
import type { AttackerShape, DenseAttacker } from './predictability/attacker.js';
import type { CreatedData, CreatedDataOptions } from './predictability/created.js';
import type { Direction } from './predictability/direction.js';
import type { Dpa, DpaInput, DpaOptions } from './predictability/dpa.js';
import type { ExactLeakage, ExactOptions } from './predictability/exact.js';
import type { Leakage, LeakageInput, LeakageOptions } from './predictability/leakage.js';
import type { LicInput, LicResult } from './predictability/lic.js';
import type { Replay } from './predictability/replay.js';
import type { LeakageResult } from './predictability/result.js';
import type { RunOptions } from './predictability/workers.js';
import type { Robustness } from './robustness/robustness.js';
import { Tally, type TallyOptions } from './tally/tally.js';

export interface LoadOptions {
  /**
   * What to load beside the core, which has the metrics of groups:
   *
   * - `individual`: {@link Fairwasm.consistency}, {@link Fairwasm.sampleDistortionMetric} and
   *   {@link Fairwasm.otDistance}
   * - `amplification`: {@link Fairwasm.cooccurrence} and {@link Fairwasm.captionCounts}
   * - `predictability`: {@link Fairwasm.leakageMetric} and all that is about attackers
   * - `replay`: {@link Fairwasm.replay}
   * - `robustness`: {@link Fairwasm.robustness}
   *
   * Left out: the core alone; `leakage`, `dpa` and `lic` then load their family at the first call.
   */
  families?: readonly Family[];
  /**
   * Where the WebAssembly comes from: that of the core, or sources by name (`core` and families). Left
   * out: the files that came with the package.
   */
  wasm?: WasmSource | WasmSources;
  /** Aborting stops the download; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Told how far each download is. Files of this machine and given bytes are no downloads. */
  onProgress?: ((progress: LoadProgress) => void) | undefined;
}

/** How far the download of a WebAssembly module is. */
export interface LoadProgress {
  module: ModuleName;
  /** Bytes so far. */
  loaded: number;
  /** Bytes in all, where the server says so and does not compress. */
  total: number | undefined;
}

/** A loaded core. Make one with {@link load}; it is cheap to keep and can be shared. */
export class Fairwasm {
  readonly #wasm: Wasm;
  readonly #families: Families;

  /** @internal */
  constructor(wasm: Wasm, families: Families) {
    this.#wasm = wasm;
    this.#families = families;
  }

  readonly #consistency: Consistency = (...values) => this.consistency(...values);

  /**
   * Audits decisions by group.
   *
   * @throws FairwasmError where columns are missing, differ in length or hold values that cannot be
   *   read; it names the column and the row.
   */
  audit(input: AuditInput): Audit {
    requireAuditOptions('audit', input, [...roles, 'groups']);
    requireColumns('groups', input.groups);
    const { groups, label, prediction, score, weight, cluster, ...options } = input;
    const auditor = this.auditor({
      ...options,
      groups: Object.keys(groups),
      label: label !== undefined,
      prediction: prediction !== undefined,
      score: score !== undefined,
      cluster: cluster !== undefined,
    });
    try {
      auditor.update({ groups, label, prediction, score, weight, cluster });
      return auditor.audit();
    } finally {
      auditor[Symbol.dispose]();
    }
  }

  /**
   * Audits the rows of a table, with columns given by name: an object of columns, an array of row objects,
   * or anything with `getChild(name)`, such as an Arrow table.
   *
   * @throws FairwasmError as {@link audit} does, and for a column that the table does not have.
   */
  auditTable(table: Table, what: NamedColumns & AuditOptions): Audit {
    requireAuditOptions('auditTable', what, [...roles, 'groups']);
    requireNames('groups', what.groups);
    const { groups, label, prediction, score, weight, cluster, ...options } = what;
    const pick = (name: string | undefined) =>
      name === undefined ? undefined : columnOf(table, name);
    return this.audit({
      ...options,
      label: pick(label),
      prediction: pick(prediction),
      score: pick(score) as NumberColumn | undefined,
      weight: pick(weight) as NumberColumn | undefined,
      cluster: pick(cluster),
      groups: Object.fromEntries(groups.map((name) => [name, columnOf(table, name)])),
    });
  }

  /** For rows that come in batches: from a file larger than memory, or as they happen. */
  auditor(options: AuditorOptions): Auditor {
    requireAuditOptions('auditor', options, ['groups', 'label', 'prediction', 'score', 'cluster']);
    requireNames('groups', options.groups);
    for (const role of ['label', 'prediction', 'score', 'cluster'] as const) {
      if (options[role] !== undefined) requireBoolean(role, options[role]);
    }
    return new Auditor(this.#wasm, options);
  }

  /** Audits what a tally has counted: rows merged from workers, or groups counted by a database. */
  auditOf(tally: Tally, options: AuditOptions = {}): Audit {
    requireTally(this.#wasm, tally);
    requireAuditOptions('auditOf', options, []);
    return new Audit(this.#wasm, tally, options);
  }

  /**
   * Compares two predictions of the same rows, by group: what does the new model change for whom, and does it
   * widen or narrow the gaps between groups? Surer than two audits side by side, as both are about the same rows.
   *
   * @throws FairwasmError as {@link audit} does; a missing label, prediction or weight is an error.
   */
  compare(input: ComparisonInput): PairedAudit {
    return new PairedAudit(this.#wasm, input);
  }

  /** Provable robustness: certificates from scores, and the Lipschitz constants they need. */
  get robustness(): Robustness {
    const { wasm, api } = this.#families.get('robustness');
    return new api.Robustness(wasm);
  }

  /**
   * Leakage: how much better attackers, trained in every trial, do with the prediction than with the label, once
   * labels are made as wrong as predictions are. By `direction` they guess label and prediction from the feature
   * (as the package bias_amplification has it; the default), or the attribute from label and prediction (Wang et
   * al. 2019).
   *
   * @throws FairwasmError where columns or options do not fit; `invalidState` where training diverges.
   */
  async leakage(input: LeakageInput, run: RunOptions = {}): Promise<LeakageResult> {
    const { wasm, api } = await this.#families.load('predictability', { signal: run.signal });
    return api.leakage(wasm, input, run);
  }

  /** Leakage in parts, for one trial or one score alone. */
  leakageMetric(options: LeakageOptions = {}): Leakage {
    const { wasm, api } = this.#families.get('predictability');
    return new api.Leakage(wasm, options);
  }

  /** Directional predictability amplification, both ways. Like {@link leakage}. */
  async dpa(input: DpaInput, run: RunOptions = {}): Promise<Record<Direction, LeakageResult>> {
    const { wasm, api } = await this.#families.load('predictability', { signal: run.signal });
    return api.dpa(wasm, input, run);
  }

  /** DPA in parts: one direction, one trial or one score alone. */
  dpaMetric(options: DpaOptions = {}): Dpa {
    const { wasm, api } = this.#families.get('predictability');
    return new api.Dpa(wasm, options);
  }

  /**
   * What tables of counts find in a tally of groups, labels and predictions: the limit of leakage for many rows
   * distributed as these, where every combination of groups is one value of the feature. Needs no training and
   * no rows. A tally of weighted rows is refused.
   */
  exactLeakage(tally: Tally, options: ExactOptions = {}): ExactLeakage {
    const { wasm, api } = this.#families.get('predictability');
    return api.exactOfTally(wasm, tally, options);
  }

  /** LIC: how much better an attribute can be guessed from generated captions than from human ones. */
  async lic(input: LicInput, run: RunOptions = {}): Promise<LicResult> {
    const { wasm, api } = await this.#families.load('predictability', { signal: run.signal });
    return api.lic(wasm, input, run);
  }

  /** A small dense network, to be trained and asked. */
  denseAttacker(shape: AttackerShape): DenseAttacker {
    const { wasm, api } = this.#families.get('predictability');
    return new api.DenseAttacker(wasm, shape);
  }

  /** Recorded trainings of attackers, repeated step by step: a check against another library's run. */
  get replay(): Replay {
    const { wasm, api } = this.#families.get('replay');
    return new api.Replay(wasm);
  }

  /** Synthetic data for examples and tests. */
  dataCreator(options: CreatedDataOptions = {}): CreatedData {
    const { wasm, api } = this.#families.get('predictability');
    return api.createData(wasm, options);
  }

  /** AIF360's DatasetMetric of columns. Throws as {@link audit} does, and for groups that overlap. */
  datasetMetric(input: DatasetInput): DatasetMetric {
    return new DatasetMetric(unlabeledSourceOf(this.#wasm, input));
  }

  /** AIF360's BinaryLabelDatasetMetric of columns. Throws as {@link datasetMetric} does. */
  binaryLabelDatasetMetric(input: BinaryLabelDatasetInput): BinaryLabelDatasetMetric {
    requireDataset('binaryLabelDatasetMetric', input, labeledOptions);
    return new BinaryLabelDatasetMetric(
      sourceOf(this.#wasm, input, { label: true }, this.#consistency),
    );
  }

  /** AIF360's ClassificationMetric of columns. Throws as {@link datasetMetric} does. */
  classificationMetric(input: ClassificationInput): ClassificationMetric {
    requireDataset('classificationMetric', input, classificationOptions);
    return new ClassificationMetric(
      sourceOf(
        this.#wasm,
        input,
        {
          label: true,
          prediction: true,
          score: input.score !== undefined,
        },
        this.#consistency,
      ),
    );
  }

  /** fairlearn's functions that give one number. */
  get fairlearn(): FairlearnMetrics {
    return new FairlearnMetrics(this.#wasm);
  }

  /** fairlearn's MetricFrame of columns. Throws as {@link audit} does, and for an unknown metric. */
  metricFrame(input: MetricFrameInput): MetricFrame {
    return new MetricFrame(this.#wasm, input);
  }

  /** An empty accumulator of errors of predicted numbers, by the named group attributes. */
  regressionTally(groups: readonly string[] = []): RegressionTally {
    requireNames('groups', groups);
    return new RegressionTally(this.#wasm, groups);
  }

  /** From what {@link RegressionTally.toBytes} returned. Throws `corruptBytes` for anything else. */
  regressionTallyFromBytes(bytes: Uint8Array): RegressionTally {
    const stored = this.#wasm.RegressionTally.fromBytes(requireBytes(bytes)) ?? undefined;
    return new RegressionTally(this.#wasm, [], stored);
  }

  /**
   * An empty accumulator of scores, by the named group attributes.
   *
   * @param favorable The favorable label or labels; left out: 1.
   */
  scoreTally(groups: readonly string[] = [], favorable: Favorable = 1): ScoreTally {
    requireNames('groups', groups);
    requireLabels([favorable].flat());
    return new ScoreTally(this.#wasm, groups, favorable);
  }

  /** From what {@link ScoreTally.toBytes} returned. Throws `corruptBytes` for anything else. */
  scoreTallyFromBytes(bytes: Uint8Array, favorable: Favorable = 1): ScoreTally {
    requireLabels([favorable].flat());
    const stored = this.#wasm.ScoreTally.fromBytes(requireBytes(bytes)) ?? undefined;
    return new ScoreTally(this.#wasm, [], favorable, stored);
  }

  /** An empty tally: the accumulator behind every group metric. */
  tally(columns: TallyOptions): Tally {
    const known = ['groups', 'label', 'prediction', 'score', 'cluster', 'missingValues'];
    requireOptions('tally', columns, known);
    const {
      groups = [],
      label = false,
      prediction = false,
      score = false,
      cluster = false,
    } = columns;
    requireNames('groups', groups);
    for (const [role, has] of Object.entries({ label, prediction, score, cluster })) {
      requireBoolean(role, has);
    }
    return new Tally(this.#wasm, { ...columns, groups, label, prediction, score, cluster });
  }

  /** A tally from what {@link Tally.toBytes} returned. Throws `corruptBytes` for anything else. */
  tallyFromBytes(bytes: Uint8Array): Tally {
    return Tally.fromBytes(this.#wasm, bytes);
  }

  /**
   * Are similar individuals labeled alike? 1 - 1/n sum |y_i - mean of y over the `neighbors` rows nearest
   * to row i|, by Euclidean distance of the features as they are, row i itself included; rows at equal
   * distance count in the order of their numbers. 1: every individual is labeled like its neighbors; in
   * [0, 1] for labels 0 and 1. Unweighted. Exact, by a search tree: fast where features are few.
   *
   * Source: Zemel et al.: Learning Fair Representations, 2013; AIF360's `consistency`.
   *
   * @throws FairwasmError `shapeMismatch`; `invalidArgument` for values that are not finite numbers, or
   *   `neighbors` beyond 1 … rows.
   */
  consistency(features: FeatureMatrix, label: NumberColumn, neighbors = 5): number {
    const { wasm, api } = this.#families.get('individual');
    return api.consistency(wasm, features, label, neighbors);
  }

  /**
   * How far a transformation moved each individual: AIF360's SampleDistortionMetric.
   *
   * @throws FairwasmError `shapeMismatch` where the tables or columns differ in shape.
   */
  sampleDistortionMetric(input: SampleDistortionInput): SampleDistortionMetric {
    const { wasm, api } = this.#families.get('individual');
    return new api.SampleDistortionMetric(wasm, input);
  }

  /**
   * How far predictions lie from the truth, as the least cost of turning one column into the other:
   * AIF360's `ot_distance`. Each value is taken as a mass, and, divided by the sum of its column, as its
   * position too; where a value is negative both columns are raised by the least first. In [0, inf).
   *
   * With groups (`protAttr`) a record of distances, each within its group. In the modes `nominal` and
   * `ordinal` a record by class: [truth = class] against the class's column. Without a `classifier` the
   * prediction is the mean of the truth, in the modes `binary` and `continuous`.
   *
   * @throws FairwasmError `invalidArgument` for an unknown mode or favorable value, more than two true
   *   values in binary mode, other than two where there are groups, or columns that are not the classes.
   */
  otDistance(
    groundTruth: CategoryColumn,
    classifier: Classifier | null,
    options?: OtDistanceOptions,
  ): OtDistance | Record<string, OtDistance> {
    const { wasm, api } = this.#families.get('individual');
    return api.otDistance(wasm, groundTruth, classifier, options);
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
    return richSubgroup(this.#wasm, input, fairnessDefinition);
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
   * @throws FairwasmError `invalidArgument` for options or values that the statistic is not made for.
   */
  biasScan(
    input: BiasScanInput,
    options?: BiasScanOptions,
  ): Promise<BiasScanResult | Record<string, BiasScanResult>> {
    return biasScan(this.#wasm, input, options);
  }

  /** How the scores of groups speak for or against bias: AIF360's MDSSClassificationMetric. */
  mdssClassificationMetric(input: MDSSInput): MDSSClassificationMetric {
    return new MDSSClassificationMetric(this.#wasm, input, this.#consistency);
  }

  /** What a ranking does to groups: AIF360's RegressionDatasetMetric. */
  regressionDatasetMetric(input: RegressionDatasetInput): RegressionDatasetMetric {
    return new RegressionDatasetMetric(this.#wasm, input);
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
      : generalizedEntropyIndex(this.#wasm, from as Tally, second as string[], alpha, of);
  }

  /** The generalized entropy index with alpha = 1: 1/n sum (b / mu) ln(b / mu). */
  theilIndex(benefits: NumberColumn): number;
  theilIndex(tally: Tally, favorable: readonly string[], of?: BenefitsOf): number;
  theilIndex(from: Tally | NumberColumn, favorable?: readonly string[], of?: BenefitsOf): number {
    return isColumn(from)
      ? entropyOfBenefits(from, 1)
      : theilIndex(this.#wasm, from as Tally, favorable as string[], of);
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
      : coefficientOfVariation(this.#wasm, from as Tally, favorable as string[], of);
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
    return smoothedEmpiricalDifferentialFairness(this.#wasm, tally, favorable, concentration, of);
  }

  /** The differential fairness of the predictions less that of the true labels: above 0, bias grew. */
  differentialFairnessBiasAmplification(
    tally: Tally,
    favorable: readonly string[],
    concentration?: number,
  ): number {
    return differentialFairnessBiasAmplification(this.#wasm, tally, favorable, concentration);
  }

  /** An empty co-occurrence accumulator: what BA_MALS, DBA and MDBA are computed from. */
  cooccurrence(columns: CooccurrenceColumns = {}): Cooccurrence {
    const { wasm, api } = this.#families.get('amplification');
    return new api.Cooccurrence(wasm, columns);
  }

  /** From what {@link Cooccurrence.toBytes} returned. Throws `corruptBytes` for anything else. */
  cooccurrenceFromBytes(bytes: Uint8Array): Cooccurrence {
    const { wasm, api } = this.#families.get('amplification');
    return api.Cooccurrence.fromBytes(wasm, bytes);
  }

  /** Empty caption counts: which objects are spoken of together with which group of people. */
  captionCounts(options: CaptionCountsOptions = {}): CaptionCounts {
    const { wasm, api } = this.#families.get('amplification');
    return new api.CaptionCounts(wasm, options);
  }

  /** From what {@link CaptionCounts.toBytes} returned. Throws `corruptBytes` for anything else. */
  captionCountsFromBytes(
    bytes: Uint8Array,
    options: Omit<CaptionCountsOptions, 'words'> = {},
  ): CaptionCounts {
    const { wasm, api } = this.#families.get('amplification');
    return api.CaptionCounts.fromBytes(wasm, bytes, options);
  }
}

const isColumn = (from: Tally | NumberColumn): from is NumberColumn =>
  Array.isArray(from) ||
  ArrayBuffer.isView(from) ||
  (typeof from === 'object' && from !== null && isForeign(from));

const roles = ['label', 'prediction', 'score', 'weight', 'cluster'];

// By its tag, which objects from another realm have too: bytes, URL and module are no plain object.
function isByName(wasm: WasmSource | WasmSources): wasm is WasmSources {
  return Object.prototype.toString.call(wasm) === '[object Object]';
}

/**
 * Loads the WebAssembly core, and families where they are named.
 *
 * @throws FairwasmError `loadFailed` where a file is not there or is not WebAssembly; the signal's reason
 *   where it is aborted.
 */
export async function load(options: LoadOptions = {}): Promise<Fairwasm> {
  return loadFrom({}, options);
}

/** @internal Loads what `options` give no source for from `sources`. */
export async function loadFrom(sources: Sources, options: LoadOptions): Promise<Fairwasm> {
  requireOptions('load', options, ['families', 'wasm', 'signal', 'onProgress']);
  const { families: names = [], wasm = {}, signal, onProgress } = options;
  requireNames('families', names);
  for (const name of names) requireOneOf('families', name, familyNames);
  if (signal !== undefined) requireFunction('signal', signal?.throwIfAborted);
  if (onProgress !== undefined) requireFunction('onProgress', onProgress);
  if (isByName(wasm)) requireOptions('wasm', wasm, ['core', ...familyNames]);
  const all = { ...sources, ...(isByName(wasm) ? wasm : { core: wasm }) };
  const families = new Families(all);
  const watch = (module: ModuleName): Watch => ({
    signal,
    onProgress: onProgress && ((loaded, total) => onProgress({ module, loaded, total })),
  });
  const [core] = await Promise.all([
    instantiate('core', all.core, watch('core')),
    ...names.map((name) => families.load(name, watch(name))),
  ]);
  return new Fairwasm(core, families);
}
