// Columns that determine a decision or an outcome, and their omission from the search.

import { determinedNotes, findDetermined } from '#fairwasm/slices/determined.js';

const rows = 1000;
const each = (make) => Array.from({ length: rows }, (_, i) => make(i));
// Deciles in a scattered order; the decision is positive from 5 on.
const decile = each((i) => 1 + ((i * 7 + (i >> 3)) % 10));
const decision = decile.map((value) => (value >= 5 ? 'yes' : 'no'));
const outcome = each((i) => (i * 13) % 3 === 0);

const columns = {
  decile,
  score: decile.map((value, i) => value + ((i * 37) % 100) / 101),
  score_text: decile.map((value) => (value >= 8 ? 'High' : value >= 5 ? 'Medium' : 'Low')),
  // Wrong in 0.5% and in 3% of the rows.
  almost: decision.map((value, i) => (i % 200 === 0 ? 'other' : value === 'yes' ? 'a' : 'b')),
  similar: decision.map((value, i) => ((i % 33 === 0) === (value === 'yes') ? 'a' : 'b')),
  id: each((i) => `person ${i}`),
  number: each((i) => i),
  sex: each((i) => (i % 2 === 0 ? 'f' : 'm')),
  constant: each(() => 'x'),
};

test('finds the columns from which the decision follows, but no identifier', () => {
  const found = findDetermined(columns, { decision, outcome });
  expect(Object.fromEntries(found)).toEqual({
    decile: 'decision',
    score: 'decision',
    score_text: 'decision',
    almost: 'decision',
  });
});

test('finds coarser columns of a decision with several values', () => {
  const several = { score_text: columns.score_text };
  expect([...findDetermined({ high: columns.score_text.map((text) => text === 'High') }, several)]).toEqual([
    ['high', 'score_text'],
  ]);
});

test('finds nothing for rare outcomes that columns do not determine', () => {
  const rare = each((i) => i % 125 === 0);
  expect([...findDetermined(columns, { rare })]).toEqual([]);
  expect([...findDetermined({ copy: rare }, { rare })]).toEqual([['copy', 'rare']]);
});

test('finds nothing in few rows', () => {
  expect([...findDetermined({ sex: ['f', 'f', 'm', 'm'] }, { hired: [0, 0, 1, 1] })]).toEqual([]);
});

test('names the omitted columns', () => {
  expect(determinedNotes(new Map([['a', 'y']]))).toEqual([
    'omitted a: in at least 99% of the rows, it determines y or is determined by it',
  ]);
  const both = new Map([...['a', 'b'].map((name) => /** @type {[string, string]} */ ([name, 'y'])), ['c', 'z']]);
  expect(determinedNotes(both)).toHaveLength(2);
  expect(determinedNotes(both)[0]).toMatch(/^omitted a, b: .*, each determines y/);
});
