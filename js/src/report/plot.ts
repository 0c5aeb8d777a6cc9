// SPDX-License-Identifier: Apache-2.0
//
// A small chart of a value and its confidence interval, as SVG with only numbers.

import type { Estimate } from '../core/estimate.js';

/** The range of a chart, and the value for comparison. */
export interface Scale {
  low: number;
  high: number;
  mark: number;
}

const width = 120;
const height = 14;
const margin = 5;

/** Returns one scale for several estimates, so that their charts are comparable. */
export function scaleOf(estimates: readonly Estimate[], mark: number): Scale {
  const values = estimates.flatMap(({ value, ci = [] }) => [value, ...ci]);
  const finite = [mark, ...values.filter(Number.isFinite)];
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
  return low < high ? { low, high, mark } : { low: low - 1, high: high + 1, mark };
}

/**
 * Returns the estimate as an SVG element, which repeats the figures next to it; empty if it is not finite.
 */
export function plotOf({ value, ci }: Estimate, { low, high, mark }: Scale): string {
  if (!Number.isFinite(value)) return '';
  const x = (at: number) => {
    const share = Math.min(1, Math.max(0, (at - low) / (high - low)));
    return Number((margin + share * (width - 2 * margin)).toFixed(0));
  };
  const middle = height / 2;
  // Attributes are short because a report contains many charts.
  const bar = ci ? `<path class=b d="M${x(ci[0])} ${middle}H${x(ci[1])}"/>` : '';
  return `<svg class=p aria-hidden=true><path class=m d="M${x(mark)} 0V${height}"/>${bar}<path class=d d="M${x(value)} ${middle}h0"/></svg>`;
}
