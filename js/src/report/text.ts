// SPDX-License-Identifier: Apache-2.0
//
// The report for a terminal of 80 columns. What is furthest from equal stands first, in plain words; all
// rates follow in tables.

import stringWidth from 'string-width';
import { findMetric, type Metric } from '../metrics/table.js';
import { type Cell, padRight, type TableColumn, table, wrap } from './layout.js';
import type { Breakdown, Report } from './report.js';
import {
  factsOf,
  oneLine,
  rankDisparities,
  reasonsOf,
  type Shown,
  severity,
  showCount,
  showInterval,
  showValue,
  worstFirst,
} from './shown.js';

export interface TextOptions {
  /** Whether to emphasise with terminal escapes. Left out: no. */
  color?: boolean;
}

const width = 80;
const indent = '  ';
const mostGroups = 24; // a terminal is no place for more; the other formats have them all
const mostReasons = 8;

interface Style {
  strong(text: string): string;
  faint(text: string): string;
}

const plain: Style = { strong: (text) => text, faint: (text) => text };
const colored: Style = {
  strong: (text) => `\x1b[1m${text}\x1b[22m`,
  faint: (text) => `\x1b[2m${text}\x1b[22m`,
};

/** The report as lines of at most 80 columns. Text from the data cannot reach the terminal's controls. */
export function reportText(report: Report, { color = false }: TextOptions = {}): string {
  const style = color ? colored : plain;
  const sections = [heading(report, style)];
  const explained = new Set<Metric>();
  for (const breakdown of report.breakdowns) {
    sections.push(breakdownText(report, breakdown, explained, style));
  }
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const indented = (lines: readonly string[]) => lines.map((line) => line && indent + line);
const paragraph = (text: string, indents = 1) =>
  wrap(text, width - indents * indent.length).map((line) => indent.repeat(indents) + line);

function heading(report: Report, { strong, faint }: Style): string[] {
  const facts = factsOf(report);
  const longest = Math.max(...facts.map(([name]) => name.length));
  const lines = facts.flatMap(([name, text]) =>
    wrap(text, width - longest - 4).map((line, i) => {
      const left = padRight(i === 0 ? name : '', longest);
      return `${indent}${faint(left)}  ${line}`;
    }),
  );
  return [...wrap(oneLine(report.source ?? 'Audit'), width).map(strong), '', ...lines];
}

function breakdownText(
  report: Report,
  breakdown: Breakdown,
  explained: Set<Metric>,
  style: Style,
): string[] {
  const by = breakdown.by.map(oneLine).join(' and ');
  const title = `By ${by}, compared with ${oneLine(breakdown.reference)}`;
  const parts = [
    ruled(title).map(style.strong),
    summary(report, breakdown, explained, style),
    ...(breakdown.comparisons.length > 1 ? comparisons(report, breakdown, style) : []),
    ...rates(report, breakdown, style),
    notes(breakdown, style),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .flatMap((lines, i) => (i > 0 ? ['', ...lines] : lines));
}

/** A title within a rule across the terminal, or on lines of its own where it is too long for that. */
function ruled(title: string): string[] {
  const lines = wrap(title, width);
  const left = width - 4 - stringWidth(title);
  return left > 0 ? [`── ${title} ${'─'.repeat(left)}`] : lines;
}

/** Each disparity with its worst group, and in words what it says where that was not said before. */
function summary(
  { disparities }: Report,
  breakdown: Breakdown,
  explained: Set<Metric>,
  { strong, faint }: Style,
): string[] {
  const ranked = rankDisparities(breakdown, disparities).filter(({ groups }) => groups.length > 0);
  if (ranked.length === 0) return paragraph('There is only one group: nothing to compare.');
  const lines = [`${indent}Furthest from equal`];
  for (const { metric, groups } of ranked) {
    const { group, estimate } = groups[0] as (typeof groups)[0];
    const value = [showValue(estimate, metric), showInterval(estimate, metric)].join(' ').trim();
    const which = `${metric.title} of ${oneLine(group)}`;
    const [first = '', ...more] = wrap(`${value.padStart(6)} ${which}`, width - 11);
    lines.push(
      `${indent}${indent}${strong(first)}`,
      ...more.map((line) => `${indent.repeat(5)} ${line}`),
    );
    if (explained.has(metric)) continue;
    explained.add(metric);
    const meaning = `${metric.meaning} Equal would be ${metric.ideal}.`;
    lines.push(...wrap(meaning, width - 11).map((line) => faint(' '.repeat(11) + line)));
  }
  return lines;
}

const cellOf = (estimate: Shown, metric?: Metric): Cell => {
  const interval = showInterval(estimate, metric);
  return interval ? [showValue(estimate, metric), interval] : [showValue(estimate, metric)];
};

/** Every other group's disparities, the most severe group first. */
function comparisons({ disparities }: Report, breakdown: Breakdown, style: Style): string[][] {
  const metrics = disparities.map((name) => findMetric(name) as Metric);
  const worst = worstFirst(breakdown.comparisons, (comparison) =>
    Math.max(
      ...metrics.map(
        (metric) => severity(comparison.disparities[metric.name]?.value ?? 0, metric) || 0,
      ),
    ),
  );
  const shown = worst.slice(0, mostGroups);
  const columns = metrics.map(
    (metric): TableColumn => ({
      heading: metric.title,
      cells: shown.map(({ disparities: values }) => cellOf(values[metric.name] as Shown, metric)),
    }),
  );
  return drawn(
    shown.map(({ group }) => oneLine(group)),
    columns,
    worst.length,
    style,
  );
}

/** Every rate of every group, the largest groups first. */
function rates(report: Report, breakdown: Breakdown, style: Style): string[][] {
  const metrics = report.rates.map((name) => findMetric(name) as Metric);
  const groups = [
    { ...report.overall, name: 'All rows' },
    ...breakdown.groups.slice(0, mostGroups),
  ];
  const apart: TableColumn = {
    heading: 'Largest gap',
    cells: [
      [''],
      ...metrics.map(({ name }) => cellOf(breakdown.spreads[name]?.difference as Shown)),
    ],
  };
  const columns = groups.map(
    (group): TableColumn => ({
      heading: oneLine(group.name),
      cells: [
        [showCount(group.counts.rows)],
        ...metrics.map((metric) => cellOf(group.rates[metric.name] as Shown, metric)),
      ],
    }),
  );
  const names = ['Rows', ...metrics.map(({ title }) => title)];
  return drawn(names, [apart, ...columns], breakdown.groups.length, style);
}

function drawn(
  names: readonly string[],
  columns: readonly TableColumn[],
  groups: number,
  { strong }: Style,
): string[][] {
  const tables = table(names, columns, width - indent.length, { heading: strong }).map(indented);
  const hidden = groups - mostGroups;
  if (hidden > 0) {
    const more = `${showCount(hidden)} more groups are not shown here; JSON, CSV and Markdown have them all.`;
    tables.push(paragraph(more));
  }
  return tables;
}

function notes(breakdown: Breakdown, { faint }: Style): string[] {
  const reasons = reasonsOf(breakdown);
  if (reasons.length === 0) return [];
  const hidden = reasons.length - mostReasons;
  const more = hidden > 0 ? `; and ${showCount(hidden)} more` : '';
  const shown = reasons.slice(0, mostReasons).map(oneLine).join('; ');
  return paragraph(`Undefined (–): ${shown}${more}.`).map(faint);
}
