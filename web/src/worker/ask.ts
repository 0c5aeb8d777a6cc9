// SPDX-License-Identifier: Apache-2.0
//
// Sends one piece of work to a worker, so that the page stays responsive, work can be canceled by ending the worker,
// and a crash affects nothing else. The promise always settles: a worker that reports no more progress is ended. A
// worker stays available for a while after its work, because starting one takes longer than auditing a small file; then
// it is ended to free its memory.

import { FairwasmError } from 'fairwasm';
import { type Failure, toError } from './failure.js';
import { readiness } from './readiness.js';
import { partAddress, scriptUrl } from './script-url.js';
import { holdLine, watchLine } from './worker-exit.js';

/** A worker's messages: any number of `progress`, then one of the others. */
export type Message<Answer, News> =
  | { kind: 'progress'; progress: News }
  | { kind: 'done'; result: Answer }
  | { kind: 'failed'; failure: Failure };

export interface AskOptions<News> {
  onProgress?: (news: News) => void;
  signal?: AbortSignal;
  /** Maximum number of milliseconds between such messages; undefined: no limit. */
  patience?: (news: News) => number | undefined;
}

/**
 * Rejects with the worker's error, with the signal's reason, if the worker could not run, or if it made no progress
 * with a file.
 */
export function ask<Answer, News>(
  workerUrl: string,
  work: unknown,
  { onProgress, signal, patience }: AskOptions<News> = {},
): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = wake(workerUrl) ?? startWorker(workerUrl, 'fairwasm');
    let watch: ReturnType<typeof setTimeout> | undefined;
    const settle = (settlement: () => void) => {
      signal?.removeEventListener('abort', abort);
      clearTimeout(watch);
      settlement();
    };
    const waitOn = (news: News) => {
      clearTimeout(watch);
      const time = patience?.(news);
      if (time !== undefined) watch = setTimeout(() => fail(stalled(time)), time);
    };
    const fail = (reason: unknown) => {
      end(worker);
      settle(() => reject(reason));
    };
    const abort = () => fail(signal?.reason);
    const crash = (event: Event) => fail(crashed(event));
    signal?.addEventListener('abort', abort);
    worker.onerror = crash;
    worker.onmessageerror = crash;
    worker.onmessage = ({ data }: MessageEvent<Message<Answer, News>>) => {
      if (data.kind === 'progress') {
        waitOn(data.progress);
        onProgress?.(data.progress);
      } else if (data.kind === 'failed') fail(toError(data.failure));
      else {
        rest(workerUrl, worker);
        settle(() => resolve(data.result));
      }
    };
    try {
      worker.postMessage(work);
    } catch (error) {
      fail(error); // it contains something that cannot be copied
    }
  });
}

/** Starts a worker that is ready for {@link ask}. */
export function prepare(workerUrl: string): void {
  if (!resting.has(workerUrl)) rest(workerUrl, startWorker(workerUrl, 'fairwasm'));
}

/** Makes an idle worker load the code for a coming request; has no effect without an idle worker. */
export function getReady(workerUrl: string): void {
  resting.get(workerUrl)?.worker.postMessage(readiness);
}

const maxRemainder = 120_000; // milliseconds

/** The idle workers by their scripts. */
const resting = new Map<string, { worker: Worker; timer: ReturnType<typeof setTimeout> }>();

function rest(workerUrl: string, worker: Worker): void {
  if (resting.has(workerUrl)) {
    end(worker);
    return;
  }
  const leave = () => {
    wake(workerUrl);
    end(worker);
  };
  worker.onmessage = null;
  worker.onmessageerror = leave;
  worker.onerror = leave; // the next request starts another worker and gets its error
  resting.set(workerUrl, { worker, timer: setTimeout(leave, maxRemainder) });
}

// Later messages of the worker are ignored.
function end(worker: Worker): void {
  worker.onmessage = null;
  worker.onerror = null;
  worker.terminate();
}

function wake(workerUrl: string): Worker | undefined {
  const found = resting.get(workerUrl);
  resting.delete(workerUrl);
  clearTimeout(found?.timer);
  return found?.worker;
}

/**
 * A worker from a blob that imports the worker's file. It has the page's Content-Security-Policy. A worker from a file
 * would have the policy of the file's response; a static host sends none, so the worker could connect anywhere.
 */
export function startWorker(workerUrl: string, name: string): Worker {
  // From the disk, a blob cannot import another one, and Chromium does not start module workers.
  const part = partAddress(workerUrl);
  if (part !== undefined) return new Worker(scriptUrl(part), { name });
  // The address of a worker that starts another is its blob.
  const base = location.protocol === 'blob:' ? location.origin : location.href;
  const line = `fairwasm ${crypto.getRandomValues(new Uint32Array(4)).join(' ')}`;
  const script = `import ${JSON.stringify(new URL(workerUrl, base).href)};\n${holdLine(line)}`;
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  try {
    const worker = new Worker(scriptUrl(url), { type: 'module', name });
    watchLine(worker, line);
    return worker;
  } finally {
    // The worker reads the address in an earlier task.
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
}

function crashed(event: Event): Error {
  const why = event instanceof ErrorEvent && event.message ? `: ${event.message}` : '';
  return new Error(`The computation ended unexpectedly${why}`);
}

const stalled = (time: number) =>
  new FairwasmError('invalidArgument', {
    argument: 'file',
    expected: 'a file that can be read to its end',
    actual: `one whose reading stalled for ${Math.round(time / 1000)} seconds`,
  });
