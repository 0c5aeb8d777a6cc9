// SPDX-License-Identifier: Apache-2.0
//
// The part of the metrics table for audits: rates of groups, and disparities between them.

import { type DisparityName, disparities } from './disparities.js';
import type { Metric } from './metric.js';
import { type RateName, rates } from './rates.js';

export type { DisparityName, RateName };

/** Rates, then disparities, each in display order. */
export const groupMetrics: readonly Metric[] = [...rates, ...disparities];

const byName = new Map(groupMetrics.map((metric) => [metric.name, metric]));

/** Returns the row of a rate or disparity, or undefined. */
export function findGroupMetric(name: string): Metric | undefined {
  return byName.get(name);
}
