// SPDX-License-Identifier: Apache-2.0
//
// The report: an audit as plain data. The terminal, the page, and saved files all use this object; its JSON
// is the documented format.

import { hypotheses } from '../claims/adjust.js';
import { invalid, invalidState } from '../core/error.js';
import type { Estimate } from '../core/estimate.js';
import { requireBoolean, requireOneOf } from '../core/options.js';
import { requireNames } from '../data/named-columns.js';
import type { DisparityName, RateName } from '../metrics/group.js';
import { isEssential, orderedFor, outcomes } from '../metrics/outcome.js';
import type { Tally } from '../tally/tally.js';
import type { CustomCountsMetric } from './custom/custom-counts.js';
import type { CustomMetrics } from './custom/custom-figures.js';
import { type EquivalenceReport, getEquivalences, getMargins, type Margins } from './equivalence-report.js';
import type { Frame } from './frame/frame.js';
import type { Group, Spread } from './frame/group.js';
import type { ShrunkenRate } from './frame/shrinkage.js';
import type { UncertaintyOptions } from './frame/uncertainty.js';
import { fractionWarning } from './warnings.js';
import { type Conditional, type ConditionalOptions, requireWithin } from './within/conditional.js';

/** Information to include in the report that the data do not contain, and optional results to compute. */
export interface ReportContext<Attribute extends string = string> {
  /** Name of the data, such as a file name. */
  source?: string;
  /** Information needed to interpret the figures, such as the meaning of “favorable” in these data. */
  about?: string;
  /** Column names of the source by role. */
  columns?: Readonly<Record<string, string>>;
  /** The threshold, if predictions were derived from scores. */
  threshold?: number | undefined;
  /** Effect of a positive decision, if not set for the audit; see {@link AuditOptions.outcome}. */
  outcome?: 'benefit' | 'burden' | undefined;
  /**
   * Margin of equivalence tests for every compared group: one number for every difference, such as 0.05 for ±0.05, or
   * numbers by disparity, such as 0.8 for a ratio from 0.8 to 1.25. The key `differences` covers all differences that
   * are not named. Default: no tests.
   */
  equivalenceMargin?: (number | Readonly<Partial<Record<DisparityName | 'differences', number>>>) | undefined;
  /**
   * Whether to add rates that are shrunk toward the overall rate; see {@link Frame.shrunken}. Default: false.
   */
  shrunken?: boolean | undefined;
  /** Whether to add intersectional groups for every two of at least three attributes. Default: false. */
  pairs?: boolean | undefined;
  /**
   * Attributes that are conditions: they define strata instead of groups, and the groups of all other
   * attributes are also compared within them. See {@link Audit.conditional}.
   */
  within?: readonly Attribute[] | undefined;
  /**
   * Custom metrics by name: formulas of counts ({@link parseFormula}), or functions of a group's counts that return NaN if
   * undefined. The report has them in `extras.customMetrics`. For functions of rows, see `rowMetrics()`.
   */
  metrics?: Readonly<Record<string, CustomCountsMetric>> | undefined;
}

export interface AuditReport {
  format: 'fairwasm-report';
  version: 2;
  source: string | null;
  /** Information needed to interpret the figures; absent if there is none. */
  about?: string;
  columns: Readonly<Record<string, string>>;
  threshold: number | null;
  /**
   * Number of rows.
   * @asType integer
   * @minimum 1
   */
  rows: number;
  /**
   * Sum of their weights.
   * @asType number
   * @minimum 0
   */
  instances: number;
  /**
   * Number of clusters; absent without a cluster column.
   * @asType integer
   * @minimum 1
   */
  clusters?: number;
  /**
   * Number of rows dropped because of missing values.
   * @asType integer
   * @minimum 0
   */
  droppedRows: number;
  /** Sentences about probable mistakes in the columns. */
  warnings: readonly string[];
  /** Options used for confidence intervals and tests; null if there are none. */
  uncertainty: Readonly<Required<UncertaintyOptions>> | null;
  labels: readonly string[];
  /** @minItems 1 */
  favorable: readonly string[];
  /** Effect of a positive decision on the person; absent if it was not set. */
  outcome?: 'benefit' | 'burden';
  /** Names of the rates and disparities, in display order. */
  rates: readonly string[];
  disparities: readonly string[];
  /** Equivalence margins by disparity; absent if not requested. */
  equivalenceMargins?: Readonly<Record<string, [low: number, high: number]>>;
  overall: GroupReport;
  /**
   * One breakdown for each attribute and, if there are several, one for their intersection; with `pairs`,
   * also one for every two.
   */
  breakdowns: readonly Breakdown[];
  /** The suppressed cells, so that no small cell can be inferred; absent without suppression. */
  withheld?: {
    /**
     * Counts from 1 to just below this number were suppressed.
     * @asType integer
     * @minimum 2
     */
    below: number;
    /**
     * The place where counts were suppressed: the `report`, which was computed from all counts and omits some groups;
     * or the `engine`, which omitted small cells from its result, so that every figure excludes some rows.
     */
    by: 'report' | 'engine';
    /** One entry for each possible breakdown. */
    breakdowns: readonly {
      by: readonly string[];
      /** The omitted groups; for an engine's result, the groups that may have rows. */
      groups: readonly { name: string; categories: Readonly<Record<string, string>> }[];
      /** Number of suppressed rows. */
      rows: readonly [least: number, most: number];
      /** Bounds on the value over all rows, by {@link Group.id} of the groups in the report and by rate. */
      rates: Readonly<Record<string, Readonly<Record<string, readonly [least: number, most: number]>>>>;
      /**
       * Bounds on the standardized difference over all rows, by id and rate, if groups are compared within strata
       * and it is defined. Odds ratios, tests, and intervals cover only the counted rows.
       */
      within?: Readonly<Record<string, Readonly<Record<string, readonly [least: number, most: number]>>>>;
      /** Bounds on the gap between all groups, including the omitted ones, by rate. */
      spreads: Readonly<Record<string, readonly [least: number, most: number]>>;
    }[];
  };
  /** The groups of each breakdown, compared within strata; absent if not requested. */
  conditional?: readonly Conditional[];
  /** Additions; here, custom metrics from `report({ metrics })`. */
  extras?: { customMetrics?: CustomMetrics };
}

