// SPDX-License-Identifier: Apache-2.0
//
// Leakage and DPA: how much better a model's predictions can be guessed from a feature than the truth can,
// once the truth is made as wrong as the model is. Value, spread, interval, every trial, and beside them the
// exact limit.

import { FairwasmError } from '../core/error.js';
import type { PredictabilityWasm as Wasm } from '../core/module.js';
import { CategoryEncoder } from '../data/category.js';
import { type CategoryColumn, isForeign, type NumericArray } from '../data/column.js';
import {
  type AttackerLayers,
  type DenseAttacker,
  requireSeed,
  type TrainingOptions,
  toShape,
  toTraining,
} from './attacker.js';
import {
  type AttackColumns,
  type EncodedColumns,
  type EncodedParts,
  encodeParts,
  pickRows,
  type Task,
} from './columns.js';
import { countsOf, type ExactLeakage, exactOf } from './exact.js';
import type { Job, Range, TrialOf } from './jobs.js';
import { type Summary, summarize, toText } from './statistics.js';
import { type RunOptions, runTrials, secondsLeft, type TrialRunOptions } from './workers.js';

/**
 * The quality of an attacker's outputs, more is better: both arguments hold the same number of values a row, row
 * after row; targets are 0 and 1 (one-hot for more than two categories).
 */
export type MetricFunction = (outputs: Float64Array, targets: Float64Array) => number;

/** How Leakage and DPA are measured. */
export interface LeakageOptions extends TrainingOptions {
  /**
   * The attacker's layers. Default: a single layer for a feature of one column (it can be as good as the
   * best possible attacker), otherwise three of firstWidth 16.
   */
  attacker?: AttackerLayers | undefined;
  /**
   * How good an attacker is: `accuracy` (the default), `mse` (1 / mean squared error), `bce` (1 / binary
   * cross-entropy), or a function.
   */
  metric?: 'accuracy' | 'mse' | 'bce' | MetricFunction | undefined;
  /**
   * Whether outputs are turned into answers before they are scored: above 0.5 is 1, of several outputs the largest.
   * Default: true. Functions get outputs as they are.
   */
  threshold?: boolean | undefined;
  /** Divides λ_M - λ_D by λ_M + λ_D. Default: false for Leakage, true for DPA. */
  normalized?: boolean | undefined;
  /** Share of the rows that are for testing, where no test rows are given. Default: 0.2. */
  testSize?: number | undefined;
  /** Default: 10. */
  trials?: number | undefined;
  /** What becomes of the trials' values. Default: `mean`. */
  aggregate?: 'mean' | 'median' | undefined;
  /** Names all random numbers; default 1. The same seed gives the same bits everywhere. */
  seed?: number | undefined;
  /**
   * Repeats bias_amplification's procedure: the attacker on predictions starts with the weights that the one on
   * labels has just learnt, and each trial goes on where the last one ended. Trials are then not
   * independent, and short training shows leakage where there is none. Default: false.
   */
  warmStart?: boolean | undefined;
}

/** Rows for Leakage. */
export interface LeakageColumns extends AttackColumns {
  /** Rows for testing; left out: a random share of the rows. */
  test?: AttackColumns | undefined;
}

/** Everything `fair.leakage()` needs. */
export interface LeakageInput extends LeakageColumns, LeakageOptions {}

/** One trial. */
export interface LeakageTrial {
  /** Quality of the attacker on labels. */
  lambdaD: number;
  /** Quality of the attacker on predictions. */
  lambdaM: number;
  leakage: number;
}

/** Share of rows predicted rightly, by column: what labels are made as wrong as. */
export interface Accuracies {
  train: readonly number[];
  test: readonly number[];
}

/** @internal */
export interface ResultParts {
  summary: Summary;
  trials: readonly LeakageTrial[];
  accuracies: Accuracies;
  exact: ExactLeakage | null;
  warnings: readonly string[];
}

