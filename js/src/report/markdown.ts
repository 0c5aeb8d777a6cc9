// SPDX-License-Identifier: Apache-2.0
//
// The report as Markdown with GitHub's tables, for pull requests, model cards and wikis.

import type { Breakdown, Report } from '../audit/report.js';
import type { Estimate } from '../core/estimate.js';
import type { Metric } from '../metrics/metric.js';
import { requireReport } from './given.js';
import { essentialDisparities, knownMetrics, rankDisparities } from './ranking.js';
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
  showValue,
  warningsOf,
} from './shown.js';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text from elsewhere as Markdown that shows just this text: no markup, no HTML, no links. */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replace(/[&<>]/g, (character) => entities[character] as string)
    .replace(/[\\`*_[\]|~#$@]|:(?=\/\/)/g, '\\$&')
    .replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}\\.`);
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** A table whose first column is text and whose others are numbers. */
function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const alignment = headings.map((_, i) => (i === 0 ? ':---' : '---:'));
  return [row(headings), row(alignment), ...rows.map(row)].join('\n');
}

const cell = (estimate: Estimate, metric?: Metric) => {
  const interval = showInterval(estimate, metric);
  return interval ? `${showValue(estimate, metric)} (${interval})` : showValue(estimate, metric);
};

const groupName = (name: string, warning: string | undefined) =>
  escapeMarkdown(showGroup(name, warning));

/** The report as Markdown. Text from the data is escaped. */
export function reportMarkdown(report: Report): string {
  requireReport(report);
  const facts = factsOf(report).map(([name, text]) => `- ${name}: ${escapeMarkdown(text)}`);
  const blocks = [
    `# ${escapeMarkdown(report.source ?? 'Audit')}`,
    facts.join('\n'),
    ...report.breakdowns.flatMap((breakdown) => breakdownBlocks(report, breakdown)),
    glossary(report),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function breakdownBlocks(report: Report, breakdown: Breakdown): string[] {
  const by = breakdown.by.map(escapeMarkdown).join(' and ');
  const reasons = reasonsOf(breakdown).map((reason) => `- ${escapeMarkdown(reason)}`);
  const warnings = warningsOf(breakdown).map(
    ([group, warning]) => `- ${escapeMarkdown(group)}: ${escapeMarkdown(warning)}`,
  );
  return [
    `## By ${by}, compared with ${escapeMarkdown(breakdown.reference)}`,
    ...comparisons(report, breakdown),
    rates(report, breakdown),
    warnings.length > 0 ? `Small groups (\\*):\n\n${warnings.join('\n')}` : '',
    reasons.length > 0 ? `Undefined (–):\n\n${reasons.join('\n')}` : '',
  ];
}

/** One row a disparity and group, in the order in which to look at them. */
function comparisons(report: Report, breakdown: Breakdown): string[] {
  const { disparities, uncertainty } = report;
  if (breakdown.comparisons.length === 0) {
    return ['There is only one group: nothing to compare.'];
  }
  const ranked = rankDisparities(breakdown, essentialDisparities(disparities));
  if (ranked.length === 0) return [];
  const rows = ranked.flatMap(({ metric, groups }) =>
    groups.map(({ group, warning, estimate }) => [
      `${metric.title} of ${groupName(group, warning)}`,
      showValue(estimate, metric),
      ...(uncertainty === null ? [] : [showInterval(estimate, metric), testCell(estimate)]),
      String(metric.ideal),
    ]),
  );
  const surety = uncertainty ? [`${showConfidence(uncertainty.confidence)} interval`, 'p'] : [];
  return [
    'Furthest from equal first:',
    table(['Disparity', 'Value', ...surety, 'Equal'], rows),
    omission(ranked.length, report),
  ];
}

// "<" as HTML's entity: the bare sign would begin a tag.
const testCell = (estimate: Estimate) => showProbability(estimate).replace('<', '&lt;');

function rates(report: Report, breakdown: Breakdown): string {
  const metrics = knownMetrics(report.rates);
  const groups = [{ ...report.overall, name: 'All rows' }, ...breakdown.groups];
  const headings = ['Group', 'Rows', ...metrics.map(({ title }) => title)];
  const rows = groups.map(({ name, warning, counts, rates: values }) => [
    groupName(name, warning),
    showCount(counts.rows),
    ...metrics.map((metric) => cell(values[metric.name] as Estimate, metric)),
  ]);
  const gaps = metrics.map(({ name }) => breakdown.spreads[name]?.difference as Estimate);
  const bottom = [['Largest gap', '', ...gaps.map((gap) => cell(gap))]];
  if (gaps.some(({ pValue }) => pValue !== undefined)) {
    bottom.push(['p of the largest gap', '', ...gaps.map(testCell)]);
  }
  return table(headings, [...rows, ...bottom]);
}

function glossary({ rates: rateNames, disparities }: Report): string {
  const metrics = [...essentialDisparities(disparities), ...knownMetrics(rateNames)];
  const rows = metrics.map(
    ({ title, meaning, formula }) => `- **${title}** (${escapeMarkdown(formula)}): ${meaning}`,
  );
  return `## What the numbers say\n\n${rows.join('\n')}`;
}
