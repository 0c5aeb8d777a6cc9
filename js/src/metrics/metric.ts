// SPDX-License-Identifier: Apache-2.0
//
// What is said about a metric: a row of the table, and the kinds of rows there are.

/** Which columns a metric needs. */
export type MetricInput =
  | 'label'
  | 'prediction'
  | 'score'
  | 'attribute'
  | 'task'
  | 'taskPrediction'
  | 'captions'
  | 'features';

/** What metrics there are, in the order in which they are listed: each a heading, and what one of it does. */
export const metricKinds = {
  rate: { heading: 'Rates, of one group', does: 'a rate of one group' },
  disparity: {
    heading: 'Disparities, of a group (U) compared with the reference group (P)',
    does: 'compares a group (U) with a reference group (P)',
  },
  conditional: {
    heading: 'Within strata, of a group (U) compared with the reference group (P)',
    does: 'compares a group (U) with a reference group (P) among people who are alike otherwise',
  },
  subgroup: {
    heading: 'Subgroups, all of them or the worst',
    does: 'looks at all subgroups, or for the worst',
  },
  inequality: {
    heading: 'Inequality, of benefits (b = prediction - label + 1)',
    does: 'how unequally benefits are distributed',
  },
  individual: { heading: 'Individuals, row by row', does: 'compares rows with rows' },
  ranking: { heading: 'Rankings', does: 'looks at the order of rows' },
  quality: {
    heading: 'Quality of scores and of predicted numbers, of one group',
    does: 'how good scores or predicted numbers are for one group',
  },
  classes: {
    heading: 'Several classes and several labels, of one group',
    does: 'how good predictions of several classes or labels are for one group',
  },
  amplification: {
    heading: 'Amplifications, of predictions compared with the truth',
    does: 'compares predictions with the truth',
  },
  certificate: {
    heading: 'Certificates, of how far inputs may be moved',
    does: 'how far inputs may be moved',
  },
} as const;

export interface Metric {
  /** As in code: camelCase of the name that AIF360 and fairlearn use. */
  name: string;
  /** For people. */
  title: string;
  /** What other libraries and textbooks call it; see {@link findMetric}. */
  aliases?: readonly string[];
  /** See {@link metricKinds}. */
  kind: keyof typeof metricKinds;
  /**
   * In terms of TP, FP, TN, FN, and U (unprivileged) and P (privileged) for disparities; of benefits b and
   * their mean mu for inequality; of true values y and predicted ones p for rows; of attributes a, tasks t
   * and what is predicted, t', for amplifications; of margins and a network's Lipschitz constant L for
   * certificates.
   */
  formula: string;
  /** Smallest and largest value for weights that are not negative. */
  range: readonly [number, number];
  /** The value that this notion of fairness asks for; most rates have none. */
  ideal?: number;
  /** Whether more is better for the group, worse, or neither in itself. */
  direction: 'higher' | 'lower' | 'none' | 'ideal';
  inputs: readonly MetricInput[];
  /** One plain sentence: what it says about people. */
  meaning: string;
  /** When it is 0/0: completes "undefined: …". */
  undefinedWhen: string;
  /** For disparities: the rate whose equality between groups it is about, if it is about one. */
  rate?: string;
  /** For disparities that are 0 only where two rates are each equal: these rates, of different rows. */
  rates?: readonly [string, string];
  /** For disparities: whether it belongs in a short summary. */
  essential?: true;
  /**
   * For disparities, where it is known what a positive decision does to people: the side of {@link ideal} on which
   * the group fares worse than the reference group; left out where neither is the worse one.
   */
  adverse?: 'above' | 'below';
  /** For disparities, where that is known: whether a summary begins with it. */
  leads?: true;
  /** Where it was defined. */
  reference: string;
}

/** A row whose ideal is 0. */
export const toZero = (row: Omit<Metric, 'direction' | 'ideal'>): Metric => ({
  direction: 'ideal',
  ideal: 0,
  ...row,
});

export const unbounded = [0, Number.POSITIVE_INFINITY] as const;

/** A row of which the compiler keeps the name: types are made of it. */
export type Row<Kind extends Metric['kind'], Name extends string> = Metric & {
  kind: Kind;
  name: Name;
};
