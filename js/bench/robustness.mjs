// SPDX-License-Identifier: Apache-2.0
//
// Measures certificates end to end from a matrix of scores in JavaScript's memory, and norms of layers, in WebAssembly
// and natively. The lower limit is the time to read the scores once.

import { load } from 'fairwasm/robustness';
import { medianNanoseconds, nativeNanoseconds, report } from './support.mjs';

const robustness = await load();
const count = 1e6;
const classes = 10;

const label = Uint8Array.from({ length: count }, () => Math.random() * classes);
const input = (Floats) => ({
  label,
  score: { data: Floats.from({ length: count * classes }, Math.random), shape: [count, classes] },
});
const inputs = { float64: input(Float64Array), float32: input(Float32Array) };

function certify(rows) {
  const certificates = robustness.certificates({ classes, epsilons: [0.25], lipConst: 1 });
  certificates.update(rows);
  certificates[Symbol.dispose]();
}

const random = (shape) => ({
  data: Float64Array.from({ length: shape.reduce((a, b) => a * b) }, () => Math.random() - 0.5),
  shape,
});
const dense = { weights: random([256, 256]) };
const convolution = { weights: random([32, 32, 3, 3]), inputSize: [32, 32] };

const median = await medianNanoseconds(
  {
    float64: () => certify(inputs.float64),
    float32: () => certify(inputs.float32),
    // bound() computes the norm twice: for the layer and for the network.
    dense: () => robustness.lipschitzBound([dense]),
    convolution: () => robustness.lipschitzBound([convolution]),
  },
  { time: 2000 },
);

report(`Certificates, time per row of ${count.toExponential(0)} rows and ${classes} classes`, [
  ...['float64', 'float32'].map((kind) => ({
    work: kind,
    wasm: median[kind] / count,
    native: nativeNanoseconds(`certifyRows/${kind}/${count}`) / count,
  })),
  { work: 'only reading float64', native: nativeNanoseconds(`readRows/${count}`) / count },
]);
report('Upper bounds on norms of layers', [
  { work: 'dense 256 x 256', wasm: median.dense / 2, native: nativeNanoseconds('denseNorm/256') },
  {
    work: 'convolution 32 x 32 x 3 x 3 on 32 x 32',
    wasm: median.convolution,
    native: nativeNanoseconds('convolutionNorm/32'),
  },
]);
