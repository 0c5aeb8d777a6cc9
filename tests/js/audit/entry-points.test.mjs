// SPDX-License-Identifier: Apache-2.0
//
// Every entry point rejects unknown options (with a suggestion), unknown values of options, and invalid columns, lists
// of names, and selections of groups.

import { load } from 'fairwasm';
import { computeNumTFPN, load as loadAif360 } from 'fairwasm/aif360';
import { load as loadAmounts } from 'fairwasm/amounts';
import { load as loadAmplification } from 'fairwasm/amplification';
import { load as loadClasses } from 'fairwasm/classes';
import { load as loadFairlearn } from 'fairwasm/fairlearn';
import { load as loadImpact } from 'fairwasm/impact';
import { load as loadIndividual } from 'fairwasm/individual';
import { load as loadMonitoring } from 'fairwasm/monitoring';
import { load as loadPredictability } from 'fairwasm/predictability';
import { load as loadRankings } from 'fairwasm/rankings';
import { load as loadRepeated } from 'fairwasm/repeated';
import { load as loadRobustness } from 'fairwasm/robustness';
import { load as loadScores } from 'fairwasm/scores';
import { load as loadSlices } from 'fairwasm/slices';
import { load as loadThresholds } from 'fairwasm/thresholds';
import { misuse } from '../../misuse.mjs';
import { aif360, eightRows, fair, getError, individual } from '../support.mjs';

const compared = { unprivileged: [{ sex: 'f' }], privileged: [{ sex: 'm' }] };
const { groups, label, prediction, score, weight } = eightRows();
const columns = { groups, label, prediction };
const classification = (change) => aif360.classificationMetric({ ...eightRows(), ...compared, ...change });
const scan = { attributes: groups, observations: label };
const scored = () => {
  const tally = fair.scoreTally(['sex']);
  tally.update({ groups: { sex: groups.sex }, label, score });
  return tally;
};
const counted = () => {
  const tally = fair.tally({ groups: ['sex'], label: true, prediction: true });
  tally.update({ groups: { sex: groups.sex }, label, prediction });
  return tally;
};
const rankings = (change) => aif360.regressionDatasetMetric({ groups, score, ...change });

test.each([
  ['sample_weight', 'weight', () => fair.audit(misuse({ ...columns, sample_weight: weight }))],
  ['weights', 'weight', () => fair.audit(misuse({ ...columns, weights: weight }))],
  ['predictions', 'prediction', () => fair.audit(misuse({ groups, label, predictions: prediction }))],
  ['favourable', 'favorable', () => fair.audit(misuse({ ...columns, favourable: 1 }))],
  ['ndraws', 'draws', () => fair.audit({ ...columns, uncertainty: misuse({ ndraws: 5 }) })],
  ['Label', 'label', () => fair.auditTable({ label }, misuse({ Label: 'label', groups: [] }))],
  ['predicton', 'prediction', () => fair.auditor(misuse({ groups: ['sex'], predicton: true }))],
  ['favorable_label', 'favorable', () => fair.auditTally(counted(), misuse({ favorable_label: 1 }))],
  ['predicted', 'prediction', () => fair.tally(misuse({ groups: [], predicted: true }))],
  ['sampleWeight', 'weight', () => fair.scoreTally().update(misuse({ label, score, sampleWeight: weight }))],
  ['y_pred', 'prediction', () => fair.regressionTally().update(misuse({ label, y_pred: score }))],
  ['instance_weights', 'weight', () => classification({ instance_weights: weight })],
  [
    'privileged_groups',
    'privileged',
    () => aif360.binaryLabelDatasetMetric(misuse({ groups, label, privileged_groups: [] })),
  ],
  ['unprivileged_groups', 'unprivileged', () => aif360.datasetMetric(misuse({ groups, unprivileged_groups: [] }))],
  ['pos_label', 'favorable', () => aif360.mdssClassificationMetric(misuse({ ...columns, score, pos_label: 1 }))],
  ['scores', 'score', () => rankings({ scores: score })],
  ['normalised', 'normalized', () => rankings().discountedCumGain(misuse({ normalised: true }))],
  ['y_pred', 'prediction', () => aif360.richSubgroup(misuse({ groups: {}, label, y_pred: prediction }))],
  ['bin', 'bins', () => scored().by(['sex'], misuse({ bin: 5 }))],
  ['equalise', 'equalize', () => scored().equalizingThresholds(['sex'], misuse({ equalise: 'selectionRate' }))],
  ['priviledged', 'privileged', () => aif360.toClassificationMetric(fair.audit(columns), misuse({ priviledged: [] }))],
  ['uncertain', 'uncertainty', () => fair.auditor({ groups: [], label: true }).audit(misuse({ uncertain: 1 }))],
  ['distortd', 'distorted', () => individual.sampleDistortionMetric(misuse({ groups, distortd: [] }))],
  ['prot_attr', 'protAttr', () => individual.otDistance(label, score, misuse({ prot_attr: [] }))],
  ['favorable_label', 'favorable', () => computeNumTFPN(columns, misuse({ favorable_label: 1 }))],
])('%s: did you mean %s?', (given, meant, call) => {
  expect(getError(call)).toMatchObject({ code: 'invalidArgument', actual: `'${given}'; did you mean '${meant}'?` });
});

