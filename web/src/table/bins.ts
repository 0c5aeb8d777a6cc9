// SPDX-License-Identifier: Apache-2.0
//
// Numbers in ranges, so that they can make groups: ages from 18 to 90 as "under 30", "30 to 50" and so on.

import { FairwasmError } from 'fairwasm';

/** Where one range ends and the next begins, ascending, by column; none: each number by itself. */
export type Bins = Readonly<Record<string, readonly number[]>>;

/** The names of the ranges that the limits make: a limit belongs to the range above it. */
export function rangeNames(limits: readonly number[]): string[] {
  const [first, last] = [limits[0], limits.at(-1)];
  const between = limits.slice(1).map((limit, i) => `${limits[i]} to under ${limit}`);
  return [`under ${first}`, ...between, `${last} and above`];
}

/**
 * Puts the name of a range in the place of a text; missing ones stay missing, and without limits all do. `rowOf` tells
 * in which row a text stands that is no number.
 */
export function rangeOf(
  name: string,
  limits: readonly number[],
  rowOf: (text: number) => number,
): (text: string, place: number) => string {
  if (limits.length === 0) return (text) => text;
  const names = rangeNames(limits);
  return (text, place) => {
    if (text === '') return '';
    const number = text.trim() === '' ? Number.NaN : Number(text);
    if (!Number.isFinite(number)) {
      throw new FairwasmError('invalidArgument', {
        argument: name,
        expected: 'a number',
        actual: `'${text}'`,
        row: rowOf(place),
      });
    }
    return names[limits.filter((limit) => limit <= number).length] as string;
  };
}

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
