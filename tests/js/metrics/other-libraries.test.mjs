// SPDX-License-Identifier: Apache-2.0
//
// Every row of docs/other-libraries.md on random data: the metric by its definition in the other tool, and by the
// counterpart that the row names, with the sign that the row states.

import { readFileSync } from 'node:fs';
import { countMetrics } from 'fairwasm';
import { errorReport } from 'fairwasm/scores';
import { present } from '../../present.mjs';
import { mulberry32 } from '../../random-numbers.mjs';
import { aif360, fair, impact, rankings, scores } from '../support.mjs';
import { areaBetweenCurves, disparities, entropy, mean, outcomeDistances, rates, sum } from './definitions.mjs';

const random = mulberry32(41);
const chance = (p) => (random() < p ? 1 : 0);
const rows = Array.from({ length: 400 }, () => {
  const isU = random() < 0.4;
  const y = chance(isU ? 0.4 : 0.6);
  return {
    h: isU ? 'u' : 'v',
    y,
    p: chance(isU ? 0.35 : 0.55),
    s: random() + 0.4 * y,
    c: Math.floor(3 * random() ** (isU ? 1 : 2)),
    d: random() < 0.5 ? 'd' : 'e',
    n: 1 + random(),
    m: 1 + random() + (isU ? 0.2 : 0),
  };
});
const column = (name, of = rows) => of.map((row) => row[name]);
const u = rows.filter(({ h }) => h === 'u');
const v = rows.filter(({ h }) => h === 'v');
const { sqrt, abs } = Math;

const groups = { h: column('h') };
const audit = fair.audit({ label: column('y'), prediction: column('p'), groups, privileged: { h: 'v' } });
const frame = audit.frame(['h']);
const [{ values: compared }] = frame.disparities();
const disparity = (name) => compared[name].value;
const getGroup = (name) => present(frame.groups.find((group) => group.name === name));
const rate = (name, group) => getGroup(group).rates[name].value;
const [largest, smallest] = ['difference', 'ratio'].map((kind) => (name) => frame.spread(name)[kind].value);
const counted = (name) => {
  const { metrics } = audit.customMetrics({ metric: countMetrics[name] });
  const found = metrics[0].breakdowns[0].groups;
  return (group) => present(found.find((each) => each.name === group)).value.value;
};
const getGap = (name) => counted(name)('u') - counted(name)('v');

const dataset = aif360.binaryLabelDatasetMetric({
  label: column('y'),
  groups,
  privileged: [{ h: 'v' }],
  unprivileged: [{ h: 'u' }],
});
const [outcomes] = scores
  .outcomeDistances({ outcome: column('c'), groups })
  .filter(({ categories, other }) => categories.h === 'v' || other?.h === 'v');
const exact = scores.exactScores(['h']);
exact.update({ label: column('y'), score: column('s'), groups });
const errors = errorReport(
  { fair, scores },
  { label: column('n'), prediction: column('m'), groups, privileged: { h: 'v' } },
).breakdowns[0].comparisons[0];

const number = (of, test) => of.filter(test).length;
const cells = (of) => ({
  truePositives: number(of, ({ y, p }) => y === 1 && p === 1),
  falsePositives: number(of, ({ y, p }) => y === 0 && p === 1),
  falseNegatives: number(of, ({ y, p }) => y === 1 && p === 0),
  trueNegatives: number(of, ({ y, p }) => y === 0 && p === 0),
});
const acceptance = (of) => sum(column('y', of)) / sum(column('p', of));
const rejection = (of) => number(of, ({ y }) => y === 0) / number(of, ({ p }) => p === 0);
const equality = (of) => cells(of).falseNegatives / cells(of).falsePositives;
const rateGap = (name) => rates[name](u) - rates[name](v);
const rateRatio = (name) => rates[name](u) / rates[name](v);
const variation = outcomeDistances(column('c', v), column('c', u));
const divergence = (one, other) =>
  [one, 1 - one].reduce((all, p, i) => all + p * Math.log(p / [other, 1 - other][i]), 0);

