// SPDX-License-Identifier: Apache-2.0
//
// Runs the command line without a process per call: a thread outside the test runner keeps its modules in memory and
// runs the main module again with its own arguments, environment, input, and streams. Node takes longer to start than
// most commands take to run, and there are hundreds of calls. Behavior that only a process shows (a terminal, a closed
// pipe) is tested with a process, like the commands of the documentation.

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

/** Returns the output and exit code of `fairwasm ARGS…`, run in the folder `cwd`; environment variables are added. */
export function runCommand(args, { cwd, input = '', env = {} }) {
  if (!worker) start();
  const { port1, port2 } = new MessageChannel();
  const before = process.cwd();
  process.chdir(cwd); // changes it for all threads; this one waits meanwhile
  try {
    const call = Atomics.load(calls, 0);
    worker.postMessage({ args, input, env, port: port2 }, [port2]);
    // A notification may be a late one for the previous command.
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
