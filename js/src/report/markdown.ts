// SPDX-License-Identifier: Apache-2.0
//
// The report as Markdown with GitHub's tables, for pull requests, model cards, and wikis.

import type { ComparisonReport } from '../audit/comparison.js';
import type { EquivalenceReport } from '../audit/equivalence-report.js';
import type { Breakdown, Report } from '../audit/report.js';
import type { Estimate } from '../core/estimate.js';
import { ofGiven } from '../core/plain-data.js';
import {
  showConfidence,
  showCount,
  showGroup,
  showInterval,
  showValue,
} from '../document/format.js';
import {
  documentMarkdown,
  escapeMarkdown,
  markdownTable,
  sectionMarkdown,
  testCell,
} from '../document/markdown.js';
import type { Metric } from '../metrics/metric.js';
import { requireReport } from './check-report.js';
import { describeComparison } from './describe-comparison.js';
import { conditionalsOf, describeConditional } from './describe-conditional.js';
import { describeExtras } from './describe-extras.js';
import {
  detectableNote,
  equivalenceConfidence,
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
import { essentialDisparities, knownMetrics, orderNote, rankDisparities } from './ranking.js';
import {
  factsOf,
  notComputed,
  omission,
  reasonsOf,
  showIdeal,
  tieOf,
  warningsOf,
} from './shown.js';

const cell = (estimate: Estimate, metric?: Metric) => {
  const interval = showInterval(estimate, metric);
  return interval ? `${showValue(estimate, metric)} (${interval})` : showValue(estimate, metric);
};

const groupName = (name: string, warning: string | undefined) =>
  escapeMarkdown(showGroup(name, warning));

/**
 * Returns the report, or the comparison, as Markdown. Strings from the data are escaped.
 *
 * @example
 * const report = reportExample(await load(), findExample('compas'));
 * reportMarkdown(report).split('\n')[0]; // "# COMPAS two-year recidivism by race, Broward County 2013-2014"
 */
export function reportMarkdown(report: Report | ComparisonReport): string {
  return ofGiven('report', () => {
    if (report?.format === 'fairwasm-comparison')
      return documentMarkdown(describeComparison(report));
    requireReport(report);
    const facts = factsOf(report).map(([name, text]) => `- ${name}: ${escapeMarkdown(text)}`);
    const blocks = [
      `# ${escapeMarkdown(report.source ?? 'Audit')}`,
      facts.join('\n'),
      ...report.breakdowns.flatMap((breakdown) => breakdownBlocks(report, breakdown)),
      ...conditionalsOf(report).flatMap((each) => sectionMarkdown(describeConditional(each))),
      ...describeExtras(report).flatMap((section) => sectionMarkdown(section)),
      glossary(report),
    ];
    return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
  });
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
    ...equivalences(report, breakdown),
    rates(report, breakdown),
    ...shrunken(breakdown),
    warnings.length > 0 ? `Small groups (\\*):\n\n${warnings.join('\n')}` : '',
    reasons.length > 0 ? `Undefined (–):\n\n${reasons.join('\n')}` : '',
    ...notComputed(breakdown),
    ...tieOf(breakdown).map((tie) => `Tie: ${escapeMarkdown(tie)}.`),
  ];
}

/** Returns one row per disparity and group, in the order of importance. */
function comparisons(report: Report, breakdown: Breakdown): string[] {
  const { disparities, uncertainty, outcome } = report;
  if (breakdown.comparisons.length === 0) {
    return ['There is only one group, so there is nothing to compare.'];
  }
  const ranked = rankDisparities(breakdown, essentialDisparities(disparities, outcome));
  if (ranked.length === 0) return [];
  const rows = ranked.flatMap(({ metric, groups }) =>
    groups.map(({ group, warning, estimate }) => [
      `${metric.title} of ${groupName(group, warning)}`,
      showValue(estimate, metric),
      ...(uncertainty === null
        ? []
        : [showInterval(estimate, metric), testCell(estimate), showDetectable(estimate)]),
      showIdeal(metric),
    ]),
  );
  const surety = uncertainty
    ? [`${showConfidence(uncertainty.confidence)} interval`, 'p', 'Minimum detectable']
    : [];
  return [
    `${orderNote(ranked)} first:`,
    markdownTable(['Disparity', 'Value', ...surety, 'Equal'], rows),
    uncertainty ? detectableNote : '',
    omission(ranked.length, report),
  ];
}

/** Returns the result of the equivalence tests for each other group. */
function equivalences(report: Report, { comparisons, ...breakdown }: Breakdown): string[] {
  const metrics = equivalenceMetrics(report);
  if (metrics.length === 0 || comparisons.length === 0) return [];
  const warned = new Map(breakdown.groups.map(({ id, warning }) => [id, warning]));
  const rows = metrics.flatMap((metric) =>
    comparisons.map(({ id, group, equivalence }) => {
      const margin = report.equivalenceMargins?.[metric.name] as [number, number];
      const found = equivalence?.[metric.name] as EquivalenceReport;
      const { disparity, pValue } = found;
      return [
        `${metric.title} of ${groupName(group, warned.get(id))}`,
        showVerdict(found),
        showMargin(margin),
        showValue(disparity, metric),
        showInterval(disparity, metric),
        Number.isNaN(pValue) ? '' : testCell({ value: disparity.value, pValue }),
      ];
    }),
  );
  const interval = `${equivalenceConfidence(report)} interval`;
  const sentences = equivalenceSentences(report, { comparisons, ...breakdown });
  return [
    equivalenceNote(report),
    sentences.map((text) => `- ${escapeMarkdown(text)}`).join('\n'),
    markdownTable(['Disparity', 'Result', 'Margin', 'Value', interval, 'p'], rows),
    equivalenceOmission(report),
  ];
}

/** Returns the shrunken rates with the raw ones. */
function shrunken(breakdown: Breakdown): string[] {
  if (!hasShrunken(breakdown)) return [escapeMarkdown(whyNotShrunken(breakdown) ?? '')];
  const metrics = shrunkenMetrics(breakdown);
  const rows = breakdown.groups.map(({ name, warning, counts, rates: raw, shrunken: values }) => [
    groupName(name, warning),
    showCount(counts.rows),
    ...metrics.map(
      (metric) =>
        `${cell(values?.[metric.name] as Estimate)}, raw ${showValue(raw[metric.name] as Estimate)}`,
    ),
  ]);
  return [
    shrunkenNote,
    markdownTable(['Group', 'Rows', ...metrics.map(({ title }) => title)], rows),
  ];
}

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
  return markdownTable(headings, [...rows, ...bottom]);
}

function glossary({ rates: rateNames, disparities, outcome }: Report): string {
  const metrics = [
    ...essentialDisparities(disparities, outcome),
    ...knownMetrics(rateNames, outcome),
  ];
  const rows = metrics.map(
    ({ title, meaning, formula }) => `- **${title}** (${escapeMarkdown(formula)}): ${meaning}`,
  );
  return `## About the figures\n\n${rows.join('\n')}`;
}
