// SPDX-License-Identifier: Apache-2.0
//
// The report of several classes, or labels, as Markdown with GitHub's tables.

import { ofGiven } from '../core/plain-data.js';
import { showCount } from '../document/format.js';
import { escapeMarkdown, markdownTable } from '../document/markdown.js';
import type { ShownTable } from '../report/conditional-shown.js';
import {
  type AnyBreakdown,
  type AnyReport,
  type ConfusionMap,
  classesTable,
  confusionsOf,
  factsOf,
  findingsOf,
  groupsTable,
  notesOf,
  requireClassReport,
  titleOfAll,
} from './shown.js';

/**
 * The report as Markdown. Text from the data is escaped.
 *
 * @example
 * const audit = (await load()).audit({
 *   label: ['low', 'high', 'low', 'high'],
 *   prediction: ['low', 'low', 'low', 'high'],
 *   groups: { sex: ['f', 'f', 'm', 'm'] },
 * });
 * classesMarkdown(audit.report()).includes('| Accuracy |'); // true
 */
export function classesMarkdown(report: AnyReport): string {
  return ofGiven('report', () => {
    requireClassReport(report);
    const notes = notesOf(report);
    const blocks = [
      `# ${escapeMarkdown(titleOfAll(report))}`,
      listOf(factsOf(report).map(([name, text]) => `${name}: ${text}`)),
      ...report.breakdowns.flatMap((breakdown: AnyBreakdown) => breakdownBlocks(report, breakdown)),
      ...noted('Few cases', notes.few),
      ...noted('Undefined (–)', notes.undefined),
      ...noted('Without', notes.without),
    ];
    return `${blocks.join('\n\n')}\n`;
  });
}

const listOf = (texts: readonly string[]) =>
  texts.map((text) => `- ${escapeMarkdown(text)}`).join('\n');

const noted = (heading: string, texts: readonly string[]): string[] =>
  texts.length === 0 ? [] : [`${heading}:`, listOf(texts)];

function breakdownBlocks(report: AnyReport, breakdown: AnyBreakdown): string[] {
  const findings = findingsOf(report, breakdown);
  return [
    `## By ${breakdown.by.map(escapeMarkdown).join(' and ')}`,
    findings.length > 0 ? listOf(findings) : 'No class sets the groups apart.',
    ...tableBlocks(classesTable(report, breakdown)),
    ...tableBlocks(groupsTable(report, breakdown)),
    ...confusionsOf(report, breakdown).flatMap(confusionBlocks),
  ];
}

const tableBlocks = ({ title, headings, rows }: ShownTable): string[] => [
  `${escapeMarkdown(title)}:`,
  markdownTable(
    headings.map(escapeMarkdown),
    rows.map(({ name, cells }) => [
      escapeMarkdown(name),
      ...cells.map(([value = '', detail = '']) => (detail ? `${value} (${detail})` : value)),
    ]),
  ),
];

const confusionBlocks = ({ name, classes, weights }: ConfusionMap): string[] => [
  `Confusion, ${escapeMarkdown(name)} (rows: true, columns: predicted):`,
  markdownTable(
    ['', ...classes.map(escapeMarkdown)],
    weights.map((cells, i) => [escapeMarkdown(classes[i] as string), ...cells.map(showCount)]),
  ),
];
