// SPDX-License-Identifier: Apache-2.0
//
// The report for a terminal: the disparities that are furthest from equal in words, then tables of all rates.

import type { ComparisonReport } from '../audit/comparison.js';
import type { EquivalenceReport } from '../audit/equivalence-report.js';
import type { Breakdown, Report } from '../audit/report.js';
import { invalid } from '../core/error.js';
import type { Estimate } from '../core/estimate.js';
import { requireOptions, shown } from '../core/options.js';
import { ofGiven } from '../core/plain-data.js';
import {
  oneLine,
  showConfidence,
  showCount,
  showGroup,
  showInterval,
  showProbability,
  showTest,
  showValue,
} from '../document/format.js';
import { type Cell, type TableColumn, wrap } from '../document/layout.js';
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
  textWidth,
} from '../document/terminal.js';
import { documentText, sectionText } from '../document/text.js';
import { findGroupMetric } from '../metrics/group.js';
import type { Metric } from '../metrics/metric.js';
import { requireReport } from './check-report.js';
import { describeComparison } from './describe-comparison.js';
import { conditionalsOf, describeConditional } from './describe-conditional.js';
import { describeExtras } from './describe-extras.js';
import {
  detectableOf,
  equivalenceMetrics,
  equivalenceNote,
  equivalenceOmission,
  equivalenceSentences,
  hasShrunken,
  showDetectable,
  showMargin,
  showVerdict,
  shrunkenMetrics,
  shrunkenNote,
  whyNotShrunken,
} from './power-shown.js';
import {
  essentialDisparities,
  type Item,
  orderNote,
  rankDisparities,
  rankGroups,
} from './ranking.js';
import { factsOf, notComputed, omission, reasonsOf, tieOf, warningsOf } from './shown.js';

export type { TextOptions };

// The widths that tables need and terminals have.
const narrowest = 20;
const widest = 10_000;

function requireWidth(width: unknown): void {
  if (typeof width === 'number' && width >= narrowest && width <= widest) return;
  throw invalid('width', `a number of columns from ${narrowest} to ${widest}`, shown(width));
}

/**
 * Returns the report, or the comparison, as lines of at most `width` columns. Control characters in strings
 * from the data are removed.
 *
 * @example
 * const report = reportExample(await load(), findExample('berkeley'));
 * const lines = reportText(report, { width: 80 }).split('\n');
 * lines.every((line) => line.length <= 80); // true
 */
export function reportText(report: Report | ComparisonReport, options: TextOptions = {}): string {
  return ofGiven('report', () => {
    requireOptions('reportText', options, ['color', 'width']);
    if (options.width !== undefined) requireWidth(options.width);
    if (report?.format === 'fairwasm-comparison')
      return documentText(describeComparison(report), options);
    requireReport(report);
    const style = styleOf(options);
    const sections = [heading(report.source ?? 'Audit', factsOf(report), style)];
    const explained = new Set<Metric>();
    for (const breakdown of report.breakdowns) {
      sections.push(breakdownText(report, breakdown, explained, style));
    }
    for (const each of conditionalsOf(report))
      sections.push(sectionText(describeConditional(each), style));
    for (const section of describeExtras(report)) sections.push(sectionText(section, style));
    return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
  });
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
    ...equivalences(report, breakdown, style),
    ...rates(report, breakdown, style),
    ...shrunken(breakdown, style),
    notes(report, breakdown, style),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .flatMap((lines, i) => (i > 0 ? ['', ...lines] : lines));
}

const besideValue = 11;
const hanging = (text: string, style: Style) =>
  wrap(text, textWidth(style) - besideValue).map((line) => ' '.repeat(besideValue) + line);

/** Returns each disparity with its worst group, and its meaning on first use. */
function summary(
  report: Report,
  breakdown: Breakdown,
  explained: Set<Metric>,
  style: Style,
): string[] {
  const { strong, faint } = style;
  if (breakdown.comparisons.length === 0) {
    return paragraph('There is only one group, so there is nothing to compare.', style);
  }
  const { disparities, outcome } = report;
  const ranked = rankDisparities(breakdown, essentialDisparities(disparities, outcome));
  const lines = ranked.length > 0 ? paragraph(orderNote(ranked), style) : [];
  for (const { metric, groups } of ranked) {
    const { group, warning, estimate } = groups[0] as Item;
    const which = `${metric.title} of ${showGroup(oneLine(group), warning)}`;
    const [first = '', ...more] = hanging(which, style);
    const value = showValue(estimate, metric).padStart(9);
    lines.push(strong(value + first.slice(9)), ...more);
    const sure = surety(report, estimate, metric);
    if (sure) lines.push(...hanging(sure, style));
    const detectable = isOpen(estimate, metric) && showDetectable(estimate);
    if (detectable) {
      lines.push(...hanging(`Minimum detectable difference (80% power): ${detectable}.`, style));
    }
    if (explained.has(metric)) continue;
    explained.add(metric);
    lines.push(...hanging(`${metric.meaning} ${idealSentence(metric)}`, style).map(faint));
  }
  const omitted = omission(ranked.length, report);
  return omitted ? [...lines, '', ...paragraph(omitted, style).map(faint)] : lines;
}

