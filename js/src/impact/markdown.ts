// SPDX-License-Identifier: Apache-2.0
//
// Tables of adverse impact as Markdown with GitHub's tables.

import { requireTexts } from '../core/options.js';
import { ofGiven } from '../core/plain-data.js';
import { escapeMarkdown, markdownTable } from '../document/markdown.js';
import { requireImpactReport } from './check-report.js';
import type { ComparedWith, FourFifths } from './four-fifths.js';
import {
  categoryColumns,
  categoryName,
  comparedTitle,
  comparisonColumns,
  comparisonNotes,
  factsOf,
  lookedNote,
  notesOf,
  type ShownCell,
  titleOf,
} from './shown.js';
import type { ImpactOutcome, ImpactReport } from './tables.js';

/**
 * The tables as Markdown. Text from the data is escaped.
 *
 * @example
 * const groups = { sex: ['f', 'f', 'm', 'm'] };
 * const report = (await load()).tables({ groups, selected: ['yes', 'no', 'yes', 'yes'] });
 * impactMarkdown(report, 'Hires of 2024').startsWith('# '); // true
 */
export function impactMarkdown(report: ImpactReport, source = 'Adverse impact'): string {
  return ofGiven('report', () => {
    requireImpactReport(report);
    requireTexts('source', [source]);
    const facts = factsOf(report).map(([name, text]) => `- ${name}: ${escapeMarkdown(text)}`);
    const blocks = [
      `# ${escapeMarkdown(source)}`,
      facts.join('\n'),
      ...report.outcomes.flatMap(({ name, tables }) =>
        tables.flatMap((table) => tableBlocks(table, titleOf(table, name, report), report)),
      ),
    ];
    return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
  });
}

const cell = ([value, interval]: ShownCell) =>
  (interval ? `${value} (${interval})` : value).replace('<', '&lt;');

function grid<T>(
  first: string,
  names: readonly string[],
  columns: readonly [heading: string, of: (each: T) => ShownCell][],
  rows: readonly T[],
): string {
  if (rows.length === 0) return '';
  const headings = [first, ...columns.map(([heading]) => heading)];
  const cells = rows.map((row, i) => [
    escapeMarkdown(names[i] as string),
    ...columns.map(([, of]) => cell(of(row))),
  ]);
  return markdownTable(headings, cells);
}

const notes = (texts: readonly string[]) => texts.map(escapeMarkdown).join(' ');

function tableBlocks(table: ImpactOutcome['tables'][0], title: string, report: ImpactReport) {
  const { categories, fourFifths } = table;
  const { againstHighest = null, againstReference = null, groups = [] } = fourFifths ?? {};
  return [
    `## ${escapeMarkdown(title)}`,
    grid('Category', categories.map(categoryName), categoryColumns(report), categories),
    notes(notesOf(table)),
    ...(againstHighest
      ? compared(againstHighest, groups, groups.length > 2 ? [lookedNote] : [])
      : []),
    ...(againstReference ? compared(againstReference, groups, [], true) : []),
  ];
}

function compared(
  found: ComparedWith,
  groups: FourFifths['groups'],
  note: readonly string[],
  isReference = false,
): string[] {
  const { comparisons } = found;
  if (comparisons.length === 0) return [];
  return [
    `### ${escapeMarkdown(comparedTitle(found, isReference))}`,
    grid(
      'Category',
      comparisons.map(({ group }) => group),
      comparisonColumns(groups),
      comparisons,
    ),
    notes([...comparisonNotes(found), ...note]),
  ];
}
