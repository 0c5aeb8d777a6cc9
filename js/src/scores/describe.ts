// SPDX-License-Identifier: Apache-2.0
//
// Describes a regression report: findings in sentences, charts of errors by group, and tables.

import { extremes, finiteOnly, listNames, whyNothingToCompare } from '../claims/absent.js';
import { chosen, getVerdict } from '../claims/verdict.js';
import { getMax, getMin } from '../core/extremes.js';
import { requireParts } from '../core/options.js';
import { oneLine, showConfidence, showCount, showQuantity, showRows } from '../document/format.js';
import {
  type Document,
  type DocumentTable,
  type Fact,
  type Figure,
  isTable,
  notes,
  reasonsIn,
  type TableColumn,
} from '../document/model.js';
import { type ErrorBreakdown, type ErrorReport, quantileShares, searchedErrors } from './error-report-shape.js';
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

const requireErrors = (report: ErrorReport) =>
  requireParts('report', report, ['rows', 'columns', 'overall', 'breakdowns'], 'the result of errorReport()');

/** Describes the report as sentences, charts, and tables, which a page can draw. */
export function describeErrors(report: ErrorReport): Document {
  requireErrors(report);
  const sections = report.breakdowns.map((breakdown, i): Document => {
    const tables = [
      errorTable(report, breakdown),
      comparisonTable(breakdown),
      distanceTable(breakdown),
      quantileTable(breakdown),
    ];
    return {
      name: `errors-${i}`,
      title: `By ${breakdown.by.join(' and ')}`,
      blocks: [
        { texts: getFindings(report, breakdown) },
        errorFigure(breakdown),
        ...tables.filter(({ rows }) => rows.length > 0),
      ],
    };
  });
  const errors = sections.flatMap(({ blocks }) => blocks.filter(isTable).slice(0, 1));
  return {
    name: 'errors',
    title: 'Regression predictions',
    source: report.source,
    facts: getFacts(report),
    blocks: [...sections, ...notes('Undefined or unreliable', reasonsIn(errors))],
  };
}

function getFacts(report: ErrorReport): Fact[] {
  const { rows, clusters, droppedRows, columns, confidence, quantile } = report;
  const facts: Fact[] = [
    ['Rows', showCount(rows) + (clusters === undefined ? '' : ` in ${showCount(clusters)} clusters`)],
  ];
  if (droppedRows > 0) facts.push(['Omitted', `${showRows(droppedRows)} with missing values`]);
  for (const warning of report.warnings ?? []) facts.push(['Warning', oneLine(warning)]);
  for (const [role, column] of Object.entries(columns)) {
    facts.push([role.charAt(0).toUpperCase() + role.slice(1), oneLine(column)]);
  }
  if (quantile !== undefined) facts.push(['Predicted', `The ${showConfidence(quantile)} quantile of the targets`]);
  facts.push(
    ['Error', 'Prediction minus target: positive if predictions are too high'],
    [
      'Intervals',
      `${showConfidence(confidence)} for each value; intervals for the largest gaps are simultaneous over all groups, and for mean errors, mean absolute errors, and R², over all attributes`,
    ],
  );
  return facts;
}

// ---- Findings ----------------------------------------------------------------------------------

const sentences: Readonly<
  Record<(typeof searchedErrors)[number], (name: string, value: string, isHigh: boolean) => string>
> = {
  meanError: (name: string, value: string, isHigh: boolean) => `${value} for ${name} (too ${isHigh ? 'high' : 'low'})`,
  meanAbsoluteError: (name: string, value: string) => `${value} for ${name}`,
  r2Score: (name: string, value: string) => `${value} for ${name}`,
};

const begins: Readonly<Record<keyof typeof sentences, string>> = {
  meanError: 'On average, predictions are off by',
  meanAbsoluteError: 'The mean absolute error is',
  r2Score: 'R², the proportion of the variance that predictions explain, is',
};

/**
 * Returns sentences on the mean errors, absolute errors, and R² with the largest gaps between groups,
 * significant ones first.
 */
function getFindings({ confidence }: ErrorReport, breakdown: ErrorBreakdown): string[] {
  const { groups, spreads } = breakdown;
  const why = whyNothingToCompare(groups.length);
  if (why !== undefined) return [why];
  const matches = searchedErrors.flatMap((name) => {
    const gap = chosen(spreads[name].difference);
    const { defined, absent } = extremes(groups, ({ errors }) => errors[name]);
    if (defined.length === 0 || gap.value === 0) return [];
    const isSure = getVerdict(gap) === 'gap';
    const values = defined.map((group) => {
      const { value } = group.errors[name];
      return sentences[name](group.name, showQuantity(value, name === 'meanError'), value > 0);
    });
    const interval = gap.ci
      ? ` (${showConfidence(confidence)} interval ${showQuantity(gap.ci[0])} to ${showQuantity(gap.ci[1])}${isSure ? '' : ': not significant'})`
      : '';
    const parts = [
      values.join(', '),
      ...(defined.length === 2 && Number.isFinite(gap.value) ? [`${showQuantity(gap.value)} apart${interval}`] : []),
      ...(absent.length > 0 ? [`undefined for ${listNames(absent)}`] : []),
    ];
    return [{ sentence: `${begins[name]} ${parts.join('; ')}.`, isSure }];
  });
  return matches.sort((a, b) => Number(b.isSure) - Number(a.isSure)).map(({ sentence }) => sentence);
}

