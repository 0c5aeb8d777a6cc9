// SPDX-License-Identifier: Apache-2.0
//
// Small cells: published reports are attacked with linear programs, and reports of answers without small cells are
// compared with the report of all counts.

import { format, readReport } from 'fairwasm';
import { auditCounts, counted, statement } from 'fairwasm/sql';
import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { getRange } from '../linear-programs.mjs';
import { fair, getError } from '../support.mjs';

const what = { label: 'y', prediction: 'p', groups: ['sex', 'race'], favorable: 1 };
/** @type {import('fairwasm/sql').CountsAudit} */
const quick = { ...what, uncertainty: false };
const outcomes = [
  ['truePositives', 1, 1],
  ['falsePositives', 0, 1],
  ['trueNegatives', 0, 0],
  ['falseNegatives', 1, 0],
];

/** Returns counts in the order of sexes, races, and outcomes, as an answer without rows for 0. */
function getAnswer(counts, sexes, races) {
  const atoms = sexes.flatMap((sex) =>
    races.flatMap((race) => outcomes.map(([outcome, y, p]) => ({ sex, race, outcome, y, p }))),
  );
  atoms.forEach((atom, i) => {
    atom.n = counts[i];
  });
  return { atoms, answer: atoms.filter(({ n }) => n > 0) };
}

const sum = (atoms) => atoms.reduce((all, { n }) => all + n, 0);
const isIn = (atom, categories) => Object.entries(categories).every(([name, category]) => atom[name] === category);

/** Returns all numbers in a report as sums over atoms. */
function knowledge(report, atoms) {
  const groups = [report.overall, ...report.breakdowns.flatMap((each) => each.groups)];
  return groups.flatMap(({ categories, counts }) =>
    outcomes.map(([outcome]) => [
      atoms.filter((atom) => atom.outcome === outcome && isIn(atom, categories)),
      counts[outcome],
    ]),
  );
}

/** Sums over the groups of all breakdowns by outcome. */
const getSums = (atoms, sexes, races) =>
  [
    ...sexes.map((sex) => ({ sex })),
    ...races.map((race) => ({ race })),
    ...sexes.flatMap((sex) => races.map((race) => ({ sex, race }))),
  ].flatMap((categories) =>
    outcomes.map(([outcome]) => ({
      categories,
      all: atoms.filter((atom) => atom.outcome === outcome && isIn(atom, categories)),
    })),
  );

const sexes = ['f', 'm', 'x'];
const races = ['A', 'B', 'C', 'D'];
const count = fc.oneof(
  { weight: 2, arbitrary: fc.nat(3) },
  { weight: 3, arbitrary: fc.integer({ min: 20, max: 200 }) },
);
const rarely = fc.oneof(
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }) },
  { weight: 15, arbitrary: fc.integer({ min: 30, max: 200 }) },
);
const toTable = (each) => fc.array(each, { minLength: 48, maxLength: 48 });

