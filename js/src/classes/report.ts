// SPDX-License-Identifier: Apache-2.0
//
// Everything that an audit of several classes says, as plain data for JSON, a page or a terminal.

import type { Spread } from '../audit/group.js';
import type { Estimate } from '../core/estimate.js';
import type { ClassFrame, ClassGroup } from './class-frame.js';

/** What a report is of. */
export interface ClassReportContext {
  /** Where the rows came from: a file's name. */
  source?: string | undefined;
  /** The rate in which classes are compared; left out: `truePositiveRate`, their recall. */
  rate?: string | undefined;
}

/** The report of an audit of several classes. NaN in it has a reason beside it. */
export interface ClassReport {
  format: 'fairwasm-classes';
  version: 1;
  source: string | null;
  rows: number;
  droppedRows: number;
  /** In their order. */
  classes: readonly string[];
  /** The rate in which classes are compared, each against the rest. */
  rate: string;
  /** Of the intervals; null: there are none. */
  confidence: number | null;
  overall: ClassGroup;
  /** One for each attribute and, where there are several, one for all of them crossed. */
  breakdowns: readonly ClassBreakdown[];
}

/** Groups by one attribute, or by several crossed. */
export interface ClassBreakdown {
  by: readonly string[];
  /** Largest first. */
  groups: readonly ClassGroup[];
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
interface Reported {
  attributes: readonly string[];
  classes: readonly string[];
  droppedRows: number;
  frame(by: readonly string[]): ClassFrame;
}

/** @internal */
export function classReport(
  audit: Reported,
  context: ClassReportContext,
  confidence: number | undefined,
): ClassReport {
  const { source = null, rate = 'truePositiveRate' } = context;
  const { attributes } = audit;
  const choices = attributes.map((name) => [name]);
  if (attributes.length > 1) choices.push([...attributes]);
  const overall = audit.frame([]).overall;
  return {
    format: 'fairwasm-classes',
    version: 1,
    source,
    rows: overall.rows,
    droppedRows: audit.droppedRows,
    classes: audit.classes,
    rate,
    confidence: confidence ?? null,
    overall,
    breakdowns: choices.map((by) => breakdown(audit.frame(by), rate)),
  };
}

function breakdown(frame: ClassFrame, rate: string): ClassBreakdown {
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
          against.metrics.map((metric) => [metric.name, against.spread(metric.name)]),
        ),
      };
    }),
  };
}
