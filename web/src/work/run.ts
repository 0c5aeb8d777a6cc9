// SPDX-License-Identifier: Apache-2.0
//
// Runs work in a worker of its own, so that the page stays responsive, cancelling is ending the
// worker, a crash takes nothing else along, and all memory is given back. The promise always settles.

import { type Answer, type Progress, type Results, toError, type Work } from './protocol.js';
import workerUrl from './worker.ts?worker&url';

export interface RunOptions {
  onProgress?: (progress: Progress) => void;
  signal?: AbortSignal;
}

/** Rejects with the worker's error, with the signal's reason, or when the worker could not run. */
export function run<W extends Work>(
  work: W,
  { onProgress, signal }: RunOptions = {},
): Promise<Results[W['kind']]> {
  return new Promise<Results[W['kind']]>((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = startWorker();
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
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.kind === 'progress') onProgress?.(data.progress);
      else if (data.kind === 'failed') settle(() => reject(toError(data.failure)));
      else settle(() => resolve(data.result as Results[W['kind']]));
    };
    worker.postMessage(work);
  });
}

// A worker from a blob is under the page's Content-Security-Policy; one from a file would be under
// that of its own response, which on a static host is none, and could connect anywhere.
function startWorker(): Worker {
  const script = `import ${JSON.stringify(new URL(workerUrl, location.href).href)};`;
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  try {
    return new Worker(url, { type: 'module', name: 'fairwasm' });
  } finally {
    // After the worker has had its turn to read it.
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
}

function crashed(event: Event): Error {
  const why = event instanceof ErrorEvent && event.message ? `: ${event.message}` : '';
  return new Error(`The computation ended unexpectedly${why}`);
}