/** What Leakage or DPA found. */
export class LeakageResult implements Summary {
  /** Mean (or median) leakage over trials. Above 0: predictions give more away than the truth. */
  readonly value: number;
  readonly standardDeviation: number;
  readonly standardError: number;
  readonly interval: readonly [low: number, high: number];
  readonly trials: readonly LeakageTrial[];
  readonly accuracies: Accuracies;
  /** What the best possible attackers would show on the same rows; null for numeric features and functions. */
  readonly exact: ExactLeakage | null;
  /** What makes the value doubtful or undefined: attackers far below the exact limit, for instance. */
  readonly warnings: readonly string[];

  /** @internal */
  constructor({ summary, trials, accuracies, exact, warnings }: ResultParts) {
    this.value = summary.value;
    this.standardDeviation = summary.standardDeviation;
    this.standardError = summary.standardError;
    this.interval = summary.interval;
    this.trials = trials;
    this.accuracies = accuracies;
    this.exact = exact;
    this.warnings = warnings;
  }

  /** Value and standard deviation: `0.0312 ± 0.0048`. */
  toString(): string {
    return toText(this);
  }
}

interface Prepared {
  encoded: EncodedParts;
  train: EncodedColumns;
  test: EncodedColumns;
  classes: number[];
  spec: Job<'leakage'>['spec'];
}

const classesOf = ({ task }: EncodedParts) =>
  task.map(({ categories }) => Math.max(categories.length, 1));

// A softmax needs one column; for several, or for two classes, each output is a question of its own.
function suitableLoss(classes: readonly number[]): 'bce' | 'cross-entropy' {
  return classes.length === 1 && (classes[0] as number) > 2 ? 'cross-entropy' : 'bce';
}

function requireSuitable(loss: string, classes: readonly number[]): void {
  if (loss !== 'cross-entropy' || classes.length === 1) return;
  throw new FairwasmError('invalidArgument', {
    argument: 'loss',
    expected: 'bce or mse, as there are several label columns',
    actual: loss,
  });
}

/** What Leakage and DPA have in common. */
class Predictability {
  readonly #wasm: Wasm;
  readonly #options: LeakageOptions;
  readonly #normalized: boolean;

  /** @internal */
  constructor(wasm: Wasm, options: LeakageOptions, normalized: boolean) {
    const { aggregate = 'mean', seed = 1 } = options;
    this.#wasm = wasm;
    this.#options = options;
    this.#normalized = options.normalized ?? normalized;
    requireSeed(seed);
    if (aggregate !== 'mean' && aggregate !== 'median') {
      throw new FairwasmError('invalidArgument', {
        argument: 'aggregate',
        expected: 'mean or median',
        actual: `'${aggregate}'`,
      });
    }
  }

  /** λ_M - λ_D, over their sum if normalized. NaN where that is 0/0. */
  computeLeakage(lambdaD: number, lambdaM: number): number {
    return this.#wasm.leakageOf(lambdaD, lambdaM, this.#normalized);
  }

