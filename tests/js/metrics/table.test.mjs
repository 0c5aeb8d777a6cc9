// SPDX-License-Identifier: Apache-2.0
//
// The table of metrics must have the same names as the core.
import { findMetric, metrics } from 'fairwasm';
import { load as loadClasses } from 'fairwasm/classes';
import { metricAdvice } from '#fairwasm/metrics/advice.js';
import { metricKinds } from '#fairwasm/metrics/table.js';
import { coreModule } from '../../../dist/core/core-module.js';
import { instantiate } from '../../../dist/core/module.js';
import { aliases, groupFunctions, presets } from '../../../dist/metrics/aliases.js';
import { pointers } from '../../../dist/metrics/pointers.js';
import { aif360, fair, individual, monitoring, rankings, repeated, scores } from '../support.mjs';

const wasm = await instantiate(coreModule);
const getNames = (kind) => metrics.filter((metric) => metric.kind === kind).map(({ name }) => name);

test('has a row for every rate and disparity of the core, in its order', () => {
  expect(getNames('rate')).toEqual(wasm.rateNames());
  expect(getNames('disparity')).toEqual(wasm.disparityNames());
});

test('has all fields for every metric', () => {
  for (const metric of metrics) {
    expect(metric.meaning).toMatch(/\.$/);
    expect(metric.title).toMatch(/^[A-Z]/);
    expect(metric.inputs.length).toBeGreaterThan(0);
    expect(metric.range[0]).toBeLessThan(metric.range[1]);
    expect(metric.direction === 'ideal').toBe(metric.ideal !== undefined);
    expect(metric.undefinedWhen).not.toBe('');
    expect(metric.reference).not.toBe('');
  }
});

test('has unique names and finds each metric by name', () => {
  for (const metric of metrics) expect(findMetric(metric.name)).toBe(metric);
  expect(findMetric('sr')).toBeUndefined();
});

test.each([
  ['disparate_impact_ratio', 'disparateImpact'],
  ['average_odds_error', 'averageAbsOddsDifference'],
  ['consistency_score', 'consistency'],
  ['generalized_fpr', 'generalizedFalsePositiveRate'],
  ['generalized_fnr', 'generalizedFalseNegativeRate'],
  ['smoothed_edf', 'smoothedEmpiricalDifferentialFairness'],
  ['df_bias_amplification', 'differentialFairnessBiasAmplification'],
  ['mdss_bias_score', 'scoreGroups'],
  ['false_negative_rate_error', 'falseNegativeRate'],
  ['false_positive_rate_error', 'falsePositiveRate'],
  ['sensitivity_score', 'truePositiveRate'],
  ['specificity_score', 'trueNegativeRate'],
  ['precision', 'positivePredictiveValue'],
  ['recall', 'truePositiveRate'],
  ['sensitivity', 'truePositiveRate'],
  ['specificity', 'trueNegativeRate'],
  ['meanDifference', 'statisticalParityDifference'],
  ['truePositiveRateDifference', 'equalOpportunityDifference'],
  ['true_positive_rate', 'truePositiveRate'],
  ['class_imbalance', 'classImbalance'],
  ['kl_divergence', 'klDivergence'],
  ['conditional_demographic_disparity', 'conditionalDemographicDisparity'],
  ['ba_mals', 'BA_MALS'],
  ['AUC', 'areaUnderCurve'],
])('finds %s by its name in fairwasm, %s', (name, own) => {
  expect(findMetric(name)?.name).toBe(own);
});

test('has no ambiguous or unresolved alias', () => {
  const plain = (name) => name.replaceAll(/[\s_-]/g, '').toLowerCase();
  const names = metrics.flatMap(({ name, aliases = [] }) => [name, ...aliases].map(plain));
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  const known = metrics.map(({ name }) => name);
  for (const name of Object.keys(aliases)) expect(known).toContain(name);
  for (const name of Object.keys({ ...groupFunctions, ...pointers })) {
    expect([name, findMetric(name)]).toEqual([name, undefined]);
  }
  for (const name of Object.keys(presets)) expect(findMetric(name)).toBeDefined();
});

test('has advice on every metric', () => {
  for (const { name } of metrics) {
    const { use, avoid, conflicts } = metricAdvice(name) ?? {};
    for (const text of [use, avoid, conflicts]) expect([name, text]).toEqual([name, expect.stringMatching(/[.?]$/)]);
  }
  expect(metricAdvice('sr')).toBeUndefined();
});

test('has metrics of every kind in the order of the kinds', () => {
  const kinds = Object.keys(metricKinds);
  for (const kind of kinds) expect(getNames(kind)).not.toEqual([]);
  for (const { kind } of metrics) expect(kinds).toContain(kind);
});

