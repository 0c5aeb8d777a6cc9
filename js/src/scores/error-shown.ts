// SPDX-License-Identifier: Apache-2.0
//
// What a report of predicted numbers shows in whatever format: what stands out, in sentences, pictures of errors by group,
// and tables.

import type { Estimate } from '../core/estimate.js';
import { requireParts } from '../core/options.js';
import { ofGiven } from '../core/plain-data.js';
import {
  oneLine,
  showConfidence,
  showCount,
  showProbability,
  showQuantity,
} from '../document/format.js';
import {
  type Panel,
  type PanelFigure,
  type PanelTable,
  quantityWithInterval,
} from '../report/panels/panel.js';
import { type ErrorBreakdown, type ErrorReport, quantileShares } from './error-report.js';
import type { ErrorName } from './exact-errors.js';

const titles = {
  meanError: 'Mean error',
  meanAbsoluteError: 'Mean absolute error',
  rootMeanSquaredError: 'Root mean squared error',
  medianAbsoluteError: 'Median absolute error',
  r2Score: 'R²',
} as const satisfies Partial<Record<ErrorName, string>>;
type ShownName = keyof typeof titles;
const shownNames = Object.keys(titles) as ShownName[];

/** Throws `invalidArgument` for what is no report of predicted numbers. */
export const requireErrors = (report: ErrorReport) =>
  requireParts(
    'report',
    report,
    ['rows', 'columns', 'overall', 'breakdowns'],
    'the result of errorReport()',
  );

/**
 * Returns the title of a report.
 *
 * @example
 * import { load as loadFairwasm } from 'fairwasm';
 * const doors = { fair: await loadFairwasm(), scores: await load() };
 * const wages = { label: [20, 30, 20, 40], prediction: [18, 24, 21, 41], groups: { sex: ['f', 'f', 'm', 'm'] } };
 * errorTitle(errorReport(doors, { ...wages, source: 'wages.csv' })); // "wages.csv"
 */
export function errorTitle(report: ErrorReport): string {
  requireErrors(report);
  return report.source ?? 'Predicted numbers';
}

/**
 * Returns the facts above a report, as pairs of a heading and a text.
 *
 * @example
 * import { load as loadFairwasm } from 'fairwasm';
 * const doors = { fair: await loadFairwasm(), scores: await load() };
 * const wages = { label: [20, 30, 20, 40], prediction: [18, 24, 21, 41], groups: { sex: ['f', 'f', 'm', 'm'] } };
 * errorFacts(errorReport(doors, wages))[0]; // ["Rows", "4"]
 */
export function errorFacts(report: ErrorReport) {
  return ofGiven('report', () => {
    requireErrors(report);
    const { rows, droppedRows, columns, confidence, quantile } = report;
    const facts: [string, string][] = [['Rows', showCount(rows)]];
    if (droppedRows > 0)
      facts.push(['Left out', `${showCount(droppedRows)} rows with missing values`]);
    for (const [role, column] of Object.entries(columns)) {
      facts.push([role.charAt(0).toUpperCase() + role.slice(1), oneLine(column)]);
    }
    if (quantile !== undefined)
      facts.push(['Predicted', `The ${showConfidence(quantile)} quantile of the targets`]);
    facts.push(
      ['Error', 'Prediction minus target: positive if predictions are too high'],
      [
        'Intervals',
        `${showConfidence(confidence)}, of each value; those of largest gaps hold over all groups at once`,
      ],
    );
    return facts;
  });
}

/**
 * Returns the panels of each breakdown.
 *
 * @example
 * import { load as loadFairwasm } from 'fairwasm';
 * const doors = { fair: await loadFairwasm(), scores: await load() };
 * const wages = { label: [20, 30, 20, 40], prediction: [18, 24, 21, 41], groups: { sex: ['f', 'f', 'm', 'm'] } };
 * const [panel] = errorPanels(errorReport(doors, wages)); // what a page draws of each breakdown
 * panel.figures[0].lines.map(({ name }) => name); // ["f", "m"]
 */
export function errorPanels(report: ErrorReport): Panel[] {
  return ofGiven('report', () => {
    requireErrors(report);
    return report.breakdowns.map((breakdown, i) => ({
      name: `errors-${i}`,
      title: `By ${breakdown.by.join(' and ')}`,
      said: findingsOf(report, breakdown),
      figures: [errorFigure(breakdown)],
      tables: [
        errorTable(report, breakdown),
        comparisonTable(breakdown),
        distanceTable(breakdown),
        quantileTable(breakdown),
      ].filter(({ rows }) => rows.length > 0),
    }));
  });
}

