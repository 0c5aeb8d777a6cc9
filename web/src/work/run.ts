// SPDX-License-Identifier: Apache-2.0
//
// Runs the work that protocol.ts names in a worker of its own.

import { type AskOptions, ask, prepare } from './ask.js';
import type { Progress, Results, Work } from './protocol.js';
import workerUrl from './worker.ts?worker&url';

/** As {@link ask}. */
export function run<W extends Work>(
  work: W,
  options: AskOptions<Progress> = {},
): Promise<Results[W['kind']]> {
  return ask<Results[W['kind']], Progress>(workerUrl, work, options);
}

/** Has a worker ready for what will be asked next. */
export const prepareToRun = (): void => prepare(workerUrl);
