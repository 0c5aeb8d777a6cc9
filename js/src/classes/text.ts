// SPDX-License-Identifier: Apache-2.0
//
// The report of several classes, or labels, for a terminal: a few numbers of each group, and the classes in the order in which
// they treat groups unequally.

import type { Estimate } from '../core/estimate.js';
import { ofGiven } from '../core/plain-data.js';
import { oneLine, showCount, showInterval, showValue } from '../document/format.js';
import type { TableColumn } from '../document/layout.js';
import {
  cellOf,
  drawn,
  heading,
  maxGroups,
  note,
  paragraph,
  ruled,
  type Style,
  styleOf,
  type TextOptions,
} from '../document/terminal.js';
import { findGroupMetric } from '../metrics/group.js';
import {
  type AnyBreakdown,
  type AnyReport,
  factsOf,
  findingsOf,
  kindOf,
  notesOf,
  requireClassReport,
  shownMetrics,
  titleOf,
  titleOfAll,
} from './shown.js';

const shown = (estimate: Estimate) => cellOf(showValue(estimate), showInterval(estimate));

/**
 * The report as lines of at most `width` columns; text from the data cannot reach the terminal's controls.
 *
 * @example
 * const audit = (await load()).audit({
 *   label: ['low', 'high', 'low', 'high'],
 *   prediction: ['low', 'low', 'low', 'high'],
 *   groups: { sex: ['f', 'f', 'm', 'm'] },
 * });
 * classesText(audit.report(), { width: 60 }).split('\n').every((line) => line.length <= 60); // true
 */
export function classesText(report: AnyReport, options: TextOptions = {}): string {
  return ofGiven('report', () => {
    requireClassReport(report);
    const style = styleOf(options);
    const sections = [
      heading(
        titleOfAll(report),
        factsOf(report).map(([name, text]) => [name, oneLine(text)]),
        style,
      ),
      ...(report.breakdowns.length === 0 ? [groupTables(report, undefined, style)] : []),
      ...report.breakdowns.map((breakdown: AnyBreakdown) =>
        breakdownText(report, breakdown, style),
      ),
      notes(report, style),
    ];
    const filled = sections.filter((lines) => lines.length > 0);
    return `${filled.map((lines) => lines.join('\n')).join('\n\n')}\n`;
  });
}

function breakdownText(report: AnyReport, breakdown: AnyBreakdown, style: Style): string[] {
  const by = breakdown.by.map(oneLine).join(' and ');
  const rate = findGroupMetric(report.rate)?.title ?? report.rate;
  return [
    ...ruled(`By ${by}`, style).map(style.strong),
    '',
    ...findingsOf(report, breakdown).flatMap((text) => paragraph(oneLine(text), style)),
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
  { overall }: AnyReport,
  breakdown: AnyBreakdown | undefined,
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
  const groups = [overall, ...(breakdown?.groups.slice(0, maxGroups) ?? [])];
  const columns = groups.map(({ name, rows, values }) => ({
    heading: oneLine(name),
    cells: [[showCount(rows)], ...names.map((each) => shown(values[each] as Estimate))],
  }));
  const all = ['Rows', ...names.map(titleOf)];
  return separated(drawn(all, [...gap, ...columns], breakdown?.groups.length ?? 0, style));
}

function classTables({ rate }: AnyReport, breakdown: AnyBreakdown, style: Style): string[] {
  const { classes, groups } = breakdown;
  const columns: TableColumn[] = [
    {
      heading: 'Largest gap',
      cells: classes.map(({ spreads }) => shown(spreads[rate]?.difference as Estimate)),
    },
    { heading: 'All rows', cells: classes.map(({ overall }) => shown(overall[rate] as Estimate)) },
    ...groups.slice(0, maxGroups).map(({ id, name }) => ({
      heading: oneLine(name),
      cells: classes.map((each) => shown(each.groups[id]?.[rate] as Estimate)),
    })),
  ];
  const names = classes.map((each) => oneLine(each.class));
  return separated(drawn(names, columns, groups.length, style));
}

function notes(report: AnyReport, style: Style): string[] {
  const { few, undefined: reasons, without } = notesOf(report);
  return [
    ...note('Few cases: ', few.map(oneLine), style),
    ...note('Undefined: ', reasons.map(oneLine), style),
    ...note('Without: ', without.map(oneLine), style),
  ];
}
