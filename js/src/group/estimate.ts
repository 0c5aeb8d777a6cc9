// SPDX-License-Identifier: Apache-2.0
//
// A number that may be undefined, and then says why.

/** A metric's value. NaN or infinite only together with a `reason`. */
export interface Estimate {
  value: number;
  /** Why the value is not a finite number, in words: "no actual positives among race = Asian". */
  reason?: string;
}

export function estimate(value: number, reason: () => string): Estimate {
  return Number.isFinite(value) ? { value } : { value, reason: reason() };
}
