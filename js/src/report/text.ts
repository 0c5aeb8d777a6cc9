// SPDX-License-Identifier: Apache-2.0
//
// The report for a terminal. What is furthest from equal stands first, in plain words; all
// rates follow in tables.

import type { Breakdown, Report } from '../audit/report.js';
import { FairwasmError } from '../core/error.js';
import type { Estimate } from '../core/estimate.js';
import { shown } from '../core/options.js';
import { findGroupMetric } from '../metrics/group.js';
import type { Metric } from '../metrics/metric.js';
import stringWidth from '../vendor/string-width.js';
import { requireReport } from './given.js';
import { type Cell, padRight, type TableColumn, table, wrap } from './layout.js';
import { essentialDisparities, type Item, rankDisparities, rankGroups } from './ranking.js';
import {
  factsOf,
  omission,
  oneLine,
  reasonsOf,
  showConfidence,
  showCount,
  showGroup,
  showInterval,
  showProbability,
  showTest,
  showValue,
  warningsOf,
} from './shown.js';

export interface TextOptions {
  /** Whether to emphasize with terminal escapes. Default: no. */
  color?: boolean;
  /** Columns of the terminal. Default: 80. */
  width?: number;
}

const widestText = 100; // longer lines are hard to read; tables may be wider
const indent = '  ';
const mostGroups = 24; // a terminal is no place for more; the other formats have them all
const mostNotes = 8;

interface Style {
  width: number;
  strong(text: string): string;
  faint(text: string): string;
}

type Emphasis = Omit<Style, 'width'>;
const plain: Emphasis = { strong: (text) => text, faint: (text) => text };
const colored: Emphasis = {
  strong: (text) => `\x1b[1m${text}\x1b[22m`,
  faint: (text) => `\x1b[2m${text}\x1b[22m`,
};

// Narrower no table stands, and wider no terminal is.
const narrowest = 20;
const widest = 10_000;

function requireWidth(width: unknown): void {
  if (typeof width === 'number' && width >= narrowest && width <= widest) return;
  throw new FairwasmError('invalidArgument', {
    argument: 'width',
    expected: `a number of columns from ${narrowest} to ${widest}`,
    actual: shown(width),
  });
}

