// SPDX-License-Identifier: Apache-2.0
//
// A worker that is ended by somebody else, such as a browser that is short of memory, says nothing. It holds a lock as long
// as it lives, and the page waits for that lock: having it means that the worker is gone. Where there are no locks (pages
// from a server without https) such an end is not noticed.

const longestStart = 60_000; // milliseconds

/** What the worker runs, once it can hear: it takes the lock of this name, and says so. */
export const holdLine = (name: string): string => {
  const line = JSON.stringify(name);
  return `navigator.locks?.request(${line}, () => {
    new BroadcastChannel(${line}).postMessage('alive');
    return new Promise(() => {});
  });`;
};

/** Has a worker that ends on its own tell it by an `error`; one that was ended on purpose tells it too. */
export function watchLine(worker: Worker, name: string): void {
  const { locks } = navigator;
  if (!locks) return;
  const channel = new BroadcastChannel(name);
  const timer = setTimeout(() => channel.close(), longestStart);
  const tell = () =>
    worker.dispatchEvent(new ErrorEvent('error', { message: 'its worker was ended' }));
  channel.onmessage = () => {
    clearTimeout(timer);
    channel.close();
    locks.request(name, tell).catch(() => {}); // the page itself is ending
  };
}
