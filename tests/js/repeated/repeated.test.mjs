// SPDX-License-Identifier: Apache-2.0
//
// Variants of cases that are decided many times: values, properties, and missing data.

import { format } from 'fairwasm';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { mulberry32 } from '../../random-numbers.mjs';
import { getError, repeated } from '../support.mjs';

/** Draws `runs` decisions of each item by three variants; variant b has effects of ±`size` that cancel. */
function drawn(random, { items = 40, runs = 3, size = 0.3 } = {}) {
  /** @type {{ item: string[], variant: string[], run: number[], outcome: number[] }} */
  const rows = { item: [], variant: [], run: [], outcome: [] };
  for (let item = 0; item < items; item++) {
    for (const variant of 'abc') {
      const effect = variant === 'b' ? (item % 2 === 0 ? size : -size) : 0;
      for (let run = 0; run < runs; run++) {
        rows.item.push(`case ${item}`);
        rows.variant.push(variant);
        rows.run.push(run);
        rows.outcome.push(random() < 0.5 + effect ? 1 : 0);
      }
    }
  }
  return rows;
}

const compare = (rows, options = {}) => repeated.compareVariants({ ...rows, reference: 'a', ...options });

const closeTo = (value) => expect.closeTo(value, 10);

/** Returns a result whose numbers may differ by rounding. */
function rounded(result) {
  if (typeof result === 'number') return Number.isNaN(result) ? result : closeTo(result);
  if (Array.isArray(result)) return result.map(rounded);
  if (typeof result !== 'object' || result === null) return result;
  return Object.fromEntries(Object.entries(result).map(([name, value]) => [name, rounded(value)]));
}

test('has the values of a manual calculation', () => {
  const item = [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3];
  const variant = [...'aabbaabbaabb'];
  const outcome = [1, 0, 1, 1, 0, 0, 0, 1, 1, 1, 1, 0];
  const { variants, items, runs } = compare({ item, variant, outcome });
  expect({ items, runs }).toEqual({ items: 3, runs: 12 });
  expect(variants).toHaveLength(1);
  expect(variants[0]).toMatchObject({
    variant: 'b',
    items: 3,
    gap: { value: closeTo(1 / 6), ci: [-1, 1] },
    mcnemar: null,
    repeatedItems: 3,
    disagreement: {
      within: { value: closeTo(2 / 3) },
      withinReference: { value: closeTo(1 / 3) },
      between: { value: closeTo(1 / 2) },
    },
    squaredEffect: { value: closeTo(0) },
    canceled: { reason: 'the confidence interval of the squared effect reaches 0' },
  });
});

test('finds effects that cancel in the gap', () => {
  const rows = drawn(mulberry32(1), { items: 400 });
  const [b, c] = compare(rows).variants;
  expect(present(b.gap.ci)[0]).toBeLessThan(0);
  expect(present(b.gap.ci)[1]).toBeGreaterThan(0);
  expect(present(b.squaredEffect.ci)[0]).toBeGreaterThan(0);
  expect(b.noEffectPValue).toBe(1 / 1000);
  expect(b.canceled.value).toBeGreaterThan(0.9);
  expect(c.noEffectPValue).toBeGreaterThan(0.05);
  expect(c.canceled.value).toBeNaN();
});

test('the squared effect is unbiased if gaps cancel', () => {
  const random = mulberry32(2);
  let sum = 0;
  const simulations = 2000;
  for (let i = 0; i < simulations; i++) {
    const { item, variant, outcome } = drawn(random, { items: 400 });
    const isUsed = (_, row) => variant[row] !== 'c';
    const used = Object.entries({ item, variant, outcome });
    const rows = Object.fromEntries(used.map(([name, column]) => [name, column.filter(isUsed)]));
    sum += compare(rows, { permutations: 0 }).variants[0].squaredEffect.value;
  }
  expect(Math.abs(sum / simulations / 0.09 - 1)).toBeLessThan(0.02);
}, 120_000);

