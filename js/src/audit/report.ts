// SPDX-License-Identifier: Apache-2.0
//
// The report: an audit as plain data. The terminal, the page and the files that are saved all show this
// one object; its JSON is the documented format.

import { invalid, invalidState } from '../core/error.js';
import type { Estimate } from '../core/estimate.js';
import { requireBoolean, requireOneOf } from '../core/options.js';
import { requireNames } from '../data/named-columns.js';
import type { DisparityName, RateName } from '../metrics/group.js';
import { isEssential, type Outcome, orderedFor, outcomes } from '../metrics/outcome.js';
import type { Tally } from '../tally/tally.js';
import { type Conditional, type ConditionalOptions, requireWithin } from './conditional.js';
import type { CustomCountsMetric } from './custom-counts.js';
import {
  type EquivalenceMargin,
  type EquivalenceReport,
  equivalencesOf,
  type Margins,
  marginsOf,
} from './equivalence-report.js';
import type { Extras, Provenance, ReportView } from './extras.js';
import { hypotheses } from './family.js';
import type { Frame } from './frame.js';
import type { Group, Spread } from './group.js';
import type { ShrunkenRate } from './shrinkage.js';
import type { UncertaintyOptions } from './uncertainty.js';
import type { Withheld } from './withheld.js';

/** What the audit itself cannot know, to be shown with it, and what is to be computed beside the usual. */
export interface ReportContext<Attribute extends string = string> {
  /** What was audited: a file's name, for instance. */
  source?: string;
  /** What must be known of the data to read the figures rightly, such as what “favorable” means here. */
  about?: string;
  /** Which column of the source was used for what. */
  columns?: Readonly<Record<string, string>>;
  /** The score from which on a prediction is favorable, if predictions were made so. */
  threshold?: number | undefined;
  /** What a positive decision is to people, if the audit was not told; see {@link AuditOptions.outcome}. */
  outcome?: Outcome | undefined;
  /** Whether a gap below this is shown, of every compared group; left out: not asked. */
  equivalenceMargin?: EquivalenceMargin | undefined;
  /** Whether groups' rates are given drawn toward what groups have in common, too; see {@link Frame.shrunken}. */
  shrunken?: boolean | undefined;
  /** Whether every two of three attributes or more are crossed, too, besides all of them; default: no. */
  pairs?: boolean | undefined;
  /**
   * Attributes that are conditions and no groups: they make no breakdown; instead the groups of all others are
   * compared among rows that are alike in them, too. See {@link Audit.conditional}.
   */
  within?: readonly Attribute[] | undefined;
  /**
   * Metrics of your own, by name: functions of a group's counts, NaN where undefined. They stand beside the others, as
   * `beside.customMetrics`; of rows there is `rowMetrics()`.
   */
  metrics?: Readonly<Record<string, CustomCountsMetric>> | undefined;
}

export interface Report {
  format: 'fairwasm-report';
  version: 2;
  source: string | null;
  /** What must be known of the data to read the figures rightly; left out where nothing was said. */
  about?: string;
  columns: Readonly<Record<string, string>>;
  threshold: number | null;
  /** Rows counted. */
  rows: number;
  /** Sum of their weights. */
  instances: number;
  /** How many clusters the rows are of; left out where there is no such column. */
  clusters?: number;
  /** Rows left out because something was missing. */
  droppedRows: number;
  /** What looks like a mistake in the columns, in sentences; empty: nothing does. */
  warnings: readonly string[];
  /** How intervals and tests were computed; null: there are none. */
  uncertainty: Readonly<Required<UncertaintyOptions>> | null;
  labels: readonly string[];
  favorable: readonly string[];
  /** What a positive decision is to the person it is made about; left out where nobody said. */
  outcome?: Outcome;
  /** Names of the rates and disparities below, in the order in which to show them. */
  rates: readonly string[];
  disparities: readonly string[];
  /** By disparity: what counts as alike; left out where that was not asked. */
  equivalenceMargins?: Margins;
  overall: GroupReport;
  /** One for each attribute and, where there are several, one for all of them crossed; with `pairs`, one for every two, too. */
  breakdowns: readonly Breakdown[];
  /** What is not shown, so that no small count can be found; left out where everything is. */
  withheld?: Withheld;
  /** The groups of each breakdown, compared within strata; left out where that was not asked. */
  conditional?: readonly Conditional[];
  /** What the auditor wrote. This and what follows is added by whoever hands the report in; no figure depends on it. */
  notes?: string;
  provenance?: Provenance;
  view?: ReportView;
  /** Results of other doors and commands; and a report of other rows, such as those of another version of a model. */
  extras?: Extras & { version?: { name: string; report: Report } };
}

/** A group with its counts, rates and, where it is small, a warning. */
export interface GroupReport extends Omit<Group, 'rates'> {
  /** The rates that the columns allow, by name. */
  rates: Readonly<Record<string, Estimate>>;
  /** By rate: drawn toward what the groups of the breakdown have in common; left out where that was not asked. */
  shrunken?: Readonly<Record<string, Estimate>>;
}

export interface Breakdown {
  by: readonly string[];
  /** The name of the group that the others are compared with, and its {@link Group.id}. */
  reference: string;
  referenceId: string;
  /** Largest first. */
  groups: readonly GroupReport[];
  /** By rate: how far the groups lie apart. */
  spreads: Readonly<Record<string, Spread>>;
  /** Each other group compared with the reference. */
  comparisons: readonly Comparison[];
}

export interface Comparison {
  /** The {@link Group.id} of the group that is compared, and its name. */
  id: string;
  group: string;
  disparities: Readonly<Record<string, Estimate>>;
  /** By disparity that has a margin: whether it is shown to lie within; left out where there is none. */
  equivalence?: Readonly<Record<string, EquivalenceReport>>;
}

