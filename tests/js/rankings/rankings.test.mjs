// SPDX-License-Identifier: Apache-2.0
//
// Groups in ranked lists; values of other implementations are in tests/golden/values/rankings.

import { format } from 'fairwasm';
import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { getError, rankings } from '../support.mjs';

const group = [...'mmfmfmfmmfmf'];
const query = [...'aaaabbbbcccc'];
const position = [1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4];
const relevance = [3, 0, 3, 1, 2, 2, 0, 1, 1, 1, 0, 2];

const measure = (options) => rankings.rankings({ group, query, position, ...options });

test('sums exposures over lists', () => {
  const { groups, queries } = measure();
  const [f, m] = groups;
  expect(queries).toBe(3);
  expect(f.exposure.logarithmic.sum).toBeCloseTo(2 * at(3) + at(1) + at(2) + at(4), 14);
  expect(m.exposure.logarithmic.perRow.value).toBeCloseTo((2 * at(1) + 2 * at(2) + at(3) + 2 * at(4)) / 7, 14);
  expect(f.exposure.logarithmic.perMerit).toBeUndefined();
});

test('relevance adds exposure by merit and pairs of equal relevance', () => {
  const [f] = measure({ relevance }).groups;
  const { sum, perMerit } = f.exposure.logarithmic;
  expect(present(perMerit).value).toBeCloseTo(sum / (3 + 2 + 0 + 1 + 2), 14);
  // List a: positions 1 and 3; list b: 1 and 2; list c: 1 and 2.
  expect(f.favoredAtEqualRelevance?.value).toBeCloseTo(1 / 3, 14);
});

test('scores rank like positions', () => {
  const { groups, ndkl } = rankings.rankings({ group, query, score: position.map((j) => -j) });
  expect({ groups, ndkl }).toEqual({ groups: measure().groups, ndkl: measure().ndkl });
});

const at = (j) => 1 / Math.log2(1 + j);

test('uses the positions given, and counts missing positions', () => {
  const lists = { group: [...'ababa'], query: [1, 1, 1, 2, 2], position: [1, 5, 9, 3, 4] };
  const report = rankings.rankings({ ...lists, top: 4 });
  const [a, b] = report.groups;
  expect(a.exposure.logarithmic.perRow.value).toBeCloseTo((at(1) + at(9) + at(4)) / 3, 14);
  expect(a.exposure.logarithmic.perRow.value).toBeCloseTo(0.577, 3);
  expect(b.exposure.logarithmic.perRow.value).toBeCloseTo((at(5) + at(3)) / 2, 14);
  expect(a.exposure.geometric.sum).toBeCloseTo(0.2 * (1 + 0.8 ** 8 + 0.8 ** 3), 14);
  expect([a.top.rows, b.top.rows]).toEqual([2, 1]);
  // Rows in the top, times their proportion in the list: 1 of 2/3, and 2 of 1/2.
  expect(a.top.expected).toBeCloseTo(2 / 3 + 1, 14);
  expect(report.missing).toEqual({ positions: 8, lists: 2 });
  expect(report.ndkl.warning).toMatch(/^prefixes contain only the rows present/);
  expect(format(report, 'text').replace(/\s+/g, ' ')).toContain('Positions without a row: 8, in 2 lists.');
  expect(measure().missing).toBeUndefined();
});

test('tied rows share positions from their own on, and rows below are moved', () => {
  const { groups } = rankings.rankings({ group: [...'abca'], position: [2, 2, 3, 9] });
  const [a, b, c] = groups.map(({ exposure }) => exposure.logarithmic.sum);
  expect(b).toBeCloseTo((at(2) + at(3)) / 2, 14);
  expect(a).toBeCloseTo(b + at(9), 14);
  expect(c).toBeCloseTo(at(4), 14);
});

test.each([0, -3, 1.5, 2 ** 53 + 2])('rejects position %d', (wrong) => {
  expect(getError(() => rankings.rankings({ group: [...'ab'], position: [1, wrong] }))).toMatchObject({
    ...{ code: 'invalidArgument', argument: 'position', row: 1 },
  });
});

test('equal counts as the reference mean equal shares', () => {
  const counts = measure({ reference: { f: 1, m: 1 } });
  expect(counts).toEqual(measure({ reference: { f: 0.5, m: 0.5 } }));
  expect(getError(() => measure({ reference: { f: 0.5, m: 0.6 } }))).toMatchObject({ argument: 'reference' });
});

test('a long list leaves few degrees of freedom, and a warning', () => {
  const lists = Array.from({ length: 40 }, (_, list) => (list === 0 ? 60 : 4));
  const rows = lists.flatMap((length, list) => Array.from({ length }, (_, i) => ({ list, i })));
  const { groups } = rankings.rankings({
    group: rows.map(({ list, i }) => ((i + list) % 3 === 0 ? 'f' : 'm')),
    query: rows.map(({ list }) => list),
    position: rows.map(({ i }) => i + 1),
  });
  expect(groups[0].favored.warning).toMatch(/^few long lists dominate: the effective number of lists is [12]/);
});

