// SPDX-License-Identifier: Apache-2.0
//
// Writing that a signal may interrupt (Ctrl+C, a job that is canceled): what is half written is taken away first, and then the
// process ends as the signal has it. A second one ends it at once.

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Lets `write` do its work, whose signal is aborted where the process is to end; it ends once the work has settled. */
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
