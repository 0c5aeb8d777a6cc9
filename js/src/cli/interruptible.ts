// SPDX-License-Identifier: Apache-2.0
//
// Cleans up before the process ends on a signal (Ctrl+C, a canceled job): deletes the partial output, then
// ends as the signal requires. A second signal ends the process immediately.

const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs `write`, which gets a signal that is aborted when the process should end. The process ends after
 * `write` has settled.
 */
export async function interruptible<T>(write: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let received: NodeJS.Signals | undefined;
  const interrupt = (signal: NodeJS.Signals): void => {
    received = signal;
    controller.abort();
  };
  for (const signal of signals) process.once(signal, interrupt);
  try {
    return await write(controller.signal);
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
    if (received) process.kill(process.pid, received);
  }
}
