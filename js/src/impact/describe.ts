// SPDX-License-Identifier: Apache-2.0
//
// Describes adverse impact, for all three kinds of results: tables of selection, groups compared by scores with a fixed
// reference group, and rates of probable categories, which are always shown with bounds on the true rates.

import { requireParts } from '../core/options.js';
import { isUnknownGroup } from '../data/largest-group.js';
import { oneLine, showConfidence, showCount, showNumber, showRange, showRows } from '../document/format.js';
import type {
  Block,
  Cell,
  DisplayedValue,
  Document,
  DocumentTable,
  DotPlot,
  Fact,
  TableColumn,
} from '../document/model.js';
import { requireImpactReport } from './check-report.js';
import type { ComparedWith, FourFifths } from './four-fifths.js';
import type { MeanDifferences, MeanTable } from './mean-differences.js';
import type { ProbableCategory, ProbableImpact } from './proxy.js';
import { describePublication, isPublished } from './publication.js';
import type { QuantileRatios } from './scores.js';
import type { ImpactCategory, ImpactTable } from './table.js';
import type { ImpactReport } from './tables.js';

/**
 * Describes the tables: the rule, each table, and the comparisons by the four-fifths rule. With `publication`, describes
 * the summary to publish.
 */
export function describeImpact(report: ImpactReport, source?: string): Document {
  requireImpactReport(report);
  if (isPublished(report)) return describePublication(report, source);
  return {
    name: 'impact',
    title: 'Adverse impact',
    ...(source !== undefined && { source }),
    facts: getFacts(report),
    blocks: report.outcomes.flatMap(({ name, tables }) => tables.map((table) => tableSection(table, name, report))),
  };
}

function getFacts(report: ImpactReport): Fact[] {
  // Results of other versions lack some of these.
  const { rule, applicants, median = null, excludeBelow = null } = report;
  const { suppressBelow, imputed = [], confidence = null } = report;
  const facts: Fact[] = [];
  if (rule) {
    facts.push(['Rule', rule.name], ['Source', `${rule.source}; version of ${rule.date}`]);
    facts.push(['Limits', rule.limits]);
    if (rule.published) facts.push(['To publish', rule.published]);
  }
  if (applicants !== undefined) facts.push(['Applicants', showCount(applicants)]);
  if (report.clusters !== undefined) facts.push(['Clusters', showCount(report.clusters)]);
  facts.push(['Selected', selectedBy(report)]);
  if (report.droppedRows) facts.push(['Missing', `${showRows(report.droppedRows)} with missing values`]);
  if (median !== null) facts.push(['Median', `${median}, over all scores`]);
  if (excludeBelow !== null) {
    facts.push([
      'Omitted',
      `from ratios: categories with less than ${Number((100 * excludeBelow).toPrecision(12))}% of all applicants`,
    ]);
  }
  if (suppressBelow) {
    const what = `counts below ${suppressBelow}, and numbers that would reveal them`;
    facts.push(['Suppressed', what]);
  }
  if (imputed.length > 0) facts.push(['Imputed', imputed.map(oneLine).join(', ')]);
  if (confidence !== null) {
    const how = 'simultaneous for the ratios of a table, regardless of which true rate is the highest';
    facts.push(['Intervals', `${showConfidence(confidence)}, ${how}`]);
  }
  for (const warning of report.warnings) facts.push(['Warning', oneLine(warning)]);
  return facts;
}

function selectedBy({ kind, outcomes }: ImpactReport): string {
  if (kind === 'score') return 'rows strictly above the median';
  const names = outcomes.map(({ name }) => oneLine(name)).join(', ');
  return kind === 'assigned' ? `each class separately: ${names}` : names;
}

type OutcomeTable = ImpactReport['outcomes'][number]['tables'][number];

