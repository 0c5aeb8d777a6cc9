// SPDX-License-Identifier: Apache-2.0
//
// The caller's side of workers: runs trials in workers, or here in slices. Every promise settles: when all trials are
// done, when a trial fails, when a worker dies, or when the caller aborts.

import { FairwasmError } from '../core/error.js';
import { getModule } from '../core/module.js';
import { requireWhole } from '../core/options.js';
import type { CompiledModule, StartWorker } from '../core/platform-types.js';
import { availableWorkers, type Listeners, startPool, type WorkerPool } from '../core/worker-pool.js';
import { type Job, type Kind, runHere, type Standing, type TrialOf, type TrialRange, type TrialWatch } from './jobs.js';
import type { Wasm } from './module.js';
import type { Failure, TrialReply, TrialRequest } from './protocol.js';

/** Progress of trials, and the current scores of the attackers. */
export interface TrialProgress {
  /** The fraction of the computation that is done, between 0 and 1. */
  done: number;
  total: number | undefined;
  /** Number of the current trial, from 0; the first of them if several run at once. */
  trial: number;
  trials: number;
  /** Number of finished epochs in the trial. */
  epoch: number;
  epochs: number;
  /** Mean loss of the last epoch; NaN before the first is finished. */
  loss: number;
  /** Estimated seconds left, from the time spent so far. */
  secondsLeft: number;
  /**
   * Mean score on the test rows of the attackers on labels, at the end of the last epoch: λ_D so far, or the
   * confidence for LIC. NaN if none is training, before the first epoch, and for a function as metric.
   */
  scoreD: number;
  /** The same for the attackers on predictions. */
  scoreM: number;
}

/** Options for running a long computation. */
export interface AttackRunOptions {
  /** Receives progress. It costs a few percent of the time, because attackers are scored while they train. */
  onProgress?: ((progress: TrialProgress) => void) | undefined;
  /** Signal that aborts the computation; the promise rejects with its reason, an `AbortError` by default. */
  signal?: AbortSignal | undefined;
  /**
   * Number of module workers that share the trials; 0 runs them on the calling thread, in slices between which events
   * are handled. Results do not depend on it. Default: one per processor core if workers are available (esbuild,
   * Rollup, and bundled Node programs do not include the worker file).
   */
  workers?: number | undefined;
  /**
   * Starts a module worker whose script is, or imports, `fairwasm/worker`. Default: a worker from that file. Needed
   * for pages with a Content-Security-Policy, which applies to a worker from a blob that imports the file, but not to
   * a worker from the file. Only in browsers.
   */
  startWorker?: StartWorker | undefined;
}

/** @internal */
export const runNames = ['onProgress', 'signal', 'workers', 'startWorker'];

/** Run options that also report single trials. */
export interface TrialRunOptions<Trial> extends AttackRunOptions {
  /** Called when a trial is finished, in any order; `index` counts from 0. */
  onTrial?: ((trial: Trial, index: number) => void) | undefined;
}

/** Distinguishes unavailable workers from failed workers. */
class WorkerMissing {
  readonly error: FairwasmError;
  constructor(error: FairwasmError) {
    this.error = error;
  }
}

// Written out, because bundlers recognize only these exact forms.
const ownFile = () => new URL('./attackers-worker.js', import.meta.url);
const startFromFile = () => new Worker(new URL('./attackers-worker.js', import.meta.url), { type: 'module' });

function toError(failure: Failure): Error {
  if (failure.code === null) return new Error(failure.message);
  return new FairwasmError(failure.code, failure.details);
}

function workerFailed(name: string, reason: string): FairwasmError {
  return new FairwasmError('workerFailed', {
    argument: name,
    expected: 'a worker that finishes its trials',
    actual: reason,
  });
}

/** Splits the range into at most `parts` parts of nearly equal size. */
function shares([first, count]: TrialRange, parts: number): TrialRange[] {
  const max = Math.min(count, parts);
  const begin = (part: number) => first + Math.floor((part * count) / max);
  return Array.from({ length: max }, (_, i) => [begin(i), begin(i + 1) - begin(i)]);
}

/** @internal Estimates the seconds left from the pace so far. */
export function secondsLeft(seconds: number, fraction: number): number {
  return fraction > 0 ? (seconds * (1 - fraction)) / fraction : Number.POSITIVE_INFINITY;
}

/** Combines the standings of all workers into one progress report. */
class Reporter {
  readonly #report: (progress: TrialProgress) => void;
  readonly #totals: { trials: number; epochs: number };
  readonly #fractions: number[];
  readonly #counts: readonly number[];
  readonly #start = performance.now();

  constructor(
    report: (progress: TrialProgress) => void,
    totals: { trials: number; epochs: number },
    counts: readonly number[],
  ) {
    this.#report = report;
    this.#totals = totals;
    this.#counts = counts;
    this.#fractions = counts.map(() => 0);
  }

