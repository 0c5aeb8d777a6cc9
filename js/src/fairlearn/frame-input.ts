// SPDX-License-Identifier: Apache-2.0
//
// The input of a MetricFrame and its validation.

import { invalid } from '../core/error.js';
import { isPlain, requireOneOf, requireOptions, requireWhole, shown } from '../core/options.js';
import type { CategoryColumn, NumberColumn } from '../data/column.js';
import type { Favorable } from '../data/favorable.js';
import { isColumn, requireColumns } from '../data/named-columns.js';
import { requireLabels } from '../tally/tally-arguments.js';
import { type CountsMetric, type FrameMetric, getKind, type MetricName, requireMetric } from './metric-names.js';

/** Columns by name, or one column. */
export type FeatureColumns = Readonly<Record<string, CategoryColumn>> | CategoryColumn;

export interface MetricFrameInput {
  /** True outcomes; numbers for regression metrics. */
  label: CategoryColumn;
  /**
   * Predicted outcomes, or numbers for regression metrics; required by all metrics except those of scores.
   */
  prediction?: CategoryColumn | undefined;
  /** Estimated probabilities of the favorable outcome, for `rocAucScore` and `logLoss`. */
  score?: NumberColumn | undefined;
  /** Columns whose categories define the groups, by name; a single column is named `sensitive_feature_0`. */
  sensitiveFeatures: Readonly<Record<string, CategoryColumn>> | CategoryColumn;
  /** Columns within whose categories groups are compared; a single column is named `control_feature_0`. */
  controlFeatures?: (Readonly<Record<string, CategoryColumn>> | CategoryColumn) | undefined;
  /** Row weights, at least 0. Default: 1. */
  weight?: NumberColumn | undefined;
  /**
   * The label that counts as positive. Default: 1 or an equivalent. Required for rates if there are more than
   * two labels: that label is then compared with all others.
   */
  favorable?: Favorable | undefined;
  /**
   * Names of metrics, or metrics by custom names. A single metric needs no list: its values have its name,
   * that of the function, or `metric`.
   */
  metrics: FrameMetric | readonly MetricName[] | Readonly<Record<string, FrameMetric>>;
  /**
   * Columns for single metrics, by the metric's name: a function of rows gets the values of its group; all
   * others accept `weight`, which replaces that of the frame.
   */
  sampleParams?: Readonly<Record<string, Readonly<Record<string, CategoryColumn | NumberColumn>>>> | undefined;
  /**
   * Handling of a custom function that does not return a number: throw (`raise`) or use NaN (`coerce`). Default:
   * `raise`.
   */
  errors?: 'raise' | 'coerce' | undefined;
  /**
   * Number of bootstrap samples for the quantiles. Default: none. For metrics of labels, samples are drawn
   * from the counts, so the number of rows does not matter. For metrics of numbers, scores, and rows, the
   * rows are drawn, which takes as long as creating the frame that many times.
   */
  nBoot?: number | undefined;
  /** The quantiles of the samples that methods with `CI` return. Default: 0.025 and 0.975. */
  ciQuantiles?: readonly number[] | undefined;
  /** Seed of the samples, fairlearn's `random_state`. Default: 1. */
  seed?: number | undefined;
  /**
   * The person (or other unit) that each row belongs to, if people have several rows. Samples then consist of people
   * instead of rows, with all their rows, and the quantiles are further apart if there are few people. Requires `nBoot`;
   * all samples take as long as creating the frame. Default: rows are independent.
   */
  cluster?: CategoryColumn | undefined;
}

/** @internal */
export const columnNames = [
  ...['label', 'prediction', 'score', 'sensitiveFeatures', 'controlFeatures', 'weight'],
  'favorable',
];
const optionNames = [
  ...columnNames,
  ...['metrics', 'sampleParams', 'errors', 'nBoot', 'ciQuantiles', 'seed', 'cluster'],
];

export type NamedMetric = readonly [name: string, metric: FrameMetric];