describe('a report that reveals no small cell', () => {
  test.each([
    ['many small cells', toTable(count), 12],
    ['few', toTable(rarely), 25],
  ])(
    'a solver cannot recover hidden counts: %s',
    (_, counts, numRuns) => {
      let attacked = 0;
      const property = fc.property(counts, fc.integer({ min: 2, max: 8 }), (all, below) => {
        const { atoms, answer } = getAnswer(all, sexes, races);
        const common = outcomes.every(([outcome]) => {
          const total = sum(atoms.filter((atom) => atom.outcome === outcome));
          return total === 0 || total >= below;
        });
        fc.pre(common);
        const report = auditCounts(fair, answer, { ...quick, suppressBelow: below });
        const known = knowledge(report, atoms);
        const isShown = ({ categories }) =>
          report.breakdowns.some(({ groups }) =>
            groups.some((group) => JSON.stringify(group.categories) === JSON.stringify(categories)),
          );
        for (const each of getSums(atoms, sexes, races)) {
          const small = sum(each.all);
          if (small === 0 || small >= below) continue;
          expect(isShown(each)).toBe(false);
          attacked++;
          // If only the total of all rows is published, nothing more can be suppressed.
          if (report.breakdowns.length === 0) continue;
          expect(getRange(each.all, known, atoms)).toBeGreaterThanOrEqual(below - 1e-6);
        }
      });
      fc.assert(property, { numRuns, seed: 2026 });
      expect(attacked).toBeGreaterThan(30);
    },
    120_000,
  );

  const large = getAnswer(
    Array.from({ length: 48 }, (_, i) => 60 + i),
    sexes,
    races,
  );
  const oneSmall = large.answer.map((each, i) => (i === 9 ? { ...each, n: 3 } : each));

  test('suppresses a group and those that would reveal it, without changing the others', () => {
    const open = auditCounts(fair, oneSmall, quick);
    const report = auditCounts(fair, oneSmall, { ...quick, suppressBelow: 5 });
    const [bySex, byRace, both] = report.breakdowns;
    expect(bySex).toEqual(open.breakdowns[0]);
    expect(byRace).toEqual(open.breakdowns[1]);
    expect(both.groups).toHaveLength(8);
    for (const { categories, counts, rates } of both.groups) {
      const same = open.breakdowns[2].groups.find(({ categories: each }) => isIn(each, categories));
      expect([counts, rates]).toEqual([present(same).counts, present(same).rates]);
    }
    expect(report.overall).toEqual(open.overall);
    const [withheld] = present(report.withheld).breakdowns;
    expect(withheld.by).toEqual(['sex', 'race']);
    expect(withheld.groups.map(({ name }) => name)).toContain('f, C');
    expect(withheld.groups).toHaveLength(4);
    const hidden = oneSmall.filter((atom) => withheld.groups.some(({ categories }) => isIn(atom, categories)));
    expect(withheld.rows).toEqual([sum(hidden), sum(hidden)]);
    expect(withheld.spreads.selectionRate[1]).toBeGreaterThan(0.9);
    expect(report.warnings.join()).toContain('‘f, C’');
  });

  test('does not deny groups that are suppressed', () => {
    const answer = Object.entries({ m: 20, f: 20, x: 1 }).flatMap(([sex, n]) => [
      { sex, y: 1, p: 1, n: Math.ceil(n / 2) },
      { sex, y: 0, p: 1, n: Math.floor(n / 2) },
    ]);
    const report = auditCounts(fair, answer, { ...quick, groups: ['sex'], suppressBelow: 5 });
    expect(report.breakdowns.map(({ groups }) => groups.map(({ name }) => name))).toEqual([['m']]);
    const text = format(report, 'text').replace(/\s+/g, ' ');
    expect(
      text.match(/All other groups are suppressed to protect small cells, so there is nothing to compare\./g),
    ).toHaveLength(2);
    expect(text).not.toContain('only one group');
  });

  test('equals the full report without small cells', () => {
    const open = auditCounts(fair, large.answer, quick);
    const report = auditCounts(fair, large.answer, { ...quick, suppressBelow: 5 });
    expect(report).toEqual({ ...open, withheld: { below: 5, by: 'report', breakdowns: [] } });
  });

  test('rejects an outcome that is rare in all groups', () => {
    const rare = large.answer.map((each) =>
      each.outcome === 'falsePositives' ? { ...each, n: each.race === 'A' ? 1 : 0 } : each,
    );
    const asked = { ...quick, suppressBelow: 5, pairs: true };
    expect(getError(() => auditCounts(fair, rare, asked))).toMatchObject({ argument: 'pairs' });
    expect(getError(() => auditCounts(fair, rare, { ...quick, suppressBelow: 5 }))).toMatchObject({
      code: 'invalidState',
      argument: 'suppressBelow',
    });
  });

  test('rejects a suppressed reference', () => {
    const asked = { ...quick, suppressBelow: 5, privileged: { sex: 'f', race: 'C' } };
    expect(getError(() => auditCounts(fair, oneSmall, asked))).toMatchObject({
      argument: 'privileged',
      actual: 'f, C, which is suppressed',
    });
  });

  test.each([
    ['weights', { weight: 'w' }, "'w'"],
    ['scores', { score: 's' }, "'s'"],
    ['a minimum count', { minCellSize: 5 }, '5'],
  ])('rejects it together with %s', (_, more, actual) => {
    const asked = { ...quick, ...more, suppressBelow: 5 };
    expect(getError(() => auditCounts(fair, large.answer, misuse(asked)))).toMatchObject({
      code: 'invalidArgument',
      argument: 'suppressBelow',
      actual,
    });
  });

  test('uses scores next to a threshold only for decisions', () => {
    const answer = large.answer.map(({ p, n, ...each }) => ({
      ...each,
      ...{ above_threshold: p, score_missing: 0, n },
      ...{ score_sum: n / 2, score_squares: n / 2, score_least: 0, score_greatest: 1 },
    }));
    const { prediction, ...asked } = quick;
    const scored = { ...asked, score: 's', threshold: 0.5, suppressBelow: 5 };
    const report = auditCounts(fair, answer, scored);
    expect(report.overall.counts.generalizedTruePositives).toBeNaN();
    expect(report.warnings).toEqual([]);
  });
});