  /**
   * λ: how good an attacker is at these rows.
   *
   * @param inputs Rows of its inputs, row after row.
   * @param target Its column or columns of categories, coded 0, 1, … in order.
   */
  calcLambda(
    attacker: DenseAttacker,
    inputs: NumericArray | readonly number[],
    target: Uint32Array | readonly Uint32Array[],
  ): number {
    const columns = target instanceof Uint32Array ? [target] : [...target];
    const outputs = attacker.predict(inputs);
    const { metric = 'accuracy', threshold = true } = this.#options;
    const width = attacker.widths.at(-1) as number;
    // As many outputs as columns are answers to yes or no; more, of one column, are its classes.
    const classes = width === columns.length ? columns.map(() => 2) : [width];
    if (typeof metric === 'function') {
      return metric(Float64Array.from(outputs), targetsOf(columns, classes, false));
    }
    return this.#wasm.lambdaOf({
      outputs,
      classes,
      oneHot: width > columns.length,
      columns,
      metric,
      threshold,
    });
  }

  /**
   * Quality equalisation: a column made wrong, so that it agrees with itself in this share of the rows (to
   * the nearest row). A wrong value is another of its categories, each as likely.
   *
   * @returns The column as text.
   */
  permuteData(column: CategoryColumn, accuracy: number, seed = 1): string[] {
    const encoder = new CategoryEncoder('column', [], 'error');
    const codes = Uint32Array.from(encoder.encode(column));
    const { categories } = encoder;
    const wrong = this.#wasm.perturb(codes, categories.length, accuracy, requireSeed(seed));
    return Array.from(wrong, (code) => categories[code] as string);
  }

  /** Row numbers for training and for testing: a random `testSize` (default 0.2), rounded up, is for testing. */
  split(rows: number): { train: Uint32Array; test: Uint32Array } {
    const { testSize = 0.2, seed = 1 } = this.#options;
    return this.#wasm.splitRows(rows, testSize, seed);
  }

  /** One trial, by its number: what {@link computeBiasAmp} does for each. */
  protected async trial(columns: LeakageColumns, trial: number): Promise<LeakageTrial> {
    if (this.#options.warmStart) {
      throw new FairwasmError('invalidState', {
        argument: 'warmStart',
        expected: 'fresh attackers, where a trial stands alone',
        actual: 'a warm start, where it goes on from the one before',
      });
    }
    const prepared = this.#prepare(columns);
    const results = await this.#run(prepared, [trial, 1], { workers: 0 });
    return results[0] as LeakageTrial;
  }

  /**
   * What the best possible attackers would show on the same rows: the limit that trials approach, without
   * training any. Null for numeric features and for functions as metric.
   */
  exactLimit(columns: LeakageColumns): ExactLeakage | null {
    return this.#exact(this.#prepare(columns));
  }

  /** @internal All trials of one direction. */
  protected async measure(
    columns: LeakageColumns,
    run: TrialRunOptions<LeakageTrial>,
  ): Promise<LeakageResult> {
    const { trials: count = 10, aggregate = 'mean' } = this.#options;
    const prepared = this.#prepare(columns);
    const trials = await this.#run(prepared, [0, count], run);
    const summary = summarize(
      trials.map(({ leakage }) => leakage),
      aggregate,
    );
    const exact = this.#exact(prepared);
    return new LeakageResult({
      summary,
      trials,
      accuracies: { train: accuraciesOf(prepared.train), test: accuraciesOf(prepared.test) },
      exact,
      warnings: [...whyUndefined(trials, summary), ...warningsOf(trials, exact)],
    });
  }

  #prepare({ test, ...rows }: LeakageColumns): Prepared {
    const encoded = encodeParts(test ? [rows, test] : [rows]);
    const all = encoded.parts[0] as EncodedColumns;
    const parts = test ? undefined : this.split(all.feature.rows.length);
    const train = parts ? pickRows(all, parts.train) : all;
    const testRows = parts ? pickRows(all, parts.test) : (encoded.parts[1] as EncodedColumns);
    const classes = classesOf(encoded);
    return {
      encoded,
      train,
      test: testRows,
      classes,
      spec: this.#spec(train, testRows, classes, rows),
    };
  }

  #spec(
    train: EncodedColumns,
    test: EncodedColumns,
    classes: number[],
    rows: AttackColumns,
  ): Prepared['spec'] {
    const { metric = 'accuracy', threshold = true, warmStart = false, seed = 1 } = this.#options;
    const training = toTraining(this.#options, suitableLoss(classes));
    requireSuitable(training.loss, classes);
    const categorical = training.loss === 'cross-entropy';
    const outputs = classes.reduce(
      (sum, k) => sum + (k <= 2 && !categorical ? 1 : Math.max(k, 2)),
      0,
    );
    const last = categorical ? 'identity' : 'sigmoid';
    const layers = this.#options.attacker ?? { layers: isOneColumn(rows) ? 1 : 3 };
    return {
      train,
      test,
      classes: categorical ? classes.map((k) => Math.max(k, 2)) : classes,
      shape: toShape(this.#wasm, train.feature.columns, outputs, layers, last),
      training,
      metric: typeof metric === 'function' ? null : metric,
      threshold,
      normalized: this.#normalized,
      warmStart,
      seed,
    };
  }

  async #run(
    { spec }: Prepared,
    range: Range,
    { onTrial, ...run }: TrialRunOptions<LeakageTrial>,
  ): Promise<LeakageTrial[]> {
    const { metric } = this.#options;
    const job: Job<'leakage'> = { kind: 'leakage', spec };
    const results: LeakageTrial[] = [];
    await runTrials(this.#wasm, job, range, {
      ...run,
      onTrial: (trial, index) => {
        const { lambdaD, lambdaM, leakage } = trial;
        const scored =
          typeof metric === 'function'
            ? this.#score(trial, spec, metric)
            : { lambdaD, lambdaM, leakage };
        results[index] = scored;
        onTrial?.(scored, index);
      },
    });
    return results;
  }

  #score(trial: TrialOf['leakage'], spec: Prepared['spec'], metric: MetricFunction): LeakageTrial {
    const width = spec.shape.widths.at(-1) as number;
    const { rows } = spec.test.feature;
    const oneHot = spec.training.loss === 'cross-entropy';
    const [lambdaD, lambdaM] = [0, 1].map((role) => {
      const distinct = trial.outputs[role] as Float64Array;
      const outputs = new Float64Array(rows.length * width);
      rows.forEach((place, row) => {
        outputs.set(distinct.subarray(place * width, (place + 1) * width), row * width);
      });
      return metric(outputs, targetsOf(trial.targets[role] ?? [], spec.classes, oneHot));
    }) as [number, number];
    return { lambdaD, lambdaM, leakage: this.computeLeakage(lambdaD, lambdaM) };
  }

  #exact({ encoded, train, test, classes }: Prepared): ExactLeakage | null {
    const { metric = 'accuracy', threshold = true } = this.#options;
    if (!encoded.discrete || typeof metric === 'function') return null;
    const [from, to] = [train, test].map((part) => countsOf(part, encoded.cells, classes));
    return exactOf(this.#wasm, from as never, to as never, {
      metric,
      threshold,
      normalized: this.#normalized,
    });
  }
}

