// SPDX-License-Identifier: Apache-2.0
//
// One line on a terminal's standard error that says how far a long task is.

const firstAfter = 500; // milliseconds; what is quicker needs no progress
const again = 100;

const megabytes = (bytes: number) =>
  (bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: 0 });

/**
 * Shows progress where standard error is a terminal, otherwise nothing.
 *
 * @param total Bytes expected, if that is known.
 */
export function showProgress(what: string, total: number | undefined) {
  const { stderr } = process;
  let next = performance.now() + firstAfter;
  let shown = false;
  return {
    update: (bytes: number): void => {
      const now = performance.now();
      if (!stderr.isTTY || now < next) return;
      next = now + again;
      shown = true;
      const share = total
        ? `${Math.min(100, Math.floor((100 * bytes) / total))} % of ${megabytes(total)}`
        : megabytes(bytes);
      stderr.write(`\r\x1b[K${what}: ${share} MB`.slice(0, (stderr.columns || 80) + 3));
    },
    /** Takes the line away again. */
    end: (): void => {
      if (shown) stderr.write('\r\x1b[K');
      shown = false;
    },
  };
}
