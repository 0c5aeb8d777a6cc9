// SPDX-License-Identifier: Apache-2.0
//
// Determines which rates and disparities the columns of an audit allow, and why others are missing.

import { type Estimate, estimate } from '../core/estimate.js';
import type { Wasm } from '../core/module.js';
import { findGroupMetric } from '../metrics/group.js';
import type { Metric, MetricInput } from '../metrics/metric.js';
import type { Tally } from '../tally/tally.js';

/** Returns the rates that the columns of a tally allow. */
export function availableRates(wasm: Wasm, tally: Tally): Metric[] {
  const { label, prediction, score } = tally.columns;
  const counted: Readonly<Record<string, boolean>> = { label, prediction, score };
  return wasm
    .rateNames()
    .map((name) => findGroupMetric(name) as Metric)
    .filter(({ inputs }) => inputs.every((input) => counted[input]));
}

/** Returns whether the inputs suffice for a rate or disparity. */
export const isAllowed = (name: string, inputs: ReadonlySet<MetricInput>): boolean =>
  findGroupMetric(name)?.inputs.every((input) => inputs.has(input)) ?? false;

/** Returns, by name, the figures that have no value because a column is missing. */
export function absentFigures(names: readonly string[], inputs: ReadonlySet<MetricInput>): Record<string, Estimate> {
  const others = names.filter((name) => !isAllowed(name, inputs));
  return Object.fromEntries(
    others.map((name) => {
      const needed = findGroupMetric(name)?.inputs ?? [];
      const absent = needed.filter((input) => !inputs.has(input));
      const reason = () => `no ${absent.join(' and no ')} was passed`;
      return [name, estimate(Number.NaN, reason)];
    }),
  );
}
