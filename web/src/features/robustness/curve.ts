// SPDX-License-Identifier: Apache-2.0
//
// Reads values from a curve of certified accuracy.

import type { GroupRobustness } from 'fairwasm/robustness';
import { getMax } from '#fairwasm/core/extremes.js';

type Curve = GroupRobustness<number[]>['curve'];

/**
 * Proportion of rows that are certainly correct at this epsilon: the curve's exact value at a point, and between two
 * points the value of the point with the larger epsilon.
 */
export function accuracyAt({ epsilon, accuracy }: Curve, at: number): number {
  const next = epsilon.findIndex((value) => value >= at);
  return next < 0 ? (accuracy.at(-1) ?? Number.NaN) : (accuracy[next] as number);
}

/** The point where the last curve has fallen to nearly 0: the end of the axis. */
export function getEnd(curves: readonly Curve[]): number {
  const ends = curves.map(({ epsilon, accuracy }) => {
    const low = (accuracy[0] ?? 0) * 0.01;
    const end = accuracy.findIndex((value) => value <= low);
    return epsilon[end < 0 ? epsilon.length - 1 : end] ?? 0;
  });
  const end = getMax(ends.filter(Number.isFinite), 0);
  return end > 0 ? end * 1.05 : 1;
}
