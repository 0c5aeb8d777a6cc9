// SPDX-License-Identifier: Apache-2.0
//
// Arguments and fields of entry points are replaced by invalid values. Each call must succeed or throw a FairwasmError.

import { FairwasmError, findMetric, load } from 'fairwasm';
import {
  computeBooleanConditioningVector,
  computeDistance,
  computeNumInstances,
  computeNumPosNeg,
  computeNumTFPN,
} from 'fairwasm/aif360';
import { Accuracy, SubgroupAccuracyDifference, SubgroupMetric } from 'fairwasm/ignite';
import { misuse } from '../../misuse.mjs';
import { aif360, fair, fairlearn, individual } from '../support.mjs';

const hostile = () => [
  ...[undefined, null, 0, 1, -1.5, Number.NaN, '', 'x', true, Symbol('s'), 1n],
  ...[[], [null], [undefined], [[1]], [{}], ['a', 'b']],
  ...[{}, { a: 1 }, { a: [1, 2] }, { length: 2 }, Object.create(null), { toString: null }],
  ...[() => 1, new Map([['a', [1]]]), new Set([1]), new Date(), new Uint8Array(2)],
  Promise.resolve(1),
];

const groups = { g: ['a', 'a', 'b', 'b'] };
const label = [1, 0, 1, 0];
const prediction = [1, 1, 0, 0];
const score = [0.1, 0.9, 0.4, 0.5];
const weight = [1, 1, 1, 1];
const features = [[1], [2], [3], [4]];
const compared = { unprivileged: [{ g: 'a' }], privileged: [{ g: 'b' }] };
const data = { groups, weight, ...compared, label, favorable: 1, features };
const frame = {
  label,
  prediction,
  score,
  weight,
  sensitiveFeatures: groups,
  controlFeatures: { c: [1, 1, 1, 1] },
  favorable: 1,
  metrics: ['selectionRate', 'logLoss'],
  sampleParams: {},
  errors: 'raise',
};
const scalar = { label, prediction, sensitiveFeatures: groups };
const metric = () => aif360.classificationMetric({ ...data, prediction });
const tally = fair.tally({ groups: ['g'], label: true, prediction: true });
tally.update({ groups, label, prediction });
const scores = fair.scoreTally(['g']);
scores.update({ groups, label, score });
const errors = fair.regressionTally(['g']);
errors.update({ groups, label, prediction: score });
const derived = (options) => fairlearn.makeDerivedMetric(options)(scalar);
const scan = { attributes: groups, observations: label, expectations: score };
const search = { mode: 'binary', favorableValue: 1, overpredicted: true, scoring: 'Bernoulli' };
const subgroup = () => new SubgroupAccuracyDifference(['a', 'b']);
const ranking = () => aif360.regressionDatasetMetric({ groups, score });
const distortion = { groups, features, distorted: features };

