// SPDX-License-Identifier: Apache-2.0
//
// The command line without a process for each call: a thread outside Jest has its modules in memory and runs
// its main module anew, with arguments, environment, input and streams of its own. Node takes longer to start
// than most commands to run, and there are hundreds of calls. What a process alone shows (a terminal, a
// reader that stops reading) is tested with one, as are the commands of the documentation.

import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { present } from '../../present.mjs';

const limit = 120_000; // milliseconds

let worker;
let calls;

function start() {
  calls = new Int32Array(new SharedArrayBuffer(4));
  worker = new Worker(new URL('./command-thread.mjs', import.meta.url), { workerData: calls });
  worker.unref();
}

/** What `fairwasm ARGS…` prints and how it ends, run in the folder `cwd`; environment variables are added. */
export function runCommand(args, { cwd, input = '', env = {} }) {
  if (!worker) start();
  const { port1, port2 } = new MessageChannel();
  const before = process.cwd();
  process.chdir(cwd); // of all threads; this one sleeps meanwhile
  try {
    const call = Atomics.load(calls, 0);
    worker.postMessage({ args, input, env, port: port2 }, [port2]);
    // A call that wakes this thread may be that for the command before, come late.
    while (Atomics.load(calls, 0) === call) {
      if (Atomics.wait(calls, 0, call, limit) === 'timed-out') {
        throw new Error(`fairwasm ${args.join(' ')} did not end in ${limit / 1000} s`);
      }
    }
    return present(receiveMessageOnPort(port1)).message;
  } finally {
    process.chdir(before);
    port1.close();
  }
}
