// SPDX-License-Identifier: Apache-2.0
//
// What the Audit room loads when it is needed: the form of columns, and what stands below a report.

import type { Report } from 'fairwasm';

const failed = (error: unknown) => console.error(error);

/** Loads the form of a table's columns, which examples do without. */
export function loadForm(): void {
  import('./column-form.js').catch(failed);
}

/** Loads what stands further down, when the report above it is there. */
export function loadParts({
  ofFile,
  hasComparison,
}: {
  ofFile: boolean;
  hasComparison: boolean;
}): void {
  import('../power/power-view.js').catch(failed);
  import('../within/within-view.js').catch(failed);
  if (ofFile) import('../scan/find-groups.js').catch(failed);
  if (ofFile) import('../impact/impact-tables.js').catch(failed);
  if (ofFile) import('../scores/frontier-view.js').catch(failed);
  if (hasComparison) import('../compare/paired-view.js').catch(failed);
}

/** Loads what a stored report was set beside. */
export function loadBeside({ beside = {} }: Report): void {
  if (beside.comparison) import('../compare/paired-view.js').catch(failed);
  if (beside.version) import('../compare/compare-view.js').catch(failed);
}
