// SPDX-License-Identifier: Apache-2.0
//
// Reduces curves to a number of points that suits a file of moderate size; the points that remain are
// unchanged.

const maxSteps = 1000; // Total for all curves.
const minSteps = 12;

/** Returns the number of points for each of `curves` curves. */
export const getSteps = (curves: number): number => Math.max(minSteps, Math.floor(maxSteps / Math.max(1, curves)));

/** Returns at most `most` evenly spaced points, including the first and the last. */
export const downsampled = <T>(curve: readonly T[], max: number): T[] =>
  curve.length <= max
    ? [...curve]
    : Array.from({ length: max }, (_, i) => curve[Math.round((i * (curve.length - 1)) / (max - 1))] as T);