test('intervals and p-values of three groups or more are adjusted', () => {
  const three = [...'fmxxmfmfxxfm'];
  const [f] = measure({ group: three }).groups;
  const { ci, adjustedCi, pValue, adjustedPValue } = f.favored;
  expect(adjustedPValue).toBeCloseTo(1 - (1 - present(pValue)) ** 3, 12);
  expect(present(adjustedCi)[0]).toBeLessThan(present(ci)[0]);
  expect(present(adjustedCi)[1]).toBeGreaterThan(present(ci)[1]);
  const [two] = measure().groups;
  expect(two.favored.adjustedPValue).toBe(two.favored.pValue);
  expect(two.prefixTests.adjustedPValue).toBeCloseTo(Math.min(1, 2 * two.prefixTests.pValue), 14);
});

test('rejects a column of identifiers as groups', () => {
  const names = Array.from({ length: 1001 }, (_, i) => `id ${i}`);
  const error = getError(() => rankings.rankings({ group: names, position: names.map((_, i) => i + 1) }));
  expect(error).toMatchObject({ code: 'tooLarge', argument: 'group' });
  expect(error.message).toContain('may contain identifiers');
});

test('does not depend on the order of rows or the names of lists', () => {
  const places = group.map((_, i) => (5 * i) % 12);
  const moved = (column) => places.map((place) => column[place]);
  const names = { a: 'x', b: 'y', c: 'z' };
  const { groups } = rankings.rankings({
    group: moved(group),
    query: moved(query).map((name) => names[name]),
    position: moved(position),
    relevance: moved(relevance),
  });
  const expected = measure({ relevance }).groups;
  groups.forEach(({ exposure, skew, favored, ...rest }, i) => {
    const { exposure: own, skew: ownSkew, favored: ownFavored, ...others } = expected[i];
    expect(exposure.geometric.sum).toBeCloseTo(own.geometric.sum, 14);
    expect(skew.value).toBeCloseTo(ownSkew.value, 14);
    expect(favored.ci).toEqual(ownFavored.ci?.map((end) => expect.closeTo(end, 12)));
    expect(rest).toMatchObject({ ...others, favoredAtEqualRelevance: expect.anything() });
  });
});

test('narrows intervals if every list occurs twice', () => {
  const twice = (column) => [...column, ...column];
  const other = rankings.rankings({
    group: twice(group),
    query: [...query, ...query.map((name) => `${name}2`)],
    position: twice(position),
  });
  measure().groups.forEach(({ favored, top }, i) => {
    const doubled = other.groups[i];
    expect(doubled.favored.value).toBeCloseTo(favored.value, 14);
    expect(doubled.top.rows).toBe(2 * top.rows);
    const [[low, high], [otherLow, otherHigh]] = [present(favored.ci), present(doubled.favored.ci)];
    expect(otherHigh - otherLow).toBeLessThan(high - low);
  });
});

test('gives a reason for the missing interval of one list', () => {
  const { groups } = rankings.rankings({ group, position: group.map((_, i) => i + 1) });
  expect(groups[0].favored.ci).toBeUndefined();
  expect(groups[0].favored.warning).toBe('no interval, because it requires at least two lists');
  expect(measure().groups[0].favored.warning).toBe('3 lists: the interval is approximate');
});

test('gives reasons for undefined values', () => {
  const reference = { f: 0.5, m: 0.5, x: 0 };
  const [f, m, x] = rankings.rankings({
    ...{ group: ['m', 'm'], position: [1, 2], relevance: [0, 0], reference },
  }).groups;
  expect(f.favored.reason).toBe('the group has no rows');
  expect(f.skew).toMatchObject({ value: -Infinity, reason: 'no row of the group is in the top positions' });
  expect(m.favored.reason).toBe('only this group has rows');
  expect(m.exposure.geometric.perMerit?.reason).toBe('the relevance of the group is 0');
  expect(x.skew.reason).toBe('the reference share is 0');
});

test('treats missing groups as a group, and rejects missing queries', () => {
  const { groups } = rankings.rankings({ group: ['f', null], position: [1, 2] });
  expect(groups.map(({ name }) => name)).toEqual(['(missing)', 'f']);
  expect(getError(() => measure({ query: [...query.slice(1), null] }))).toMatchObject({
    ...{ code: 'missingValue', argument: 'query', row: 11 },
  });
});

test.each([
  ['position', { position: undefined }],
  ['position', { score: position }],
  ['reference', { reference: { f: 0.5, x: 0.5 } }],
  ['top', { top: 0 }],
  ['patience', { patience: 1 }],
  ['depth', { depth: 1001 }],
  ['confidence', { confidence: 0 }],
  ['relevance', { relevance: relevance.map((each) => each - 1) }],
  ['rankings', misuse({ groups: group })],
])('rejects an invalid %s', (argument, options) => {
  expect(getError(() => measure(options))).toMatchObject({ code: 'invalidArgument', argument });
});

