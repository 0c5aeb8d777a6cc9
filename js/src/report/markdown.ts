// SPDX-License-Identifier: Apache-2.0
//
// The report as Markdown with GitHub's tables, for pull requests, model cards and wikis.

import { findMetric, type Metric } from '../metrics/table.js';
import type { Breakdown, Report } from './report.js';
import {
  factsOf,
  oneLine,
  rankDisparities,
  reasonsOf,
  type Shown,
  showCount,
  showInterval,
  showValue,
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

const cell = (estimate: Shown, metric?: Metric) =>
  [showValue(estimate, metric), showInterval(estimate, metric)].join(' ').trim();

/** The report as Markdown. Text from the data is escaped. */
export function reportMarkdown(report: Report): string {
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
  return [
    `## By ${by}, compared with ${escapeMarkdown(breakdown.reference)}`,
    comparisons(report, breakdown),
    rates(report, breakdown),
    reasons.length > 0 ? `Undefined (–):\n\n${reasons.join('\n')}` : '',
  ];
}

/** One row a disparity and group, the furthest from equal first. */
function comparisons({ disparities }: Report, breakdown: Breakdown): string {
  const ranked = rankDisparities(breakdown, disparities).filter(({ groups }) => groups.length > 0);
  if (ranked.length === 0) return 'There is only one group: nothing to compare.';
  const rows = ranked.flatMap(({ metric, groups }) =>
    groups.map(({ group, estimate }) => [
      `${metric.title} of ${escapeMarkdown(group)}`,
      cell(estimate, metric),
      String(metric.ideal),
    ]),
  );
  return `Furthest from equal first:\n\n${table(['Disparity', 'Value', 'Equal'], rows)}`;
}

function rates(report: Report, breakdown: Breakdown): string {
  const metrics = report.rates.map((name) => findMetric(name) as Metric);
  const groups = [{ ...report.overall, name: 'All rows' }, ...breakdown.groups];
  const headings = ['Group', 'Rows', ...metrics.map(({ title }) => title)];
  const rows = groups.map(({ name, counts, rates: values }) => [
    escapeMarkdown(name),
    showCount(counts.rows),
    ...metrics.map((metric) => cell(values[metric.name] as Shown, metric)),
  ]);
  const differences = metrics.map(({ name }) => cell(breakdown.spreads[name]?.difference as Shown));
  return table(headings, [...rows, ['Largest gap', '', ...differences]]);
}

function glossary({ rates: rateNames, disparities }: Report): string {
  const metrics = [...disparities, ...rateNames].map((name) => findMetric(name) as Metric);
  const rows = metrics.map(
    ({ title, meaning, formula }) => `- **${title}** (${escapeMarkdown(formula)}): ${meaning}`,
  );
  return `## What the numbers say\n\n${rows.join('\n')}`;
}
