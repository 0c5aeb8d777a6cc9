// SPDX-License-Identifier: Apache-2.0
//
// AIF360's explainers: value, counts, and a sentence for every metric of the classes.

import { MetricJSONExplainer, MetricTextExplainer } from 'fairwasm/aif360';
import { misuse } from '../../misuse.mjs';
import { aif360, eightRows, getError } from '../support.mjs';

const compared = { unprivileged: [{ sex: 'f' }], privileged: [{ sex: 'm' }] };
const features = eightRows().label.map((_, row) => [row]);
const metric = () => aif360.classificationMetric({ ...eightRows(), ...compared, features });
const { prediction, score, ...rows } = eightRows();
const ofData = () => aif360.binaryLabelDatasetMetric({ ...rows, ...compared });
const json = (name, ...args) => JSON.parse(new MetricJSONExplainer(metric())[name](...args));

test('returns a sentence with the metric and its value', () => {
  const text = new MetricTextExplainer(metric());
  expect(text.disparateImpact()).toBe(
    `Disparate impact (selection rate of U / selection rate of P): ${metric().disparateImpact()}`,
  );
  expect(text.accuracy()).toMatch(/^Accuracy \(.+\): 0\.\d+$/);
  expect(text.accuracy({ privileged: true })).toBe(
    `Accuracy of privileged instances: ${metric().accuracy({ privileged: true })}`,
  );
  expect(text.truePositiveRate({ privileged: false })).toBe('True positive rate of unprivileged instances: 0.6');
  expect(text.numTruePositives()).toBe('Number of true positives (TP): 2');
  expect(text.power()).toBe(text.numTruePositives());
  expect(text.sensitivity()).toBe(text.truePositiveRate());
  expect(text.generalizedEntropyIndex(1)).toContain(`: ${metric().theilIndex()}`);
});

test('includes the counts of a rate in JSON', () => {
  expect(json('truePositiveRate', { privileged: false })).toEqual({
    metric: 'True positive rate',
    message: 'True positive rate of unprivileged instances: 0.6',
    value: 0.6,
    numTruePositives: 1.5,
    numPositives: 2.5,
    description: expect.stringMatching(/\.$/),
  });
});

test('includes the counts of both groups of a comparison in JSON', () => {
  expect(json('statisticalParityDifference')).toMatchObject({
    metric: 'Statistical parity difference',
    numPredPositivesUnprivileged: 1.5,
    numInstancesUnprivileged: 3.5,
    numPredPositivesPrivileged: 5.5,
    numInstancesPrivileged: 7.5,
    ideal: 0,
  });
  expect(Object.keys(json('averageOddsDifference'))).toEqual(
    expect.arrayContaining(['numTruePositivesPrivileged', 'numNegativesUnprivileged']),
  );
});

test('compares true outcomes in dataset metrics', () => {
  const explained = JSON.parse(new MetricJSONExplainer(ofData()).disparateImpact());
  expect(explained).toMatchObject({ numPositivesUnprivileged: 2.5, numInstancesPrivileged: 7.5 });
  expect(getError(() => new MetricTextExplainer(ofData()).accuracy())).toMatchObject({
    code: 'invalidState',
    argument: 'accuracy',
    actual: 'BinaryLabelDatasetMetric',
  });
});

test('writes non-finite values as null in JSON and names them in the message', () => {
  const empty = aif360.classificationMetric({ ...eightRows(), ...compared, privileged: [] });
  const explained = JSON.parse(new MetricJSONExplainer(empty).disparateImpact());
  expect(explained.value).toBeNull();
  expect(explained.message).toMatch(/: NaN$/);
});

test('explains every method of the metric that returns a number', () => {
  const text = new MetricTextExplainer(metric());
  const own = metric();
  const names = new Set();
  for (let at = Object.getPrototypeOf(own); at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) names.add(name);
  }
  const unsaid = [...names].filter((name) => {
    if (name === 'constructor' || text[name]) return false;
    try {
      return typeof own[name]() === 'number';
    } catch {
      return false;
    }
  });
  // AIF360 does not explain the metrics that aif360.sklearn adds.
  expect(unsaid.sort()).toEqual([
    'classImbalance',
    'conditionalDemographicDisparity',
    'klDivergence',
    'smoothedBaseRate',
    'smoothedSelectionRate',
  ]);
});

test.each([undefined, null, {}, 'metric'])('rejects %j', (given) => {
  expect(getError(() => new MetricTextExplainer(misuse(given)))).toMatchObject({
    code: 'invalidArgument',
    argument: 'metric',
  });
});