function idealSentence({ ideal, adverse }: Metric): string {
  const side = adverse === undefined ? '' : `; the group is at a disadvantage ${adverse} that`;
  return `The value for equal groups is ${ideal}${side}.`;
}

// The list may be empty.
function isOpen({ ci, warning }: Estimate, { ideal = 0 }: Metric): boolean {
  return warning !== undefined || (ci !== undefined && ci[0] <= ideal && ci[1] >= ideal);
}

/** Returns "95% interval 1.601–1.784, p < 0.001", or the parts that exist. */
function surety({ uncertainty }: Report, estimate: Estimate, metric: Metric): string {
  const interval = showInterval(estimate, metric);
  const named = interval && `${showConfidence(uncertainty?.confidence ?? 0)} interval ${interval}`;
  return [named, showTest(estimate)].filter((text) => text !== '').join(', ');
}

const rateCell = (estimate: Estimate): Cell => cellOf(showValue(estimate), showInterval(estimate));

/** Returns every other group's disparities, most important first. */
function comparisons(
  { disparities, outcome }: Report,
  breakdown: Breakdown,
  style: Style,
): string[][] {
  const metrics = essentialDisparities(disparities, outcome);
  const [first] = rankDisparities(breakdown, metrics);
  if (first === undefined) return [];
  const shown = first.groups.slice(0, maxGroups);
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

/** Returns the result of the equivalence tests for each other group. */
function equivalences(report: Report, breakdown: Breakdown, style: Style): string[][] {
  const metrics = equivalenceMetrics(report);
  if (metrics.length === 0 || breakdown.comparisons.length === 0) return [];
  const compared = breakdown.comparisons.slice(0, maxGroups);
  const columns = metrics.map((metric): TableColumn => {
    const margin = report.equivalenceMargins?.[metric.name] as [number, number];
    const cells = compared.map(({ equivalence }) => {
      const found = equivalence?.[metric.name] as EquivalenceReport;
      const { disparity, pValue } = found;
      const test = Number.isNaN(pValue) ? '' : showTest({ value: disparity.value, pValue });
      return cellOf(showVerdict(found), showInterval(disparity, metric), test);
    });
    return { heading: `${metric.title} (${showMargin(margin)})`, cells };
  });
  const warned = new Map(breakdown.groups.map(({ id, warning }) => [id, warning]));
  const names = compared.map(({ id, group }) => showGroup(oneLine(group), warned.get(id)));
  const sentences = equivalenceSentences(report, breakdown);
  return [
    paragraph(equivalenceNote(report), style),
    sentences.flatMap((text) => paragraph(oneLine(text), style)),
    ...drawn(names, columns, breakdown.comparisons.length, style),
    paragraph(equivalenceOmission(report), style).map(style.faint),
  ];
}

/** Returns every rate of every group, largest groups first. */
function rates(report: Report, breakdown: Breakdown, style: Style): string[][] {
  const metrics = report.rates.map((name) => findGroupMetric(name) as Metric);
  const groups = [{ ...report.overall, name: 'All rows' }, ...breakdown.groups.slice(0, maxGroups)];
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

/** Returns the shrunken rates with their intervals, and below them the raw ones. */
function shrunken(breakdown: Breakdown, style: Style): string[][] {
  if (!hasShrunken(breakdown)) {
    const why = whyNotShrunken(breakdown);
    return why === undefined ? [] : [paragraph(oneLine(why), style)];
  }
  const metrics = shrunkenMetrics(breakdown);
  const columns = breakdown.groups.slice(0, maxGroups).map((group): TableColumn => {
    const cells = metrics.map(({ name }) => {
      const estimate = group.shrunken?.[name] as Estimate;
      const raw = `raw ${showValue(group.rates[name] as Estimate)}`;
      return cellOf(showValue(estimate), showInterval(estimate), raw);
    });
    return { heading: showGroup(oneLine(group.name), group.warning), cells };
  });
  const names = metrics.map(({ title }) => title);
  return [paragraph(shrunkenNote, style), ...drawn(names, columns, breakdown.groups.length, style)];
}

function notes(report: Report, breakdown: Breakdown, style: Style): string[] {
  const warnings = warningsOf(breakdown).map(
    ([group, warning]) => `${oneLine(group)}: ${oneLine(warning)}`,
  );
  const detectable = detectableOf(report, breakdown).map(oneLine);
  const reasons = reasonsOf(breakdown).map(oneLine);
  return [
    ...note('* ', warnings, style),
    ...note('Minimum detectable differences (80% power): ', detectable, style),
    ...note('Undefined (–): ', reasons, style),
    ...note('Not computed: ', notComputed(breakdown), style),
    ...note('Tie: ', tieOf(breakdown).map(oneLine), style),
  ].map(style.faint);
}
