// SPDX-License-Identifier: Apache-2.0
//
// Checks whole reports and results by the published schema, before they are displayed.

import { invalid } from '../core/error.js';
import { requireOptions, shown } from '../core/options.js';
import definitions from '../vendor/definitions.js';
import { requireReport } from './check-report.js';
import type { Extras, Report, StoredDocument } from './report.js';
import { Shapes } from './shapes.js';

const shapes = new Shapes(definitions);

/** Names of the results that can be added to a report. */
export const extraNames: readonly string[] = Object.keys(definitions.Extras?.properties ?? {});

/** Throws `invalidArgument` with the path of the first part of a report that is missing or invalid. */
export function requireWhole(report: unknown): asserts report is Report {
  requireReport(report);
  requireShape('Report', report, []);
}

/** Throws `invalidArgument` with the path of the first part of the results that is missing or invalid. */
export function requireExtras(extras: unknown): asserts extras is Extras {
  requireOptions('extras', extras, extraNames);
  requireShape('Extras', extras, ['extras']);
}

/** Throws `invalidArgument` with the path of the first part of a stored description that is missing or invalid. */
export function requireStored(document: unknown): asserts document is StoredDocument {
  requireShape('StoredDocument', document, []);
}

function requireShape(name: string, value: unknown, path: readonly string[]): void {
  const match = shapes.find(value, definitions[name], path);
  if (match === undefined) return;
  const where = match.path.join('.');
  throw invalid('report', `a complete report; ${where}: ${match.expected}`, shown(match.value));
}