// Entry points with an object whose fields are replaced one after another.
const byField = {
  audit: [(it) => fair.audit(it), { groups, label, prediction, weight, favorable: 1 }],
  'audit of scores': [
    (it) => fair.audit(it),
    { groups, score, threshold: 0.5, missing: 'error', uncertainty: false, privileged: { g: 'a' } },
  ],
  auditor: [(it) => fair.auditor(it), { groups: ['g'], label: true, prediction: true, favorable: 1 }],
  tally: [(it) => fair.tally(it), { groups: ['g'], label: true, prediction: true, score: false }],
  datasetMetric: [(it) => aif360.datasetMetric(it), { groups, weight, ...compared }],
  binaryLabelDatasetMetric: [(it) => aif360.binaryLabelDatasetMetric(it).consistency(2), data],
  classificationMetric: [(it) => aif360.classificationMetric(it).performanceMeasures(), { ...data, prediction, score }],
  mdss: [
    (it) => aif360.mdssClassificationMetric(it).scoreGroups(),
    { ...data, score, scoring: 'Bernoulli', alpha: 0.5 },
  ],
  ranking: [(it) => aif360.regressionDatasetMetric(it).discountedCumGain(), { groups, score, weight, ...compared }],
  richSubgroup: [(it) => aif360.richSubgroup(it), { groups: { g: [1, 2, 1, 2] }, label, prediction }],
  biasScan: [(it) => aif360.biasScan(it, { replications: 0 }), scan],
  'options of a scan': [
    (it) => aif360.biasScan(scan, it),
    { ...search, alpha: 0.5, numIters: 1, penalty: 0, replications: 0, seed: 1 },
  ],
  'expectations of classes': [
    ({ expectations }) => aif360.biasScan({ ...scan, expectations }, { mode: 'nominal', replications: 0 }),
    { expectations: { 0: score, 1: score } },
  ],
  metricFrame: [(it) => fairlearn.metricFrame(it), frame],
  'bootstrap of a frame': [
    (it) => fairlearn.metricFrame({ ...scalar, metrics: ['count'], ...it }),
    { nBoot: 2, ciQuantiles: [0.1], seed: 1 },
  ],
  makeDerivedMetric: [derived, { metric: 'count', transform: 'ratio', sampleParamNames: ['w'] }],
  'rows of scores': [(it) => fair.scoreTally(['g']).update(it), { groups, label, score, weight }],
  thresholds: [(it) => scores.equalizingThresholds(['g'], it), { equalize: 'selectionRate', target: 0.5 }],
  'rows of errors': [(it) => fair.regressionTally(['g']).update(it), { groups, label, prediction: score, weight }],
  sampleDistortionMetric: [(it) => individual.sampleDistortionMetric(it), distortion],
  accuracy: [(it) => new Accuracy(it).update([[1], [1]]), { isMultilabel: false, outputTransform: (output) => output }],
  load: [(it) => load(it), { signal: new AbortController().signal, onProgress() {} }],
};

