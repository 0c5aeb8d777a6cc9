// SPDX-License-Identifier: Apache-2.0
//
// A worker that ends unexpectedly, for example because the browser is short of memory, sends no message. It holds a
// lock as long as it runs, and the page waits for that lock: getting it means that the worker has ended. Without locks
// (pages from a server without https), the page does not detect it.

const longestStart = 60_000; // milliseconds

/** Runs in the worker when it can receive messages: takes the lock of this name and reports it. */
export const holdLine = (name: string): string => {
  const line = JSON.stringify(name);
  return `navigator.locks?.request(${line}, () => {
    new BroadcastChannel(${line}).postMessage('alive');
    return new Promise(() => {});
  });`;
};

/** Dispatches an `error` when the worker ends by itself or is terminated. */
export function watchLine(worker: Worker, name: string): void {
  const { locks } = navigator;
  if (!locks) return;
  const channel = new BroadcastChannel(name);
  const timer = setTimeout(() => channel.close(), longestStart);
  const tell = () => worker.dispatchEvent(new ErrorEvent('error', { message: 'its worker was terminated' }));
  channel.onmessage = () => {
    clearTimeout(timer);
    channel.close();
    locks.request(name, tell).catch(() => {}); // the page itself is ending
  };
}
