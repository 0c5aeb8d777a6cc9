// SPDX-License-Identifier: Apache-2.0
//
// Custom metrics: functions of counts and of rows, by group, with intervals, in every report format.

import { countMetrics, format, readReport } from 'fairwasm';
import fc from 'fast-check';
import { describeExtras } from '#fairwasm/report/describe-extras.js';
import { present } from '../../present.mjs';
import { shownHtml } from '../report/decompressed-file.mjs';
import { fair, getError } from '../support.mjs';

/** Returns rows with the given counts of each group: true and false positives, true and false negatives. */
function getRows(groups) {
  const rows = Object.entries(groups).flatMap(([name, cells]) =>
    cells.flatMap((count, cell) => Array.from({ length: count }, () => [name, cell])),
  );
  return {
    label: rows.map(([, cell]) => (cell === 0 || cell === 3 ? 1 : 0)),
    prediction: rows.map(([, cell]) => (cell < 2 ? 1 : 0)),
    groups: { g: rows.map(([name]) => name) },
  };
}
const recall = ({ truePositives, positives }) => truePositives / positives;
const f1 = ({ truePositives, falsePositives, falseNegatives }) =>
  (2 * truePositives) / (2 * truePositives + falsePositives + falseNegatives);
const accuracy = (label, prediction) => label.filter((each, i) => each === prediction[i]).length / label.length;
const getOwn = (groups, metrics, options = {}) =>
  fair.audit({ ...getRows(groups), ...options }).customMetrics(metrics).metrics;
const few = { a: [3, 1, 4, 2], b: [0, 2, 5, 10] };

test('further metrics of counts have their definitions', () => {
  const values = (name) =>
    getOwn(few, { [name]: countMetrics[name] })[0].breakdowns[0].groups.map(({ value }) => value.value);
  // b has 0 true and 2 false positives, and 5 true and 10 false negatives; a has 3, 1, 4, and 2.
  const byHand = {
    treatmentEquality: [10 / 2, 2 / 1],
    conditionalAcceptance: [10 / 2, 5 / 4],
    conditionalRejection: [7 / 15, 5 / 6],
    diagnosticOddsRatio: [0, (3 * 4) / (1 * 2)],
    positiveLikelihoodRatio: [0, 3 / 5 / (1 / 5)],
    negativeLikelihoodRatio: [1 / (5 / 7), 2 / 5 / (4 / 5)],
    markedness: [0 + 5 / 15 - 1, 3 / 4 + 4 / 6 - 1],
    criticalSuccessIndex: [0, 3 / 6],
  };
  expect(Object.keys(byHand)).toEqual(Object.keys(countMetrics));
  for (const [name, expected] of Object.entries(byHand)) {
    expect([name, values(name)]).toEqual([name, expected.map((each) => expect.closeTo(each, 12))]);
  }
  const [{ overall }] = getOwn({ a: [3, 0, 4, 0] }, { te: countMetrics.treatmentEquality });
  expect(overall.value).toBeNaN();
});

