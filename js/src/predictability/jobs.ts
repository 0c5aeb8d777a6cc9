// SPDX-License-Identifier: Apache-2.0
//
// Long work as data: a job says all that is needed to run its trials anywhere, here or in a worker, and
// trials are done in slices short enough that events have their turn in between.

import type { LeakageJob, LicJob } from '../wasm/predictability.js';
import type { Wasm } from './module.js';

type Arguments<T> = T extends new (...values: infer A) => unknown ? A : never;

type LicArguments = Arguments<Wasm['LicJob']>;

/** The core's own description of each kind of job. */
interface Specs {
  leakage: Arguments<Wasm['LeakageJob']>[0];
  lic: { rows: LicArguments[0]; options: Omit<LicArguments[1], 'watched'>; seed: number };
}

/** What one trial of a kind of job gives. */
export interface TrialOf {
  leakage: ReturnType<LeakageJob['trials']>[number];
  lic: ReturnType<LicJob['trials']>[number];
}

export type Kind = keyof Specs;
export type Job<K extends Kind = Kind> = { [P in K]: { kind: P; spec: Specs[P] } }[K];

/** Consecutive trials. */
export type Range = readonly [first: number, count: number];

/** How far the trials are that somebody works on. */
export type Standing = ReturnType<LeakageJob['progress']>;

/** Something in the core that advances. */
export interface Advancing {
  advance(pieces: number): boolean;
  progress(): Standing;
}

const pageSlice = 12; // milliseconds: short of the frame of a page

/** Lets events, timers and messages have their turn. */
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
 * Advances something to its end, slice by slice.
 *
 * @param check Called between slices; what it throws ends the work.
 * @param sliceTime Milliseconds; left out: so few that a page stays responsive.
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

function start(wasm: Wasm, job: Job, [first, count]: Range, watched: boolean): LeakageJob | LicJob {
  if (job.kind === 'leakage') return new wasm.LeakageJob(job.spec, first, count, watched);
  const { rows, options, seed } = job.spec;
  return new wasm.LicJob(rows, { ...options, watched }, first, count, seed);
}

/** What is told while trials run; what it throws ends them. */
export interface Watch {
  /** Whether standings shall say how good attackers are, which takes time. */
  watched: boolean;
  standing(standing: Standing): void;
  /** Trials that are done since the last time. */
  trials(trials: TrialOf[Kind][]): void;
}

/** Runs some trials of a job on this instance of the core. */
export async function runHere(
  wasm: Wasm,
  job: Job,
  range: Range,
  watch: Watch,
  sliceTime?: number,
): Promise<void> {
  const work = start(wasm, job, range, watch.watched);
  let told = 0;
  try {
    const check = (standing: Standing) => {
      watch.standing(standing);
      if (standing.done > told) watch.trials(work.trials().slice(told));
      told = standing.done;
    };
    await advanceInSlices(work, check, sliceTime);
  } finally {
    work.delete();
  }
}
