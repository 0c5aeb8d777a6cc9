// SPDX-License-Identifier: Apache-2.0
//
// A common interface for web workers and Node's worker threads: messages, replies, and their end.

import type { StartWorker } from './platform-types.js';

/** A worker of either kind. */
export interface WorkerPool<Request> {
  /** Sends a request; the buffers in `transfer` are transferred instead of copied. */
  post(request: Request, transfer?: ArrayBuffer[]): void;
  stop(): void;
}

/** Receives the events of a worker. */
export interface Listeners<Reply> {
  reply(reply: Reply): void;
  /** Called when the worker has ended. */
  died(reason: string): void;
  /** Called if its file could not be loaded, usually because a bundler did not include it. */
  missing(reason: string): void;
}

/** Location of a worker's script: the file for Node, and a function that starts it in browsers. */
export interface Script {
  file(): URL;
  start: StartWorker;
}

// Read through globalThis, because bundlers replace the bare name with their own process.
const inNode = globalThis.process?.versions?.node !== undefined;

export async function startPool<Request, Reply>(
  name: string,
  listeners: Listeners<Reply>,
  { file, start }: Script,
): Promise<WorkerPool<Request>> {
  if (inNode) return startThread(name, listeners, file());
  const worker = start(name) as Worker;
  worker.addEventListener('message', ({ data }) => reply(listeners, data));
  worker.addEventListener('messageerror', () => listeners.died('a message was lost'));
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    if (event instanceof ErrorEvent) listeners.died(event.message);
    else listeners.missing('it could not be loaded');
  });
  return { post: (request, transfer = []) => worker.postMessage(request, transfer), stop: () => worker.terminate() };
}

// No one catches an exception in an event listener, and in Node it would end the process.
function reply<Reply>(listeners: Listeners<Reply>, data: Reply): void {
  try {
    listeners.reply(data);
  } catch (error) {
    listeners.died(String(error));
  }
}

// Unlike import(), getBuiltinModule is not resolved by bundlers for browsers.
function startThread<Request, Reply>(name: string, listeners: Listeners<Reply>, file: URL): WorkerPool<Request> {
  const { Worker: Thread } = globalThis.process.getBuiltinModule('node:worker_threads');
  // A program bundled for Node does not include the file.
  if (!globalThis.process.getBuiltinModule('node:fs').existsSync(file)) throw new Error(`no file ${file}`);
  // The caller's own Node options, such as --input-type, must not apply to this file.
  const thread = new Thread(file, { name, execArgv: [] });
  thread.on('message', (data) => reply(listeners, data));
  thread.on('messageerror', () => listeners.died('a message was lost'));
  thread.on('error', (error) => listeners.died(String(error)));
  thread.on('exit', (code) => listeners.died(`it ended with ${code}`));
  return {
    post: (request, transfer = []) => thread.postMessage(request, transfer),
    stop: () => {
      void thread.terminate();
    },
  };
}

/** Returns the number of workers that can run in parallel: one per processor core, or 0 if there are no workers. */
export function availableWorkers(): number {
  if (inNode) return globalThis.process.getBuiltinModule('node:os').availableParallelism();
  return typeof Worker === 'undefined' ? 0 : (globalThis.navigator?.hardwareConcurrency ?? 1);
}
