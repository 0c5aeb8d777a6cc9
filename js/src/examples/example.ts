// SPDX-License-Identifier: Apache-2.0
//
// What a built-in example is.

import type { AuditOptions } from '../audit/audit-input.js';

/** A data set that comes with the package, as counts of rows that are alike. */
export interface Example {
  /** As in code: `compas`. */
  name: string;
  title: string;
  /** Who published the counts. */
  source: string;
  /** What the columns mean, what is to be seen, and what is not. */
  about: string;
  /** What label and prediction are called. */
  columns: Readonly<Record<string, string>>;
  /** Rows as `updateCounted` takes them: each is as many as `rows` says. */
  counted: {
    groups: Readonly<Record<string, readonly string[]>>;
    label?: readonly string[];
    prediction: readonly string[];
    rows: readonly number[];
  };
  options: Pick<AuditOptions, 'favorable' | 'outcome' | 'privileged'>;
}
