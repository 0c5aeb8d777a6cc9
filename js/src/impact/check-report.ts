// SPDX-License-Identifier: Apache-2.0
//
// Checks tables that were read from JSON, possibly of another version.

import { invalid } from '../core/error.js';
import { isPlain, shown } from '../core/options.js';
import { requirePublication } from './publication.js';
import type { ImpactReport } from './tables.js';

/** Throws `invalidArgument` for anything but a result of {@link Impact.tables} of this version. */
export function requireImpactReport(report: unknown): asserts report is ImpactReport {
  const given = isPlain(report) ? (report as Partial<ImpactReport>) : {};
  const isOurs = given.format === 'fairwasm-impact' && given.version === 1;
  if (isOurs && Array.isArray(given.outcomes)) {
    if (given.publication !== undefined) requirePublication(given.publication, given as ImpactReport);
    return;
  }
  throw invalid(
    'report',
    "the result of tables(), in the format 'fairwasm-impact', version 1",
    isPlain(report) ? `the format ${shown(given.format)}, version ${shown(given.version)}` : shown(report),
  );
}
