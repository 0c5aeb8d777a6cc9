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
  for (const number of numbers) if (!texts.has(number)) texts.set(number, fromBytes(`${prefix}${number}`));
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
const works = {
  'repeated decisions, items as strings': () => repeated.compareVariants(runsOf.texts),
  'repeated decisions, items as integers': () => repeated.compareVariants(runsOf.numbers),
  'repeated decisions, all columns as codes': () => repeated.compareVariants(runsOf.codes),
  'rates per exposure, clusters as strings': () => repeated.ratesPerExposure(spokenIn.texts),
  'rates per exposure, clusters as integers': () => repeated.ratesPerExposure(spokenIn.numbers),
  'rates per exposure, groups and clusters as codes': () => repeated.ratesPerExposure(spokenIn.codes),
  'rates per exposure, without clusters': () => repeated.ratesPerExposure(spoken),
  'rates per exposure, groups as codes, without clusters': () => repeated.ratesPerExposure(spokenIn.counts),
  'rankings, queries as strings': () => rankings.rankings(listedIn.texts),
  'rankings, queries as integers': () => rankings.rankings(listedIn.numbers),
  'rankings, groups and queries as codes': () => rankings.rankings(listedIn.codes),
  shares: () => rankings.shares(shared),
  'shares, groups as codes': () => rankings.shares(sharedCodes),
};
const times = await medianNanoseconds(works, { time: 1000, iterations: 5 });

report(
  '1e+6 rows of arrays of strings and numbers, or of codes, including all intervals and tests',
  Object.entries(times).map(([work, wasm]) => ({ work, wasm })),
);