export function namedMetrics(metrics: unknown): NamedMetric[] {
  if (typeof metrics === 'string') return [[metrics, requireMetric(metrics)]];
  if (typeof metrics === 'function') return [[metrics.name || 'metric', requireMetric(metrics)]];
  if (isPlain(metrics) && typeof (metrics as Partial<CountsMetric>).fromCounts === 'function') {
    return [['metric', requireMetric(metrics)]];
  }
  if (!Array.isArray(metrics) && !isPlain(metrics)) {
    throw invalid(
      'metrics',
      'a list of names, or metrics by custom names',
      metrics === undefined ? 'nothing' : shown(metrics),
    );
  }
  if (!Array.isArray(metrics)) return Object.entries(metrics).map(([name, metric]) => [name, requireMetric(metric)]);
  // Array.from() has undefined for holes, which map() skips.
  return Array.from(metrics, (metric) => {
    if (typeof requireMetric(metric) === 'string') return [metric, metric];
    throw invalid('metrics', 'a name for each custom metric, such as { mine: … }', 'a list with an unnamed metric');
  });
}

type NamedFeatures = Readonly<Record<string, CategoryColumn>>;

/** Returns columns by name; a single column has fairlearn's default name. */
const byName = (features: FeatureColumns, name: string): NamedFeatures =>
  isColumn(features) ? { [name]: features } : (features as NamedFeatures);

/** The input of a frame, with names for all features. */
export interface NamedInput extends MetricFrameInput {
  sensitiveFeatures: NamedFeatures;
  controlFeatures: NamedFeatures;
}

export function requireInput(value: MetricFrameInput): NamedInput {
  requireOptions('metricFrame', value, optionNames);
  const input = {
    ...value,
    sensitiveFeatures: byName(value.sensitiveFeatures, 'sensitive_feature_0'),
    controlFeatures: byName(value.controlFeatures ?? {}, 'control_feature_0'),
  };
  requireColumns('sensitiveFeatures', input.sensitiveFeatures);
  requireColumns('controlFeatures', input.controlFeatures);
  if (input.favorable !== undefined) requireLabels([input.favorable].flat());
  if (input.cluster !== undefined && input.nBoot === undefined) {
    throw invalid('nBoot', 'a number of samples, which consist of clusters', 'none');
  }
  if (input.errors !== undefined) requireOneOf('errors', input.errors, ['raise', 'coerce']);
  const control = Object.keys(input.controlFeatures);
  const twice = Object.keys(input.sensitiveFeatures).find((name) => control.includes(name));
  if (twice === undefined) return input;
  throw invalid('controlFeatures', 'names that the sensitive features do not use', `'${twice}'`);
}

export function requireParams(sampleParams: MetricFrameInput['sampleParams'], metrics: readonly NamedMetric[]): void {
  if (sampleParams === undefined) return;
  requireOptions(
    'sampleParams',
    sampleParams,
    metrics.map(([name]) => name),
  );
  for (const [name, metric] of metrics) {
    const given = sampleParams[name];
    if (given === undefined) continue;
    if (getKind(metric) === 'rows') requireColumns(`sampleParams.${name}`, given);
    else requireOptions(`sampleParams.${name}`, given, ['weight']);
  }
}

interface Bootstrap {
  nBoot: number;
  ciQuantiles: readonly number[];
  seed: number;
}

export function requireBootstrap({ nBoot, ciQuantiles, seed }: Bootstrap) {
  const refuse = (argument: string, expected: string, actual: unknown) => {
    throw invalid(argument, expected, shown(actual));
  };
  requireWhole('nBoot', nBoot, 1);
  requireWhole('seed', seed, 0);
  if (!Array.isArray(ciQuantiles)) refuse('ciQuantiles', 'a list of numbers', ciQuantiles);
  const isShare = (quantile: unknown) => typeof quantile === 'number' && quantile >= 0 && quantile <= 1;
  const outside = ciQuantiles.find((quantile) => !isShare(quantile));
  if (outside !== undefined) refuse('ciQuantiles', 'numbers from 0 to 1', outside);
}
