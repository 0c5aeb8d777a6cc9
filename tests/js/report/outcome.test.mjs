// SPDX-License-Identifier: Apache-2.0
//
// Benefit or burden: numbers are equal, and a report of a burden never calls it favorable, begins with false positives,
// and states which side of a gap is disadvantaged.

import { examples, findExample, format, metrics, reportExample } from 'fairwasm';
import fc from 'fast-check';
import Papa from 'papaparse';
import { essentialDisparities, knownMetrics, rankDisparities } from '#fairwasm/report/ranking.js';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { eightRows, fair } from '../support.mjs';
import { shownHtml } from './decompressed-file.mjs';

const compas = reportExample(fair, findExample('compas'));
const asBenefit = reportExample(fair, findExample('compas'), { outcome: 'benefit' });
const { outcome: _, ...rest } = findExample('compas').options;
const unsaid = reportExample(fair, { ...findExample('compas'), options: rest });

const rendered = (report) => ({
  text: format(report, 'text'),
  colored: format(report, 'text', { color: true, width: 60 }),
  markdown: format(report, 'markdown'),
  ...(report.format === 'fairwasm-report' && { html: shownHtml(report) }),
});
const flat = (text) => text.replace(/\s+/g, ' ');

const asked = { equivalenceMargin: { differences: 0.1, disparateImpact: 0.8 }, shrunken: true };
const burden = (options, context) => fair.audit({ ...eightRows(), ...options, outcome: 'burden' }).report(context);
const { groups, label, prediction } = eightRows();
const compared = async (outcome) =>
  (await fair.compare({ groups, label, predictions: { a: prediction, b: label }, outcome })).report();
const change = await compared('burden');

