// SPDX-License-Identifier: Apache-2.0
//
// Leakage: how much better attackers do with a model's predictions than with the truth, once the truth is made as
// wrong as the model is. They guess the outcome from a feature, or the attribute from the outcome.

import { FairwasmError } from '../core/error.js';
import { requireOneOf, requireOptions, shown } from '../core/options.js';
import { CategoryEncoder } from '../data/category.js';
import { type CategoryColumn, isForeign, type NumericArray } from '../data/column.js';
import {
  type AttackerLayers,
  DenseAttacker,
  requireFlags,
  requireSeed,
  type Shape,
  type TrainingOptions,
  toShape,
  toTraining,
  trainingNames,
} from './attacker.js';
import {
  type AttackColumns,
  type EncodedColumns,
  type EncodedParts,
  encodeParts,
  type TaskColumn,
} from './columns.js';
import { type CustomAttacker, isCustom, runCustomTrials, targetsOf } from './custom.js';
import {
  type Direction,
  definitions,
  type LeakageDirection,
  leakageDirections,
} from './direction.js';
import { type ExactLeakage, metricNames } from './exact.js';
import type { Job, Range, TrialOf } from './jobs.js';
import type { Wasm } from './module.js';
import {
  LeakageResult,
  type LeakageTrial,
  whyBelowBlind,
  whyFallShort,
  whyMarginal,
  whyUndefined,
} from './result.js';
import { summarize } from './statistics.js';
import { runTrials, type TrialRunOptions } from './workers.js';

/**
 * The quality of an attacker's outputs, more is better: both arguments hold the same number of values a row, row
 * after row; targets are 0 and 1 (one-hot for more than two categories).
 */
export type MetricFunction = (outputs: Float64Array, targets: Float64Array) => number;

/** Who attacks: layers by a rule or by widths, a network whose layers are taken, or anything with `fit` and `predict`. */
export type AttackerOption = AttackerLayers | DenseAttacker | CustomAttacker;

/** How Leakage and DPA are measured. */
export interface LeakageOptions extends TrainingOptions {
  /**
   * What attackers guess from what: `outcome-from-attribute` (the default, and the package bias_amplification's):
   * label and prediction from the feature; `attribute-from-outcome` (Wang et al. 2019): the attribute from label
   * and from prediction. Where prediction and label are independent of the attribute, the second is about 0; the
   * first is not, unless their classes have the same shares.
   */
  direction?: LeakageDirection | undefined;
  /**
   * The attacker. Default: a single layer where it sees one column (it can then be as good as a table of
   * counts), otherwise three of firstWidth 16. Of a `denseAttacker` the layers are taken, not the weights: attackers
   * start anew in every trial.
   */
  attacker?: AttackerOption | undefined;
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
  /**
   * Share of the rows that are for testing, drawn anew in every trial, where no test rows are given. Default: 0.2.
   */
  testSize?: number | undefined;
  /** Default: 10. */
  trials?: number | undefined;
  /** What becomes of the trials' values. Default: `mean`. */
  aggregate?: 'mean' | 'median' | undefined;
  /** Names all random numbers; default 1. The same seed gives the same bits everywhere. */
  seed?: number | undefined;
  /**
   * Repeats bias_amplification's procedure: the attacker on predictions starts with the weights that the one on
   * labels has just learned, each trial goes on where the last one ended, and all share one split. Trials are
   * then not independent, and short training shows leakage where there is none. Default: false.
   */
  warmStart?: boolean | undefined;
}

/** Rows for Leakage. */
export interface LeakageColumns extends AttackColumns {
  /** Rows for testing; left out: a random share of the rows, another one in every trial. */
  test?: AttackColumns | undefined;
}

/** Everything `fair.leakage()` needs. */
export interface LeakageInput extends LeakageColumns, LeakageOptions {}

/** Which split. */
export interface SplitOptions {
  /** Default: that of the metric. */
  testSize?: number | undefined;
  /** Default: 0, the first. */
  trial?: number | undefined;
}

/** @internal */
export const optionNames = [
  'direction',
  'attacker',
  'metric',
  'threshold',
  'normalized',
  'testSize',
  'trials',
  'aggregate',
  'seed',
  'warmStart',
  ...trainingNames,
];
const partNames = ['feature', 'attribute', 'label', 'prediction'];

const weightNames = ['weight', 'weights', 'sampleWeight', 'sample_weight', 'instance_weights'];

