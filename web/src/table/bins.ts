// SPDX-License-Identifier: Apache-2.0
//
// The limits of ranges of numbers, to begin with and as people type them.

/** Where one range ends and the next begins, ascending, by column; none: each number by itself. */
export type Bins = Readonly<Record<string, readonly number[]>>;

/** Limits to begin with: about four ranges of equal width, at round numbers. */
export function roundLimits([min, max]: readonly [number, number]): number[] {
  const step = roundStep((max - min) / 4);
  const first = Math.floor(min / step) + 1;
  const count = Math.ceil(max / step) - first;
  return Array.from({ length: Math.max(1, count) }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
}

function roundStep(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  const [best = 10] = [1, 2, 5, 10].filter((factor) => factor * power >= width * 0.99);
  return best * power;
}

/** Limits as people type them, "18, 30; 45"; undefined where that is not a list of rising numbers. */
export function parseLimits(text: string): number[] | undefined {
  const limits = text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number);
  const isRising = limits.every((limit, i) => i === 0 || limit > (limits[i - 1] as number));
  const isUsable = limits.length > 0 && limits.length < 50 && limits.every(Number.isFinite);
  return isUsable && isRising ? limits : undefined;
}