/** Clarify's conditional demographic disparity of the group u. */
const conditionalDisparity = (name) =>
  sum(
    ['d', 'e'].map((stratum) => {
      const own = rows.filter(({ d }) => d === stratum);
      const part = (value) => {
        const those = own.filter((row) => row[name] === value);
        return number(those, ({ h }) => h === 'u') / those.length;
      };
      return (own.length / rows.length) * (part(0) - part(1));
    }),
  );
const disparityWithin = (name) =>
  present(
    impact
      .conditionalDisparity({ group: column('h'), selected: column(name), within: column('d') })
      .groups.find((group) => group.name === 'u'),
  ).conditional.value;

const odds = (of) => rates.selectionRate(of) / (1 - rates.selectionRate(of));
const counts = ['u', 'v'].map((name) => {
  const own = rows.filter(({ h }) => h === name);
  return { name, applicants: own.length, selected: sum(column('p', own)) };
});
const [against] = present(impact.fourFifths(counts, { reference: 'v' }).againstReference).comparisons;
const squares = (of) => sum(column('m', of).map((m) => (m - mean(column('m', of))) ** 2));
const deviation = (of) => squares(of) / (of.length - 1);
const meanGap = mean(column('m', u)) - mean(column('m', v));
const all = { m: mean(column('m')), rows: rows.length };
const spread = sqrt(sum(column('m').map((m) => (m - all.m) ** 2)) / (all.rows - 1));
const solas = impact.meanDifferences({ groups, score: column('m'), reference: 'v', label: column('n') });
const getDifference = ({ groups: found }) => found.find(({ name }) => name === 'u').difference.value;
const residual = ({ n, m }) => n - m;
const residuals = rows.map(residual);
const residualSpread = sqrt(sum(residuals.map((each) => (each - mean(residuals)) ** 2)) / (rows.length - 1));
const squared = (of) => sqrt(mean(of.map((row) => residual(row) ** 2)));
const absolute = (of) => mean(of.map((row) => abs(residual(row))));
const getExposure = (group) => {
  const order = [...rows].sort((a, b) => b.s - a.s);
  const places = order.flatMap(({ h }, i) => (h === group ? 1 / Math.log2(i + 2) : []));
  return mean(places);
};
const exposed = rankings.rankings({ score: column('s'), group: column('h') });

/**
 * By first cell, or by tool and name: pairs of the other tool's value and the counterpart's; a string for rows that other
 * tests compare.
 *
 * @type {Record<string, [number, number][] | string>}
 */
