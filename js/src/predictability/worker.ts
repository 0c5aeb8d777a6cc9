// SPDX-License-Identifier: Apache-2.0
//
// The worker's side: one instance of the core, one request, then nothing more. The same file serves web
// workers and Node's worker threads.

import { FairwasmError } from '../core/error.js';
import { instantiate } from '../core/module.js';
import { runHere } from './jobs.js';
import type { Failure, Reply, Request } from './protocol.js';

/** What both kinds of worker have in common. */
interface Port {
  postMessage(reply: Reply): void;
  onRequest(listener: (request: Request) => void): void;
}

async function openPort(): Promise<Port> {
  if ('WorkerGlobalScope' in globalThis) {
    const scope = globalThis as unknown as Worker;
    return {
      postMessage: (reply) => scope.postMessage(reply),
      onRequest: (listener) => scope.addEventListener('message', ({ data }) => listener(data)),
    };
  }
  const { parentPort } = await import('node:worker_threads');
  if (!parentPort) throw new Error('this file is for workers');
  return {
    postMessage: (reply) => parentPort.postMessage(reply),
    onRequest: (listener) => parentPort.once('message', listener),
  };
}

const progressEvery = 50; // milliseconds

function toFailure(error: unknown): Failure {
  if (!(error instanceof FairwasmError)) return { code: null, message: String(error) };
  const { code, argument, expected, actual, row } = error;
  return { code, details: { argument, expected, actual, row } };
}

async function run({ module, job, trials }: Request, reply: (reply: Reply) => void): Promise<void> {
  let next = 0;
  const wasm = await instantiate('predictability', module);
  await runHere(wasm, job, trials, {
    standing(standing) {
      if (performance.now() < next) return;
      next = performance.now() + progressEvery;
      reply({ kind: 'progress', standing });
    },
    trials: (done) => reply({ kind: 'trials', trials: done }),
  });
  reply({ kind: 'done' });
}

const port = openPort();
port.then(({ onRequest, postMessage }) => {
  onRequest((request) => {
    run(request, postMessage).catch((error) =>
      postMessage({ kind: 'failed', failure: toFailure(error) }),
    );
  });
});
