// SPDX-License-Identifier: Apache-2.0
//
// Optional parts of a report: equivalence tests, shrunken rates, and minimum detectable differences.

import { format } from 'fairwasm';
import fc from 'fast-check';
import Papa from 'papaparse';
import stringWidth from 'string-width';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { fair, getError } from '../support.mjs';
import { shownHtml } from './decompressed-file.mjs';

/** Decisions only: for each group, the numbers of rows and of favorable rows. */
function decisions(groups) {
  const entries = Object.entries(groups).flatMap(([name, [rows, favorable]]) =>
    Array.from({ length: rows }, (_, i) => [name, i < favorable ? 1 : 0]),
  );
  return { groups: { g: entries.map(([name]) => name) }, prediction: entries.map(([, p]) => p) };
}
const getReport = (groups, context, options = {}) => fair.audit({ ...decisions(groups), ...options }).report(context);

// Compared with 500 of 1,000: an equal rate with as many rows, an equal rate with few rows, and a much higher rate.
const four = { most: [1001, 500], alike: [1000, 505], few: [30, 15], more: [1000, 700] };
const plain = (text) => text.replace(/\s+/g, ' ');

describe('equivalence tests', () => {
  const report = getReport(four, { equivalenceMargin: 0.05 });
  const [{ comparisons }] = report.breakdowns;
  const of = (name) => present(comparisons.find(({ group }) => group === name)).equivalence;
  const name = 'statisticalParityDifference';

  test('equal those of the frame', () => {
    const frame = fair.audit(decisions(four)).frame('g');
    for (const { group, equivalence } of comparisons) {
      const { group: _, margin, ...found } = frame.equivalence(name, 0.05, frame.group(group));
      expect(present(equivalence)[name]).toEqual({ ...found, verdict: expect.any(String) });
      expect(present(report.equivalenceMargins)[name]).toEqual(margin);
    }
    expect(Object.keys(present(report.equivalenceMargins))).not.toContain('disparateImpact');
  });

  test('are equivalent, not equivalent, or inconclusive', () => {
    const verdicts = ['alike', 'few', 'more'].map((group) => present(of(group))[name].verdict);
    expect(verdicts).toEqual(['equivalent', 'inconclusive', 'larger']);
    const text = format(report, 'text');
    expect(plain(text)).toContain(
      'Statistical parity difference within ±5 points: equivalent for 1 of 3 groups; not for more; few.',
    );
    for (const shown of [text, format(report, 'markdown'), shownHtml(report)]) {
      for (const verdict of ['equivalent', 'inconclusive', 'larger']) expect(shown).toContain(verdict);
      expect(plain(shown)).toContain('90% interval is within the margin');
      expect(shown.replace(/No figure proves\s+that decisions are fair/, '')).not.toMatch(/\bfair\b/);
    }
  });

  test('accept ratios and a margin for each', () => {
    const own = getReport(four, { equivalenceMargin: { differences: 0.05, [name]: 0.2, disparateImpact: 0.8 } });
    expect(present(own.equivalenceMargins)[name]).toEqual([-0.2, 0.2]);
    expect(present(own.equivalenceMargins).disparateImpact).toEqual([0.8, 1.25]);
    const [{ comparisons: found }] = own.breakdowns;
    const alike = present(found.find(({ group }) => group === 'alike')).equivalence;
    expect(present(alike).disparateImpact.isEquivalent).toBe(true);
  });

  test('are rows of the CSV with margin and verdict', () => {
    const rows = Papa.parse(format(report, 'csv'), { header: true, skipEmptyLines: true }).data;
    const found = rows.filter(({ statistic, metric }) => statistic === 'equivalence' && metric === name);
    const { disparity, pValue } = present(of('alike'))[name];
    expect(found.find(({ group }) => group === 'alike')).toMatchObject({
      margin_low: '-0.05',
      margin_high: '0.05',
      is_equivalent: 'true',
      p_value: String(pValue),
      low: String(present(disparity.ci)[0]),
    });
    expect(found.map(({ is_equivalent: isIt }) => isIt).sort()).toEqual(['false', 'false', 'true']);
    const least = rows.find(({ group, statistic }) => group === 'few' && statistic === 'disparity');
    expect(Number(least.minimum_detectable_increase)).toBeGreaterThan(0.2);
  });

  test.each([
    [0, 'margin'],
    ['0.05', 'equivalenceMargin'],
    [{ statisticalParity: 0.05 }, 'equivalenceMargin'],
    [{ equalOpportunityDifference: 0.05 }, 'equivalenceMargin'], // there are no labels
    [{ disparateImpact: 1 }, 'margin'],
  ])('rejects the margin %j', (equivalenceMargin, argument) => {
    const error = getError(() => getReport(four, { equivalenceMargin }));
    expect(error).toMatchObject({ code: 'invalidArgument', argument });
  });

  test('require intervals, like shrunken rates', () => {
    const none = { uncertainty: false };
    for (const [argument, value] of Object.entries({ equivalenceMargin: 0.05, shrunken: true })) {
      const error = getError(() => getReport(four, { [argument]: value }, none));
      expect(error).toMatchObject({ code: 'invalidArgument', argument });
    }
    expect(getReport(four, { shrunken: false }, none).uncertainty).toBeNull();
  });

  test('are omitted by default', () => {
    const usual = getReport(four, {});
    expect(usual).not.toHaveProperty('equivalenceMargins');
    for (const { comparisons: each, groups } of usual.breakdowns) {
      for (const one of each) expect(one).not.toHaveProperty('equivalence');
      for (const group of groups) expect(group).not.toHaveProperty('shrunken');
    }
    expect(format(usual, 'text')).not.toContain('margin');
  });
});