// Whether it leaves rows on both sides is the core's to judge.
function requireShare(testSize: unknown): number {
  if (typeof testSize === 'number') return testSize;
  throw new FairwasmError('invalidArgument', {
    argument: 'testSize',
    expected: 'a share of the rows, a number between 0 and 1',
    actual: shown(testSize),
  });
}

/** @internal Weights are refused by name: what they would do is not what anybody would guess. */
export function requireNoWeights(given: object): void {
  const named = given as Record<string, unknown> | null | undefined;
  const name = weightNames.find((each) => named?.[each] !== undefined);
  if (name === undefined) return;
  throw new FairwasmError('invalidArgument', {
    argument: name,
    expected:
      'rows without weights: attackers learn and guess every row alike. Repeat rows, or draw some by weight',
    actual: 'weights',
  });
}

type Spec = Job<'leakage'>['spec'];

interface Prepared {
  encoded: EncodedParts;
  spec: Spec;
}

const classesOf = (columns: readonly TaskColumn[]) =>
  columns.map(({ categories }) => Math.max(categories.length, 1));

// A softmax needs one column; for several, or for two classes, each output is a question of its own.
function suitableLoss(classes: readonly number[]): 'bce' | 'cross-entropy' {
  return classes.length === 1 && (classes[0] as number) > 2 ? 'cross-entropy' : 'bce';
}

function requireSuitable(loss: string, classes: readonly number[]): void {
  if (loss !== 'cross-entropy' || classes.length === 1) return;
  throw new FairwasmError('invalidArgument', {
    argument: 'loss',
    expected: 'bce or mse, as several columns are guessed',
    actual: loss,
  });
}

// What trains itself is not told how.
function requireSelfTaught(options: LeakageOptions): void {
  const name = ([...trainingNames, 'warmStart'] as const).find(
    (each) => options[each] !== undefined && options[each] !== false,
  );
  if (name === undefined) return;
  throw new FairwasmError('invalidArgument', {
    argument: name,
    expected: 'nothing, where the attacker has a fit of its own',
    actual: shown(options[name]),
  });
}

const coverages = {
  anew:
    'The interval covers the split into training and test rows, equalization and training. It does not cover ' +
    'that other rows might have been collected.',
  given:
    'The interval covers equalization and training only. It does not cover the choice of these test rows: with ' +
    'others, the value may lie outside of it.',
  warm:
    'The interval covers equalization only, and too little of it: with a warm start all trials share one split, and ' +
    'each goes on from the one before.',
};

/** Leakage. Make one with `fair.leakageMetric(…)`; the direction says whose definition it follows. */
export class Leakage {
  readonly #wasm: Wasm;
  readonly #options: LeakageOptions;
  readonly #direction: LeakageDirection;
  readonly #told: Pick<LeakageResult, 'definition'> & { direction: LeakageDirection | Direction };

