// SPDX-License-Identifier: Apache-2.0
//
// All warnings and highlights of a report: their triggers, their wording, and their absence without a trigger.

import { format } from 'fairwasm';
import { load as loadClasses } from 'fairwasm/classes';
import { describeResult } from 'fairwasm/report';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { fair, getError } from '../support.mjs';

const plain = (text) => text.replace(/\s+/g, ' ');
const index = (count) => Array.from({ length: count }, (_, i) => i);

describe('warnings of columns', () => {
  const label = index(80).map((i) => i % 2);
  const columns = {
    label,
    prediction: label.map((y, i) => (i === 7 ? 0 : y)),
    groups: { g: index(80).map((i) => `g${(i % 4) >> 1}`) },
  };
  const getWarnings = (input) => fair.audit({ ...columns, ...input }).report().warnings;

  test('are absent for plausible data', () => {
    const score = label.map((y) => (y === 1 ? 0.8 : 0.2));
    expect(getWarnings({ score, weight: index(80).map((i) => 1 + (i % 3)) })).toEqual([]);
  });

  test('name groups with two spellings', () => {
    const groups = { sex: index(80).map((i) => ['Female', 'female', 'Male'][i % 3]) };
    expect(getWarnings({ groups })).toEqual(['sex: ‘Female’ and ‘female’ are two groups, possibly by mistake.']);
  });

  test('name predictions that no true outcome has', () => {
    const prediction = label.map((y, i) => (i % 10 === 3 ? 'yes' : y));
    expect(getWarnings({ prediction, favorable: '1' })).toEqual([
      'Predictions contain ‘yes’, counted as the same as ‘1’.',
    ]);
    const never = label.map(() => 0);
    expect(getWarnings({ label: never, favorable: '1' })).toEqual([]); // one of two labels may never be true
  });

  test('name scores with reversed ranking', () => {
    const score = label.map((y, i) => (y === 1 ? 0.2 : 0.8) + (i % 5) / 100);
    const [warning, ...more] = getWarnings({ score });
    expect(warning).toMatch(
      /^The scores rank backwards: their mean is 0\.2\d\d for label ‘1’ and 0\.8\d\d for the other rows\./,
    );
    expect(more).toEqual([]);
  });

  test('show weighted means with weights', () => {
    const score = label.map((y, i) => (y === 1 ? 0.1 : 0.8) + ((i >> 1) % 2) / 10);
    const weight = label.map((_, i) => 1 + 2 * ((i >> 1) % 2));
    const [first] = getWarnings({ score, weight });
    const means = [1, 0].map((y) => {
      const of = (column) => label.reduce((sum, each, i) => (each === y ? sum + column(i) : sum), 0);
      return (of((i) => weight[i] * score[i]) / of((i) => weight[i])).toFixed(3);
    });
    expect(first).toContain(`${means[0]} for label ‘1’ and ${means[1]} for the other rows`);
  });

  test('depend on the variation of scores', () => {
    const apart = (spread) => {
      const score = label.map((y, i) => 0.5 - (y === 1 ? 0.02 : 0) + ((i & 2) === 0 ? spread : -spread));
      return getWarnings({ score, weight: label.map((_, i) => 2 + (i % 3)) }).length;
    };
    expect([apart(0.03), apart(0.06)]).toEqual([1, 0]);
  });

  test('are absent with too few rows', () => {
    const few = { label: [1, 0, 1, 0], prediction: [1, 0, 1, 0], groups: { g: ['a', 'a', 'b', 'b'] } };
    expect(getWarnings({ ...few, score: [0.1, 0.9, 0.1, 0.9] })).toEqual([]);
  });

  test('name weights that are an identifier', () => {
    expect(getWarnings({ weight: index(80).map((i) => 1000 + i) })).toEqual([
      'The weights look like identifiers: 80 distinct whole numbers. Check the weight column.',
    ]);
  });

  test('name scores that are not probabilities', () => {
    const { prediction: _, ...others } = columns;
    const given = { ...others, score: label.map((y) => 10 * y - 5), threshold: 0 };
    expect(fair.audit(given).report().warnings).toEqual([
      'The scores are not probabilities, so they were used only to make predictions.',
    ]);
  });

  test.each([
    [1, 'All rows belong to one cluster, so there are no confidence intervals or tests.'],
    [20, 'The rows belong to only 20 clusters: with fewer than 30, confidence intervals are approximate.'],
    [40, undefined],
  ])('warn about %d clusters', (clusters, warning) => {
    const cluster = index(80).map((i) => i % clusters);
    expect(getWarnings({ cluster })).toEqual(warning === undefined ? [] : [warning]);
  });
});

