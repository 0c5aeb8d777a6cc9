// SPDX-License-Identifier: Apache-2.0
//
// Directional predictability amplification: attackers predict the task from the attribute, and the attribute from the
// task, in each direction for which predictions are given.

import { FairwasmError, invalid } from '../core/error.js';
import { requireOneOf, requireOptions } from '../core/options.js';
import type { Direction } from '../metrics/amplification.js';
import type { AttackerLayers, DenseAttacker } from './attacker.js';
import type { AttackColumns, LeakageColumns } from './columns.js';
import type { CustomAttacker } from './custom.js';
import { definitions } from './direction.js';
import type { ExactLeakage } from './exact.js';
import type { Task } from './joint-encoding.js';
import { Leakage } from './leakage.js';
import { type LeakageOptions, optionNames, requireNoWeights } from './leakage-options.js';
import { loadedAttackers, type Wasm } from './module.js';
import type { LeakageResult, LeakageTrial } from './result.js';
import { type AttackRunOptions, runNames, secondsLeft, type TrialRunOptions } from './workers.js';

/** Rows for DPA. Each direction requires predictions of its target. */
export interface DpaColumns {
  attribute: Task;
  task: Task;
  /** The predicted attribute, for TtoA. */
  attributePrediction?: Task | undefined;
  /** The predicted task, for AtoT. */
  taskPrediction?: Task | undefined;
  /** Test rows, with the same columns. Default: a random fraction of the rows. */
  test?: Omit<DpaColumns, 'test'> | undefined;
}

/** Options of DPA. Each direction has its own attackers. */
export interface DpaOptions extends Omit<LeakageOptions, 'attacker' | 'direction'> {
  attackers?: Partial<Record<Direction, AttackerLayers | DenseAttacker | CustomAttacker | undefined>> | undefined;
}

const columnNames = ['attribute', 'task', 'attributePrediction', 'taskPrediction', 'test'];
const dpaNames = [...optionNames.filter((name) => name !== 'attacker' && name !== 'direction'), 'attackers'];

/** @internal Use `predictability.dpa()`. */
export async function dpa(
  wasm: Wasm,
  input: DpaColumns & DpaOptions,
  run: AttackRunOptions,
): Promise<Record<Direction, LeakageResult>> {
  requireNoWeights(input);
  requireOptions('run', run, runNames);
  requireOptions('dpa', input, [...columnNames, ...dpaNames]);
  const { attribute, task, attributePrediction, taskPrediction, test, ...options } = input;
  const columns = { attribute, task, attributePrediction, taskPrediction, test };
  return new DPA(options, wasm).computeBiasAmpBidirectional(columns, run);
}

/**
 * Directional predictability amplification (bias_amplification). Create one with `predictability.dpaMetric(…)`.
 *
 * @example
 * const dpa = (await load()).dpaMetric({ trials: 2, epochs: 20 });
 * const attribute = ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'];
 * const task = ['cooks', 'cooks', 'cooks', 'rides', 'cooks', 'rides', 'rides', 'rides'];
 * const taskPrediction = ['cooks', 'cooks', 'cooks', 'cooks', 'rides', 'rides', 'rides', 'rides'];
 * dpa.exactLimit({ attribute, task, taskPrediction }, 'AtoT')?.leakage; // 0.329…
 * (await dpa.computeBiasAmp({ attribute, task, taskPrediction }, 'AtoT')).trials.length; // 2
 */
export class DPA {
  readonly #directions: Record<Direction, Leakage>;

  /** Requires `await load()` first. Throws `invalidArgument` for unknown options. */
  constructor(options?: DpaOptions);
  /** @internal */
  constructor(options: DpaOptions, wasm: Wasm);
  constructor(input: DpaOptions = {}, module?: Wasm) {
    const wasm = loadedAttackers.of(module);
    requireNoWeights(input);
    requireOptions('dpaMetric', input, dpaNames);
    const { attackers = {}, ...options } = input;
    requireOptions('attackers', attackers, ['AtoT', 'TtoA']);
    const direction = (name: Direction) =>
      new Leakage({ ...options, normalized: options.normalized ?? true, attacker: attackers[name] }, wasm, {
        direction: name,
        definition: definitions[name],
      });
    this.#directions = { AtoT: direction('AtoT'), TtoA: direction('TtoA') };
  }

  /** Like {@link Leakage.computeLeakage}, but normalized by default. */
  computeLeakage(lambdaD: number, lambdaM: number, normalized?: boolean): number {
    return this.#directions.AtoT.computeLeakage(lambdaD, lambdaM, normalized);
  }

  /** See {@link Leakage.calcLambda}. */
  calcLambda(...values: Parameters<Leakage['calcLambda']>): number {
    return this.#directions.AtoT.calcLambda(...values);
  }

