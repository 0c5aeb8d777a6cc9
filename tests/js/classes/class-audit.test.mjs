// SPDX-License-Identifier: Apache-2.0

import { load } from 'fairwasm/classes';
import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { getError } from '../support.mjs';
import { classes, expectAlike, fair, getColumns, getRows, getValues, names } from './support.mjs';

// Twelve rows whose values are computed by hand in tests/cpp/classes/summaries_test.cpp.
const label = [...'aaaabbbbcccc'];
const prediction = [...'aaabbbbcabcc'];
const sex = [...'ffmmffmmffmm'];
const twelve = { label, prediction, groups: { sex } };

const options = { classes: names, ordered: true };

test('counts by group and class, and computes values that match manual calculations', () => {
  const frame = classes.audit({ ...twelve, ordered: true }).frame('sex');
  expect(frame.classes).toEqual(names);
  expect(frame.overall.confusion).toEqual([
    [3, 1, 0],
    [0, 3, 1],
    [1, 1, 2],
  ]);
  expect(frame.overall.values.accuracy.value).toBe(8 / 12);
  expect(frame.overall.values.kappa.value).toBeCloseTo(0.5, 14);
  expect(frame.overall.values.quadraticKappa.value).toBeCloseTo(1 - (7 * 144) / (12 * 180), 14);
  expect(frame.group({ sex: 'f' })).toMatchObject({ rows: 6, effectiveRows: 6, name: 'f' });
  expect(frame.group({ sex: 'f' }).values.accuracy.value).toBe(4 / 6);
  expect(frame.spread('accuracy').difference.value).toBe(0);
});

test('warns about classes with few rows in a group', () => {
  const many = (times) => Array(times).fill(label).flat();
  const frame = classes.audit({ label: many(2), prediction: many(2), groups: {} }).frame([]);
  expect(frame.overall.warning).toBeUndefined();
  expect(classes.audit(twelve).frame([]).overall.warning).toBe('fewer than 5 rows of a, b, c');
  // As precise as four rows of equal weight.
  const weight = label.map((name) => (name === 'a' ? 1 : 100));
  const unequal = classes.audit({ ...twelve, weight }).frame([]).overall;
  expect(unequal.warning).toBe('fewer than 5 rows of a, b, c');
});

test('reports rank distances only for ordered classes', () => {
  const frame = classes.audit(twelve).frame('sex');
  expect(frame.metrics).not.toContain('meanRankDistance');
  expect(frame.overall.values).not.toHaveProperty('linearKappa');
  const ordered = classes.audit({ ...twelve, ordered: true, classes: ['c', 'a', 'b'] });
  // |c - a| = 1, |c - b| = 2, |a - b| = 1: of the four errors, one predicts c for b.
  expect(ordered.frame([]).overall.values.meanRankDistance.value).toBe(6 / 12);
});

test('sorts numbers numerically and text by code point', () => {
  const numbers = classes.audit({ label: [10, 9, -1], prediction: [9, 9, 9], groups: {} });
  expect(numbers.classes).toEqual(['-1', '9', '10']);
  const text = classes.audit({ label: ['é', 'Z', '\u{1F600}'], prediction: ['a', 'Z', '\uFFFD'], groups: {} });
  expect(text.classes).toEqual(['Z', 'a', 'é', '\uFFFD', '\u{1F600}']);
});

test('one class against the rest equals an audit of two labels', () => {
  const audit = classes.audit(twelve);
  const against = audit.frame('sex').oneAgainstRest('b');
  const binary = fair.audit({ ...twelve, favorable: 'b' }).frame('sex');
  expect(against.overall.rates).toEqual(binary.overall.rates);
  expect(against.spread('truePositiveRate')).toEqual(binary.spread('truePositiveRate'));
  expect(against.disparities().map(({ values }) => values)).toEqual(binary.disparities().map(({ values }) => values));
});

test('lists the classes with the largest disparities first', () => {
  const columns = { label: [...'aaaabbbbcccc'], prediction: [...'aaaabcbbabcc'], groups: { sex } };
  const ranked = classes.audit(columns).frame('sex').unequalClasses('truePositiveRate');
  expect(ranked.map(({ class: name, spread }) => [name, spread.difference.value])).toEqual([
    ['c', 1],
    ['b', 0.5],
    ['a', 0],
  ]);
});

