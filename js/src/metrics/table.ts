// SPDX-License-Identifier: Apache-2.0
//
// The metrics table: names, formulas, meanings, and sources. The report, the command line, the page, and the
// documentation use it; a test compares it with the names that the core computes. Its rows are in separate
// modules by kind, so that an audit loads only rates and disparities.

import { getAliases, plainName } from './aliases.js';
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

/** All metrics, with their other names. */
export const metrics: readonly Metric[] = rows.map((row) => ({
  ...row,
  aliases: getAliases(row.name),
}));

// Own names come last, so that they override aliases with the same spelling.
const byName = new Map([
  ...metrics.flatMap((metric) =>
    (metric.aliases ?? []).map((alias) => [plainName(alias), metric] as const),
  ),
  ...metrics.map((metric) => [plainName(metric.name), metric] as const),
]);

/**
 * Returns a metric by its name or by its name in another library, such as `disparate_impact_ratio` or
 * `recall`; undefined for an unknown name. Case, hyphens, and underscores are ignored.
 *
 * @example
 * findMetric('recall')?.name; // "truePositiveRate"
 * findMetric('disparate_impact_ratio')?.name; // "disparateImpact"
 */
export function findMetric(name: string): Metric | undefined {
  return typeof name === 'string' ? byName.get(plainName(name)) : undefined;
}
