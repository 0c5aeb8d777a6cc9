// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { auditCsv, findExample, format, readReport, reportExample } from 'fairwasm';
import { auditCounts } from 'fairwasm/sql';
import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { shownHtml } from '../report/decompressed-file.mjs';
import { fair, getError } from '../support.mjs';

const berkeley = findExample('berkeley');
const { counted } = berkeley;
const counts = [...counted.rows];

const admissions = (options = {}) => {
  const tally = fair.tally({ groups: ['sex', 'department'], prediction: true });
  tally.updateCounted(counted);
  return fair.auditTally(tally, { favorable: 'Admitted', privileged: { sex: 'Women' }, ...options });
};

/** Audits `[stratum, group, selected, not selected]` as precomputed counts. */
const audited = (cells, options = {}) => {
  const tally = fair.tally({ groups: ['g', 's'], prediction: true });
  tally.updateCounted({
    groups: { g: cells.flatMap(([, g]) => [g, g]), s: cells.flatMap(([s]) => [s, s]) },
    prediction: cells.flatMap(() => [1, 0]),
    rows: cells.flatMap(([, , yes, no]) => [yes, no]),
  });
  return fair.auditTally(tally, { privileged: { g: 'b' }, ...options });
};

describe('groups compared within strata', () => {
  test('Berkeley: equals R’s mantelhaen.test, with a gap that reverses', () => {
    const found = admissions().conditional('sex', { within: 'department' });
    expect(found.by).toEqual(['sex']);
    expect(found.within).toEqual(['department']);
    expect(found.reference).toBe('Women');
    expect(found.strata.map(({ name, rows }) => [name, rows])).toEqual([
      ['A', 933],
      ['C', 918],
      ['D', 792],
      ['F', 714],
      ['B', 585],
      ['E', 584],
    ]);
    const [{ group, rates }] = found.comparisons;
    expect(group).toBe('Men');
    expect(Object.keys(rates)).toEqual(['selectionRate']);
    const rate = rates.selectionRate;
    expect(rate.commonOddsRatio.value).toBeCloseTo(0.9046968, 7);
    expect(present(rate.commonOddsRatio.ci)[0]).toBeCloseTo(0.7719074, 7);
    expect(present(rate.commonOddsRatio.ci)[1]).toBeCloseTo(1.0603298, 7);
    expect(rate.sameOdds.value).toBeCloseTo(1.5246, 4);
    expect(rate.sameOdds.pValue).toBeCloseTo(0.2169, 4);
    expect(rate.sameOddsRatio.degrees).toBe(5);
    expect(rate.difference.value).toBeCloseTo(1198 / 2691 - 557 / 1835, 12);
    expect(rate.standardizedDifference.value).toBeLessThan(0);
    expect(rate.verdict).toBe('reversed');
    expect(rate.strata[0].value).toBeCloseTo(512 / 825 - 89 / 108, 12);
    expect([rate.comparedStrata, rate.groupShare, rate.referenceShare]).toEqual([6, 1, 1]);
  });

  test('standardizes rates to the mix of all rows, which matches a manual calculation', () => {
    // Stratum x: a 8 of 10, b 15 of 30; stratum y: a 6 of 30, b 1 of 10. All rows: 40 and 40.
    const audit = audited([
      ['x', 'a', 8, 2],
      ['x', 'b', 15, 15],
      ['y', 'a', 6, 24],
      ['y', 'b', 1, 9],
    ]);
    const { selectionRate } = audit.conditional('g', { within: 's' }).comparisons[0].rates;
    expect(selectionRate.difference.value).toBeCloseTo(14 / 40 - 16 / 40, 12);
    expect(selectionRate.standardizedDifference.value).toBeCloseTo(0.5 - 0.3, 12);
    expect(selectionRate.standardizedRatio.value).toBeCloseTo(0.5 / 0.3, 12);
    // (8 * 15 / 40 + 6 * 9 / 40) / (2 * 15 / 40 + 24 * 1 / 40)
    expect(selectionRate.commonOddsRatio.value).toBeCloseTo(174 / 54, 12);
    expect(selectionRate.verdict).toBe('inconclusive');
  });

  test('reports omitted rows, and has no values if no stratum contains both groups', () => {
    const apart = audited([
      ['x', 'a', 8, 2],
      ['y', 'b', 1, 9],
    ]);
    const [{ rates }] = apart.conditional('g', { within: 's' }).comparisons;
    expect(rates.selectionRate.standardizedDifference).toEqual({
      value: Number.NaN,
      reason: 'no stratum has both groups',
    });
    expect(rates.selectionRate.verdict).toBe('undefined');
    expect(rates.selectionRate.groupShare).toBe(0);
    const partly = audited([
      ['x', 'a', 8, 2],
      ['x', 'b', 3, 7],
      ['y', 'a', 5, 25],
    ]);
    const { selectionRate } = partly.conditional('g', { within: 's' }).comparisons[0].rates;
    expect([selectionRate.comparedStrata, selectionRate.groupShare]).toEqual([1, 0.25]);
    expect(selectionRate.strata[0].reason).toBe('no rows');
  });

  test('tests one odds ratio only if at least two cases are expected in the smallest cells', () => {
    const tested = (...cases) => {
      const strata = cases.flatMap((yes, s) => [
        [`s${s}`, 'a', yes, 20 - yes],
        [`s${s}`, 'b', yes + 1, 19 - yes],
      ]);
      const [{ rates }] = audited(strata).conditional('g', { within: 's' }).comparisons;
      return rates.selectionRate.sameOddsRatio;
    };
    const few = tested(1, 2);
    expect(few.pValue).toBeUndefined();
    expect(few.warning).toBe('no test: the smallest expected count of a stratum is 1.5');
    expect(tested(2, 3).pValue).toBeGreaterThan(0.5);
  });

  test('returns an infinite odds ratio with a reason', () => {
    const audit = audited([
      ['x', 'a', 8, 0],
      ['x', 'b', 3, 7],
    ]);
    const { commonOddsRatio } = audit.conditional('g', { within: 's' }).comparisons[0].rates.selectionRate;
    expect(commonOddsRatio.value).toBe(Number.POSITIVE_INFINITY);
    expect(commonOddsRatio.reason).toMatch(/in every stratum/);
    expect(commonOddsRatio.ci).toBeUndefined();
  });

  test('equals the plain comparison in a single stratum, in any order of rows', () => {
    const count = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(fc.array(fc.tuple(count, count, count, count), { minLength: 1, maxLength: 5 }), (tables) => {
        const cells = tables.flatMap(([a, b, c, d], s) => [
          [`s${s}`, 'a', a + 1, b],
          [`s${s}`, 'b', c, d + 1],
        ]);
        const getRate = (given, within = 's') =>
          audited(given).conditional('g', { within }).comparisons[0].rates.selectionRate;
        const found = getRate(cells);
        const turned = getRate([...cells].reverse());
        expect(turned.standardizedDifference.value).toBeCloseTo(found.standardizedDifference.value, 12);
        expect(turned.sameOdds.value).toBeCloseTo(found.sameOdds.value, 8);
        const { value, ci } = found.standardizedDifference;
        expect(present(ci)[0]).toBeLessThanOrEqual(value);
        expect(present(ci)[1]).toBeGreaterThanOrEqual(value);
        expect(Math.max(...present(ci).map(Math.abs))).toBeLessThanOrEqual(1);
        const one = getRate(cells.map(([, ...rest]) => ['one', ...rest]));
        expect(one.standardizedDifference.value).toBeCloseTo(one.difference.value, 12);
        expect(present(one.standardizedDifference.ci)[0]).toBeCloseTo(present(one.difference.ci)[0], 9);
        // Mantel and Haenszel's ratio is between those of the strata.
        const ratios = tables
          .map(([a, b, c, d]) => ((a + 1) * (d + 1)) / (b * c))
          .filter((ratio) => !Number.isNaN(ratio));
        const pooled = found.commonOddsRatio.value;
        expect(pooled).toBeGreaterThanOrEqual(Math.min(...ratios) * (1 - 1e-12));
        expect(pooled).toBeLessThanOrEqual(Math.max(...ratios) * (1 + 1e-12));
      }),
      { numRuns: 60 },
    );
  });

  test('returns only values without intervals', () => {
    const { selectionRate } = admissions({ uncertainty: false }).conditional('sex', { within: 'department' })
      .comparisons[0].rates;
    expect(selectionRate.standardizedDifference.ci).toBeUndefined();
    expect(selectionRate.sameOdds.pValue).toBeUndefined();
    expect(selectionRate.verdict).toBe('undefined');
  });

  test('has intervals, but no tests, for clusters', () => {
    const prediction = Array.from({ length: 80 }, (_, i) => (i % 3 === 0 || i % 7 === 0 ? 1 : 0));
    const groups = {
      g: prediction.map((_, i) => (i % 2 ? 'a' : 'b')),
      s: prediction.map((_, i) => (i % 5 < 3 ? 'x' : 'y')),
    };
    const within = (more) =>
      fair.audit({ prediction, groups, ...more }).conditional('g', { within: 's' }).comparisons[0].rates.selectionRate;
    const one = within({ cluster: prediction.map((_, i) => i) });
    const { standardizedDifference, commonOddsRatio, sameOdds, difference, strata } = one;
    const alone = within({});
    for (const [clustered, independent] of [
      [standardizedDifference, alone.standardizedDifference],
      [difference, alone.difference],
      [strata[0], alone.strata[0]],
    ]) {
      const [low, high] = present(clustered.ci);
      const ends = present(independent.ci);
      expect((high - low) / (ends[1] - ends[0])).toBeGreaterThan(0.85);
      expect((high - low) / (ends[1] - ends[0])).toBeLessThan(1.2);
    }
    expect(present(commonOddsRatio.ci)[0]).toBeGreaterThan(0);
    expect(sameOdds.pValue).toBeUndefined();
    expect(sameOdds.warning).toMatch(/cluster/);
    expect(one.verdict).toBe('inconclusive');
    // Rows of one cluster that are equal carry no more information than one of them.
    const pairs = within({
      prediction: prediction.flatMap((each) => [each, each]),
      groups: { g: groups.g.flatMap((each) => [each, each]), s: groups.s.flatMap((each) => [each, each]) },
      cluster: prediction.flatMap((_, i) => [i, i]),
    });
    expect(present(pairs.difference.ci)[0]).toBeCloseTo(present(difference.ci)[0], 9);
  });

  test('accepts only rates that are proportions of rows', () => {
    const audit = fair.audit({
      label: [1, 0, 1, 0],
      prediction: [1, 0, 0, 1],
      groups: { g: ['a', 'a', 'b', 'b'], s: ['x', 'y', 'x', 'y'] },
    });
    const { comparisons } = audit.conditional('g', { within: ['s'], rates: ['errorRate'] });
    expect(Object.keys(comparisons[0].rates)).toEqual(['errorRate']);
    const usual = audit.conditional('g', { within: 's' }).comparisons[0].rates;
    expect(Object.keys(usual)).toEqual(['selectionRate', 'truePositiveRate', 'falsePositiveRate', 'accuracy']);
    for (const [by, options, argument] of [
      ['g', { within: 's', rates: ['f1Score'] }, 'rates'],
      ['g', { within: 'g' }, 'within'],
      ['g', { within: [] }, 'within'],
      ['g', { within: ['s', 's'] }, 'within'],
      ['g', { within: 'z' }, 'within'],
      ['z', { within: 's' }, 'attributes'],
      ['g', { strata: 's' }, 'strata'],
    ]) {
      expect([argument, getError(() => audit.conditional(misuse(by), misuse(options))).code]).toEqual([
        argument,
        'invalidArgument',
      ]);
    }
  });
});