// Entry points with arguments that are replaced one after another.
const byArgument = {
  audit: [(...all) => misuse(fair).audit(...all), {}],
  auditTable: [(what) => fair.auditTable({ y: label }, what), { label: 'y', groups: ['y'] }],
  auditTally: [(...all) => misuse(fair).auditTally(...all), tally, {}],
  'metrics of an audit': [
    (...all) => aif360.toClassificationMetric(fair.audit({ groups, label, prediction }), ...all),
    {},
  ],
  infeasibleIndex: [(...all) => misuse(ranking()).infeasibleIndex(...all), { a: 0.5, b: 0.5 }, 2],
  discountedCumGain: [(...all) => ranking().discountedCumGain(...all), {}],
  'metric of a frame': [(mine) => fairlearn.metricFrame(misuse({ ...frame, metrics: { mine } })), 'count'],
  'columns of a metric': [
    (mine) => fairlearn.metricFrame(misuse({ ...frame, metrics: { mine: () => 1 }, sampleParams: { mine } })),
    { w: weight },
  ],
  difference: [(...all) => fairlearn.metricFrame(misuse(frame)).difference(...all), {}],
  demographicParity: [(...all) => misuse(fairlearn).demographicParityDifference(...all), scalar, {}],
  equalizedOdds: [(...all) => misuse(fairlearn).equalizedOddsRatio(...all), scalar, {}],
  logLoss: [(...all) => misuse(fairlearn).logLossGroupMax(...all), { ...scalar, score }],
  scoreTally: [(...all) => fair.scoreTally(...all), ['g'], 1],
  'scores by': [(...all) => misuse(scores).by(...all), ['g'], { bins: 10 }],
  bins: [(bins) => scores.by(['g'], { bins }), 10],
  'merge of scores': [(...all) => misuse(fair.scoreTally(['g'])).merge(...all), scores],
  'errors by': [(...all) => misuse(errors).by(...all), ['g']],
  'merge of errors': [(...all) => misuse(fair.regressionTally(['g'])).merge(...all), errors],
  entropy: [(...all) => misuse(aif360).generalizedEntropyIndex(...all), tally, ['1'], 2, 'individuals'],
  variation: [(...all) => misuse(aif360).coefficientOfVariation(...all), tally, ['1'], [[{ g: 'a' }]]],
  edf: [(...all) => misuse(aif360).smoothedEmpiricalDifferentialFairness(...all), tally, ['1'], 1, 'label'],
  amplification: [(...all) => misuse(aif360).differentialFairnessBiasAmplification(...all), tally, ['1'], 1],
  choice: [(...all) => metric().truePositiveRate(...all), {}],
  'difference of groups': [(...all) => misuse(metric()).difference(...all), () => 1],
  'between groups': [(...all) => metric().betweenGroupGeneralizedEntropyIndex(...all), [], 2],
  smoothed: [(...all) => metric().smoothedBaseRate(...all), 1, {}],
  intersection: [(...all) => misuse(metric()).intersection(...all), () => 1],
  consistency: [(...all) => metric().consistency(...all), 2],
  'worst subgroup': [(...all) => misuse(metric()).richSubgroup(...all), prediction, 'FP'],
  transport: [(truth, ...all) => misuse(individual).otDistance(truth, ...all), label, score, {}],
  distance: [(...all) => misuse(individual.sampleDistortionMetric(distortion)).total(...all), 'manhattan', {}],
  batch: [(...all) => misuse(subgroup()).update(...all), [[1], [1], ['a']]],
  'parts of a batch': [(...all) => subgroup().update(misuse(all)), [1], [1], ['a']],
  'state of groups': [(_metrics) => subgroup().loadStateDict(misuse({ _metrics })), {}],
  state: [(ranks) => new Accuracy().loadStateDict({ __metric_state_per_rank: ranks }), []],
  'merge of metrics': [(...all) => misuse(new Accuracy()).merge(...all), new Accuracy()],
  'merge of groups': [(...all) => misuse(subgroup()).merge(...all), subgroup()],
  subgroups: [(...all) => new (misuse(SubgroupMetric))(...all), new Accuracy(), ['a'], {}],
  differences: [(...all) => new (misuse(SubgroupAccuracyDifference))(...all), ['a'], {}],
  instances: [(...all) => misuse(computeNumInstances)(...all), { groups }, null],
  positives: [(...all) => misuse(computeNumPosNeg)(...all), { groups, label }, 1, null],
  matrix: [
    (...all) => misuse(computeNumTFPN)(...all),
    { groups, label, prediction },
    { favorable: 1, unfavorable: 0 },
    null,
  ],
  vector: [(...all) => misuse(computeBooleanConditioningVector)(...all), groups, null],
  distances: [(...all) => misuse(computeDistance)(...all), [[1]], [[1]], { g: [1] }, () => 1, null],
  find: [(...all) => misuse(findMetric)(...all), 'x'],
};

async function foreignErrors(calls) {
  const foreign = [];
  for (const call of calls) {
    try {
      await call();
    } catch (error) {
      if (!(error instanceof FairwasmError)) foreign.push(String(error));
    }
  }
  return foreign;
}

test.each(Object.entries(byField))('%s rejects or accepts each replaced field', async (_, [callee, fields]) => {
  await misuse(callee)(fields); // the valid input
  const calls = Object.keys(fields).flatMap((field) =>
    hostile().map((value) => () => misuse(callee)({ ...fields, [field]: value })),
  );
  expect(await foreignErrors(calls)).toEqual([]);
});

test.each(Object.entries(byArgument))('%s rejects or accepts each replaced argument', async (_, [callee, ...all]) => {
  const calls = all.flatMap((_argument, i) => hostile().map((value) => () => misuse(callee)(...all.with(i, value))));
  expect(await foreignErrors(calls)).toEqual([]);
});