test.each([
  ['missing', 'ignore', () => fair.audit({ ...columns, missing: misuse('ignore') })],
  ['mode', 'multiclass', () => individual.otDistance(label, score, { mode: misuse('multiclass') })],
  ['scoring', 'Wasserstein2', () => individual.otDistance(label, score, { scoring: misuse('Wasserstein2') })],
  [
    'kind',
    'cosine',
    () => individual.sampleDistortionMetric({ groups: {}, features: [[1]], distorted: [[1]] }).total(misuse('cosine')),
  ],
  ['equalize', 'tpr', () => scored().equalizingThresholds(['sex'], { equalize: misuse('tpr') })],
  ['of', 'groups', () => aif360.theilIndex(counted(), ['1'], misuse('groups'))],
  ['of', 'score', () => aif360.smoothedEmpiricalDifferentialFairness(counted(), ['1'], 1, misuse('score'))],
  ['fairnessDefinition', 'TP', () => aif360.richSubgroup({ groups: {}, label, prediction }, misuse('TP'))],
  ['scoring', 'Binomial', () => aif360.mdssClassificationMetric({ ...columns, score, scoring: misuse('Binomial') })],
])('%s: rejects the choice %s', (argument, given, call) => {
  const error = getError(call);
  expect(error).toMatchObject({ code: 'invalidArgument', argument });
  expect(error.expected).toMatch(/^one of /);
  expect(error.actual).toContain(`'${given}'`);
});

test('a scan rejects unknown names and values', async () => {
  const refused = (input, options) => expect(aif360.biasScan(input, options)).rejects;
  await refused({ ...scan, groups }, {}).toThrow("'groups'; did you mean 'attributes'?");
  await refused(scan, { num_iters: 2 }).toThrow("did you mean 'numIters'?");
  await refused(scan, { mode: 'ordnal' }).toThrow("did you mean 'ordinal'?");
  await refused(scan, { overpredicted: 'no' }).toThrow('overpredicted: expected true or false');
  const metric = aif360.mdssClassificationMetric({ ...columns, score });
  await expect(metric.biasScan(misuse({ nIter: 3 }))).rejects.toThrow("did you mean 'numIters'?");
  expect(getError(() => metric.scoreGroups({ privileged: misuse('no') }))).toMatchObject({ argument: 'privileged' });
  expect(getError(() => metric.scoreGroups(misuse(true)))).toMatchObject({ code: 'invalidArgument' });
});

