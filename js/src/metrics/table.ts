// SPDX-License-Identifier: Apache-2.0
//
// The one table of metrics: what each is called, how it is computed, what it means and where it comes
// from. The report, the command line, the page and the documentation read it; a test holds it against
// the names that the core computes. The rows stand in files of their own, by what they are of: an audit loads
// those of rates and disparities alone.

import { aliasesOf, plainName } from './aliases.js';
import { countedAmplifications, learnedAmplifications } from './amplification.js';
import { calibrationMetrics } from './calibration.js';
import { certificateMetrics } from './certificates.js';
import { classMetrics } from './classes.js';
import { conditionalMetrics } from './conditional.js';
import { groupMetrics } from './group.js';
import { individualMetrics } from './individuals.js';
import { inequalityMetrics } from './inequality.js';
import type { Metric } from './metric.js';
import { regressionMetrics } from './regression.js';
import { scoreMetrics } from './scores.js';
import { subgroupMetrics } from './subgroups.js';

export { type Metric, type MetricInput, metricKinds } from './metric.js';

const rows: readonly Metric[] = [
  ...groupMetrics,
  ...conditionalMetrics,
  ...subgroupMetrics,
  ...inequalityMetrics,
  ...individualMetrics,
  ...scoreMetrics,
  ...calibrationMetrics,
  ...regressionMetrics,
  ...classMetrics,
  ...countedAmplifications,
  ...certificateMetrics,
  ...learnedAmplifications,
];

/** All metrics, each with its other names. */
export const metrics: readonly Metric[] = rows.map((row) => ({
  ...row,
  aliases: row.aliases ?? aliasesOf(row.name),
}));

// Own names last: they go before aliases that are spelled alike.
const byName = new Map([
  ...metrics.flatMap((metric) =>
    (metric.aliases ?? []).map((alias) => [plainName(alias), metric] as const),
  ),
  ...metrics.map((metric) => [plainName(metric.name), metric] as const),
]);

/**
 * The row of a metric, or undefined: by its name, or by one of those that other libraries give it, such as
 * `disparate_impact_ratio` or `recall`. Case, hyphens and underscores do not matter.
 *
 * @example
 * findMetric('recall')?.name; // "truePositiveRate"
 * findMetric('disparate_impact_ratio')?.name; // "disparateImpact"
 */
export function findMetric(name: string): Metric | undefined {
  return typeof name === 'string' ? byName.get(plainName(name)) : undefined;
}