describe('shrunken rates', () => {
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`g${i}`, [12 + i, [3, 6, 9][i % 3]]]));
  const report = getReport(many, { shrunken: true });

  test('equal those of the frame, next to the raw ones', () => {
    const frame = fair.audit(decisions(many)).frame('g');
    const all = frame.shrunken('selectionRate');
    report.breakdowns[0].groups.forEach(({ shrunken, rates, name }, i) => {
      expect(name).toBe(all[i].group.name);
      expect(present(shrunken).selectionRate).toEqual(all[i].shrunken);
      expect(rates.selectionRate).toMatchObject(all[i].raw);
    });
  });

  test('appear in every format of the report', () => {
    const [{ groups }] = report.breakdowns;
    const { shrunken, rates, name } = groups[0];
    const value = `${(100 * present(shrunken).selectionRate.value).toFixed(1)}%`;
    const raw = `raw ${(100 * rates.selectionRate.value).toFixed(1)}%`;
    for (const shown of [format(report, 'text'), format(report, 'markdown'), shownHtml(report)]) {
      expect(shown).toContain(value);
      expect(shown).toContain(raw);
    }
    const rows = Papa.parse(format(report, 'csv'), { header: true }).data;
    const found = rows.filter(({ statistic, group }) => statistic === 'shrunkenRate' && group === name);
    expect(found.map((row) => Number(row.value))).toEqual([present(shrunken).selectionRate.value]);
  });

  test('are absent for two groups, with a reason', () => {
    const two = getReport({ a: [20, 10], b: [30, 10] }, { shrunken: true });
    expect(present(two.breakdowns[0].groups[0].shrunken).selectionRate.value).toBeNaN();
    const why = 'No shrunken rates: fewer than 3 groups have this rate.';
    expect(plain(format(two, 'text'))).toContain(why);
    expect(format(two, 'markdown')).toContain(why);
    expect(shownHtml(two)).toContain(why);
  });
});

