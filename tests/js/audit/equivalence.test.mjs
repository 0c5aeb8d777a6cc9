// SPDX-License-Identifier: Apache-2.0
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { fair, getError } from '../support.mjs';

/** Returns TP, FP, TN, FN of groups. */
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
const near = () => counted({ a: [300, 120, 400, 210], b: [210, 90, 300, 150] });
const getFrame = (tally, confidence = 0.95) =>
  fair.auditTally(tally, { uncertainty: { confidence, draws: 1 } }).frame('g');
const getDisparity = (frame, name) => frame.disparities()[0].values[name];

describe('equivalence', () => {
  test.each(
    /** @type {const} */ ([
      ['statisticalParityDifference', 0.05],
      ['falsePositiveRateDifference', 0.08],
      ['averageOddsDifference', 0.05],
    ]),
  )('%s: at its p-value the interval just fits into the margin', (name, margin) => {
    const { pValue, margin: range } = getFrame(near()).equivalence(name, margin);
    expect(range).toEqual([-margin, margin]);
    expect(pValue).toBeGreaterThan(0);
    expect(pValue).toBeLessThan(0.5);
    const [low, high] = getDisparity(getFrame(near(), 1 - 2 * pValue), name).ci;
    expect(Math.max(-low, high)).toBeCloseTo(margin, 9);
  });

  test('a ratio is equivalent within the margin and its inverse, from either side', () => {
    const one = getFrame(near()).equivalence('disparateImpact', 0.8);
    const other = getFrame(near()).equivalence('disparateImpact', 1.25);
    expect(one).toEqual(other);
    expect(one.margin).toEqual([0.8, 1.25]);
    const [low, high] = getDisparity(getFrame(near(), 1 - 2 * one.pValue), 'disparateImpact').ci;
    expect(Math.min(low / 0.8, 1.25 / high)).toBeCloseTo(1, 9);
  });

  test('groups are equivalent exactly if the 90% interval is within the margin', () => {
    for (const margin of [0.02, 0.03, 0.04, 0.05, 0.06, 0.08]) {
      const { isEquivalent, pValue, disparity } = getFrame(near()).equivalence('statisticalParityDifference', margin);
      const [low, high] = present(disparity.ci);
      expect(isEquivalent).toBe(-margin <= low && high <= margin);
      expect(isEquivalent).toBe(pValue <= 0.05);
    }
    expect(getFrame(near()).equivalence('statisticalParityDifference', 0.02).isEquivalent).toBe(false);
    expect(getFrame(near()).equivalence('statisticalParityDifference', 0.08).isEquivalent).toBe(true);
  });

  test('the reported interval has confidence 1 - 2 alpha', () => {
    const { disparity } = getFrame(near(), 0.95).equivalence('statisticalParityDifference', 0.05);
    expect(disparity.ci).toEqual(getDisparity(getFrame(near(), 0.9), 'statisticalParityDifference').ci);
  });

  test('a disparity outside the margin has a p-value above 0.5', () => {
    const frame = getFrame(counted({ a: [30, 20, 30, 20], b: [20, 8, 32, 20] }));
    const { value } = getDisparity(frame, 'statisticalParityDifference');
    const beyond = frame.equivalence('statisticalParityDifference', Math.abs(value) / 2);
    expect(beyond.pValue).toBeGreaterThan(0.5);
    expect(beyond.pValue).toBeLessThan(1);
    const at = frame.equivalence('statisticalParityDifference', Math.abs(value) * (1 + 1e-9));
    expect(at.pValue).toBeCloseTo(0.5, 4);
  });

  test('the larger of two differences is within the margin if both are', () => {
    const frame = getFrame(near());
    const p = (name) => frame.equivalence(name, 0.08).pValue;
    expect(p('equalizedOddsDifference')).toBe(
      Math.max(p('falsePositiveRateDifference'), p('equalOpportunityDifference')),
    );
    // An average of magnitudes is tested with its own joint interval.
    const average = frame.equivalence('averageAbsOddsDifference', 0.08);
    expect(average.pValue).toBeLessThanOrEqual(1);
    expect(average.isEquivalent).toBe(present(average.disparity.ci)[1] <= 0.08);
  });

  test('two small copies of a group are inconclusive', () => {
    const frame = getFrame(counted({ a: [3, 2, 3, 2], b: [3, 2, 3, 2] }));
    const { disparity, isEquivalent, pValue } = frame.equivalence('statisticalParityDifference', 0.05);
    expect(disparity.value).toBe(0);
    expect(isEquivalent).toBe(false);
    expect(pValue).toBeGreaterThan(0.3);
  });

  test('the least similar of several groups determines the result unless one is selected', () => {
    const frame = getFrame(counted({ a: [400, 200, 500, 300], b: [400, 200, 500, 290], c: [90, 90, 90, 90] }));
    const [b, c] = ['b', 'c'].map((name) => frame.equivalence('statisticalParityDifference', 0.05, frame.group(name)));
    expect(b.isEquivalent).toBe(true);
    expect(c.isEquivalent).toBe(false);
    expect(frame.equivalence('statisticalParityDifference', 0.05)).toEqual(c);
    expect(c.group.name).toBe('c');
  });

  test('an undefined disparity determines the result, with its reason', () => {
    const frame = getFrame(counted({ a: [400, 200, 500, 300], b: [400, 200, 500, 290], c: [0, 9, 9, 0] }));
    const { pValue, isEquivalent, reason, group } = frame.equivalence('equalOpportunityDifference', 0.1);
    expect(pValue).toBeNaN();
    expect(isEquivalent).toBe(false);
    expect(reason).toMatch(/\w/);
    expect(group.name).toBe('c');
  });

  test('an undefined disparity determines the result in any position', () => {
    const frame = getFrame(counted({ a: [400, 200, 500, 300], c: [0, 700, 690, 0], b: [400, 200, 500, 250] }));
    const name = 'equalOpportunityDifference';
    expect(frame.groups.map((group) => group.name)).toEqual(['a', 'c', 'b']);
    expect(frame.equivalence(name, 0.1).group.name).toBe('c');
    const each = frame.equivalences(name, 0.1);
    expect(each.map(({ group, isEquivalent }) => [group.name, isEquivalent])).toEqual([
      ['c', false],
      ['b', true],
    ]);
    expect(each[1]).toEqual(frame.equivalence(name, 0.1, frame.group('b')));
  });

  test('uses 95% if the frame has no intervals', () => {
    const without = fair.auditTally(near(), { uncertainty: false }).frame('g');
    const name = 'statisticalParityDifference';
    expect(without.equivalence(name, 0.05).pValue).toBe(getFrame(near()).equivalence(name, 0.05).pValue);
  });

  test.each([
    ['statisticalParityDifference', 0],
    ['statisticalParityDifference', 1],
    ['statisticalParityDifference', -0.1],
    ['statisticalParityDifference', Number.NaN],
    ['statisticalParityDifference', '0.05'],
    ['disparateImpact', 1],
    ['disparateImpact', 0],
    ['disparateImpact', Number.POSITIVE_INFINITY],
  ])('rejects for %s the margin %p', (name, margin) => {
    const error = getError(() => getFrame(near()).equivalence(misuse(name), misuse(margin)));
    expect(error).toMatchObject({ code: 'invalidArgument', argument: 'margin' });
  });

  test('rejects names that are not disparities, and groups that cannot be compared', () => {
    const frame = getFrame(near());
    const name = 'statisticalParityDifference';
    expect(getError(() => frame.equivalence(misuse('statisticalParity'), 0.1))).toMatchObject({
      argument: 'disparity',
      actual: expect.stringContaining('statisticalParityDifference'),
    });
    for (const group of [frame.reference, frame.overall, 'b', getFrame(near()).group('b')]) {
      expect(getError(() => frame.equivalence(name, 0.1, misuse(group)))).toMatchObject({
        code: 'invalidArgument',
        argument: 'group',
      });
    }
    const alone = getFrame(counted({ a: [3, 2, 3, 2] }));
    expect(getError(() => alone.equivalence(name, 0.1)).code).toBe('invalidState');
  });
});
