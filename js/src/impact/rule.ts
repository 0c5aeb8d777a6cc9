// SPDX-License-Identifier: Apache-2.0
//
// What is said of a rule wherever tables are made by it.

/** A rule by which tables are made. */
export interface ImpactRule {
  name: string;
  /** Where it stands. */
  source: string;
  /** Of the text that was followed. */
  date: string;
  /** What no computation can do. */
  limits: string;
  /** What has to be published beside the numbers; absent where nothing has. */
  published?: string;
}