// ---- Charts and tables -------------------------------------------------------------------------

const maxLines = 8;
// Range of the axis for each group; more extreme errors would flatten the chart.
const [from, to] = [1, 99];

/** Returns the cumulative distribution of errors of the largest groups: a steep curve near 0 is best. */
function errorFigure({ by, groups }: ErrorBreakdown): Figure {
  const drawn = groups.slice(0, maxLines);
  const ends = drawn.flatMap(({ errorQuantiles }) => [errorQuantiles[from], errorQuantiles[to]]);
  const known = ends.filter((end): end is number => Number.isFinite(end));
  const more = groups.length - drawn.length;
  const which = more > 0 ? `; the ${maxLines} largest groups` : '';
  const span = [getMin(known, 0), getMax(known, 0)] as const;
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

const errorColumn = (name: ShownName): TableColumn => ({
  heading: titles[name],
  format: name === 'meanError' ? 'change' : 'quantity',
});

function errorTable({ overall }: ErrorReport, { by, groups, spreads, pinballSpread }: ErrorBreakdown): DocumentTable {
  const all = [{ ...overall, name: 'All rows' }, ...groups];
  const rows = all.map(({ name, rows, errors, pinballLoss }, i) => ({
    name,
    ...(i > 0 && { group: name }),
    cells: [rows, ...shownNames.map((metric) => finiteOnly(errors[metric])), pinballLoss],
  }));
  // A gap has no sign.
  const gaps = shownNames.map((metric) => ({ ...finiteOnly(spreads[metric].difference), format: 'quantity' as const }));
  const pinball: TableColumn[] = overall.pinballLoss ? [{ heading: 'Pinball loss', format: 'quantity' }] : [];
  return {
    caption: `Errors by ${by.join(' and ')}`,
    heading: 'Group',
    columns: [{ heading: 'Rows', format: 'count' }, ...shownNames.map(errorColumn), ...pinball],
    rows: [...rows, { name: 'Largest gap', isSummary: true, cells: [undefined, ...gaps, pinballSpread?.difference] }],
  };
}

const compared = ['meanError', 'meanAbsoluteError', 'rootMeanSquaredError'] as const;

function comparisonTable({ by, reference, comparisons }: ErrorBreakdown): DocumentTable {
  return {
    caption: `By ${by.join(' and ')}, compared with ${reference}`,
    heading: 'Group',
    columns: [
      ...compared.flatMap((name): TableColumn[] => [
        { heading: `${titles[name]}, difference`, format: 'change' },
        { heading: 'its p', format: 'p' },
      ]),
      { heading: `${titles.meanAbsoluteError}, ratio`, format: 'quantity' },
      { heading: 'Mean prediction, in standard deviations', format: 'change' },
    ],
    rows: comparisons.map(({ group, differences, ratios, standardized }) => ({
      name: group,
      group,
      cells: [
        ...compared.flatMap((name) => [differences[name], differences[name]]),
        ratios.meanAbsoluteError,
        standardized.prediction,
      ],
    })),
  };
}

const distanceTable = ({ by, distances }: ErrorBreakdown): DocumentTable => ({
  caption: `Distances between distributions by ${by.join(' and ')}; an interval that contains 0 means no significant difference`,
  heading: 'Groups',
  columns: [
    ...['Errors: Kolmogorov–Smirnov', 'Errors: Wasserstein'],
    ...['Predictions: Kolmogorov–Smirnov', 'Predictions: Wasserstein'],
  ].map((heading) => ({ heading, format: 'quantity' })),
  rows: shownDistances(distances).map(({ group, other, kolmogorovSmirnov, wasserstein }) => ({
    name: `${group} and ${other ?? 'all others'}`,
    cells: (['error', 'prediction'] as const).flatMap((kind) => [kolmogorovSmirnov[kind], wasserstein[kind]]),
  })),
});

// Many groups have too many pairs for a table, and with two groups, each one is all others of the other; JSON lists all
// pairs.
const maxPairs = 6;
const shownDistances = (distances: ErrorBreakdown['distances']) => {
  const pairs = distances.filter(({ other }) => other !== null);
  if (pairs.length <= 1) return pairs;
  return pairs.length <= maxPairs ? distances : distances.filter(({ other }) => other === null);
};

const tabled = [0.05, 0.25, 0.5, 0.75, 0.95];

const quantileTable = ({ by, groups }: ErrorBreakdown): DocumentTable => ({
  caption: `Error quantiles by ${by.join(' and ')}`,
  heading: 'Group',
  columns: tabled.map((share) => ({ heading: `${Math.round(100 * share)}%`, format: 'change' })),
  rows: groups.map(({ name, errorQuantiles }) => ({
    name,
    group: name,
    cells: tabled.map((share) => errorQuantiles[Math.round(100 * share)] ?? null),
  })),
});
