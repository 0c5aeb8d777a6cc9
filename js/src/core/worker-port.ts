// SPDX-License-Identifier: Apache-2.0
//
// The worker's side of a crew: how requests come and replies go, for web workers and Node's worker threads alike. A worker
// listens until its crew stops it.

/** What both kinds of worker have in common. */
export interface Port<Request, Reply> {
  postMessage(reply: Reply): void;
  onRequest(listener: (request: Request) => void): void;
}

/** The port of the worker that this is; throws elsewhere. */
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