test.each([false, true])('does not depend on the order of rows (scores: %s)', (isScore) => {
  const random = mulberry32(3);
  const rows = drawn(random);
  const score = rows.outcome.map((each) => each + random());
  const { outcome: _, ...others } = rows;
  const given = isScore ? { ...others, score } : rows;
  const order = rows.item.map((_, row) => row).sort(() => random() - 0.5);
  const shuffled = Object.fromEntries(
    Object.entries(given).map(([name, column]) => [name, order.map((row) => column[row])]),
  );
  const options = { permutations: isScore ? 0 : 99 };
  expect(compare(shuffled, options)).toEqual(rounded(compare(given, options)));
});

test('a variant and the reference can be exchanged', () => {
  const rows = drawn(mulberry32(4));
  const [b] = compare(rows).variants;
  const [a] = compare(rows, { reference: 'b' }).variants;
  expect(a.gap.value).toBe(-b.gap.value);
  expect(a.gap.ci).toEqual([closeTo(-present(b.gap.ci)[1]), closeTo(-present(b.gap.ci)[0])]);
  expect(a.squaredEffect.value).toBeCloseTo(b.squaredEffect.value, 12);
  expect(a.disagreement).toMatchObject({
    within: rounded(b.disagreement.withinReference),
    withinReference: rounded(b.disagreement.within),
  });
});

