// SPDX-License-Identifier: Apache-2.0
//
// Functions of all numbers of an array. `Math.max(...numbers)` overflows the stack if the array is long, because each
// number becomes an argument.

/** Returns the largest of the numbers and `start`; -Infinity for none, and NaN if one of them is NaN. */
export function getMax(numbers: ArrayLike<number>, start: number = Number.NEGATIVE_INFINITY): number {
  let max = start;
  for (let i = 0; i < numbers.length; i++) max = Math.max(max, numbers[i] as number);
  return max;
}

/** Returns the smallest of the numbers and `start`; Infinity for none, and NaN if one of them is NaN. */
export function getMin(numbers: ArrayLike<number>, start: number = Number.POSITIVE_INFINITY): number {
  let min = start;
  for (let i = 0; i < numbers.length; i++) min = Math.min(min, numbers[i] as number);
  return min;
}

/** Returns the square root of the sum of squares, without overflow; NaN if a number is NaN. */
export function getNorm(numbers: ArrayLike<number>): number {
  let max = 0;
  for (let i = 0; i < numbers.length; i++) max = Math.max(max, Math.abs(numbers[i] as number));
  if (max === 0 || max === Number.POSITIVE_INFINITY) return max;
  let sum = 0;
  let lost = 0; // Kahan's compensation
  for (let i = 0; i < numbers.length; i++) {
    const scaled = (numbers[i] as number) / max;
    const summand = scaled * scaled - lost;
    const next = sum + summand;
    lost = next - sum - summand;
    sum = next;
  }
  return Math.sqrt(sum) * max;
}
