// SPDX-License-Identifier: Apache-2.0
//
// The comparison of two predictions as plain data, for the terminal, the page, and saved files.

import { invalidState } from '../../core/error.js';
import { findGroupMetric, groupMetrics } from '../../metrics/group.js';
import type { Metric } from '../../metrics/metric.js';
import { isEssential, leads, type Outcome } from '../../metrics/outcome.js';
import type { PairedGroup } from './paired-results.js';

/** Information to include in the report that the data do not contain. */
export interface ComparisonContext {
  /** Name of the data, such as a file name. */
  source?: string | undefined;
  /** Column names of the source by role. */
  columns?: Readonly<Record<string, string>> | undefined;
  /** Names of the two predictions. Default: a and b. */
  names?: Readonly<Record<'a' | 'b', string>> | undefined;
  /** Number of rows dropped because of missing values. */
  droppedRows?: number | undefined;
  /** Sentences about how the rows were read. */
  warnings?: readonly string[] | undefined;
  /** Effect of a positive decision, if not set for the comparison. */
  outcome?: 'benefit' | 'burden' | undefined;
}

/** The comparison of two predictions for the same rows, by group. */
export interface ComparisonReport {
  format: 'fairwasm-comparison';
  version: 2;
  source: string | null;
  columns: Readonly<Record<string, string>>;
  /** Names of the two predictions. */
  names: Readonly<Record<'a' | 'b', string>>;
  /**
   * Number of rows.
   * @asType integer
   * @minimum 0
   */
  rows: number;
  /** Sum of their weights. */
  instances: number;
  /**
   * Number of rows dropped because of missing values.
   * @asType integer
   * @minimum 0
   */
  droppedRows: number;
  /** Sentences about probable mistakes; absent without any. */
  warnings?: readonly string[];
  /**
   * Level of the confidence intervals.
   * @asType number
   * @exclusiveMinimum 0
   * @exclusiveMaximum 1
   */
  confidence: number;
  favorable: readonly string[];
  /** Effect of a positive decision on the person; absent if it was not set. */
  outcome?: 'benefit' | 'burden';
  /** Names of the rates, in display order. */
  rates: readonly string[];
  overall: PairedGroup;
  /** One breakdown for each attribute and, if there are several, one for their intersection. */
  breakdowns: readonly {
    by: readonly string[];
    /** Name and id of the reference group. */
    reference: string;
    referenceId: string;
    /** The groups, largest first. The reference group has no gaps. */
    groups: readonly PairedGroup[];
  }[];
}

export type PairedBreakdown = ComparisonReport['breakdowns'][number];

/** The parts of a comparison that a report needs. */
interface Compared {
  attributes: readonly string[];
  favorable: readonly string[];
  warnings: readonly string[];
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

/** @internal Throws `invalidState` if there are no rows. */
export function getComparison(audit: Compared, context: ComparisonContext, confidence: number): ComparisonReport {
  const { attributes } = audit;
  const { overall, a } = audit.frame([]);
  if (overall.decisions.rows === 0) {
    throw invalidState('rows', 'at least one row', 'none');
  }
  const warnings = [...(context.warnings ?? []), ...audit.warnings];
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
    ...(warnings.length > 0 && { warnings }),
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

/** Returns the rates of the summary: those that the essential disparities compare, or all. */
export function essentialRates(names: readonly string[], outcome?: Outcome): string[] {
  const essential = groupMetrics.filter(({ name }) => isEssential(name, outcome));
  const hasRate = (rate: string, some: readonly Metric[]) => some.some((each) => each.rate === rate);
  const found = names.filter((name) => hasRate(name, essential));
  const first = essential.filter(({ name }) => leads(name, outcome));
  const isFirst = (name: string) => hasRate(name, first);
  if (found.length === 0) return [...names];
  return [...found.filter(isFirst), ...found.filter((name) => !isFirst(name))];
}

const essentialFirst = (names: readonly string[], outcome: Outcome | undefined): string[] => [
  ...new Set([...essentialRates(names, outcome), ...names]),
];

/** Returns the title of a rate. */
export const rateTitle = (name: string): string => findGroupMetric(name)?.title ?? name;
