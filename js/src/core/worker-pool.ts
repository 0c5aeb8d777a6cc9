// SPDX-License-Identifier: Apache-2.0
//
// Workers of the web and of Node under one face: what is posted to them, what they answer, and how they end.

import type { WebWorker } from './platform-types.js';

/** One worker, whether the web's or Node's. */
export interface WorkerPool<Request> {
  /** What is in the second list is handed over instead of being copied. */
  post(request: Request, transfer?: ArrayBuffer[]): void;
  stop(): void;
}

/** Who hears what becomes of a worker. */
export interface Listeners<Reply> {
  reply(reply: Reply): void;
  /** It ended. */
  died(reason: string): void;
  /** Its file could not be loaded: as a rule because a bundler did not take it along. */
  missing(reason: string): void;
}

/** Where a worker's script is: the file itself for Node, and who starts it in the web. */
export interface Script {
  file(): URL;
  start(name: string): WebWorker;
}

// By way of globalThis: bundlers bring a process of their own where they read its bare name.
const inNode = globalThis.process?.versions?.node !== undefined;

export async function startPool<Request, Reply>(
  name: string,
  listeners: Listeners<Reply>,
  { file, start }: Script,
): Promise<WorkerPool<Request>> {
  if (inNode) return startThread(name, listeners, file());
  const worker = start(name) as Worker;
  worker.addEventListener('message', ({ data }) => listeners.reply(data));
  worker.addEventListener('messageerror', () => listeners.died('a message was lost'));
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    if (event instanceof ErrorEvent) listeners.died(event.message);
    else listeners.missing('it could not be loaded');
  });
  return {
    post: (request, transfer = []) => worker.postMessage(request, transfer),
    stop: () => worker.terminate(),
  };
}

// getBuiltinModule, unlike import(), is nothing that a bundler for the web would try to resolve.
function startThread<Request, Reply>(
  name: string,
  listeners: Listeners<Reply>,
  file: URL,
): WorkerPool<Request> {
  const { Worker: Thread } = globalThis.process.getBuiltinModule('node:worker_threads');
  // A program that was bundled for Node did not take the file along.
  if (!globalThis.process.getBuiltinModule('node:fs').existsSync(file))
    throw new Error(`no file ${file}`);
  // The caller's own options, such as --input-type, are not for this file.
  const thread = new Thread(file, { name, execArgv: [] });
  thread.on('message', (data) => listeners.reply(data));
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

/** How many workers can be had at once: one a processor core; none where there are none. */
export function availableWorkers(): number {
  if (inNode) return globalThis.process.getBuiltinModule('node:os').availableParallelism();
  return typeof Worker === 'undefined' ? 0 : (globalThis.navigator?.hardwareConcurrency ?? 1);
}
