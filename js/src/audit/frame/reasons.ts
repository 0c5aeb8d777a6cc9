// SPDX-License-Identifier: Apache-2.0
//
// Reasons for undefined or unreliable figures of a group.

import { type Estimate, infiniteRatio } from '../../core/estimate.js';
import { findGroupMetric } from '../../metrics/group.js';
import type { Metric } from '../../metrics/metric.js';
import type { Counts } from '../../tally/counts.js';

// Returns the rates of a group that are based on few cases.
export function groupWarning(
  { rows, effectiveRows }: Counts,
  metrics: readonly Metric[],
  rates: readonly (readonly [string, Estimate])[],
): string | undefined {
  const thin = rates.filter(([, { warning }]) => warning !== undefined).map(([name]) => name);
  if (thin.length === 0) return undefined;
  const defined = rates.filter(([, { value }]) => !Number.isNaN(value));
  if (thin.length < defined.length) {
    const titles = metrics.filter(({ name }) => thin.includes(name)).map(({ title }) => title);
    return `few cases in ${titles.join(', ').toLowerCase()}`;
  }
  return effectiveRows < rows / 2
    ? `its weights are so unequal that the effective sample size of its ${rows} rows is ${Math.round(effectiveRows)}`
    : 'few cases in all rates';
}

export function whyRateUndefined({ instances }: Counts, undefinedWhen: string, among: string): string {
  const why = instances === 0 ? 'all weights are 0' : undefinedWhen;
  return `${why}${among && ` among ${among}`}`;
}

export function describe(categories: Readonly<Record<string, unknown>>): string {
  return Object.entries(categories)
    .map(([attribute, category]) => `${attribute} = ${category}`)
    .join(', ');
}

export function whyDisparityUndefined(name: string, value: number): string {
  if (!Number.isNaN(value)) return infiniteRatio;
  return findGroupMetric(name)?.undefinedWhen ?? 'undefined';
}