test('two classes have the values of an audit of two labels', () => {
  fc.assert(
    fc.property(getRows(), (rows) => {
      const two = getColumns(rows.map((row) => ({ ...row, label: row.label === 'c' ? 'a' : row.label })));
      const { probabilities: _, ...columns } = {
        ...two,
        prediction: two.prediction.map((each) => (each === 'c' ? 'b' : each)),
      };
      const frame = classes.audit({ ...columns, classes: ['a', 'b'], uncertainty: false }).frame('group');
      const tally = fair.tally({ groups: ['group'], label: true, prediction: true });
      tally.update(columns);
      const against = frame.oneAgainstRest('b');
      for (const group of [frame.overall, ...frame.groups]) {
        const other = group.id === '' ? against.overall : against.groups.find(({ id }) => id === group.id);
        expect(group.values.accuracy.value).toBeCloseTo(present(other).rates.accuracy.value, 12);
        const { balancedAccuracy } = present(other).rates;
        // With two labels, it is undefined if one of them does not occur; with classes, it is that of the others.
        if (Number.isNaN(balancedAccuracy.value)) continue;
        expect(group.values.balancedAccuracy.value).toBeCloseTo(balancedAccuracy.value, 12);
      }
    }),
    { numRuns: 60 },
  );
});

test('renaming classes changes only their names', () => {
  const renamed = { a: 'z', b: 'x', c: 'y' };
  fc.assert(
    fc.property(getRows(), (rows) => {
      const columns = getColumns(rows);
      const one = classes.audit({ ...columns, ...options, uncertainty: false }).frame('group');
      const other = classes
        .audit({
          ...columns,
          label: columns.label.map((name) => renamed[name]),
          prediction: columns.prediction.map((name) => renamed[name]),
          classes: names.map((name) => renamed[name]),
          ordered: true,
          uncertainty: false,
        })
        .frame('group');
      const back = Object.entries(getValues(other)).map(([path, value]) => [
        path.replace(/ ([xyz])$/, (_, name) => ` ${names.find((each) => renamed[each] === name)}`),
        value,
      ]);
      expectAlike(getValues(one), Object.fromEntries(back));
    }),
    { numRuns: 40 },
  );
});

test('does not depend on the order of rows, and treats weights as repetitions', () => {
  fc.assert(
    fc.property(getRows(), fc.integer(), (rows, seed) => {
      const weighted = classes.audit({ ...getColumns(rows), ...options, uncertainty: false });
      const repeated = rows.flatMap((row) => Array(row.weight).fill({ ...row, weight: 1 }));
      const shuffled = repeated.toSorted((a, b) => hash(a, seed) - hash(b, seed));
      const other = classes.audit({ ...getColumns(shuffled), ...options, uncertainty: false });
      expectAlike(getValues(weighted.frame('group')), getValues(other.frame('group')));
    }),
    { numRuns: 40 },
  );
});

const hash = (row, seed) => Math.imul(seed + row.shares[0] * 31 + row.shares[1], 0x9e3779b1) >>> 0;

test('merged tallies equal one pass', () => {
  fc.assert(
    fc.property(getRows(), fc.nat(40), (rows, at) => {
      const { probabilities: _, ...all } = getColumns(rows);
      const getTally = (part) => {
        const { probabilities: __, ...columns } = getColumns(part);
        const tally = fair.tally({ groups: ['group'], label: true, prediction: true });
        if (part.length > 0) tally.update(columns);
        return tally;
      };
      const merged = getTally(rows.slice(0, at));
      merged.merge(getTally(rows.slice(at)));
      const chosen = { ...options, uncertainty: /** @type {const} */ (false) };
      expectAlike(
        getValues(classes.auditTally(merged, chosen).frame('group')),
        getValues(classes.audit({ ...all, ...chosen }).frame('group')),
      );
    }),
    { numRuns: 40 },
  );
});

test('every interval of groups and spreads contains its value', () => {
  fc.assert(
    fc.property(getRows(), (rows) => {
      const frame = classes.audit({ ...getColumns(rows), ...options }).frame('group');
      const estimates = [frame.overall, ...frame.groups].flatMap((group) => Object.entries(group.values));
      for (const name of frame.metrics) estimates.push(...Object.entries(frame.spread(name)));
      for (const [name, { value, ci, warning, reason }] of estimates) {
        if (ci) expect([name, ci[0] <= value && value <= ci[1]]).toEqual([name, true]);
        else if (Number.isNaN(value)) expect(reason).toMatch(/\w/);
        else expect([name, warning]).toEqual([name, expect.stringMatching(/no interval/)]);
      }
    }),
    { numRuns: 40 },
  );
});

