// SPDX-License-Identifier: Apache-2.0
//
// Which rates and disparities the columns of an audit allow, and what is said of the others.

import { type Estimate, estimate } from '../core/estimate.js';
import type { Wasm } from '../core/module.js';
import { findGroupMetric } from '../metrics/group.js';
import type { Metric, MetricInput } from '../metrics/metric.js';
import type { Tally } from '../tally/tally.js';

/** The rates that the columns of a tally allow. */
export function availableRates(wasm: Wasm, tally: Tally): Metric[] {
  const { label, prediction, score } = tally.columns;
  const counted: Readonly<Record<string, boolean>> = { label, prediction, score };
  return wasm
    .rateNames()
    .map((name) => findGroupMetric(name) as Metric)
    .filter(({ inputs }) => inputs.every((input) => counted[input]));
}

/** Whether these inputs are all that a rate or disparity needs. */
export const isAllowed = (name: string, inputs: ReadonlySet<MetricInput>): boolean =>
  findGroupMetric(name)?.inputs.every((input) => inputs.has(input)) ?? false;

/** What can be asked for by name, and has no value since a column is not there. */
export function absentFigures(
  names: readonly string[],
  inputs: ReadonlySet<MetricInput>,
): Record<string, Estimate> {
  const others = names.filter((name) => !isAllowed(name, inputs));
  return Object.fromEntries(
    others.map((name) => {
      const needed = findGroupMetric(name)?.inputs ?? [];
      const absent = needed.filter((input) => !inputs.has(input));
      const reason = () => `no ${absent.join(' and no ')} was given`;
      return [name, estimate(Number.NaN, reason)];
    }),
  );
}
