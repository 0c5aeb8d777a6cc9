// SPDX-License-Identifier: Apache-2.0
//
// Shows the progress of a long task in one line on a terminal's standard error.

import type { Progress } from '../../core/long-run.js';

const firstAfter = 500; // milliseconds; shorter tasks show no progress
const again = 100;
const megabytes = (bytes: number) => (bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: 0 });

/** Shows the progress of a task, by default of reading bytes, if standard error is a terminal. */
export function showProgress(task: string, getText: (progress: Progress) => string = describeBytes) {
  const { stderr } = process;
  let next = performance.now() + firstAfter;
  let isShown = false;
  return {
    update: (progress: Progress): void => {
      const now = performance.now();
      if (!stderr.isTTY || now < next) return;
      next = now + again;
      isShown = true;
      stderr.write(`\r\x1b[K${task}: ${getText(progress)}`.slice(0, (stderr.columns || 80) + 3));
    },
    /** Erases the line. */
    end: (): void => {
      if (isShown) stderr.write('\r\x1b[K');
      isShown = false;
    },
  };
}

function describeBytes({ done, total }: Progress): string {
  return `${total ? `${Math.min(100, Math.floor((100 * done) / total))}% of ${megabytes(total)}` : megabytes(done)} MB`;
}
