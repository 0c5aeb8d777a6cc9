// SPDX-License-Identifier: Apache-2.0
//
// Everything that an audit of several classes, or of several labels at once, says, as plain data for JSON, a page or a
// terminal.

import type { Frame } from '../audit/frame.js';
import type { Spread } from '../audit/group.js';
import type { Estimate } from '../core/estimate.js';
import { requireParts } from '../core/options.js';
import type { RateName } from '../metrics/group.js';
import type { ClassDisparity, ClassGroup } from './class-frame.js';
import type { LabelGroup } from './label-group.js';

/** What a report is of. */
export interface ClassReportContext {
  /** Where the rows came from: a file's name. */
  source?: string | undefined;
  /** The rate in which classes are compared. Default: `truePositiveRate`, their recall. */
  rate?: string | undefined;
}

/** The report of an audit of several classes. NaN in it has a reason beside it. */
export interface ClassReport extends MeasuredReport<ClassGroup> {
  format: 'fairwasm-classes';
  /** In their order. */
  classes: readonly string[];
}

/** The report of an audit of several labels at once; a breakdown's `classes` are the labels. */
export interface LabelReport extends MeasuredReport<LabelGroup> {
  format: 'fairwasm-labels';
  /** In the order of their columns. */
  labels: readonly string[];
}

/** What both reports have. */
export interface MeasuredReport<Group> {
  version: 1;
  source: string | null;
  rows: number;
  droppedRows: number;
  /** The rate in which classes are compared, each against the rest. */
  rate: string;
  /** Of the intervals; null: there are none. */
  confidence: number | null;
  overall: Group;
  /** One for each attribute and, where there are several, one for all of them crossed. */
  breakdowns: readonly ClassBreakdown<Group>[];
}

/** Groups by one attribute, or by several crossed. */
export interface ClassBreakdown<Group = ClassGroup> {
  by: readonly string[];
  /** Largest first. */
  groups: readonly Group[];
  /** By metric: how far the groups lie apart. */
  spreads: Readonly<Record<string, Spread>>;
  /** Each class against the rest: the one that treats groups most unequally first. */
  classes: readonly ReportedClass[];
}

/** A class against the rest. */
export interface ReportedClass {
  class: string;
  /** By rate: its value of all rows. */
  overall: Readonly<Record<string, Estimate>>;
  /** By the groups' ids, then by rate. */
  groups: Readonly<Record<string, Readonly<Record<string, Estimate>>>>;
  /** By rate: how far the groups lie apart. */
  spreads: Readonly<Record<string, Spread>>;
}

/** The audit, as far as a report needs it. */
interface Reported<Group> {
  attributes: readonly string[];
  droppedRows: number;
  frame(by: readonly string[]): ReportedFrame<Group>;
}

interface ReportedFrame<Group> {
  by: readonly string[];
  overall: Group;
  groups: readonly Group[];
  metrics: readonly string[];
  spread(metric: string): Spread;
  /** Classes or labels, the one that treats groups most unequally first. */
  unequalClasses(rate: string): readonly ClassDisparity[];
  oneAgainstRest(name: string): Frame;
}

/** @internal */
export function measuredReport<Group extends { rows: number }>(
  audit: Reported<Group>,
  context: ClassReportContext,
  confidence: number | undefined,
): MeasuredReport<Group> {
  requireParts('report', context, [], 'an object with options');
  const { source = null, rate = 'truePositiveRate' } = context;
  const { attributes } = audit;
  const choices = attributes.map((name) => [name]);
  if (attributes.length > 1) choices.push([...attributes]);
  const overall = audit.frame([]).overall;
  return {
    version: 1,
    source,
    rows: overall.rows,
    droppedRows: audit.droppedRows,
    rate,
    confidence: confidence ?? null,
    overall,
    breakdowns: choices.map((by) => breakdown(audit.frame(by), rate)),
  };
}

function breakdown<Group>(frame: ReportedFrame<Group>, rate: string): ClassBreakdown<Group> {
  return {
    by: frame.by,
    groups: frame.groups,
    spreads: Object.fromEntries(frame.metrics.map((name) => [name, frame.spread(name)])),
    classes: frame.unequalClasses(rate).map(({ class: name }) => {
      const against = frame.oneAgainstRest(name);
      return {
        class: name,
        overall: against.overall.rates,
        groups: Object.fromEntries(against.groups.map(({ id, rates }) => [id, rates])),
        spreads: Object.fromEntries(
          against.metrics.map((metric) => [metric.name, against.spread(metric.name as RateName)]),
        ),
      };
    }),
  };
}
