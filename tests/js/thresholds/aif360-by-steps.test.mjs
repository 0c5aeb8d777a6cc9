// SPDX-License-Identifier: Apache-2.0
//
// AIF360's RejectOptionClassification and CalibratedEqOddsPostprocessing, reimplemented row by row from their source
// and papers; no value was recorded from a run of AIF360. Each difference has a row in docs/deviations.md.

import { present } from '../../present.mjs';
import { mulberry32 } from '../../random-numbers.mjs';
import { thresholds } from '../support.mjs';

const getCurves = (rows) =>
  thresholds.curves({
    label: rows.map(({ label }) => label),
    score: rows.map(({ score }) => score),
    groups: { group: rows.map(({ group }) => group) },
    favorable: 1,
  });
const getRows = (groups) =>
  Object.entries(groups).flatMap(([group, scores]) =>
    Object.entries(scores).flatMap(([label, all]) => all.map((score) => ({ group, label: Number(label), score }))),
  );
const mean = (values) => values.reduce((sum, each) => sum + each, 0) / values.length;

describe('calibrated equalized odds', () => {
  // Costs of a group: generalized rates of its scores, and of its base rate instead of each score.
  function costs(rows, constraint) {
    const baseRate = mean(rows.map(({ label }) => label));
    const cost = (getScore) => {
      const falsePositive = mean(rows.filter(({ label }) => label === 0).map(getScore));
      const falseNegative = 1 - mean(rows.filter(({ label }) => label === 1).map(getScore));
      if (constraint === 'fpr') return falsePositive;
      if (constraint === 'fnr') return falseNegative;
      // Both are weighted by the proportion of negatives.
      return (falsePositive * (1 - baseRate) + falseNegative * (1 - baseRate)) / 2;
    };
    return { own: cost(({ score }) => score), trivial: cost(() => baseRate) };
  }

  /** Returns the proportions of p's and of u's scores that are withheld. */
  function mixRates(rows, constraint) {
    const [p, u] = ['p', 'u'].map((name) =>
      costs(
        rows.filter(({ group }) => group === name),
        constraint,
      ),
    );
    return u.own > p.own
      ? { p: (u.own - p.own) / (p.trivial - p.own), u: 0 }
      : { p: 0, u: (p.own - u.own) / (u.trivial - u.own) };
  }

  const withheld = (rows, rate) => {
    const found = getCurves(rows).calibratedOdds({ rate });
    return { ...found, shares: Object.fromEntries(found.scores.map((g) => [g.name, g.withheld])) };
  };

  // p: base rate 1/2, negatives 0.3, positives 0.7. u: base rate 3/4, negatives 0.4, positives 0.6.
  const rows = getRows({ p: { 0: [0.4, 0.2], 1: [0.8, 0.6] }, u: { 0: [0.4], 1: [0.7, 0.6, 0.5] } });

  test('equalizes false positives: (0.4 - 0.3) / (1/2 - 0.3) of p', () => {
    const { shares, groups } = withheld(rows, 'falsePositive');
    expect(shares).toEqual({ p: expect.closeTo(0.5, 12), u: 0 });
    expect(mixRates(rows, 'fpr')).toEqual({ p: expect.closeTo(0.5, 12), u: 0 });
    // At 1/2, half of p gets its base rate, which is selected, and half its scores: 1/2 + 1/2 of 1/2.
    expect(groups.map(({ selectionRate }) => selectionRate)).toEqual([expect.closeTo(0.75, 12), 0.75]);
  });

  test('equalizes false negatives: (0.4 - 0.3) / (1/2 - 0.3) of p', () => {
    expect(withheld(rows, 'falseNegative').shares).toEqual({ p: expect.closeTo(0.5, 12), u: 0 });
    expect(mixRates(rows, 'fnr')).toEqual({ p: expect.closeTo(0.5, 12), u: 0 });
  });

  // The paper: costs 0.15 and 0.2, of p's base rate 0.25. AIF360: 0.15 and 0.1, of u's base rate 0.125.
  test('AIF360 weights false negatives by the proportion of negatives, and withholds twice all of u', () => {
    expect(mixRates(rows, 'weighted')).toEqual({ p: 0, u: expect.closeTo(2, 12) });
    expect(withheld(rows, 'weighted').shares).toEqual({ p: expect.closeTo(0.5, 12), u: 0 });
    // With base rates of 1/2, both weightings are equal.
    const even = getRows({ p: { 0: [0.4, 0.2], 1: [0.8, 0.6] }, u: { 0: [0.5, 0.3], 1: [0.7, 0.6] } });
    const share = expect.closeTo(0.375, 12); // (0.375 - 0.3) / (0.5 - 0.3)
    expect(mixRates(even, 'weighted')).toEqual({ p: share, u: 0 });
    expect(withheld(even, 'weighted').shares).toEqual({ p: share, u: 0 });
  });

  // p's false negatives cost 0.6, u's 0.4, and u's base rate of 3/4 only 1/4.
  test('AIF360 has a negative proportion, and fairwasm a reason, if a base rate costs too little', () => {
    const short = getRows({ p: { 0: [0.2, 0.1], 1: [0.5, 0.3] }, u: { 0: [0.4], 1: [0.7, 0.6, 0.5] } });
    expect(mixRates(short, 'fnr')).toEqual({ p: 0, u: expect.closeTo(-4 / 3, 12) });
    const { value, reason, shares } = withheld(short, 'falseNegative');
    expect(value).toBeNaN();
    expect(shares.u).toBeNaN();
    expect(reason).toMatch('the errors of u cannot be made as costly');
  });
});

