// SPDX-License-Identifier: Apache-2.0
//
// Limits of numeric ranges: initial ones, and those that users enter.

/** By column, the ascending limits between ranges; without limits, each number is a group. */
export type Bins = Readonly<Record<string, readonly number[]>>;

/** Returns initial limits: about four ranges of equal width, at round numbers. */
export function roundLimits([min, max]: readonly [number, number]): number[] {
  const step = roundStep((max - min) / 4);
  const first = Math.floor(min / step) + 1;
  const count = Math.ceil(max / step) - first;
  return Array.from({ length: Math.max(1, count) }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** Returns the smallest round number, such as 0.2 or 50, that is not below the width. */
export function roundStep(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  const [best = 10] = [1, 2, 5, 10].filter((factor) => factor * power >= width * 0.99);
  return best * power;
}

/** Parses limits such as "18, 30; 45"; undefined if the text is not a list of ascending numbers. */
export function parseLimits(text: string): number[] | undefined {
  const limits = text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number);
  const isRising = limits.every((limit, i) => i === 0 || limit > (limits[i - 1] as number));
  const isUsable = limits.length > 0 && limits.length < 50 && limits.every(Number.isFinite);
  return isUsable && isRising ? limits : undefined;
}
