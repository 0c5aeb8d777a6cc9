// SPDX-License-Identifier: Apache-2.0
//
// The type of a bundled example.

import type { AuditOptions } from '../audit/audit-input.js';

/** A data set that comes with the package, as counts of equal rows. */
export interface Example {
  /** The name in code, such as `compas`. */
  name: string;
  title: string;
  /** The publication with the counts. */
  source: string;
  /** The meaning of the columns, and the limits of the data. */
  about: string;
  /** The column names of label and prediction. */
  columns: Readonly<Record<string, string>>;
  /** Input of `updateCounted`; `rows` has the number of rows of each entry. */
  counted: {
    groups: Readonly<Record<string, readonly string[]>>;
    label?: readonly string[];
    prediction: readonly string[];
    rows: readonly number[];
  };
  options: Pick<AuditOptions, 'favorable' | 'outcome' | 'privileged'>;
}
