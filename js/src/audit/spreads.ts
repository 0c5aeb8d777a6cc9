// SPDX-License-Identifier: Apache-2.0
//
// How far the groups of a frame lie apart in each rate, with intervals and tests.

import { type Beside, estimate } from '../core/estimate.js';
import type { Wasm } from '../core/module.js';
import { findGroupMetric } from '../metrics/group.js';
import type { Metric } from '../metrics/metric.js';
import { toRecords } from '../tally/counts.js';
import type { Spread } from './group.js';
import type { FrameUncertainty } from './uncertainty.js';

/** How far the groups lie apart, by the name of each rate that is among `metrics`. */
export function spreadsOf(
  wasm: Wasm,
  counts: Float64Array,
  overall: Float64Array,
  metrics: readonly Metric[],
  uncertainty: FrameUncertainty | undefined,
): Record<string, Spread> {
  const fields = wasm.spreadNames();
  const spreads = toRecords(fields, wasm.spreads(counts, overall));
  const available = new Set(metrics.map(({ name }) => name));
  const entries = wasm.rateNames().map((name, rate) => {
    const estimates = fields.map((field, i) => {
      const value = spreads[rate]?.[field] as number;
      const why = () => whySpreadUndefined(field, name);
      return [field, estimate(value, why, beside(field, uncertainty?.spread(rate, i)))];
    });
    return [name, Object.fromEntries(estimates)];
  });
  return Object.fromEntries(entries.filter(([name]) => available.has(name)));
}

// The test is of "no difference between groups", so it stands beside what measures that.
export function beside(field: string, { ci, pValue, warning }: Beside = {}): Beside {
  const tested = field === 'difference' || field === 'ratio';
  return tested ? { ci, pValue, warning } : { ci, warning };
}

function whySpreadUndefined(field: string, rate: string): string {
  if (!field.startsWith('ratio')) return 'the rate is defined in no group';
  const [lowest = 0] = findGroupMetric(rate)?.range ?? [];
  if (lowest < 0) return 'values that can be negative have no ratio';
  return 'the rate is 0 everywhere, or defined in no group';
}
