// Trains the small classifier whose certificates tests/js/robustness attacks, and writes its weights and its test set.
// The fixed seed gives a reproducible file; run it again only to change the test.
//
//   node scripts/train-classifier.mjs

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { top } from './lib/paths.mjs';

const widths = [4, 16, 16, 3];
const trainRows = 600;
const testRows = 150;
const epochs = 400;
const rate = 0.1;
const decay = 2e-3; // small weights give a small Lipschitz constant and useful certificates

let state = 20240517;
// mulberry32
function uniform() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());

// Three classes of two blobs each, which planes cannot separate.
const centers = Array.from({ length: 6 }, () => Array.from({ length: widths[0] }, () => 1.6 * normal()));

function sample(rows) {
  return Array.from({ length: rows }, () => {
    const center = Math.floor(uniform() * centers.length);
    return { x: centers[center].map((c) => c + 0.5 * normal()), y: center % 3 };
  });
}

const layers = widths
  .slice(1)
  .map((outputs, i) => ({
    w: Array.from({ length: outputs }, () =>
      Array.from({ length: widths[i] }, () => normal() * Math.sqrt(2 / widths[i])),
    ),
    b: new Array(outputs).fill(0),
  }));

// Returns the inputs of every layer and the scores.
function forward(x) {
  const inputs = [x];
  layers.forEach(({ w, b }, i) => {
    const z = w.map((row, o) => row.reduce((sum, weight, k) => sum + weight * inputs[i][k], b[o]));
    inputs.push(i < layers.length - 1 ? z.map((value) => Math.max(value, 0)) : z);
  });
  return inputs;
}

// Adds the gradient of one row's cross-entropy to `gradients`.
function backward({ x, y }, gradients) {
  const inputs = forward(x);
  const scores = inputs.at(-1);
  const largest = Math.max(...scores);
  const exps = scores.map((score) => Math.exp(score - largest));
  const sum = exps.reduce((a, b) => a + b);
  let delta = exps.map((e, k) => e / sum - (k === y ? 1 : 0));
  for (let i = layers.length - 1; i >= 0; i--) {
    const { w } = layers[i];
    const input = inputs[i];
    delta.forEach((d, o) => {
      gradients[i].b[o] += d;
      for (let k = 0; k < input.length; k++) gradients[i].w[o][k] += d * input[k];
    });
    delta = input.map((value, k) => (i > 0 && value <= 0 ? 0 : delta.reduce((total, d, o) => total + d * w[o][k], 0)));
  }
}

function descend(batch) {
  const gradients = layers.map(({ w, b }) => ({ w: w.map((row) => row.map(() => 0)), b: b.map(() => 0) }));
  for (const row of batch) backward(row, gradients);
  layers.forEach(({ w, b }, i) => {
    w.forEach((row, o) => {
      b[o] -= (rate * gradients[i].b[o]) / batch.length;
      row.forEach((weight, k) => {
        row[k] -= rate * (gradients[i].w[o][k] / batch.length + decay * weight);
      });
    });
  });
}

// Returns a safetensors file of float32 tensors.
function toSafetensors(tensors) {
  const header = {};
  let offset = 0;
  for (const [name, { shape, data }] of Object.entries(tensors)) {
    header[name] = { dtype: 'F32', shape, data_offsets: [offset, offset + 4 * data.length] };
    offset += 4 * data.length;
  }
  const json = JSON.stringify(header);
  const text = Buffer.from(json.padEnd(Math.ceil(json.length / 8) * 8));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  const values = Object.values(tensors).map(({ data }) => Buffer.from(Float32Array.from(data).buffer));
  return Buffer.concat([length, text, ...values]);
}

const train = sample(trainRows);
const test = sample(testRows);
const batchSize = 50;
for (let epoch = 0; epoch < epochs; epoch++) {
  for (let first = 0; first < trainRows; first += batchSize) {
    descend(train.slice(first, first + batchSize));
  }
}
const right = test.filter(({ x, y }) => {
  const scores = forward(x).at(-1);
  return scores.indexOf(Math.max(...scores)) === y;
});
const tensors = {};
layers.forEach(({ w, b }, i) => {
  tensors[`${i}.weight`] = { shape: [w.length, w[0].length], data: w.flat() };
  tensors[`${i}.bias`] = { shape: [b.length], data: b };
});
tensors['test.x'] = { shape: [testRows, widths[0]], data: test.flatMap(({ x }) => x) };
tensors['test.y'] = { shape: [testRows], data: test.map(({ y }) => y) };
const file = join(top, 'tests', 'js', 'robustness', 'classifier.safetensors');
writeFileSync(file, toSafetensors(tensors));
console.log(`${right.length} of ${testRows} test rows are correct`);