describe('a report of a burden', () => {
  test.each([
    ['COMPAS', compas],
    ['everything at once', burden()],
    ['optional metrics', burden({}, asked)],
    ['no uncertainty', burden({ uncertainty: false })],
    ['only a label', burden({ prediction: undefined, score: undefined })],
    ['only decisions', burden({ label: undefined, score: undefined, weight: undefined })],
    ['a threshold', burden({ prediction: undefined, threshold: 0.5 })],
    ['clusters', burden({ cluster: [1, 1, 2, 2, 3, 3, 4, 5] })],
    ['one group', fair.audit({ groups: { g: ['a', 'a'] }, label: [1, 0], outcome: 'burden' }).report()],
    ['a comparison', change],
  ])('never calls a burden favorable: %s', (_what, report) => {
    for (const [form, text] of Object.entries(rendered(report))) {
      expect([form, flat(text).match(/.{0,40}favou?rabl.{0,20}/i)]).toEqual([form, null]);
      expect([form, /burden/i.test(text)]).toEqual([form, true]);
    }
  });

  test('of COMPAS begins with the false positive gap in every format', () => {
    for (const form of [(result) => format(result, 'text'), (result) => format(result, 'markdown'), shownHtml]) {
      const text = flat(form(compas));
      const [, found] = present(/(By [^,]+, the [^.]+\.)/.exec(text));
      expect(found).toMatch(/^By race, the false positive rate is 44/);
    }
    const { data } = Papa.parse(format(compas, 'csv'), { header: true });
    expect(data.find(({ statistic }) => statistic === 'disparity').metric).toBe('falsePositiveRateDifference');
    const parsed = JSON.parse(format(compas, 'json'));
    expect(parsed.disparities.slice(0, 2)).toEqual(['falsePositiveRateDifference', 'falsePositiveRateRatio']);
    expect(Object.keys(parsed.breakdowns[0].comparisons[0].disparities)[0]).toBe('falsePositiveRateDifference');
  });

  test('begins with the largest disparity if false positives are unknown or few', () => {
    const leads = (report) => {
      const { disparities, outcome, breakdowns } = report;
      const ranked = rankDisparities(breakdowns[0], essentialDisparities(disparities, outcome));
      return ranked[0].metric.name;
    };
    const many = (n, of) => Array.from({ length: n }, () => of);
    const one = (group) => [...many(40, [group, 1, 1]), ...many(40, [group, 0, 0])];
    const wrong = (group) => many(20, [group, 0, 1]);
    const rows = [...one('a'), ...wrong('a'), ...one('b'), ...wrong('b'), ...many(40, ['b', 1, 0])];
    const columns = (all) => ({
      groups: { g: all.map(([g]) => g) },
      label: all.map(([, l]) => l),
      prediction: all.map(([, , p]) => p),
      outcome: /** @type {const} */ ('burden'),
    });
    // A gap of 0 with many cases still comes first.
    expect(leads(fair.audit(columns(rows)).report())).toBe('falsePositiveRateDifference');
    const { label: _label, ...decisions } = columns(rows);
    expect(leads(fair.audit(decisions).report())).toBe('disparateImpact');
    // Two negatives in b, one of them burdened: a gap by chance must not come first.
    const few = [
      ...many(40, ['a', 1, 1]),
      ...many(40, ['a', 0, 0]),
      ...many(40, ['b', 1, 0]),
      ['b', 0, 1],
      ['b', 0, 0],
    ];
    expect(leads(fair.audit(columns(few)).report())).not.toBe('falsePositiveRateDifference');
  });

  test('names the disadvantaged side of a gap', () => {
    const ratio =
      /Disparate impact: [^*]+ The value for equal groups is 1; the group is at a disadvantage (\w+) that\./;
    for (const form of [(result) => format(result, 'markdown'), shownHtml]) {
      const getSide = (report) => present(ratio.exec(flat(form(report)).replace(/<\/dt><dd>/g, ': ')))[1];
      expect([compas, asBenefit].map(getSide)).toEqual(['above', 'below']);
    }
    const sides = (report) => {
      const { data } = Papa.parse(format(report, 'csv'), { header: true });
      const of = (name) => data.find(({ metric, statistic }) => metric === name && statistic === 'disparity');
      return ['disparateImpact', 'falsePositiveRateDifference', 'falseNegativeRateDifference'].map((name) => [
        of(name).outcome,
        of(name).adverse,
      ]);
    };
    expect(sides(compas)).toEqual([
      ['burden', 'above'],
      ['burden', 'above'],
      ['burden', ''],
    ]);
    expect(sides(asBenefit)).toEqual([
      ['benefit', 'below'],
      ['benefit', ''],
      ['benefit', 'above'],
    ]);
  });

  test('describes the changes of the second model by group', () => {
    const text = flat(format(change, 'text'));
    expect(text).toMatch(/\d+ gain the burden, \d+ lose it\./);
    expect(format(change, 'markdown')).toContain('| Group | Rows | Burdened | Freed |');
    expect(change.rates[0]).toBe('falsePositiveRate');
    expect(format(change, 'csv')).toMatch(/^[^\n]*,outcome\r?\n/);
  });
});

