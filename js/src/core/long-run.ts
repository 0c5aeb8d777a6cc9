// SPDX-License-Identifier: Apache-2.0
//
// Long computations in slices, between which a page can render and a user can cancel.

import { requireParts } from './options.js';

/** Options for long computations: progress and cancellation. */
export interface RunOptions {
  /** Called repeatedly with the fraction that is done, between 0 and 1. */
  onProgress?: ((done: number) => void) | undefined;
  /** Cancels the computation: its promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

const sliceMilliseconds = 20;

/** Calls `step` until it returns 1; smaller values are the fraction that is done. */
export async function inSlices(step: () => number, run: RunOptions): Promise<void> {
  requireParts('run', run, [], 'an object with options');
  const { onProgress, signal } = run;
  for (;;) {
    signal?.throwIfAborted();
    const sliceEnd = performance.now() + sliceMilliseconds;
    let done = step();
    while (done < 1 && performance.now() < sliceEnd) done = step();
    onProgress?.(done);
    if (done >= 1) return;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

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
