// SPDX-License-Identifier: Apache-2.0
//
// Properties that hold for every interval and test: audits are drawn at random.

import { metrics } from 'fairwasm';
import fc from 'fast-check';
import { present } from '../../present.mjs';
import { mulberry32 } from '../../random-numbers.mjs';
import { fair } from '../support.mjs';

const uncertainty = { draws: 400 };
const findMetric = (wanted) => present(metrics.find(({ name }) => name === wanted));

/** Groups of 20 to 2,000 rows with different rates, or all with the same one. */
const population = fc.record({
  sizes: fc.array(fc.integer({ min: 20, max: 2000 }), { minLength: 2, maxLength: 10 }),
  rate: fc.double({ min: 0.02, max: 0.5, noNaN: true }),
  apart: fc.boolean(),
  weights: fc.constantFrom('none', 'unequal', 'very unequal'),
  seed: fc.integer({ min: 1, max: 2 ** 31 }),
});

function audited({ sizes, rate, apart, weights, seed }) {
  const random = mulberry32(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const spread = { unequal: 0.5, 'very unequal': 1.5 }[weights];
  /** @type {{ groups: { g: string[] }, label: number[], prediction: number[], score: number[] }} */
  const rows = { groups: { g: [] }, label: [], prediction: [], score: [] };
  const weight = [];
  sizes.forEach((size, i) => {
    const own = apart ? Math.min(0.98, rate * (1 + i / 3)) : rate;
    for (let row = 0; row < size; row++) {
      rows.groups.g.push(`g${i}`);
      rows.label.push(random() < 0.4 ? 1 : 0);
      rows.prediction.push(random() < own ? 1 : 0);
      rows.score.push(random());
      if (spread) weight.push(Math.exp(spread * normal()));
    }
  });
  return fair.audit({ ...rows, ...(spread && { weight }), favorable: 1, uncertainty });
}

/** `{ name, range, ideal, estimate }` of every number of a frame. */
function* toNumbers(frame) {
  for (const group of [frame.overall, ...frame.groups]) {
    for (const [name, estimate] of Object.entries(group.rates)) yield { name, estimate };
  }
  for (const { name, range } of frame.metrics) {
    const apart = [0, range[1] - range[0]];
    const ranges = { min: range, max: range, difference: apart, differenceToOverall: apart };
    for (const [member, estimate] of Object.entries(
      frame.spread(/** @type {Parameters<typeof frame.spread>[0]} */ (name)),
    )) {
      const ideal = { difference: 0, ratio: 1 }[member];
      yield { name: `${name}.${member}`, ideal, range: ranges[member] ?? [0, 1], estimate };
    }
  }
  for (const { values } of frame.disparities()) {
    for (const [name, estimate] of Object.entries(values)) yield { name, estimate, isPair: true };
  }
}

function findProblems(frame) {
  const problems = [];
  for (const { name, estimate, isPair, ...rest } of toNumbers(frame)) {
    const { range = rest.range ?? [0, 1], ideal = rest.ideal } = isPair || !rest.range ? (findMetric(name) ?? {}) : {};
    const { value, ci, pValue } = estimate;
    const complain = (what) => problems.push(`${name} ${what}: ${JSON.stringify(estimate)}`);
    if (ci === undefined) continue;
    if (!(ci[0] <= ci[1])) complain('has its ends swapped');
    if (!(ci[0] <= value && value <= ci[1])) complain('is outside its interval');
    if (ci[0] < range[0] || ci[1] > range[1]) complain('leaves its range');
    if (pValue === undefined || ideal === undefined) continue;
    const width = ci[1] - ci[0];
    const inside = Math.min(ideal - ci[0], ci[1] - ideal);
    if (pValue > 0.5 && inside < 0) complain('excludes what its p-value does not');
    const isSpread = rest.range !== undefined;
    if (pValue < 0.001 && (isSpread ? inside === 0 && width > 0 && value === ideal : inside > 0.1 * width))
      complain('holds what its p-value excludes');
  }
  return problems;
}

test('every interval contains its estimate, stays in range, and agrees with its test', () => {
  fc.assert(
    fc.property(population, (drawn) => {
      const audit = audited(drawn);
      const problems = findProblems(audit.frame('g'));
      audit[Symbol.dispose]();
      expect(problems).toEqual([]);
    }),
    { numRuns: Number(process.env.FAIRWASM_AUDITS ?? 60), seed: 2026 },
  );
});

test('copies of a group never differ significantly', () => {
  const copies = fc.record({
    count: fc.integer({ min: 2, max: 10 }),
    cells: fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 4, maxLength: 4 }),
  });
  fc.assert(
    fc.property(copies, ({ count, cells }) => {
      fc.pre(cells.some((rows) => rows > 0));
      const tally = fair.tally({ groups: ['g'], label: true, prediction: true });
      const names = Array.from({ length: count }, (_, i) => `g${i}`);
      tally.updateCounted({
        groups: { g: names.flatMap((name) => [name, name, name, name]) },
        label: names.flatMap(() => [1, 1, 0, 0]),
        prediction: names.flatMap(() => [1, 0, 1, 0]),
        rows: names.flatMap(() => cells),
      });
      const frame = fair.auditTally(tally, { favorable: 1, uncertainty }).frame('g');
      for (const { name } of frame.metrics) {
        const { difference, ratio } = frame.spread(/** @type {Parameters<typeof frame.spread>[0]} */ (name));
        if (difference.ci) expect(difference.ci[0]).toBe(0);
        if (ratio.ci) expect(ratio.ci[1]).toBe(1);
      }
      for (const { values } of frame.disparities()) {
        for (const [name, { ci }] of Object.entries(values)) {
          const ideal = present(findMetric(name).ideal);
          if (ci) expect([name, ci[0] <= ideal && ci[1] >= ideal]).toEqual([name, true]);
        }
      }
      tally[Symbol.dispose]();
    }),
    { numRuns: 200, seed: 2026 },
  );
});
