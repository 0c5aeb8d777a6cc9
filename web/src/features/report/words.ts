// SPDX-License-Identifier: Apache-2.0
//
// Results as sentences.

import type { Breakdown, Metric, Report } from 'fairwasm';
import { getUnit, percentText, valueText } from '../../widgets/number.js';
import { rateItems } from './ranking.js';

/** The confidence level: "95%". */
export const confidenceText = ({ confidence }: NonNullable<Report['uncertainty']>): string => percentText(confidence);

/** States the lowest and the highest value with their groups. */
export function spreadText(breakdown: Breakdown, metric: Metric): string {
  const defined = rateItems(breakdown, metric).filter(({ estimate }) => Number.isFinite(estimate.value));
  const [highest, lowest] = [defined[0], defined.at(-1)];
  if (!highest || !lowest || highest === lowest) return '';
  const text = (value: number) => valueText(value, getUnit(metric));
  return (
    `From ${text(lowest.estimate.value)} (${lowest.group}) ` + `to ${text(highest.estimate.value)} (${highest.group}).`
  );
}
