// SPDX-License-Identifier: Apache-2.0
//
// AIF360's explainers: a metric's value with a sentence about it, as text, or as JSON with the underlying
// counts. The sentences come from the metrics table.

import { invalid, invalidState } from '../core/error.js';
import { chosenGroup, type GroupChoice } from '../data/row-metric.js';
import type { DisparityName } from '../metrics/disparities.js';
import type { RateName } from '../metrics/rates.js';
import { findMetric } from '../metrics/table.js';
import { DatasetMetric } from './dataset-metric.js';

// Counts in AIF360's terms.
type CountMethod = Extract<keyof MetricExplanations, `num${string}` | 'power'>;
const counts: Readonly<Record<CountMethod, string>> = {
  numInstances: 'Number of instances',
  numPositives: 'Number of instances with the favorable outcome',
  numNegatives: 'Number of instances with another outcome',
  numPredPositives: 'Number of instances predicted to have the favorable outcome',
  numPredNegatives: 'Number of instances predicted to have another outcome',
  numTruePositives: 'Number of true positives (TP)',
  numFalsePositives: 'Number of false positives (FP)',
  numTrueNegatives: 'Number of true negatives (TN)',
  numFalseNegatives: 'Number of false negatives (FN)',
  numGeneralizedTruePositives: 'Generalized number of true positives (GTP)',
  numGeneralizedFalsePositives: 'Generalized number of false positives (GFP)',
  numGeneralizedTrueNegatives: 'Generalized number of true negatives (GTN)',
  numGeneralizedFalseNegatives: 'Generalized number of false negatives (GFN)',
  power: 'Number of true positives (TP)',
};

// Metrics of one group with the underlying counts.
type RateMethod = Exclude<keyof MetricExplanations, CountMethod | ComparisonMethod | DatasetMethod>;
const rates: Readonly<Record<RateMethod, readonly CountMethod[]>> = {
  baseRate: ['numPositives', 'numInstances'],
  selectionRate: ['numPredPositives', 'numInstances'],
  truePositiveRate: ['numTruePositives', 'numPositives'],
  recall: ['numTruePositives', 'numPositives'],
  sensitivity: ['numTruePositives', 'numPositives'],
  falsePositiveRate: ['numFalsePositives', 'numNegatives'],
  trueNegativeRate: ['numTrueNegatives', 'numNegatives'],
  specificity: ['numTrueNegatives', 'numNegatives'],
  falseNegativeRate: ['numFalseNegatives', 'numPositives'],
  positivePredictiveValue: ['numTruePositives', 'numFalsePositives'],
  precision: ['numTruePositives', 'numFalsePositives'],
  negativePredictiveValue: ['numTrueNegatives', 'numFalseNegatives'],
  falseDiscoveryRate: ['numTruePositives', 'numFalsePositives'],
  falseOmissionRate: ['numTrueNegatives', 'numFalseNegatives'],
  accuracy: ['numTruePositives', 'numTrueNegatives', 'numPositives', 'numNegatives'],
  errorRate: ['numTruePositives', 'numTrueNegatives', 'numPositives', 'numNegatives'],
  generalizedTruePositiveRate: ['numGeneralizedTruePositives', 'numPositives'],
  generalizedFalsePositiveRate: ['numGeneralizedFalsePositives', 'numNegatives'],
  generalizedTrueNegativeRate: ['numGeneralizedTrueNegatives', 'numNegatives'],
  generalizedFalseNegativeRate: ['numGeneralizedFalseNegatives', 'numPositives'],
};

// Comparisons of the two groups, with the compared rates.
type ComparisonMethod = Extract<keyof MetricExplanations, 'disparateImpact' | `${string}Difference` | `${string}Ratio`>;
const odds: readonly RateMethod[] = ['falsePositiveRate', 'truePositiveRate'];
const comparisons: Readonly<Record<ComparisonMethod, readonly RateMethod[]>> = {
  disparateImpact: ['selectionRate'],
  statisticalParityDifference: ['selectionRate'],
  meanDifference: ['selectionRate'],
  equalOpportunityDifference: ['truePositiveRate'],
  truePositiveRateDifference: ['truePositiveRate'],
  falsePositiveRateDifference: ['falsePositiveRate'],
  falseNegativeRateDifference: ['falseNegativeRate'],
  falseDiscoveryRateDifference: ['falseDiscoveryRate'],
  falseOmissionRateDifference: ['falseOmissionRate'],
  errorRateDifference: ['errorRate'],
  falsePositiveRateRatio: ['falsePositiveRate'],
  falseNegativeRateRatio: ['falseNegativeRate'],
  falseDiscoveryRateRatio: ['falseDiscoveryRate'],
  falseOmissionRateRatio: ['falseOmissionRate'],
  errorRateRatio: ['errorRate'],
  averageOddsDifference: odds,
  averageAbsOddsDifference: odds,
  equalizedOddsDifference: odds,
  generalizedEqualizedOddsDifference: ['generalizedFalsePositiveRate', 'generalizedTruePositiveRate'],
  averagePredictiveValueDifference: ['positivePredictiveValue', 'falseOmissionRate'],
};