describe('a report within strata', () => {
  const report = () => admissions().report({ within: ['department'] });

  test('has no breakdown by its conditions, and warns about reversals', () => {
    const { breakdowns, conditional, warnings } = report();
    expect(breakdowns.map(({ by }) => by)).toEqual([['sex']]);
    expect(present(conditional).map(({ by, within }) => [by, within])).toEqual([[['sex'], ['department']]]);
    expect(warnings).toEqual([
      'Selection rate: the gap between ‘Men’ and ‘Women’ is +14.2 points over all rows, but −4.3 points among rows with equal department (Simpson’s paradox).',
    ]);
  });

  test('finds a reversal among the attributes of the audit', () => {
    const { warnings, conditional } = reportExample(fair, berkeley);
    expect(warnings).toEqual([expect.stringMatching(/Simpson’s paradox/)]);
    expect(conditional).toBeUndefined();
    expect(reportExample(fair, findExample('compas')).warnings).toEqual([]);
  });

  test('reports no reversal that chance can explain', () => {
    const audit = audited([
      ['x', 'a', 8, 2],
      ['x', 'b', 15, 15],
      ['y', 'a', 6, 24],
      ['y', 'b', 1, 9],
    ]);
    expect(audit.report().warnings).toEqual([]);
  });

  test('appears in every format, and is read back unchanged', () => {
    const given = report();
    const validate = new Ajv2020({ strictTypes: false }).compile(
      JSON.parse(readFileSync('dist/schemas/report.schema.json', 'utf8')),
    );
    expect(validate(JSON.parse(format(given, 'json'))) || validate.errors).toBe(true);
    expect(readReport(format(given, 'json'))).toEqual(given);
    for (const text of [format(given, 'text'), format(given, 'markdown'), shownHtml(given)]) {
      expect(text).toMatch(/within department/);
      expect(text).toMatch(/reverses/);
      expect(text).toMatch(/0\.905/);
    }
    expect(format(given, 'csv')).toMatch(/"sex, within department",Men,Women,selectionRate,commonOddsRatio,0\.904/);
  });

  test('reads back an infinite odds ratio', () => {
    const given = audited([
      ['x', 'a', 8, 0],
      ['x', 'b', 3, 7],
    ]).report({ within: ['s'] });
    const [read] = present(readReport(format(given, 'json')).conditional);
    expect(read.comparisons[0].rates.selectionRate.commonOddsRatio.value).toBe(Number.POSITIVE_INFINITY);
  });

  test('is equal from rows of a file and from counts', async () => {
    const lines = counts.flatMap((rows, i) =>
      Array(rows).fill(`${counted.groups.sex[i]},${counted.groups.department[i]},${counted.prediction[i]}`),
    );
    const what = {
      prediction: 'p',
      groups: ['sex'],
      within: ['department'],
      favorable: 'Admitted',
      uncertainty: { draws: 10 },
    };
    const csv = await auditCsv(fair, `sex,department,p\n${lines.join('\n')}\n`, what);
    const rows = counts.map((n, i) => ({
      sex: counted.groups.sex[i],
      department: counted.groups.department[i],
      p: counted.prediction[i],
      n,
    }));
    const fromCounts = auditCounts(fair, rows, what);
    expect(fromCounts.conditional).toEqual(csv.conditional);
    expect(csv.breakdowns.map(({ by }) => by)).toEqual([['sex']]);
  });

  test('rejects conditions that leave no groups or are not a list', () => {
    for (const within of [['sex', 'department'], ['age'], 'department', ['sex', 'sex']]) {
      expect(getError(() => admissions().report({ within: misuse(within) })).argument).toBe('within');
    }
  });
});
