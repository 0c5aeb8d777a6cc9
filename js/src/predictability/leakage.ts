// SPDX-License-Identifier: Apache-2.0
//
// Leakage: how much better attackers do with a model's predictions than with the labels, after the labels are made
// equally inaccurate. Attackers predict the outcome from a feature, or the attribute from the outcome.

import { invalid, invalidState } from '../core/error.js';
import {
  requireBoolean,
  requireNumber,
  requireOneOf,
  requireOptions,
  requireParts,
  requireWhole,
} from '../core/options.js';
import { CategoryEncoder } from '../data/category.js';
import type { CategoryColumn, NumericArray } from '../data/column.js';
import type { Direction } from '../metrics/amplification.js';
import { type DenseAttacker, requireFlags } from './attacker.js';
import { type EncodedColumns, type EncodedParts, encodeParts, type LeakageColumns } from './columns.js';
import { getTargets, isCustom, runCustomTrials } from './custom.js';
import { definitions, type LeakageDirection, leakageDirections } from './direction.js';
import { type ExactLeakage, metricNames } from './exact.js';
import { type FeatureKind, featureKinds } from './features.js';
import type { Job, TrialOf, TrialRange } from './jobs.js';
import {
  type LeakageOptions,
  optionNames,
  partNames,
  requireNoWeights,
  requireSelfTaught,
  requireShare,
} from './leakage-options.js';
import { type Spec, toSpec } from './leakage-spec.js';
import { loadedAttackers, type Wasm } from './module.js';
import { LeakageResult, type LeakageTrial, whyBelowBlind, whyFallShort, whyMarginal, whyUndefined } from './result.js';
import { noSpread, spreadOverRows, summarize } from './statistics.js';
import { runNames, runTrials, type TrialRunOptions } from './workers.js';

/** Labels of results that belong to another definition. */
interface ResultLabels {
  direction: Direction;
  definition: string;
}

interface Prepared {
  encoded: EncodedParts;
  spec: Spec;
}

const coverages = {
  anew:
    'The confidence interval is over rows: other rows might have been collected. It widens the spread between trials ' +
    'by what they share (Nadeau and Bengio 2003), so that more trials do not make it arbitrarily short. The interval ' +
    'over seeds covers only the split into training and test rows, equalization and training.',
  given:
    'There is no confidence interval over rows, because all trials use the same test rows: with other test rows, the value may ' +
    'differ by more than the interval over seeds, which covers equalization and training only.',
  warm:
    'There is no confidence interval over rows. The interval over seeds covers equalization only, and is too narrow: ' +
    'with a warm start, all trials share one split, and each continues from the previous trial.',
};

/**
 * Leakage. Create one with `predictability.leakageMetric(…)`. The direction determines the definition.
 *
 * @example
 * const metric = (await load()).leakageMetric({ trials: 2, epochs: 20 });
 * metric.computeLeakage(0.5, 0.75); // 0.25
 * const columns = { feature: [...'ffmm'], label: [1, 0, 1, 0], prediction: [1, 1, 0, 0] };
 * metric.exactLimit(columns)?.leakage; // 0.333…
 */
export class Leakage {
  readonly #wasm: Wasm;
  readonly #options: LeakageOptions;
  readonly #direction: LeakageDirection;
  readonly #told: Pick<LeakageResult, 'definition'> & { direction: LeakageDirection | Direction };

  /** Requires `await load()` first. Throws `invalidArgument` for unknown options. */
  constructor(options?: LeakageOptions);
  /** @internal `told` labels the results if they do not belong to Leakage. */
  constructor(options: LeakageOptions, wasm: Wasm, labels?: ResultLabels);
  constructor(options: LeakageOptions = {}, input?: Wasm, labels?: ResultLabels) {
    // Only an entry point passes a module, and only then can labels be passed.
    const wasm = loadedAttackers.of(input);
    requireNoWeights(options);
    requireOptions('leakageMetric', options, optionNames);
    requireFlags(options, ['threshold', 'normalized', 'warmStart']);
    const { aggregate = 'mean', seed = 1, metric = 'accuracy' } = options;
    this.#wasm = wasm;
    this.#options = options;
    this.#direction = requireOneOf('direction', options.direction ?? 'outcome-from-attribute', leakageDirections);
    this.#told = labels ?? { direction: this.#direction, definition: definitions[this.#direction] };
    requireWhole('seed', seed, 0);
    requireOneOf('aggregate', aggregate, ['mean', 'median']);
    requireFeatureKind(options.featureKind, this.#direction);
    if (typeof metric !== 'function') requireOneOf('metric', metric, metricNames);
    if (isCustom(options.attacker)) requireSelfTaught(options);
  }

  /** Returns λ_M - λ_D, divided by their sum if `normalized`. Default: the metric's setting. NaN for 0/0. */
  computeLeakage(lambdaD: number, lambdaM: number, normalized = this.#normalized): number {
    return this.#wasm.computeLeakage(
      requireNumber('lambdaD', lambdaD),
      requireNumber('lambdaM', lambdaM),
      requireBoolean('normalized', normalized),
    );
  }

