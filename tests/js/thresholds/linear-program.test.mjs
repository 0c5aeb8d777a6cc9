// SPDX-License-Identifier: Apache-2.0
//
// Optimal thresholds, compared with a linear program in which every probability of every threshold is a variable.

import fc from 'fast-check';
import { bestMixture } from '../linear-programs.mjs';
import { thresholds } from '../support.mjs';

const names = ['a', 'b', 'c', 'd'];
const row = fc.record({
  group: fc.constantFrom(...names),
  label: fc.constantFrom(0, 1),
  score: fc.integer({ min: 0, max: 9 }),
});
// In nine tenths of the tables, every group has both outcomes.
const both = names.flatMap((group) => [
  { group, label: 1, score: 5 },
  { group, label: 0, score: 3 },
]);
const rows = fc.oneof(
  { weight: 1, arbitrary: fc.array(row, { minLength: 1, maxLength: 60 }) },
  { weight: 9, arbitrary: fc.array(row, { maxLength: 50 }).map((more) => [...both, ...more]) },
);

const objectives = fc.oneof(
  fc.constantFrom('accuracy', 'balancedAccuracy', 'groupBalancedAccuracy'),
  fc.record({
    falseNegative: fc.integer({ min: 1, max: 5 }),
    falsePositive: fc.integer({ min: 1, max: 5 }),
    truePositive: fc.integer({ min: -3, max: 0 }),
  }),
);

const asked = fc.record({ objective: objectives, tolerance: fc.constantFrom(0, 0.01, 0.1, 0.4, 1) });

/** @type {import('fairwasm/thresholds').ThresholdConstraint[]} */
const constraints = ['demographicParity', 'equalOpportunity', 'predictiveEquality', 'equalizedOdds'];

test.each(constraints)('no mixture of thresholds does better, and one does as well: %s', (constraint) => {
  let compared = 0;
  let undefinedOnes = 0;
  const property = fc.property(rows, asked, (all, { objective, tolerance }) => {
    const task = { constraint, objective, tolerance };
    const best = bestMixture(all, task);
    if (best === undefined) return;
    const curves = thresholds.curves({
      label: all.map(({ label }) => label),
      score: all.map(({ score }) => score),
      groups: { group: all.map(({ group }) => group) },
      favorable: 1,
    });
    const { value } = curves.optimum(task);
    if (Number.isNaN(best)) undefinedOnes++;
    else compared++;
    if (Number.isNaN(best)) expect(value).toBeNaN();
    else expect(value).toBeCloseTo(best, 8);
  });
  fc.assert(property, { numRuns: 400 });
  expect(compared).toBeGreaterThan(200);
  expect(undefinedOnes).toBeGreaterThan(5);
});
