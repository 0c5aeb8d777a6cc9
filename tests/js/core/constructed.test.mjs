// SPDX-License-Identifier: Apache-2.0
//
// Classes with the names of other libraries, created with `new` after `load()`, as their users write it.

import {
  BinaryLabelDatasetMetric,
  ClassificationMetric,
  DatasetMetric,
  MDSSClassificationMetric,
  RegressionDatasetMetric,
  SampleDistortionMetric,
} from 'fairwasm/aif360';
import { MetricFrame } from 'fairwasm/fairlearn';
import * as ignite from 'fairwasm/ignite';
import { DPA, Leakage } from 'fairwasm/predictability';
import {
  BinaryProvableAvgRobustness,
  BinaryProvableRobustAccuracy,
  CategoricalProvableAvgRobustness,
  CategoricalProvableRobustAccuracy,
} from 'fairwasm/robustness';
import { Loaded } from '../../../dist/core/loaded-module.js';
import { misuse } from '../../misuse.mjs';
import { aif360, eightRows, fairlearn, getError, predictability, robustness } from '../support.mjs';

const compared = { unprivileged: [{ race: 'a' }], privileged: [{ race: 'b' }, { race: 'c' }] };
const { score, prediction, label, weight, groups } = eightRows();
const features = [[1], [2], [3], [4], [5], [6], [7], [8]];

test('AIF360: new gives the values of the functions', () => {
  const data = { groups, weight, ...compared };
  const labeled = { ...data, label };
  const predicted = { ...labeled, prediction };
  const scored = { ...labeled, score };
  expect(new DatasetMetric(data).classImbalance()).toBe(aif360.datasetMetric(data).classImbalance());
  expect(new BinaryLabelDatasetMetric({ ...labeled, features }).consistency(2)).toBe(
    aif360.binaryLabelDatasetMetric({ ...labeled, features }).consistency(2),
  );
  expect(new ClassificationMetric(predicted).averageOddsDifference()).toBe(
    aif360.classificationMetric(predicted).averageOddsDifference(),
  );
  expect(new MDSSClassificationMetric(scored).scoreGroups()).toBe(
    aif360.mdssClassificationMetric(scored).scoreGroups(),
  );
  expect(new RegressionDatasetMetric({ groups, score }).discountedCumGain()).toBe(
    aif360.regressionDatasetMetric({ groups, score }).discountedCumGain(),
  );
  const moved = { features, distorted: features.toReversed(), groups, ...compared };
  expect(new SampleDistortionMetric(moved).meanEuclideanDistanceDifference()).toBe(
    aif360.sampleDistortionMetric(moved).meanEuclideanDistanceDifference(),
  );
  const given = new ClassificationMetric(predicted);
  expect(given.oneVsRest((metric) => metric.disparateImpact())).toHaveLength(5);
  expect(given).toBeInstanceOf(BinaryLabelDatasetMetric);
});

test('AIF360: new rejects everything that the functions reject', () => {
  const data = { groups, label, prediction, ...compared };
  expect(getError(() => new ClassificationMetric(misuse({ ...data, labels: label }))).actual).toBe(
    "'labels'; did you mean 'label'?",
  );
});

test('fairlearn: new gives the values of metricFrame', () => {
  const input = { metrics: ['selectionRate'], label, prediction, sensitiveFeatures: groups };
  expect(new MetricFrame(misuse(input)).byGroup).toEqual(fairlearn.metricFrame(misuse(input)).byGroup);
});

test('bias_amplification: new Leakage and new DPA give the values of the functions', async () => {
  const columns = { feature: groups.race, label, prediction };
  const options = { trials: 2, epochs: 5, testSize: 0.5 };
  const leakage = await new Leakage(options).computeBiasAmp(columns);
  expect(leakage.trials).toEqual((await predictability.leakageMetric(options).computeBiasAmp(columns)).trials);
  const rows = { attribute: groups.sex, task: label, taskPrediction: prediction };
  expect(new DPA(options).exactLimit(rows, 'AtoT')).toEqual(predictability.dpaMetric(options).exactLimit(rows, 'AtoT'));
});

test('deel-lip: the four classes give the values of the functions', () => {
  const options = { lipConst: 1.5, epsilon: 0.1 };
  const signed = score.map((each) => each - 0.5);
  const logits = score.map((each) => [each, 1 - each]);
  expect(new BinaryProvableRobustAccuracy(options).compute(label, signed)).toBe(
    robustness.binaryProvableRobustAccuracy({ ...options, label, score: signed }),
  );
  const negative = { lipConst: 1.5, negativeRobustness: true };
  expect(new BinaryProvableAvgRobustness(negative).compute(label, signed, weight)).toBe(
    robustness.binaryProvableAvgRobustness({ ...negative, label, score: signed, weight }),
  );
  expect(new CategoricalProvableRobustAccuracy(options).compute(label, logits)).toBe(
    robustness.categoricalProvableRobustAccuracy({ ...options, label, score: logits }),
  );
  const none = { lipConst: 1.5, disjointNeurons: false, reduction: misuse('none') };
  expect(new CategoricalProvableAvgRobustness(none).compute(label, logits)).toEqual(
    robustness.categoricalProvableAvgRobustness({ ...none, label, score: logits }),
  );
  const { argument, actual } = getError(
    () => new BinaryProvableRobustAccuracy(misuse({ lipConst: 1, disjointNeurons: true })),
  );
  expect([argument, actual]).toEqual(['BinaryProvableRobustAccuracy', "'disjointNeurons'"]);
});

test('ignite has a load() with all of its classes', async () => {
  const loaded = await ignite.load();
  const { load: _, BaseMetric: __, ...classes } = ignite;
  expect(loaded).toEqual(classes);
});

test('new before load() throws', () => {
  expect(getError(() => new Loaded('fairwasm/aif360').get())).toMatchObject({
    code: 'invalidState',
    argument: 'fairwasm/aif360',
    expected: '`await load()` before the first `new`',
  });
});