describe('the numbers', () => {
  const toNumbers = (report) =>
    report.breakdowns.map(({ groups: all, comparisons, spreads }) => ({
      groups: all,
      spreads,
      disparities: comparisons.map(({ id, disparities }) => [
        id,
        Object.entries(disparities).sort(([a], [b]) => (a < b ? -1 : 1)),
      ]),
    }));

  // Adjusted values depend on the number of hypotheses in the summary, which differ for a burden.
  const withoutAdjusted = (numbers) =>
    numbers.map(({ disparities, ...rest }) => ({
      ...rest,
      disparities: disparities.map(([id, values]) => [
        id,
        values.map(([name, { adjustedCi, adjustedPValue, ...unadjusted }]) => [
          name,
          unadjusted,
          [adjustedCi, adjustedPValue].map((adjusted) => adjusted !== undefined),
        ]),
      ]),
    }));

  test('have the same values and names for benefits and burdens', () => {
    const cells = fc.array(fc.record({ g: fc.constantFrom('a', 'b', 'c'), l: fc.nat(1), p: fc.nat(1) }), {
      minLength: 2,
      maxLength: 60,
    });
    fc.assert(
      fc.property(cells, (rows) => {
        const input = {
          groups: { g: rows.map(({ g }) => g) },
          label: rows.map(({ l }) => l),
          prediction: rows.map(({ p }) => p),
          favorable: 1,
          uncertainty: { draws: 10 },
        };
        const [plain, benefit, burden] = /** @type {const} */ ([undefined, 'benefit', 'burden']).map((outcome) =>
          fair.audit({ ...input, outcome }).report(),
        );
        expect(toNumbers(benefit)).toEqual(toNumbers(plain));
        expect(withoutAdjusted(toNumbers(burden))).toEqual(withoutAdjusted(toNumbers(plain)));
        for (const other of [benefit, burden]) {
          expect([...other.disparities].sort()).toEqual([...plain.disparities].sort());
          expect(other.rates).toEqual(plain.rates);
        }
      }),
      { numRuns: 50 },
    );
  });

  test('of a report without an outcome are unchanged', () => {
    expect(unsaid).not.toHaveProperty('outcome');
    const { about: _, ...untold } = unsaid;
    const text = flat(format(untold, 'text'));
    expect(text).toContain('Positive 1 (not: 0)');
    expect(text).not.toMatch(/burden|benefit|favou?rabl|fares worse/i);
    expect(flat(format(unsaid, 'markdown'))).not.toContain('is at a disadvantage');
    expect(format(unsaid, 'csv').split(/\r?\n/)[0]).toMatch(/,is_equivalent,adjusted_low,adjusted_high$/);
    expect(text).toContain('By race, the selection rate is 58.8% in the African-American group');
  });
});

describe('the table of metrics', () => {
  const group = metrics.filter(({ kind }) => kind === 'rate' || kind === 'disparity');
  const names = group.map(({ name }) => name);

  test('has the wording of a burden for every metric about favorable outcomes', () => {
    const words = knownMetrics(names, 'burden');
    expect(words.map(({ name }) => name)).toEqual(names);
    for (const { name, meaning } of words) expect([name, /favou?rabl/i.test(meaning)]).toEqual([name, false]);
    const getMeanings = (outcome) => knownMetrics(names, outcome).map(({ meaning }) => meaning);
    expect(getMeanings(undefined)).toEqual(group.map(({ meaning }) => meaning));
    expect(getMeanings('benefit')).toEqual(getMeanings(undefined));
    for (const meaning of getMeanings(undefined)) expect(meaning).not.toMatch(/favou?rabl|burden/i);
  });

  test('has the same formulas, ranges, and ideals', () => {
    /** @param {import('fairwasm').Metric} metric */
    const essence = ({ name, formula, range, ideal, inputs, rate }) => ({ name, formula, range, ideal, inputs, rate });
    expect(knownMetrics(names, 'burden').map(essence)).toEqual(group.map(essence));
  });
});

describe('the option', () => {
  const columns = { groups, label, prediction };

  test('accepts only benefit and burden', async () => {
    expect(() => fair.audit({ ...columns, outcome: misuse('harm') })).toThrow(/outcome.*benefit.*burden.*harm/s);
    expect(() => fair.audit(misuse({ ...columns, polarity: 'burden' }))).toThrow(/did you mean 'outcome'/);
    await expect(compared('bad')).rejects.toThrow(/outcome/);
    expect(() => fair.audit(columns).report({ outcome: misuse('bad') })).toThrow(/outcome/);
    const broken = { ...compas, outcome: 'bad' };
    expect(() => format(misuse(broken), 'text')).toThrow(/benefit or burden/);
  });

  test('can be set when the report is created', () => {
    expect(fair.audit(columns).report({ outcome: 'burden' })).toEqual(
      fair.audit({ ...columns, outcome: 'burden' }).report(),
    );
  });

  test('is set for every example', () => {
    expect(examples.map(({ name, options }) => [name, options.outcome])).toEqual([
      ['compas', 'burden'],
      ['berkeley', 'benefit'],
    ]);
  });
});
