// SPDX-License-Identifier: Apache-2.0
//
// A result that stands beside a report, as what is to be seen of it: sentences, drawings and tables, all of them text and
// numbers. The HTML and the page draw the same panels.

import { requireParts } from '../../core/options.js';
import { ofGiven } from '../../core/plain-data.js';
import { showInterval, showNumber, showQuantity } from '../shown.js';

/** A line or dots of a drawing. */
export interface PanelLine {
  /** Whose it is: a group. */
  name: string;
  points: readonly (readonly [x: number, y: number])[];
}

/** A drawing. */
export interface PanelFigure {
  caption: string;
  across: string;
  up: string;
  lines: readonly PanelLine[];
  /** Where the axis across begins and ends; left out: at 0, and where the lines do. */
  span?: readonly [from: number, to: number];
  /** Whether the diagonal from 0 to 1 is drawn, and the points are. */
  hasDiagonal?: boolean;
  hasDots?: boolean;
}

/**
 * Where the axis across begins and ends.
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

/** A row of a table: its name, whose it is where it is a group's, and its cells. */
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

/** One result. */
export interface Panel {
  /** Its name among the results that stand beside a report. */
  name: string;
  title: string;
  said: readonly string[];
  figures: readonly PanelFigure[];
  tables: readonly PanelTable[];
}

/** Of curves that a report does not carry with every step. */
export const cutNote = (steps: number | undefined): string[] =>
  steps === undefined ? [] : [`Curves of more than ${steps} steps are drawn with so many.`];

/** A number that may have been written as JSON's null. */
export const figureOf = (value: number | null | undefined): number => value ?? Number.NaN;

/** With three decimals; "–" where it is undefined. */
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
  // Beside a minus, a dash would be read as another one.
  if (isSigned || figureOf(low) < 0) {
    return `${value} (${showFigure(low, isSigned)} to ${showFigure(high, isSigned)})`;
  }
  return `${value} (${showInterval({ value: 0, ci: [figureOf(low), figureOf(high)] })})`;
}

/** The same of what has a unit of its own, with three digits that say something. */
export function quantityWithInterval(
  { value, ci }: { value: number | null; ci?: readonly (number | null)[] },
  isSigned = false,
): string {
  const show = (each: number | null | undefined) => showQuantity(figureOf(each), isSigned);
  return ci === undefined ? show(value) : `${show(value)} (${show(ci[0])} to ${show(ci[1])})`;
}