const rowsOfPage = {
  'CI, class imbalance': [[(v.length - u.length) / rows.length, -dataset.classImbalance()]],
  'DPL, difference in proportions of labels': [
    [-rateGap('baseRate'), rate('baseRate', 'v') - rate('baseRate', 'u')],
    [abs(rateGap('baseRate')), largest('baseRate')],
  ],
  'KL, Kullback-Leibler divergence': [[divergence(rates.baseRate(v), rates.baseRate(u)), dataset.klDivergence()]],
  'JS, Jensen-Shannon divergence': [[variation.jensenShannon, outcomes.jensenShannon.value]],
  'LP, Lp norm': [[variation.lpNorm, outcomes.lpNorm.value]],
  'TVD, total variation distance': [[variation.totalVariationDistance, outcomes.totalVariationDistance.value]],
  'KS, Kolmogorov-Smirnov': [[variation.largestOutcomeDifference, outcomes.largestOutcomeDifference.value]],
  'CDDL, CDDPL, conditional demographic disparity': [
    [conditionalDisparity('y'), disparityWithin('y')],
    [conditionalDisparity('p'), disparityWithin('p')],
  ],
  'DPPL, difference in positive proportions of predictions': [
    [-rateGap('selectionRate'), -disparity('statisticalParityDifference')],
  ],
  'DI, disparate impact': [[rateRatio('selectionRate'), disparity('disparateImpact')]],
  'RD, recall difference': [[-rateGap('truePositiveRate'), -disparity('equalOpportunityDifference')]],
  'AD, accuracy difference': [
    [-rateGap('accuracy'), disparity('errorRateDifference')],
    [abs(rateGap('accuracy')), largest('accuracy')],
  ],
  'SD, specificity difference': [[rateGap('trueNegativeRate'), -disparity('falsePositiveRateDifference')]],
  'DAR, difference in acceptance rates': [
    [-rateGap('positivePredictiveValue'), disparity('falseDiscoveryRateDifference')],
  ],
  'DRR, difference in rejection rates': [
    [rateGap('negativePredictiveValue'), -disparity('falseOmissionRateDifference')],
  ],
  'DCA, conditional acceptance': [[acceptance(v) - acceptance(u), -getGap('conditionalAcceptance')]],
  'DCR, conditional rejection': [[rejection(u) - rejection(v), getGap('conditionalRejection')]],
  'TE, treatment equality': [[equality(u) - equality(v), getGap('treatmentEquality')]],
  'FT, counterfactual flip test': 'tests/js/models/what-if.test.mjs',
  'GE, generalized entropy': [
    [
      entropy(rows.map(({ y, p }) => p - y + 1)),
      aif360.classificationMetric({ label: column('y'), prediction: column('p'), groups }).generalizedEntropyIndex(),
    ],
  ],

  '`tpr`, `tnr`, `fpr`, `fnr`, `fdr`, `for`, `precision`, `npv`': [
    ...['truePositiveRate', 'trueNegativeRate', 'falsePositiveRate', 'falseNegativeRate'],
    ...['falseDiscoveryRate', 'falseOmissionRate', 'positivePredictiveValue'],
    'negativePredictiveValue',
  ].map((name) => [rates[name](u), rate(name, 'u')]),
  '`pprev`, predicted prevalence': [[rates.selectionRate(u), rate('selectionRate', 'u')]],
  '`prev`, prevalence': [[rates.baseRate(u), rate('baseRate', 'u')]],
  '`ppr`, predicted positive rate': [
    [
      sum(column('p', u)) / sum(column('p')),
      present(
        rankings
          .shares({
            group: column(
              'h',
              rows.filter(({ p }) => p === 1),
            ),
            reference: { u: 0.5, v: 0.5 },
          })
          .groups.find(({ name }) => name === 'u'),
      ).share.value,
    ],
  ],
  '`pprev_disparity`': [[rateRatio('selectionRate'), disparity('disparateImpact')]],
  '`fpr_disparity`, `fnr_disparity`, `fdr_disparity`, `for_disparity`': [
    ...['falsePositiveRate', 'falseNegativeRate', 'falseDiscoveryRate', 'falseOmissionRate'],
  ].map((name) => [rateRatio(name), disparity(`${name}Ratio`)]),
  '`tpr_disparity`, `precision_disparity`, and others': ['truePositiveRate', 'positivePredictiveValue'].map((name) => [
    Math.min(rateRatio(name), 1 / rateRatio(name)),
    smallest(name),
  ]),
  'parity tests with a threshold': 'tests/js/cli/pipelines.test.mjs',

  '`statistical_parity`': [[rateGap('selectionRate'), disparity('statisticalParityDifference')]],
  '`disparate_impact`': [[rateRatio('selectionRate'), disparity('disparateImpact')]],
  '`four_fifths`': [[Math.min(rateRatio('selectionRate'), 1 / rateRatio('selectionRate')), smallest('selectionRate')]],
  '`cohen_d`': [[meanGap / sqrt((deviation(u) + deviation(v)) / 2), errors.standardized.prediction.value]],
  '`z_test_diff`, `z_test_ratio`': 'tests/js/impact/four-fifths.test.mjs',
  '`equal_opportunity_diff`, `false_positive_rate_diff`, `average_odds_diff`': [
    [rateGap('truePositiveRate'), disparity('equalOpportunityDifference')],
    [rateGap('falsePositiveRate'), disparity('falsePositiveRateDifference')],
    [disparities.averageOddsDifference(u, v), disparity('averageOddsDifference')],
  ],
  '`accuracy_diff`': [[abs(rateGap('accuracy')), largest('accuracy')]],
  '`abroca`': [[areaBetweenCurves(u, v), exact.curveDistances(['h'])[0].areaBetweenCurves.value]],
  '`avg_score_diff`, `rmse_ratio`, `mae_ratio`': [
    [meanGap, errors.differences.meanPrediction.value],
    [squared(u) / squared(v), errors.ratios.rootMeanSquaredError.value],
    [absolute(u) / absolute(v), errors.ratios.meanAbsoluteError.value],
  ],
  '`exposure_diff`, rankings': [
    [getExposure('u'), present(exposed.groups.find(({ name }) => name === 'u')).exposure.logarithmic.perRow.value],
  ],

  'jfa, JASP': [
    [rates.selectionRate(u) / rates.selectionRate(v), disparity('disparateImpact')],
    ...['positivePredictiveValue', 'accuracy', 'falseNegativeRate', 'falsePositiveRate'].map(
      /** @type {(name: string) => [number, number]} */
      (name) => [Math.min(rateRatio(name), 1 / rateRatio(name)), smallest(name)],
    ),
  ],
  'Fairness Indicators': [0.3, 0.5, 0.7].map((threshold) => {
    const audited = fair.audit({ label: column('y'), score: column('s').map((s) => s / 1.4), threshold, groups });
    const u1 = present(audited.frame(['h']).groups.find(({ name }) => name === 'u'));
    const above = u.filter(({ s }) => s / 1.4 >= threshold).length / u.length;
    return [above, u1.rates.selectionRate.value];
  }),
  'SolasAI: AIR, SMD, RSMD': [
    [rateRatio('selectionRate'), against.ratio.value],
    [(100 * meanGap) / spread, getDifference(solas)],
    [(100 * (mean(u.map(residual)) - mean(v.map(residual)))) / residualSpread, getDifference(present(solas.residual))],
  ],
  'SolasAI: odds ratio': [[odds(u) / odds(v), against.oddsRatio.value]],
  'MAPIE, conformal prediction': [
    [
      number(u, ({ n, m }) => abs(n - m) <= 0.5) / u.length,
      present(
        scores
          .predictionCoverage({
            label: column('n'),
            low: column('m').map((m) => m - 0.5),
            high: column('m').map((m) => m + 0.5),
            group: column('h'),
          })
          .find(({ name }) => name === 'u'),
      ).coverage.value,
    ],
  ],
  OxonFair: [
    [abs(rateGap('selectionRate')), largest('selectionRate')],
    [abs(rateGap('truePositiveRate')), largest('truePositiveRate')],
    [
      Math.max(abs(rateGap('truePositiveRate')), abs(rateGap('falsePositiveRate'))),
      disparity('equalizedOddsDifference'),
    ],
    [abs(rateGap('positivePredictiveValue')), largest('positivePredictiveValue')],
  ],
};

const page = readFileSync(new URL('../../../docs/other-libraries.md', import.meta.url), 'utf8');
const listed = page
  .split('\n')
  .filter((line) => /^\| (?!---|Clarify|Aequitas \||holisticai \||Tool)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, first, second]) => (first === 'SolasAI' ? `${first}: ${second}` : first));

test('covers every row of the page', () => {
  expect(listed).toEqual(Object.keys(rowsOfPage));
});

test.each(Object.entries(rowsOfPage))('%s has its counterpart', (_, pairs) => {
  if (typeof pairs === 'string') {
    expect(readFileSync(new URL(`../../../${pairs}`, import.meta.url), 'utf8')).toContain('test');
    return;
  }
  expect(pairs.length).toBeGreaterThan(0);
  for (const [other, own] of pairs) expect(own).toBeCloseTo(other, 10);
});