test.each([
  ['group', { group: ['f'] }],
  ['query', { query: ['a'] }],
  ['relevance', { relevance: [1] }],
  ['rows', { rows: [1] }],
])('rejects another length of %s', (argument, options) => {
  expect(getError(() => measure(options))).toMatchObject({ code: 'shapeMismatch', argument });
});

function upToRounding(value) {
  if (Array.isArray(value)) return value.map(upToRounding);
  // Up to a relative error for large numbers.
  if (Number.isFinite(value)) return expect.closeTo(value, 9 - Math.ceil(Math.log10(Math.max(1, Math.abs(value)))));
  if (typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, upToRounding(each)]));
}

// The first part has no group x.
test('merged parts equal one pass', () => {
  const rows = fc.record({ group: fc.nat(2), query: fc.nat(5), position: fc.integer({ min: 1, max: 9 }) });
  const [listed, only] = [fc.array(rows, { minLength: 12 }), fc.nat(4)];
  fc.assert(
    fc.property(listed, only, (all, last) => {
      const named = all.map(({ group, query, position }) => ({
        ...{ group: 'xfm'[query > last ? group : 1 + (group % 2)], query, position },
      }));
      const toColumns = (part) => ({
        group: part.map((row) => row.group),
        query: part.map((row) => row.query),
        position: part.map((row) => row.position),
      });
      const [first, second] = [rankings.lists({ top: 2 }), rankings.lists({ top: 2 })];
      first.update(toColumns(named.filter((row) => row.query <= last)));
      second.update(toColumns(named.filter((row) => row.query > last)));
      first.merge(rankings.listsFromBytes(second.toBytes()));
      expect(first.report()).toEqual(upToRounding(rankings.rankings({ ...toColumns(named), top: 2 })));
    }),
  );
});

test('counts equal repeated rows, in any order', () => {
  const counted = fc.record({
    ...{ group: fc.constantFrom('f', 'm'), query: fc.nat(3), position: fc.integer({ min: 1, max: 6 }) },
    ...{ relevance: fc.nat(2), rows: fc.nat(3) },
  });
  fc.assert(
    fc.property(fc.array(counted, { minLength: 1 }), (all) => {
      fc.pre(all.some(({ rows }) => rows > 0));
      const toColumns = (rows) =>
        Object.fromEntries(Object.keys(all[0]).map((name) => [name, rows.map((row) => row[name])]));
      const { rows: _, ...repeated } = toColumns(
        all.flatMap((row) => Array.from({ length: row.rows }, () => row)).reverse(),
      );
      const report = rankings.rankings(/** @type {any} */ (toColumns(all)));
      const expected = rankings.rankings(/** @type {any} */ (repeated));
      expect(report.groups.filter(({ rows }) => rows > 0)).toEqual(upToRounding(expected.groups));
      expect(report).toMatchObject({ rows: expected.rows, queries: expected.queries });
    }),
  );
});

test('an invalid update changes nothing, and other options cannot be merged', () => {
  const lists = rankings.lists({ score: true, reference: { f: 0.5, m: 0.5 } });
  lists.update({ group: ['f', 'm'], score: [2, 1] });
  const before = lists.report();
  const invalid = [
    { group: ['f', 'x'], score: [2, 1] },
    { group: ['f', 'm'], score: [2, Number.NaN] },
    { group: ['f', 'm'], position: [1, 2] },
    { group: ['f', 'm'], score: [2, 1], relevance: [1, 1] },
  ];
  const found = invalid.map((rows) => getError(() => lists.update(rows)));
  expect(found.map(({ code, argument }) => [code, argument])).toEqual([
    ['invalidArgument', 'reference'],
    ['missingValue', 'score'],
    ['invalidArgument', 'score'],
    ['invalidArgument', 'relevance'],
  ]);
  expect(lists.report()).toEqual(before);
  expect(getError(() => lists.merge(rankings.lists({ score: true })))).toMatchObject({
    ...{ code: 'incompatible', argument: 'other' },
  });
});

test('accepts coded groups with categories that do not occur', () => {
  const coded = { codes: Uint8Array.of(0, 1), categories: ['f', 'm', 'x'] };
  const [position, reference] = [[1, 2], { f: 0.5, m: 0.5 }];
  const { groups } = rankings.rankings({ group: coded, position, reference });
  expect(groups.map(({ name }) => name)).toEqual(['f', 'm']);
  expect(rankings.rankings({ group: coded, position }).groups).toHaveLength(2);
});

test('lists tables and the reference in text', () => {
  const text = format(measure({ relevance, reference: { f: 0.5, m: 0.5 } }), 'text');
  expect(text).toContain('Reference  f 0.500, m 0.500');
  expect(text).toContain('Exposure per unit of relevance');
  expect(text).toContain('Intervals: 95%, with lists as clusters.');
  expect(format(measure(), 'csv')).toContain(',Relative exposure,');
});
