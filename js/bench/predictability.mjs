// SPDX-License-Identifier: Apache-2.0
//
// Attackers: the whole documented Leakage example on one thread, and optimizer steps of two dense
// networks, in WebAssembly, natively, and with TensorFlow.js on its fastest backend here.

import * as tf from '@tensorflow/tfjs';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { load } from 'fairwasm/predictability';
import { nativeNanoseconds, quick, report } from './support.mjs';

const predictability = await load();
const batchSize = 64;
const steps = 64; // an epoch of the networks below

/** Median over repetitions of the processor seconds that `task` takes, once engines have compiled it well. */
async function seconds(task, repetitions) {
  const end = performance.now() + 1000;
  do await task();
  while (performance.now() < end);
  const times = [];
  for (let i = 0; i < repetitions; i++) {
    const before = process.cpuUsage();
    await task();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1e6);
  }
  return times.sort((a, b) => a - b)[repetitions >> 1];
}

// --- The documented example: 10 trials, D and M, 16,384 rows, 100 epochs: 410,000 steps ----------------

async function leakageSeconds() {
  const { P, DBias, M2 } = predictability.dataCreator({ rows: 16384, error: 0.2, dataError: 0.05, shuffle: true });
  const input = { feature: P, label: DBias, prediction: M2, loss: 'bce', learningRate: 0.05 };
  return seconds(() => predictability.leakage(input, { workers: 0 }), quick ? 1 : 5);
}

report('Leakage.computeBiasAmp, the example of bias_amplification (410,000 steps), on one thread', [
  {
    work: '10 trials of 16,384 rows, 100 epochs',
    wasm: (await leakageSeconds()) * 1e9,
    native: nativeNanoseconds('fairwasm::leakage'),
    competitor: ['PyTorch (recorded)', 137e9],
  },
]);

// --- Steps of dense networks ---------------------------------------------------------------------------

function example(inputs) {
  const rows = batchSize * steps;
  return {
    x: Float32Array.from({ length: rows * inputs }, () => Math.random() * 2 - 1),
    y: Float32Array.from({ length: rows }, () => (Math.random() < 0.5 ? 0 : 1)),
  };
}

async function ourStep([inputs, ...widths], repetitions) {
  const { x, y } = example(inputs);
  const attacker = predictability.denseAttacker({ inputs, outputs: 1, widths: widths.slice(0, -1) });
  const options = { loss: 'bce', learningRate: 0.001, epochs: 5, batchSize };
  const time = await seconds(() => attacker.fit(x, y, options), repetitions);
  return (time / steps / options.epochs) * 1e6;
}

async function tensorflowStep([inputs, ...widths], backend) {
  await tf.setBackend(backend);
  const { x, y } = example(inputs);
  const model = tf.sequential();
  widths.forEach((units, i) => {
    const last = i === widths.length - 1;
    const activation = last ? 'sigmoid' : 'relu';
    model.add(tf.layers.dense({ units, activation, ...(i === 0 && { inputShape: [inputs] }) }));
  });
  model.compile({ optimizer: tf.train.adam(0.001), loss: 'binaryCrossentropy' });
  const some = 8; // steps; it is slow
  const [xs, ys] = [
    tf.tensor2d(x.subarray(0, some * batchSize * inputs), [some * batchSize, inputs]),
    tf.tensor2d(y.subarray(0, some * batchSize), [some * batchSize, 1]),
  ];
  const time = await seconds(
    () => model.fit(xs, ys, { epochs: 1, batchSize, shuffle: false, verbose: 0 }),
    quick ? 1 : 3,
  );
  tf.dispose([xs, ys, model]);
  return (time / some) * 1e6;
}

setWasmPaths(new URL('../../node_modules/@tensorflow/tfjs-backend-wasm/dist/', import.meta.url).pathname);
const entries = [];
for (const [widths, repetitions] of [
  [[20, 32, 16, 1], 9],
  [[128, 256, 256, 1], 3],
]) {
  const name = widths.join('-');
  const ours = await ourStep(widths, quick ? 1 : repetitions);
  const theirs = Math.min(await tensorflowStep(widths, 'cpu'), await tensorflowStep(widths, 'wasm'));
  entries.push({
    work: name,
    wasm: ours * 1e3,
    native: nativeNanoseconds(`fairwasm::trainEpoch/${name}`) / steps,
    competitor: ['TensorFlow.js', theirs * 1e3],
  });
}
report('One optimizer step (Adam, batch size 64)', entries);
