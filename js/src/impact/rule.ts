// SPDX-License-Identifier: Apache-2.0
//
// The description of a rule.

/** A rule that prescribes tables. */
export interface ImpactRule {
  name: string;
  /** Reference of the text. */
  source: string;
  /** Date of the text. */
  date: string;
  /** Limits of any computation by this rule. */
  limits: string;
  /** What must be published with the numbers; omitted if nothing. */
  published?: string;
}
