// SPDX-License-Identifier: Apache-2.0
//
// Probabilities instead of categories: values computed by hand, bounds that are attained and never exceeded, and no
// assignment to the most likely category.

import fc from 'fast-check';
import { uniform } from '../../../scripts/coverage/random.mjs';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { getError, impact } from '../support.mjs';

// Two cells: of 4 people with 0.75, three are selected; of 4 with 0.25, one.
const p = [0.75, 0.75, 0.75, 0.75, 0.25, 0.25, 0.25, 0.25];
const input = { probabilities: { a: p, b: p.map((each) => 1 - each) }, selected: [1, 1, 1, 0, 1, 0, 0, 0] };

test('matches a manual calculation', () => {
  const { categories, cells, reference, selected } = impact.byProbability(input);
  expect({ cells, reference, selected }).toEqual({ cells: 2, reference: 'a', selected: 4 });
  const [a, b] = categories;
  // a: 3 + 1 people; 3 · 0.75 + 0.25 = 2.5 of them. At least 3 + 3 - 4 = 2 and max(0, 1 + 1 - 4) = 0, at most 3 and 1.
  expect(a).toMatchObject({ applicants: 4, selected: 2.5, rateBounds: [0.5, 1] });
  expect(a.weightedRate.value).toBe(0.625);
  // b: 1 + 3 people; 3 · 0.25 + 0.75 = 1.5. At least 0 and 0, at most 1 and 1.
  expect(b).toMatchObject({ applicants: 4, selected: 1.5, rateBounds: [0, 0.5] });
  expect(b.ratio).toEqual({ weighted: 0.6, bounds: [0, 1] });
  expect(a.ratio).toBe(null);
  // Squares of p·s - 0.625 p: 3 · 0.28125² + 0.46875² + 0.09375² + 3 · 0.15625² = 0.5390625; the effective number of
  // rows is 4² / 2.5 = 6.4. Wilson's ends are 2.571 standard errors away, Student's quantile with 5 degrees of freedom.
  const variance = (0.5390625 / 4 ** 2) * ((6.4 + 2) / (6.4 - 1));
  const trials = (0.625 * 0.375) / variance;
  for (const end of present(a.weightedRate.ci)) {
    const errors = Math.abs(end - 0.625) / Math.sqrt((end * (1 - end)) / trials);
    expect(errors).toBeCloseTo(2.5706, 4);
  }
});

test('intervals contain both bounds if the rows choose between equal formulas', () => {
  const random = uniform(5);
  let held = 0;
  for (let set = 0; set < 300; set++) {
    // In both cells, the number selected equals the size of the category, so its true rate may be 0 to 1.
    const cell = Array.from({ length: 300 }, () => Math.floor(2 * random()));
    const chances = cell.map((each) => (each === 0 ? 0.5 : 0.3));
    const { categories } = impact.byProbability({
      probabilities: { a: chances, b: chances.map((chance) => 1 - chance) },
      selected: chances.map((chance) => (random() < chance ? 1 : 0)),
      favorable: 1,
      cell,
    });
    const [low, high] = present(categories[0].rateInterval);
    if (low <= 1e-12 && high >= 1 - 1e-12) held++;
  }
  expect(held).toBeGreaterThanOrEqual(285); // 95%
});

test('the weighted rate has an interval even if no one is selected', () => {
  const probabilities = { a: Array(20).fill(0.5), b: Array(20).fill(0.5) };
  const selected = Array(20).fill(0);
  const { categories } = impact.byProbability({ probabilities, selected, favorable: 1 });
  const [low, high] = present(categories[0].weightedRate.ci);
  expect(low).toBe(0);
  expect(high).toBeGreaterThan(0.1);
});

test('known categories give exact results', () => {
  const groups = ['x', 'y', 'x', 'y', 'x'];
  const selected = [1, 0, 0, 1, 1];
  const { categories } = impact.byProbability({
    probabilities: { x: groups.map((g) => Number(g === 'x')), y: groups.map((g) => Number(g === 'y')) },
    selected,
  });
  const [table] = impact.tables({ groups: { g: groups }, selected }).outcomes[0].tables;
  table.categories.forEach(({ rate }, i) => {
    expect(categories[i].weightedRate.value).toBe(rate);
    expect(categories[i].rateBounds).toEqual([rate, rate]);
  });
});

test('the true rate is within the bounds, which are attained', () => {
  const cell = fc.record({
    // People in each cell: category a or not, selected or not.
    both: fc.nat(4),
    only: fc.nat(4),
    hit: fc.nat(4),
    neither: fc.nat(4),
  });
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (all) => {
      const cells = all.filter(({ both, only, hit, neither }) => both + only + hit + neither > 0);
      const people = cells.flatMap(({ both, only, hit, neither }, c) => {
        const share = (both + only) / (both + only + hit + neither);
        const some = (n, isSelected) => Array.from({ length: n }, () => ({ c, share, isSelected }));
        return [...some(both + hit, 1), ...some(only + neither, 0)];
      });
      const inAll = cells.reduce((sum, { both, only }) => sum + both + only, 0);
      fc.pre(inAll > 0 && people.some(({ isSelected }) => isSelected));
      const report = impact.byProbability({
        probabilities: { a: people.map((e) => e.share), b: people.map((e) => 1 - e.share) },
        selected: people.map(({ isSelected }) => isSelected),
        favorable: '1',
        cell: people.map(({ c }) => c),
      });
      const [{ rateBounds, rateInterval, weightedRate }] = report.categories;
      const rate = cells.reduce((sum, { both }) => sum + both, 0) / inAll;
      const [low, high] = rateBounds;
      for (const inside of [rate, weightedRate.value]) {
        expect(inside).toBeGreaterThanOrEqual(low - 1e-12);
        expect(inside).toBeLessThanOrEqual(high + 1e-12);
      }
      expect(present(rateInterval)[0]).toBeLessThanOrEqual(low);
      expect(present(rateInterval)[1]).toBeGreaterThanOrEqual(high);
      // The maximum number of selected people of the category in each cell.
      const most = cells.map(({ both, only, hit }) => Math.min(both + only, both + hit));
      expect(high).toBeCloseTo(most.reduce((sum, n) => sum + n, 0) / inAll, 10);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['sums that are not 1', { probabilities: { a: [0.5, 0.5], b: [0.5, 0.4] }, selected: [1, 0] }, 1],
  ['negative values', { probabilities: { a: [1.5, 1], b: [-0.5, 0] }, selected: [1, 0] }, 0],
  ['one category', { probabilities: { a: [1, 1] }, selected: [1, 0] }, undefined],
  ['an unknown reference', { ...input, reference: 'c' }, undefined],
])('rejects %s', (_name, bad, row) => {
  const error = getError(() => impact.byProbability(bad));
  expect([error.code, error.row]).toEqual(['invalidArgument', row]);
});

test('the rule that excludes imputed categories rejects probabilities', () => {
  expect(impact.byProbability(input).notes.join(' ')).toContain('Local Law 144');
  const law = { sex: ['f', 'm'], race: ['a', 'b'], selected: [1, 0] };
  expect(getError(() => impact.localLaw144(misuse({ ...law, probabilities: {} }))).code).toBe('invalidArgument');
});
