// SPDX-License-Identifier: Apache-2.0
//
// Gaps between the groups of a frame in each rate, with confidence intervals and tests.

import { type EstimateExtras, estimate, whyNoGap } from '../../core/estimate.js';
import type { Wasm } from '../../core/module.js';
import { findGroupMetric, type RateName } from '../../metrics/group.js';
import type { Metric } from '../../metrics/metric.js';
import { toRecords } from '../../tally/counts.js';
import type { Group, Spread } from './group.js';
import type { FrameUncertainty } from './uncertainty.js';

/** Returns the gaps between groups for each rate in `metrics`, by name. */
export function getSpreads(
  wasm: Wasm,
  counts: Float64Array,
  overall: Float64Array,
  { metrics, groups, uncertainty }: SpreadParts,
): Record<string, Spread> {
  const fields = wasm.spreadNames();
  const spreads = toRecords(fields, wasm.spreads(counts, overall));
  const available = new Set(metrics.map(({ name }) => name));
  const entries = wasm
    .rateNames()
    .map((name, rate) => ({ name, rate }))
    .filter(({ name }) => available.has(name))
    .map(({ name, rate }) => {
      const estimates = fields.map((field, i) => {
        const value = spreads[rate]?.[field] as number;
        const why = () => whySpreadUndefined(name, groups);
        const known = Number.isNaN(value) ? {} : extras(field, uncertainty?.spread(rate, i));
        return [field, estimate(value, why, known)];
      });
      return [name, Object.fromEntries(estimates)];
    });
  return Object.fromEntries(entries);
}

interface SpreadParts {
  metrics: readonly Metric[];
  groups: readonly Group[];
  uncertainty: FrameUncertainty | undefined;
}

// The test is of no difference between groups, so it belongs to the statistics that measure the difference.
export function extras(field: string, { ci, pValue, warning }: EstimateExtras = {}): EstimateExtras {
  const tested = field === 'difference' || field === 'ratio';
  return tested ? { ci, pValue, warning } : { ci, warning };
}

function whySpreadUndefined(name: string, groups: readonly Group[]): string {
  const defined = groups.filter(({ rates }) => !Number.isNaN(rates[name as RateName].value));
  const [only] = defined;
  if (only === undefined) return 'the rate is defined in no group';
  if (groups.length === 1) return 'there is only one group';
  if (defined.length === 1) return whyNoGap(only.name);
  const [lowest = 0] = findGroupMetric(name)?.range ?? [];
  return lowest < 0 ? 'values that can be negative have no ratio' : 'the rate is 0 in every group';
}
