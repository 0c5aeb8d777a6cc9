// SPDX-License-Identifier: Apache-2.0
//
// Workers that share the counting of a large file, started by the worker that counts. In browsers that do not let a
// worker start others, one worker counts.

import { FairwasmError } from 'fairwasm';
import countingUrl from 'fairwasm/counting-worker?worker&url';
import { startWorker } from './ask.js';
import type { WorkerPool } from './requests.js';

const enough = 1 << 26; // bytes: below, workers take longer to start than they save
const maxWorkers = 8;

/** Resolves with the result of `count`, with the number of workers that makes counting the file faster. */
export async function sharedByWorkers<T>(file: Blob, count: (crew: WorkerPool) => Promise<T>): Promise<T> {
  const workers = Math.min(maxWorkers, navigator.hardwareConcurrency ?? 1);
  if (file.size < enough || workers < 2 || typeof Worker === 'undefined') return count({});
  try {
    return await count({ workers, startWorker: (name) => startWorker(countingUrl, name) });
  } catch (error) {
    if (error instanceof FairwasmError && error.code === 'workerFailed') return count({});
    throw error;
  }
}