// More women were admitted in each department but fewer overall, because they applied to selective departments.
test('name a gap that reverses within strata', () => {
  /** @type {[sex: string, dept: string, count: number, admitted: number][]} */
  const cells = [
    ['f', 'easy', 40, 36],
    ['m', 'easy', 400, 320],
    ['f', 'hard', 400, 100],
    ['m', 'hard', 40, 6],
  ];
  const rows = cells.flatMap(([sex, dept, count, admitted]) =>
    index(count).map((i) => ({ sex, dept, admitted: i < admitted ? 1 : 0 })),
  );
  const pick = (name) => rows.map((row) => row[name]);
  const audit = fair.audit({ prediction: pick('admitted'), groups: { sex: pick('sex'), dept: pick('dept') } });
  const report = audit.report({ within: ['dept'] });
  expect(report.warnings).toEqual([
    'Selection rate: the gap between ‘m’ and ‘f’ is +43.2 points over all rows, but −10.0 points among rows with equal dept (Simpson’s paradox).',
  ]);
  expect(plain(format(report, 'text'))).toContain(plain(report.warnings[0]));
});

describe('describes a comparison', () => {
  // By group: number of rows, and numbers selected before and after.
  const compared = async (groups, outcome) => {
    const rows = Object.entries(groups).flatMap(([g, [count, before, after]]) =>
      index(count).map((i) => ({ g, a: Number(i < before), b: Number(i < after) })),
    );
    const pick = (name) => rows.map((row) => row[name]);
    const input = { predictions: { a: pick('a'), b: pick('b') }, groups: { g: pick('g') }, outcome };
    return plain(format((await fair.compare(input)).report(), 'text'));
  };

  test('without changes', async () => {
    const text = await compared({ x: [400, 200, 200], y: [300, 100, 100] });
    expect(text).toContain('The decision changes for none of 700 rows.');
    expect(text).toContain('became significantly wider or narrower');
  });

  test.each([
    ['wider', 'the gap became wider, from', { x: [400, 200, 200], y: [300, 140, 60] }],
    ['narrower', 'the gap became narrower, from', { x: [400, 200, 200], y: [300, 60, 140] }],
    ['reversed', 'the gap changed sides, from', { x: [400, 200, 200], y: [300, 90, 220] }],
  ])('whose gap is %s', async (_, words, groups) => {
    const text = await compared(groups);
    expect(text).toContain(`Selection rate of y: ${words}`);
    expect(text).toMatch(/The decision changes for \d+ of 700 rows: \d+ gain the positive decision, \d+ lose it\./);
  });

  test('of a single row, and of a burden', async () => {
    const text = await compared({ x: [400, 200, 201], y: [300, 100, 100] }, 'burden');
    expect(text).toContain('The decision changes for 1 of 700 rows: 1 gain the burden, 0 lose it.');
  });
});

describe('describes equivalence tests', () => {
  const getSentence = (rows) => {
    const entries = Object.entries(rows).flatMap(([g, [count, selected]]) =>
      index(count).map((i) => [g, Number(i < selected)]),
    );
    const audit = fair.audit({ groups: { g: entries.map(([g]) => g) }, prediction: entries.map(([, p]) => p) });
    return plain(format(audit.report({ equivalenceMargin: { statisticalParityDifference: 0.1 } }), 'text'));
  };

  test('with all gaps equivalent', () => {
    const text = getSentence({ a: [2000, 1000], b: [1900, 950] });
    expect(text).toContain('Statistical parity difference within ±10 points: equivalent for 1 of 1 group.');
  });

  test('with some gaps not equivalent', () => {
    const text = getSentence({ a: [2000, 1000], b: [1900, 950], c: [30, 15] });
    expect(text).toContain('equivalent for 1 of 2 groups; not for c.');
  });
});