test('names the rates of disparities', () => {
  const rates = getNames('rate');
  for (const { name, kind, rate, rates: both } of metrics) {
    for (const each of [rate, ...(both ?? [])]) {
      if (each === undefined) continue;
      expect([kind, name, rates.includes(each)]).toEqual(['disparity', name, true]);
    }
    // A difference or ratio of one rate contains the name of the rate.
    const [, start] = /^(.+Rate)(Difference|Ratio)$/.exec(name) ?? [];
    if (start) expect(rate).toBe(start);
  }
});

test('uses names that can be called or read', async () => {
  const groups = { race: ['a', 'b', 'a', 'b'] };
  const rows = { groups, label: [1, 0, 1, 1], prediction: [1, 1, 0, 1] };
  const features = [[1], [2], [3], [4]];
  const regression = fair.regressionTally();
  regression.update({ label: [1, 2], prediction: [1, 3] });
  const tally = fair.scoreTally();
  tally.update({ label: [1, 0], score: [0.9, 0.2] });
  const exact = scores.exactScores(['race']);
  exact.update({ label: [1, 0], score: [0.9, 0.2], groups: { race: ['a', 'b'] } });
  const errors = scores.exactErrors(['race']);
  errors.update({ label: [1, 2], prediction: [1, 3], groups: { race: ['a', 'b'] } });
  /** @type {object[]} */
  const places = [
    fair,
    aif360,
    individual,
    aif360.classificationMetric({ ...rows, features, unprivileged: [{ race: 'a' }] }),
    aif360.mdssClassificationMetric({ ...rows, score: [1, 0, 0.5, 1] }),
    aif360.regressionDatasetMetric({ groups, score: [1, 2, 3, 4] }),
    individual.sampleDistortionMetric({ groups, features, distorted: features }),
    regression.overall,
    tally.overall.estimates,
    scores,
    exact.calibration([])[0].estimates,
    exact.distances(['race'])[0],
    exact.curveDistances(['race'])[0],
    scores.outcomeDistances({ outcome: rows.label, groups })[0],
    errors.by([])[0].errors,
    { pinballLoss: errors.pinballLosses(0.5, [])[0].loss },
    errors.standardizedMeanDifferences(['race'])[0],
  ];
  const several = await loadClasses({ fair });
  const table = [
    [1, 0, 1],
    [0, 1, 1],
  ];
  const audits = [
    several.audit({
      label: [1, 2, 3],
      prediction: [1, 2, 3],
      groups: {},
      ordered: true,
      probabilities: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
    }),
    several.labels({ label: table, prediction: table, scores: table, groups: {} }),
  ];
  for (const audit of audits) {
    const { values, byClass } = audit.frame([]).overall;
    places.push(values, byClass);
  }
  places.push({ topAccuracy: audits[0].frame([]).overall.values.top1Accuracy });
  const strata = fair.audit({ prediction: [1, 0], groups: { g: ['a', 'b'], s: ['x', 'x'] } });
  places.push(strata.conditional('g', { within: 's' }).comparisons[0].rates.selectionRate);
  const [item, variant] = [[1, 1, 1, 1], [...'aabb']];
  const compared = repeated.compareVariants({ item, variant, outcome: [1, 0, 1, 1], reference: 'a' });
  places.push(compared, compared.variants[0], repeated);
  const answers = { item: [1, 2], correct: [1, 0], biased: [0, 1], unknown: [0, 0] };
  const preferences = { item: [1, 2], stereotype: [1, 0] };
  const benchmarks = [
    repeated.bbq({ ...answers, context: ['ambig', 'disambig'] }),
    repeated.stereoSet({ ...preferences, meaningful: [1, 1] }),
  ];
  for (const { categories } of benchmarks) places.push(categories[0].scores);
  const { scores: preferred } = repeated.crowsPairs(preferences).categories[0];
  places.push({ stereotypePreferred: preferred.preferred });
  const ranking = rankings.rankings({ ...{ group: ['a', 'b'], position: [1, 2], relevance: [1, 1] } });
  const { logarithmic } = ranking.groups[0].exposure;
  places.push(ranking, ranking.groups[0], {
    relativeExposure: logarithmic.relativePerRow,
    exposurePerMerit: logarithmic.relativePerMerit,
  });
  const shares = rankings.shares({ counts: { a: 1, b: 2 }, reference: { a: 0.5, b: 0.5 } });
  const { ratio, logRatio, difference, missing } = shares.groups[0];
  places.push(shares, { shareRatio: ratio, logShareRatio: logRatio });
  places.push({ shareDifference: difference, missingMembers: missing });
  const monitor = monitoring.monitor({ reference: 'a' });
  monitor.addRows({ group: ['a', 'b'], outcome: [1, 0] });
  places.push({ monitoredGap: monitor.report().groups[0].gap });
  const others = ['rate', 'disparity', 'amplification', 'certificate'];
  for (const { name, kind } of metrics.filter(({ kind }) => !others.includes(kind))) {
    expect([kind, name, places.some((place) => name in place)]).toEqual([kind, name, true]);
  }
});
