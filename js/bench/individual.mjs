// SPDX-License-Identifier: Apache-2.0
//
// Metrics of individual fairness, from typed arrays to the result, in WebAssembly and natively. AIF360 needed 19 s for
// the consistency and 498 s for the mean distance, on a machine like the one on which these figures were first
// measured.

import { load } from 'fairwasm/individual';
import { medianNanoseconds, nativeNanoseconds, report } from './support.mjs';

const individual = await load();

function normal() {
  return Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
}

function table(rows, columns, mixed) {
  const values = Float64Array.from({ length: rows * columns }, (_, i) =>
    mixed && i % columns >= columns / 2 ? Math.round(Math.random()) : normal(),
  );
  return { values, columns };
}

const labels = Float64Array.from({ length: 30_000 }, () => Math.round(Math.random()));
const normalTable = table(30_000, 10, false);
const mixedTable = table(30_000, 10, true);
const before = table(100_000, 10, false);
const after = table(100_000, 10, true);
const groups = { all: { codes: new Uint8Array(100_000), categories: ['all'] } };

const tasks = {
  'consistency(5), 30,000 x 10, normal': () => individual.consistency(normalTable, labels, 5),
  'consistency(5), 30,000 x 10, half categories': () => individual.consistency(mixedTable, labels, 5),
  'mean Euclidean distance, 100,000 x 10': () =>
    individual.sampleDistortionMetric({ features: before, distorted: after, groups }).averageEuclideanDistance(),
};
const compared = [
  ['consistency/normal', 19e9],
  ['consistency/mixed', 19e9],
  ['euclidean', 498e9],
];

const measured = await medianNanoseconds(tasks, { time: 3000 });
report(
  'Individual fairness, from typed arrays to the result',
  Object.entries(measured).map(([work, wasm], i) => {
    const [native, aif360] = compared[i];
    return { work, wasm, native: nativeNanoseconds(native), competitor: ['AIF360 (recorded)', aif360] };
  }),
);