describe.each([
  ['fairwasm', load],
  ['fairwasm/aif360', loadAif360],
  ['fairwasm/fairlearn', loadFairlearn],
  ['fairwasm/impact', loadImpact],
  ['fairwasm/classes', loadClasses],
  ['fairwasm/individual', loadIndividual],
  ['fairwasm/amplification', loadAmplification],
  ['fairwasm/monitoring', loadMonitoring],
  ['fairwasm/predictability', loadPredictability],
  ['fairwasm/amounts', loadAmounts],
  ['fairwasm/rankings', loadRankings],
  ['fairwasm/repeated', loadRepeated],
  ['fairwasm/robustness', loadRobustness],
  ['fairwasm/slices', loadSlices],
  ['fairwasm/thresholds', loadThresholds],
  ['fairwasm/scores', loadScores],
])('loading %s', (_, open) => {
  test('rejects unknown options', async () => {
    await expect(open(misuse({ onprogress() {} }))).rejects.toThrow("did you mean 'onProgress'?");
    await expect(open(misuse({ families: ['robustness'] }))).rejects.toThrow('load: expected options among');
    await expect(open({ signal: misuse({}) })).rejects.toThrow('signal: expected a function');
    await expect(open({ onProgress: misuse(true) })).rejects.toThrow('onProgress: expected a function');
    await expect(open(misuse(null))).rejects.toThrow('load: expected an object');
  });
});

test('accepts only a shared core from load() of fairwasm', async () => {
  await expect(loadAif360({ fair: misuse({}) })).rejects.toThrow("fair: expected the result of load() from 'fairwasm'");
  await expect(loadClasses({ fair: misuse({}) })).rejects.toThrow('fair: expected the result of load()');
  await expect(loadClasses({ wasm: misuse({ clases: '' }) })).rejects.toThrow("did you mean 'classes'?");
  await expect(loadFairlearn({ fair: misuse(null) })).rejects.toThrow('fair: expected the result of load()');
  await expect(loadAif360({ wasm: misuse({ cores: '' }) })).rejects.toThrow("did you mean 'core'?");
});

test.each([
  ['no input', () => misuse(fair).audit()],
  ['null', () => fair.audit(misuse(null))],
  ['no groups', () => fair.audit(misuse({ label, prediction }))],
  ['a string as groups', () => fair.audit({ ...columns, groups: misuse('sex') })],
  ['a single column as groups', () => fair.audit({ ...columns, groups: misuse(groups.sex) })],
  ['a single coded column as groups', () => fair.audit({ ...columns, groups: { codes: [], categories: [] } })],
  ['groups in a Map', () => fair.audit({ ...columns, groups: misuse(new Map(Object.entries(groups))) })],
  ['a promise as groups', () => fair.audit({ ...columns, groups: misuse(Promise.resolve(groups)) })],
  ['an object as a group', () => classification({ privileged: [{ sex: {} }] })],
  ['an object as the favorable label', () => classification({ favorable: {} })],
  ['null as the favorable label', () => fair.audit({ ...columns, favorable: misuse(null) })],
  ['a string as the threshold', () => fair.audit({ groups, label, score, threshold: misuse('0.5') })],
  ['a weight that is not a column', () => fair.scoreTally().update({ label, score, weight: misuse(0) })],
  ['text as a target', () => scored().equalizingThresholds([], { equalize: 'selectionRate', target: misuse({}) })],
  ['a metric that is not a function', () => classification().difference(misuse('baseRate'))],
  ['no rows', () => classification().oneVsRest(misuse('disparateImpact'))],
  ['null as groups', () => classification({ groups: null })],
  ['a single column as groups of a metric', () => classification({ groups: groups.sex })],
  ['a string as groups of a table', () => fair.auditTable(misuse(columns), { groups: misuse('sex') })],
  ['an auditor without groups', () => fair.auditor(misuse({ label: true }))],
  ['a column as an auditor’s label', () => fair.auditor({ groups: [], label: misuse(label) })],
  ['a duplicate group', () => fair.tally({ groups: ['sex', 'sex'], label: true })],
  ['a number as groups of scores', () => fair.scoreTally(misuse(1))],
  ['a tally without options', () => misuse(fair).tally()],
  ['an audit instead of a tally', () => fair.auditTally(misuse(fair.audit(eightRows())))],
  ['no tally', () => aif360.theilIndex(misuse(undefined), ['1'])],
  ['a label that is not a list', () => aif360.theilIndex(counted(), misuse(1))],
  ['a string as concentrations', () => aif360.differentialFairnessBiasAmplification(counted(), ['1'], misuse('1'))],
  ['a string as the confidence', () => fair.audit({ ...columns, uncertainty: { confidence: misuse('0.5') } })],
  ['a list as the reference', () => fair.audit({ ...columns, privileged: misuse([{ sex: 'm' }]) })],
])('rejects %s with a FairwasmError', (_, call) => {
  expect(getError(call)).toMatchObject({ code: 'invalidArgument' });
});

