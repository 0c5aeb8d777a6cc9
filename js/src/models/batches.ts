// SPDX-License-Identifier: Apache-2.0
//
// Runs a model in batches, so that the page can redraw and a click can cancel between batches.

import { type RunOptions, reportDone } from '../core/long-run.js';

const usualRows = 2048;
const sliceMilliseconds = 20;

/**
 * Calls `work` with the first row and the size of each batch. With a fixed size, the last batch may extend beyond the
 * rows.
 */
export async function inBatches(
  rows: number,
  fixedRows: number | undefined,
  run: RunOptions,
  work: (from: number, size: number) => Promise<void>,
): Promise<void> {
  let sliceEnd = performance.now() + sliceMilliseconds;
  for (let from = 0; from < rows; ) {
    run.signal?.throwIfAborted();
    const size = fixedRows ?? Math.min(usualRows, rows - from);
    await work(from, size);
    from += size;
    reportDone(run, Math.min(1, from / rows));
    if (from >= rows || performance.now() < sliceEnd) continue;
    await new Promise((resolve) => setTimeout(resolve));
    sliceEnd = performance.now() + sliceMilliseconds;
  }
}