/** A group with its counts, rates, and, if it is small, a warning. */
export interface GroupReport extends Omit<Group, 'rates'> {
  /** The rates that the columns allow, by name. */
  rates: Readonly<Record<string, Estimate>>;
  /** Shrunken rates by name; absent if not requested. */
  shrunken?: Readonly<Record<string, Estimate>>;
}

export interface Breakdown {
  /** @minItems 1 */
  by: readonly string[];
  /** Name and {@link Group.id} of the reference group. */
  reference: string;
  referenceId: string;
  /**
   * Largest first.
   * @minItems 1
   */
  groups: readonly GroupReport[];
  /** Gaps between groups by rate. */
  spreads: Readonly<Record<string, Spread>>;
  /** Each other group compared with the reference group. */
  comparisons: readonly {
    /** {@link Group.id} and name of the compared group. */
    id: string;
    group: string;
    disparities: Readonly<Record<string, Estimate>>;
    /** Equivalence tests by disparity with a margin; absent without margins. */
    equivalence?: Readonly<Record<string, EquivalenceReport>>;
  }[];
}

interface BreakdownOptions {
  margins: Margins | undefined;
  isShrunken: boolean;
  /** All disparities in display order, and those of the summary. */
  disparities: readonly string[];
  essential: readonly string[];
  /** Number of breakdowns in the report. */
  breakdowns: number;
}

/**
 * A report starts with the disparity that is furthest from equal, so disparities are selected after looking
 * at the data. Those of the summary are adjusted for all groups, breakdowns, and hypotheses of the summary;
 * the others are adjusted for all disparities.
 */
function breakdown(frame: Frame, extras: BreakdownOptions): Breakdown {
  const { margins, isShrunken, disparities, essential, breakdowns } = extras;
  const others = Math.max(1, frame.groups.length - 1) * breakdowns;
  const [few, all] = [essential, disparities].map((names) => others * hypotheses(names)) as [number, number];
  const compared = frame.disparitiesAmong((name) => (essential.includes(name) ? few : all));
  const groups = frame.groupsAmong(Math.max(1, frame.groups.length) * breakdowns);
  const spreads = frame.metrics.map(({ name }) => [name, frame.spread(name as RateName)]);
  const equivalences = margins && getEquivalences(frame, margins);
  return {
    by: frame.by,
    reference: frame.reference.name,
    referenceId: frame.reference.id,
    groups: isShrunken ? withShrunken(frame, groups) : groups.map((group) => shown(frame, group)),
    spreads: Object.fromEntries(spreads),
    comparisons: compared.map(({ group, values }) => ({
      id: group.id,
      group: group.name,
      disparities: Object.fromEntries(disparities.map((name) => [name, values[name as DisparityName]])),
      ...(equivalences && { equivalence: equivalences.get(group.id) ?? {} }),
    })),
  };
}

// A group without the rates of missing columns.
function shown(frame: Frame, group: Group): GroupReport {
  const rates = frame.metrics.map(({ name }) => [name, group.rates[name as RateName]]);
  return { ...group, rates: Object.fromEntries(rates) };
}

function withShrunken(frame: Frame, groups: readonly Group[]): GroupReport[] {
  const rates = frame.shrinkable.map((name) => [name, frame.shrunken(name)] as const);
  return groups.map((group, i) => ({
    ...shown(frame, group),
    shrunken: Object.fromEntries(rates.map(([name, values]) => [name, (values[i] as ShrunkenRate).shrunken])),
  }));
}

