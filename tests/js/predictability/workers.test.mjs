// SPDX-License-Identifier: Apache-2.0

import { instantiate } from '../../../dist/core/module.js';
import { predictabilityModule } from '../../../dist/predictability/module.js';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { doom, dooms } from '../killed-workers.mjs';
import { predictability } from '../support.mjs';

const { P, DBias, M2 } = predictability.dataCreator({ rows: 2048, error: 0.4, dataError: 0.1, shuffle: true });
const columns = { feature: P, label: DBias, prediction: M2 };
const options = { epochs: 4, trials: 7 };
const input = { ...columns, ...options };
const long = { ...input, epochs: 1_000_000 };

async function rejection(promise) {
  return promise.then(
    () => {
      throw new Error('expected a rejection');
    },
    (error) => error,
  );
}

/** Aborts after the work has begun; returns how it ends, and the progress that is reported after the abort. */
async function abortWhileRunning(options) {
  const controller = new AbortController();
  let toldAfter = 0;
  const run = {
    ...options,
    signal: controller.signal,
    onProgress: () => {
      if (controller.signal.aborted) toldAfter += 1;
      else setTimeout(() => controller.abort(), 0);
    },
  };
  const error = await rejection(predictability.leakage(long, run));
  return { error, toldAfter };
}

describe.each([0, 1, 2, 3])('with %i workers', (workers) => {
  test('trials are identical in all bits', async () => {
    const expected = await predictability.leakage(input, { workers: 0 });
    expect((await predictability.leakage(input, { workers })).trials).toEqual(expected.trials);
  });

  test('reports each trial with its index when it is done', async () => {
    const told = [];
    const onTrial = (trial, index) => told.push([index, trial]);
    const { trials } = await predictability.leakageMetric(options).computeBiasAmp(columns, { workers, onTrial });
    expect(told.length).toBe(7);
    expect(told.sort(([a], [b]) => a - b)).toEqual(trials.map((trial, i) => [i, trial]));
  });

  test('an error in onTrial stops the work', async () => {
    const onTrial = () => {
      throw new Error('enough');
    };
    const metric = predictability.leakageMetric(options);
    const error = await rejection(metric.computeBiasAmp(columns, { workers, onTrial }));
    expect(error.message).toBe('enough');
  });

  test('reports trial, epoch, loss, fraction, and remaining time', async () => {
    const seen = [];
    await predictability.leakage({ ...input, epochs: 200 }, { workers, onProgress: (p) => seen.push(p) });
    expect(seen.length).toBeGreaterThan(0);
    for (const progress of seen) {
      expect(progress.trials).toBe(7);
      expect(progress.epochs).toBe(200);
      expect(progress.trial).toBeGreaterThanOrEqual(0);
      expect(progress.trial).toBeLessThan(7);
      expect(progress.done).toBeGreaterThanOrEqual(0);
      expect(progress.done).toBeLessThanOrEqual(1);
      expect(progress.secondsLeft).toBeGreaterThanOrEqual(0);
      if (progress.epoch > 0) expect(progress.loss).toBeGreaterThan(0);
    }
  });

  test('reports scores of attackers up to those of their trials', async () => {
    const seen = [];
    const { trials } = await predictability.leakage(
      { ...input, trials: 1 },
      { workers, onProgress: (p) => seen.push(p) },
    );
    expect(Number.isNaN(seen[0].scoreD)).toBe(seen[0].epoch === 0);
    const [{ lambdaD, lambdaM }] = trials;
    expect(seen.at(-1)).toMatchObject({ done: 1, total: 1, scoreD: lambdaD, scoreM: lambdaM });
  });

  test('aborting rejects at once', async () => {
    const { error, toldAfter } = await abortWhileRunning({ workers });
    expect(error.name).toBe('AbortError');
    expect(toldAfter).toBe(0);
  });

  test('does not start if already aborted', async () => {
    const error = await rejection(predictability.leakage(long, { workers, signal: AbortSignal.abort() }));
    expect(error.name).toBe('AbortError');
  });

  test('passes on errors of the core completely', async () => {
    const wrong = { ...input, attacker: { activations: ['swish'] } };
    const error = await rejection(predictability.leakage(misuse(wrong), { workers }));
    expect(error).toMatchObject({ name: 'FairwasmError', code: 'invalidArgument', argument: 'activations' });
  });

  test('an error in onProgress stops the work', async () => {
    const onProgress = () => {
      throw new RangeError('enough');
    };
    const error = await rejection(predictability.leakage(long, { workers, onProgress }));
    expect(error.message).toBe('enough');
  });
});

test('the exact limit requires no training', async () => {
  const { exact } = await predictability.leakage({ ...input, epochs: 1 });
  expect(predictability.leakageMetric(options).exactLimit(columns)).toEqual(exact);
  const both = { attribute: P, task: DBias, taskPrediction: M2 };
  const dpa = predictability.dpaMetric(options);
  expect(dpa.exactLimit(both, 'AtoT')).toMatchObject({
    lambdaD: present(exact).lambdaD,
    lambdaM: present(exact).lambdaM,
  });
  expect(() => dpa.exactLimit(both, 'TtoA')).toThrow(/attributePrediction/);
});