  /** @internal `told`: what results say they are, where that is not Leakage. */
  constructor(
    wasm: Wasm,
    options: LeakageOptions = {},
    told?: { direction: Direction; definition: string },
  ) {
    requireNoWeights(options);
    requireOptions('leakageMetric', options, optionNames);
    requireFlags(options, ['threshold', 'normalized', 'warmStart']);
    const { aggregate = 'mean', seed = 1, metric = 'accuracy' } = options;
    this.#wasm = wasm;
    this.#options = options;
    this.#direction = requireOneOf(
      'direction',
      options.direction ?? 'outcome-from-attribute',
      leakageDirections,
    );
    this.#told = told ?? { direction: this.#direction, definition: definitions[this.#direction] };
    requireSeed(seed);
    requireOneOf('aggregate', aggregate, ['mean', 'median']);
    if (typeof metric !== 'function') requireOneOf('metric', metric, metricNames);
    if (isCustom(options.attacker)) requireSelfTaught(options);
  }

  /** λ_M - λ_D, over their sum if `normalized`, by default as the metric is. NaN where that is 0/0. */
  computeLeakage(lambdaD: number, lambdaM: number, normalized = this.#normalized): number {
    return this.#wasm.leakageOf(lambdaD, lambdaM, normalized);
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
   * Quality equalization: a column made wrong, so that it agrees with itself in this share of the rows (to
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

  /**
   * Row numbers for training and for testing in a trial: a random `testSize` (default 0.2), rounded up, is for
   * testing.
   */
  split(rows: number, options: SplitOptions = {}): { train: Uint32Array; test: Uint32Array } {
    requireOptions('split', options, ['testSize', 'trial']);
    const { trial = 0 } = options;
    const testSize = requireShare(options.testSize ?? this.#options.testSize ?? 0.2);
    requireTrial(trial);
    return this.#wasm.splitRows(rows, testSize, this.#options.seed ?? 1, trial);
  }

  /** One trial alone, by its number: what {@link computeBiasAmp} does for each. */
  async calcLeak(columns: LeakageColumns, trial = 0): Promise<LeakageTrial> {
    requireTrial(trial);
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
   * What attackers that have converged would show on the same rows, without training any: tables of counts.
   * Null for numeric features, for functions as metric, and for too many combinations of label columns.
   */
  exactLimit(columns: LeakageColumns): ExactLeakage | null {
    return this.#exact(this.#prepare(columns));
  }

  /** All trials, summarized. */
  async computeBiasAmp(
    columns: LeakageColumns,
    run: TrialRunOptions<LeakageTrial> = {},
  ): Promise<LeakageResult> {
    const { trials: count = 10, aggregate = 'mean' } = this.#options;
    const prepared = this.#prepare(columns);
    const trials = await this.#run(prepared, [0, count], run);
    const summary = summarize(
      trials.map(({ leakage }) => leakage),
      aggregate,
    );
    const { spec } = prepared;
    const exact = this.#exact(prepared);
    const guessesOutcome = this.#direction === 'outcome-from-attribute';
    const blind = guessesOutcome && spec.metric ? this.#wasm.blindLeakage(spec) : null;
    return new LeakageResult({
      ...this.#told,
      summary,
      coverage: coverages[columns.test ? 'given' : spec.warmStart ? 'warm' : 'anew'],
      trials,
      accuracies: {
        train: accuraciesOf(spec.train),
        test: accuraciesOf(spec.test ?? spec.train),
      },
      exact,
      marginal: blind?.leakage ?? null,
      warnings: [
        ...whyUndefined(trials, summary),
        ...whyFallShort(trials, exact),
        ...whyBelowBlind(blind, exact),
        ...whyMarginal(blind, summary, this.#told.direction === 'TtoA' ? 'attributes' : 'labels'),
      ],
    });
  }

  get #normalized(): boolean {
    return this.#options.normalized ?? false;
  }

  #prepare(columns: LeakageColumns): Prepared {
    requireNoWeights(columns);
    requireOptions('columns', columns, [...partNames, 'test']);
    const { test, ...rows } = columns;
    if (test) {
      requireNoWeights(test);
      requireOptions('test', test, partNames);
    }
    const encoded = encodeParts(test ? [rows, test] : [rows], this.#direction);
    return { encoded, spec: this.#spec(encoded, rows) };
  }

  #spec({ parts, task, attribute }: EncodedParts, rows: AttackColumns): Spec {
    const options = this.#options;
    const { metric = 'accuracy', threshold = true, warmStart = false, seed = 1 } = options;
    const guessesOutcome = this.#direction === 'outcome-from-attribute';
    const [classes, attributeClasses] = [classesOf(task), classesOf(attribute)];
    const guessed = guessesOutcome ? classes : attributeClasses;
    const training = toTraining(options, suitableLoss(guessed));
    requireSuitable(training.loss, guessed);
    const categorical = training.loss === 'cross-entropy';
    const pairs = (counts: number[]) => (categorical ? counts.map((k) => Math.max(k, 2)) : counts);
    const widthOf = (counts: readonly number[], pairsAreOneHot: boolean) =>
      counts.reduce((sum, k) => sum + (k <= 2 && !pairsAreOneHot ? 1 : Math.max(k, 2)), 0);
    const train = parts[0] as EncodedColumns;
    const inputs = guessesOutcome ? train.feature.columns : widthOf(classes, false);
    const outputs = widthOf(guessed, categorical);
    const isSimple = isOneColumn(guessesOutcome ? rows.feature : rows.label);
    return {
      train,
      test: parts[1] ?? null,
      testShare: requireShare(options.testSize ?? 0.2),
      direction: this.#direction,
      classes: guessesOutcome ? pairs(classes) : classes,
      attributeClasses: guessesOutcome ? attributeClasses : pairs(attributeClasses),
      shape: this.#shape(inputs, outputs, isSimple, categorical ? 'identity' : 'sigmoid'),
      training,
      metric: typeof metric === 'function' ? null : metric,
      threshold,
      normalized: this.#normalized,
      warmStart,
      seed,
    };
  }

  #shape(inputs: number, outputs: number, isSimple: boolean, last: 'identity' | 'sigmoid'): Shape {
    const { attacker } = this.#options;
    if (attacker instanceof DenseAttacker) {
      const { widths, activations } = attacker;
      if (widths[0] === inputs && widths.at(-1) === outputs) {
        return { widths: [...widths], activations: [...activations] };
      }
      throw new FairwasmError('shapeMismatch', {
        argument: 'attacker',
        expected: `a network of ${inputs} inputs and ${outputs} outputs, as the columns need`,
        actual: `one of ${widths[0]} and ${widths.at(-1)}`,
      });
    }
    const layers =
      attacker === undefined || isCustom(attacker) ? { layers: isSimple ? 1 : 3 } : attacker;
    return toShape(this.#wasm, inputs, outputs, layers, last);
  }

  async #run(
    { spec }: Prepared,
    range: Range,
    run: TrialRunOptions<LeakageTrial>,
  ): Promise<LeakageTrial[]> {
    requireOptions('run', run, ['onProgress', 'onTrial', 'signal', 'workers', 'startWorker']);
    const { metric, attacker } = this.#options;
    const { onTrial, ...others } = run;
    const results: LeakageTrial[] = [];
    const take = (trial: LeakageTrial, index: number) => {
      results[index] = trial;
      onTrial?.(trial, index);
    };
    const score = (trial: Pick<TrialOf['leakage'], 'outputs' | 'targets'>) =>
      this.#score(trial, spec);
    if (isCustom(attacker)) {
      await runCustomTrials(this.#wasm, attacker, spec, range, others, (trial, index) =>
        take(score(trial), index),
      );
      return results;
    }
    const job: Job<'leakage'> = { kind: 'leakage', spec };
    await runTrials(this.#wasm, job, range, {
      ...others,
      onTrial: (trial, index) => {
        const { lambdaD, lambdaM, leakage } = trial;
        take(typeof metric === 'function' ? score(trial) : { lambdaD, lambdaM, leakage }, index);
      },
    });
    return results;
  }

  /** Outputs against targets, of attackers on labels and on predictions. */
  #score(
    { outputs, targets }: Pick<TrialOf['leakage'], 'outputs' | 'targets'>,
    { training, threshold, ...spec }: Spec,
  ): LeakageTrial {
    const { metric = 'accuracy' } = this.#options;
    const oneHot = training.loss === 'cross-entropy';
    const classes =
      this.#direction === 'outcome-from-attribute' ? spec.classes : spec.attributeClasses;
    const [lambdaD, lambdaM] = [0, 1].map((role) => {
      const given = outputs[role] as Float64Array;
      const columns = targets[role] as Uint32Array[];
      return typeof metric === 'function'
        ? metric(given, targetsOf(columns, classes, oneHot))
        : this.#wasm.lambdaOf({
            outputs: Float32Array.from(given),
            classes,
            oneHot,
            columns,
            metric,
            threshold,
          });
    }) as [number, number];
    return { lambdaD, lambdaM, leakage: this.computeLeakage(lambdaD, lambdaM) };
  }

  #exact({ encoded, spec }: Prepared): ExactLeakage | null {
    if (!encoded.discrete || spec.metric === null) return null;
    const combinations = spec.classes.reduce((product, count) => product * count, 1);
    if (this.#direction === 'attribute-from-outcome' && combinations > maxCombinations) return null;
    return this.#wasm.expectedLeakage(spec);
  }
}

