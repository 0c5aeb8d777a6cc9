// SPDX-License-Identifier: Apache-2.0
//
// What audits are given: columns, how they are to be read, and the checks of both.

import { invalid } from '../core/error.js';
import { isPlain, requireNumber, requireOneOf, requireOptions, shown } from '../core/options.js';
import type { CategoryColumn, NumberColumn } from '../data/column.js';
import type { Favorable } from '../data/favorable.js';
import { type Outcome, outcomes } from '../metrics/outcome.js';
import { requireLabels } from '../tally/tally-arguments.js';
import { checked, type UncertaintyOptions } from './uncertainty.js';

/** A category for some of the attributes; any names where those of the attributes are not known. */
type Reference<Attribute extends string> = string extends Attribute
  ? Readonly<Record<string, string | number | boolean>>
  : Readonly<Partial<Record<Attribute, string | number | boolean>>>;

/** How rows are to be read; see the fields of {@link AuditInput} for the columns themselves. */
export interface AuditOptions<Attribute extends string = string> {
  /**
   * The favorable label or labels: the outcome that counts as positive. May be left out where the labels
   * are a usual pair such as 0 and 1 or no and yes.
   */
  favorable?: Favorable | undefined;
  /**
   * What a positive decision is to the person it is made about: a `benefit`, such as a loan, or a `burden`, such as
   * detention. No number depends on it; what a report says of them does: its words, what it begins with, and on which
   * side of a gap a group fares worse. Left out: the words are those of a benefit, and nothing is said of sides.
   */
  outcome?: Outcome | undefined;
  /** The reference category of an attribute; left out: its largest group. */
  privileged?: Reference<Attribute> | undefined;
  /** Predictions are made from scores: favorable where score >= threshold. */
  threshold?: number | undefined;
  /**
   * What happens to a row whose label, prediction, score, weight or cluster is missing: `error` (the default)
   * stops with its row number, `drop` leaves it out and counts it. A missing group is never dropped: it
   * is a group of its own, named (missing).
   */
  missing?: 'error' | 'drop' | undefined;
  /**
   * Texts that stand for a missing value, whatever their case; blank ones always do. Default:
   * {@link defaultMissingValues}.
   */
  missingValues?: readonly string[] | undefined;
  /** How intervals and tests are computed; `false`: not at all, where only the values are wanted. */
  uncertainty?: UncertaintyOptions | false | undefined;
}

/** @internal Throws `invalidArgument` for options of audits that are not known, names and values alike. */
export function requireAuditOptions(
  what: string,
  options: object,
  others: readonly string[],
): void {
  requireOptions(what, options, [...others, ...auditOptions]);
  const { favorable, missing, threshold, uncertainty, privileged, outcome } =
    options as AuditOptions;
  if (favorable !== undefined) requireLabels([favorable].flat());
  if (threshold !== undefined) requireNumber('threshold', threshold);
  if (outcome !== undefined) requireOneOf('outcome', outcome, outcomes);
  if (missing !== undefined) requireOneOf('missing', missing, ['error', 'drop']);
  if (uncertainty !== undefined && uncertainty !== false) checked(uncertainty);
  if (privileged !== undefined) requireReference(privileged);
}

function requireReference(privileged: unknown): void {
  if (isPlain(privileged)) return;
  throw invalid(
    'privileged',
    "a category for each attribute, such as { sex: 'm' }",
    shown(privileged),
  );
}

const auditOptions = Object.keys({
  favorable: true,
  outcome: true,
  privileged: true,
  threshold: true,
  missing: true,
  missingValues: true,
  uncertainty: true,
} satisfies Record<keyof AuditOptions, true>);

/** The columns of an audit, all of one length, and how to read them. */
export interface AuditInput<Attribute extends string = string>
  extends AuditOptions<NoInfer<Attribute>> {
  /** True outcomes. Without them only selection rates can be audited. */
  label?: CategoryColumn | undefined;
  /** Predicted outcomes or decisions. */
  prediction?: CategoryColumn | undefined;
  /**
   * Estimated probability of the favorable outcome, in [0, 1]. With `threshold` it stands in for predictions,
   * and may be any number: a score that is no probability makes predictions and nothing else.
   */
  score?: NumberColumn | undefined;
  /** Columns that say which group a row belongs to, by attribute. */
  groups: Readonly<Record<Attribute, CategoryColumn>>;
  /** Instance weights, 0 or more; left out: 1. */
  weight?: NumberColumn | undefined;
  /**
   * Whose row it is, where a person may have several rows: rows of one value belong together, and intervals and
   * tests are those of persons, not of rows. Any values; of them nothing is kept but a hash.
   */
  cluster?: CategoryColumn | undefined;
}

/** Which columns of a table are what; the fields are those of {@link AuditInput}, with names for columns. */
export interface NamedColumns<Column extends string = string, Attribute extends Column = Column> {
  label?: Column | undefined;
  prediction?: Column | undefined;
  score?: Column | undefined;
  weight?: Column | undefined;
  cluster?: Column | undefined;
  groups: readonly Attribute[];
}

/** Which columns an {@link Auditor} will be given. */
export interface AuditorOptions<Attribute extends string = string>
  extends AuditOptions<NoInfer<Attribute>> {
  groups: readonly Attribute[];
  label?: boolean;
  prediction?: boolean;
  score?: boolean;
  cluster?: boolean;
}
