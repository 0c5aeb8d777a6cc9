// SPDX-License-Identifier: Apache-2.0
//
// Runs the work that protocol.ts names in a worker of its own.

import { type AskOptions, ask, getReady, prepare } from './ask.js';
import type { Progress, Results, Work } from './protocol.js';
import workerUrl from './worker.ts?worker&url';

const minPatience = 30_000; // milliseconds
const slowestReading = 1000; // bytes a millisecond

// A file can be made, by accident or on purpose, so that its reader never comes to an end.
const patience = ({ bytes, total, note }: Progress): number | undefined =>
  note === undefined && bytes < total ? minPatience + total / slowestReading : undefined;

/** As {@link ask}. */
export function run<W extends Work>(
  work: W,
  options: Omit<AskOptions<Progress>, 'patience'> = {},
): Promise<Results[W['kind']]> {
  return ask<Results[W['kind']], Progress>(workerUrl, work, { ...options, patience });
}

/** Has a worker ready for what will be asked next. */
export const prepareToRun = (): void => prepare(workerUrl);

/** Has that worker load what the first file needs, as somebody is about to choose one. */
export const getReadyForFile = (): void => getReady(workerUrl);
