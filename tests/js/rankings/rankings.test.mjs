// SPDX-License-Identifier: Apache-2.0
//
// Groups in ranked lists; values of other implementations are in tests/golden/values/rankings.

import { format } from 'fairwasm';
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
  const at = (j) => 1 / Math.log2(1 + j);
  expect(queries).toBe(3);
  expect(f.exposure.logarithmic.sum).toBeCloseTo(2 * at(3) + at(1) + at(2) + at(4), 14);
  expect(m.exposure.logarithmic.perRow.value).toBeCloseTo(
    (2 * at(1) + 2 * at(2) + at(3) + 2 * at(4)) / 7,
    14,
  );
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
  const { groups } = rankings.rankings({ group, position: group.map((_, i) => i) });
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
  expect(f.skew).toMatchObject({
    value: -Infinity,
    reason: 'no row of the group is in the top positions',
  });
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
])('rejects another length of %s', (argument, options) => {
  expect(getError(() => measure(options))).toMatchObject({ code: 'shapeMismatch', argument });
});

test('lists tables and the reference in text', () => {
  const text = format(measure({ relevance, reference: { f: 0.5, m: 0.5 } }), 'text');
  expect(text).toContain('Reference  f 0.500, m 0.500');
  expect(text).toContain('Exposure per unit of relevance');
  expect(text).toContain('Intervals: 95%, with lists as clusters.');
  expect(format(measure(), 'csv')).toContain(',Relative exposure,');
});