// A table of more cells would hold no more than the rows themselves.
const maxCombinations = 4096;

function requireTrial(trial: number): void {
  if (Number.isInteger(trial) && trial >= 0 && trial < 2 ** 31) return;
  throw new FairwasmError('invalidArgument', {
    argument: 'trial',
    expected: 'a whole number, 0 or more',
    actual: shown(trial),
  });
}

function isOneColumn(given: AttackColumns['feature']): boolean {
  return (
    Array.isArray(given) ||
    ArrayBuffer.isView(given) ||
    (typeof given === 'object' && ('codes' in given || isForeign(given)))
  );
}

function accuraciesOf({ label, prediction }: EncodedColumns): number[] {
  return label.map((truth, column) => {
    const answers = prediction[column] as Uint32Array;
    return (
      truth.reduce((right, code, row) => right + (code === answers[row] ? 1 : 0), 0) / truth.length
    );
  });
}

/** @internal Use `fair.leakage()`. */
export async function leakage(
  wasm: Wasm,
  input: LeakageInput,
  run: TrialRunOptions<LeakageTrial>,
): Promise<LeakageResult> {
  requireNoWeights(input);
  requireOptions('leakage', input, [...partNames, 'test', ...optionNames]);
  const { feature, attribute, label, prediction, test, ...options } = input;
  const columns = { feature, attribute, label, prediction, test };
  return new Leakage(wasm, options).computeBiasAmp(columns, run);
}
