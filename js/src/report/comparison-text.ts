// SPDX-License-Identifier: Apache-2.0
//
// A comparison for a terminal: changes by group and gaps that became wider or narrower, then tables of all
// rates.

import { type ComparisonReport, type PairedBreakdown, rateTitle } from '../audit/comparison.js';
import type { PairedGap, PairedRate } from '../audit/paired.js';
import { oneLine, showCount, showGroup, showTest, showValue } from '../document/format.js';
import type { Cell, TableColumn } from '../document/layout.js';
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

/**
 * Returns the comparison as lines of at most `width` columns. Control characters in strings from the data are
 * removed.
 */
export function comparisonText(report: ComparisonReport, options: TextOptions = {}): string {
  const style = styleOf(options);
  const sections = [
    heading(report.source ?? 'Comparison', comparisonFacts(report), style),
    paragraph(decisionsSentence(report.overall, report.outcome), style),
    ...report.breakdowns.map((breakdown) => breakdownText(report, breakdown, style)),
  ];
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function breakdownText(
  report: ComparisonReport,
  breakdown: PairedBreakdown,
  style: Style,
): string[] {
  const by = breakdown.by.map(oneLine).join(' and ');
  const title = `By ${by}, compared with ${oneLine(breakdown.reference)}`;
  const isCompared = breakdown.groups.length > 1;
  const parts = [
    ruled(title, style).map(style.strong),
    ...(isCompared
      ? gapSentences(report, breakdown)
          .slice(0, maxGroups)
          .map((sentence) => paragraph(oneLine(sentence), style))
      : [paragraph('There is only one group, so there are no gaps.', style)]),
    paragraph(decisionsNote(report.outcome), style),
    ...decisions(report, breakdown, style),
    paragraph(changesNote, style),
    ...changes(report, breakdown, style),
    ...(isCompared ? gaps(report, breakdown, style) : []),
    notes(breakdown, style),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .flatMap((lines, i) => (i > 0 ? ['', ...lines] : lines));
}

const headingOf = ({ name, warning }: { name: string; warning?: string }) =>
  showGroup(oneLine(name), warning);

function decisions(
  { outcome }: ComparisonReport,
  { groups }: PairedBreakdown,
  style: Style,
): string[][] {
  const shown = groups.slice(0, maxGroups);
  const columns = decisionColumns(outcome).map(
    ([heading, of]): TableColumn => ({
      heading,
      cells: shown.map((group) => [showCount(of(group.decisions))]),
    }),
  );
  return drawn(shown.map(headingOf), columns, groups.length, style);
}

const rateCell = (rate: PairedRate): Cell =>
  cellOf(
    showPassage(rate, showValue),
    showDifference(rate.difference),
    showDifferenceInterval(rate.difference),
    showTest(rate.difference),
  );

const gapCell = (gap: PairedGap): Cell =>
  cellOf(
    showPassage(gap, showDifference),
    showDifference(gap.change),
    showDifferenceInterval(gap.change),
    showTest(gap.change),
    showGapVerdict(gap),
  );

function changes(report: ComparisonReport, breakdown: PairedBreakdown, style: Style): string[][] {
  const groups = [{ ...report.overall, name: 'All rows' }, ...breakdown.groups.slice(0, maxGroups)];
  const columns = groups.map(
    (group): TableColumn => ({
      heading: headingOf(group),
      cells: report.rates.map((name) => rateCell(group.rates[name] as PairedRate)),
    }),
  );
  return drawn(report.rates.map(rateTitle), columns, breakdown.groups.length, style);
}

function gaps(report: ComparisonReport, breakdown: PairedBreakdown, style: Style): string[][] {
  const { groups, reference, referenceId } = breakdown;
  const others = groups.filter(({ id }) => id !== referenceId);
  const columns = others.slice(0, maxGroups).map(
    (group): TableColumn => ({
      heading: headingOf(group),
      cells: report.rates.map((name) => gapCell(group.gaps[name] as PairedGap)),
    }),
  );
  return [
    paragraph(oneLine(gapsNote(reference)), style),
    ...drawn(report.rates.map(rateTitle), columns, others.length, style),
  ];
}

function notes(breakdown: PairedBreakdown, style: Style): string[] {
  const warnings = comparisonWarnings(breakdown).map(
    ([group, warning]) => `${oneLine(group)}: ${oneLine(warning)}`,
  );
  const reasons = comparisonReasons(breakdown).map(oneLine);
  return [...note('* ', warnings, style), ...note('Undefined (–): ', reasons, style)].map(
    style.faint,
  );
}