/** The report as lines of at most `width` columns. Text from the data cannot reach the terminal's controls. */
export function reportText(
  report: Report,
  { color = false, width = 80 }: TextOptions = {},
): string {
  requireReport(report);
  requireWidth(width);
  const style = { ...(color ? colored : plain), width };
  const sections = [heading(report, style)];
  const explained = new Set<Metric>();
  for (const breakdown of report.breakdowns) {
    sections.push(breakdownText(report, breakdown, explained, style));
  }
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

const indented = (lines: readonly string[]) => lines.map((line) => line && indent + line);
const textWidth = ({ width }: Style) => Math.min(width, widestText);
const paragraph = (text: string, style: Style) =>
  indented(wrap(text, textWidth(style) - indent.length));

function heading(report: Report, style: Style): string[] {
  const { strong, faint } = style;
  const width = textWidth(style);
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
    ruled(title, style).map(style.strong),
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
function ruled(title: string, { width }: Style): string[] {
  const lines = wrap(title, width);
  const left = width - 4 - stringWidth(title);
  return left > 0 ? [`── ${title} ${'─'.repeat(left)}`] : lines;
}

const besideValue = 11;
const hanging = (text: string, style: Style) =>
  wrap(text, textWidth(style) - besideValue).map((line) => ' '.repeat(besideValue) + line);

/** Each disparity with its worst group, and in words what it says where that was not said before. */
function summary(
  report: Report,
  breakdown: Breakdown,
  explained: Set<Metric>,
  style: Style,
): string[] {
  const { strong, faint } = style;
  if (breakdown.comparisons.length === 0) {
    return paragraph('There is only one group: nothing to compare.', style);
  }
  const ranked = rankDisparities(breakdown, essentialDisparities(report.disparities));
  const lines = ranked.length > 0 ? [`${indent}Furthest from equal`] : [];
  for (const { metric, groups } of ranked) {
    const { group, warning, estimate } = groups[0] as Item;
    const which = `${metric.title} of ${showGroup(oneLine(group), warning)}`;
    const [first = '', ...more] = hanging(which, style);
    const value = showValue(estimate, metric).padStart(9);
    lines.push(strong(value + first.slice(9)), ...more);
    const sure = surety(report, estimate, metric);
    if (sure) lines.push(...hanging(sure, style));
    if (explained.has(metric)) continue;
    explained.add(metric);
    lines.push(
      ...hanging(`${metric.meaning} Equal groups would give ${metric.ideal}.`, style).map(faint),
    );
  }
  const omitted = omission(ranked.length, report);
  return omitted ? [...lines, '', ...paragraph(omitted, style).map(faint)] : lines;
}

/** "95% interval 1.601–1.784, p < 0.001", or as much of it as there is. */
function surety({ uncertainty }: Report, estimate: Estimate, metric: Metric): string {
  const interval = showInterval(estimate, metric);
  const named = interval && `${showConfidence(uncertainty?.confidence ?? 0)} interval ${interval}`;
  return [named, showTest(estimate)].filter((text) => text !== '').join(', ');
}

// No empty lines where there is nothing to say.
const cellOf = (...lines: string[]): Cell => lines.filter((line, i) => i === 0 || line !== '');

const rateCell = (estimate: Estimate): Cell => cellOf(showValue(estimate), showInterval(estimate));

/** Every other group's disparities, in the order in which to look at them. */
function comparisons({ disparities }: Report, breakdown: Breakdown, style: Style): string[][] {
  const metrics = essentialDisparities(disparities);
  const [first] = rankDisparities(breakdown, metrics);
  if (first === undefined) return [];
  const shown = first.groups.slice(0, mostGroups);
  const columns = metrics.map((metric): TableColumn => {
    const estimates = new Map(
      rankGroups(breakdown, metric).map(({ group, estimate }) => [group, estimate]),
    );
    const cells = shown.map(({ group }) => {
      const estimate = estimates.get(group) as Estimate;
      return cellOf(
        showValue(estimate, metric),
        showInterval(estimate, metric),
        showTest(estimate),
      );
    });
    return { heading: metric.title, cells };
  });
  const names = shown.map(({ group, warning }) => showGroup(oneLine(group), warning));
  return drawn(names, columns, first.groups.length, style);
}

/** Every rate of every group, the largest groups first. */
function rates(report: Report, breakdown: Breakdown, style: Style): string[][] {
  const metrics = report.rates.map((name) => findGroupMetric(name) as Metric);
  const groups = [
    { ...report.overall, name: 'All rows' },
    ...breakdown.groups.slice(0, mostGroups),
  ];
  const gaps = metrics.map(({ name }) => breakdown.spreads[name]?.difference as Estimate);
  const apart: TableColumn = { heading: 'Largest gap', cells: [[''], ...gaps.map(rateCell)] };
  const tested = gaps.map((gap) => [showProbability(gap)]);
  const test: TableColumn = { heading: 'its p', cells: [[''], ...tested] };
  const columns = groups.map(
    (group): TableColumn => ({
      heading: showGroup(oneLine(group.name), group.warning),
      cells: [
        [showCount(group.counts.rows)],
        ...metrics.map(({ name }) => rateCell(group.rates[name] as Estimate)),
      ],
    }),
  );
  const besides = gaps.some(({ pValue }) => pValue !== undefined) ? [apart, test] : [apart];
  const names = ['Rows', ...metrics.map(({ title }) => title)];
  return drawn(names, [...besides, ...columns], breakdown.groups.length, style);
}

function drawn(
  names: readonly string[],
  columns: readonly TableColumn[],
  groups: number,
  style: Style,
): string[][] {
  const look = { heading: style.strong, detail: style.faint };
  const tables = table(names, columns, style.width - indent.length, look).map(indented);
  const hidden = groups - mostGroups;
  if (hidden > 0) {
    const more = `${showCount(hidden)} more groups are not shown here; JSON, CSV and Markdown have them all.`;
    tables.push(paragraph(more, style));
  }
  return tables;
}

function notes(breakdown: Breakdown, style: Style): string[] {
  const warnings = warningsOf(breakdown).map(
    ([group, warning]) => `${oneLine(group)}: ${oneLine(warning)}`,
  );
  const reasons = reasonsOf(breakdown).map(oneLine);
  return [...note('* ', warnings, style), ...note('Undefined (–): ', reasons, style)].map(
    style.faint,
  );
}

function note(heading: string, texts: readonly string[], style: Style): string[] {
  if (texts.length === 0) return [];
  const hidden = texts.length - mostNotes;
  const more = hidden > 0 ? `; and ${showCount(hidden)} more` : '';
  return paragraph(`${heading}${texts.slice(0, mostNotes).join('; ')}${more}.`, style);
}