test.each([
  ['scoreTally', () => fair.scoreTally()],
  ['regressionTally', () => fair.regressionTally()],
])('a %s merges only with its own kind', async (make, empty) => {
  const other = await load();
  for (const wrong of [undefined, null, {}, fair.tally({ label: true })]) {
    expect(getError(() => empty().merge(misuse(wrong)))).toMatchObject({ code: 'invalidArgument' });
  }
  expect(getError(() => empty().merge(other[make]()))).toMatchObject({ code: 'incompatible' });
});

test('rejects a tally from another load', async () => {
  const other = await load();
  const { theilIndex } = await loadAif360({ fair: other });
  expect(getError(() => theilIndex(counted(), ['1']))).toMatchObject({ code: 'incompatible', argument: 'tally' });
  expect(getError(() => other.auditTally(counted()))).toMatchObject({ code: 'incompatible' });
});

test.each([
  ['one label', () => classification({ favorable: 'yes' })],
  ['a list of labels', () => classification({ favorable: ['yes', 'perhaps'] })],
  ['scores and one label', () => aif360.mdssClassificationMetric({ ...columns, score, favorable: 'yes' })],
])('rejects a favorable label that does not occur: %s', (_, call) => {
  expect(getError(call).code).toBe('invalidArgument');
});

describe('a selection of a group', () => {
  // The true positive rate is 1.5 / 2.5 for f and 0.5 / 2.5 for m, by weight.
  test('selects all rows if omitted or null, like None in Python', () => {
    for (const choice of [undefined, null, {}, { privileged: null }, { privileged: undefined }]) {
      expect(classification().truePositiveRate(choice)).toBeCloseTo(2 / 5, 14);
    }
    const distance = individual.sampleDistortionMetric({
      groups,
      features: label.map((y) => [y]),
      distorted: prediction.map((p) => [p]),
      ...compared,
    });
    expect(distance.totalManhattanDistance(null)).toBe(4);
    expect(distance.numInstances({ privileged: null })).toBe(8);
    expect(distance.totalManhattanDistance({ privileged: true })).toBe(3);
    expect(distance.euclideanDistance({ privileged: true, returned: true }).weights).toHaveLength(4);
  });

  test('selects one of the groups', () => {
    expect(classification().truePositiveRate({ privileged: false })).toBeCloseTo(1.5 / 2.5, 14);
    expect(classification().truePositiveRate({ privileged: true })).toBeCloseTo(0.5 / 2.5, 14);
  });

  test('true selects the privileged group and false the unprivileged one, like AIF360', () => {
    const metric = classification();
    for (const privileged of [true, false]) {
      expect(metric.truePositiveRate(privileged)).toBe(metric.truePositiveRate({ privileged }));
      expect(metric.numInstances(privileged)).toBe(metric.numInstances({ privileged }));
    }
    expect(metric.truePositiveRate(true)).not.toBe(metric.truePositiveRate(false));
  });

  test.each([1, 'privileged', [true], { priviledged: true }, { privileged: 1 }])('rejects %j', (choice) => {
    const error = getError(() => classification().truePositiveRate(misuse(choice)));
    expect(error.code).toBe('invalidArgument');
    expect(() => aif360.datasetMetric({ groups, ...compared }).numInstances(misuse(choice))).toThrow(error.message);
  });

  test('does not interpret null as a group name', () => {
    const metric = classification({ privileged: null });
    expect(getError(() => metric.truePositiveRate({ privileged: true }))).toMatchObject({
      code: 'invalidState',
      argument: 'privileged',
    });
  });
});
