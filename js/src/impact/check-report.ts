// SPDX-License-Identifier: Apache-2.0
//
// Tables as they come back: from JSON that was saved, perhaps by another version.

import { invalid } from '../core/error.js';
import { isPlain, shown } from '../core/options.js';
import type { ImpactReport } from './tables.js';

/** Throws `invalidArgument` for what {@link Impact.tables} did not give, or another version of it. */
export function requireImpactReport(report: unknown): asserts report is ImpactReport {
  const given = isPlain(report) ? (report as Partial<ImpactReport>) : {};
  const isOurs = given.format === 'fairwasm-impact' && given.version === 1;
  if (isOurs && Array.isArray(given.outcomes)) return;
  throw invalid(
    'report',
    "what tables() returns, of the format 'fairwasm-impact', version 1",
    isPlain(report)
      ? `the format ${shown(given.format)}, version ${shown(given.version)}`
      : shown(report),
  );
}
