// SPDX-License-Identifier: Apache-2.0
//
// Asks a worker of its own for one piece of work, so that the page stays responsive, cancelling is
// ending the worker, a crash takes nothing else along, and all memory is given back. The promise always
// settles.

import { type Failure, toError } from './protocol.js';

/** What a worker says: any number of `progress`, then one of the others. */
export type Message<Answer, News> =
  | { kind: 'progress'; progress: News }
  | { kind: 'done'; result: Answer }
  | { kind: 'failed'; failure: Failure };

export interface AskOptions<News> {
  onProgress?: (news: News) => void;
  signal?: AbortSignal;
}

/** Rejects with the worker's error, with the signal's reason, or when the worker could not run. */
export function ask<Answer, News>(
  workerUrl: string,
  work: unknown,
  { onProgress, signal }: AskOptions<News> = {},
): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = startWorker(workerUrl, 'fairwasm');
    const settle = (settlement: () => void) => {
      worker.terminate();
      signal?.removeEventListener('abort', abort);
      settlement();
    };
    const abort = () => settle(() => reject(signal?.reason));
    const crash = (event: Event) => settle(() => reject(crashed(event)));
    signal?.addEventListener('abort', abort);
    worker.onerror = crash;
    worker.onmessageerror = crash;
    worker.onmessage = ({ data }: MessageEvent<Message<Answer, News>>) => {
      if (data.kind === 'progress') onProgress?.(data.progress);
      else if (data.kind === 'failed') settle(() => reject(toError(data.failure)));
      else settle(() => resolve(data.result));
    };
    worker.postMessage(work);
  });
}

/**
 * A worker from a blob that imports the worker's file. It is under the page's Content-Security-Policy; one
 * from a file would be under that of its own response, which on a static host is none, and could connect
 * anywhere.
 */
export function startWorker(workerUrl: string, name: string): Worker {
  // A worker that starts another has the blob for its address.
  const base = location.protocol === 'blob:' ? location.origin : location.href;
  const script = `import ${JSON.stringify(new URL(workerUrl, base).href)};`;
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  try {
    return new Worker(url, { type: 'module', name });
  } finally {
    // After the worker has had its turn to read it.
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
}

function crashed(event: Event): Error {
  const why = event instanceof ErrorEvent && event.message ? `: ${event.message}` : '';
  return new Error(`The computation ended unexpectedly${why}`);
}
