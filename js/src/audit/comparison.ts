// SPDX-License-Identifier: Apache-2.0
//
// The comparison of two predictions as plain data: what the terminal, the page and the files that are saved show.

import { invalidState } from '../core/error.js';
import { findGroupMetric, groupMetrics } from '../metrics/group.js';
import type { Metric } from '../metrics/metric.js';
import { isEssential, leads, type Outcome } from '../metrics/outcome.js';
import type { PairedGroup } from './paired.js';

/** What the comparison itself cannot know, to be shown with it. */
export interface ComparisonContext {
  /** What was compared: a file's name, for instance. */
  source?: string | undefined;
  /** Which column of the source was used for what. */
  columns?: Readonly<Record<string, string>> | undefined;
  /** What the two predictions are called; left out: a and b. */
  names?: Readonly<Record<'a' | 'b', string>> | undefined;
  /** Rows left out because something was missing in them. */
  droppedRows?: number | undefined;
  /** What a positive decision is to people, if the comparison was not told. */
  outcome?: Outcome | undefined;
}

/** Two predictions of the same rows, by group. */
export interface ComparisonReport {
  format: 'fairwasm-comparison';
  version: 2;
  source: string | null;
  columns: Readonly<Record<string, string>>;
  /** What the two predictions are called. */
  names: Readonly<Record<'a' | 'b', string>>;
  /** Rows counted. */
  rows: number;
  /** Sum of their weights. */
  instances: number;
  /** Rows left out because something was missing. */
  droppedRows: number;
  /** Of the intervals. */
  confidence: number;
  favorable: readonly string[];
  /** What a positive decision is to the person it is made about; left out where nobody said. */
  outcome?: Outcome;
  /** Names of the rates below, in the order in which to show them. */
  rates: readonly string[];
  overall: PairedGroup;
  /** One for each attribute and, where there are several, one for all of them crossed. */
  breakdowns: readonly PairedBreakdown[];
}

export interface PairedBreakdown {
  by: readonly string[];
  /** The name of the group that gaps are taken to, and its id. */
  reference: string;
  referenceId: string;
  /** Largest first. The reference has no gaps. */
  groups: readonly PairedGroup[];
}

/** The comparison, as far as a report needs it. */
interface Compared {
  attributes: readonly string[];
  favorable: readonly string[];
  frame(by: readonly string[]): ComparedFrame;
}

interface ComparedFrame {
  a: { metrics: readonly Metric[] };
  overall: PairedGroup;
  groups: readonly PairedGroup[];
  reference: PairedGroup;
}

const breakdown = (by: readonly string[], frame: ComparedFrame): PairedBreakdown => ({
  by,
  reference: frame.reference.name,
  referenceId: frame.reference.id,
  groups: frame.groups,
});

/** @internal Throws `invalidState` where there is no row. */
export function comparisonOf(
  audit: Compared,
  context: ComparisonContext,
  confidence: number,
): ComparisonReport {
  const { attributes } = audit;
  const { overall, a } = audit.frame([]);
  if (overall.decisions.rows === 0) {
    throw invalidState('rows', 'at least one row', 'none');
  }
  const choices = attributes.map((name) => [name]);
  if (attributes.length > 1) choices.push([...attributes]);
  return {
    format: 'fairwasm-comparison',
    version: 2,
    source: context.source ?? null,
    columns: context.columns ?? {},
    names: context.names ?? { a: 'a', b: 'b' },
    rows: overall.decisions.rows,
    instances: overall.decisions.instances,
    droppedRows: context.droppedRows ?? 0,
    confidence,
    favorable: audit.favorable,
    ...(context.outcome === undefined ? {} : { outcome: context.outcome }),
    rates: essentialFirst(
      a.metrics.map(({ name }) => name).filter((name) => name in overall.rates),
      context.outcome,
    ),
    overall,
    breakdowns: choices.map((by) => breakdown(by, audit.frame(by))),
  };
}

/** The rates that a summary is about: those that the essential disparities compare, or all. */
export function essentialRates(names: readonly string[], outcome?: Outcome): string[] {
  const essential = groupMetrics.filter(({ name }) => isEssential(name, outcome));
  const isOf = (rate: string, some: readonly Metric[]) => some.some((each) => each.rate === rate);
  const found = names.filter((name) => isOf(name, essential));
  const first = essential.filter(({ name }) => leads(name, outcome));
  const isFirst = (name: string) => isOf(name, first);
  if (found.length === 0) return [...names];
  return [...found.filter(isFirst), ...found.filter((name) => !isFirst(name))];
}

const essentialFirst = (names: readonly string[], outcome: Outcome | undefined): string[] => [
  ...new Set([...essentialRates(names, outcome), ...names]),
];

/** A rate's title. */
export const rateTitle = (name: string): string => findGroupMetric(name)?.title ?? name;
