// SPDX-License-Identifier: Apache-2.0
//
// Shows the progress of a long task in one line on a terminal's standard error.

import type { Progress } from '../core/long-run.js';

const firstAfter = 500; // milliseconds; shorter tasks show no progress
const again = 100;

const megabytes = (bytes: number) => (bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: 0 });

/** Shows the progress of reading, in bytes, if standard error is a terminal. */
export function showProgress(what: string) {
  const { stderr } = process;
  let next = performance.now() + firstAfter;
  let shown = false;
  return {
    update: ({ done, total }: Progress): void => {
      const now = performance.now();
      if (!stderr.isTTY || now < next) return;
      next = now + again;
      shown = true;
      const share = total
        ? `${Math.min(100, Math.floor((100 * done) / total))}% of ${megabytes(total)}`
        : megabytes(done);
      stderr.write(`\r\x1b[K${what}: ${share} MB`.slice(0, (stderr.columns || 80) + 3));
    },
    /** Erases the line. */
    end: (): void => {
      if (shown) stderr.write('\r\x1b[K');
      shown = false;
    },
  };
}