describe('reject option', () => {
  const linspace = (from, to, count) => Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1));
  const getShare = (rows, is) => rows.filter(is).length / rows.length;

  /** Returns the selected rows: above the threshold, but within the margin all of u and none of p. */
  const selectedBy =
    ({ threshold, margin }) =>
    ({ group, score }) => {
      const isCritical = score <= threshold + margin && score > threshold - margin;
      return isCritical ? group === 'u' : score > threshold;
    };

  function figures(rows, selected) {
    const [positives, negatives] = [1, 0].map((wanted) => rows.filter(({ label }) => label === wanted));
    const gap = (some) => {
      const of = (name) =>
        getShare(
          some.filter(({ group }) => group === name),
          selected,
        );
      return of('u') - of('p');
    };
    return {
      balancedAccuracy: (getShare(positives, selected) + 1 - getShare(negatives, selected)) / 2,
      demographicParity: gap(rows),
      equalOpportunity: gap(positives),
    };
  }

  /**
   * 100 thresholds with 50 margins each; returns the first of the best within bounds, or else the first with the
   * smallest difference.
   */
  function fitted(rows, metric, bound = 0.05) {
    const tried = linspace(0.01, 0.99, 100).flatMap((threshold) =>
      linspace(0, threshold <= 0.5 ? threshold : 1 - threshold, 50).map((margin) => {
        const chosen = { threshold, margin };
        return { ...chosen, ...figures(rows, selectedBy(chosen)) };
      }),
    );
    const within = tried.filter((each) => Math.abs(each[metric]) <= bound);
    const best = (all, value) => all.reduce((first, each) => (value(each) > value(first) ? each : first));
    return within.length > 0
      ? { ...best(within, (each) => each.balancedAccuracy), isWithin: true }
      : { ...best(tried, (each) => -each[metric]), isWithin: false };
  }

  const ours = (rows, constraint, tolerance = 0.05) =>
    getCurves(rows).rejectOption({ constraint, objective: 'balancedAccuracy', tolerance, favored: ['u'] });
  const selectedByUs = ({ low, high }, rows) =>
    rows.filter(({ group, score }) => score >= (group === 'u' ? low : high));

  // u's positives have scores 0.2 lower than p's: between 0.4 and 0.6, the group is informative.
  const shifted = getRows({
    p: { 0: [0.15, 0.25, 0.45, 0.55], 1: [0.65, 0.75, 0.85, 0.95] },
    u: { 0: [0.05, 0.1, 0.25, 0.35], 1: [0.45, 0.5, 0.6, 0.75] },
  });

  test.each(['demographicParity', 'equalOpportunity'])(
    'finds who is scored too low, as the grid does, with %s',
    (constraint) => {
      const found = fitted(shifted, constraint);
      expect(found).toMatchObject({ balancedAccuracy: 1, [constraint]: 0, isWithin: true });
      const { value, gap, region } = ours(shifted, constraint);
      expect([value, gap]).toEqual([1, 0]);
      expect(selectedByUs(region, shifted)).toEqual(shifted.filter(selectedBy(found)));
    },
  );

  // Scores are closer to each other than the grid's thresholds.
  test('a better region may exist between points of the grid', () => {
    const close = getRows({
      p: { 0: [0.5031, 0.5032], 1: [0.5034, 0.5035] },
      u: { 0: [0.5031, 0.5032], 1: [0.50325, 0.5033] },
    });
    const found = fitted(close, 'demographicParity');
    const { value } = ours(close, 'demographicParity');
    expect(value).toBe(1);
    expect(found.isWithin).toBe(true);
    expect(found.balancedAccuracy).toBeLessThan(1);
  });

  // No margin within [0, 1] reaches a region that begins below 0 or above 1. The half of u with score 1 is always
  // selected, and no proportion of p's three rows is close to it. Beyond that range, all rows can be selected, which
  // satisfies the bound with an accuracy of one half.
  test('the grid returns the most negative difference if nothing is within bounds', () => {
    const apart = getRows({ p: { 0: [0.2], 1: [0.5, 0.8] }, u: { 0: [0], 1: [1] } });
    const found = fitted(apart, 'demographicParity');
    expect(found).toMatchObject({ isWithin: false, demographicParity: -0.5 });
    expect(ours(apart, 'demographicParity')).toMatchObject({ value: 0.5, gap: 0 });
  });

  test('the grid is as good on 60 tables with scores in hundredths, and never better', () => {
    const random = mulberry32(12345);
    let [compared, alike] = [0, 0];
    for (let table = 0; table < 60; table++) {
      const rows = Array.from({ length: 24 }, (_, i) => {
        const [group, label] = [i % 2 ? 'u' : 'p', i % 4 < 2 ? 1 : 0];
        const score = 0.3 * random() + 0.4 * label * random() + (group === 'p' ? 0.2 : 0.05);
        return { group, label, score: Math.round(100 * score) / 100 };
      });
      for (const constraint of ['demographicParity', 'equalOpportunity']) {
        const found = fitted(rows, constraint, 0.1);
        const { value, gap } = ours(rows, constraint, 0.1);
        if (Number.isNaN(value)) expect(found.isWithin).toBe(false);
        if (!found.isWithin) continue;
        compared++;
        expect(present(value)).toBeGreaterThanOrEqual(found.balancedAccuracy - 1e-12);
        expect(gap).toBeLessThanOrEqual(0.1 + 1e-12);
        if (Math.abs(value - found.balancedAccuracy) < 1e-12) alike++;
      }
    }
    expect({ compared, alike }).toEqual({ compared: 120, alike: 120 });
  });
});
