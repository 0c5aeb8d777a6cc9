// SPDX-License-Identifier: Apache-2.0
//
// The four-fifths rule and related statistics.

import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { getError, impact } from '../support.mjs';

const group = (name, applicants, selected) => ({ name, applicants, selected });
// Questions and Answers on the guidelines, number 11.
const guidelines = [
  group('White', 100, 60),
  group('American Indian', 100, 45),
  group('Hispanic', 100, 48),
  group('Black', 100, 51),
];

test('reproduces the example of the guidelines: one group is below four fifths, one exactly at it', () => {
  const { againstHighest, againstReference, poolRate, groups } = impact.fourFifths(guidelines);
  expect(present(againstHighest).group).toBe('White');
  expect(present(againstHighest).comparisons.map((each) => [each.group, each.belowFourFifths])).toEqual([
    ['American Indian', true],
    ['Hispanic', false],
    ['Black', false],
  ]);
  expect(againstReference).toBeNull();
  expect(poolRate).toBe(0.51);
  expect(groups.map(({ shortfallToPool }) => shortfallToPool)).toEqual([-9, 6, 3, 0]);
  expect(present(againstHighest).comparisons[0].reasons).toEqual({});
});

test('accepts a fixed reference with a lower rate', () => {
  const { againstReference } = impact.fourFifths(guidelines, { reference: 'Hispanic' });
  const [white] = present(againstReference).comparisons;
  expect(white.ratio.value).toBe(1.25);
  const [low, high] = present(white.ratio.ci);
  expect(low < 1.25 && high > 1.25).toBe(true);
});

test('gives odds ratios with Gart’s intervals', () => {
  const getOdds = (one, other) =>
    present(impact.fourFifths([one, other], { reference: other.name }).againstReference).comparisons[0].oddsRatio;
  const { value, ci } = getOdds(group('a', 20, 5), group('b', 30, 20));
  expect(value).toBeCloseTo((5 * 10) / (15 * 20), 14);
  const center = (5.5 * 10.5) / (15.5 * 20.5);
  const reach = Math.exp(1.959963984540054 * Math.sqrt(1 / 5.5 + 1 / 10.5 + 1 / 15.5 + 1 / 20.5));
  expect(present(ci)).toEqual([expect.closeTo(center / reach, 12), expect.closeTo(center * reach, 12)]);
  expect(present(getOdds(group('a', 20, 0), group('b', 30, 20)).ci)[0]).toBe(0);
  const infinite = getOdds(group('a', 20, 5), group('b', 30, 0));
  expect(infinite).toMatchObject({ reason: 'no one was selected in b' });
  expect(present(infinite.ci)[1]).toBe(Number.POSITIVE_INFINITY);
  fc.assert(
    fc.property(fc.array(fc.nat(40), { minLength: 4, maxLength: 4 }), ([a, b, c, d]) => {
      const found = getOdds(group('a', a + b, a), group('b', c + d, c));
      const back = getOdds(group('b', c + d, c), group('a', a + b, a));
      const [low, high] = found.ci ?? [found.value, found.value];
      if (!Number.isNaN(found.value)) expect(low <= found.value && found.value <= high).toBe(true);
      if (found.ci && back.ci) expect(back.ci[0]).toBeCloseTo(1 / high, 10);
    }),
  );
});

test('gives reasons for undefined results', () => {
  const [none] = present(impact.fourFifths([group('a', 20, 0), group('b', 30, 0)]).againstHighest).comparisons;
  expect(none.ratio).toEqual({ value: Number.NaN, reason: 'no one was selected in either group' });
  expect(none.reasons.z).toBe('no one was selected in either group');
  expect(none.flip).toBeNull();
  const all = impact.fourFifths([group('a', 20, 20), group('b', 30, 30)]).againstHighest;
  const everyone = 'everyone was selected in both groups';
  expect(present(all).comparisons[0].reasons).toMatchObject({ z: everyone });
  expect(present(all).comparisons[0].oddsRatio).toEqual({ value: Number.NaN, reason: everyone });
  const empty = impact.fourFifths([group('a', 0, 0), group('b', 30, 3)]).againstHighest;
  expect(present(empty).comparisons[0]).toMatchObject({ belowFourFifths: null, fisher: { twoSided: 1 } });
  expect(present(empty).comparisons[0].reasons.difference).toBe('no applicants in a');
  expect(impact.fourFifths([group('a', 0, 0)]).againstHighest).toBeNull();
  const many = impact.fourFifths([group('a', 1e9, 5e8), group('b', 1e9, 4e8)]).againstHighest;
  expect(present(many).comparisons[0].reasons).toEqual({ fisher: 'too many applicants for an exact test; use z' });
});

