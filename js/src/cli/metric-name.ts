// SPDX-License-Identifier: Apache-2.0
//
// Finding a metric by the name that somebody typed: its own, or one that another library gives it.

import { nearest } from '../core/nearest.js';
import { groupFunctionOf, plainName, pointerOf } from '../metrics/aliases.js';
import { findMetric, type Metric, metrics } from '../metrics/table.js';
import { UsageError } from './command.js';

/** The metric of that name; throws {@link UsageError} otherwise. */
export function requireMetric(name: string): Metric {
  const found = findMetric(name);
  if (found) return found;
  const pointer = pointerOf(name);
  if (pointer) throw new UsageError(`'${name}' is not a metric here: ${pointer}`);
  const names = metrics.flatMap((metric) => [metric.name, ...(metric.aliases ?? [])]);
  const begun = name.length > 2 ? plainName(name) : undefined;
  const meant =
    nearest(name, names) ?? names.find((each) => begun && plainName(each).startsWith(begun));
  const hint = meant ? `did you mean '${meant}'?` : '`fairwasm metrics` lists them';
  throw new UsageError(`there is no metric '${name}'; ${hint}`);
}

/** `selectionRate.difference` for `demographic_parity_difference`; undefined for other names. */
export function spreadNamed(name: string): string | undefined {
  const found = groupFunctionOf(name);
  return found?.rates.length === 1 ? `${found.rates[0]}.${found.statistic}` : undefined;
}