// Metrics of the whole data set, some with a parameter such as alpha.
type DatasetMethod = Extract<
  keyof MetricExplanations,
  'consistency' | `${string}Fairness` | `${string}Amplification` | `${string}Index` | `${string}Variation`
>;
const datasetMetrics: readonly DatasetMethod[] = [
  'consistency',
  'smoothedEmpiricalDifferentialFairness',
  'differentialFairnessBiasAmplification',
  'generalizedEntropyIndex',
  'theilIndex',
  'coefficientOfVariation',
  'betweenGroupGeneralizedEntropyIndex',
  'betweenGroupTheilIndex',
  'betweenGroupCoefficientOfVariation',
  'betweenAllGroupsGeneralizedEntropyIndex',
  'betweenAllGroupsTheilIndex',
  'betweenAllGroupsCoefficientOfVariation',
];

/** Functions that return a sentence about a metric, under the method names of the metric classes. */
export type MetricExplanations = {
  readonly [Name in
    | 'numInstances'
    | 'numPositives'
    | 'numNegatives'
    | 'numPredPositives'
    | 'numPredNegatives'
    | 'numTruePositives'
    | 'numFalsePositives'
    | 'numTrueNegatives'
    | 'numFalseNegatives'
    | 'numGeneralizedTruePositives'
    | 'numGeneralizedFalsePositives'
    | 'numGeneralizedTrueNegatives'
    | 'numGeneralizedFalseNegatives'
    | 'power'
    | Exclude<RateName, 'f1Score' | 'balancedAccuracy' | 'informedness'>
    | 'recall'
    | 'sensitivity'
    | 'specificity'
    | 'precision']: (choice?: GroupChoice) => string;
} & {
  readonly [Name in DisparityName | 'meanDifference' | 'truePositiveRateDifference']: () => string;
} & {
  /** `option` is the parameter of the metric: alpha, the number of neighbors, or a concentration. */
  readonly [Name in
    | 'consistency'
    | 'smoothedEmpiricalDifferentialFairness'
    | 'differentialFairnessBiasAmplification'
    | 'generalizedEntropyIndex'
    | 'theilIndex'
    | 'coefficientOfVariation'
    | 'betweenGroupGeneralizedEntropyIndex'
    | 'betweenGroupTheilIndex'
    | 'betweenGroupCoefficientOfVariation'
    | 'betweenAllGroupsGeneralizedEntropyIndex'
    | 'betweenAllGroupsTheilIndex'
    | 'betweenAllGroupsCoefficientOfVariation']: (option?: number) => string;
};

type Name = CountMethod | RateMethod | ComparisonMethod | DatasetMethod;
const names = [counts, rates, comparisons].flatMap((each) => Object.keys(each)).concat(datasetMetrics);

interface Explained {
  title: string;
  message: string;
  value: number;
  counts: Record<string, number>;
  description: string | undefined;
  ideal: number | undefined;
}

