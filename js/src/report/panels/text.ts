// SPDX-License-Identifier: Apache-2.0
//
// A panel for a terminal: its sentences and its tables. Drawings are for the other formats, where their figures stand in
// tables as well.

import { oneLine } from '../../document/format.js';
import type { TableColumn } from '../../document/layout.js';
import { drawn, maxGroups, paragraph, ruled, type Style } from '../../document/terminal.js';
import type { Panel, PanelTable } from './panel.js';

/** The panel as lines of at most the style's width. */
export function panelText({ title, said, tables }: Panel, style: Style): string[] {
  const parts = [
    ruled(oneLine(title), style).map(style.strong),
    said.flatMap((text) => paragraph(oneLine(text), style)),
    ...tables.flatMap((each) => tableText(each, style)),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .flatMap((lines, i) => (i > 0 ? ['', ...lines] : lines));
}

function tableText({ caption, headings, rows }: PanelTable, style: Style): string[][] {
  const shown = rows.slice(0, maxGroups);
  const columns = headings.slice(1).map(
    (heading, i): TableColumn => ({
      heading: oneLine(heading),
      cells: shown.map(({ cells }) => linesOf(oneLine(cells[i] ?? ''))),
    }),
  );
  const names = shown.map(({ name }) => oneLine(name));
  const [first = [], ...more] = drawn(names, columns, rows.length, style);
  return [[...paragraph(`${oneLine(caption)}:`, style), ...first], ...more];
}

// An interval stands under its value.
function linesOf(text: string): string[] {
  const [, value, interval] = /^(\S+) \((.+)\)$/.exec(text) ?? [];
  return value === undefined || interval === undefined ? [text] : [value, interval];
}
