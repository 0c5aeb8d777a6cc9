// SPDX-License-Identifier: Apache-2.0
//
// Describes reports of multiclass and multilabel audits: findings in sentences, tables of groups and of classes against the
// rest, and confusion matrices.

import { extremes, whyNothingToCompare } from '../claims/absent.js';
import { getVerdict } from '../claims/verdict.js';
import type { Estimate } from '../core/estimate.js';
import { requireParts } from '../core/options.js';
import { oneLine, showConfidence, showCount, showInterval, showRows, showValue } from '../document/format.js';
import { type Cell, type Document, type DocumentTable, type Fact, type HeatMap, notes } from '../document/model.js';
import { findClassMetric } from '../metrics/classes.js';
import { findGroupMetric } from '../metrics/group.js';
import type { ClassGroup } from './class-frame.js';
import type { LabelGroup } from './label-group.js';
import {
  type ClassBreakdown,
  type ClassReport,
  type LabelReport,
  type ReportedClass,
  searchedRates,
} from './report.js';

/** A report of either kind, and a breakdown of it. */
type AnyReport = ClassReport | LabelReport;
type AnyBreakdown = ClassBreakdown<ClassGroup | LabelGroup>;

// The metrics in tables, if the report has them.
const shownMetrics: readonly string[] = [
  'accuracy',
  'subsetAccuracy',
  'hammingLoss',
  'samplesF1ScoreOfDefined',
  'microF1Score',
  'balancedAccuracy',
  'macroF1ScoreOfDefined',
  'kappa',
  'quadraticKappa',
  'matthewsCorrelation',
  'meanRankDistance',
  'logLoss',
  'classesBrierScore',
  'macroAreaUnderCurveOfDefined',
  'labelRankingLoss',
];

/** Rates that compare classes, with the beginning of a sentence about one class. */
const ratesOfClasses: Readonly<Record<(typeof searchedRates)[number], string>> = {
  selectionRate: 'Share predicted to be',
  truePositiveRate: 'Recall of',
  positivePredictiveValue: 'Precision of',
};

/** Returns the title of a class metric. */
const getTitle = (name: string): string =>
  (findClassMetric(name) ?? findGroupMetric(name))?.title ?? (name === 'logLoss' ? 'Log loss' : name);

/** Describes the report as sentences, tables, and heat maps, which a page can draw. */
export function describeClasses(report: ClassReport | LabelReport): Document {
  requireParts(
    'report',
    report,
    ['format', 'overall', 'breakdowns'],
    'the result of report() of a multiclass or multilabel audit',
  );
  const { few, undefined: reasons, without } = getNotes(report);
  const sections = report.breakdowns.map(
    (breakdown: AnyBreakdown, i): Document => ({
      name: `classes-${i}`,
      title: `By ${breakdown.by.join(' and ')}`,
      blocks: [
        { style: 'list', texts: getFindings(report, breakdown) },
        classesTable(report, breakdown),
        groupsTable(report, breakdown),
        ...getConfusions(report, breakdown),
      ],
    }),
  );
  return {
    name: 'classes',
    title: 'labels' in report ? 'Multilabel audit' : 'Multiclass audit',
    source: report.source,
    facts: getFacts(report),
    blocks: [
      ...(sections.length > 0 ? sections : [groupsTable(report, undefined)]),
      ...notes('Few cases', few),
      ...notes('Undefined (–)', reasons),
      ...notes('Without', without),
    ],
  };
}

/** Returns the noun for a class or a label. */
const getKind = ({ format }: AnyReport): 'label' | 'class' => (format === 'fairwasm-labels' ? 'label' : 'class');

/** Returns the facts above a report. */
function getFacts(report: AnyReport): Fact[] {
  const { rows, droppedRows, warnings = [], confidence } = report;
  const kinds = 'labels' in report ? 'labels' : 'classes';
  const facts: Fact[] = [
    ['Rows', showCount(rows)],
    'labels' in report ? ['Labels', report.labels.join(', ')] : ['Classes', report.classes.join(', ')],
  ];
  if (droppedRows > 0) facts.push(['Omitted', `${showRows(droppedRows)} with missing values`]);
  for (const warning of warnings) facts.push(['Warning', oneLine(warning)]);
  if (confidence !== null) {
    facts.push([
      'Intervals',
      `${showConfidence(confidence)}, below each value; intervals for gaps are simultaneous over all groups, and for ` +
        `gaps of single ${kinds}, over all ${kinds}, attributes, and compared rates`,
    ]);
  }
  return facts;
}

interface Finding {
  sentence: string;
  isSure: boolean;
  size: number;
}

const maxFindings = 5;

/** Returns a sentence for each of the most unequal classes, significant ones first. */
function getFindings(report: AnyReport, breakdown: AnyBreakdown): string[] {
  const why = whyNothingToCompare(breakdown.groups.length);
  if (why !== undefined) return [why];
  const matches = breakdown.classes.flatMap((each) =>
    searchedRates.flatMap((rate) => finding(report, breakdown, each, rate) ?? []),
  );
  matches.sort((a, b) => Number(b.isSure) - Number(a.isSure) || b.size - a.size);
  if (matches.length === 0) return [whyNone(breakdown)];
  return matches.slice(0, maxFindings).map(({ sentence }) => sentence);
}

