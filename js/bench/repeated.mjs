// SPDX-License-Identifier: Apache-2.0
//
// Repeated decisions, rates per exposure, ranked lists, and shares: from columns in memory to the report.

import { load as loadRankings } from 'fairwasm/rankings';
import { load as loadRepeated } from 'fairwasm/repeated';
import { medianNanoseconds, report } from './support.mjs';

const repeated = await loadRepeated();
const rankings = await loadRankings();
const rows = 1e6;

// The same columns in every run.
let state = 1;
function draw(count) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * count);
}
const column = (value) => Array.from({ length: rows }, (_, row) => value(row));
// Equal strings are the same string in separate memory, as after reading a file.
const fromBytes = (text) => Buffer.from(text).toString('latin1');
function toTexts(numbers, prefix) {
  const texts = new Map();
  for (const number of numbers)
    if (!texts.has(number)) texts.set(number, fromBytes(`${prefix}${number}`));
  return numbers.map((number) => texts.get(number));
}

// 100,000 items in two variants with five runs each.
const item = column((row) => Math.floor(row / 10));
const variant = column((row) => (row % 2 === 0 ? 'Emily' : 'Lakisha'));
const outcome = column(() => draw(2));
const runs = { variant, outcome, reference: 'Emily' };
const runsOf = { texts: { ...runs, item: toTexts(item, 'prompt ') }, numbers: { ...runs, item } };

// 50,000 recordings, in random order, by speakers of two groups.
const recording = column(() => draw(50_000));
const spoken = {
  group: recording.map((each) => (each % 2 === 0 ? 'f' : 'm')),
  events: column(() => draw(5)),
  exposure: column(() => 1 + draw(30)),
};
const spokenIn = {
  texts: { ...spoken, cluster: toTexts(recording, 'recording ') },
  numbers: { ...spoken, cluster: recording },
};

// 50,000 lists of 20 rows.
const query = column((row) => Math.floor(row / 20));
const listed = { group: column(() => ['f', 'm', 'x'][draw(3)]), score: column(() => draw(1e6)) };
const listedIn = {
  texts: { ...listed, query: toTexts(query, 'query ') },
  numbers: { ...listed, query },
};

const reference = { f: 0.3, m: 0.3, x: 0.4 };
const times = await medianNanoseconds(
  {
    runTexts: () => repeated.compareVariants(runsOf.texts),
    runNumbers: () => repeated.compareVariants(runsOf.numbers),
    clusterTexts: () => repeated.ratesPerExposure(spokenIn.texts),
    clusterNumbers: () => repeated.ratesPerExposure(spokenIn.numbers),
    counts: () => repeated.ratesPerExposure(spoken),
    listTexts: () => rankings.rankings(listedIn.texts),
    listNumbers: () => rankings.rankings(listedIn.numbers),
    shares: () => rankings.shares({ group: listed.group, reference }),
  },
  { time: 1000, iterations: 5 },
);

report('1e+6 rows of arrays of strings and numbers, including all intervals and tests', [
  { work: 'repeated decisions, items as strings', wasm: times.runTexts },
  { work: 'repeated decisions, items as integers', wasm: times.runNumbers },
  { work: 'rates per exposure, clusters as strings', wasm: times.clusterTexts },
  { work: 'rates per exposure, clusters as integers', wasm: times.clusterNumbers },
  { work: 'rates per exposure, without clusters', wasm: times.counts },
  { work: 'rankings, queries as strings', wasm: times.listTexts },
  { work: 'rankings, queries as integers', wasm: times.listNumbers },
  { work: 'shares', wasm: times.shares },
]);