test.each([
  ['groups', [{ name: 'a', applicants: 2 }], {}, 0],
  ['groups', [group('a', 2, 1), group('a', 2, 1)], {}, 1],
  ['groups', 'a', {}, undefined],
  ['selected', [group('a', 2, 1), group('b', 2, 3)], {}, 1],
  ['applicants', [group('a', 2.5, 1)], {}, 0],
  ['reference', guidelines, { reference: 'white' }, undefined],
  ['fourFifths', guidelines, { references: 'White' }, undefined],
  ['confidence', guidelines, { confidence: 1 }, undefined],
])('rejects %s: %j', (argument, groups, options, row) => {
  expect(getError(() => impact.fourFifths(misuse(groups), misuse(options)))).toMatchObject({
    code: 'invalidArgument',
    argument,
    row,
  });
});

test('suggests the nearest name', () => {
  const error = getError(() => impact.fourFifths(guidelines, { reference: 'white' }));
  expect(error.actual).toBe("'white'; did you mean 'White'?");
});

const counts = fc
  .tuple(fc.bigInt({ min: 0n, max: 2n ** 53n }), fc.bigInt({ min: 0n, max: 2n ** 53n }))
  .map((both) => both.map(Number).sort((a, b) => a - b))
  .map(([selected, applicants]) => ({ applicants, selected }));

test('computes four fifths, shortfalls, the highest rate, and the flip with integers', () => {
  fc.assert(
    fc.property(counts, counts, (one, other) => {
      fc.pre(one.applicants > 0 && other.applicants > 0);
      const groups = [
        { name: 'a', ...one },
        { name: 'b', ...other },
      ];
      const found = impact.fourFifths(groups, { reference: 'b' });
      const [n, s, N, S] = [one.applicants, one.selected, other.applicants, other.selected].map(BigInt);
      const highest = s * N > S * n ? ['a'] : s * N < S * n ? ['b'] : ['a', 'b'];
      expect(found.highest).toEqual(highest);
      const [comparison] = present(found.againstReference).comparisons;
      expect(comparison.belowFourFifths).toBe(5n * s * N < 4n * S * n);
      const needed = (4n * S * n + 5n * N - 1n) / (5n * N);
      expect(comparison.shortfallToFourFifths).toBe(Number(needed - s));
      const isPossible = S > 0n && s < n;
      expect(comparison.flip?.reverses).toBe(isPossible ? (s + 1n) * N > (S - 1n) * n : undefined);
      if (s * N !== S * n) expect(Math.sign(comparison.difference)).toBe(s * N > S * n ? 1 : -1);
    }),
    { numRuns: 300 },
  );
});

// The hypergeometric distribution, term by term, with integers.
const choose = (n, k) => {
  let result = 1n;
  for (let i = 1n; i <= BigInt(k); i++) result = (result * (BigInt(n) - i + 1n)) / i;
  return result;
};
const small = fc
  .nat(25)
  .chain((applicants) => fc.record({ applicants: fc.constant(applicants), selected: fc.nat(applicants) }));

test('Fisher’s test equals the sum of the probabilities of tables', () => {
  fc.assert(
    fc.property(small, small, (one, other) => {
      const groups = [
        { name: 'a', ...one },
        { name: 'b', ...other },
      ];
      const { comparisons } = present(impact.fourFifths(groups, { reference: 'b' }).againstReference);
      const { fisher } = comparisons[0];
      const chosen = one.selected + other.selected;
      const ways = (k) =>
        k > chosen || chosen - k > other.applicants
          ? 0n
          : choose(one.applicants, k) * choose(other.applicants, chosen - k);
      const all = choose(one.applicants + other.applicants, chosen);
      const sum = (isIn) => {
        const tables = Array.from({ length: one.applicants + 1 }, (_, k) => k).filter(isIn);
        return Number(tables.reduce((total, k) => total + ways(k), 0n)) / Number(all);
      };
      expect(fisher.less).toBeCloseTo(
        sum((k) => k <= one.selected),
        12,
      );
      expect(fisher.greater).toBeCloseTo(
        sum((k) => k >= one.selected),
        12,
      );
      expect(fisher.twoSided).toBeCloseTo(
        sum((k) => ways(k) <= ways(one.selected)),
        12,
      );
    }),
  );
});