/** Returns why no class has a gap: all gaps are 0, or none is defined. */
function whyNone({ classes }: AnyBreakdown): string {
  const gaps = classes.flatMap(({ spreads }) => searchedRates.map((rate) => spreads[rate]?.difference));
  return gaps.some((gap) => gap?.value === 0)
    ? 'The groups do not differ in any class.'
    : 'No gap can be computed: every rate is undefined in all groups or in all but one.';
}

function finding(
  { confidence }: AnyReport,
  { groups }: AnyBreakdown,
  each: ReportedClass,
  rate: keyof typeof ratesOfClasses,
): Finding | undefined {
  const gap = each.spreads[rate]?.difference;
  if (gap === undefined || !(gap.value > 0)) return undefined;
  const values = groups.map(({ id, name }) => ({ name, estimate: each.groups[id]?.[rate] as Estimate }));
  const [min, max] = extremes(values, ({ estimate }) => estimate).defined;
  if (!min || !max) return undefined;
  const isSure = getVerdict(gap) === 'gap';
  const interval =
    gap.ci && confidence !== null
      ? ` (${showConfidence(confidence)} interval ${showInterval(gap)}${isSure ? '' : ': the data are compatible with no gap'})`
      : '';
  return {
    sentence:
      `${ratesOfClasses[rate]} ‘${each.class}’: ${showValue(min.estimate)} for ${min.name}, ` +
      `${showValue(max.estimate)} for ${max.name}; ${showValue(gap)} apart${interval}.`,
    isSure,
    size: gap.value,
  };
}

const shown = (estimate: Estimate | undefined): Cell => estimate ?? null;

/** Returns each group with its metrics of all classes at once. */
function groupsTable({ overall }: AnyReport, breakdown: AnyBreakdown | undefined): DocumentTable {
  const names = shownMetrics.filter((name) => name in overall.values);
  const row = ({ rows: count, values }: ClassGroup | LabelGroup) => [
    count,
    ...names.map((metric) => shown(values[metric])),
  ];
  const gaps = names.map((name) => shown(breakdown?.spreads[name]?.difference));
  const gap = { name: 'Largest gap', isSummary: true, cells: [undefined, ...gaps] };
  return {
    caption: 'Groups, each metric by itself',
    heading: 'Group',
    columns: [{ heading: 'Rows', format: 'count' }, ...names.map((name) => ({ heading: getTitle(name) }))],
    rows: [
      { name: overall.name, cells: row(overall) },
      ...(breakdown?.groups ?? []).map((group) => ({ name: group.name, group: group.name, cells: row(group) })),
      ...(breakdown ? [gap] : []),
    ],
    isTurned: true,
  };
}

/** Returns the rate of each class against the rest, with the largest gap first. */
function classesTable(report: AnyReport, { classes, groups }: AnyBreakdown): DocumentTable {
  const { rate } = report;
  const row = (read: (each: ReportedClass) => Estimate | undefined) => classes.map((each) => shown(read(each)));
  return {
    caption: `${findGroupMetric(rate)?.title ?? rate} of each ${getKind(report)}, the most unequal first`,
    heading: 'Group',
    columns: classes.map((each) => ({ heading: each.class })),
    rows: [
      { name: 'All rows', cells: row(({ overall }) => overall[rate]) },
      ...groups.map(({ id, name }) => ({ name, group: name, cells: row((each) => each.groups[id]?.[rate]) })),
      { name: 'Largest gap', isSummary: true, cells: row(({ spreads }) => spreads[rate]?.difference) },
    ],
    isTurned: true,
  };
}

/** Returns the confusion matrices for all rows and for each group; none for labels. */
function getConfusions(report: AnyReport, breakdown: AnyBreakdown): HeatMap[] {
  if (report.format === 'fairwasm-labels') return [];
  const { classes } = report;
  const groups = [report.overall, ...breakdown.groups] as readonly ClassGroup[];
  return groups.map(({ name, confusion }) => ({
    caption: `Confusion, ${name}: true class by row, predicted class by column`,
    heading: 'True',
    names: classes,
    columns: classes,
    weights: confusion,
    proportions: confusion.map((cells) => {
      const all = cells.reduce((sum, weight) => sum + weight, 0);
      return cells.map((weight) => weight / all);
    }),
  }));
}

/** Returns notes on undefined values and on small groups. */
function getNotes({ overall, breakdowns }: AnyReport): { few: string[]; undefined: string[]; without: string[] } {
  const groups = [overall, ...breakdowns.flatMap((each: AnyBreakdown) => each.groups)];
  const of = (member: 'reason' | 'warning') => [
    ...new Set(groups.flatMap(({ values }) => shownMetrics.flatMap((name) => values[name]?.[member] ?? []))),
  ];
  const few = groups.flatMap((group) =>
    'warning' in group && group.warning !== undefined ? [`${group.name}: ${group.warning}`] : [],
  );
  return { few, undefined: of('reason'), without: of('warning') };
}
