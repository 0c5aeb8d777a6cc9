// SPDX-License-Identifier: Apache-2.0
//
// All results of a multiclass or multilabel audit as plain data, for JSON, a page, or a terminal.

import type { Frame } from '../audit/frame/frame.js';
import type { Spread } from '../audit/frame/group.js';
import { omissionWarnings } from '../audit/warnings.js';
import type { Estimate } from '../core/estimate.js';
import { requireOptions } from '../core/options.js';
import type { RateName } from '../metrics/group.js';
import type { ClassGroup } from './class-frame.js';
import type { LabelGroup } from './label-group.js';

/** The rates by which a report looks for the most unequal classes. */
export const searchedRates = ['selectionRate', 'truePositiveRate', 'positivePredictiveValue'] as const;

/** The subject of a report. */
export interface ClassReportContext {
  /** Source of the rows, for example a file name. */
  source?: string | undefined;
  /** The rate used to compare classes. Default: `truePositiveRate`, their recall. */
  rate?: string | undefined;
  /** Number of rows with missing values that were omitted before they were counted. Default: 0. */
  droppedRows?: number | undefined;
  /** Sentences about how the rows were read. */
  warnings?: readonly string[] | undefined;
}

/** The report of a multiclass audit. Every NaN has a reason next to it. */
export interface ClassReport extends MeasuredReport<ClassGroup> {
  format: 'fairwasm-classes';
  /** The classes in their order. */
  classes: readonly string[];
}

/** The report of a multilabel audit; a breakdown's `classes` are the labels. */
export interface LabelReport extends MeasuredReport<LabelGroup> {
  format: 'fairwasm-labels';
  /** The labels in the order of their columns. */
  labels: readonly string[];
}

/** Properties of both reports. */
export interface MeasuredReport<Group> {
  version: 1;
  source: string | null;
  rows: number;
  droppedRows: number;
  /** Sentences about probable mistakes; absent without any. */
  warnings?: readonly string[];
  /** The rate used to compare each class with the rest. */
  rate: string;
  /** Level of the intervals; null without intervals. */
  confidence: number | null;
  overall: Group;
  /** One breakdown for each attribute and, if there are several, one for their intersection. */
  breakdowns: readonly ClassBreakdown<Group>[];
}

/** Groups by one attribute, or by the intersection of several. */
export interface ClassBreakdown<Group = ClassGroup> {
  by: readonly string[];
  /** Largest first. */
  groups: readonly Group[];
  /** The differences between groups, by metric. */
  spreads: Readonly<Record<string, Spread>>;
  /** Each class compared with the rest; the class with the largest difference between groups comes first. */
  classes: readonly {
    class: string;
    /** The value of each rate for all rows. */
    overall: Readonly<Record<string, Estimate>>;
    /** The values by group id, then by rate. */
    groups: Readonly<Record<string, Readonly<Record<string, Estimate>>>>;
    /** The differences between groups for each rate. */
    spreads: Readonly<Record<string, Spread>>;
  }[];
}

/** One class compared with the rest. */
export type ReportedClass = ClassBreakdown['classes'][number];

/** The parts of an audit that a report needs. */
interface Reported<Group> {
  attributes: readonly string[];
  /** The labels that occur, by role. */
  occurring: Readonly<Record<string, readonly string[]>>;
  droppedRows: number;
  warnings: readonly string[];
  frame(by: readonly string[]): ReportedFrame<Group>;
}

interface ReportedFrame<Group> {
  by: readonly string[];
  overall: Group;
  groups: readonly Group[];
  metrics: readonly string[];
  spread(metric: string): Spread;
  /** Classes or labels, the one with the largest difference between groups first. */
  unequalClasses(rate: string): readonly { class: string; spread: Spread }[];
  oneAgainstRest(name: string): Frame;
}

/** @internal */
export function measuredReport<Group extends { rows: number }>(
  audit: Reported<Group>,
  context: ClassReportContext,
  confidence: number | undefined,
): MeasuredReport<Group> {
  requireOptions('report', context, ['source', 'rate', 'droppedRows', 'warnings']);
  const { source = null, rate = 'truePositiveRate' } = context;
  const { attributes } = audit;
  const choices = attributes.map((name) => [name]);
  if (attributes.length > 1) choices.push([...attributes]);
  const overall = audit.frame([]).overall;
  const droppedRows = audit.droppedRows + (context.droppedRows ?? 0);
  const warnings = [
    ...(context.warnings ?? []),
    ...audit.warnings,
    ...omissionWarnings(audit.occurring, overall.rows, droppedRows),
  ];
  return {
    version: 1,
    source,
    rows: overall.rows,
    droppedRows,
    ...(warnings.length > 0 ? { warnings } : {}),
    rate,
    confidence: confidence ?? null,
    overall,
    breakdowns: choices.map((by) => breakdown(audit.frame(by), rate, choices.length)),
  };
}

// The report puts the largest of all these gaps first, so their intervals hold for all of them.
function breakdown<Group>(frame: ReportedFrame<Group>, rate: string, breakdowns: number): ClassBreakdown<Group> {
  const searched = new Set<string>([...searchedRates, rate]);
  const classes = frame.unequalClasses(rate);
  return {
    by: frame.by,
    groups: frame.groups,
    spreads: Object.fromEntries(frame.metrics.map((name) => [name, frame.spread(name)])),
    classes: classes.map(({ class: name }) => {
      const against = frame.oneAgainstRest(name);
      const adjusted = against.spreadsAmong(searched.size * classes.length * breakdowns);
      return {
        class: name,
        overall: against.overall.rates,
        groups: Object.fromEntries(against.groups.map(({ id, rates }) => [id, rates])),
        spreads: Object.fromEntries(
          against.metrics.map(({ name }) => [
            name,
            searched.has(name) ? (adjusted[name] as Spread) : against.spread(name as RateName),
          ]),
        ),
      };
    }),
  };
}
