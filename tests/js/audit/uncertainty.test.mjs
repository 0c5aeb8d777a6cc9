// SPDX-License-Identifier: Apache-2.0
import { format } from 'fairwasm';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { eightRows, fair, getError } from '../support.mjs';

const counted = (rows) => {
  const tally = fair.tally({ groups: ['g'], label: true, prediction: true });
  const names = Object.keys(rows);
  tally.updateCounted({
    groups: { g: names.flatMap((name) => [name, name, name, name]) },
    label: names.flatMap(() => [1, 0, 0, 1]),
    prediction: names.flatMap(() => [1, 1, 0, 0]),
    rows: names.flatMap((name) => rows[name]),
  });
  return tally;
};
// TP, FP, TN, FN: the COMPAS counts that ProPublica published.
const compas = () => counted({ 'African-American': [1369, 805, 990, 532], Caucasian: [505, 349, 1139, 461] });

describe('uncertainty', () => {
  test('a rate has Wilson’s interval', () => {
    const { rates } = fair.auditTally(compas()).frame('g').group({ g: 'Caucasian' });
    // 349 of 1488.
    expect(present(rates.falsePositiveRate.ci)[0]).toBeCloseTo(0.21371, 5);
    expect(present(rates.falsePositiveRate.ci)[1]).toBeCloseTo(0.25674, 5);
  });

  test('spreads, disparities, and equalized odds have intervals that contain the value', () => {
    const frame = fair.auditTally(compas()).frame('g');
    const [comparison] = frame.disparities();
    for (const { value, ci } of [
      frame.difference('falsePositiveRate'),
      frame.ratio('falsePositiveRate'),
      ...frame.disparityNames.map((name) => comparison.values[name]),
    ]) {
      expect(present(ci)[0]).toBeLessThan(value);
      expect(present(ci)[1]).toBeGreaterThan(value);
    }
  });

  test('the difference and the ratio of a rate have the same test, and equalized odds that of both rates', () => {
    const frame = fair
      .auditTally(counted({ a: [300, 200, 300, 200], b: [280, 230, 270, 220], c: [90, 70, 100, 60] }))
      .frame('g');
    for (const { values } of frame.disparities()) {
      const p = (name) => values[name].pValue;
      const adjusted = (name) => values[name].adjustedPValue;
      for (const rate of ['falsePositiveRate', 'falseOmissionRate', 'errorRate']) {
        expect(p(`${rate}Difference`)).toBeGreaterThan(0);
        expect(p(`${rate}Ratio`)).toBe(p(`${rate}Difference`));
        expect(adjusted(`${rate}Ratio`)).toBe(adjusted(`${rate}Difference`));
      }
      const least = Math.min(p('falsePositiveRateDifference'), p('equalOpportunityDifference'));
      // Joint intervals are a little wider.
      const ofBoth = 1 - (1 - least) ** 2;
      expect(p('equalizedOddsDifference')).toBeGreaterThanOrEqual(ofBoth - 1e-12);
      expect(p('equalizedOddsDifference')).toBeCloseTo(ofBoth, 3);
      expect(p('averageAbsOddsDifference')).toBe(p('equalizedOddsDifference'));
      expect(adjusted('equalizedOddsDifference')).toBeGreaterThanOrEqual(p('equalizedOddsDifference'));
      expect(p('averageOddsDifference')).toBeUndefined();
    }
  });

  test('a difference has a test that is adjusted for the number of groups', () => {
    const frame = fair
      .auditTally(counted({ a: [300, 200, 300, 200], b: [250, 250, 300, 200], c: [300, 200, 290, 210] }))
      .frame('g');
    const [b, c] = frame.disparities().map(({ values }) => values.statisticalParityDifference);
    expect(b.pValue).toBeGreaterThan(0.05);
    expect(b.adjustedPValue).toBeGreaterThanOrEqual(present(b.pValue));
    expect(c.adjustedPValue).toBeGreaterThanOrEqual(present(c.pValue));
    expect(frame.difference('selectionRate').pValue).toBeGreaterThan(0.05);
  });

  test('equal seeds give equal numbers, and other seeds differ', () => {
    const alike = counted({ a: [300, 200, 300, 200], b: [280, 230, 270, 220] });
    const p = (seed) =>
      fair
        .auditTally(alike, { uncertainty: { seed, draws: 200 } })
        .frame('g')
        .ratio('accuracy').pValue;
    expect(p(3)).toBe(p(3));
    expect(p(3)).not.toBe(p(4));
  });

  test('the confidence level changes the width of intervals', () => {
    const width = (confidence) => {
      const { ci } = fair.auditTally(compas(), { uncertainty: { confidence } }).frame('g').difference('accuracy');
      return present(ci)[1] - present(ci)[0];
    };
    expect(width(0.8)).toBeLessThan(width(0.95));
    expect(width(0.95)).toBeLessThan(width(0.99));
  });

  test('mean scores have intervals', () => {
    const frame = fair.audit(eightRows()).frame('sex');
    const { value, ci } = frame.group({ sex: 'm' }).rates.generalizedTruePositiveRate;
    expect(present(ci)[0]).toBeLessThanOrEqual(value);
    expect(present(ci)[1]).toBeGreaterThanOrEqual(value);
    expect(present(ci)[0]).toBeLessThan(present(ci)[1]);
  });

  test('warns about small groups and groups with very unequal weights', () => {
    const groups = { g: [...Array(5).fill('few'), ...Array(100).fill('unequal'), ...Array(50).fill('many')] };
    const weight = groups.g.map((g, i) => (g === 'unequal' && i === 7 ? 1000 : 1));
    const frame = fair.audit({ groups, weight, prediction: groups.g.map((_, i) => i % 2) }).frame('g');
    expect(frame.group({ g: 'few' }).warning).toBe('few cases in all rates');
    expect(frame.group({ g: 'unequal' }).warning).toMatch(/effective sample size of its 100 rows is 1$/);
    expect(frame.group({ g: 'many' }).warning).toBeUndefined();
  });

  test('equal groups do not differ significantly', () => {
    const frame = fair
      .auditTally(counted({ a: [20, 30, 30, 20], b: [20, 30, 30, 20], c: [20, 30, 30, 20] }))
      .frame('g');
    const { value, ci, pValue } = frame.difference('selectionRate');
    expect([value, present(ci)[0], pValue]).toEqual([0, 0, 1]);
    expect(present(ci)[1]).toBeGreaterThan(0.1);
    expect(present(frame.ratio('truePositiveRate').ci)[1]).toBe(1);
    for (const { values } of frame.disparities()) {
      expect(present(values.equalizedOddsDifference.ci)[0]).toBe(0);
      expect(present(values.averageAbsOddsDifference.ci)[0]).toBe(0);
    }
  });

  test('a rate of 0 in a large group has a realistic interval', () => {
    const frame = fair.auditTally(counted({ none: [0, 0, 250, 250], few: [10, 10, 490, 490] })).frame('g');
    const [{ values }] = frame.disparities(frame.group('few'));
    // Wilson: 0 of 500 [0, 0.00762], 20 of 1000 [0.01299, 0.03070].
    expect(present(values.statisticalParityDifference.ci)[0]).toBeCloseTo(-0.0307, 4);
    expect(present(values.statisticalParityDifference.ci)[1]).toBeCloseTo(-0.02 + Math.hypot(0.00762, 0.00701), 4);
    expect(values.disparateImpact).toMatchObject({ value: 0 });
    expect(present(values.disparateImpact.ci)[0]).toBe(0);
    expect(present(values.disparateImpact.ci)[1]).toBeGreaterThan(0.2);
    expect(present(values.disparateImpact.ci)[1]).toBeLessThan(1);
  });

  test('computes minimum detectable differences', () => {
    const frame = fair.auditTally(counted({ a: [50, 50, 50, 50], b: [50, 50, 50, 50] })).frame('g');
    const [{ values }] = frame.disparities();
    // By hand 0.139: (1.96 sqrt(0.25 (1/200 + 1/200)) + 0.84 sqrt(0.25 / 200 + 0.361 * 0.639 / 200)).
    const { minimumDetectableDifference } = values.statisticalParityDifference;
    const [decrease, increase] = present(minimumDetectableDifference);
    expect(increase).toBeCloseTo(0.139, 2);
    expect(decrease).toBeCloseTo(-increase, 10);
    expect(values.disparateImpact.minimumDetectableDifference).toBeUndefined();
    expect(values.averageOddsDifference.minimumDetectableDifference).toBeUndefined();
  });

  test('joint intervals are wider', () => {
    const tally = counted({ a: [30, 20, 30, 20], b: [28, 23, 27, 22], c: [9, 7, 10, 6] });
    const width = (simultaneous) => {
      const frame = fair.auditTally(tally, { uncertainty: { simultaneous } }).frame('g');
      const { ci } = frame.disparities()[0].values.statisticalParityDifference;
      return present(ci)[1] - present(ci)[0];
    };
    expect(width(true)).toBeGreaterThan(1.5 * width(false));
    expect(getError(() => width('yes'))).toMatchObject({ argument: 'simultaneous' });
  });

  test('compares intersectional groups with the largest group that matches a partial reference', () => {
    const groups = { sex: ['m', 'm', 'm', 'f', 'f', 'f', 'f', 'm'], race: ['w', 'w', 'w', 'b', 'w', 'b', 'b', 'b'] };
    const prediction = [1, 0, 1, 0, 1, 0, 0, 1];
    const audit = (privileged) => fair.audit({ groups, prediction, privileged });
    expect(audit({ sex: 'm' }).frame(['sex', 'race']).reference.name).toBe('m, w');
    expect(audit({ sex: 'f' }).frame(['race', 'sex']).reference.name).toBe('b, f');
    expect(audit({ sex: 'm' }).frame('race').reference.name).toBe('b');
    const nobody = fair.audit({
      groups: { sex: ['m', 'f'], race: ['w', 'b'] },
      prediction: [1, 0],
      privileged: { sex: 'm', race: 'b' },
    });
    expect(getError(() => nobody.frame(['sex', 'race']))).toMatchObject({ argument: 'privileged' });
  });

  test('a report joins groups by id, whatever their names are', () => {
    const groups = { g: ['a, b', 'a, b', 'a', 'a'], h: ['c', 'c', 'b, c', 'b, c'] };
    const report = fair.audit({ groups, prediction: [1, 0, 1, 1] }).report();
    const crossed = report.breakdowns[2];
    expect(new Set(crossed.groups.map(({ name }) => name)).size).toBe(1);
    expect(new Set(crossed.groups.map(({ id }) => id)).size).toBe(2);
    expect(crossed.comparisons[0].id).not.toBe(crossed.referenceId);
  });

  test('an audit does not change when more rows arrive', () => {
    const auditor = fair.auditor({ groups: ['g'], prediction: true });
    auditor.update({ groups: { g: ['a', 'b'] }, prediction: [1, 0] });
    const audit = auditor.audit();
    auditor.update({ groups: { g: ['a', 'c'] }, prediction: [1, 0] });
    expect(audit.frame('g').groups).toHaveLength(2);
    expect(audit.report().rows).toBe(2);
    auditor[Symbol.dispose]();
    expect(audit.report().rows).toBe(2);
  });

  test('rejects groups of another frame and unknown metrics', () => {
    const audit = fair.auditTally(compas());
    const frame = audit.frame('g');
    expect(getError(() => frame.disparities(audit.frame([]).overall))).toMatchObject({ argument: 'reference' });
    expect(getError(() => frame.spread(misuse('toString')))).toMatchObject({ argument: 'metric' });
    expect(getError(() => frame.difference('accuracy', misuse('to_overall'))).message).toMatch(
      "did you mean 'toOverall'?",
    );
    expect(frame.group('Caucasian')).toBe(frame.group({ g: 'Caucasian' }));
    expect(getError(() => frame.group(misuse({ g: 'Caucasian', sex: 'm' })))).toMatchObject({ argument: 'group' });
  });

  test('more than 512 groups have all results except comparisons of all pairs', () => {
    const ids = Array.from({ length: 2600 }, (_, i) => i % 520);
    const report = fair.audit({ groups: { id: ids }, prediction: ids.map((_, i) => (i * 7919) % 3 === 0) }).report();
    const [{ groups, comparisons, spreads }] = report.breakdowns;
    for (const { rates, warning } of groups) {
      expect(rates.selectionRate.ci).toHaveLength(2);
      expect(warning).toBe('few cases in all rates');
    }
    for (const { disparities } of comparisons) {
      expect(disparities.statisticalParityDifference.ci).toHaveLength(2);
      expect(disparities.statisticalParityDifference.warning).toMatch(/cases expected/);
    }
    const { max, difference, ratio, differenceToOverall } = spreads.selectionRate;
    expect([max.ci, differenceToOverall.ci]).not.toContain(undefined);
    for (const gap of [difference, ratio]) {
      expect([gap.ci, gap.pValue]).toEqual([undefined, undefined]);
      expect(gap.warning).toBe('no interval and no test: more than 512 groups');
    }
    expect(format(report, 'text').replace(/\s+/g, ' ')).toContain(
      'Largest gap and ratio: no interval and no test: more than 512 groups',
    );
  });

  test('a gap requires two groups with a defined rate', () => {
    // All rows of f are predicted favorable, so f has no negative predictive value.
    const frame = fair
      .audit({
        label: [1, 0, 1, 0],
        prediction: [1, 1, 0, 0],
        groups: { sex: ['f', 'f', 'm', 'm'], all: ['x', 'x', 'x', 'x'] },
      })
      .frame('sex');
    const { min, max, ...gaps } = frame.spread('negativePredictiveValue');
    expect([min.value, max.value]).toEqual([0.5, 0.5]);
    for (const gap of Object.values(gaps)) {
      expect(gap).toEqual({ value: Number.NaN, reason: 'only m has a value; a gap requires two groups' });
    }
  });

  test('a single group has no difference', () => {
    const audit = fair.audit({ prediction: [1, 0, 1], groups: { all: ['x', 'x', 'x'] } });
    for (const method of /** @type {const} */ (['betweenGroups', 'toOverall'])) {
      expect(audit.frame('all').difference('selectionRate', method)).toEqual({
        value: Number.NaN,
        reason: 'there is only one group',
      });
    }
  });

  test('can be disabled', () => {
    const plain = fair.auditTally(compas(), { uncertainty: false });
    expect(plain.frame('g').difference('accuracy').ci).toBeUndefined();
    expect(plain.report().uncertainty).toBeNull();
  });

  test('rejects options out of range', () => {
    for (const [uncertainty, argument] of [
      [{ draws: 0 }, 'draws'],
      [{ draws: 1.5 }, 'draws'],
      [{ confidence: 95 }, 'confidence'],
      [{ seed: -1 }, 'seed'],
      [{ seed: 0.5 }, 'seed'],
    ]) {
      const error = getError(() => fair.auditTally(compas(), { uncertainty: misuse(uncertainty) }).frame('g'));
      expect(error).toMatchObject({ code: 'invalidArgument', argument });
    }
  });

  test('the report contains the uncertainty options', () => {
    const report = fair.auditTally(compas(), { uncertainty: { draws: 100 } }).report();
    expect(report.uncertainty).toEqual({ draws: 100, seed: 1, confidence: 0.95, simultaneous: false });
  });
});
