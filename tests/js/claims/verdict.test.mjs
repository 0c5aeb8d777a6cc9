// SPDX-License-Identifier: Apache-2.0
//
// Verdicts on gaps follow from one interval, which sentences, tables, and limits share with the p-value next to it.

import { explainFigure, format } from 'fairwasm';
import { chosen, getVerdict } from '#fairwasm/claims/verdict.js';
import { showCell } from '#fairwasm/document/model.js';
import { describeReport } from '#fairwasm/report/describe-report.js';
import { reportModelCard } from '#fairwasm/report/model-card.js';
import { uniform } from '../../../scripts/coverage/random.mjs';
import { drawAudit, judgeSummary, reportOf, summaryDesigns } from '../../../scripts/coverage/summaries.mjs';
import { present } from '../../present.mjs';
import { fair } from '../support.mjs';

describe('the interval and the p-value of one choice', () => {
  const single = { ci: [1, 2], pValue: 0.01 };
  const adjusted = { adjustedCi: [0, 3], adjustedPValue: 0.06 };

  test('are both adjusted, or both unadjusted', () => {
    expect(chosen({ ...single, ...adjusted })).toEqual({ ci: [0, 3], pValue: 0.06 });
    expect(chosen({ ...single, adjustedPValue: 0.06 })).toEqual(single);
    expect(chosen({ ...single, adjustedCi: [0, 3] })).toEqual({ ci: [0, 3], pValue: 0.01 });
    expect(chosen(single)).toEqual(single);
  });

  test('without an interval, the p-value is adjusted', () => {
    expect(chosen({ pValue: 0.01, adjustedPValue: 0.06 })).toEqual({ pValue: 0.06 });
  });

  test('in cells with a test', () => {
    const cell = { value: 1.5, ...single, ...adjusted };
    expect(showCell(cell, { heading: '', hasTest: true }).details).toEqual(['0.000–3.000', 'p = 0.060']);
    expect(showCell(cell, { heading: '', format: 'p' }).value).toBe('0.060');
    expect(showCell({ value: 1.5, ...single, adjustedPValue: 0.06 }, { heading: '', hasTest: true }).details).toEqual([
      '1.000–2.000',
      'p = 0.010',
    ]);
  });
});

test.each([
  [[0.01, 0.2], 'gap'],
  [[-0.9, -0.01], 'gap'],
  [[-0.05, 0.05], 'small'],
  [[0, 0.05], 'small'],
  [[-0.05, 0.051], 'inconclusive'],
  [[-0.25, 0.25], 'inconclusive'],
  [[-0.25, 0.26], 'scarce'],
])('the interval %j of a difference is evidence for: %s', (ci, verdict) => {
  expect(getVerdict({ value: 0.01, ci })).toBe(verdict);
  expect(getVerdict({ value: 0.01, ci, warning: 'few cases' })).toBe(verdict);
  expect(getVerdict({ value: 0.01, ci: [0.3, 0.4], adjustedCi: ci })).toBe(verdict);
});

test('estimates without a value or an interval have no verdict', () => {
  expect(getVerdict({ value: Number.NaN, ci: [0, 1] })).toBe('undefined');
  expect(getVerdict({ value: null })).toBe('undefined');
  expect(getVerdict({ value: 0.2 })).toBe('unknown');
});

const group = (name, rows, selected) => ({ name, rows, selected, rate: selected / rows });
const onOneLine = (text) => text.replace(/[\s\u00a0]+/g, ' ');
const getText = (groups) => onOneLine(format(reportOf(fair, groups), 'text'));

describe('a significant gap of a group with few expected cases', () => {
  test.each([
    ['1% of 5,000 and 20% of 200', group('a', 5000, 50), group('b', 200, 40), '+19.0 points'],
    ['98% of 1,000 and 0% of 30', group('a', 1000, 980), group('b', 30, 0), '−98.0 points'],
  ])('is stated: %s', (_name, a, b, gap) => {
    const report = reportOf(fair, [a, b]);
    const texts = [format(report, 'text'), format(report, 'markdown'), format(report, 'html'), reportModelCard(report)];
    for (const text of texts.map(onOneLine)) {
      expect(text).toContain(`a gap of ${gap}`);
      expect(text).not.toContain('No statistically significant gap');
      expect(text).not.toContain('Too little data');
      expect(text).not.toContain('Minimum detectable');
    }
  });

  test('a table lists it before an insignificant one', () => {
    const report = reportOf(fair, [group('a', 5000, 2500), group('b', 4000, 1990), group('c', 8, 0)]);
    const table = present(
      describeReport(report).blocks.find((block) => 'name' in block && block.name === 'breakdown-0'),
    );
    expect(/** @type {any} */ (table).blocks[0].rows.map((row) => row.name)).toEqual(['c\u00a0*', 'b']);
  });
});

test.each([
  ['everyone', 10_000, 10_000],
  ['nearly everyone', 10_000, 9997],
  ['no one', 10_000, 0],
])('groups in which %s is selected do not lack data', (_name, rows, selected) => {
  const text = getText([group('a', 10_001, selected), group('b', rows, selected)]);
  expect(text).toContain('No statistically significant gap was found.');
  expect(text).not.toContain('Too little data');
  expect(text).not.toMatch(/only 1?0?,?0+1? rows|unreliable/);
});

test('a summary without a gap states the number of comparisons', () => {
  const groups = ['a', 'b', 'c', 'd'].map((name, i) => group(name, 300 + i, 100));
  expect(getText(groups)).toContain('No statistically significant gap was found, adjusted for 3 comparisons.');
});

test('summaries never deny a significant gap', () => {
  const random = uniform(61);
  const found = summaryDesigns.flatMap((design) =>
    Array.from({ length: 60 }, () => judgeSummary(fair, drawAudit(random, design))),
  );
  expect(found.filter(({ isDenied, isHidden }) => isDenied || isHidden)).toEqual([]);
  expect(found.some(({ hasGap }) => hasGap)).toBe(true);
  expect(found.every(({ hasGap, denies }) => hasGap !== denies)).toBe(true);
});

// The end of an interval and a p-value are rounded to three digits.
const isNear = (number) => Math.abs(number) < 0.0006;

test('explanations state an interval and a p-value that agree', () => {
  const random = uniform(62);
  let [compared, contradicting] = [0, 0];
  for (let set = 0; set < 60; set++) {
    const groups = drawAudit(random, summaryDesigns[set % 2]);
    const report = reportOf(fair, groups);
    for (const { group: name } of report.breakdowns[0].comparisons) {
      for (const metric of report.disparities) {
        const { sentence, ideal = 0, estimate } = explainFigure(report, { by: ['g'], group: name, metric });
        const [, low, high, p] = /interval ([−+\d.∞]+)(?: to |–)([−+\d.∞]+), p [<=] ([\d.]+)\)/.exec(sentence) ?? [];
        if (p === undefined) continue;
        const [from, to] = [low, high].map((end) => Number(end.replace('−', '-').replace('∞', 'Infinity')) - ideal);
        if (isNear(from) || isNear(to) || isNear(Number(p) - 0.05)) continue;
        compared++;
        const excludes = from > 0 || to < 0;
        if (excludes !== Number(p) < 0.05) contradicting++;
        expect([sentence, getVerdict(estimate, ideal) === 'gap']).toEqual([sentence, excludes]);
      }
    }
  }
  expect(compared).toBeGreaterThan(100);
  expect(contradicting).toBe(0);
});