interface Beside {
  margins: Margins | undefined;
  isShrunken: boolean;
  /** The disparities in the order in which to show them, and those that a summary is about. */
  disparities: readonly string[];
  essential: readonly string[];
  /** How many breakdowns the report has. */
  breakdowns: number;
}

/**
 * A report leads with the disparity that is furthest from equal, so its disparities are chosen after looking: those of the
 * summary among all groups, breakdowns and hypotheses of the summary, the others among those of all disparities.
 */
function breakdown(frame: Frame, extras: Beside): Breakdown {
  const { margins, isShrunken, disparities, essential, breakdowns } = extras;
  const others = Math.max(1, frame.groups.length - 1) * breakdowns;
  const [few, all] = [essential, disparities].map((names) => others * hypotheses(names)) as [
    number,
    number,
  ];
  const compared = frame.disparitiesAmong((name) => (essential.includes(name) ? few : all));
  const groups = frame.groupsAmong(Math.max(1, frame.groups.length) * breakdowns);
  const spreads = frame.metrics.map(({ name }) => [name, frame.spread(name as RateName)]);
  const equivalences = margins && equivalencesOf(frame, margins);
  return {
    by: frame.by,
    reference: frame.reference.name,
    referenceId: frame.reference.id,
    groups: isShrunken ? withShrunken(frame, groups) : groups.map((group) => shown(frame, group)),
    spreads: Object.fromEntries(spreads),
    comparisons: compared.map(({ group, values }) => ({
      id: group.id,
      group: group.name,
      disparities: Object.fromEntries(
        disparities.map((name) => [name, values[name as DisparityName]]),
      ),
      ...(equivalences && { equivalence: equivalences.get(group.id) ?? {} }),
    })),
  };
}

// A group without the rates of columns that were not given.
function shown(frame: Frame, group: Group): GroupReport {
  const rates = frame.metrics.map(({ name }) => [name, group.rates[name as RateName]]);
  return { ...group, rates: Object.fromEntries(rates) };
}

function withShrunken(frame: Frame, groups: readonly Group[]): GroupReport[] {
  const rates = frame.shrinkable.map((name) => [name, frame.shrunken(name)] as const);
  return groups.map((group, i) => ({
    ...shown(frame, group),
    shrunken: Object.fromEntries(
      rates.map(([name, values]) => [name, (values[i] as ShrunkenRate).shrunken]),
    ),
  }));
}

/** The audit, as far as a report needs it. */
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
 * The report of an audit.
 *
 * @throws FairwasmError `invalidState` where no row was counted; `invalidArgument` for an equivalence margin of what is no
 *   disparity of this audit, or that is none, and where that or shrunken rates are asked of an audit without intervals; for
 *   conditions that are no attributes, or all of them.
 */
export function reportOf(
  audit: Reported,
  context: ReportContext,
  uncertainty: Required<UncertaintyOptions> | null,
): Report {
  const { within = [], pairs = false } = context;
  const choices = choicesOf(audit.attributes, within, requireBoolean('pairs', pairs));
  const frames = choices.map((by) => audit.frame(by));
  const overallFrame = audit.frame([]);
  if (overallFrame.groups.length === 0) {
    throw invalidState('rows', 'at least one row', 'none');
  }
  const { equivalenceMargin, shrunken = false, outcome } = context;
  if (outcome !== undefined) requireOneOf('outcome', outcome, outcomes);
  if (uncertainty === null) refuseWithoutIntervals({ equivalenceMargin, shrunken });
  const margins =
    equivalenceMargin === undefined
      ? undefined
      : marginsOf(equivalenceMargin, overallFrame.disparityNames);
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
    warnings: [...audit.warnings, ...reversed(audit, choices, within)],
    uncertainty,
    labels: audit.tally.labels,
    favorable: audit.favorable,
    ...(outcome === undefined ? {} : { outcome }),
    rates: overallFrame.metrics.map(({ name }) => name),
    disparities,
    ...(margins && { equivalenceMargins: margins }),
    overall: shown(overallFrame, overallFrame.overall),
    breakdowns,
    ...(within.length > 0 && {
      conditional: choices.map((by) => audit.conditional(by, { within })),
    }),
  };
}

// Each attribute that is no condition and, where there are several, all of them crossed; and every two, where that is asked.
function choicesOf(
  attributes: readonly string[],
  within: readonly string[],
  pairs: boolean,
): string[][] {
  requireNames('within', within);
  if (within.length > 0) requireWithin(within, attributes);
  const groups = attributes.filter((name) => !within.includes(name));
  if (attributes.length > 0 && groups.length === 0) {
    throw invalid(
      'within',
      'at least one attribute that is no condition',
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

// Of every attribute, gaps that reverse within the conditions, or within another attribute.
function reversed(
  audit: Reported,
  choices: readonly (readonly string[])[],
  within: readonly string[],
): string[] {
  const single = choices.filter(({ length }) => length === 1);
  const searched = single.flatMap((by) => {
    const others = single.filter((each) => each !== by);
    return [...(within.length > 0 ? [within] : []), ...others].map((strata) => ({ by, strata }));
  });
  // Every pair of attributes has the same part of the risk, however many groups it compares.
  return searched.flatMap(({ by, strata }) =>
    audit.reversals(by, strata, searched.length * (audit.frame(by).groups.length - 1)),
  );
}

// Both are about how sure the figures are.
function refuseWithoutIntervals(asked: Readonly<Record<string, unknown>>): void {
  const name = Object.keys(asked).find(
    (each) => asked[each] !== undefined && asked[each] !== false,
  );
  if (name === undefined) return;
  throw invalid(name, 'an audit with intervals', 'uncertainty: false');
}
