// SPDX-License-Identifier: Apache-2.0
//
// Figures as sentences.

import type { Estimate, Metric } from 'fairwasm';
import { unitOf, valueText } from '../parts/number.js';

/** "24.0 percentage points higher for African-American than for Caucasian." */
export function comparison(
  metric: Metric,
  { value }: Estimate,
  group: string,
  reference: string,
): string {
  const unit = unitOf(metric);
  if (unit === 'multiple') {
    return Number.isFinite(value)
      ? `${value.toFixed(2)} times as high for ${group} as for ${reference}.`
      : `Above 0 for ${group}, and 0 for ${reference}.`;
  }
  if (unit !== 'points') return `${valueText(value, unit)} for ${group} against ${reference}.`;
  const points = Math.abs(value * 100).toFixed(1);
  if (Number(points) === 0) return `The same for ${group} and ${reference}.`;
  const which = value > 0 ? 'higher' : 'lower';
  return `${points} percentage points ${which} for ${group} than for ${reference}.`;
}

/** What the ideal value says, for the line in a chart. */
export function idealText(metric: Metric): string {
  const isKnown = metric.ideal !== undefined;
  return isKnown ? `no difference: ${valueText(metric.ideal as number, unitOf(metric))}` : '';
}