test('intervals are narrower with more rows', () => {
  const many = (times) => ({
    label: Array(times).fill(label).flat(),
    prediction: Array(times).fill(prediction).flat(),
    groups: { sex: Array(times).fill(sex).flat() },
  });
  const width = (estimate) => {
    const [low, high] = present(estimate.ci);
    return high - low;
  };
  const few = classes.audit(many(5)).frame('sex');
  const more = classes.audit(many(20)).frame('sex');
  for (const name of ['accuracy', 'balancedAccuracy', 'kappa', 'matthewsCorrelation', 'macroF1Score']) {
    expect(width(few.overall.values[name])).toBeGreaterThan(1.7 * width(more.overall.values[name]));
  }
});

test('equal groups do not differ significantly', () => {
  const twice = (column) => [...column, ...column];
  const groups = { half: Array.from({ length: 24 }, (_, row) => (row < 12 ? 'first' : 'second')) };
  const columns = { label: twice(label), prediction: twice(prediction), groups };
  const frame = classes.audit({ ...columns, ordered: true }).frame('half');
  for (const name of frame.metrics) {
    const { difference, differenceToOverall, ratio } = frame.spread(name);
    expect([name, difference.value, present(difference.ci)[0]]).toEqual([name, 0, 0]);
    expect(present(difference.ci)[1]).toBeGreaterThan(0.1);
    expect(present(differenceToOverall.ci)[0]).toBe(0);
    if (ratio.ci) expect(ratio.ci[1]).toBe(1);
  }
});

test('has intervals of clustered rows', () => {
  const cluster = label.map((_, i) => Math.floor(i / 2));
  const probabilities = label.map((_, i) => [i / 20, 0.4, 0.6 - i / 20]);
  const frame = classes.audit({ ...twelve, cluster, probabilities }).frame('sex');
  const { accuracy, classesBrierScore, macroAreaUnderCurve } = frame.overall.values;
  expect(present(accuracy.ci)[0]).toBeGreaterThan(0);
  expect(present(accuracy.ci)[1]).toBeLessThan(1);
  expect(accuracy.warning).toBe('6 clusters: the interval is approximate');
  expect(present(classesBrierScore.ci)[0]).toBeGreaterThan(0);
  // Neither do independent rows.
  expect(macroAreaUnderCurve.ci).toBeUndefined();
  const { difference, max } = frame.spread('accuracy');
  expect(present(difference.ci)[0]).toBeGreaterThanOrEqual(0);
  expect(max.ci).toBeUndefined();
  expect(frame.oneAgainstRest('a').overall.rates.accuracy.ci).toBeDefined();
});

test('has the same intervals if the rows of each cluster are repeated', () => {
  const cluster = label.map((_, i) => i);
  const thrice = (column) => column.flatMap((value) => [value, value, value]);
  const once = classes.audit({ ...twelve, cluster }).frame('sex');
  const repeated = classes
    .audit({
      label: thrice(label),
      prediction: thrice(prediction),
      groups: { sex: thrice(sex) },
      cluster: thrice(cluster),
    })
    .frame('sex');
  for (const name of ['accuracy', 'kappa', 'matthewsCorrelation']) {
    const [low, high] = present(once.overall.values[name].ci);
    const ends = present(repeated.overall.values[name].ci);
    expect(ends[0]).toBeCloseTo(low, 9);
    expect(ends[1]).toBeCloseTo(high, 9);
  }
});

test('omits rows with missing values together with their probabilities', () => {
  const probabilities = label.map((_, i) => [i / 20, 0.4, 0.6 - i / 20]);
  const whole = classes.audit({ ...twelve, probabilities });
  const gaps = classes.audit({
    label: [null, ...label],
    prediction: ['a', ...prediction],
    groups: { sex: ['f', ...sex] },
    probabilities: [[1, 0, 0], ...probabilities],
    missing: 'drop',
  });
  expect(gaps.droppedRows).toBe(1);
  expectAlike(getValues(gaps.frame('sex')), getValues(whole.frame('sex')));
});