function isOneColumn({ feature }: AttackColumns): boolean {
  return (
    Array.isArray(feature) ||
    ArrayBuffer.isView(feature) ||
    'codes' in feature ||
    isForeign(feature)
  );
}

/** Targets as the attackers saw them, row after row. */
function targetsOf(
  columns: readonly Uint32Array[],
  classes: readonly number[],
  pairsAreOneHot: boolean,
): Float64Array {
  const widths = classes.map((count) => (count <= 2 && !pairsAreOneHot ? 1 : count));
  const width = widths.reduce((sum, each) => sum + each, 0);
  const rows = columns[0]?.length ?? 0;
  const targets = new Float64Array(rows * width);
  let offset = 0;
  columns.forEach((column, i) => {
    column.forEach((code, row) => {
      if (widths[i] === 1) targets[row * width + offset] = code;
      else targets[row * width + offset + code] = 1;
    });
    offset += widths[i] as number;
  });
  return targets;
}

function accuraciesOf({ label, prediction }: EncodedColumns): number[] {
  return label.map((truth, column) => {
    const answers = prediction[column] as Uint32Array;
    return (
      truth.reduce((right, code, row) => right + (code === answers[row] ? 1 : 0), 0) / truth.length
    );
  });
}

const average = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Why numbers of a result are not finite, in words. */
function whyUndefined(trials: readonly LeakageTrial[], { value }: Summary): string[] {
  const reasons: string[] = [];
  const lambdas = trials.flatMap(({ lambdaD, lambdaM }) => [lambdaD, lambdaM]);
  if (lambdas.some((lambda) => Math.abs(lambda) === Number.POSITIVE_INFINITY)) {
    reasons.push(
      'An attacker made no error at all, so that 1 / error is infinite; accuracy is not.',
    );
  } else if (lambdas.some(Number.isNaN)) {
    reasons.push('The metric gave NaN for an attacker.');
  } else if (Number.isNaN(value)) {
    reasons.push('Neither attacker was right once, so that leakage relative to both is 0/0.');
  }
  if (trials.length < 2) reasons.push('A single trial has no spread: its deviation is undefined.');
  return reasons;
}