test('counts give the results of individual runs', () => {
  const { run: _, ...rows } = drawn(mulberry32(5));
  const counts = new Map();
  rows.item.forEach((item, row) => {
    const key = JSON.stringify([item, rows.variant[row], rows.outcome[row]]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  });
  const entries = [...counts].map(([key, count]) => [...JSON.parse(key), count]);
  const column = (i) => entries.map((entry) => entry[i]);
  const counted = { item: column(0), variant: column(1), outcome: column(2), rows: column(3) };
  expect(compare(counted)).toEqual(rounded(compare(rows)));
});

test('scores of 0 and 1 have the values of outcomes', () => {
  const { outcome, ...rows } = drawn(mulberry32(6));
  const decided = compare({ ...rows, outcome }).variants;
  const scored = compare({ ...rows, score: outcome }).variants;
  expect(scored.map(({ squaredEffect }) => squaredEffect.value)).toEqual(
    rounded(decided.map(({ squaredEffect }) => squaredEffect.value)),
  );
  expect(scored.map(({ itemsNeeded }) => itemsNeeded)).toEqual([[], []]);
});

test('intervals agree with p-values, and simultaneous ones are wider', () => {
  const random = mulberry32(7);
  for (let i = 0; i < 30; i++) {
    const rows = drawn(random, { items: 15, runs: 2 });
    for (const { gap } of compare(rows, { permutations: 0 }).variants) {
      const { pValue, adjustedPValue } = gap;
      const [ci, adjustedCi] = [present(gap.ci), present(gap.adjustedCi)];
      expect(ci[0] > 0 || ci[1] < 0).toBe(present(pValue) < 0.05);
      expect(adjustedCi[0] > 0 || adjustedCi[1] < 0).toBe(present(adjustedPValue) <= 0.05);
      expect(adjustedCi[0]).toBeLessThanOrEqual(ci[0]);
      expect(adjustedCi[1]).toBeGreaterThanOrEqual(ci[1]);
    }
  }
});

test('the number of items gives the requested power', () => {
  const random = mulberry32(8);
  const add = (items, runs) => {
    /** @type {{ item: number[], variant: string[], outcome: number[] }} */
    const rows = { item: [], variant: [], outcome: [] };
    for (let item = 0; item < items; item++) {
      const level = 0.3 + 0.3 * random();
      for (const variant of 'ab') {
        const gap = variant === 'b' ? 0.1 : 0;
        for (let run = 0; run < runs; run++) {
          rows.item.push(item);
          rows.variant.push(variant);
          rows.outcome.push(random() < level + gap ? 1 : 0);
        }
      }
    }
    return rows;
  };
  const planned = compare(add(3000, 4), { detect: 0.1, permutations: 0 });
  const { items } = present(planned.variants[0].itemsNeeded.find(({ runs }) => runs === 3));
  let detected = 0;
  for (let i = 0; i < 400; i++) {
    const rows = add(items, 3);
    if ((compare(rows, { permutations: 0 }).variants[0].gap.pValue ?? 1) < 0.05) detected++;
  }
  // 80%, with three standard errors.
  expect(detected / 400).toBeGreaterThan(0.74);
  expect(detected / 400).toBeLessThan(0.86);
});

test('drops rows with missing values, or rejects them with their row', () => {
  const rows = { item: [1, 1, 2, 2], variant: [...'abab'], outcome: ['yes', 'no', 'no', 'NA'] };
  expect(getError(() => compare(rows))).toMatchObject({ code: 'missingValue', argument: 'outcome', row: 3 });
  const report = compare(rows, { missing: 'drop' });
  expect(report).toMatchObject({ droppedRows: 1, runs: 3, variants: [{ items: 1 }] });
  const twice = { ...rows, item: ['?', 1, 2, 2], run: [1, 1, 1, 1], variant: [...'abaa'] };
  const score = [1, 2, 3, 4];
  const { outcome: _, ...others } = twice;
  expect(getError(() => compare({ ...others, score }, { missing: 'drop' }))).toMatchObject({
    argument: 'run',
    row: 3, // of the given rows
  });
});

test('rejects impossible input', () => {
  const rows = { item: [1, 1], variant: ['a', 'b'], outcome: [1, 0] };
  const rejected = (change) => expect(getError(() => compare(rows, change)));
  rejected({ reference: 'z' }).toMatchObject({ argument: 'reference' });
  rejected({ reference: misuse(undefined) }).toMatchObject({ argument: 'reference' });
  rejected({ score: [1, 2] }).toMatchObject({ argument: 'outcome' });
  rejected({ outcome: undefined }).toMatchObject({ argument: 'outcome' });
  rejected({ outcome: undefined, score: [1, 2], favorable: 'yes' }).toMatchObject({ argument: 'favorable' });
  rejected({ outcome: ['red', 'blue'] }).toMatchObject({ argument: 'favorable' });
  rejected({ run: [1, 1], rows: [1, 1] }).toMatchObject({ argument: 'run' });
  rejected({ rows: [1, 0.5] }).toMatchObject({ argument: 'rows', row: 1 });
  rejected({ item: [1] }).toMatchObject({ code: 'shapeMismatch' });
  rejected({ item: [], variant: [], outcome: [] }).toMatchObject({ code: 'invalidState' });
  rejected({ detect: 0 }).toMatchObject({ argument: 'detect' });
  rejected({ power: 1 }).toMatchObject({ argument: 'power' });
  rejected({ confidence: 1 }).toMatchObject({ argument: 'confidence' });
  rejected({ permutations: -1 }).toMatchObject({ argument: 'permutations' });
  rejected({ missing: misuse('skip') }).toMatchObject({ argument: 'missing' });
  rejected(misuse({ refrence: 'a' })).toMatchObject({ message: expect.stringContaining('reference') });
});

// Six passages of two questions, whose gaps are -1, 0, 0, -1, 0, and 0 in both questions.
const passages = [-1, 0, 0, -1, 0, 0].flatMap((gap, passage) => [0, 1].map((question) => ({ gap, passage, question })));
const both = passages.flatMap((each) => [
  { ...each, variant: 'a', outcome: 1 },
  { ...each, variant: 'b', outcome: 1 + each.gap },
]);
const questions = {
  item: both.map(({ passage, question }) => `${passage} ${question}`),
  variant: both.map(({ variant }) => variant),
  outcome: both.map(({ outcome }) => outcome),
};

test('clusters of items widen the interval', () => {
  const cluster = both.map(({ passage }) => passage);
  const report = compare({ ...questions, cluster });
  const [b] = report.variants;
  expect(b.gap.value).toBeCloseTo(-1 / 3, 14);
  // Means of passages: variance (2 · 4/9 + 4 · 1/9) / 5 = 4/15, Student's quantile for 5 degrees of freedom.
  const reach = 2.570581835636314 * Math.sqrt(4 / 15 / 6);
  expect(b.gap.ci).toEqual([closeTo(-1 / 3 - reach), closeTo(-1 / 3 + reach)]);
  expect(report.clusters).toBe(6);
  expect(b.designEffect).toBeCloseTo(4 / 15 / 6 / (8 / 3 / 11 / 12), 12);
  expect(b.mcnemar).toBeNull();
  expect(report.cochransQ).toBeNull();
  const alone = compare({ ...questions, cluster: questions.item });
  const { clusters, variants } = compare(questions);
  expect(clusters).toBeNull();
  expect(alone.variants[0].gap).toEqual(rounded(variants[0].gap));
  expect(format(report, 'text')).toContain('in 6 clusters');
});

// Clusters of 6, 2, and 1 items with gaps 1, 0, and -1: CR2 and its degrees of freedom by hand.
test('unequal clusters have few degrees of freedom, and a warning', () => {
  const sizes = [6, 2, 1];
  const items = sizes.flatMap((size, cluster) => Array.from({ length: size }, () => cluster));
  const rows = items.flatMap((cluster, item) => [
    { item, cluster, variant: 'a', score: 0 },
    { item, cluster, variant: 'b', score: 1 - cluster },
  ]);
  const column = (name) => rows.map((row) => row[name]);
  const [b] = compare({
    ...{ item: column('item'), cluster: column('cluster'), variant: column('variant'), score: column('score') },
  }).variants;
  const mean = 5 / 9;
  const parts = sizes.map((size) => size / 9);
  const square = sizes.reduce((sum, size, c) => sum + (size * (1 - c - mean)) ** 2 / (1 - parts[c]) / 81, 0);
  const others = parts.map((part) => part ** 2 / (1 - part));
  const pairs = others.reduce(
    (sum, one, i) => others.reduce((all, other, j) => all + (i === j ? 0 : one * other), sum),
    0,
  );
  const degrees = 1 / (parts.reduce((sum, part) => sum + part ** 2, 0) + pairs);
  expect(b.gap.value).toBeCloseTo(mean, 14);
  expect(b.designEffect).toBeCloseTo(square / (4.222222222222222 / 8 / 9), 9);
  expect(b.gap.warning).toBe(
    `few clusters dominate: the interval has ${Number(degrees.toFixed(1))} degrees of freedom`,
  );
});

test('rejects an item in two clusters and a missing cluster; one cluster has no interval', () => {
  const item = [1, 1, 2, 2];
  const variant = [...'abab'];
  const outcome = [1, 0, 1, 1];
  const two = getError(() => compare({ item, variant, outcome, cluster: [...'xyzz'] }));
  expect(two).toMatchObject({ code: 'invalidArgument', argument: 'cluster', row: 1 });
  expect(two.message).toContain("'x' and 'y'");
  const missing = getError(() => compare({ item, variant, outcome, cluster: ['x', 'x', null, 'z'] }));
  expect(missing).toMatchObject({ code: 'missingValue', row: 2 });
  const [b] = compare({ item, variant, outcome, cluster: [...'xxxx'] }).variants;
  expect(b.gap).toMatchObject({ value: -0.5, warning: 'no interval, because all items are in one cluster' });
  expect(b.gap.ci).toBeUndefined();
});

test('the interval of the squared effect agrees with its test and is never only 0', () => {
  for (let seed = 0; seed < 60; seed++) {
    const { variants } = compare(drawn(mulberry32(seed), { items: 8 + (seed % 3) * 20 }));
    for (const { squaredEffect, noEffectPValue, noEffectAdjustedPValue } of variants) {
      const [low, high] = present(squaredEffect.ci);
      const [jointLow, jointHigh] = present(squaredEffect.adjustedCi);
      expect(low > 0).toBe(present(noEffectPValue) <= 0.05);
      expect(jointLow > 0).toBe(present(noEffectAdjustedPValue) <= 0.05);
      expect(noEffectAdjustedPValue).toBeCloseTo(Math.min(1, variants.length * present(noEffectPValue)), 12);
      const value = Math.max(0, squaredEffect.value);
      expect(low <= value && value < high && jointLow <= low && high <= jointHigh).toBe(true);
    }
  }
});

test('the sentence about individual items follows from the adjusted test', () => {
  for (let seed = 0; seed < 30; seed++) {
    const report = compare(drawn(mulberry32(seed), { items: 30 }));
    const text = format(report, 'text').replace(/\s+/g, ' ');
    const found = report.variants.filter(({ noEffectAdjustedPValue }) => present(noEffectAdjustedPValue) <= 0.05);
    expect(text.split('individual items change by').length - 1).toBe(found.length);
    expect(text).toContain('(if runs are independent)');
  }
});

test('scores whose sums overflow have a true reason', () => {
  const [item, variant] = [[1, 1, 2, 2], [...'abab']];
  const [b] = compare({ item, variant, score: [1e308, -1e308, 1e308, -1e308] }).variants;
  expect(b.gap).toMatchObject({ value: -Infinity, reason: 'sums of the scores exceed the range of numbers' });
});

test('the number of items is that of the adjusted test', () => {
  const rows = drawn(mulberry32(3), { items: 100 });
  const [b] = compare(rows).variants;
  const only = rows.variant.map((each, row) => (each === 'c' ? -1 : row)).filter((row) => row >= 0);
  const pick = (column) => only.map((row) => column[row]);
  const alone = compare({ item: pick(rows.item), variant: pick(rows.variant), outcome: pick(rows.outcome) });
  const [needed, neededAlone] = [b.itemsNeeded[0]?.items, alone.variants[0].itemsNeeded[0]?.items].map(present);
  // (2.2365 + 0.8416)² / (1.9600 + 0.8416)²
  expect(needed / neededAlone).toBeCloseTo(1.2072, 2);
  expect(format(compare(rows), 'text').replace(/\s+/g, ' ')).toContain('in a test adjusted for all 2 variants');
});

test('rejects a column of identifiers as variants', () => {
  const variant = Array.from({ length: 1001 }, (_, i) => (i === 0 ? 'a' : `id ${i}`));
  const error = getError(() => compare({ item: variant.map(() => 1), variant, outcome: variant.map((_, i) => i % 2) }));
  expect(error).toMatchObject({ code: 'tooLarge', argument: 'variant' });
});

test('values without runs of both variants are undefined with a reason', () => {
  const report = compare({ item: [1, 2], variant: ['a', 'b'], outcome: [1, 0] });
  expect(report.variants[0]).toMatchObject({
    items: 0,
    gap: { value: Number.NaN, reason: 'no item has runs of both variants' },
    squaredEffect: { reason: 'no item has runs of both variants' },
  });
  expect(report.betweenVariance.reason).toBe('no item has runs of all variants');
  expect(format(report, 'text')).toContain('no item has runs of both variants');
});

test('writes the gap and the effect on individual items in every format', () => {
  const report = compare(drawn(mulberry32(9), { items: 100 }));
  const [b] = report.variants;
  for (const kind of /** @type {const} */ (['text', 'markdown', 'html'])) {
    const text = format(report, kind);
    expect(text).toContain('Effect on individual items');
    expect(text).toContain(b.squaredEffect.value.toFixed(3));
  }
  expect(format(report, 'csv')).toContain(`Gap to a,b,Gap,${b.gap.value},${present(b.gap.ci)[0]}`);
  expect(JSON.parse(format(report, 'json')).variants[0].gap.value).toBe(b.gap.value);
});
