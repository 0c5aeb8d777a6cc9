// SPDX-License-Identifier: Apache-2.0
//
// A panel: the display of a result that was added to a report, as sentences, charts, and tables of plain
// strings and numbers. HTML reports and the page draw the same panels.

import { requireParts } from '../../core/options.js';
import { ofGiven } from '../../core/plain-data.js';
import { showInterval, showNumber, showQuantity } from '../../document/format.js';

/** A curve or the dots of a chart. */
export interface PanelLine {
  /** Name of the group. */
  name: string;
  points: readonly (readonly [x: number, y: number])[];
}

/** A chart. */
export interface PanelFigure {
  caption: string;
  across: string;
  up: string;
  lines: readonly PanelLine[];
  /** Range of the horizontal axis. Default: from 0 to the end of the curves. */
  span?: readonly [from: number, to: number];
  /** Whether to draw the diagonal from 0 to 1, and the points. */
  hasDiagonal?: boolean;
  hasDots?: boolean;
}

/**
 * Returns the range of the horizontal axis.
 *
 * @example
 * const figure = { caption: 'Incomes by group', across: 'income', up: 'share' };
 * spanOf({ ...figure, lines: [{ name: 'f', points: [[20, 0.1], [45, 0.9]] }] }); // [0, 45]
 */
export function spanOf(figure: PanelFigure): readonly [from: number, to: number] {
  return ofGiven('figure', () => {
    requireParts('figure', figure, ['lines'], 'the figure of a panel');
    const { span, hasDiagonal, lines } = figure;
    if (span !== undefined) return span;
    const widest = lines
      .flatMap(({ points }) => points.map(([x]) => x))
      .reduce((most, x) => (Number.isFinite(x) && x > most ? x : most), Number.MIN_VALUE);
    return [0, hasDiagonal ? 1 : widest];
  });
}

/** A row of a table: its name, the group if it belongs to one, and its cells. */
export interface PanelRow {
  name: string;
  group?: string;
  cells: readonly string[];
}

export interface PanelTable {
  caption: string;
  headings: readonly string[];
  rows: readonly PanelRow[];
}

/** The display of one result. */
export interface Panel {
  /** Name of the result among the additions to a report. */
  name: string;
  title: string;
  said: readonly string[];
  figures: readonly PanelFigure[];
  tables: readonly PanelTable[];
}

/** A note on curves that the report contains with a reduced number of points. */
export const cutNote = (steps: number | undefined): string[] =>
  steps === undefined ? [] : [`Curves with more than ${steps} steps are reduced to that number.`];

/** Converts a number that may be null in JSON. */
export const figureOf = (value: number | null | undefined): number => value ?? Number.NaN;

/** Formats a number with three decimals; "–" if it is undefined. */
export const showFigure = (value: number | null | undefined, isSigned = false): string =>
  showNumber(figureOf(value), isSigned);

/** "0.431 (0.401–0.466)". */
export function showWithInterval(
  estimate: { value: number | null; ci?: readonly (number | null)[] },
  isSigned = false,
): string {
  const value = showFigure(estimate.value, isSigned);
  if (estimate.ci === undefined) return value;
  const [low, high] = estimate.ci;
  // Next to a minus sign, a dash would be ambiguous.
  if (isSigned || figureOf(low) < 0) {
    return `${value} (${showFigure(low, isSigned)} to ${showFigure(high, isSigned)})`;
  }
  return `${value} (${showInterval({ value: 0, ci: [figureOf(low), figureOf(high)] })})`;
}

/** Formats a number with a unit, with three significant digits, and its interval. */
export function quantityWithInterval(
  { value, ci }: { value: number | null; ci?: readonly (number | null)[] },
  isSigned = false,
): string {
  const show = (each: number | null | undefined) => showQuantity(figureOf(each), isSigned);
  return ci === undefined ? show(value) : `${show(value)} (${show(ci[0])} to ${show(ci[1])})`;
}
