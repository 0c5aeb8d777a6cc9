// SPDX-License-Identifier: Apache-2.0
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { fair, getError } from '../support.mjs';

/** Returns a frame of groups given as `[[selected, rows], …]`. */
function getFrame(groups, options = {}) {
  const tally = fair.tally({ groups: ['g'], prediction: true });
  tally.updateCounted({
    groups: { g: groups.flatMap((_, i) => [`g${i}`, `g${i}`]) },
    prediction: groups.flatMap(() => [1, 0]),
    rows: groups.flatMap(([selected, rows]) => [selected, rows - selected]),
  });
  return fair.auditTally(tally, { favorable: 1, uncertainty: { draws: 1, ...options } }).frame('g');
}

/** Returns the shrunken rates in the order of the groups. */
const getShrunken = (groups, options) => {
  const all = getFrame(groups, options).shrunken('selectionRate');
  return groups.map((_, i) => all.find(({ group }) => group.name === `g${i}`));
};

// ln Gamma by Stirling's series, for arguments from 10.
function lnGamma(x) {
  if (x < 10) return lnGamma(x + 1) - Math.log(x);
  const series = 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5);
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series;
}
const lnBeta = (a, b) => lnGamma(a) + lnGamma(b) - lnGamma(a + b);

/** Computes posterior means numerically, over a fine grid of the prior's mean and shrinkage factor. */
function integrated(groups) {
  const size = Math.min(...groups.map(([, rows]) => rows));
  const means = groups.map(() => 0);
  let all = 0;
  const steps = 60;
  for (let i = 0; i < steps; i++) {
    const shrinkage = (i + 0.5) / steps;
    const strength = (size * shrinkage) / (1 - shrinkage);
    for (let j = 0; j < 3 * steps; j++) {
      // Jeffreys’s prior is uniform in this angle. The factor of 0.6 n keeps weights from underflowing.
      const mean = Math.sin(((j + 0.5) / (3 * steps)) * (Math.PI / 2)) ** 2;
      const [a, b] = [strength * mean, strength * (1 - mean)];
      const weight = Math.exp(
        groups.reduce((sum, [k, n]) => sum + lnBeta(a + k, b + n - k) - lnBeta(a, b), 0) +
          groups.reduce((sum, [, n]) => sum + 0.6 * n, 0),
      );
      all += weight;
      groups.forEach(([k, n], g) => {
        means[g] += (weight * (a + k)) / (strength + n);
      });
    }
  }
  return means.map((sum) => sum / all);
}

