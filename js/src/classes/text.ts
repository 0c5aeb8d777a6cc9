// SPDX-License-Identifier: Apache-2.0
//
// The report of several classes for a terminal: a few numbers of each group, and the classes in the order in which
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
import type { ClassBreakdown, ClassReport } from './report.js';

// Of the metrics those that a terminal has room for; where they are.
const shownMetrics = [
  'accuracy',
  'balancedAccuracy',
  'macroF1ScoreOfDefined',
  'kappa',
  'quadraticKappa',
  'matthewsCorrelation',
  'meanRankDistance',
  'logLoss',
  'classesBrierScore',
  'macroAreaUnderCurveOfDefined',
];

const titleOf = (name: string): string =>
  (findClassMetric(name) ?? findGroupMetric(name))?.title ??
  (name === 'logLoss' ? 'Log loss' : name);

const shown = (estimate: Estimate) => cellOf(showValue(estimate), showInterval(estimate));

/** The report as lines of at most `width` columns; text from the data cannot reach the terminal's controls. */
export function classesText(report: ClassReport, options: TextOptions = {}): string {
  const style = styleOf(options);
  const sections = [
    heading(report.source ?? 'Several classes', factsOf(report), style),
    ...(report.breakdowns.length === 0 ? [groupTables(report, undefined, style)] : []),
    ...report.breakdowns.map((breakdown) => breakdownText(report, breakdown, style)),
    notesOf(report, style),
  ];
  const filled = sections.filter((lines) => lines.length > 0);
  return `${filled.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function factsOf({ rows, droppedRows, classes, confidence }: ClassReport): [string, string][] {
  const facts: [string, string][] = [
    ['Rows', showCount(rows)],
    ['Classes', classes.map(oneLine).join(', ')],
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

function breakdownText(report: ClassReport, breakdown: ClassBreakdown, style: Style): string[] {
  const by = breakdown.by.map(oneLine).join(' and ');
  const rate = findGroupMetric(report.rate)?.title ?? report.rate;
  return [
    ...ruled(`By ${by}`, style),
    '',
    ...groupTables(report, breakdown, style),
    '',
    ...paragraph(`${rate} of each class, the most unequal first:`, style),
    '',
    ...classTables(report, breakdown, style),
  ];
}

const separated = (tables: readonly string[][]): string[] =>
  tables.flatMap((lines, i) => (i > 0 ? ['', ...lines] : lines));

function groupTables(
  { overall }: ClassReport,
  breakdown: ClassBreakdown | undefined,
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

function classTables({ rate }: ClassReport, breakdown: ClassBreakdown, style: Style): string[] {
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

function notesOf({ overall, breakdowns }: ClassReport, style: Style): string[] {
  const groups = [overall, ...breakdowns.flatMap((each) => each.groups)];
  const of = (member: 'reason' | 'warning') => [
    ...new Set(
      groups.flatMap(({ values }) =>
        shownMetrics.flatMap((name) => oneLine(values[name]?.[member] ?? '') || []),
      ),
    ),
  ];
  const few = groups.flatMap(({ name, warning }) =>
    warning === undefined ? [] : [`${oneLine(name)}: ${oneLine(warning)}`],
  );
  return [
    ...note('Few cases: ', few, style),
    ...note('Undefined: ', of('reason'), style),
    ...note('Without: ', of('warning'), style),
  ];
}