// How far, relatively, a mean may fall short of the limit before it is called so.
const shortfall = 0.03;

function warningsOf(trials: readonly LeakageTrial[], exact: ExactLeakage | null): string[] {
  if (!exact) return [];
  const attackers = [
    ['labels', average(trials.map(({ lambdaD }) => lambdaD)), exact.lambdaD, exact.lambdaDSpread],
    ['predictions', average(trials.map(({ lambdaM }) => lambdaM)), exact.lambdaM, 0],
  ] as const;
  return attackers.flatMap(([what, reached, best, spread]) => {
    const chance = Number.isNaN(spread) ? 0 : (3 * spread) / Math.sqrt(trials.length);
    if (!(reached < best * (1 - shortfall) - chance)) return [];
    return [
      `The attackers on ${what} reach ${reached.toFixed(3)}, while ${best.toFixed(3)} is possible: they have ` +
        'not converged, or are too simple. More epochs, another learning rate or more layers may help.',
    ];
  });
}

/** Leakage (Wang et al., 2019): attackers predict the label from the feature. Make one with `fair.leakageMetric(…)`. */
export class Leakage extends Predictability {
  /** @internal */
  constructor(wasm: Wasm, options: LeakageOptions = {}) {
    super(wasm, options, false);
  }

  /** One trial alone. */
  calcLeak(columns: LeakageColumns, trial = 0): Promise<LeakageTrial> {
    return this.trial(columns, trial);
  }

  /** All trials, summarised. */
  computeBiasAmp(
    columns: LeakageColumns,
    run: TrialRunOptions<LeakageTrial> = {},
  ): Promise<LeakageResult> {
    return this.measure(columns, run);
  }
}

/** Which way DPA looks: task from attribute, or attribute from task. */
export type Direction = 'AtoT' | 'TtoA';

/** Rows for DPA. Each direction needs the prediction of what its attackers predict. */
export interface DpaColumns {
  attribute: Task;
  task: Task;
  /** The model's attribute: for TtoA. */
  attributePrediction?: Task | undefined;
  /** The model's task: for AtoT. */
  taskPrediction?: Task | undefined;
  /** Rows for testing, with the same columns; left out: a random share of the rows. */
  test?: Omit<DpaColumns, 'test'> | undefined;
}

/** How DPA is measured; each direction has attackers of its own. */
export interface DpaOptions extends Omit<LeakageOptions, 'attacker'> {
  attackers?: Partial<Record<Direction, AttackerLayers>> | undefined;
}

/** Everything `fair.dpa()` needs. */
export interface DpaInput extends DpaColumns, DpaOptions {}

/** Directional predictability amplification (bias_amplification). Make one with `fair.dpaMetric(…)`. */
export class Dpa {
  readonly #directions: Record<Direction, Leakage>;

  /** @internal */
  constructor(wasm: Wasm, { attackers = {}, ...options }: DpaOptions = {}) {
    const direction = (name: Direction) =>
      new Leakage(wasm, { normalized: true, ...options, attacker: attackers[name] });
    this.#directions = { AtoT: direction('AtoT'), TtoA: direction('TtoA') };
  }