test('a warm start is equal with workers', async () => {
  const warm = { ...input, warmStart: true, trials: 3 };
  const expected = await predictability.leakage(warm, { workers: 0 });
  expect((await predictability.leakage(warm, { workers: 3 })).trials).toEqual(expected.trials);
});

test('lets events run without workers', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await predictability.leakage({ ...input, epochs: 2000 }, { workers: 0 });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(3);
});

test('reports a worker that dies and leaves nothing pending', async () => {
  // A module that cannot be cloned stops the worker before it starts.
  const { runTrials } = await import('../../../dist/predictability/workers.js');
  const broken = { kind: 'leakage', spec: { training: { epochs: 1 }, warmStart: false, bad: () => {} } };
  const wasm = await instantiate(predictabilityModule);
  const error = await rejection(runTrials(wasm, misuse(broken), [0, 2], { workers: 2 }));
  expect(error).toMatchObject({ name: 'FairwasmError', code: 'workerFailed' });
  expect(error.argument).toMatch(/^fairwasm worker \d$/);
});

test(
  `of ${dooms} tasks with randomly terminated workers, none hangs or is wrong`,
  async () => {
    const human = Array.from({ length: 200 }, (_, i) => `a person ${i % 3 ? 'cooks' : 'rides'}`);
    const captions = { human, generated: human, attribute: human.map((_, i) => i % 2) };
    const told = { onProgress: () => {} };
    const outcomes = await doom([
      async (run) => JSON.stringify(await predictability.leakage(input, { ...run, ...told })),
      async (run) => JSON.stringify(await predictability.lic({ ...captions, ...options, blocks: 0 }, run)),
    ]);
    expect(outcomes).toMatchObject({ workerFailed: expect.any(Number), AbortError: expect.any(Number) });
  },
  60_000 + 1000 * dooms,
);

test.each([-1, 1.5, Number.NaN])('rejects %p workers', async (workers) => {
  expect((await rejection(predictability.leakage(input, { workers }))).argument).toBe('workers');
});

describe('workers that cannot start', () => {
  test('a message that cannot be cloned ends the work and leaves no worker behind', async () => {
    const { Worker: Thread } = await import('node:worker_threads');
    const terminated = [];
    const { terminate } = Thread.prototype;
    Thread.prototype.terminate = function () {
      terminated.push(this.threadId);
      return terminate.call(this);
    };
    try {
      const { runTrials } = await import('../../../dist/predictability/workers.js');
      const spec = { training: { epochs: 1 }, warmStart: false, bad: () => {} };
      const job = { kind: 'leakage', spec };
      const wasm = await instantiate(predictabilityModule);
      const error = await rejection(runTrials(wasm, misuse(job), [0, 2], { workers: 2 }));
      expect(error.code).toBe('workerFailed');
      expect(error.actual).toMatch(/could not be cloned/);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(terminated).toHaveLength(2);
    } finally {
      Thread.prototype.terminate = terminate;
    }
  });
});

describe('one worker that cannot start', () => {
  const { getBuiltinModule } = process;
  afterEach(() => {
    process.getBuiltinModule = getBuiltinModule;
  });

  // The first worker reports one trial immediately and another one too late; the second does not start.
  function startOnlyTheFirst(trial) {
    let started = 0;
    class Worker {
      #listeners = {};
      constructor() {
        if (started++ > 0) throw new Error('no more threads');
      }
      on(event, listener) {
        this.#listeners[event] = listener;
      }
      postMessage() {
        const tell = () => this.#listeners.message({ kind: 'trials', trials: [trial] });
        tell();
        setTimeout(tell);
      }
      terminate() {}
    }
    process.getBuiltinModule = (name) => {
      if (name === 'node:worker_threads') return { Worker };
      if (name === 'node:os') return { availableParallelism: () => 2 };
      return getBuiltinModule.call(process, name);
    };
  }

  test('reports every trial once, and returns the results of completed work', async () => {
    const metric = predictability.leakageMetric(options);
    const expected = await metric.computeBiasAmp(columns, { workers: 0 });
    startOnlyTheFirst(expected.trials[0]);
    const told = [];
    const onTrial = (_trial, index) => told.push(index);
    const { trials } = await metric.computeBiasAmp(columns, { onTrial });
    expect(told.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(trials).toEqual(expected.trials);
  });

  test('is an error if workers were requested explicitly', async () => {
    startOnlyTheFirst({});
    const metric = predictability.leakageMetric(options);
    const error = await rejection(metric.computeBiasAmp(columns, { workers: 2 }));
    expect(error.code).toBe('workerFailed');
  });
});