function tableSection(table: OutcomeTable, outcome: string, report: ImpactReport): Document {
  const { by, categories, fourFifths } = table;
  const { againstHighest = null, againstReference = null, groups = [] } = fourFifths ?? {};
  const attributes = `By ${by.join(' and ')}`;
  const suffix = report.kind === 'assigned' ? `: ${outcome}` : '';
  const others = `by ${by.join(' and ')}${suffix}`;
  const wasSearched = (againstHighest?.comparisons.length ?? 0) > 1;
  return {
    name: `impact-${by.join('-')}`,
    title: `${attributes}${suffix}`,
    blocks: [
      ...ratioPlot(categories, others),
      {
        heading: 'Category',
        columns: [
          { heading: 'Applicants', format: 'count' },
          { heading: report.kind === 'score' ? 'Above median' : 'Selected', format: 'count' },
          { heading: 'Rate', format: 'percent' },
          { heading: 'Share', format: 'percent' },
          { heading: 'Impact ratio' },
        ],
        rows: categories.map((each) => ({ name: each.name, group: each.name, cells: categoryCells(each) })),
      },
      { texts: getNotes(table) },
      ...compared(againstHighest, groups, `the highest rate, ${others}`, wasSearched ? [searchNote] : []),
      ...compared(againstReference, groups, `the reference, ${others}`, []),
    ],
  };
}

function ratioPlot(categories: readonly ImpactCategory[], others: string): DotPlot[] {
  const dots = categories.flatMap(({ name, impactRatio, isExcluded, isSuppressed }) =>
    isExcluded || isSuppressed || !impactRatio ? [] : [{ name, value: impactRatio }],
  );
  return dots.length < 2 ? [] : [{ caption: `Impact ratio, ${others}`, dots }];
}

function categoryCells(category: ImpactCategory): Cell[] {
  const { applicants, selected, rate, share, impactRatio, isExcluded, isSuppressed } = category;
  if (isSuppressed) return ['suppressed'];
  return [applicants, selected, rate, share, isExcluded ? 'excluded' : impactRatio];
}

const searchNote =
  'The group with the highest rate was selected after looking at the data, so p-values of comparisons with it are too small, and intervals of odds ratios are too narrow.';

const comparisonColumns: readonly TableColumn[] = [
  { heading: 'Ratio' },
  { heading: 'Odds ratio' },
  { heading: 'Below four fifths' },
  { heading: 'Shortfall to four fifths', format: 'count' },
  { heading: 'Shortfall to parity', format: 'count' },
  { heading: 'Shortfall to pool', format: 'count' },
  { heading: 'Reversed by one selection' },
  { heading: 'z', format: 'difference' },
  { heading: 'p of z', format: 'p' },
  { heading: 'p, Fisher', format: 'p' },
  { heading: 'p, Yates', format: 'p' },
  { heading: 'Smallest cell', format: 'count' },
];

// In whole people; null in JSON if undefined.
const shortfall = (value: number | null | undefined): number | null | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? Math.max(0, Math.ceil(value)) : value;

function compared(
  result: ComparedWith | null,
  groups: FourFifths['groups'],
  who: string,
  notes: readonly string[],
): Document[] {
  if (result === null || result.comparisons.length === 0) return [];
  const toPool = new Map(groups.map(({ name, shortfallToPool }) => [name, shortfallToPool]));
  const table: DocumentTable = {
    heading: 'Category',
    columns: comparisonColumns,
    rows: result.comparisons.map((each) => ({
      name: each.group,
      group: each.group,
      cells: [
        each.ratio,
        each.oddsRatio,
        each.belowFourFifths,
        shortfall(each.shortfallToFourFifths),
        shortfall(each.shortfallToParity),
        shortfall(toPool.get(each.group)),
        each.flip?.reverses ?? null,
        ...[each.z, each.zPValue, each.fisher.twoSided, each.yatesPValue, each.smallestCell],
      ],
    })),
  };
  return [
    {
      name: 'compared',
      title: `Compared with ${result.group}, ${who}`,
      blocks: [table, { texts: [...comparisonNotes(result), ...notes] }],
    },
  ];
}

