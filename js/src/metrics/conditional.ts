// SPDX-License-Identifier: Apache-2.0
//
// Rows of the metrics table for comparisons of groups within strata, such as applicants to one department.

import { type Metric, rowsWith, unbounded } from './metric.js';

const row = rowsWith({
  ...{ kind: 'conditional', range: unbounded, direction: 'ideal', inputs: ['prediction'] },
  undefinedWhen: 'no stratum has both groups',
  reference: 'Direct standardization, as in epidemiology',
});

const mantel = 'Mantel and Haenszel: Statistical Aspects of the Analysis of Data from Retrospective Studies, 1959';

export const conditionalMetrics: readonly Metric[] = [
  row({
    name: 'standardizedDifference',
    title: 'Standardized difference',
    formula: 'mean over strata, weighted by their proportion of all rows, of rate(U) - rate(P)',
    range: [-1, 1],
    ideal: 0,
    meaning: 'The gap if both groups had the same distribution over strata.',
  }),
  row({
    name: 'standardizedRatio',
    title: 'Standardized ratio',
    formula: 'mean over strata of rate(U), weighted by their proportion of all rows, divided by that of rate(P)',
    ideal: 1,
    meaning: 'The ratio of the rates if both groups had the same distribution over strata.',
  }),
  row({
    name: 'commonOddsRatio',
    title: 'Common odds ratio',
    formula: 'sum over strata of cases(U) others(P) / n, divided by that of others(U) cases(P) / n',
    ideal: 1,
    meaning: 'Odds of the group as a multiple of the odds of the reference group, among people in the same stratum.',
    undefinedWhen: 'no stratum is informative',
    reference: mantel,
  }),
  row({
    name: 'sameOdds',
    title: 'Cochran-Mantel-Haenszel test',
    formula: '(sum of cases(U) - expected)² / variance, over strata; chi-squared with 1 degree of freedom',
    direction: 'none',
    meaning: 'Test of equal odds of the groups among people in the same stratum.',
    undefinedWhen: 'no stratum has both cases and non-cases',
    reference: `Cochran: Some Methods for Strengthening the Common χ² Tests, 1954; ${mantel}`,
  }),
  row({
    name: 'sameOddsRatio',
    title: 'Breslow-Day test',
    formula: 'sum over strata of (cases(U) - those at the common odds ratio)² / variance, with Tarone’s correction',
    direction: 'none',
    meaning: 'Test of equal odds ratios in all strata.',
    undefinedWhen: 'fewer than two strata are informative, or the common odds ratio is 0, infinite, or undefined',
    reference: 'Breslow and Day: Statistical Methods in Cancer Research, 1980; Tarone: On Heterogeneity Tests, 1985',
  }),
];
