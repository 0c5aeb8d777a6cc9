// SPDX-License-Identifier: Apache-2.0
//
// The part of the metrics table for audits: rates of groups, and disparities between them.

import { disparities } from './disparities.js';
import type { Metric } from './metric.js';
import { rates } from './rates.js';

/** The name of a rate of one group, such as `selectionRate`. */
export type RateName = (typeof rates)[number]['name'];
/** The name of a disparity between two groups, such as `disparateImpact`. */
export type DisparityName = (typeof disparities)[number]['name'];

/** Rates, then disparities, each in display order. */
export const groupMetrics: readonly Metric[] = [...rates, ...disparities];

const byName = new Map(groupMetrics.map((metric) => [metric.name, metric]));

/** Returns the row of a rate or disparity, or undefined. */
export function findGroupMetric(name: string): Metric | undefined {
  return byName.get(name);
}
