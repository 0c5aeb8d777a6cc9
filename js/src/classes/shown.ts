// SPDX-License-Identifier: Apache-2.0
//
// What reports of several classes, or labels, show in whatever format: what stands out, in sentences, and tables of
// groups, of classes against the rest, and of confusion.

import type { Estimate } from '../core/estimate.js';
import { requireParts } from '../core/options.js';
import { ofGiven } from '../core/plain-data.js';
import { showConfidence, showCount, showInterval, showValue } from '../document/format.js';
import { findClassMetric } from '../metrics/classes.js';
import { findGroupMetric } from '../metrics/group.js';
import type { ShownTable } from '../report/conditional-shown.js';
import type { ClassGroup } from './class-frame.js';
import type { LabelGroup } from './label-group.js';
import type { ClassBreakdown, ClassReport, LabelReport, ReportedClass } from './report.js';

/** A report of either kind, and a breakdown of it. */
export type AnyReport = ClassReport | LabelReport;
export type AnyBreakdown = ClassBreakdown<ClassGroup | LabelGroup>;

// Of the metrics those that a page has room for; where they are.
export const shownMetrics: readonly string[] = [
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

/** In which classes are compared, by what they are called of a single class. */
const ratesOfClasses: Readonly<Record<string, string>> = {
  selectionRate: 'Share predicted to be',
  truePositiveRate: 'Recall of',
  positivePredictiveValue: 'Precision of',
};

/** What a metric of classes is called. */
export const titleOf = (name: string): string =>
  (findClassMetric(name) ?? findGroupMetric(name))?.title ??
  (name === 'logLoss' ? 'Log loss' : name);

/** Throws `invalidArgument` for what is no report of either kind. */
export const requireClassReport = (report: AnyReport) =>
  requireParts(
    'report',
    report,
    ['format', 'overall', 'breakdowns'],
    'what report() of an audit of classes or labels gives',
  );

/** What a report is of. */
export const titleOfAll = (report: AnyReport): string =>
  report.source ?? ('labels' in report ? 'Several labels' : 'Several classes');

/** What one of the things is that are told apart. */
export const kindOf = ({ format }: AnyReport): 'label' | 'class' =>
  format === 'fairwasm-labels' ? 'label' : 'class';

/** The facts above a report, as pairs of a heading and a text. */
export function factsOf(report: AnyReport): [heading: string, text: string][] {
  const { rows, droppedRows, confidence } = report;
  const facts: [string, string][] = [
    ['Rows', showCount(rows)],
    'labels' in report
      ? ['Labels', report.labels.join(', ')]
      : ['Classes', report.classes.join(', ')],
  ];
  if (droppedRows > 0)
    facts.push(['Left out', `${showCount(droppedRows)} rows with missing values`]);
  if (confidence !== null) {
    facts.push([
      'Intervals',
      `${showConfidence(confidence)}, below each value; those of gaps hold over all groups at once`,
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

/** What stands out, in sentences: the classes that treat groups most unequally, those that surely do first. */
export function findingsOf(report: AnyReport, breakdown: AnyBreakdown): string[] {
  if (breakdown.groups.length < 2) return ['There is only one group: nothing to compare.'];
  const found = breakdown.classes.flatMap((each) =>
    Object.keys(ratesOfClasses).flatMap((rate) => finding(report, breakdown, each, rate) ?? []),
  );
  found.sort((a, b) => Number(b.isSure) - Number(a.isSure) || b.size - a.size);
  return found.slice(0, maxFindings).map(({ sentence }) => sentence);
}

function finding(
  { confidence }: AnyReport,
  { groups }: AnyBreakdown,
  each: ReportedClass,
  rate: string,
): Finding | undefined {
  const gap = each.spreads[rate]?.difference;
  if (gap === undefined || !(gap.value > 0)) return undefined;
  const values = groups
    .map(({ id, name }) => ({ name, estimate: each.groups[id]?.[rate] as Estimate }))
    .filter(({ estimate }) => !Number.isNaN(estimate.value))
    .sort((a, b) => a.estimate.value - b.estimate.value);
  const [least, most] = [values[0], values.at(-1)];
  if (!least || !most) return undefined;
  const isSure = gap.ci !== undefined && gap.ci[0] > 0;
  const interval =
    gap.ci && confidence !== null
      ? ` (${showConfidence(confidence)} interval ${showInterval(gap)}${isSure ? '' : ': no gap is compatible with the data'})`
      : '';
  return {
    sentence:
      `${ratesOfClasses[rate]} ‘${each.class}’: ${showValue(least.estimate)} for ${least.name}, ` +
      `${showValue(most.estimate)} for ${most.name}; ${showValue(gap)} apart${interval}.`,
    isSure,
    size: gap.value,
  };
}

const shown = (estimate: Estimate | undefined): string[] =>
  estimate ? [showValue(estimate), showInterval(estimate)] : ['–'];

/** Each group with its metrics of all classes at once. */
export function groupsTable({ overall }: AnyReport, breakdown: AnyBreakdown): ShownTable {
  const names = shownMetrics.filter((name) => name in overall.values);
  const rows = [overall, ...breakdown.groups].map(({ name, rows: count, values }) => ({
    name,
    cells: [[showCount(count)], ...names.map((metric) => shown(values[metric]))],
  }));
  const gaps = names.map((name) => shown(breakdown.spreads[name]?.difference));
  return {
    title: 'Groups',
    headings: ['Group', 'Rows', ...names.map(titleOf)],
    rows: [...rows, { name: 'Largest gap', cells: [[''], ...gaps] }],
  };
}

/** Each class against the rest, in the rate that the report compares them in: the most unequal first. */
export function classesTable(report: AnyReport, { classes, groups }: AnyBreakdown): ShownTable {
  const { rate } = report;
  return {
    title: `${findGroupMetric(rate)?.title ?? rate} of each ${kindOf(report)}, the most unequal first`,
    headings: [
      kindOf(report) === 'label' ? 'Label' : 'Class',
      'Largest gap',
      'All rows',
      ...groups.map(({ name }) => name),
    ],
    rows: classes.map((each) => ({
      name: each.class,
      cells: [
        shown(each.spreads[rate]?.difference),
        shown(each.overall[rate]),
        ...groups.map(({ id }) => shown(each.groups[id]?.[rate])),
      ],
    })),
  };
}

/** Which share of the rows of each true class is predicted to be which, for a picture. */
export interface ConfusionMap {
  name: string;
  classes: readonly string[];
  /** By true class, then by predicted class; NaN where a class has no rows. */
  shares: readonly (readonly number[])[];
  weights: readonly (readonly number[])[];
}

/** Of all rows and of each group; none of reports of labels. */
export function confusionsOf(report: AnyReport, breakdown?: AnyBreakdown): ConfusionMap[] {
  if (report.format === 'fairwasm-labels') return [];
  const { classes } = report;
  const groups = [report.overall, ...(breakdown?.groups ?? [])] as readonly ClassGroup[];
  return groups.map(({ name, confusion }) => ({
    name,
    classes,
    weights: confusion,
    shares: confusion.map((cells) => {
      const all = cells.reduce((sum, weight) => sum + weight, 0);
      return cells.map((weight) => weight / all);
    }),
  }));
}

/** What is undefined, and what rests on few rows. */
export function notesOf({ overall, breakdowns }: AnyReport): {
  few: string[];
  undefined: string[];
  without: string[];
} {
  const groups = [overall, ...breakdowns.flatMap((each: AnyBreakdown) => each.groups)];
  const of = (member: 'reason' | 'warning') => [
    ...new Set(
      groups.flatMap(({ values }) => shownMetrics.flatMap((name) => values[name]?.[member] ?? [])),
    ),
  ];
  const few = groups.flatMap((group) =>
    'warning' in group && group.warning !== undefined ? [`${group.name}: ${group.warning}`] : [],
  );
  return { few, undefined: of('reason'), without: of('warning') };
}

/** A report of several classes as what is to be shown of it, for pages of other kinds. */
export interface ShownClasses {
  title: string;
  facts: readonly (readonly [heading: string, text: string])[];
  breakdowns: readonly {
    by: readonly string[];
    /** What stands out, in sentences. */
    findings: readonly string[];
    tables: readonly ShownTable[];
    confusions: readonly ConfusionMap[];
  }[];
  notes: ReturnType<typeof notesOf>;
}

/**
 * What is to be shown of a report, in the words of its other formats. Text from the data is as it came.
 *
 * @example
 * const audit = (await load()).audit({
 *   label: ['low', 'high', 'low', 'high'],
 *   prediction: ['low', 'low', 'low', 'high'],
 *   groups: { sex: ['f', 'f', 'm', 'm'] },
 * });
 * shownClasses(audit.report()).breakdowns[0].tables.map(({ headings }) => headings[0]); // ["Class", "Group"]
 */
export function shownClasses(report: AnyReport): ShownClasses {
  return ofGiven('report', () => {
    requireClassReport(report);
    return {
      title: titleOfAll(report),
      facts: factsOf(report),
      breakdowns: report.breakdowns.map((breakdown: AnyBreakdown) => ({
        by: breakdown.by,
        findings: findingsOf(report, breakdown),
        tables: [classesTable(report, breakdown), groupsTable(report, breakdown)],
        confusions: confusionsOf(report, breakdown),
      })),
      notes: notesOf(report),
    };
  });
}