function getNotes({ by, unknown, highest = [], categories }: ImpactTable): string[] {
  if (categories.length === 0) return ['The category of every applicant is unknown.'];
  const notes: string[] = [];
  if (unknown > 0) notes.push(`${showCount(unknown)} of unknown ${by.join(' or ')} are omitted.`);
  const excluded = categories.filter(({ isExcluded }) => isExcluded);
  const why = [
    ...(excluded.some((each) => !isUnknownGroup(each)) ? ['categories with too small a proportion'] : []),
    ...(excluded.some(isUnknownGroup) ? ['unknown categories'] : []),
  ];
  if (why.length > 0) notes.push(`Excluded from the ratios: ${why.join(' and ')}; their rates are still valid.`);
  const hidden = categories.filter(({ isSuppressed }) => isSuppressed).length;
  if (hidden > 0) notes.push(`${showCount(hidden)} suppressed: ratios are relative to the highest rate shown.`);
  if (highest.length > 0) notes.push(`Highest rate: ${highest.join('; ')}.`);
  const reasons = categories.flatMap(({ impactRatio }) => impactRatio?.reason ?? []);
  if (reasons.length > 0) notes.push(`Undefined (–): ${[...new Set(reasons)].join('; ')}.`);
  const warnings = categories.flatMap(({ impactRatio }) => impactRatio?.warning ?? []);
  return [...notes, ...[...new Set(warnings)].map(sentence)];
}

