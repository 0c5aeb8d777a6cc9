// SPDX-License-Identifier: Apache-2.0
//
// Runs the computation of a command: shows progress on a terminal, and turns errors into one-line messages.

import { FairwasmError } from '../core/error.js';
import type { Progress, RunOptions } from '../core/long-run.js';
import { oneLine } from '../document/format.js';
import { InputError } from './command.js';
import { complaint, inFileRows, type Origin } from './input.js';

const firstAfter = 500; // milliseconds; shorter computations show no progress
const again = 100;

/** Runs `compute`; its errors become an {@link InputError} that names the source of the input. */
export async function computing<T>(compute: (run: RunOptions) => T | Promise<T>, origin?: Origin): Promise<T> {
  const { stderr } = process;
  let next = performance.now() + firstAfter;
  let shown = false;
  const onProgress = ({ done }: Progress): void => {
    const now = performance.now();
    if (!stderr.isTTY || now < next) return;
    next = now + again;
    shown = true;
    stderr.write(`\r\x1b[KComputing: ${Math.floor(100 * done)}%`);
  };
  try {
    return await compute({ onProgress });
  } catch (error) {
    if (!(error instanceof FairwasmError)) throw error;
    throw origin ? await complaint(inFileRows(error, origin), origin) : new InputError(describe(error));
  } finally {
    if (shown) stderr.write('\r\x1b[K');
  }
}

// Caption and dictionary files have no header, so their first line is row 0.
function describe({ argument, row, expected, actual }: FairwasmError): string {
  const place = row === undefined ? argument : `${argument}, line ${row + 1}`;
  return oneLine(`${place}: expected ${expected}, got ${actual}`);
}
