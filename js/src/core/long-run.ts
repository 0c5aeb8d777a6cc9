// SPDX-License-Identifier: Apache-2.0
//
// Long computations in slices, between which a page can render and a user can cancel.

import { requireParts } from './options.js';

/** The progress of a computation, a file, or a download. */
export type Progress = Parameters<NonNullable<RunOptions['onProgress']>>[0];

/** Options for long computations: progress and cancellation. */
export interface RunOptions {
  /** Called repeatedly with the completed fraction, between 0 and 1; `total` is 1. */
  onProgress?:
    | ((progress: {
        /** The completed amount: bytes of a file or a download, or a fraction of a computation. */
        done: number;
        /** The total amount: bytes, or 1 for a computation; undefined if it is unknown. */
        total: number | undefined;
      }) => void)
    | undefined;
  /** Cancels the computation: its promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

const sliceMilliseconds = 20;

/** Calls `step` until it returns 1; smaller values are the completed fraction. */
export async function inSlices(step: () => number, run: RunOptions): Promise<void> {
  requireParts('run', run, [], 'an object with options');
  const { signal } = run;
  for (;;) {
    signal?.throwIfAborted();
    const sliceEnd = performance.now() + sliceMilliseconds;
    let done = step();
    while (done < 1 && performance.now() < sliceEnd) done = step();
    reportDone(run, done);
    if (done >= 1) return;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Reports the completed fraction of a computation. */
export const reportDone = ({ onProgress }: RunOptions, done: number): void => onProgress?.({ done, total: 1 });

/** Returns run options that map the progress of a part to the range from `from` to `to` of the whole. */
export function partOfRun(run: RunOptions, from: number, to: number): RunOptions {
  const { onProgress, signal } = run;
  return { signal, onProgress: onProgress && (({ done }) => reportDone(run, from + (to - from) * done)) };
}

/** Returns the run options for one of several steps of equal length. */
export const getStep = (run: RunOptions, step: number, steps: number): RunOptions =>
  partOfRun(run, step / steps, (step + 1) / steps);

/** Resolves with the promise's result, or rejects with the signal's reason as soon as it is aborted. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