test('keeps a class that never occurs', () => {
  const audit = classes.audit({ ...twelve, classes: [...names, 'd'] });
  const { values } = audit.frame([]).overall;
  expect(values.macroRecall.value).toBeCloseTo((0.75 + 0.75 + 0.5) / 4, 14);
  expect(values.macroRecallOfDefined.value).toBeCloseTo((0.75 + 0.75 + 0.5) / 3, 14);
  expect(values.macroRecall.warning).toMatch(/no interval/);
  expect(audit.oneAgainstRest('d').frame([]).overall.rates.baseRate.value).toBe(0);
});

const probable = { ...twelve, probabilities: label.map(() => [0.5, 0.3, 0.2]) };
test.each([
  ['classes', { ...twelve, classes: ['a', 'b'] }, /a list without 'c'/],
  ['classes', { ...twelve, classes: ['a', 'a', 'b', 'c'] }, /'a' twice/],
  ['classes', { ...twelve, classes: 'abc' }, /list of distinct classes/],
  ['audit', { ...twelve, weights: [] }, /did you mean 'weight'/],
  ['audit', { ...twelve, favorable: 'a' }, /options among .* got 'favorable'/],
  ['ordered', { ...twelve, ordered: 'yes' }, /true or false/],
  ['probabilities', { ...probable, probabilities: probable.probabilities.slice(1) }, /12 rows of 3/],
  ['probabilities', { ...probable, probabilities: label.map(() => [0.5, 0.3, 0.3]) }, /sum of 1/],
  ['probabilities', { ...probable, probabilities: label.map(() => [1.5, -0.3, -0.2]) }, /from 0 to 1/],
  ['weight', { ...twelve, weight: label.map(() => -1) }, /from 0 to 1e100/],
  ['prediction', { ...twelve, prediction: prediction.slice(1) }, /12/],
  ['label', { ...twelve, label: [null, ...label.slice(1)] }, /value/],
])('rejects input that it cannot audit, naming %s', (argument, input, message) => {
  const error = getError(() => classes.audit(misuse(input)));
  expect(error).toMatchObject({ name: 'FairwasmError', argument });
  expect(error.message).toMatch(message);
});

test('rejects labels and predictions without common values unless classes are named', () => {
  const strangers = { label: ['a', 'b', 'b'], prediction: ['c', 'd', 'c'], groups: {} };
  expect(getError(() => classes.audit(strangers)).argument).toBe('prediction');
  const named = classes.audit({ ...strangers, classes: ['a', 'b', 'c', 'd'] });
  expect(named.frame([]).overall.values.accuracy.value).toBe(0);
  expect(named.frame([]).oneAgainstRest('a').overall.rates.accuracy.value).toBeCloseTo(2 / 3, 14);
});

test('rejects unknown metrics, groups, classes, and rates', () => {
  const frame = classes.audit(twelve).frame('sex');
  expect(getError(() => frame.spread('acuracy')).message).toMatch(/did you mean 'accuracy'/);
  expect(getError(() => frame.group({ sex: 'g' })).argument).toBe('group');
  expect(getError(() => frame.oneAgainstRest('z')).argument).toBe('class');
  expect(getError(() => frame.unequalClasses('recal')).argument).toBe('metric');
  expect(getError(() => classes.audit(twelve).frame('race')).message).toMatch(/race/);
  const soft = classes.audit(probable).frame('sex');
  expect(getError(() => soft.spread('areaUnderCurve')).argument).toBe('ofClass');
  expect(getError(() => soft.spread('areaUnderCurve', 'z')).argument).toBe('ofClass');
  expect(soft.spread('areaUnderCurve', 'a').difference.value).toBe(0);
});

test('accepts only tallies from the same core with both columns', async () => {
  const tally = fair.tally({ groups: [], label: true });
  tally.update({ label: [1, 2, 3] });
  expect(getError(() => classes.auditTally(tally)).code).toBe('invalidState');
  const other = await load();
  expect(getError(() => other.auditTally(tally)).code).toBe('incompatible');
  expect(getError(() => classes.auditTally(tally, misuse({ clases: names }))).message).toMatch(/'classes'/);
});

test('an audit does not change when more rows are counted', () => {
  const tally = fair.tally({ groups: ['sex'], label: true, prediction: true });
  tally.update(twelve);
  const audit = classes.auditTally(tally);
  tally.update(twelve);
  expect(audit.frame('sex').overall.rows).toBe(12);
});
