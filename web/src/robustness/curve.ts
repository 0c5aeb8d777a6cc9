// SPDX-License-Identifier: Apache-2.0
//
// Reading a curve of certified accuracy.

import type { ReportedRobustness } from 'fairwasm/robustness';

type Curve = ReportedRobustness['curve'];

/**
 * At least so many rows stay right at this epsilon: exactly the curve's value where it has a point, and
 * between two points that of the farther one.
 */
export function accuracyAt({ epsilon, accuracy }: Curve, at: number): number {
  const next = epsilon.findIndex((value) => value >= at);
  return next < 0 ? (accuracy.at(-1) ?? Number.NaN) : (accuracy[next] as number);
}

/** Where the last of the curves has fallen to (nearly) nothing: the end of the axis. */
export function endOf(curves: readonly Curve[]): number {
  const ends = curves.map(({ epsilon, accuracy }) => {
    const low = (accuracy[0] ?? 0) * 0.01;
    const end = accuracy.findIndex((value) => value <= low);
    return epsilon[end < 0 ? epsilon.length - 1 : end] ?? 0;
  });
  const end = Math.max(...ends.filter(Number.isFinite), 0);
  return end > 0 ? end * 1.05 : 1;
}
