// SPDX-License-Identifier: Apache-2.0
//
// Curves with as many steps as a file of moderate size has room for: fewer points, each as it was.

const maxSteps = 1000; // of all curves together
const minSteps = 12;

/** How many steps each of so many curves may have. */
export const stepsOf = (curves: number): number =>
  Math.max(minSteps, Math.floor(maxSteps / Math.max(1, curves)));

/** At most so many, evenly by their place, first and last among them. */
export const downsampled = <T>(curve: readonly T[], most: number): readonly T[] =>
  curve.length <= most
    ? curve
    : Array.from(
        { length: most },
        (_, i) => curve[Math.round((i * (curve.length - 1)) / (most - 1))] as T,
      );