  update(part: number, { trial, epoch, loss, scoreD, scoreM, fraction }: Standing): void {
    this.#fractions[part] = fraction;
    const done = this.#fractions.reduce(
      (sum, share, i) => sum + (share * (this.#counts[i] as number)) / this.#totals.trials,
      0,
    );
    const seconds = (performance.now() - this.#start) / 1000;
    this.#report({
      trial,
      epoch,
      loss,
      scoreD,
      scoreM,
      ...this.#totals,
      done,
      total: 1,
      secondsLeft: secondsLeft(seconds, done),
    });
  }
}

/** Runs some trials of a job. */
export function runTrials(
  wasm: Wasm,
  job: Job<'leakage'>,
  range: TrialRange,
  run: TrialRunOptions<TrialOf['leakage']>,
): Promise<TrialOf['leakage'][]>;
export function runTrials(
  wasm: Wasm,
  job: Job<'lic'>,
  range: TrialRange,
  run: TrialRunOptions<TrialOf['lic']>,
): Promise<TrialOf['lic'][]>;
export async function runTrials(
  wasm: Wasm,
  job: Job,
  range: TrialRange,
  run: TrialRunOptions<never>,
): Promise<TrialOf[Kind][]> {
  const { onProgress, onTrial, signal, workers, startWorker } = run;
  signal?.throwIfAborted();
  const [first, trials] = range;
  requireWhole('trials', trials, 1, maxCount);
  if (workers !== undefined) requireWhole('workers', workers, 0, maxCount);
  const { epochs } = (job.kind === 'lic' ? job.spec.options : job.spec).training;
  // A warm start passes weights from trial to trial, so trials cannot run in parallel.
  const sequential = 'warmStart' in job.spec && job.spec.warmStart;
  const max = workers ?? availableWorkers();
  const parts = shares(range, sequential ? Math.min(max, 1) : max);
  const results: TrialOf[Kind][] = [];
  const watchOver = (ranges: readonly TrialRange[]) => {
    const counts = ranges.map(([, count]) => count);
    const reporter = onProgress && new Reporter(onProgress, { trials, epochs }, counts);
    return ([begin]: TrialRange, part: number): TrialWatch => {
      let next = begin - first;
      return {
        watched: onProgress !== undefined,
        standing(standing) {
          signal?.throwIfAborted();
          reporter?.update(part, standing);
        },
        trials(done) {
          for (const trial of done) {
            const isNew = results[next] === undefined;
            results[next] = trial;
            if (isNew) onTrial?.(trial as never, next);
            next++;
          }
        },
      };
    };
  };
  if (parts.length > 0) {
    try {
      await runInWorkers(getModule(wasm), job, parts, watchOver(parts), run);
      return results;
    } catch (error) {
      if (!(error instanceof WorkerMissing)) throw error;
      if (workers !== undefined || startWorker) throw error.error;
    }
  }
  // If only some workers could start, their trials are repeated here and reported once.
  await runHere(wasm, job, range, watchOver([range])(range, 0));
  return results;
}

/** Trials and epochs are counted in 32 bits. */
export const maxCount = 2 ** 31 - 1;

// If a request cannot be cloned for one worker, it cannot be cloned for another.
function post(worker: WorkerPool<TrialRequest>, name: string, request: TrialRequest): void {
  try {
    worker.post(request);
  } catch (error) {
    throw workerFailed(name, String(error));
  }
}

async function runInWorkers(
  module: CompiledModule,
  job: Job,
  parts: readonly TrialRange[],
  getWatch: (range: TrialRange, part: number) => TrialWatch,
  { signal, startWorker = startFromFile }: AttackRunOptions,
): Promise<void> {
  const crew: WorkerPool<TrialRequest>[] = [];
  let settled = false;
  let abort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
  });
  const runPart = (trials: TrialRange, part: number) =>
    new Promise<void>((resolve, reject) => {
      const watch = getWatch(trials, part);
      const name = `fairwasm worker ${part + 1}`;
      const died = (reason: string) => reject(workerFailed(name, reason));
      const guarded = (act: () => void) => {
        try {
          act(); // an error thrown by the caller's listener also ends the work
        } catch (error) {
          reject(error);
        }
      };
      const missing = (reason: string) => reject(new WorkerMissing(workerFailed(name, reason)));
      const listeners: Listeners<TrialReply> = {
        died,
        missing,
        reply(reply) {
          if (settled) return;
          if (reply.kind === 'progress') guarded(() => reply.standings.forEach(watch.standing));
          else if (reply.kind === 'trials') guarded(() => watch.trials(reply.trials));
          else if (reply.kind === 'failed') reject(toError(reply.failure));
          else resolve();
        },
      };
      startPool<TrialRequest, TrialReply>(name, listeners, { file: ownFile, start: startWorker })
        .then((worker) => {
          if (settled) {
            worker.stop();
            return;
          }
          crew.push(worker); // from here on, the worker is always terminated in the end
          guarded(() => post(worker, name, { module, job, trials, watched: watch.watched }));
        })
        .catch((error) => missing(String(error)));
    });
  try {
    await Promise.race([Promise.all(parts.map(runPart)), aborted]);
  } finally {
    settled = true;
    if (abort) signal?.removeEventListener('abort', abort);
    for (const worker of crew) worker.stop();
  }
}
