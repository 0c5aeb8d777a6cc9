// SPDX-License-Identifier: Apache-2.0
//
// Long computations as data: a job contains everything needed to run its trials here or in a worker. Trials run in
// slices that are short enough for events to be handled in between.

import type { LeakageJob, LicJob } from '../wasm/predictability.js';
import type { Wasm } from './module.js';

type Arguments<T> = T extends new (...values: infer A) => unknown ? A : never;

type LicArguments = Arguments<Wasm['LicJob']>;

/** The core's description of each kind of job. */
interface Specs {
  leakage: Arguments<Wasm['LeakageJob']>[0];
  lic: { rows: LicArguments[0]; options: Omit<LicArguments[1], 'watched'>; seed: number };
}

/** The result of one trial for each kind of job. */
export interface TrialOf {
  leakage: ReturnType<LeakageJob['trials']>[number];
  lic: ReturnType<LicJob['trials']>[number];
}

export type Kind = keyof Specs;
export type Job<K extends Kind = Kind> = { [P in K]: { kind: P; spec: Specs[P] } }[K];

/** Consecutive trials. */
export type TrialRange = readonly [first: number, count: number];

/** Progress of the running trials. */
export type Standing = ReturnType<LeakageJob['progress']>;

/** A computation in the core that advances in steps. */
export interface Advancing {
  advance(pieces: number): boolean;
  progress(): Standing;
}

const pageSlice = 12; // milliseconds; shorter than a frame

/** Lets pending events, timers, and messages run. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/**
 * Advances a computation to its end, slice by slice.
 *
 * @param check Called between slices; if it throws, the computation ends.
 * @param sliceTime Milliseconds per slice. Default: short enough for a responsive page.
 */
export async function advanceInSlices(
  work: Advancing,
  check: (standing: Standing) => void,
  sliceTime = pageSlice,
): Promise<void> {
  let pieces = 16;
  for (;;) {
    const start = performance.now();
    const done = work.advance(pieces);
    const factor = sliceTime / Math.max(performance.now() - start, 0.1);
    pieces = Math.max(1, Math.round(pieces * Math.min(2, Math.max(0.25, factor))));
    check(work.progress());
    if (done) return;
    await turn();
  }
}

function start(wasm: Wasm, job: Job, [first, count]: TrialRange, watched: boolean): LeakageJob | LicJob {
  if (job.kind === 'leakage') return new wasm.LeakageJob(job.spec, first, count, watched);
  const { rows, options, seed } = job.spec;
  return new wasm.LicJob(rows, { ...options, watched }, first, count, seed);
}

/** Receives the progress of trials; if a method throws, the trials end. */
export interface TrialWatch {
  /** Whether to score attackers while they train, which takes time. */
  watched: boolean;
  standing(standing: Standing): void;
  /** Receives the trials finished since the last call. */
  trials(trials: TrialOf[Kind][]): void;
}

/** Runs some trials of a job on this instance of the core. */
export async function runHere(
  wasm: Wasm,
  job: Job,
  range: TrialRange,
  watch: TrialWatch,
  sliceTime?: number,
): Promise<void> {
  const work = start(wasm, job, range, watch.watched);
  let reported = 0;
  try {
    const check = (standing: Standing) => {
      watch.standing(standing);
      if (standing.done > reported) watch.trials(work.trials().slice(reported));
      reported = standing.done;
    };
    await advanceInSlices(work, check, sliceTime);
  } finally {
    work.delete();
  }
}
