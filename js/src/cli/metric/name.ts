// SPDX-License-Identifier: Apache-2.0
//
// Finds a metric by its name here or in another library.

import { didYouMean, nearest } from '../../core/nearest.js';
import { getGroupFunction, plainName } from '../../metrics/aliases.js';
import { getPointer } from '../../metrics/pointers.js';
import { findMetric, type Metric, metrics } from '../../metrics/table.js';
import { UsageError } from '../options/usage.js';

/** Returns the metric with this name; throws {@link UsageError} for unknown names. */
export function requireMetric(name: string): Metric {
  const match = findMetric(name);
  if (match) return match;
  const pointer = getPointer(name);
  if (pointer) throw new UsageError(`'${name}' is not a metric of fairwasm: ${pointer}`);
  const names = metrics.flatMap((metric) => [metric.name, ...(metric.aliases ?? [])]);
  const begun = name.length > 2 ? plainName(name) : undefined;
  const meant = nearest(name, names) ?? names.find((each) => begun && plainName(each).startsWith(begun));
  const hint = didYouMean(meant) || '; run `fairwasm metrics` for a list';
  throw new UsageError(`unknown metric '${name}'${hint}`);
}

/**
 * Returns, for example, `selectionRate.difference` for `demographic_parity_difference` and for itself; undefined
 * for other names.
 */
export function spreadNamed(name: string): string | undefined {
  const [, rate = '', statistic] = /^(.+)\.(difference|ratio)$/.exec(name) ?? [];
  const metric = findMetric(rate);
  if (metric?.kind === 'rate') return `${metric.name}.${statistic}`;
  const result = getGroupFunction(name);
  return result?.rates.length === 1 ? `${result.rates[0]}.${result.statistic}` : undefined;
}