function comparisonNotes({ comparisons }: ComparedWith): string[] {
  const isSmall = comparisons.some(({ smallestCell }) => smallestCell < 5);
  const reasons = comparisons.flatMap(({ group, reasons: why = {} }) =>
    [...new Set(Object.values(why))].map((reason) => `${reason} (${group})`),
  );
  return [
    ...(isSmall ? ['If the smallest cell is below 5, use Fisher’s test.'] : []),
    ...(reasons.length > 0 ? [`Undefined (–): ${reasons.join('; ')}.`] : []),
  ];
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const droppedNote = (rows: number | undefined): string[] =>
  rows ? [`Rows with missing values (dropped): ${showCount(rows)}.`] : [];

// ---- Groups by scores --------------------------------------------------------------------------

/** The results of {@link Impact.ratiosByQuantile} and {@link Impact.meanDifferences} for the same columns. */
export interface ScoreImpact {
  format: 'fairwasm-impact-scores';
  version: 1;
  /** Name of the data, such as a file name. */
  source: string;
  /** Names of the columns. */
  columns: Readonly<{ score: string; group?: string; label?: string }>;
  reference: string;
  lowerIsBetter: boolean;
  /** Number of rows dropped because of a missing score or label; absent if there were none. */
  droppedRows?: number;
  quantiles: readonly QuantileRatios[];
  means: MeanDifferences;
}

/** Describes both results as sentences and tables. */
export function describeScoreImpact(report: ScoreImpact): Document {
  requireParts(
    'report',
    report,
    ['quantiles', 'means', 'columns'],
    'the results of ratiosByQuantile() and meanDifferences() together',
  );
  return {
    name: 'impactScores',
    title: `Scores compared with ${report.reference}`,
    source: report.source,
    facts: report.columns.group === undefined ? [] : [['Groups', report.columns.group]],
    blocks: [quantilesSection(report), meansSection(report)],
  };
}

/** Describes approval rates at cutoffs. */
function quantilesSection(report: ScoreImpact): Document {
  const { reference, lowerIsBetter, quantiles, columns, droppedRows } = report;
  const end = lowerIsBetter ? 'lowest' : 'highest';
  const reasons = quantiles.flatMap(({ groups }) => groups.flatMap(({ ratio }) => ratio?.reason ?? []));
  return {
    name: 'quantiles',
    title: 'Adverse impact ratios by quantile',
    blocks: [
      {
        texts: [
          `The rows with the ${end} ${columns.score} are approved, up to the proportion that each table names; rows that tie with the last approved row are also approved. A ratio is a group’s rate divided by the rate of ${reference}. There are no confidence intervals, because the cutoffs come from the scores of the same rows.`,
          ...droppedNote(droppedRows),
          ...(reasons.length > 0 ? [`Undefined or infinite: ${[...new Set(reasons)].join('; ')}.`] : []),
        ],
      },
      ...quantiles.map(quantileTable),
    ],
  };
}

/** Describes differences of mean scores and of their residuals. */
function meansSection({ reference, lowerIsBetter, means, columns }: ScoreImpact): Document {
  const worse = means.disadvantaged.join(', ');
  const residuals = `Residuals, ${columns.label ?? 'label'} - ${columns.score}`;
  return {
    name: 'means',
    title: 'Standardized mean differences',
    blocks: [
      {
        texts: [
          `100 times the difference from the mean of ${reference}, divided by the standard deviation of all rows. ${worse === '' ? 'No group’s mean is worse.' : `Worse, because ${lowerIsBetter ? 'lower' : 'higher'} is better: ${worse}.`} There are no confidence intervals, because no known method is valid for every distribution of scores.`,
        ],
      },
      meansTable(`Of ${columns.score}`, means),
      ...(means.residual ? [meansTable(residuals, means.residual)] : []),
    ],
  };
}

const digits = (value: number | null, count: number) =>
  value === null || Number.isNaN(value) ? '–' : String(Number(value.toPrecision(count)));

const quantileTable = ({ quantile, cutoff, approved, groups }: QuantileRatios): DocumentTable => ({
  caption: `The best ${Number((100 * quantile).toPrecision(12))}%: ${showCount(approved)} approved, cutoff ${digits(cutoff, 6)}`,
  heading: 'Group',
  columns: [
    { heading: 'Rows', format: 'count' },
    { heading: 'Approved', format: 'count' },
    { heading: 'Rate' },
    { heading: 'Ratio' },
  ],
  rows: groups.map(({ name, rows, approved: passed, rate, ratio }) => ({
    name,
    group: name,
    cells: [rows, passed, rate, ratio ?? 'reference'],
  })),
});

const meansTable = (caption: string, { standardDeviation, groups }: MeanTable): DocumentTable => ({
  caption: `${caption}; standard deviation ${digits(standardDeviation, 4)}`,
  heading: 'Group',
  columns: [{ heading: 'Mean' }, { heading: 'Standardized difference', format: 'difference' }],
  rows: groups.map(({ name, mean, difference }) => ({
    name,
    group: name,
    cells: [digits(mean, 4), difference ?? 'reference'],
  })),
});

// ---- Probable categories -----------------------------------------------------------------------

/** Describes rates of probable categories, with bounds on the true rates. */
export function describeProbableImpact(report: ProbableImpact, source?: string): Document {
  requireParts('report', report, ['cells', 'categories', 'notes'], 'the result of byProbability()');
  const { applicants, selected, cells, categories, reference, confidence, notes } = report;
  const [reason] = categories.flatMap(({ weightedRate }) => weightedRate.reason ?? []);
  const counted = `${showCount(applicants)} applicants, of whom ${showCount(selected)} were selected`;
  const surety = confidence === null ? 'no intervals' : `intervals and sampling at ${showConfidence(confidence)}`;
  return {
    name: 'impactByProbability',
    title: 'Selection rates by probable category',
    ...(source !== undefined && { source }),
    facts: [['Reference', reference]],
    blocks: [
      {
        texts: [
          ...notes,
          `${counted}, in ${showCount(cells)} ${cells === 1 ? 'cell' : 'cells'} of rows with the same probabilities.`,
          ...(reason === undefined ? [] : [`Undefined (–): ${reason}.`]),
        ],
      },
      {
        caption: `Ratios are to ${reference}; ${surety}`,
        heading: 'Category',
        columns: [
          ...['Expected applicants', 'Expected selected', 'Weighted rate', 'Bounds on the rate'],
          ...['With sampling', 'Weighted ratio', 'Bounds on the ratio'],
        ].map((heading) => ({ heading })),
        rows: categories.map((each) => ({ name: each.name, group: each.name, cells: probableCells(each) })),
      },
    ] satisfies Block[],
  };
}

const range = (ends: readonly (number | null)[]) => showRange(ends.map((end) => showNumber(end)));

function probableCells(category: ProbableCategory): Cell[] {
  const { applicants, selected, weightedRate, rateBounds, rateInterval, ratio } = category;
  if (weightedRate.reason !== undefined) return [applicants, selected, null, null, null, null, null];
  return [
    applicants,
    selected,
    weightedRate satisfies DisplayedValue,
    range(rateBounds),
    rateInterval && range(rateInterval),
    ratio ? ratio.weighted : 'reference',
    ratio ? range(ratio.bounds) : 'reference',
  ];
}
