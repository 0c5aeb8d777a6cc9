// SPDX-License-Identifier: Apache-2.0
//
// Thread in which command.mjs runs the command line. Each call imports the main module under another URL, which runs it
// again; modules below it are reused.

import { Readable } from 'node:stream';
import { workerData as calls, parentPort } from 'node:worker_threads';
import { present } from '../../present.mjs';
import { changesOfPrototype } from '../../prototype.mjs';

const main = new URL('../../../dist/cli/main.js', import.meta.url);

/** Captures writes instead of passing them to the stream. */
function capture(stream) {
  const captured = { text: '' };
  stream.write = (chunk, ...rest) => {
    captured.text += chunk;
    rest.findLast((each) => typeof each === 'function')?.();
    return true;
  };
  return captured;
}

async function run({ args, input, env }, call) {
  const stdout = capture(process.stdout);
  const stderr = capture(process.stderr);
  process.argv = [process.execPath, main.pathname, ...args];
  process.exitCode = undefined;
  const before = { ...process.env };
  Object.assign(process.env, env);
  Object.defineProperty(process, 'stdin', {
    value: Readable.from(input === '' ? [] : [Buffer.from(input)]),
    configurable: true,
  });
  try {
    await import(`${main}?call=${call}`);
  } finally {
    for (const name of Object.keys(env)) delete process.env[name];
    Object.assign(process.env, before);
  }
  const changed = changesOfPrototype();
  if (changed.length > 0) throw new Error(`every object has another ${changed.join(', ')} now`);
  return { status: process.exitCode, stdout: stdout.text, stderr: stderr.text };
}

present(parentPort).on('message', async ({ port, ...call }) => {
  const result = await run(call, calls[0]).catch(({ stack }) => ({ status: stack }));
  port.postMessage(result);
  Atomics.add(calls, 0, 1);
  Atomics.notify(calls, 0);
});
