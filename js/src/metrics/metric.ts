// SPDX-License-Identifier: Apache-2.0
//
// The type of a row of the metrics table, and the kinds of metrics.

/** A column that a metric requires. */
export type MetricInput = Metric['inputs'][number];

/**
 * The kinds of metrics, in display order: a heading, what a metric of this kind does, and the command that computes
 * its metrics, unless a metric names another one or `fairwasm metric` computes them.
 */
export const metricKinds = {
  rate: { heading: 'Rates of one group', does: 'a rate of one group' },
  disparity: {
    heading: 'Disparities between a group (U) and the reference group (P)',
    does: 'compares a group (U) with a reference group (P)',
  },
  conditional: {
    heading: 'Disparities within strata between a group (U) and the reference group (P)',
    does: 'compares a group (U) with a reference group (P) within strata',
    command: 'audit',
  },
  subgroup: { heading: 'All subgroups, or the worst one', does: 'covers all subgroups, or finds the worst one' },
  inequality: {
    heading: 'Inequality of benefits (b = prediction - label + 1)',
    does: 'measures how unequally benefits are distributed',
  },
  individual: { heading: 'Individual rows', does: 'compares rows with rows' },
  ranking: { heading: 'Rankings', does: 'measures the order of rows in a ranking' },
  share: {
    heading: 'Shares of groups compared with reference shares',
    does: 'compares the shares of groups with reference shares',
    command: 'shares',
  },
  monitoring: {
    heading: 'Gaps over time between a group and the reference group',
    does: 'follows a gap over time',
    command: 'monitoring',
  },
  quality: {
    heading: 'Quality of scores and regression predictions for one group',
    does: 'measures the quality of scores or regression predictions for one group',
  },
  classes: {
    heading: 'Multiclass and multilabel metrics of one group',
    does: 'measures the quality of multiclass or multilabel predictions for one group',
    command: 'classes',
  },
  amplification: {
    heading: 'Amplification of bias by predictions compared with the truth',
    does: 'compares predictions with the truth',
    command: 'amplification',
  },
  repeated: {
    heading: 'Repeated decisions and rates per exposure',
    does: 'compares repeated decisions on variants of cases, or rates per exposure',
    command: 'repeated',
  },
  certificate: {
    heading: 'Robustness certificates',
    does: 'certifies robustness to changes in the input',
    command: 'robustness',
  },
} as const;

export interface Metric {
  /** Name in code: the name in AIF360 and fairlearn in camelCase. */
  name: string;
  /** Display name. */
  title: string;
  /** Names in other libraries and textbooks; see {@link findMetric}. */
  aliases?: readonly string[];
  /** See {@link metricKinds}. */
  kind: keyof typeof metricKinds;
  /**
   * Formula in terms of TP, FP, TN, FN, and U (unprivileged) and P (privileged) for disparities; benefits b
   * and their mean mu for inequality; true values y and predictions p for rows; attributes a, tasks t, and
   * predictions t' for amplification; margins and a network's Lipschitz constant L for certificates.
   */
  formula: string;
  /** Smallest and largest value for nonnegative weights. */
  range: readonly [number, number];
  /** The value required by this notion of fairness; most rates have none. */
  ideal?: number;
  /** Whether higher values are better for the group, worse for it, or neither. */
  direction: 'higher' | 'lower' | 'none' | 'ideal';
  inputs: readonly (
    | 'label'
    | 'prediction'
    | 'score'
    | 'attribute'
    | 'task'
    | 'taskPrediction'
    | 'captions'
    | 'features'
    | 'item'
    | 'variant'
    | 'outcome'
    | 'answer'
    | 'group'
    | 'events'
    | 'exposure'
  )[];
  /** The command of `fairwasm` that computes it; absent if `fairwasm metric` does. */
  command?: string;
  /** One plain sentence on what the metric means for people. */
  meaning: string;
  /** The condition under which the value is 0/0; completes "undefined: …". */
  undefinedWhen: string;
  /** For disparities: the rate that it compares, if there is one. */
  rate?: string;
  /** For disparities that are 0 only if two rates of different rows are each equal: these rates. */
  rates?: readonly [string, string];
  /** For disparities: whether it is part of a short summary. */
  essential?: true;
  /**
   * For disparities with a known effect of a positive decision: the side of {@link ideal} on which the group
   * is at a disadvantage; absent if neither is.
   */
  adverse?: 'above' | 'below';
  /** For disparities with a known effect of a positive decision: whether a summary starts with it. */
  leads?: true;
  /** Publication that defined it. */
  reference: string;
}

/** Returns the condition of {@link Metric.undefinedWhen} as a clause, such as "the group has no actual positives". */
export function undefinedClause({ undefinedWhen: when, kind }: Metric): string {
  const isClause = /(?<!that )\b(?:has|have|determine|is ever|is informative|are informative|is defined)\b/;
  if (!/^(?:no|only|fewer)\b/.test(when) || isClause.test(when)) return when;
  return `${kind === 'rate' || kind === 'quality' ? 'the group' : 'the data'} has ${when}`;
}

/** Returns a function that completes rows of the table with the values that most of them have. */
export const rowsWith =
  <const Common extends Partial<Metric> & Pick<Metric, 'kind'>>(common: Common) =>
  <const Name extends string>(row: Omit<Metric, 'name' | keyof Common> & Partial<Metric> & { name: Name }) =>
    ({ ...common, ...row }) as unknown as Metric & { kind: Common['kind']; name: Name };

/** Values of rows whose ideal is 0. */
export const zeroIsIdeal = { direction: 'ideal', ideal: 0 } as const;

/** Returns a row whose ideal is 0. */
export const toZero = (row: Omit<Metric, 'direction' | 'ideal'>): Metric => ({ direction: 'ideal', ideal: 0, ...row });

export const unbounded = [0, Number.POSITIVE_INFINITY] as const;
export const real = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;
