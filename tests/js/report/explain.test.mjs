// SPDX-License-Identifier: Apache-2.0
//
// Explanations of a report's numbers and their counts, from which each number can be recomputed.

import { examples, explainFigure, findExample, format, reportExample } from 'fairwasm';
import Papa from 'papaparse';
import { eightRows, fair, getError } from '../support.mjs';

const compas = reportExample(fair, findExample('compas'));
const asked = { equivalenceMargin: { differences: 0.1, disparateImpact: 0.8 }, shrunken: true };
const eight = fair.audit(eightRows()).report(asked);

/** Returns the CSV's rows, each with the number that it describes. */
const getFigures = (report) => {
  const { data } = Papa.parse(format(report, 'csv'), { header: true, skipEmptyLines: true });
  const known = new Map(report.breakdowns.map(({ by }) => [by.join(', '), by]));
  return data.map((row) => ({
    row,
    figure: {
      by: known.get(row.breakdown),
      ...(row.group === '' ? {} : { group: row.group }),
      metric: row.metric,
      statistic: row.statistic,
    },
  }));
};

const toNumber = (text) => (text === '' ? Number.NaN : Number(text));

describe.each(
  /** @type {[name: string, report: import('fairwasm').Report][]} */ ([
    ...examples.map((example) => [example.name, reportExample(fair, example)]),
    ['everything at once', eight],
    ['no uncertainty', fair.audit({ ...eightRows(), uncertainty: false }).report()],
  ]),
)('%s', (_name, report) => {
  test('explains every row of the CSV with its value', () => {
    const all = getFigures(report);
    expect(all.length).toBeGreaterThan(100);
    for (const { row, figure } of all) {
      const { estimate, sentence, title } = explainFigure(report, figure);
      const value = Number.isFinite(estimate.value) ? estimate.value : Number.NaN;
      expect([figure, value]).toEqual([figure, toNumber(row.value)]);
      expect(sentence.startsWith(title) || figure.statistic === 'count').toBe(true);
      expect(sentence).not.toMatch(/NaN|undefined(?!,|:)|\[object/);
    }
  });

  test('rates recomputed from the reported counts are equal', () => {
    for (const { figure } of getFigures(report).filter(({ row }) => row.statistic === 'rate')) {
      const { counts, estimate } = explainFigure(report, figure);
      const [given] = Object.values(counts);
      const tpr = given.truePositives / given.positives;
      const byName = {
        baseRate: () => given.positives / given.instances,
        selectionRate: () => given.predictedPositives / given.instances,
        truePositiveRate: () => tpr,
        falsePositiveRate: () => given.falsePositives / given.negatives,
        trueNegativeRate: () => given.trueNegatives / given.negatives,
        falseNegativeRate: () => given.falseNegatives / given.positives,
        positivePredictiveValue: () => given.truePositives / given.predictedPositives,
        negativePredictiveValue: () => given.trueNegatives / given.predictedNegatives,
        falseDiscoveryRate: () => given.falsePositives / given.predictedPositives,
        falseOmissionRate: () => given.falseNegatives / given.predictedNegatives,
        accuracy: () => (given.truePositives + given.trueNegatives) / given.instances,
        errorRate: () => (given.falsePositives + given.falseNegatives) / given.instances,
        generalizedTruePositiveRate: () => given.generalizedTruePositives / given.positives,
        generalizedFalsePositiveRate: () => given.generalizedFalsePositives / given.negatives,
        generalizedTrueNegativeRate: () => given.generalizedTrueNegatives / given.negatives,
        generalizedFalseNegativeRate: () => given.generalizedFalseNegatives / given.positives,
        f1Score: () =>
          (2 * given.truePositives) / (2 * given.truePositives + given.falsePositives + given.falseNegatives),
        balancedAccuracy: () => (tpr + given.trueNegatives / given.negatives) / 2,
        informedness: () => tpr - given.falsePositives / given.negatives,
      };
      const value = byName[figure.metric]();
      if (Number.isNaN(estimate.value)) expect([figure, value]).toEqual([figure, Number.NaN]);
      else expect(value).toBeCloseTo(estimate.value, 12);
    }
  });
});

test('COMPAS: published numbers, as a sentence and as data', () => {
  const rate = explainFigure(compas, { by: ['race'], group: 'African-American', metric: 'falsePositiveRate' });
  expect(rate.sentence).toBe(
    'False positive rate of African-American (by race): 0.448 (95% interval 0.426–0.472); 805 of 1,795. ' +
      'Proportion that incorrectly receives the burden among those whose true outcome is negative.',
  );
  expect(rate).toMatchObject({
    counts: { group: { falsePositives: 805, negatives: 1795 } },
    formula: 'FP / (FP + TN)',
    estimate: { value: 805 / 1795 },
  });
  const gap = explainFigure(compas, { by: ['race'], group: 'African-American', metric: 'falsePositiveRateDifference' });
  expect(gap.sentence).toContain(
    'False positive rate difference of African-American compared with Caucasian (by race): +0.214 (95% interval +0.169 to ' +
      '+0.257, p < 0.001); false positive rate 0.448 (805 of 1,795) of African-American against 0.235 (349 of 1,488) of Caucasian.',
  );
  expect(gap).toMatchObject({
    counts: { reference: { falsePositives: 349, negatives: 1488 } },
    ideal: 0,
    adverse: 'above',
  });
  expect(explainFigure(compas, { metric: 'rows' }).sentence).toBe('Rows, of all rows: 7,214.');
  const spread = explainFigure(compas, { by: ['race'], metric: 'accuracy', statistic: 'difference' });
  expect(spread.sentence).toMatch(/from 0\.638 \(1,369 \+ 990 of 3,696\) of African-American to 0\.670/);
  expect(JSON.parse(JSON.stringify(gap)).counts).toEqual(gap.counts);
});

test('rejects numbers that the report does not contain, and lists those that it does', () => {
  const refuse = (figure) => getError(() => explainFigure(compas, figure)).message;
  expect(refuse({ metric: 'acuracy' })).toContain("did you mean 'accuracy'");
  expect(refuse({ by: ['sex'], metric: 'accuracy', group: 'f' })).toContain('["race"]');
  expect(refuse({ by: ['race'], metric: 'accuracy', group: 'Asian' })).toContain("'Caucasian'");
  expect(refuse({ by: ['race'], metric: 'accuracy' })).toContain("'Caucasian'");
  expect(refuse({ metric: 'disparateImpact' })).toContain('breakdown');
  expect(refuse({ by: ['race'], group: 'Other', metric: 'accuracy', statistic: 'shrunkenRate' })).toContain('shrunken');
  expect(refuse({ by: ['race'], group: 'Other', metric: 'disparateImpact', statistic: 'ratio' })).toContain(
    'equivalence',
  );
  expect(refuse({ by: ['race'], group: 'Other', metric: 'accuracy', path: 1 })).toContain('path');
  // The reference group is not compared.
  expect(refuse({ by: ['race'], group: 'Caucasian', metric: 'disparateImpact' })).toContain("'Other'");
});

test('names stay one line of text, and groups with equal names are selected by id', () => {
  const groups = { a: ['x, y', 'x', 'x\n\u202e', 'z'], b: ['z', 'y, z', 'w', 'w'] };
  const report = fair.audit({ groups, label: [1, 0, 1, 0], prediction: [1, 1, 0, 0] }).report();
  const { sentence } = explainFigure(report, { by: ['a'], group: 'x\n\u202e', metric: 'accuracy' });
  expect(sentence).not.toMatch(/[\n\u202e]/);
  const [, , crossed] = report.breakdowns;
  const twins = crossed.groups.filter(({ name }) => name === 'x, y, z');
  expect(twins).toHaveLength(2);
  const by = ['a', 'b'];
  expect(() => explainFigure(report, { by, group: 'x, y, z', metric: 'accuracy' })).toThrow(/2 groups with the name/);
  expect(
    twins.map(({ id }) => explainFigure(report, { by, group: id, metric: 'accuracy' }).estimate.value).sort(),
  ).toEqual([0, 1]);
});