/**
 * Returns the reasons for undefined and unreliable values, without repetition.
 *
 * @example
 * import { load as loadFairwasm } from 'fairwasm';
 * const doors = { fair: await loadFairwasm(), scores: await load() };
 * const few = { label: [20, 30, 40], prediction: [18, 24, 41], groups: { sex: ['f', 'f', 'm'] } };
 * errorNotes(errorReport(doors, few))[0]; // "Mean error of All rows: few errors dominate: the effective sample size of 3 rows is 3."
 */
export function errorNotes(report: ErrorReport): string[] {
  return ofGiven('report', () => {
    requireErrors(report);
    const { overall, breakdowns } = report;
    const groups = [overall, ...breakdowns.flatMap((each) => each.groups)];
    const notes = groups.flatMap(({ name, errors }) =>
      shownNames.flatMap((metric) => {
        const { reason, warning } = errors[metric];
        const why = reason ?? warning;
        return why === undefined ? [] : [`${titles[metric]} of ${name}: ${why}.`];
      }),
    );
    return [...new Set(notes)];
  });
}

// ---- What stands out ---------------------------------------------------------------------------

const told = {
  meanError: (name: string, value: string, isHigh: boolean) =>
    `${value} for ${name} (too ${isHigh ? 'high' : 'low'})`,
  meanAbsoluteError: (name: string, value: string) => `${value} for ${name}`,
  r2Score: (name: string, value: string) => `${value} for ${name}`,
} as const;

const begins: Readonly<Record<keyof typeof told, string>> = {
  meanError: 'Predictions are off by, on average,',
  meanAbsoluteError: 'The mean absolute error is',
  r2Score: 'R², the proportion of the variance that predictions explain, is',
};

/**
 * Returns sentences on the mean errors, absolute errors, and R² with the largest gaps between groups,
 * significant ones first.
 */
export function findingsOf({ confidence }: ErrorReport, breakdown: ErrorBreakdown): string[] {
  const { groups, spreads } = breakdown;
  if (groups.length < 2) return ['There is only one group, so there is nothing to compare.'];
  const found = (Object.keys(told) as (keyof typeof told)[]).flatMap((name) => {
    const gap = spreads[name].difference;
    const known = groups
      .filter(({ errors }) => Number.isFinite(errors[name].value))
      .sort((a, b) => a.errors[name].value - b.errors[name].value);
    const [least, most] = [known[0], known.at(-1)];
    if (!least || !most || !(gap.value > 0)) return [];
    const isSure = gap.ci !== undefined && gap.ci[0] > 0;
    const of = (group: typeof least) => {
      const { value } = group.errors[name];
      return told[name](group.name, showQuantity(value, name === 'meanError'), value > 0);
    };
    const interval = gap.ci
      ? ` (${showConfidence(confidence)} interval ${showQuantity(gap.ci[0])} to ${showQuantity(gap.ci[1])}${isSure ? '' : ': not significant'})`
      : '';
    const sentence = `${begins[name]} ${of(least)}, ${of(most)}; ${showQuantity(gap.value)} apart${interval}.`;
    return [{ sentence, isSure }];
  });
  return found.sort((a, b) => Number(b.isSure) - Number(a.isSure)).map(({ sentence }) => sentence);
}

// ---- Charts and tables -------------------------------------------------------------------------

const maxLines = 8;
// Range of the axis for each group; more extreme errors would flatten the chart.
const [from, to] = [1, 99];

/** Returns the cumulative distribution of errors of the largest groups: a steep curve near 0 is best. */
export function errorFigure({ by, groups }: ErrorBreakdown): PanelFigure {
  const drawn = groups.slice(0, maxLines);
  const ends = drawn.flatMap(({ errorQuantiles }) => [errorQuantiles[from], errorQuantiles[to]]);
  const known = ends.filter((end): end is number => Number.isFinite(end));
  const more = groups.length - drawn.length;
  const which = more > 0 ? `; the ${maxLines} largest groups` : '';
  const span = [Math.min(0, ...known), Math.max(0, ...known)] as const;
  return {
    caption: `Errors by ${by.join(' and ')}${which}: proportion of rows with at most this error`,
    across: 'Error: prediction minus target',
    up: 'Proportion of rows',
    ...(span[0] < span[1] && { span }),
    lines: drawn.map(({ name, errorQuantiles }) => ({
      name,
      points: errorQuantiles
        .map((error, i) => [error, quantileShares[i] as number] as const)
        .filter((_, i) => i >= from && i <= to),
    })),
  };
}