describe('shrunken rates', () => {
  test.each([
    [
      [
        [3, 10],
        [8, 40],
        [1, 15],
        [30, 60],
      ],
    ],
    [
      [
        [0, 5],
        [0, 8],
        [1, 20],
      ],
    ],
    [
      [
        [5, 10],
        [25, 50],
        [6, 12],
        [10, 20],
        [50, 100],
      ],
    ],
  ])('are posterior means: %j', (groups) => {
    const expected = integrated(groups);
    getShrunken(groups).forEach(({ shrunken }, i) => {
      expect(Math.abs(shrunken.value - expected[i])).toBeLessThan(0.004);
    });
  });

  test('are between the raw rate and the other groups’ rates', () => {
    const groups = [
      [2, 4],
      [100, 1000],
      [110, 1000],
      [95, 1000],
    ];
    const [small, ...large] = getShrunken(groups);
    expect(small.raw.value).toBe(0.5);
    expect(small.shrunken.value).toBeLessThan(0.3);
    expect(small.shrunken.value).toBeGreaterThan(0.1);
    const width = ({ ci: [low, high] }) => high - low;
    expect(width(small.shrunken)).toBeLessThan(width(small.raw));
    for (const { raw, shrunken } of large) {
      expect(Math.abs(shrunken.value - raw.value)).toBeLessThan(0.01);
    }
  });

  test('are shrunk less for larger groups', () => {
    const groups = [5, 20, 100, 500].map((rows) => [0.6 * rows, rows]);
    const others = [
      [10, 100],
      [15, 100],
      [12, 100],
      [18, 100],
    ];
    const drawn = getShrunken([...groups, ...others])
      .slice(0, 4)
      .map(({ raw, shrunken }) => raw.value - shrunken.value);
    for (let i = 1; i < drawn.length; i++) expect(drawn[i]).toBeLessThan(drawn[i - 1]);
    expect(drawn[3]).toBeGreaterThan(0);
  });

  test('do not depend on which outcome is counted or on the order of groups', () => {
    const groups = [
      [3, 10],
      [8, 40],
      [1, 15],
      [30, 60],
    ];
    const shrunken = getShrunken(groups);
    const others = getShrunken(groups.map(([k, n]) => [n - k, n]));
    const backwards = getShrunken([...groups].reverse()).reverse();
    shrunken.forEach((each, i) => {
      expect(others[i].shrunken.value).toBeCloseTo(1 - each.shrunken.value, 6);
      expect(others[i].shrunken.ci[0]).toBeCloseTo(1 - each.shrunken.ci[1], 6);
      expect(backwards[i].shrunken.value).toBeCloseTo(each.shrunken.value, 12);
    });
  });

  test('have intervals that contain the estimate and stay in [0, 1], even for none or all of many', () => {
    for (const groups of [
      [
        [0, 1],
        [0, 1],
        [0, 1],
      ],
      [
        [0, 10000],
        [0, 3],
        [0, 100000],
      ],
      [
        [7, 7],
        [1, 1],
        [9, 9],
      ],
      [
        [0, 10],
        [10, 10],
        [5, 10],
      ],
      [
        [1e6, 2e6],
        [1, 1e7],
        [3, 5],
      ],
    ]) {
      for (const { shrunken } of getShrunken(groups)) {
        expect(shrunken.ci[0]).toBeGreaterThanOrEqual(0);
        expect(shrunken.ci[0]).toBeLessThanOrEqual(shrunken.value);
        expect(shrunken.value).toBeLessThanOrEqual(shrunken.ci[1]);
        expect(shrunken.ci[1]).toBeLessThanOrEqual(1);
        expect(shrunken.ci[1] - shrunken.ci[0]).toBeGreaterThan(0);
      }
    }
  });

  test('have narrower intervals at lower confidence', () => {
    const groups = [
      [3, 10],
      [8, 40],
      [1, 15],
    ];
    const wide = getShrunken(groups, { confidence: 0.99 });
    getShrunken(groups, { confidence: 0.8 }).forEach(({ shrunken }, i) => {
      expect(shrunken.ci[0]).toBeGreaterThan(wide[i].shrunken.ci[0]);
      expect(shrunken.ci[1]).toBeLessThan(wide[i].shrunken.ci[1]);
    });
  });

  test('are undefined with a reason for two groups, or for a group without the rate', () => {
    const two = getShrunken([
      [3, 10],
      [8, 40],
    ]);
    for (const { shrunken } of two) {
      expect(shrunken.value).toBeNaN();
      expect(shrunken.reason).toBe('fewer than 3 groups have this rate');
    }
    const audit = fair.audit({
      groups: { g: ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd'] },
      label: [1, 0, 1, 0, 1, 0, 0, 0],
      prediction: [1, 0, 0, 0, 1, 1, 1, 0],
      uncertainty: { draws: 1 },
    });
    const all = audit.frame('g').shrunken('truePositiveRate');
    const without = present(all.find(({ group }) => group.name === 'd')).shrunken;
    expect(without.value).toBeNaN();
    expect(without.reason).toContain('g = d');
    expect(all.filter(({ shrunken }) => shrunken.ci)).toHaveLength(3);
  });

  test('treats a row of weight 2 as one row', () => {
    /** @type {{ g: string[], prediction: number[], weight: number[] }} */
    const rows = { g: [], prediction: [], weight: [] };
    for (let i = 0; i < 60; i++) {
      rows.g.push(`g${i % 4}`);
      rows.prediction.push(i % 7 < 1 + (i % 4) ? 1 : 0);
      rows.weight.push(2);
    }
    const { g, ...others } = rows;
    const of = (input) =>
      fair
        .audit({ groups: { g }, ...input, uncertainty: { draws: 1 } })
        .frame('g')
        .shrunken('selectionRate')
        .map(({ shrunken }) => shrunken.value);
    const weighted = of(others);
    of({ prediction: others.prediction }).forEach((value, i) => {
      expect(weighted[i]).toBeCloseTo(value, 10);
    });
  });

  test('reject unknown rates and combinations of two rates', () => {
    const frame = getFrame([
      [3, 10],
      [8, 40],
      [1, 15],
    ]);
    expect(getError(() => frame.shrunken(misuse('selectionrate')))).toMatchObject({
      argument: 'metric',
      actual: expect.stringContaining("'selectionRate'"),
    });
    expect(getError(() => frame.shrunken('f1Score')).code).toBe('invalidArgument');
  });
});
