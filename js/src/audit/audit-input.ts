// SPDX-License-Identifier: Apache-2.0
//
// Types and validation of the input of audits: columns and options for reading them.

import { invalid } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import { isPlain, requireNumber, requireOneOf, requireOptions, shown } from '../core/options.js';
import type { CategoryColumn, NumberColumn } from '../data/column.js';
import type { Favorable } from '../data/favorable.js';
import { outcomes } from '../metrics/outcome.js';
import type { Tally } from '../tally/tally.js';
import { requireLabels } from '../tally/tally-arguments.js';
import { checked, type UncertaintyOptions } from './frame/uncertainty.js';

/** Options for reading rows; the columns are fields of {@link AuditInput}. */
export interface AuditOptions<Attribute extends string = string> {
  /**
   * The favorable label or labels, which count as positive. Optional if the labels are a common pair, such as
   * 0 and 1 or no and yes.
   */
  favorable?: Favorable | undefined;
  /**
   * Whether a positive decision is a `benefit` to the person, such as a loan, or a `burden`, such as
   * detention. It changes no number, only the wording of the report, its first figures, and which side of a
   * gap is called a disadvantage. Default: the wording for a benefit, without naming a disadvantaged group.
   */
  outcome?: 'benefit' | 'burden' | undefined;
  /** The reference category of an attribute. Default: its largest group. */
  privileged?:
    | (string extends Attribute
        ? Readonly<Record<string, string | number | boolean>>
        : Readonly<Partial<Record<Attribute, string | number | boolean>>>)
    | undefined;
  /** Predicts the favorable label if score >= threshold. */
  threshold?: number | undefined;
  /**
   * Handling of a row without a label, prediction, score, weight, or cluster: `error` throws with its row number,
   * `drop` skips and counts it. Default: `error`. Rows without a group are never dropped; they form a group named
   * (missing).
   */
  missing?: 'error' | 'drop' | undefined;
  /**
   * Strings to read as missing values, regardless of case; blank strings are always missing values. Default:
   * {@link defaultMissingValues}.
   */
  missingValues?: readonly string[] | undefined;
  /** Options for confidence intervals and tests; `false` computes only the values. */
  uncertainty?: UncertaintyOptions | false | undefined;
}

/** @internal Throws `invalidArgument` for unknown option names or values. */
export function requireAuditOptions(what: string, options: object, others: readonly string[]): void {
  requireOptions(what, options, [...others, ...auditOptions]);
  const { favorable, missing, threshold, uncertainty, privileged, outcome } = options as AuditOptions;
  if (favorable !== undefined) requireLabels([favorable].flat());
  if (threshold !== undefined) requireNumber('threshold', threshold);
  if (outcome !== undefined) requireOneOf('outcome', outcome, outcomes);
  if (missing !== undefined) requireOneOf('missing', missing, ['error', 'drop']);
  if (uncertainty !== undefined && uncertainty !== false) checked(uncertainty);
  if (privileged !== undefined) requireReference(privileged);
}

function requireReference(privileged: unknown): void {
  if (isPlain(privileged)) return;
  throw invalid('privileged', "a category for each attribute, such as { sex: 'm' }", shown(privileged));
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

/** The columns of an audit, all of equal length, and options for reading them. */
export interface AuditInput<Attribute extends string = string> extends AuditOptions<NoInfer<Attribute>> {
  /** True outcomes. Without them, only selection rates can be audited. */
  label?: CategoryColumn | undefined;
  /** Predicted outcomes or decisions. */
  prediction?: CategoryColumn | undefined;
  /**
   * Estimated probability of the favorable outcome, in [0, 1]. With `threshold`, it replaces predictions and
   * may be any number; a score that is not a probability is not used for anything else.
   */
  score?: NumberColumn | undefined;
  /** Columns that define groups, by attribute. */
  groups: Readonly<Record<Attribute, CategoryColumn>>;
  /** Row weights, at least 0. Default: 1. */
  weight?: NumberColumn | undefined;
  /**
   * The person (or other unit) that each row belongs to, if people have several rows. Intervals and tests
   * then treat rows with the same value as dependent. Any values are allowed; only a hash of them is kept.
   */
  cluster?: CategoryColumn | undefined;
}

/** The columns that an {@link Auditor} will receive, and options for reading them. */
export interface AuditorOptions<Attribute extends string = string> extends AuditOptions<NoInfer<Attribute>> {
  groups: readonly Attribute[];
  label?: boolean;
  prediction?: boolean;
  score?: boolean;
  cluster?: boolean;
}

/** @internal What an auditor observed that the counts do not contain. */
export interface AuditNotes {
  droppedRows?: number;
  warnings?: readonly string[];
}

/** @internal */
export type Finished = [wasm: Wasm, tally: Tally, options: AuditOptions, notes?: AuditNotes];

/** @internal The warning about scores that were used only for predictions. */
export const scoresUnused = 'The scores are not probabilities, so they were used only to make predictions.';