  /** See {@link Leakage.permuteData}. */
  permuteData(...values: Parameters<Leakage['permuteData']>): string[] {
    return this.#directions.AtoT.permuteData(...values);
  }

  /** See {@link Leakage.split}. */
  split(
    rows: number,
    options?: {
      /** Fraction of rows for testing. Default: that of the metric. */
      testSize?: number | undefined;
      /** Number of the trial, counted from 0. Default: 0. */
      trial?: number | undefined;
    },
  ): { train: Uint32Array; test: Uint32Array } {
    return this.#directions.AtoT.split(rows, options);
  }

  /** Runs one trial of one direction. */
  calcLeak(columns: DpaColumns, direction: Direction, trial = 0): Promise<LeakageTrial> {
    return named(direction, async () =>
      this.#directions[requireDirection(direction)].calcLeak(look(columns, direction), trial),
    );
  }

  /** See {@link Leakage.exactLimit}. */
  exactLimit(columns: DpaColumns, direction: Direction): ExactLeakage | null {
    const leakage = this.#directions[requireDirection(direction)];
    const rows = look(columns, direction);
    try {
      return leakage.exactLimit(rows);
    } catch (error) {
      throw renamed(error, direction);
    }
  }

  /** Runs all trials of one direction. */
  computeBiasAmp(
    columns: DpaColumns,
    direction: Direction,
    run: TrialRunOptions<LeakageTrial> = {},
  ): Promise<LeakageResult> {
    return named(direction, async () =>
      this.#directions[requireDirection(direction)].computeBiasAmp(look(columns, direction), run),
    );
  }

  /** Runs both directions; progress goes from 0 to 1 over both. */
  async computeBiasAmpBidirectional(
    columns: DpaColumns,
    run: AttackRunOptions = {},
  ): Promise<Record<Direction, LeakageResult>> {
    // Both directions are checked before the first is trained, so that a missing column is reported immediately.
    look(columns, 'AtoT');
    look(columns, 'TtoA');
    const start = performance.now();
    const half = (before: 0 | 1): AttackRunOptions => ({
      ...run,
      onProgress: (progress) => {
        const fraction = (before + progress.done) / 2;
        const seconds = (performance.now() - start) / 1000;
        run.onProgress?.({ ...progress, done: fraction, secondsLeft: secondsLeft(seconds, fraction) });
      },
    });
    const AtoT = await this.computeBiasAmp(columns, 'AtoT', half(0));
    const TtoA = await this.computeBiasAmp(columns, 'TtoA', half(1));
    return { AtoT, TtoA };
  }
}

const requireDirection = (direction: Direction) => requireOneOf('direction', direction, ['AtoT', 'TtoA']);

function look(input: DpaColumns, direction: Direction): LeakageColumns {
  requireNoWeights(input);
  requireOptions('columns', input, columnNames);
  const { test, ...columns } = input;
  if (test) requireOptions('test', test, columnNames.slice(0, -1));
  const one = lookAt(columns, direction, '');
  return test ? { ...one, test: lookAt(test, direction, 'test.') } : one;
}

// Maps Leakage's column names to DPA's.
const roles: Record<Direction, Record<string, keyof DpaColumns>> = {
  AtoT: { feature: 'attribute', label: 'task', prediction: 'taskPrediction' },
  TtoA: { feature: 'task', label: 'attribute', prediction: 'attributePrediction' },
};

const isDirection = (value: unknown): value is Direction => value === 'AtoT' || value === 'TtoA';

/** Renames the column in an error from Leakage to DPA's name. */
function renamed(error: unknown, direction: Direction): unknown {
  if (!(error instanceof FairwasmError)) return error;
  const [start = '', test = '', role = ''] = /^(test\.)?(\w+)/.exec(error.argument) ?? [];
  const rest = error.argument.slice(start.length);
  const name = isDirection(direction) ? roles[direction][role] : undefined;
  if (name === undefined) return error;
  return error.with({ argument: `${test}${name}${rest}` });
}

async function named<T>(direction: Direction, measure: () => Promise<T>): Promise<T> {
  try {
    return await measure();
  } catch (error) {
    throw renamed(error, direction);
  }
}

function lookAt(columns: Omit<DpaColumns, 'test'>, direction: Direction, part: string): AttackColumns {
  const { attribute, task, attributePrediction, taskPrediction } = columns;
  const toTask = direction === 'AtoT';
  const prediction = toTask ? taskPrediction : attributePrediction;
  if (prediction === undefined) {
    throw invalid(`${part}${toTask ? 'taskPrediction' : 'attributePrediction'}`, `a column, for ${direction}`, 'none');
  }
  return toTask ? { feature: attribute, label: task, prediction } : { feature: task, label: attribute, prediction };
}
