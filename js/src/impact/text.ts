// SPDX-License-Identifier: Apache-2.0
//
// Tables of adverse impact for a terminal.

import { requireOptions, requireTexts } from '../core/options.js';
import { ofGiven } from '../core/plain-data.js';
import type { Cell, TableColumn } from '../document/layout.js';
import {
  cellOf,
  drawn,
  heading,
  maxGroups,
  paragraph,
  ruled,
  type Style,
  styleOf,
  type TextOptions,
} from '../document/terminal.js';
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
 * The tables as lines of at most `width` columns. Text from the data cannot reach the terminal's controls.
 *
 * @param source What was counted: a file's name.
 *
 * @example
 * const groups = { sex: ['f', 'f', 'm', 'm'] };
 * const report = (await load()).tables({ groups, selected: ['yes', 'no', 'yes', 'yes'] });
 * impactText(report, 'Hires of 2024', { width: 60 }).includes('Hires of 2024'); // true
 */
export function impactText(
  report: ImpactReport,
  source = 'Adverse impact',
  options: TextOptions = {},
): string {
  return ofGiven('report', () => {
    requireOptions('impactText', options, ['color', 'width']);
    requireImpactReport(report);
    requireTexts('source', [source]);
    const style = styleOf(options);
    const sections = [
      heading(source, factsOf(report), style),
      ...report.outcomes.flatMap(({ name, tables }) =>
        tables.map((table) => tableText(table, titleOf(table, name, report), report, style)),
      ),
    ];
    return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
  });
}

type Table = ImpactOutcome['tables'][0];

function tableText(table: Table, title: string, report: ImpactReport, style: Style): string[] {
  const { categories, fourFifths } = table;
  const shown = categories.slice(0, maxGroups);
  const parts = [
    ruled(title, style).map(style.strong),
    ...grid(shown.map(categoryName), categoryColumns(report), shown, categories.length, style),
    notesOf(table).flatMap((note) => paragraph(note, style)),
    ...(fourFifths ? comparisons(fourFifths, style) : []),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .flatMap((lines, i) => (i > 0 ? ['', ...lines] : lines));
}

const cell = ([value, interval = '']: ShownCell): Cell => cellOf(value, interval);

function grid<T>(
  names: readonly string[],
  columns: readonly [heading: string, of: (each: T) => ShownCell][],
  rows: readonly T[],
  all: number,
  style: Style,
): string[][] {
  if (rows.length === 0) return [];
  const laid = columns.map(
    ([title, of]): TableColumn => ({ heading: title, cells: rows.map((row) => cell(of(row))) }),
  );
  return drawn(names, laid, all, style);
}

function comparisons({ againstHighest, againstReference, groups }: FourFifths, style: Style) {
  const looked = groups.length > 2 ? paragraph(lookedNote, style) : [];
  return [
    ...(againstHighest ? compared(againstHighest, groups, looked, style) : []),
    ...(againstReference ? compared(againstReference, groups, [], style, true) : []),
  ];
}

function compared(
  found: ComparedWith,
  groups: FourFifths['groups'],
  note: string[],
  style: Style,
  isReference = false,
): string[][] {
  if (found.comparisons.length === 0) return [];
  const shown = found.comparisons.slice(0, maxGroups);
  const names = shown.map(({ group }) => categoryName({ name: group }));
  return [
    paragraph(`${comparedTitle(found, isReference)}:`, style),
    ...grid(names, comparisonColumns(groups), shown, found.comparisons.length, style),
    [...comparisonNotes(found).flatMap((text) => paragraph(text, style)), ...note],
  ];
}
