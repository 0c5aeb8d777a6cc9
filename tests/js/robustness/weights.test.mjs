// SPDX-License-Identifier: Apache-2.0
//
// A row of weight k counts as k rows in all certificate metrics, but as one row in intervals.

import { certifyCsv } from 'fairwasm/robustness';
import fc from 'fast-check';
import { present } from '../../present.mjs';
import { getError, robustness } from '../support.mjs';

const epsilons = [0, 0.25, 1];

const row = fc.record({
  label: fc.integer({ min: 0, max: 2 }),
  score: fc.array(
    fc.integer({ min: 0, max: 40 }).map((k) => k / 8),
    { minLength: 3, maxLength: 3 },
  ),
  sex: fc.constantFrom('f', 'm'),
  weight: fc.integer({ min: 0, max: 4 }),
});

function getSummary(rows, weighted) {
  const certificates = robustness.certificates({ lipConst: 0.5, classes: 3, epsilons, groups: ['sex'] });
  certificates.update({
    label: rows.map(({ label }) => label),
    score: rows.map(({ score }) => score),
    groups: { sex: rows.map(({ sex }) => sex) },
    weight: weighted ? rows.map(({ weight }) => weight) : undefined,
  });
  return certificates.compute({ replicates: 0 });
}

const names = ['accuracy', 'averageRobustness', 'signedRobustness', 'halfRadius'];
const getValues = (group) => [
  group.name,
  ...names.map((name) => group[name].value),
  ...group.certifiedAccuracy.map(({ value }) => value),
  [...group.curve.epsilon],
  [...group.curve.accuracy],
];

describe('weights of certificates', () => {
  test('equal repeated rows', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), (rows) => {
        const weighted = getSummary(rows, true);
        const again = rows.flatMap((each) => Array(each.weight).fill(each));
        const plain = getSummary(again, false);
        const byName = (a, b) => (a.name < b.name ? -1 : 1);
        expect(getValues(weighted.overall)).toEqual(getValues(plain.overall));
        expect([...weighted.groups].sort(byName).map(getValues)).toEqual([...plain.groups].sort(byName).map(getValues));
        const { accuracy, averageRobustness } = weighted.differences;
        expect(accuracy.value).toEqual(plain.differences.accuracy.value);
        expect(averageRobustness.value).toEqual(plain.differences.averageRobustness.value);
      }),
      { numRuns: 100 },
    );
  });

  test('do not narrow the intervals', () => {
    const rows = fc.sample(row, { numRuns: 100, seed: 1 });
    const getWidth = (weight) => {
      const { accuracy } = getSummary(
        rows.map((each) => ({ ...each, weight })),
        true,
      ).overall;
      const [low, high] = present(accuracy.ci);
      return high - low;
    };
    expect(getWidth(9)).toBeCloseTo(getWidth(1), 12);
    const unequal = rows.map((each, i) => ({ ...each, weight: i % 10 === 0 ? 20 : 1 }));
    const [low, high] = present(getSummary(unequal, true).overall.accuracy.ci);
    expect(high - low).toBeGreaterThan(1.5 * getWidth(1));
  });

  test.each([
    [[1, -1], 1],
    [[1, Number.NaN], 1],
    [[1], undefined],
    [[1, 'x'], 1],
  ])('rejects %j', (weight, row) => {
    const certificates = robustness.certificates({ lipConst: 1 });
    const error = getError(() => certificates.update({ label: [0, 1], score: [1, 2], weight }));
    expect([error.argument, error.row]).toEqual(['weight', row]);
    expect(certificates.compute().overall.rows).toBe(0);
  });

  test('can be read from a column of a file, which is not a score', async () => {
    const text = 'y,s,t,w\ns,3,1,1\nt,3,1,2\ns,1,0,1\n';
    const what = { label: 'y', weight: 'w', lipConst: 1 };
    const report = await certifyCsv(robustness, text, what);
    expect([report.weight, report.scores]).toEqual(['w', ['s', 't']]);
    expect(report.overall.accuracy.value).toBe(0.5);
    const bad = await certifyCsv(robustness, text.replace(',2\n', ',-2\n'), what).catch((e) => e);
    expect([bad.argument, bad.row]).toEqual(['w', 1]);
  });
});
