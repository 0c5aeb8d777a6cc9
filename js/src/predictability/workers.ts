// SPDX-License-Identifier: Apache-2.0
//
// The caller's side: trials spread over workers, or run here in slices. Every promise settles: when
// all trials are done, when one fails, when a worker dies, or when the caller aborts.

import { FairwasmError } from '../core/error.js';
import { moduleOf } from '../core/module.js';
import { requireWhole } from '../core/options.js';
import type { CompiledModule, WebWorker } from '../core/platform-types.js';
import {
  availableWorkers,
  type Listeners,
  startPool,
  type WorkerPool,
} from '../core/worker-pool.js';
import {
  type Job,
  type Kind,
  type Range,
  runHere,
  type Standing,
  type TrialOf,
  type Watch,
} from './jobs.js';
import type { Wasm } from './module.js';
import type { Failure, Reply, Request } from './protocol.js';

/** How far the work is. */
export interface Progress {
  /** The trial at hand (where several are trained at once, the first of them), from 0. */
  trial: number;
  trials: number;
  /** Epochs done in it. */
  epoch: number;
  epochs: number;
  /** Mean loss of the last of them; NaN before the first is done. */
  loss: number;
  /** Share of all work that is done, from 0 to 1. */
  fraction: number;
  /** Estimate, from how long the work so far has taken. */
  secondsLeft: number;
}

/** How far trials are, and how good those are who learn. */
export interface TrialProgress extends Progress {
  /**
   * Mean score on the test rows of the attackers that learn the truth, at the end of the last epoch: λ_D so far,
   * for LIC the confidence. NaN where none learns at the moment, before the first epoch, and for a metric that
   * is a function.
   */
  scoreD: number;
  /** The same of those that learn the model’s predictions. */
  scoreM: number;
}

/** How long work is run. */
export interface RunOptions {
  /** Being told costs a few percent of the time: attackers are scored while they learn. */
  onProgress?: ((progress: TrialProgress) => void) | undefined;
  /** Aborting rejects with the signal's reason, an `AbortError` unless the caller gave another. */
  signal?: AbortSignal | undefined;
  /**
   * How many module workers share the trials; 0: none, the work is done here in slices between which
   * events have their turn. Left out: one a processor core, where workers can be had at all (esbuild and
   * Rollup do not take their file along, and neither do programs that are bundled for Node). Results do not depend on it.
   */
  workers?: number | undefined;
  /**
   * Starts a module worker whose script is, or imports, `fairwasm/worker`. Left out: a worker from that file
   * itself. For pages with a Content-Security-Policy, which a worker from a file is not under, but one
   * from a blob that imports the file is. Web only.
   */
  startWorker?: ((name: string) => WebWorker) | undefined;
}

/** @internal */
export const runNames = ['onProgress', 'signal', 'workers', 'startWorker'];

/** The same, where trials are of interest one by one. */
export interface TrialRunOptions<Trial> extends RunOptions {
  /** Called as trials are done, in any order; `index` counts from 0. */
  onTrial?: ((trial: Trial, index: number) => void) | undefined;
}

/** Tells that there are no workers to be had from a worker that failed. */
class WorkerMissing {
  readonly error: FairwasmError;
  constructor(error: FairwasmError) {
    this.error = error;
  }
}

// Spelt out, since bundlers look for exactly these forms.
const ownFile = () => new URL('./attackers-worker.js', import.meta.url);
const startFromFile = () =>
  new Worker(new URL('./attackers-worker.js', import.meta.url), { type: 'module' });

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

/** The range in at most `parts` parts, as even as possible. */
function shares([first, count]: Range, parts: number): Range[] {
  const most = Math.min(count, parts);
  const begin = (part: number) => first + Math.floor((part * count) / most);
  return Array.from({ length: most }, (_, i) => [begin(i), begin(i + 1) - begin(i)]);
}

/** @internal What is left, at the pace so far. */
export function secondsLeft(seconds: number, fraction: number): number {
  return fraction > 0 ? (seconds * (1 - fraction)) / fraction : Number.POSITIVE_INFINITY;
}

/** Turns the standings of those who work into one progress. */
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
      fraction: done,
      secondsLeft: secondsLeft(seconds, done),
    });
  }
}

/** Runs some trials of a job. */
export function runTrials(
  wasm: Wasm,
  job: Job<'leakage'>,
  range: Range,
  run: TrialRunOptions<TrialOf['leakage']>,
): Promise<TrialOf['leakage'][]>;
export function runTrials(
  wasm: Wasm,
  job: Job<'lic'>,
  range: Range,
  run: TrialRunOptions<TrialOf['lic']>,
): Promise<TrialOf['lic'][]>;
export async function runTrials(
  wasm: Wasm,
  job: Job,
  range: Range,
  run: TrialRunOptions<never>,
): Promise<TrialOf[Kind][]> {
  const { onProgress, onTrial, signal, workers, startWorker } = run;
  signal?.throwIfAborted();
  const [first, trials] = range;
  requireWhole('trials', trials, 1, maxCount);
  if (workers !== undefined) requireWhole('workers', workers, 0, maxCount);
  const { epochs } = (job.kind === 'lic' ? job.spec.options : job.spec).training;
  // A warm start hands weights from trial to trial: there is nothing to spread.
  const sequential = 'warmStart' in job.spec && job.spec.warmStart;
  const most = workers ?? availableWorkers();
  const parts = shares(range, sequential ? Math.min(most, 1) : most);
  const results: TrialOf[Kind][] = [];
  const watchOver = (ranges: readonly Range[]) => {
    const counts = ranges.map(([, count]) => count);
    const reporter = onProgress && new Reporter(onProgress, { trials, epochs }, counts);
    return ([begin]: Range, part: number): Watch => {
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
      await runInWorkers(moduleOf(wasm), job, parts, watchOver(parts), run);
      return results;
    } catch (error) {
      if (!(error instanceof WorkerMissing)) throw error;
      if (workers !== undefined || startWorker) throw error.error;
    }
  }
  // Where some workers ran before another could not be had, their trials are done again and told once.
  await runHere(wasm, job, range, watchOver([range])(range, 0));
  return results;
}

/** More trials or epochs could not be counted in 32 bits. */
export const maxCount = 2 ** 31 - 1;

// What cannot be copied to a worker could not be sent to another one either.
function post(worker: WorkerPool<Request>, name: string, request: Request): void {
  try {
    worker.post(request);
  } catch (error) {
    throw workerFailed(name, String(error));
  }
}

async function runInWorkers(
  module: CompiledModule,
  job: Job,
  parts: readonly Range[],
  watchOf: (range: Range, part: number) => Watch,
  { signal, startWorker = startFromFile }: RunOptions,
): Promise<void> {
  const crew: WorkerPool<Request>[] = [];
  let settled = false;
  let abort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
  });
  const runPart = (trials: Range, part: number) =>
    new Promise<void>((resolve, reject) => {
      const watch = watchOf(trials, part);
      const name = `fairwasm worker ${part + 1}`;
      const died = (reason: string) => reject(workerFailed(name, reason));
      const guarded = (act: () => void) => {
        try {
          act(); // what a caller's listener throws ends the work too
        } catch (error) {
          reject(error);
        }
      };
      const missing = (reason: string) => reject(new WorkerMissing(workerFailed(name, reason)));
      const listeners: Listeners<Reply> = {
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
      startPool<Request, Reply>(name, listeners, { file: ownFile, start: startWorker })
        .then((worker) => {
          if (settled) {
            worker.stop();
            return;
          }
          crew.push(worker); // whatever happens from here on, it is stopped in the end
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
