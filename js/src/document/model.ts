// SPDX-License-Identifier: Apache-2.0
//
// A document: the description of a result as facts, sentences, tables, and figures, independent of a medium. Cells keep
// their numbers, intervals, and p-values; how they are written is decided here, for every renderer.

import { chosen } from '../claims/verdict.js';
import { requireParts } from '../core/options.js';
import type { Metric } from '../metrics/metric.js';
import {
  showCount,
  showNumber,
  showPercent,
  showPoints,
  showProbability,
  showQuantity,
  showRange,
  showTest,
} from './format.js';

/** A result, or a section of one. */
export interface Document {
  /** Identifier of the section, such as `thresholds`. */
  name: string;
  title: string;
  /** Name of the data, such as a file name: the heading of a document that is not part of another. */
  source?: string | null;
  facts?: readonly (readonly [heading: string, text: string])[];
  blocks: readonly Block[];
  /** The section with the details of this one, such as all values of the groups that a finding is about. */
  details?: { name: string; title: string };
  /** A detail that HTML folds and a terminal omits. */
  isFolded?: boolean;
}

export type Fact = NonNullable<Document['facts']>[number];

/** Part of a document. A document within a document is a section. */
export type Block = Sentences | DocumentTable | Figure | DotPlot | HeatMap | Document;

/** Sentences, such as findings or notes. */
export interface Sentences {
  texts: readonly string[];
  /** Introduces a list of notes, such as "Undefined (–)". */
  heading?: string;
  /** `list`: an item for each sentence; `faint`: explains; `warning`: must not be overlooked. Default: paragraphs. */
  style?: 'list' | 'faint' | 'warning';
}

/**
 * The kind of the numbers in a column: `count`; `number`, three decimals; `difference`, the same with a sign; `quantity`,
 * of any unit, with three significant digits; `change`, the same with a sign; `percent`; `points`, percentage points with a
 * sign; `p`, the p-value of the estimate.
 */
export type Format = 'count' | 'number' | 'difference' | 'quantity' | 'change' | 'percent' | 'points' | 'p';

export interface TableColumn {
  heading: string;
  /** Default: `number`. */
  format?: Format;
  /** Whether the p-value follows the interval. */
  hasTest?: boolean;
}

/** A number with its uncertainty, such as an estimate; in JSON, undefined numbers are null. */
export interface DisplayedValue {
  value: number | string | boolean | null;
  ci?: readonly (number | null)[] | undefined;
  pValue?: number;
  adjustedCi?: readonly (number | null)[];
  adjustedPValue?: number;
  reason?: string;
  warning?: string;
  /** Further lines, such as "raw 0.431". */
  notes?: readonly string[];
  /** Default: that of the column. */
  format?: Format;
}

/** The content of a cell; it is empty if undefined, and "–" if null or NaN. */
export type Cell = DisplayedValue | DisplayedValue['value'] | undefined;

export interface TableRow {
  name: string;
  /** The group of the row, if it belongs to one. */
  group?: string;
  /** Whether the row has values of all groups together, such as the largest gap. */
  isSummary?: boolean;
  cells: readonly Cell[];
}

/** A table with row names on the left. */
export interface DocumentTable {
  /** Default: the title of the section. */
  caption?: string;
  /** Heading of the row names. */
  heading: string;
  columns: readonly TableColumn[];
  rows: readonly TableRow[];
  /** In a terminal, rows are drawn as columns, because there are more values than groups. */
  isTurned?: boolean;
  /** A detail that HTML folds and a terminal omits. */
  isFolded?: boolean;
}

/** A curve, or the dots of a chart. */
export type FigureLine = Figure['lines'][number];

/** A chart of curves by group. Terminals omit it; its numbers are also in tables. */
export interface Figure {
  caption: string;
  across: string;
  up: string;
  lines: readonly {
    /** Name of the group. */
    name: string;
    points: readonly (readonly [x: number, y: number])[];
  }[];
  /** Range of the horizontal axis. Default: from 0 to the end of the curves. */
  span?: readonly [from: number, to: number];
  /** Range of the vertical axis. Default: from 0 to 1. */
  rise?: readonly [from: number, to: number];
  /** Whether to draw the diagonal from 0 to 1, and the points. */
  hasDiagonal?: boolean;
  hasDots?: boolean;
}

/** A chart of one value per group with its interval, on one axis. Markdown omits it; its numbers are also in tables. */
export interface DotPlot {
  caption: string;
  /** The kind of the values. Default: `number`. */
  format?: Format;
  dots: readonly {
    /** Name of the group. */
    name: string;
    value: DisplayedValue;
    /** Shown after the value, such as "n = 1,795". */
    note?: string;
  }[];
  /** A value to compare with, such as that of all rows. */
  mark?: { value: number; text: string };
}

/** Proportions of each row as shades, such as a confusion matrix. Terminals omit it. */
export interface HeatMap {
  caption: string;
  /** Heading of the row names. */
  heading: string;
  names: readonly string[];
  columns: readonly string[];
  /** By row, then by column; proportions are NaN for a row without weight. */
  proportions: readonly (readonly number[])[];
  weights: readonly (readonly number[])[];
}

export const isSection = (block: Block): block is Document => 'blocks' in block;
export const isTable = (block: Block): block is DocumentTable => 'rows' in block;
export const isFigure = (block: Block): block is Figure => 'lines' in block;
export const isDotPlot = (block: Block): block is DotPlot => 'dots' in block;
export const isHeatMap = (block: Block): block is HeatMap => 'proportions' in block;

