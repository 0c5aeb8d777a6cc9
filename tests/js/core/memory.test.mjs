// SPDX-License-Identifier: Apache-2.0
//
// WebAssembly memory is given back: however many objects are made and dropped, and however they are dropped,
// it stays where the first of them brought it.

import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { load } from 'fairwasm';
import { load as loadAif360 } from 'fairwasm/aif360';
import { load as loadAmplification } from 'fairwasm/amplification';
import { load as loadPredictability } from 'fairwasm/predictability';
import ts from 'typescript';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

// The memories of the modules that are loaded here.
const memories = [];
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...args) => {
  const instance = await instantiate(...args);
  const isMemory = (value) => value instanceof WebAssembly.Memory;
  memories.push(...Object.values(instance.exports).filter(isMemory));
  return instance;
};
const fair = await load();
const amplification = await loadAmplification();
const predictability = await loadPredictability();
const aif360 = await loadAif360({ fair });
const modules = 4; // aif360 shares the core and has that of individuals
WebAssembly.instantiate = instantiate;

const size = () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);

const n = 8;
const column = (f) => Uint8Array.from({ length: n }, (_, i) => f(i));
const label = column((i) => i % 2);
const prediction = column((i) => (i % 3 === 0 ? 1 : 0));
const groups = { group: column((i) => i % 7) };
const score = Float64Array.from(label, (y, i) => (y + (i % 5)) / 6);

const metrics = [
  () => {
    const tally = fair.tally({ groups: ['group'], label: true, prediction: true });
    tally.update({ groups, label, prediction });
    return tally;
  },
  () => {
    const auditor = fair.auditor({ groups: ['group'], label: true, prediction: true });
    auditor.update({ groups, label, prediction });
    return auditor;
  },
  () => fair.audit({ groups, label, prediction, uncertainty: false }),
  () => aif360.classificationMetric({ groups, label, prediction }),
  () => {
    const scores = fair.scoreTally(['group']);
    scores.update({ groups, label, score });
    return scores;
  },
  () => amplification.cooccurrence({ attributes: ['a', 'b'], tasks: ['c', 'd'] }),
];
const attackers = [
  () => predictability.denseAttacker({ inputs: 64, outputs: 8, layers: 3, firstWidth: 64 }),
];

const drop = {
  // As TypeScript writes it for engines that cannot read it yet, Node 20 among them.
  using: new Function(
    'make',
    ts.transpile('{ using object = make(); }', { target: ts.ScriptTarget.ES2022 }),
  ),
  '[Symbol.dispose]()': (make) => make()[Symbol.dispose](),
  neither: (make) => {
    make();
  },
};

// Loaded modules have air, which would hide a small leak for long. Of each that is filled here large objects are
// kept until its memory had to grow: 25,000 objects then show what would otherwise take 100,000.
const large = [
  () => {
    const scores = fair.scoreTally(['group']);
    scores.update({ groups, label, score });
    return scores;
  },
  () => amplification.cooccurrence({ attributes: names('a', 64), tasks: names('t', 256) }),
  () => predictability.denseAttacker({ inputs: 512, outputs: 8, layers: 3, firstWidth: 512 }),
];
const names = (letter, count) => Array.from({ length: count }, (_, i) => `${letter}${i}`);
const kept = [];
for (const make of large) {
  for (const before = size(); size() === before; ) kept.push(make());
}

/**
 * The size after each tenth of the work. What is dropped by nothing but the collector has a collection for every
 * quarter of a tenth; what is disposed of must not need one.
 */
async function sizesOf(makers, count, release) {
  const interval = count / 40;
  const sizes = [];
  for (let i = 0; i < count; i++) {
    release(makers[i % makers.length]);
    if (release === drop.neither && i % interval === interval - 1) {
      collect();
      await setImmediate(); // finalizers have their turn
    }
    if ((i + 1) % (count / 10) === 0) sizes.push(size());
  }
  return sizes;
}

describe.each(Object.entries(drop))('dropped with %s', (_, release) => {
  test('25,000 metrics need no more memory than the first 2,500', async () => {
    const [first, ...later] = await sizesOf(metrics, 25_000, release);
    expect(later).toEqual(later.map(() => first));
  }, 300_000);

  test('1,000 attackers need no more memory than the first 100', async () => {
    const [first, ...later] = await sizesOf(attackers, 1000, release);
    expect(later).toEqual(later.map(() => first));
  }, 300_000);
});

// Last: memory does not shrink, and would hide what the tests above look for.
test('the memories that are looked at are those of all modules', () => {
  expect(memories).toHaveLength(modules);
  const before = size();
  const many = Array.from({ length: 2000 }, attackers[0]);
  expect(size()).toBeGreaterThan(before);
  for (const attacker of many) attacker[Symbol.dispose]();
});