describe('functions of counts', () => {
  test('are evaluated for each group and for all rows, with spreads', () => {
    const [{ name, from, overall, breakdowns }] = getOwn(few, { f1 });
    const [{ by, reference, groups, gap }] = breakdowns;
    expect([name, from, by, reference]).toEqual(['f1', 'counts', ['g'], 'b']);
    expect(overall.value).toBe(6 / (6 + 3 + 12));
    expect(groups.map((each) => [each.name, each.rows, each.value.value])).toEqual([
      ['b', 17, 0],
      ['a', 10, 6 / 9],
    ]);
    expect(groups[0].difference).toBeUndefined();
    expect(present(groups[1].difference).value).toBe(6 / 9);
    expect(gap.value).toBe(6 / 9);
  });

  // Quantiles of Beta(0.5, 10.5) and Beta(3.5, 2.5) from scipy 1.10.1.
  test('of a single proportion have Jeffreys’s interval', () => {
    const uncertainty = { draws: 20_000 };
    const [{ breakdowns }] = getOwn(few, { recall }, { uncertainty });
    const [b, a] = breakdowns[0].groups.map(({ value }) => value.ci);
    expect(present(b)[0]).toBe(0);
    expect(present(b)[1]).toBeCloseTo(0.2172, 1);
    expect(present(a)[0]).toBeCloseTo(0.2094, 1);
    expect(present(a)[1]).toBeCloseTo(0.9056, 1);
  });

  test('have intervals that contain their values, for any counts and a fixed seed', () => {
    const cells = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 4, maxLength: 4 });
    const filled = cells.filter((each) => each.some((count) => count > 0));
    const uncertainty = { draws: 100 };
    fc.assert(
      fc.property(filled, filled, (a, b) => {
        const given = { ...getRows({ a, b }), favorable: 1, uncertainty };
        const audit = fair.audit(given);
        const own = audit.customMetrics({ f1 });
        expect(fair.audit(given).customMetrics({ f1 })).toEqual(own);
        const [{ overall, breakdowns }] = own.metrics;
        const [{ groups, gap }] = breakdowns;
        const values = groups.flatMap(({ value, difference }) => [value, difference ?? value]);
        for (const { value, ci, reason } of [overall, gap, ...values]) {
          expect(reason === undefined).toBe(!Number.isNaN(value));
          if (ci === undefined) continue;
          expect(ci[0]).toBeLessThanOrEqual(value);
          expect(ci[1]).toBeGreaterThanOrEqual(value);
        }
        if (gap.ci) expect(gap.ci[0]).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 40 },
    );
  });

  test('of equally weighted rows are as precise as those of unweighted rows', () => {
    const [{ breakdowns: plain }] = getOwn(few, { f1 });
    const weight = getRows(few).label.map(() => 2);
    const [{ breakdowns: weighted }] = getOwn(few, { f1 }, { weight });
    const ends = (breakdowns) =>
      breakdowns[0].groups
        .map(({ value }) => value)
        .concat(breakdowns[0].gap)
        .flatMap((e) => e.ci);
    ends(plain).forEach((end, i) => {
      expect(ends(weighted)[i]).toBeCloseTo(end, 10);
    });
  });

  test('can require only decisions or only true outcomes', () => {
    const { label, prediction, groups } = getRows(few);
    const selected = ({ predictedPositives, instances }) => predictedPositives / instances;
    const [one] = fair.audit({ prediction, groups }).customMetrics({ selected }).metrics;
    expect(one.breakdowns[0].groups[0].value).toMatchObject({
      value: 2 / 17,
      ci: [expect.any(Number), expect.any(Number)],
    });
    const based = ({ positives, instances }) => positives / instances;
    const [other] = fair.audit({ label, groups }).customMetrics({ based }).metrics;
    expect(other.breakdowns[0].groups[0].value.value).toBe(10 / 17);
    const [none] = fair.audit({ label, groups }).customMetrics({ f1 }).metrics;
    expect(none.overall).toEqual({ value: NaN, reason: 'the function returned NaN' });
  });

  test('have no interval, with a reason, if it is unknown', () => {
    const cluster = getRows(few).label.map((_, i) => i >> 1);
    const [{ overall }] = getOwn(few, { f1 }, { cluster });
    expect(overall).toEqual({ value: 6 / 21, warning: 'no interval: rows of one cluster are dependent' });
    const constant = () => 3;
    expect(getOwn(few, { constant })[0].overall).toEqual({
      value: 3,
      warning: 'no interval: the observed values do not vary',
    });
    expect(getOwn(few, { f1 }, { uncertainty: false })[0].overall).toEqual({ value: 6 / 21 });
    const infinite = () => Number.POSITIVE_INFINITY;
    expect(getOwn(few, { infinite })[0].overall).toEqual({
      value: NaN,
      reason: 'the function returned an infinite value',
    });
  });

  test.each([
    ['not a function', { f1: 3 }, 'metrics.f1', '3'],
    ['none', {}, 'metrics', 'none'],
    ['no names', [f1], 'metrics', 'an array'],
    ['text', { f1: () => 'much' }, 'metrics.f1', "'much'"],
    ['a promise', { f1: async () => 1 }, 'metrics.f1', 'a Promise'],
    [
      'an exception',
      {
        f1: () => {
          throw new Error('oh');
        },
      },
      'metrics.f1',
      'an exception: oh',
    ],
  ])('are rejected by name: %s', (_, metrics, argument, actual) => {
    expect(getError(() => getOwn(few, metrics))).toMatchObject({ code: 'invalidArgument', argument, actual });
  });
});

