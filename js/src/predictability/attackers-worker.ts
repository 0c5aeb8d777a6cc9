// SPDX-License-Identifier: Apache-2.0
//
// The worker: one instance of the core handles one request. The same file serves web workers and Node's worker
// threads. In the package it is a single script without imports (scripts/lib/workers.mjs), so that it works wherever
// a bundler puts it.

import { FairwasmError } from '../core/error.js';
import { createInstance } from '../core/module.js';
import { openPort } from '../core/worker-port.js';
import create from '../wasm/predictability.js';
import { runHere, type Standing, type TrialWatch } from './jobs.js';
import type { Failure, TrialReply, TrialRequest } from './protocol.js';

const progressEvery = 50; // milliseconds
const sliceTime = 1; // milliseconds; short enough to observe most epochs

function toFailure(error: unknown): Failure {
  if (!(error instanceof FairwasmError)) return { code: null, message: String(error) };
  const { code, argument, expected, actual, row } = error;
  return { code, details: { argument, expected, actual, row } };
}

async function run({ module, job, trials, watched }: TrialRequest, reply: (reply: TrialReply) => void): Promise<void> {
  const wasm = await createInstance(create, module);
  let standings: Standing[] = [];
  let due = 0;
  const sendProgress = () => {
    if (standings.length > 0) reply({ kind: 'progress', standings });
    standings = [];
    due = performance.now() + progressEvery;
  };
  const watch: TrialWatch = {
    watched,
    standing(standing) {
      const before = standings.at(-1);
      if (standing.epoch === before?.epoch && standing.trial === before.trial) standings.pop();
      standings.push(standing);
      if (performance.now() >= due) sendProgress();
    },
    trials(done) {
      sendProgress();
      reply({ kind: 'trials', trials: done });
    },
  };
  await runHere(wasm, job, trials, watch, sliceTime);
  reply({ kind: 'done' });
}

const port = openPort<TrialRequest, TrialReply>();
port.onRequest((request) => {
  run(request, port.postMessage).catch((error) => port.postMessage({ kind: 'failed', failure: toFailure(error) }));
});
