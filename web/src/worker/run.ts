// SPDX-License-Identifier: Apache-2.0
//
// Sends the requests of requests.ts to the page's worker.

import { type AskOptions, ask, getReady, prepare } from './ask.js';
import type { Progress, RequestOf, Requests } from './requests.js';
import { workerUrl } from './worker-url.js';

const minPatience = 30_000; // milliseconds
const minReadingSpeed = 1000; // bytes per millisecond

// Reading a file may never end, by accident or on purpose.
const patience = ({ done, total, note }: Progress): number | undefined =>
  note === undefined && done < total ? minPatience + total / minReadingSpeed : undefined;

/** Resolves with the result of a request. Rejects as {@link ask} does. */
export function run<Kind extends keyof Requests>(
  request: RequestOf<Kind>,
  options: Omit<AskOptions<Progress>, 'patience'> = {},
): Promise<Requests[Kind]['result']> {
  return ask<Requests[Kind]['result'], Progress>(workerUrl(), request, { ...options, patience });
}

/** Starts a worker for the next request. */
export const prepareToRun = (): void => prepare(workerUrl());

/** Makes that worker load what reading a file needs, before the user has chosen one. */
export const getReadyForFile = (): void => getReady(workerUrl());
