// SPDX-License-Identifier: Apache-2.0
//
// The worker's side: receives requests and sends replies, for web workers and Node's worker threads. A worker listens
// until it is terminated.

/** The common interface of both kinds of worker. */
export interface Port<Request, Reply> {
  postMessage(reply: Reply): void;
  onRequest(listener: (request: Request) => void): void;
}

/** Returns the port of the current worker; throws outside a worker. */
export function openPort<Request, Reply>(): Port<Request, Reply> {
  if ('WorkerGlobalScope' in globalThis) {
    const scope = globalThis as unknown as Worker;
    return {
      postMessage: (reply) => scope.postMessage(reply),
      onRequest: (listener) => scope.addEventListener('message', ({ data }) => listener(data)),
    };
  }
  const { parentPort } = globalThis.process.getBuiltinModule('node:worker_threads');
  if (!parentPort) throw new Error('this file is for workers');
  return {
    postMessage: (reply) => parentPort.postMessage(reply),
    onRequest: (listener) => parentPort.on('message', listener),
  };
}