describe('minimum detectable differences', () => {
  const report = getReport({ many: [400, 200], few: [8, 3] }, {});
  const [{ comparisons }] = report.breakdowns;
  const ends = comparisons[0].disparities.statisticalParityDifference.minimumDetectableDifference;

  test('appear next to the differences of small groups', () => {
    const [decrease, increase] = present(ends);
    const shown = `−${(-100 * decrease).toFixed(1)} or +${(100 * increase).toFixed(1)}`;
    const text = plain(format(report, 'text'));
    expect(text).toContain(`(points, 80% power of one unadjusted test): few: statistical parity difference ${shown}.`);
    for (const table of [format(report, 'markdown'), shownHtml(report)]) {
      expect(table).toContain('Minimum detectable');
      expect(table).toContain(shown);
    }
  });

  test('are omitted without intervals', () => {
    const without = getReport({ many: [400, 200], few: [8, 3] }, {}, { uncertainty: false });
    expect(format(without, 'text')).not.toContain('80% power');
    expect(format(without, 'markdown')).not.toContain('Minimum detectable');
    expect(shownHtml(without)).not.toContain('Minimum detectable');
  });
});

test('any names fit into the terminal and are escaped', () => {
  const pieces = fc.constantFrom('\x1b[2J', '\n', '<b>', '京都', '|', ' ', 'long'.repeat(20), 'é');
  const name = fc.array(pieces, { minLength: 1, maxLength: 8 }).map((parts) => `x${parts.join('')}`);
  fc.assert(
    fc.property(name, (text) => {
      const groups = { [text]: [12, 5], [`${text}2`]: [10, 5], [`${text}3`]: [9, 1] };
      const report = getReport(groups, { equivalenceMargin: 0.3, shrunken: true, source: text });
      for (const line of format(report, 'text').split('\n')) {
        expect(stringWidth(line)).toBeLessThanOrEqual(80);
        expect(line).not.toMatch(/\p{Cc}/u);
      }
      expect(shownHtml(report)).not.toContain('<b>');
      const cells = (line) => line.replace(/\\[\\|]/g, '').split('|').length;
      const tables = format(report, 'markdown')
        .split('\n\n')
        .filter((block) => block.startsWith('|'));
      expect(tables).toHaveLength(5);
      for (const table of tables) expect(new Set(table.split('\n').map(cells)).size).toBe(1);
    }),
    { numRuns: 60 },
  );
});

describe('pairs of three attributes', () => {
  const rows = Array.from({ length: 240 }, (_, i) => ({
    sex: i % 2 ? 'm' : 'f',
    age: ['young', 'old'][(i >> 1) % 2],
    region: ['north', 'south'][(i >> 2) % 2],
    hired: (i * 7) % 5 > 1 ? 1 : 0,
  }));
  const column = (name) => rows.map((row) => row[name]);
  const groups = { sex: column('sex'), age: column('age'), region: column('region') };
  const audit = fair.audit({ groups, prediction: column('hired') });
  const getSets = ({ breakdowns }) => breakdowns.map(({ by }) => by.join('+'));

  test('are intersected if requested, with the results of their frames', () => {
    const single = ['sex', 'age', 'region'];
    expect(getSets(audit.report())).toEqual([...single, 'sex+age+region']);
    const report = audit.report({ pairs: true });
    expect(getSets(report)).toEqual([...[...single, 'sex+age', 'sex+region', 'age+region', 'sex+age+region']]);
    const [, , , pair] = report.breakdowns;
    const hired = rows.filter(({ sex, age }) => sex === 'f' && age === 'old');
    const { rates } = present(pair.groups.find(({ name }) => name === 'f, old'));
    expect(rates.selectionRate.value).toBeCloseTo(hired.filter((row) => row.hired === 1).length / hired.length, 12);
    // Warnings about reversed gaps refer to single attributes, as before.
    expect(report.warnings).toEqual(audit.report().warnings);
  });

  test('include only pairs of attributes that are not conditions', () => {
    const two = fair.audit({ groups: { sex: groups.sex, age: groups.age }, prediction: column('hired') });
    expect(getSets(two.report({ pairs: true }))).toEqual(['sex', 'age', 'sex+age']);
    expect(getSets(audit.report({ pairs: true, within: ['region'] }))).toEqual(['sex', 'age', 'sex+age']);
    expect(getError(() => audit.report({ pairs: misuse('yes') }))).toMatchObject({ argument: 'pairs' });
  });
});
