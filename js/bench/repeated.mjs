// SPDX-License-Identifier: Apache-2.0
//
// Repeated decisions, rates per exposure, ranked lists, and shares: from columns in memory to the report. Codes are the
// columns that readCsv yields, as the CLI passes them.

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
function toCodes(values) {
  const places = new Map();
  const codes = Uint32Array.from(values, (value) => {
    if (!places.has(value)) places.set(value, places.size);
    return places.get(value);
  });
  return { codes, categories: [...places.keys()].map((value) => fromBytes(`${value}`)) };
}
/** Returns the same columns as codes, and the given ones as numbers. */
const asRead = (columns, numbers = []) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, values]) => {
      if (!Array.isArray(values)) return [name, values];
      return [name, numbers.includes(name) ? Float64Array.from(values) : toCodes(values)];
    }),
  );

// 100,000 items in two variants with five runs each.
const item = column((row) => Math.floor(row / 10));
const variant = column((row) => (row % 2 === 0 ? 'Emily' : 'Lakisha'));
const outcome = column(() => draw(2));
const runs = { variant, outcome, reference: 'Emily' };
const itemTexts = toTexts(item, 'prompt ');
const runsOf = {
  texts: { ...runs, item: itemTexts },
  numbers: { ...runs, item },
  codes: asRead({ ...runs, item: itemTexts }),
};

// 50,000 recordings, in random order, by speakers of two groups.
const recording = column(() => draw(50_000));
const spoken = {
  group: recording.map((each) => (each % 2 === 0 ? 'f' : 'm')),
  events: column(() => draw(5)),
  exposure: column(() => 1 + draw(30)),
};
const recordingTexts = toTexts(recording, 'recording ');
const spokenIn = {
  texts: { ...spoken, cluster: recordingTexts },
  numbers: { ...spoken, cluster: recording },
  codes: asRead({ ...spoken, cluster: recordingTexts }, ['events', 'exposure']),
  counts: asRead(spoken, ['events', 'exposure']),
};

// 50,000 lists of 20 rows.
const query = column((row) => Math.floor(row / 20));
const listed = { group: column(() => ['f', 'm', 'x'][draw(3)]), score: column(() => draw(1e6)) };
const queryTexts = toTexts(query, 'query ');
const listedIn = {
  texts: { ...listed, query: queryTexts },
  numbers: { ...listed, query },
  codes: asRead({ ...listed, query: queryTexts }, ['score']),
};

const shared = { group: listed.group, reference: { f: 0.3, m: 0.3, x: 0.4 } };
const sharedCodes = asRead(shared);
const times = await medianNanoseconds(
  {
    runTexts: () => repeated.compareVariants(runsOf.texts),
    runNumbers: () => repeated.compareVariants(runsOf.numbers),
    runCodes: () => repeated.compareVariants(runsOf.codes),
    clusterTexts: () => repeated.ratesPerExposure(spokenIn.texts),
    clusterNumbers: () => repeated.ratesPerExposure(spokenIn.numbers),
    clusterCodes: () => repeated.ratesPerExposure(spokenIn.codes),
    counts: () => repeated.ratesPerExposure(spoken),
    countCodes: () => repeated.ratesPerExposure(spokenIn.counts),
    listTexts: () => rankings.rankings(listedIn.texts),
    listNumbers: () => rankings.rankings(listedIn.numbers),
    listCodes: () => rankings.rankings(listedIn.codes),
    shares: () => rankings.shares(shared),
    shareCodes: () => rankings.shares(sharedCodes),
  },
  { time: 1000, iterations: 5 },
);

report(
  '1e+6 rows of arrays of strings and numbers, or of codes, including all intervals and tests',
  [
    { work: 'repeated decisions, items as strings', wasm: times.runTexts },
    { work: 'repeated decisions, items as integers', wasm: times.runNumbers },
    { work: 'repeated decisions, all columns as codes', wasm: times.runCodes },
    { work: 'rates per exposure, clusters as strings', wasm: times.clusterTexts },
    { work: 'rates per exposure, clusters as integers', wasm: times.clusterNumbers },
    { work: 'rates per exposure, groups and clusters as codes', wasm: times.clusterCodes },
    { work: 'rates per exposure, without clusters', wasm: times.counts },
    { work: 'rates per exposure, groups as codes, without clusters', wasm: times.countCodes },
    { work: 'rankings, queries as strings', wasm: times.listTexts },
    { work: 'rankings, queries as integers', wasm: times.listNumbers },
    { work: 'rankings, groups and queries as codes', wasm: times.listCodes },
    { work: 'shares', wasm: times.shares },
    { work: 'shares, groups as codes', wasm: times.shareCodes },
  ],
);
