// SPDX-License-Identifier: Apache-2.0
//
// Work whose worker threads are terminated from outside, for example because the machine is out of memory, or that is
// aborted, at random times. It must settle soon, with its result or with an error that explains the failure, and leave
// no thread behind. FAIRWASM_ABORTS=500 repeats it more often.

import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';

export const dooms = Number(process.env.FAIRWASM_ABORTS ?? 50);
const longest = 10_000; // milliseconds

/** Each case terminates or aborts something at a given proportion of the usual duration. */
const fates = fc.record({
  work: fc.nat(),
  workers: fc.integer({ min: 1, max: 3 }),
  moment: fc.double({ min: 0, max: 1.1, noNaN: true }),
  acts: fc.constantFrom(['end'], ['end', 'end'], ['abort'], ['end', 'abort'], ['abort', 'end']),
  thread: fc.nat(),
});

/** Works take `{ workers, signal }` and return a string. Resolves with the number of each outcome. */
export async function doom(works) {
  const { threads, restore } = watchThreads();
  try {
    const whole = [];
    for (const work of works) whole.push(await undisturbed(work));
    const outcomes = {};
    for (const fate of fc.sample(fates, dooms)) {
      const found = await disturbed(whole[fate.work % works.length], fate, threads);
      expect({ fate, found: [...allowed(fate)] }).toEqual({ fate, found: expect.arrayContaining([found]) });
      outcomes[found] = (outcomes[found] ?? 0) + 1;
      await allEnded(threads);
    }
    return outcomes;
  } finally {
    restore();
  }
}

const allowed = ({ acts }) => [
  'right',
  ...(acts.includes('end') ? ['workerFailed'] : []),
  ...(acts.includes('abort') ? ['AbortError'] : []),
];

async function undisturbed(work) {
  const expected = await work({ workers: 2 });
  const began = performance.now(); // parts were still being loaded the first time
  await work({ workers: 2 });
  return { work, expected, time: performance.now() - began };
}

async function disturbed({ work, expected, time }, { workers, moment, acts, thread }, threads) {
  const controller = new AbortController();
  const settled = work({ workers, signal: controller.signal }).then(
    (found) => (found === expected ? 'right' : `not ${expected} but ${found}`),
    ({ name, code, message }) => (name === 'FairwasmError' ? code : name || message),
  );
  await wait(moment * time);
  const alive = [...threads];
  for (const [i, act] of acts.entries()) {
    if (act === 'abort') controller.abort();
    else void alive[(thread + i) % alive.length]?.terminate();
  }
  const late = new AbortController();
  const pending = wait(longest, 'pending', { signal: late.signal });
  return Promise.race([settled, pending]).finally(() => late.abort());
}

async function allEnded(threads) {
  const deadline = performance.now() + longest;
  while (threads.size > 0 && performance.now() < deadline) await wait(1);
  expect(threads.size).toBe(0);
}

/** Tracks the threads that the package starts until they end. */
function watchThreads() {
  const { getBuiltinModule } = process;
  const threads = new Set();
  class Watched extends Worker {
    constructor(file, options) {
      super(file, options);
      threads.add(this);
      this.once('exit', () => threads.delete(this));
    }
  }
  const module = { ...getBuiltinModule('node:worker_threads'), Worker: Watched };
  process.getBuiltinModule = (name) => (name === 'node:worker_threads' ? module : getBuiltinModule.call(process, name));
  return {
    threads,
    restore() {
      process.getBuiltinModule = getBuiltinModule;
    },
  };
}