/** The parts of an audit that a report needs. */
interface Reported {
  attributes: readonly string[];
  frame(by: readonly string[]): Frame;
  conditional(by: readonly string[], options: ConditionalOptions): Conditional;
  reversals(by: readonly string[], within: readonly string[], comparisons: number): string[];
  tally: Pick<Tally, 'labels' | 'clusters'>;
  favorable: readonly string[];
  droppedRows: number;
  warnings: readonly string[];
}

/**
 * Returns the report of an audit.
 *
 * @throws FairwasmError `invalidState` without counted rows; `invalidArgument` for an invalid equivalence margin, or
 * one for an unknown disparity; for a margin or shrunken rates in an audit without intervals; and for conditions that
 * are not attributes, or that are all attributes.
 */
export function getReport(
  audit: Reported,
  context: ReportContext,
  uncertainty: Required<UncertaintyOptions> | null,
): AuditReport {
  const { within = [], pairs = false } = context;
  const choices = getChoices(audit.attributes, within, requireBoolean('pairs', pairs));
  const frames = choices.map((by) => audit.frame(by));
  const overallFrame = audit.frame([]);
  if (overallFrame.groups.length === 0) {
    throw invalidState('rows', 'at least one row', 'none');
  }
  const { equivalenceMargin, shrunken = false, outcome } = context;
  if (outcome !== undefined) requireOneOf('outcome', outcome, outcomes);
  if (uncertainty === null) refuseWithoutIntervals({ equivalenceMargin, shrunken });
  const margins =
    equivalenceMargin === undefined ? undefined : getMargins(equivalenceMargin, overallFrame.disparityNames);
  const disparities = orderedFor(overallFrame.disparityNames, outcome);
  const summary = disparities.filter((name) => isEssential(name, outcome));
  const isAll = uncertainty?.simultaneous || summary.length === 0;
  const extras = {
    margins,
    isShrunken: shrunken,
    disparities,
    essential: isAll ? disparities : summary,
    breakdowns: choices.length,
  };
  const breakdowns = frames.map((frame) => breakdown(frame, extras));
  return {
    format: 'fairwasm-report',
    version: 2,
    source: context.source ?? null,
    ...(context.about === undefined ? {} : { about: context.about }),
    columns: context.columns ?? {},
    threshold: context.threshold ?? null,
    rows: overallFrame.overall.counts.rows,
    instances: overallFrame.overall.counts.instances,
    ...(audit.tally.clusters === undefined ? {} : { clusters: audit.tally.clusters }),
    droppedRows: audit.droppedRows,
    warnings: [
      ...fractionWarning(overallFrame.overall.counts.rows, audit.droppedRows),
      ...audit.warnings,
      ...reversed(audit, choices, within),
    ],
    uncertainty,
    labels: audit.tally.labels,
    favorable: audit.favorable,
    ...(outcome === undefined ? {} : { outcome }),
    rates: overallFrame.metrics.map(({ name }) => name),
    disparities,
    ...(margins && { equivalenceMargins: margins }),
    overall: shown(overallFrame, overallFrame.overall),
    breakdowns,
    ...(within.length > 0 && { conditional: choices.map((by) => audit.conditional(by, { within })) }),
  };
}

// Each attribute that is not a condition and, if there are several, their intersection; on request, every
// two.
function getChoices(attributes: readonly string[], within: readonly string[], pairs: boolean): string[][] {
  requireNames('within', within);
  if (within.length > 0) requireWithin(within, attributes);
  const groups = attributes.filter((name) => !within.includes(name));
  if (attributes.length > 0 && groups.length === 0) {
    throw invalid(
      'within',
      'at least one attribute that is not a condition',
      within.map((name) => `'${name}'`).join(', '),
    );
  }
  const two = groups.flatMap((name, i) => groups.slice(i + 1).map((other) => [name, other]));
  return [
    ...groups.map((name) => [name]),
    ...(pairs && groups.length > 2 ? two : []),
    ...(groups.length > 1 ? [groups] : []),
  ];
}

// Gaps of every attribute that reverse within the conditions or within another attribute.
function reversed(audit: Reported, choices: readonly (readonly string[])[], within: readonly string[]): string[] {
  const single = choices.filter(({ length }) => length === 1);
  const searched = single.flatMap((by) => {
    const others = single.filter((each) => each !== by);
    return [...(within.length > 0 ? [within] : []), ...others].map((strata) => ({ by, strata }));
  });
  // Every pair of attributes gets an equal part of the error rate, however many groups it compares.
  return searched.flatMap(({ by, strata }) =>
    audit.reversals(by, strata, searched.length * (audit.frame(by).groups.length - 1)),
  );
}

// Both results require confidence intervals.
function refuseWithoutIntervals(requested: Readonly<Record<string, unknown>>): void {
  const name = Object.keys(requested).find((each) => requested[each] !== undefined && requested[each] !== false);
  if (name === undefined) return;
  throw invalid(name, 'an audit with confidence intervals', 'uncertainty: false');
}