function errorTable(
  { overall }: ErrorReport,
  { by, groups, spreads, pinballSpread }: ErrorBreakdown,
): PanelTable {
  const all = [{ ...overall, name: 'All rows' }, ...groups];
  const rows = all.map(({ name, rows, errors, pinballLoss }, i) => ({
    name,
    ...(i > 0 && { group: name }),
    cells: [
      showCount(rows),
      ...shownNames.map((metric) => quantityWithInterval(errors[metric], metric === 'meanError')),
      ...(pinballLoss ? [quantityWithInterval(pinballLoss)] : []),
    ],
  }));
  const heading = overall.pinballLoss ? ['Pinball loss'] : [];
  const gap = pinballSpread ? [quantityWithInterval(pinballSpread.difference)] : [];
  const gaps = shownNames.map((metric) => quantityWithInterval(spreads[metric].difference));
  return {
    caption: `Errors by ${by.join(' and ')}`,
    headings: ['Group', 'Rows', ...shownNames.map((metric) => titles[metric]), ...heading],
    rows: [...rows, { name: 'Largest gap', cells: ['', ...gaps, ...gap] }],
  };
}

const compared = ['meanError', 'meanAbsoluteError', 'rootMeanSquaredError'] as const;
const p = (estimate: Estimate) => showProbability(estimate);

function comparisonTable({ by, reference, comparisons }: ErrorBreakdown): PanelTable {
  return {
    caption: `By ${by.join(' and ')}, compared with ${reference}`,
    headings: [
      'Group',
      ...compared.flatMap((name) => [`${titles[name]}, difference`, 'its p']),
      `${titles.meanAbsoluteError}, ratio`,
      'Mean prediction, in standard deviations',
    ],
    rows: comparisons.map(({ group, differences, ratios, standardized }) => ({
      name: group,
      group,
      cells: [
        ...compared.flatMap((name) => [
          quantityWithInterval(differences[name], true),
          p(differences[name]),
        ]),
        quantityWithInterval(ratios.meanAbsoluteError),
        quantityWithInterval(standardized.prediction, true),
      ],
    })),
  };
}

const distanceTable = ({ by, distances }: ErrorBreakdown): PanelTable => ({
  caption: `Distances between distributions by ${by.join(' and ')}; an interval that contains 0 means no significant difference`,
  headings: [
    'Groups',
    ...['Errors: Kolmogorov–Smirnov', 'Errors: Wasserstein'],
    ...['Predictions: Kolmogorov–Smirnov', 'Predictions: Wasserstein'],
  ],
  rows: shownDistances(distances).map(({ group, other, kolmogorovSmirnov, wasserstein }) => ({
    name: `${group} and ${other ?? 'all others'}`,
    cells: (['error', 'prediction'] as const).flatMap((kind) => [
      quantityWithInterval(kolmogorovSmirnov[kind]),
      quantityWithInterval(wasserstein[kind]),
    ]),
  })),
});

// There are many pairs of many groups, and of two groups each is all others of the other; JSON has all.
const maxPairs = 6;
const shownDistances = (distances: ErrorBreakdown['distances']) => {
  const pairs = distances.filter(({ other }) => other !== null);
  if (pairs.length <= 1) return pairs;
  return pairs.length <= maxPairs ? distances : distances.filter(({ other }) => other === null);
};

const tabled = [0.05, 0.25, 0.5, 0.75, 0.95];

const quantileTable = ({ by, groups }: ErrorBreakdown): PanelTable => ({
  caption: `Error quantiles by ${by.join(' and ')}`,
  headings: ['Group', ...tabled.map((share) => `${Math.round(100 * share)}%`)],
  rows: groups.map(({ name, errorQuantiles }) => ({
    name,
    group: name,
    cells: tabled.map((share) =>
      showQuantity(errorQuantiles[Math.round(100 * share)] ?? Number.NaN, true),
    ),
  })),
});
