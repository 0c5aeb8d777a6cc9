// SPDX-License-Identifier: Apache-2.0
//
// Asks a worker for one piece of work, so that the page stays responsive, canceling is ending the worker, and a
// crash takes nothing else along. The promise always settles: where the work tells how far it is, a worker
// that gets no further can be given up. A worker that has done its work rests for a while, as starting one
// takes longer than auditing a small file; then its memory is given back.

import { FairwasmError } from 'fairwasm';
import { type Failure, toError } from './failure.js';
import { scriptUrl } from './script-url.js';
import { holdLine, watchLine } from './worker-exit.js';

/** What a worker says: any number of `progress`, then one of the others. */
export type Message<Answer, News> =
  | { kind: 'progress'; progress: News }
  | { kind: 'done'; result: Answer }
  | { kind: 'failed'; failure: Failure };

/** What is sent to a worker that is to get ready. It does not answer: who asks next would take that for an answer. */
export const readiness = 'get ready';

export interface AskOptions<News> {
  onProgress?: (news: News) => void;
  signal?: AbortSignal;
  /** How many milliseconds may pass after such news until there are others; undefined: as many as it takes. */
  patience?: (news: News) => number | undefined;
}

/**
 * Rejects with the worker's error, with the signal's reason, when the worker could not run, or when it got no
 * further with a file.
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
      fail(error); // something in it cannot be copied
    }
  });
}

/** Starts a worker that {@link ask} will find ready. */
export function prepare(workerUrl: string): void {
  if (!resting.has(workerUrl)) rest(workerUrl, startWorker(workerUrl, 'fairwasm'));
}

/** Has a worker that rests load what it will be asked for; nothing happens where none does. */
export function getReady(workerUrl: string): void {
  resting.get(workerUrl)?.worker.postMessage(readiness);
}

const maxRemainder = 120_000; // milliseconds

/** By their scripts. */
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
  worker.onerror = leave; // whoever asks for it gets another, and its error
  resting.set(workerUrl, { worker, timer: setTimeout(leave, maxRemainder) });
}

// What it still says is not heard.
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
 * A worker from a blob that imports the worker's file. It is under the page's Content-Security-Policy; one
 * from a file would be under that of its own response, which on a static host is none, and could connect
 * anywhere.
 */
export function startWorker(workerUrl: string, name: string): Worker {
  // A worker that starts another has the blob for its address.
  const base = location.protocol === 'blob:' ? location.origin : location.href;
  const line = `fairwasm ${crypto.getRandomValues(new Uint32Array(4)).join(' ')}`;
  const script = `import ${JSON.stringify(new URL(workerUrl, base).href)};\n${holdLine(line)}`;
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  try {
    const worker = new Worker(scriptUrl(url), { type: 'module', name });
    watchLine(worker, line);
    return worker;
  } finally {
    // After the worker has had its turn to read it.
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
    actual: `one in which reading got no further for ${Math.round(time / 1000)} seconds`,
  });
