// SPDX-License-Identifier: Apache-2.0
//
// The tally, end to end from typed arrays (two attributes, label, prediction, weights): nanoseconds per row in
// WebAssembly, natively, and in a plain JavaScript loop that keeps the same sums.

import { load } from 'fairwasm';
import { medianNanoseconds, nativeNanoseconds, quick, report, watchMemory } from './support.mjs';

const fair = await load();

function columns(rows, weighted) {
  const column = (categories) => Uint8Array.from({ length: rows }, () => Math.random() * categories);
  const coded = (codes, names) => ({ codes, categories: names });
  return {
    groups: { race: coded(column(6), ['a', 'b', 'c', 'd', 'e', 'f']), sex: coded(column(2), ['f', 'm']) },
    label: coded(column(2), ['0', '1']),
    prediction: coded(column(2), ['0', '1']),
    ...(weighted && { weight: Float64Array.from({ length: rows }, () => 0.5 + Math.random()) }),
  };
}

function tallyInWasm(input) {
  const tally = fair.tally({ groups: ['race', 'sex'], label: true, prediction: true });
  tally.update(input);
  tally[Symbol.dispose]();
}

function tallyInLoop({ groups, label, prediction, weight }) {
  const [race, sex, truth, predicted] = [groups.race, groups.sex, label, prediction].map((c) => c.codes);
  const sums = new Float64Array(6 * 2 * 2 * 2 * 3);
  for (let row = 0; row < race.length; row++) {
    const cell = (((race[row] * 2 + sex[row]) * 2 + truth[row]) * 2 + predicted[row]) * 3;
    const w = weight ? weight[row] : 1;
    sums[cell] += 1;
    sums[cell + 1] += w;
    sums[cell + 2] += w * w;
  }
  return sums;
}

const entries = [];
for (const count of [1e6, 1e7]) {
  for (const kind of ['plain', 'weighted']) {
    const input = columns(count, kind === 'weighted');
    const { wasm, loop } = await medianNanoseconds({ wasm: () => tallyInWasm(input), loop: () => tallyInLoop(input) });
    entries.push({
      work: `${count.toExponential(0)} rows, ${kind}`,
      wasm: wasm / count,
      native: nativeNanoseconds(`tallyRows/${kind}/${count}`) / count,
      competitor: ['JavaScript loop', loop / count],
    });
  }
}

// Streams the same chunk a hundred times, so that no copy of all rows exists.
const memory = watchMemory();
const streaming = await load();
const chunk = columns(1e6, true);
const tally = streaming.tally({ groups: ['race', 'sex'], label: true, prediction: true });
const updates = quick ? 10 : 100;
const before = process.cpuUsage();
for (let i = 0; i < updates; i++) tally.update(chunk);
const { user, system } = process.cpuUsage(before);
const mebibytes = (memory() / 2 ** 20).toFixed(0);
entries.push({
  work: `${updates}e6 rows, weighted, streamed (${mebibytes} MiB of Wasm memory)`,
  wasm: (user + system) / updates / 1e3,
});
report('Tally, from typed arrays, time per row', entries);