describe('describes classes with disparities', () => {
  const findings = async (hits) => {
    const classes = await loadClasses({ fair });
    const rows = ['f', 'm'].flatMap((sex, g) =>
      ['low', 'mid', 'high'].flatMap((label) =>
        index(60).map((i) => ({ sex, label, prediction: label !== 'high' || i < hits[g] ? label : 'mid' })),
      ),
    );
    const pick = (name) => rows.map((row) => row[name]);
    const audit = classes.audit({
      label: pick('label'),
      prediction: pick('prediction'),
      groups: hits.length > 1 && hits[1] >= 0 ? { sex: pick('sex') } : { all: rows.map(() => 'x') },
    });
    const [section] = describeResult(audit.report()).blocks;
    const { blocks } = /** @type {import('fairwasm/report').Document} */ (section);
    return present(blocks.find((block) => 'texts' in block)).texts;
  };

  test('that are significant', async () => {
    const [first] = await findings([30, 60]);
    expect(first).toMatch(
      /^Recall of ‘high’: 0\.500 for f, 1\.000 for m; 0\.500 apart \(95% interval 0\.\d+–0\.\d+\)\.$/,
    );
  });

  test('that are compatible with no gap', async () => {
    const found = await findings([58, 60]);
    expect(found.length).toBeGreaterThan(0);
    for (const sentence of found) expect(sentence).toContain(': the data are compatible with no gap)');
  });

  test('that are absent, or with a single group', async () => {
    expect(await findings([60, 60])).toEqual(['The groups do not differ in any class.']);
    expect(await findings([60, -1])).toEqual(['There is only one group, so there is nothing to compare.']);
  });
});

test('describes a single group', () => {
  const one = fair.audit({ prediction: [1, 0, 1], groups: { g: ['a', 'a', 'a'] } }).report();
  expect(format(one, 'text')).toContain('only one group, so there is nothing to compare.');
  expect(getError(() => format(misuse({}), 'text')).code).toBe('invalidArgument');
});

test('states that only names decide between equally large groups', () => {
  const groups = ['m', 'm', 'f', 'f', 'x'];
  const tied = fair.audit({ prediction: [1, 0, 1, 1, 0], groups: { g: groups } }).report();
  const sentence = 'f, m have the most rows, 2 each; by default, the first by name is the reference group';
  expect(tied.breakdowns[0].reference).toBe('f');
  expect(plain(format(tied, 'text'))).toContain(sentence);
  expect(format(tied, 'markdown')).toContain(`Tie:\n\n- ${sentence}`);
  expect(format(tied, 'html')).toContain(sentence);
  const other = { prediction: [1, 0, 1, 1, 0], groups: { g: groups }, privileged: { g: 'm' } };
  expect(format(fair.audit(other).report(), 'text')).not.toContain('Tie:');
  const largest = { prediction: [1, 0, 1, 1], groups: { g: ['m', 'f', 'f', 'f'] } };
  expect(format(fair.audit(largest).report(), 'text')).not.toContain('Tie:');
});

test('scores and regression take the first of equally large groups by name, like an audit', () => {
  const groups = { g: ['m', 'm', 'f', 'f'] };
  const scores = fair.scoreTally(['g']);
  scores.update({ groups, label: [1, 0, 1, 0], score: [0.9, 0.1, 0.8, 0.3] });
  expect(scores.differences(['g'])[0].reference).toEqual({ g: 'f' });
  const errors = fair.regressionTally(['g']);
  errors.update({ groups, label: [1, 0, 1, 0], prediction: [0.9, 0.1, 0.8, 0.3] });
  expect(errors.comparisons(['g'])[0].reference).toEqual({ g: 'f' });
});
