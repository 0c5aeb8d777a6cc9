// SPDX-License-Identifier: Apache-2.0
//
// Runs the computation of a command: shows progress on a terminal, and turns errors into one-line messages.

import { FairwasmError } from '../../core/error.js';
import type { RunOptions } from '../../core/long-run.js';
import { oneLine } from '../../document/format.js';
import { InputError } from '../command.js';
import { showProgress } from '../output/progress.js';
import { complaint, inFileRows, type Origin } from './input.js';

/** Runs `compute`; its errors become an {@link InputError} that names the source of the input. */
export async function computing<T>(compute: (run: RunOptions) => T | Promise<T>, origin?: Origin): Promise<T> {
  const progress = showProgress('Computing', ({ done }) => `${Math.floor(100 * done)}%`);
  try {
    return await compute({ onProgress: progress.update });
  } catch (error) {
    if (!(error instanceof FairwasmError)) throw error;
    throw origin ? await complaint(inFileRows(error, origin), origin) : new InputError(describe(error));
  } finally {
    progress.end();
  }
}

// Caption and dictionary files have no header, so their first line is row 0.
function describe({ argument, row, expected, actual }: FairwasmError): string {
  const location = row === undefined ? argument : `${argument}, line ${row + 1}`;
  return oneLine(`${location}: expected ${expected}, got ${actual}`);
}
