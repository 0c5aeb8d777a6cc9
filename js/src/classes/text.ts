// SPDX-License-Identifier: Apache-2.0
//
// The report of several classes, or labels, for a terminal: a few numbers of each group, and the classes in the order in which
// they treat groups unequally.

import type { Estimate } from '../core/estimate.js';
import { findClassMetric } from '../metrics/classes.js';
import { findGroupMetric } from '../metrics/group.js';
import type { TableColumn } from '../report/layout.js';
import { oneLine, showConfidence, showCount, showInterval, showValue } from '../report/shown.js';
import {
  cellOf,
  drawn,
  heading,
  mostGroups,
  note,
  paragraph,
  ruled,
  type Style,
  styleOf,
  type TextOptions,
} from '../report/terminal.js';
import type { ClassGroup } from './class-frame.js';
import type { LabelGroup } from './label-group.js';
import type { ClassBreakdown, ClassReport, LabelReport } from './report.js';

type Report = ClassReport | LabelReport;
type Breakdown = ClassBreakdown<ClassGroup | LabelGroup>;

// Of the metrics those that a terminal has room for; where they are.
const shownMetrics = [
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

const titleOf = (name: string): string =>
  (findClassMetric(name) ?? findGroupMetric(name))?.title ??
  (name === 'logLoss' ? 'Log loss' : name);

const shown = (estimate: Estimate) => cellOf(showValue(estimate), showInterval(estimate));

/** The report as lines of at most `width` columns; text from the data cannot reach the terminal's controls. */
export function classesText(report: Report, options: TextOptions = {}): string {
  const style = styleOf(options);
  const sections = [
    heading(report.source ?? titleOfAll(report), factsOf(report), style),
    ...(report.breakdowns.length === 0 ? [groupTables(report, undefined, style)] : []),
    ...report.breakdowns.map((breakdown: Breakdown) => breakdownText(report, breakdown, style)),
    notesOf(report, style),
  ];
  const filled = sections.filter((lines) => lines.length > 0);
  return `${filled.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const titleOfAll = (report: Report) => ('labels' in report ? 'Several labels' : 'Several classes');

const kindOf = ({ format }: Report) => (format === 'fairwasm-labels' ? 'label' : 'class');

function factsOf(report: Report): [string, string][] {
  const { rows, droppedRows, confidence } = report;
  const facts: [string, string][] = [
    ['Rows', showCount(rows)],
    'labels' in report
      ? ['Labels', report.labels.map(oneLine).join(', ')]
      : ['Classes', report.classes.map(oneLine).join(', ')],
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

function breakdownText(report: Report, breakdown: Breakdown, style: Style): string[] {
  const by = breakdown.by.map(oneLine).join(' and ');
  const rate = findGroupMetric(report.rate)?.title ?? report.rate;
  return [
    ...ruled(`By ${by}`, style),
    '',
    ...groupTables(report, breakdown, style),
    '',
    ...paragraph(`${rate} of each ${kindOf(report)}, the most unequal first:`, style),
    '',
    ...classTables(report, breakdown, style),
  ];
}

const separated = (tables: readonly string[][]): string[] =>
  tables.flatMap((lines, i) => (i > 0 ? ['', ...lines] : lines));

function groupTables(
  { overall }: Report,
  breakdown: Breakdown | undefined,
  style: Style,
): string[] {
  const names = shownMetrics.filter((name) => name in overall.values);
  const gap: TableColumn[] = breakdown
    ? [
        {
          heading: 'Largest gap',
          cells: [
            [''],
            ...names.map((name) => shown(breakdown.spreads[name]?.difference as Estimate)),
          ],
        },
      ]
    : [];
  const groups = [overall, ...(breakdown?.groups.slice(0, mostGroups) ?? [])];
  const columns = groups.map(({ name, rows, values }) => ({
    heading: oneLine(name),
    cells: [[showCount(rows)], ...names.map((each) => shown(values[each] as Estimate))],
  }));
  const all = ['Rows', ...names.map(titleOf)];
  return separated(drawn(all, [...gap, ...columns], breakdown?.groups.length ?? 0, style));
}

function classTables({ rate }: Report, breakdown: Breakdown, style: Style): string[] {
  const { classes, groups } = breakdown;
  const columns: TableColumn[] = [
    {
      heading: 'Largest gap',
      cells: classes.map(({ spreads }) => shown(spreads[rate]?.difference as Estimate)),
    },
    { heading: 'All rows', cells: classes.map(({ overall }) => shown(overall[rate] as Estimate)) },
    ...groups.slice(0, mostGroups).map(({ id, name }) => ({
      heading: oneLine(name),
      cells: classes.map((each) => shown(each.groups[id]?.[rate] as Estimate)),
    })),
  ];
  const names = classes.map((each) => oneLine(each.class));
  return separated(drawn(names, columns, groups.length, style));
}

function notesOf({ overall, breakdowns }: Report, style: Style): string[] {
  const groups = [overall, ...breakdowns.flatMap((each: Breakdown) => each.groups)];
  const of = (member: 'reason' | 'warning') => [
    ...new Set(
      groups.flatMap(({ values }) =>
        shownMetrics.flatMap((name) => oneLine(values[name]?.[member] ?? '') || []),
      ),
    ),
  ];
  const few = groups.flatMap((group) =>
    'warning' in group && group.warning !== undefined
      ? [`${oneLine(group.name)}: ${oneLine(group.warning)}`]
      : [],
  );
  return [
    ...note('Few cases: ', few, style),
    ...note('Undefined: ', of('reason'), style),
    ...note('Without: ', of('warning'), style),
  ];
}
