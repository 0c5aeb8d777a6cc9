// SPDX-License-Identifier: Apache-2.0
//
// A comparison as Markdown with GitHub's tables, for pull requests that change a model.

import { type ComparisonReport, type PairedBreakdown, rateTitle } from '../audit/comparison.js';
import type { PairedGap, PairedRate } from '../audit/paired.js';
import { showCount, showGroup, showValue } from '../document/format.js';
import { escapeMarkdown, markdownTable, testCell } from '../document/markdown.js';
import {
  changesNote,
  comparisonFacts,
  comparisonReasons,
  comparisonWarnings,
  decisionColumns,
  decisionsNote,
  decisionsSentence,
  gapSentences,
  gapsNote,
  showDifference,
  showDifferenceInterval,
  showGapVerdict,
  showPassage,
} from './comparison-shown.js';

/** Returns the comparison as Markdown. Strings from the data are escaped. */
export function comparisonMarkdown(report: ComparisonReport): string {
  const facts = comparisonFacts(report).map(([name, text]) => `- ${name}: ${escapeMarkdown(text)}`);
  const blocks = [
    `# ${escapeMarkdown(report.source ?? 'Comparison')}`,
    facts.join('\n'),
    decisionsSentence(report.overall, report.outcome),
    ...report.breakdowns.flatMap((breakdown) => breakdownBlocks(report, breakdown)),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function breakdownBlocks(report: ComparisonReport, breakdown: PairedBreakdown): string[] {
  const by = breakdown.by.map(escapeMarkdown).join(' and ');
  const reference = escapeMarkdown(breakdown.reference);
  const list = (texts: readonly string[]) =>
    texts.map((text) => `- ${escapeMarkdown(text)}`).join('\n');
  const warnings = comparisonWarnings(breakdown).map(([group, warning]) => `${group}: ${warning}`);
  const reasons = comparisonReasons(breakdown);
  const isCompared = breakdown.groups.length > 1;
  return [
    `## By ${by}, compared with ${reference}`,
    ...(isCompared
      ? [list(gapSentences(report, breakdown))]
      : ['There is only one group, so there are no gaps.']),
    decisionsNote(report.outcome),
    decisions(report, breakdown),
    changesNote,
    changes(report, breakdown),
    ...(isCompared ? [gapsNote(reference), gaps(report, breakdown)] : []),
    warnings.length > 0 ? `Small groups (\\*):\n\n${list(warnings)}` : '',
    reasons.length > 0 ? `Undefined (–):\n\n${list(reasons)}` : '',
  ];
}

const groupName = ({ name, warning }: { name: string; warning?: string }) =>
  escapeMarkdown(showGroup(name, warning));

function decisions({ outcome }: ComparisonReport, { groups }: PairedBreakdown): string {
  const columns = decisionColumns(outcome);
  return markdownTable(
    ['Group', ...columns.map(([heading]) => heading)],
    groups.map((group) => [
      groupName(group),
      ...columns.map(([, of]) => showCount(of(group.decisions))),
    ]),
  );
}

function changes(report: ComparisonReport, { groups }: PairedBreakdown): string {
  const all = [{ ...report.overall, name: 'All rows' }, ...groups];
  const rows = report.rates.flatMap((name) =>
    all.map((group) => {
      const rate = group.rates[name] as PairedRate;
      return [
        `${rateTitle(name)} of ${groupName(group)}`,
        showPassage(rate, showValue),
        showDifference(rate.difference),
        showDifferenceInterval(rate.difference),
        testCell(rate.difference),
      ];
    }),
  );
  return markdownTable(['Rate', 'Before → after', 'Change', 'Interval', 'p'], rows);
}

function gaps(report: ComparisonReport, { groups, referenceId }: PairedBreakdown): string {
  const others = groups.filter(({ id }) => id !== referenceId);
  const rows = report.rates.flatMap((name) =>
    others.map((group) => {
      const gap = group.gaps[name] as PairedGap;
      return [
        `${rateTitle(name)} of ${groupName(group)}`,
        showPassage(gap, showDifference),
        showDifference(gap.change),
        showDifferenceInterval(gap.change),
        testCell(gap.change),
        showGapVerdict(gap),
      ];
    }),
  );
  return markdownTable(['Gap', 'Before → after', 'Change', 'Interval', 'p', 'The gap'], rows);
}