describe('an answer without small cells', () => {
  const withLeast = (all, least) =>
    auditCounts(
      fair,
      all.filter(({ n }) => n >= least),
      { ...quick, minCellSize: least },
    );

  test('bounds contain every value computed from all rows', () => {
    let changed = 0;
    const property = fc.property(toTable(count), fc.integer({ min: 2, max: 25 }), (all, least) => {
      const { answer } = getAnswer(all, sexes, races);
      const kept = answer.filter(({ n }) => n >= least);
      fc.pre(['y', 'p'].every((name) => new Set(kept.map((each) => each[name])).size === 2));
      const seen = (name) => new Set(kept.map((each) => each[name]));
      // Nothing can be known about a category that is in no count.
      fc.pre(seen('sex').size === 3 && seen('race').size === 4);
      const whole = auditCounts(fair, answer, quick);
      const report = withLeast(answer, least);
      for (const { by, rates, spreads, rows } of present(report.withheld).breakdowns) {
        const sets = (of) => of.breakdowns.find((each) => each.by.join() === by.join());
        const [true_, lacking] = [sets(whole), sets(report)];
        const total = (of) => of.groups.reduce((sum, { counts }) => sum + counts.rows, 0);
        expect(total(true_) - total(lacking)).toBeLessThanOrEqual(rows[1]);
        for (const group of lacking.groups) {
          const same = true_.groups.find(({ categories }) => isIn(categories, group.categories));
          for (const [rate, [lowest, highest]] of Object.entries(rates[group.id] ?? {})) {
            const { value } = same.rates[rate];
            if (Number.isNaN(value)) continue;
            changed += Number(value !== group.rates[rate].value);
            expect(value).toBeGreaterThanOrEqual(lowest - 1e-12);
            expect(value).toBeLessThanOrEqual(highest + 1e-12);
          }
        }
        for (const [rate, [narrowest, widest]] of Object.entries(spreads)) {
          const { value } = true_.spreads[rate].difference;
          if (Number.isNaN(value)) continue;
          expect(value).toBeLessThanOrEqual(widest + 1e-12);
          expect(value).toBeGreaterThanOrEqual(narrowest - 1e-12);
        }
      }
    });
    fc.assert(property, { numRuns: 60, seed: 2026 });
    expect(changed).toBeGreaterThan(1000);
  });

  test('bounds one missing count of at most nine, which matches a manual calculation', () => {
    const rows = [
      { g: 'a', y: 1, n: 30 },
      { g: 'a', y: 0, n: 10 },
      { g: 'b', y: 1, n: 11 },
    ];
    /** @type {import('fairwasm/sql').CountsAudit} */
    const asked = { groups: ['g'], label: 'y', minCellSize: 10, uncertainty: false };
    const report = auditCounts(fair, rows, asked);
    const [breakdown] = report.breakdowns;
    const b = breakdown.groups.find(({ name }) => name === 'b');
    expect(report.withheld).toEqual({
      below: 10,
      by: 'engine',
      breakdowns: [
        {
          by: ['g'],
          groups: [],
          rows: [0, 9],
          rates: { [present(b).id]: { baseRate: [11 / 20, 1] } },
          spreads: { baseRate: [0, 0.25] },
        },
      ],
    });
    expect(report.warnings).toEqual([
      'g: combinations of fewer than 10 rows were not returned by the database (at most 9 rows in total). ' +
        'The base rate of ‘b’ may be 0.550 to 1.000 over all rows.',
    ]);
    expect(readReport(format(report, 'json'))).toEqual(report);
  });

  test('bounds contain the standardized differences within strata that all rows give', () => {
    let narrower = 0;
    const asked = { label: 'y', prediction: 'p', groups: ['sex'], within: ['race'], favorable: 1 };
    const property = fc.property(toTable(count), fc.integer({ min: 2, max: 25 }), (all, least) => {
      const { answer } = getAnswer(all, sexes, races);
      const kept = answer.filter(({ n }) => n >= least);
      const seen = (name) => new Set(kept.map((each) => each[name])).size;
      fc.pre(seen('y') === 2 && seen('p') === 2 && seen('sex') === 3 && seen('race') === 4);
      const privileged = { sex: 'm' };
      const audit = (rows, more) => auditCounts(fair, rows, { ...asked, privileged, uncertainty: false, ...more });
      const whole = present(audit(answer, {}).conditional)[0];
      const report = audit(kept, { minCellSize: least });
      const [{ within } = { within: {} }] = present(report.withheld).breakdowns;
      for (const { id, group } of present(report.conditional)[0].comparisons) {
        const same = whole.comparisons.find((each) => each.group === group);
        for (const [rate, [lowest, highest]] of Object.entries(present(within)[id] ?? {})) {
          const { value } = present(same).rates[rate].standardizedDifference;
          if (Number.isNaN(value)) continue;
          expect(value).toBeGreaterThanOrEqual(lowest - 1e-12);
          expect(value).toBeLessThanOrEqual(highest + 1e-12);
          narrower += Number(highest - lowest < 1.5);
        }
      }
    });
    fc.assert(property, { numRuns: 40, seed: 2026 });
    expect(narrower).toBeGreaterThan(50);
  });

  test('bounds a missing count within strata, which matches a manual calculation', () => {
    const rows = [
      { g: 'a', d: 's', y: 1, n: 20 },
      { g: 'a', d: 's', y: 0, n: 20 },
      { g: 'b', d: 's', y: 1, n: 27 },
      { g: 'b', d: 's', y: 0, n: 13 },
      { g: 'a', d: 't', y: 1, n: 20 },
      { g: 'a', d: 't', y: 0, n: 20 },
      { g: 'b', d: 't', y: 1, n: 40 },
    ];
    const asked = { groups: ['g'], within: ['d'], label: 'y', privileged: { g: 'a' } };
    const report = auditCounts(fair, rows, { ...asked, minCellSize: 10 });
    const [{ id, rates }] = present(report.conditional)[0].comparisons;
    // In s 27/40 - 1/2, in t 1 - 1/2 or 40/49 - 1/2; the weight of s is 80, that of t 80 to 89.
    const { baseRate } = present(present(report.withheld).breakdowns[0].within)[id];
    expect(baseRate[0]).toBeCloseTo((80 * 0.175 + 80 * (40 / 49 - 0.5)) / 160, 12);
    expect(baseRate[1]).toBeCloseTo((80 * 0.175 + 89 * 0.5) / 169, 12);
    expect(rates.baseRate.verdict).toBe('holds');
    expect(report.warnings.join()).toContain('within strata: figures are those of the rows');
    expect(readReport(format(report, 'json'))).toEqual(report);
  });

  test('reports no reversal that withheld rows could change', () => {
    const rows = ['s', 't'].flatMap((d) => [
      { g: 'a', d, y: 1, n: 500 },
      { g: 'a', d, y: 0, n: 400 },
      { g: 'b', d, y: 1, n: 420 },
      { g: 'b', d, y: 0, n: 380 },
    ]);
    const open = { groups: ['g'], within: ['d'], label: 'y', privileged: { g: 'a' } };
    const getVerdict = (answer, minCellSize) =>
      present(auditCounts(fair, answer, { ...open, minCellSize }).conditional)[0].comparisons[0].rates.baseRate.verdict;
    expect(getVerdict(rows, 300)).toBe('inconclusive');
    const lacking = rows.filter(({ n }) => n >= 400);
    expect(getVerdict(lacking, 400)).toBe('undefined');
  });

  test('rejects strata if the report suppresses cells', () => {
    const asked = { ...quick, groups: ['sex'], within: ['race'], suppressBelow: 5 };
    expect(
      getError(() =>
        auditCounts(
          fair,
          getAnswer(
            [...new Array(48).keys()].map((i) => 60 + i),
            sexes,
            races,
          ).answer,
          asked,
        ),
      ),
    ).toMatchObject({ code: 'invalidArgument', argument: 'within' });
  });

  test('rejects a count below the minimum cell size', () => {
    const rows = [
      { sex: 'f', race: 'A', y: 1, p: 1, n: 30 },
      { sex: 'f', race: 'A', y: 0, p: 0, n: 7 },
    ];
    expect(getError(() => auditCounts(fair, rows, { ...quick, minCellSize: 10 }))).toMatchObject({
      code: 'invalidArgument',
      argument: 'minCellSize',
      actual: 'a count of 7',
    });
  });

  test.each([
    [{ weight: 'w' }, "sums of 'w'"],
    [{ score: 's' }, "sums of 's'"],
  ])('rejects sums over only some of the rows: %o', (more, actual) => {
    const asked = { ...what, ...more, minCellSize: 10 };
    const { favorable, ...named } = asked;
    const error = getError(() => statement({ table: 't', ...named }, 'duckdb'));
    expect(error).toMatchObject({ argument: 'minCellSize', actual });
    expect(getError(() => counted([], named))).toMatchObject({ argument: 'minCellSize', actual });
  });

  test.each([1, 0, 2.5, '5', Number.NaN])('rejects the minimum cell size %p', (minCellSize) => {
    const { favorable, ...named } = what;
    expect(
      getError(() => statement({ table: 't', ...named, minCellSize: misuse(minCellSize) }, 'duckdb')),
    ).toMatchObject({ code: 'invalidArgument', argument: 'minCellSize' });
  });
});