  /**
   * Returns λ, the quality of an attacker on these rows.
   *
   * @param inputs Rows of its inputs, in row-major order.
   * @param target One or more columns of categories, coded 0, 1, … in order.
   */
  calcLambda(
    attacker: DenseAttacker,
    inputs: NumericArray | readonly number[],
    target: Uint32Array | readonly Uint32Array[],
  ): number {
    requireParts('attacker', attacker, ['predict'], 'an attacker');
    requireParts('target', target, ['map'], 'a column of category indices, or several columns');
    const columns = target instanceof Uint32Array ? [target] : [...target];
    const outputs = attacker.predict(inputs);
    const { metric = 'accuracy', threshold = true } = this.#options;
    const width = attacker.widths.at(-1) as number;
    // If there are as many outputs as columns, they are binary; otherwise they are the classes of a single column.
    const classes = width === columns.length ? columns.map(() => 2) : [width];
    if (typeof metric === 'function') return metric(Float64Array.from(outputs), getTargets(columns, classes, false));
    return this.#wasm.computeLambda({
      outputs,
      classes: Uint32Array.from(classes),
      oneHot: width > columns.length,
      columns,
      metric,
      threshold,
    });
  }

  /**
   * Quality equalization: changes a column so that this fraction of the rows (rounded to whole rows) still agrees
   * with the original. A changed value is replaced by one of the other categories, all equally likely.
   *
   * @returns The column as strings.
   */
  permuteData(column: CategoryColumn, accuracy: number, seed = 1): string[] {
    const encoder = new CategoryEncoder('column', [], 'error');
    const codes = Uint32Array.from(encoder.encode(column));
    const { categories } = encoder;
    const wrong = this.#wasm.perturb(codes, categories.length, accuracy, requireWhole('seed', seed, 0));
    return Array.from(wrong, (code) => categories[code] as string);
  }

  /**
   * Returns the row numbers for training and testing in a trial. A random fraction `testSize` of the rows (default
   * 0.2), rounded up, is for testing.
   */
  split(
    rows: number,
    options: {
      /** Fraction of rows for testing. Default: that of the metric. */
      testSize?: number | undefined;
      /** Number of the trial, counted from 0. Default: 0. */
      trial?: number | undefined;
    } = {},
  ): { train: Uint32Array; test: Uint32Array } {
    requireOptions('split', options, ['testSize', 'trial']);
    const { trial = 0 } = options;
    const testSize = requireShare(options.testSize ?? this.#options.testSize ?? 0.2);
    requireWhole('trial', trial, 0, 2 ** 31 - 1);
    return this.#wasm.splitRows(requireNumber('rows', rows), testSize, this.#options.seed ?? 1, trial);
  }

  /** Runs one trial by its number, like each trial of {@link computeBiasAmp}. */
  async calcLeak(columns: LeakageColumns, trial = 0): Promise<LeakageTrial> {
    requireWhole('trial', trial, 0, 2 ** 31 - 1);
    if (this.#options.warmStart) {
      throw invalidState(
        'warmStart',
        'no warm start, because trials must be independent',
        'a warm start, in which a trial continues the previous one',
      );
    }
    const prepared = this.#prepare(columns);
    const results = await this.#run(prepared, [trial, 1], { workers: 0 });
    return results[0] as LeakageTrial;
  }

  /**
   * Returns the leakage of tables of counts on the same rows, without training. Converged attackers come close to it,
   * but it is not an upper bound: with few rows, other attackers can do better. Null for numeric features, for
   * functions as metric, and for too many combinations of label columns.
   */
  exactLimit(columns: LeakageColumns): ExactLeakage | null {
    return this.#exact(this.#prepare(columns));
  }

  /** Runs and summarizes all trials. */
  async computeBiasAmp(columns: LeakageColumns, run: TrialRunOptions<LeakageTrial> = {}): Promise<LeakageResult> {
    const { trials: count = 10, aggregate = 'mean' } = this.#options;
    const prepared = this.#prepare(columns);
    const trials = await this.#run(prepared, [0, count], run);
    const { spec } = prepared;
    const fromTrials = summarize(
      trials.map(({ leakage }) => leakage),
      aggregate,
    );
    const splitsAnew = !columns.test && !spec.warmStart;
    const summary = {
      ...fromTrials,
      ...(splitsAnew ? spreadOverRows(fromTrials, trials.length, this.#sizes(spec), aggregate) : noSpread),
    };
    const exact = this.#exact(prepared);
    const guessesOutcome = this.#direction === 'outcome-from-attribute';
    const blind = guessesOutcome && spec.metric ? this.#wasm.blindLeakage(spec) : null;
    return new LeakageResult({
      ...this.#told,
      summary,
      coverage: coverages[columns.test ? 'given' : spec.warmStart ? 'warm' : 'anew'],
      trials,
      accuracies: { train: getAccuracies(spec.train), test: getAccuracies(spec.test ?? spec.train) },
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

  // Returns the numbers of test and training rows of a trial.
  #sizes(spec: Spec): { tests: number; trained: number } {
    const rows = spec.train.label[0]?.length ?? 0;
    const { train, test } = this.split(rows);
    return { tests: test.length, trained: train.length };
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
    const encoded = encodeParts(test ? [rows, test] : [rows], this.#direction, this.#options.featureKind);
    const spec = toSpec(this.#wasm, this.#options, this.#direction, encoded, rows);
    return { encoded, spec };
  }

  async #run({ spec }: Prepared, range: TrialRange, run: TrialRunOptions<LeakageTrial>): Promise<LeakageTrial[]> {
    requireOptions('run', run, [...runNames, 'onTrial']);
    const { metric, attacker } = this.#options;
    const { onTrial, ...rest } = run;
    const results: LeakageTrial[] = [];
    const take = (trial: LeakageTrial, index: number) => {
      results[index] = trial;
      onTrial?.(trial, index);
    };
    const score = (trial: Pick<TrialOf['leakage'], 'outputs' | 'targets'>) => this.#score(trial, spec);
    if (isCustom(attacker)) {
      await runCustomTrials(this.#wasm, attacker, spec, range, rest, (trial, index) => take(score(trial), index));
      return results;
    }
    const job: Job<'leakage'> = { kind: 'leakage', spec };
    await runTrials(this.#wasm, job, range, {
      ...rest,
      onTrial: (trial, index) => {
        const { lambdaD, lambdaM, leakage } = trial;
        take(typeof metric === 'function' ? score(trial) : { lambdaD, lambdaM, leakage }, index);
      },
    });
    return results;
  }

  /** Scores the outputs of attackers on labels and on predictions. */
  #score(
    { outputs, targets }: Pick<TrialOf['leakage'], 'outputs' | 'targets'>,
    { training, threshold, ...spec }: Spec,
  ): LeakageTrial {
    const { metric = 'accuracy' } = this.#options;
    const oneHot = training.loss === 'cross-entropy';
    const classes = this.#direction === 'outcome-from-attribute' ? spec.classes : spec.attributeClasses;
    const [lambdaD, lambdaM] = [0, 1].map((role) => {
      const given = outputs[role] as Float64Array;
      const columns = targets[role] as Uint32Array[];
      return typeof metric === 'function'
        ? metric(given, getTargets(columns, classes, oneHot))
        : this.#wasm.computeLambda({ outputs: Float32Array.from(given), classes, oneHot, columns, metric, threshold });
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

// With more cells, the table would contain no more information than the rows.
const maxCombinations = 4096;

function getAccuracies({ label, prediction }: EncodedColumns): number[] {
  return label.map((truth, column) => {
    const answers = prediction[column] as Uint32Array;
    return truth.reduce((right, code, row) => right + (code === answers[row] ? 1 : 0), 0) / truth.length;
  });
}

/** @internal Use `predictability.leakage()`. */
export async function leakage(
  wasm: Wasm,
  input: LeakageColumns & LeakageOptions,
  run: TrialRunOptions<LeakageTrial>,
): Promise<LeakageResult> {
  requireNoWeights(input);
  requireOptions('leakage', input, [...partNames, 'test', ...optionNames]);
  const { feature, attribute, label, prediction, test, ...options } = input;
  const columns = { feature, attribute, label, prediction, test };
  return new Leakage(options, wasm).computeBiasAmp(columns, run);
}

function requireFeatureKind(kind: FeatureKind | undefined, direction: LeakageDirection): void {
  if (kind === undefined) return;
  requireOneOf('featureKind', kind, featureKinds);
  if (direction === 'outcome-from-attribute') return;
  throw invalid(
    'featureKind',
    "the direction 'outcome-from-attribute', in which attackers see a feature",
    `'${direction}'`,
  );
}
