// SPDX-License-Identifier: Apache-2.0
import { eightRows, errorOf, fair } from '../support.mjs';

const counted = (rows) => {
  const tally = fair.tally({ groups: ['g'], label: true, prediction: true });
  const names = Object.keys(rows);
  tally.addCounted({
    groups: { g: names.flatMap((name) => [name, name, name, name]) },
    label: names.flatMap(() => [1, 0, 0, 1]),
    prediction: names.flatMap(() => [1, 1, 0, 0]),
    rows: names.flatMap((name) => rows[name]),
  });
  return tally;
};
// TP, FP, TN, FN: the counts of COMPAS that ProPublica published.
const compas = () =>
  counted({ 'African-American': [1369, 805, 990, 532], Caucasian: [505, 349, 1139, 461] });

describe('uncertainty', () => {
  test('a rate has Wilson’s interval', () => {
    const { rates } = fair.auditOf(compas()).frame('g').group({ g: 'Caucasian' });
    // 349 of 1488.
    expect(rates.falsePositiveRate.ci[0]).toBeCloseTo(0.21371, 5);
    expect(rates.falsePositiveRate.ci[1]).toBeCloseTo(0.25674, 5);
  });

  test('spreads, disparities and the equalised odds of both have intervals that hold the value', () => {
    const frame = fair.auditOf(compas()).frame('g');
    const [comparison] = frame.disparities();
    for (const { value, ci } of [
      frame.difference('falsePositiveRate'),
      frame.ratio('falsePositiveRate'),
      ...Object.values(comparison.values),
    ]) {
      expect(ci[0]).toBeLessThan(value);
      expect(ci[1]).toBeGreaterThan(value);
    }
  });

  test('differences and ratios of one rate share its test; equalised odds have both rates’', () => {
    const frame = fair
      .auditOf(counted({ a: [300, 200, 300, 200], b: [280, 230, 270, 220], c: [90, 70, 100, 60] }))
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
      expect(p('equalizedOddsDifference')).toBeCloseTo(1 - (1 - least) ** 2, 12);
      expect(p('averageAbsOddsDifference')).toBe(p('equalizedOddsDifference'));
      expect(adjusted('equalizedOddsDifference')).toBeGreaterThanOrEqual(
        p('equalizedOddsDifference'),
      );
      expect(p('averageOddsDifference')).toBeUndefined();
    }
  });

  test('a difference has a test, adjusted for the number of groups', () => {
    const frame = fair
      .auditOf(
        counted({ a: [300, 200, 300, 200], b: [250, 250, 300, 200], c: [300, 200, 290, 210] }),
      )
      .frame('g');
    const [b, c] = frame.disparities().map(({ values }) => values.statisticalParityDifference);
    expect(b.pValue).toBeGreaterThan(0.05);
    expect(b.adjustedPValue).toBeGreaterThanOrEqual(b.pValue);
    expect(c.adjustedPValue).toBeGreaterThanOrEqual(c.pValue);
    expect(frame.difference('selectionRate').pValue).toBeGreaterThan(0.05);
  });

  test('the same seed gives the same numbers, another seed others', () => {
    const low = (seed) =>
      fair
        .auditOf(compas(), { uncertainty: { seed, draws: 200 } })
        .frame('g')
        .ratio('accuracy').ci[0];
    expect(low(3)).toBe(low(3));
    expect(low(3)).not.toBe(low(4));
  });

  test('confidence makes intervals narrower or wider', () => {
    const width = (confidence) => {
      const { ci } = fair
        .auditOf(compas(), { uncertainty: { confidence } })
        .frame('g')
        .difference('accuracy');
      return ci[1] - ci[0];
    };
    expect(width(0.8)).toBeLessThan(width(0.95));
    expect(width(0.95)).toBeLessThan(width(0.99));
  });

  test('mean scores have bootstrap intervals', () => {
    const frame = fair.audit(eightRows()).frame('sex');
    const { value, ci } = frame.group({ sex: 'm' }).rates.generalizedTruePositiveRate;
    expect(ci[0]).toBeLessThanOrEqual(value);
    expect(ci[1]).toBeGreaterThanOrEqual(value);
    expect(ci[0]).toBeLessThan(ci[1]);
  });

  test('small groups are warned of, and groups whose weights are very unequal', () => {
    const groups = {
      g: [...Array(5).fill('few'), ...Array(100).fill('unequal'), ...Array(50).fill('many')],
    };
    const weight = groups.g.map((g, i) => (g === 'unequal' && i === 7 ? 1000 : 1));
    const frame = fair
      .audit({ groups, weight, prediction: groups.g.map((_, i) => i % 2) })
      .frame('g');
    expect(frame.group({ g: 'few' }).warning).toBe('only 5 rows: its rates say little');
    expect(frame.group({ g: 'unequal' }).warning).toMatch(/100 rows say no more than 1$/);
    expect(frame.group({ g: 'many' }).warning).toBeUndefined();
  });

  test('can be left out, and is left out of frames with too many groups', () => {
    const plain = fair.auditOf(compas(), { uncertainty: false });
    expect(plain.frame('g').difference('accuracy').ci).toBeUndefined();
    expect(plain.report().uncertainty).toBeNull();
    const ids = Array.from({ length: 1000 }, (_, i) => i);
    const many = fair.audit({ groups: { id: ids }, prediction: ids.map((i) => i % 2) }).frame('id');
    expect(many.groups).toHaveLength(1000);
    expect(many.difference('selectionRate')).toEqual({ value: 1 });
  });

  test('options out of range are errors', () => {
    for (const [uncertainty, argument] of [
      [{ draws: 0 }, 'draws'],
      [{ draws: 1.5 }, 'draws'],
      [{ confidence: 95 }, 'confidence'],
      [{ seed: -1 }, 'seed'],
      [{ seed: 0.5 }, 'seed'],
    ]) {
      const error = errorOf(() => fair.auditOf(compas(), { uncertainty }).frame('g'));
      expect(error).toMatchObject({ code: 'invalidArgument', argument });
    }
  });

  test('the report says how it was computed', () => {
    const report = fair.auditOf(compas(), { uncertainty: { draws: 100 } }).report();
    expect(report.uncertainty).toEqual({ draws: 100, seed: 1, confidence: 0.95 });
  });
});