/** Computes the metric and its explanation; throws `invalidState` for a metric without this method. */
function explain(metric: DatasetMetric, name: Name, argument: GroupChoice | number): Explained {
  const ask = (method: string, given: unknown): number => {
    const f = (metric as unknown as Record<string, unknown>)[method];
    // Methods without parameters reject any argument, even undefined.
    if (typeof f === 'function') return given === undefined ? f.call(metric) : f.call(metric, given);
    throw invalidState(
      method,
      'a metric with this method; aif360.classificationMetric(…) has all of them',
      metric.constructor.name,
    );
  };
  const value = ask(name, argument);
  const row = findMetric(name);
  const isCount = Object.hasOwn(counts, name);
  const title = isCount ? counts[name as CountMethod] : (row?.title ?? name);
  const privileged = typeof argument === 'number' ? undefined : chosenGroup(argument);
  const whose = privileged ? 'privileged' : 'unprivileged';
  const of = typeof privileged === 'boolean' ? ` of ${whose} instances` : '';
  const about = of === '' && !isCount && row ? ` (${row.formula})` : '';
  return {
    title,
    message: `${title}${of}${about}: ${value}`,
    value,
    counts: isCount ? {} : countsBehind(metric, name, (count, choice) => ask(count, choice), argument),
    description: isCount ? undefined : row?.meaning,
    ideal: row?.ideal,
  };
}

type AskCount = (count: CountMethod, choice: GroupChoice) => number;

function countsBehind(
  metric: DatasetMetric,
  name: Name,
  ask: AskCount,
  argument: GroupChoice | number,
): Record<string, number> {
  if (Object.hasOwn(rates, name)) {
    const all = rates[name as RateMethod].map((count) => [count, ask(count, argument as GroupChoice)]);
    return Object.fromEntries(all);
  }
  if (!Object.hasOwn(comparisons, name)) return {};
  // Metrics of the data compare true outcomes.
  const isPredicted = 'selectionRate' in metric;
  const compared = comparisons[name as ComparisonMethod].map((rate) =>
    rate === 'selectionRate' && !isPredicted ? 'baseRate' : rate,
  );
  const needed = new Set<CountMethod>(compared.flatMap((rate) => rates[rate]));
  const groups = [
    ['Unprivileged', false],
    ['Privileged', true],
  ] as const;
  return Object.fromEntries(
    groups.flatMap(([suffix, privileged]) =>
      [...needed].map((count) => [`${count}${suffix}`, ask(count, { privileged })]),
    ),
  );
}

function getExplainer(render: (explained: Explained) => string): new (metric: DatasetMetric) => MetricExplanations {
  class Explainer {
    constructor(metric: DatasetMetric) {
      if (!(metric instanceof DatasetMetric)) {
        throw invalid(
          'metric',
          'a metric, such as one from aif360.classificationMetric(…)',
          metric === null ? 'null' : typeof metric,
        );
      }
      for (const name of names) {
        const method = (argument: GroupChoice | number) => {
          return render(explain(metric, name as Name, argument));
        };
        Object.defineProperty(this, name, { value: method });
      }
    }
  }
  return Explainer as unknown as new (
    metric: DatasetMetric,
  ) => MetricExplanations;
}

/**
 * AIF360's `MetricTextExplainer`. `new MetricTextExplainer(metric).disparateImpact()` returns a line with the name, the
 * formula, and the value of the metric. Its methods throw like the methods of the metric, and `invalidState` if the
 * metric lacks the method.
 *
 * @example
 * const metric = (await load()).binaryLabelDatasetMetric({
 *   label: [1, 0, 1, 1],
 *   groups: { sex: ['f', 'f', 'm', 'm'] },
 *   unprivileged: [{ sex: 'f' }],
 *   privileged: [{ sex: 'm' }],
 * });
 * new MetricTextExplainer(metric).numInstances(); // "Number of instances: 4"
 */
export const MetricTextExplainer = getExplainer(({ message }) => message);

/**
 * Explains a metric in JSON, like AIF360's `MetricJSONExplainer`. Each method returns a JSON object with `metric`,
 * `message`, `value`, the counts behind it (`numTruePositives`, or `numTruePositivesUnprivileged` and `…Privileged` for
 * compared groups), `description` and `ideal`. A non-finite value is null, and the message contains it.
 *
 * @example
 * const metric = (await load()).binaryLabelDatasetMetric({
 *   label: [1, 0, 1, 1],
 *   groups: { sex: ['f', 'f', 'm', 'm'] },
 *   unprivileged: [{ sex: 'f' }],
 *   privileged: [{ sex: 'm' }],
 * });
 * JSON.parse(new MetricJSONExplainer(metric).disparateImpact()).value; // 0.5
 */
export const MetricJSONExplainer = getExplainer(({ title, message, value, counts: behind, description, ideal }) =>
  JSON.stringify({
    metric: title,
    message,
    value,
    ...behind,
    ...(description !== undefined && { description }),
    ...(ideal !== undefined && { ideal }),
  }),
);