  /** As {@link Leakage.computeLeakage}; normalized unless that was switched off. */
  computeLeakage(lambdaD: number, lambdaM: number): number {
    return this.#directions.AtoT.computeLeakage(lambdaD, lambdaM);
  }

  /** As {@link Leakage.calcLambda}. */
  calcLambda(...values: Parameters<Leakage['calcLambda']>): number {
    return this.#directions.AtoT.calcLambda(...values);
  }

  /** As {@link Leakage.permuteData}. */
  permuteData(...values: Parameters<Leakage['permuteData']>): string[] {
    return this.#directions.AtoT.permuteData(...values);
  }

  /** As {@link Leakage.split}. */
  split(rows: number): { train: Uint32Array; test: Uint32Array } {
    return this.#directions.AtoT.split(rows);
  }

  /** One trial of one direction alone. */
  async calcLeak(columns: DpaColumns, direction: Direction, trial = 0): Promise<LeakageTrial> {
    return this.#directions[requireDirection(direction)].calcLeak(look(columns, direction), trial);
  }

  /** As {@link Leakage.exactLimit}. */
  exactLimit(columns: DpaColumns, direction: Direction): ExactLeakage | null {
    return this.#directions[requireDirection(direction)].exactLimit(look(columns, direction));
  }

  /** All trials of one direction. */
  async computeBiasAmp(
    columns: DpaColumns,
    direction: Direction,
    run: TrialRunOptions<LeakageTrial> = {},
  ): Promise<LeakageResult> {
    const leakage = this.#directions[requireDirection(direction)];
    return leakage.computeBiasAmp(look(columns, direction), run);
  }

  /** Both directions; progress goes from 0 to 1 over them. */
  async computeBiasAmpBidirectional(
    columns: DpaColumns,
    run: RunOptions = {},
  ): Promise<Record<Direction, LeakageResult>> {
    // Both are looked at before the first is trained, so that a missing column costs no time.
    const [toTask, toAttribute] = [look(columns, 'AtoT'), look(columns, 'TtoA')];
    const start = performance.now();
    const half = (before: 0 | 1): RunOptions => ({
      ...run,
      onProgress: (progress) => {
        const fraction = (before + progress.fraction) / 2;
        const seconds = (performance.now() - start) / 1000;
        run.onProgress?.({ ...progress, fraction, secondsLeft: secondsLeft(seconds, fraction) });
      },
    });
    const AtoT = await this.#directions.AtoT.computeBiasAmp(toTask, half(0));
    const TtoA = await this.#directions.TtoA.computeBiasAmp(toAttribute, half(1));
    return { AtoT, TtoA };
  }
}

function requireDirection(direction: Direction): Direction {
  if (direction === 'AtoT' || direction === 'TtoA') return direction;
  throw new FairwasmError('invalidArgument', {
    argument: 'direction',
    expected: 'AtoT or TtoA',
    actual: `'${direction}'`,
  });
}

function look({ test, ...columns }: DpaColumns, direction: Direction): LeakageColumns {
  const one = lookAt(columns, direction);
  return test ? { ...one, test: lookAt(test, direction) } : one;
}

function lookAt(columns: Omit<DpaColumns, 'test'>, direction: Direction): AttackColumns {
  const { attribute, task, attributePrediction, taskPrediction } = columns;
  const toTask = direction === 'AtoT';
  const prediction = toTask ? taskPrediction : attributePrediction;
  if (prediction === undefined) {
    throw new FairwasmError('invalidArgument', {
      argument: toTask ? 'taskPrediction' : 'attributePrediction',
      expected: `a column, for ${direction}`,
      actual: 'none',
    });
  }
  return toTask
    ? { feature: attribute, label: task, prediction }
    : { feature: task, label: attribute, prediction };
}
