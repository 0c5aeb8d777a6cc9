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
import { type Metric, metricKinds } from './metric.js';
import { monitoringMetrics, rankingMetrics, shareMetrics } from './rankings.js';
import { regressionMetrics } from './regression.js';
import { repeatedMetrics } from './repeated.js';
import { scoreMetrics } from './scores.js';
import { subgroupMetrics } from './subgroups.js';

export { type Metric, type MetricInput, metricKinds } from './metric.js';

const rows: readonly Metric[] = [
  ...groupMetrics,
  ...conditionalMetrics,
  ...subgroupMetrics,
  ...inequalityMetrics,
  ...individualMetrics,
  ...rankingMetrics,
  ...shareMetrics,
  ...monitoringMetrics,
  ...scoreMetrics,
  ...calibrationMetrics,
  ...regressionMetrics,
  ...classMetrics,
  ...countedAmplifications,
  ...repeatedMetrics,
  ...certificateMetrics,
  ...learnedAmplifications,
];

const commands: Partial<Readonly<Record<Metric['kind'], string>>> = Object.fromEntries(
  Object.entries(metricKinds).flatMap(([kind, each]) => ('command' in each ? [[kind, each.command]] : [])),
);

/** All metrics, with their other names and their commands. */
export const metrics: readonly Metric[] = rows.map((row) => {
  const command = row.command ?? commands[row.kind];
  return { ...row, aliases: getAliases(row.name), ...(command && { command }) };
});

// Own names come last, so that they override aliases with the same spelling.
const byName = new Map([
  ...metrics.flatMap((metric) => (metric.aliases ?? []).map((alias) => [plainName(alias), metric] as const)),
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
