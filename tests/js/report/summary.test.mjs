// SPDX-License-Identifier: Apache-2.0
//
// The summary of a report names the known findings of well-known data, and claims no gaps between equal groups.

import { findExample, reportExample } from 'fairwasm';
import { describeReport } from '#fairwasm/report/describe-report.js';
import { uniform } from '../../../scripts/coverage/random.mjs';
import { present } from '../../present.mjs';
import { eightRows, fair } from '../support.mjs';

/** @typedef {import('fairwasm/report').Document} Document */

const getSummary = (report) => /** @type {Document} */ (describeReport(report).blocks[0]);
/** @returns {Document[]} */
const getFindings = (report) =>
  getSummary(report).blocks.flatMap((block) => ('blocks' in block && block.name.startsWith('finding') ? block : []));
/** @returns {string[]} */
const getTexts = (/** @type {Document} */ { blocks }) =>
  blocks.flatMap((block) => ('blocks' in block ? getTexts(block) : 'texts' in block ? block.texts : []));
const plain = (text) => text.replaceAll('\u00a0', ' ');
const getFirst = (report) => plain(present(getFindings(report).flatMap(getTexts)[0]));
const getNotes = (report, heading) =>
  getSummary(report).blocks.flatMap((block) =>
    'texts' in block && block.heading?.startsWith(heading) ? block.texts.map(plain) : [],
  );

/** A report of counted rows: for each group, the counts of each label or prediction. */
function counted(groups, columns, options = {}) {
  const cells = Object.entries(groups).flatMap(([group, counts]) => counts.map((rows, i) => ({ group, i, rows })));
  const auditor = fair.auditor({
    groups: ['group'],
    label: columns.label !== undefined,
    prediction: columns.prediction !== undefined,
    favorable: 1,
    ...options,
  });
  auditor.updateCounted({
    groups: { group: cells.map(({ group }) => group) },
    rows: cells.map(({ rows }) => rows),
    ...Object.fromEntries(Object.entries(columns).map(([role, values]) => [role, cells.map(({ i }) => values[i])])),
  });
  return auditor.audit().report();
}

describe('known findings', () => {
  test('of COMPAS: the false positive rate by race', () => {
    expect(getFirst(reportExample(fair, findExample('compas')))).toBe(
      'By race, the false positive rate is 44.8% in the African-American group (n = 1,795) and 23.5% in the ' +
        'Caucasian group (n = 1,488): a gap of +21.4 points (95% CI +16.9 to +25.7, p < 0.001).',
    );
  });

  test('of Berkeley: a gap that reverses within departments comes first', () => {
    const report = reportExample(fair, findExample('berkeley'));
    const texts = getTexts(getSummary(report)).map(plain);
    expect(texts[1]).toContain('‘Men’ is −14.2 points over all rows, but +4.3 points among');
    expect(texts.some((text) => text.startsWith('By sex, the selection rate is 30.4% in the Women'))).toBe(true);
  });

  test('of Adult, without decisions: incomes by sex', () => {
    // Incomes above and up to 50,000 dollars in the training data.
    const report = counted({ Male: [6662, 15128], Female: [1179, 9592] }, { label: [1, 0] });
    expect(getFirst(report)).toMatch(
      /^By group, the base rate is 10\.9% in the Female group \(n = 10,771\) and 30\.6% in the Male group \(n = 21,790\): a gap of −19\.6 points \(95% CI −20\.\d to −18\.\d\)\.$/,
    );
  });

  test('of German credit, without decisions: good credit by age', () => {
    const report = counted({ 'over 25': [590, 220], 'up to 25': [110, 80] }, { label: [1, 0] });
    expect(getFirst(report)).toMatch(/^By group, the base rate is 57\.9% in the up to 25 group \(n = 190\) and 72\.8%/);
  });
});

test('orders certain gaps by their lower bound, attributes before their intersections', () => {
  const report = reportExample(fair, findExample('berkeley'));
  const titles = getFindings(report).map(({ title }) => title);
  expect(titles).toEqual([
    '1. Selection rate by department',
    '2. Selection rate by sex',
    '3. Selection rate by sex and department',
  ]);
});

test('leads with a large group instead of a slightly wider gap of a small one', () => {
  const decided = (groups) => counted(groups, { prediction: [1, 0] }, {});
  const groups = { most: [1800, 1800], many: [600, 1800], few: [60, 300] };
  expect(getFirst(decided(groups))).toContain('25.0% in the many group');
  expect(getFirst(decided({ ...groups, few: [0, 360] }))).toContain('0.0% in the few group');
});

test('separates small gaps, inconclusive gaps, and groups with too little data', () => {
  const groups = { a: [10000, 10000], b: [9900, 9950], c: [100, 110], d: [3, 2] };
  const report = counted(groups, { prediction: [1, 0] });
  expect(getFindings(report)).toEqual([]);
  expect(getNotes(report, 'Inconclusive')).toEqual([
    expect.stringMatching(
      /^Selection rate by group \(c compared with a: −2\.4 points, 95% CI −\d+\.\d to \+\d\.\d\), a ratio of 0\.95 \(0\.\d\d–1\.\d\d\)$/,
    ),
  ]);
  expect(getNotes(report, 'Too little data')).toEqual(['By group: d (n = 5)']);
  const { c: _, d: __, ...large } = groups;
  const small = counted(large, { prediction: [1, 0] });
  expect(getNotes(small, 'No evidence of a gap above 5 points')).toEqual([
    expect.stringMatching(
      /^Selection rate by group \(b compared with a: −0\.1 points, 95% CI −1\.\d to \+0\.\d\), a ratio of 1\.00 \(0\.\d\d–1\.\d\d\)$/,
    ),
  ]);
});

test('has no empty parts, whatever the columns', () => {
  const { label, prediction, score, groups } = eightRows();
  for (const columns of [{ label }, { prediction }, { label, prediction }, { label, score }]) {
    const report = fair.audit({ ...columns, groups }).report();
    for (const block of getSummary(report).blocks) {
      expect('blocks' in block ? block.blocks : 'texts' in block ? block.texts : []).not.toEqual([]);
    }
  }
});

// At most 5% of reports may claim a gap; with 400 reports, more than 32 have a probability below 0.5%.
test('without decisions, rarely claims a gap between equal groups', () => {
  const random = uniform(20);
  const claims = Array.from({ length: 400 }, () => {
    const rows = Array.from({ length: 600 }, () => Math.floor(random() * 4));
    const label = rows.map(() => (random() < 0.4 ? 1 : 0));
    const other = rows.map(() => (random() < 0.5 ? 'x' : 'y'));
    const groups = { group: rows.map((group) => `g${group}`), other };
    return getFindings(fair.audit({ label, groups, favorable: 1 }).report()).length > 0;
  });
  expect(claims.filter(Boolean).length).toBeLessThan(32);
});