describe('functions of rows', () => {
  const rows = getRows({ a: [30, 10, 40, 20], b: [10, 20, 50, 40] });
  const run = (input = {}, long = {}) =>
    fair.rowMetrics({ ...rows, metrics: { accuracy }, uncertainty: { draws: 200 }, ...input }, long);

  test('get the labels, predictions, and weights of their group', async () => {
    const seen = [];
    const metrics = {
      spy: (...columns) => {
        seen.push(columns);
        return 0;
      },
    };
    await fair.rowMetrics({
      metrics,
      label: ['x', 'y', 'x'],
      prediction: [1, 2, 3],
      weight: [4, 5, 6],
      groups: { g: ['a', 'b', 'a'] },
      uncertainty: false,
    });
    expect(seen).toEqual([
      [
        ['x', 'y', 'x'],
        [1, 2, 3],
        [4, 5, 6],
      ],
      [
        ['x', 'x'],
        [1, 3],
        [4, 6],
      ],
      [['y'], [2], [5]],
    ]);
  });

  test('have the groups, ids, and order of the audit, and intervals that contain their values', async () => {
    const { metrics, draws, confidence } = await run();
    const [{ from, overall, breakdowns }] = metrics;
    expect([from, draws, confidence]).toEqual(['rows', 200, 0.95]);
    expect(overall.value).toBe(130 / 220);
    const frame = fair.audit(rows).frame('g');
    const [{ groups, gap, reference }] = breakdowns;
    expect(reference).toBe(frame.reference.name);
    groups.forEach(({ id, name, rows: count, value }, i) => {
      expect([id, name, count]).toEqual([frame.groups[i].id, frame.groups[i].name, frame.groups[i].counts.rows]);
      expect(value.value).toBe(frame.groups[i].rates.accuracy.value);
      expect(present(value.ci)[0]).toBeLessThanOrEqual(value.value);
      expect(present(value.ci)[1]).toBeGreaterThanOrEqual(value.value);
    });
    expect(gap.value).toBeCloseTo(0.2, 12);
    expect(present(gap.ci)[0]).toBeGreaterThan(0);
  });

  // Normal approximation: 1.96 standard errors.
  test('vary like a proportion', async () => {
    const { metrics } = await run({ uncertainty: { draws: 2000 } });
    const [low, high] = present(metrics[0].breakdowns[0].groups[1].value.ci);
    expect(high - low).toBeCloseTo(2 * 1.96 * Math.sqrt((0.7 * 0.3) / 100), 1);
  });

  test('warn about few rows, and have no interval for a single one', async () => {
    const groups = { g: rows.label.map((_, i) => (i === 0 ? 'one' : i < 12 ? 'few' : 'many')) };
    const { metrics } = await run({ groups });
    const [, fewer, one] = metrics[0].breakdowns[0].groups;
    expect(fewer.value.warning ?? present(fewer.difference).warning).toMatch(/11 rows|do not vary/);
    expect(one.value).toEqual({ value: 1, warning: 'no interval: the observed values do not vary' });
  });

  test('report progress, and stop when aborted', async () => {
    const told = [];
    await run({}, { onProgress: ({ done }) => told.push(done) });
    expect(told.at(-1)).toBe(1);
    const { signal } = Object.assign(new AbortController());
    const aborted = AbortSignal.abort(new Error('enough'));
    expect(signal.aborted).toBe(false);
    await expect(run({}, { signal: aborted })).rejects.toThrow('enough');
  });

  test.each([
    ['shorter predictions', { prediction: [1] }, 'prediction', 'shapeMismatch'],
    ['unknown options', { lable: [] }, 'rowMetrics', 'invalidArgument'],
    ['not numbers', { metrics: { f: () => null } }, 'metrics.f', 'invalidArgument'],
    ['no rows', { label: [], prediction: [], groups: { g: [] } }, 'rows', 'invalidState'],
    ['an unknown reference', { privileged: { g: 'c' } }, 'reference', 'invalidArgument'],
  ])('are rejected with %s', async (_, input, argument, code) => {
    await expect(run(input)).rejects.toMatchObject({ argument, code });
  });
});

describe('in a report', () => {
  const report = fair.audit(getRows(few)).report({ metrics: { f1, '<b>recall|': recall } });

  test('appear next to the built-in metrics in every format, as text', () => {
    expect(present(present(report.extras).customMetrics).metrics.map(({ name }) => name)).toEqual(['f1', '<b>recall|']);
    const [{ title, blocks }] = describeExtras(report);
    expect(title).toBe('Custom metrics');
    expect(blocks.find((block) => 'rows' in block)?.rows.map(({ name }) => name)).toEqual([
      'All rows',
      'b',
      'a',
      'Largest gap',
    ]);
    const text = format(report, 'text');
    expect(text).toContain('Custom metrics');
    expect(text).toContain('f1 by g:');
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(format(report, 'markdown')).toContain('&lt;b&gt;recall\\| by g:');
    expect(shownHtml(report)).toContain('&lt;b&gt;recall| by g');
    expect(shownHtml(report)).not.toContain('<b>recall');
  });

  test('are read back unchanged', () => {
    const again = readReport(format(report, 'json'));
    expect(again.extras).toEqual(report.extras);
    const broken = JSON.parse(format(report, 'json'));
    delete broken.extras.customMetrics.metrics[0].overall;
    expect(getError(() => readReport(JSON.stringify(broken))).expected).toContain(
      'extras.customMetrics.metrics.0.overall',
    );
  });

  test('leave the rest of the report unchanged', () => {
    const { extras: _, ...rest } = report;
    expect(rest).toEqual(fair.audit(getRows(few)).report());
  });
});