/** Throws `invalidArgument` for anything but a document. */
export const requireDocument = (document: Document): void =>
  requireParts('document', document, ['title', 'blocks'], 'a description of a result');

/** Returns the heading of a document that is not part of another. */
export const getHeading = ({ source, title }: Document): string => source ?? title;

/** Returns the range of the horizontal axis. */
export function getSpan(figure: Figure): readonly [from: number, to: number] {
  const { span, hasDiagonal, lines } = figure;
  if (span !== undefined) return span;
  const widest = lines
    .flatMap(({ points }) => points.map(([x]) => x))
    .reduce((max, x) => (Number.isFinite(x) && x > max ? x : max), Number.MIN_VALUE);
  return [0, hasDiagonal ? 1 : widest];
}

/** Returns the format of a metric's values: proportions in percent, their differences in points. */
export const getFormat = ({ ideal, range: [low, high] }: Pick<Metric, 'ideal' | 'range'>): Format =>
  ideal === 0 ? 'points' : ideal === undefined && low === 0 && high === 1 ? 'percent' : 'number';

const getNumber = (value: number | null | undefined): number => value ?? Number.NaN;

const isSigned = (format: Format) => format === 'difference' || format === 'change';

const shows: Readonly<Record<Format, (value: number, isSigned: boolean) => string>> = {
  count: (value) => (Number.isFinite(value) ? showCount(value) : showNumber(value)),
  number: showNumber,
  difference: showNumber,
  quantity: showQuantity,
  change: showQuantity,
  percent: showPercent,
  points: showPoints,
  p: (value) => (Number.isNaN(value) ? '–' : showProbability({ pValue: value })),
};

const isTested = ({ pValue, adjustedPValue }: DisplayedValue) => pValue !== undefined || adjustedPValue !== undefined;

/**
 * Returns a cell as it is displayed, with its interval and test below the value. An interval next to a test is that of
 * the test.
 */
export function showCell(cell: Cell, column: TableColumn): { value: string; details: readonly string[] } {
  if (cell === undefined) return { value: '', details: [] };
  const whole: DisplayedValue = typeof cell !== 'object' || cell === null ? { value: cell } : cell;
  const { value, notes = [], format = column.format ?? 'number' } = whole;
  const { ci, pValue = Number.NaN } = isTested(whole) ? chosen(whole) : whole;
  if (format === 'p' && whole === cell) return { value: showProbability({ pValue }), details: [] };
  const show = (end: number | null) => shows[format](getNumber(end), isSigned(format));
  const interval = ci?.length === 2 ? showRange(ci.map(show)) : '';
  const tested = column.hasTest ? showTest({ pValue }) : '';
  return {
    value: typeof value === 'string' ? value : typeof value === 'boolean' ? (value ? 'yes' : 'no') : show(value),
    details: [interval, tested, ...notes].filter((text) => text !== ''),
  };
}

/** Returns a cell as one string: "0.431 (0.401–0.466)". */
export function showInline(cell: Cell, column: TableColumn): string {
  const { value, details } = showCell(cell, column);
  return details.length === 0 ? value : `${value} (${details.join(', ')})`;
}

/** Returns the proportion of a cell of a heat map in whole percent. */
export const showShade = (proportion: number): string =>
  Number.isNaN(proportion) ? '–' : `${Math.round(100 * proportion)}%`;

/**
 * Returns why values of these tables are undefined or unreliable, each reason once for all columns and rows that have it:
 * "Mean error, bias of f: few rows."
 *
 * @example
 * const column = { heading: 'Ratio' };
 * const cells = [{ value: Number.NaN, reason: 'no rows' }];
 * const rows = ['f', 'x'].map((name) => ({ name, cells }));
 * reasonsIn([{ heading: 'Group', columns: [column], rows }]); // ["Ratio of f, x: no rows."]
 */
export function reasonsIn(tables: readonly DocumentTable[]): string[] {
  const result = new Map<string, { heading: string; names: Set<string>; why: string }>();
  for (const { columns, rows } of tables)
    for (const { name, cells } of rows)
      cells.forEach((cell, i) => {
        const { reason, warning } = typeof cell === 'object' && cell ? cell : {};
        const why = reason ?? warning;
        if (why === undefined) return;
        const heading = columns[i]?.heading ?? '';
        const key = JSON.stringify([heading, why]);
        const cached = result.get(key) ?? { heading, names: new Set(), why };
        result.set(key, cached);
        cached.names.add(name);
      });
  const headings = new Map<string, string[]>();
  for (const { heading, names, why } of result.values()) {
    const end = ` of ${[...names].join(', ')}: ${why}.`;
    headings.set(end, [...(headings.get(end) ?? []), heading]);
  }
  return [...headings].map(([end, all]) => `${all.join(', ')}${end}`);
}

/** Returns notes as a block, or no block without notes. */
export const notes = (heading: string, texts: readonly string[]): Sentences[] =>
  texts.length === 0 ? [] : [{ heading, texts }];

/** Returns a note if curves have a reduced number of points. */
export const cutNote = (steps: number | undefined): string[] =>
  steps === undefined ? [] : [`Curves with more than ${steps} steps are reduced to that number.`];
