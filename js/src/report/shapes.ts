// SPDX-License-Identifier: Apache-2.0
//
// Validates data from files with plain objects of checks, and finds the first invalid part.

import { isPlain } from '../core/options.js';

export type Check = (value: unknown) => boolean;

/** A check, or the shapes of an object's fields; other fields may contain anything. */
export type Shape = Check | { readonly [name: string]: Shape };

/** The place of an invalid value, and the value. */
export interface Stray {
  path: readonly string[];
  value: unknown;
}

// The values being checked, for the path of the invalid one.
const inside = new WeakMap<Check, (value: unknown) => Stray | undefined>();

/** Returns the first place in the value that does not have the shape. */
export function strayPath(value: unknown, shape: Shape): Stray | undefined {
  if (typeof shape === 'function') {
    if (shape(value)) return undefined;
    return inside.get(shape)?.(value) ?? { path: [], value };
  }
  if (!isPlain(value)) return { path: [], value };
  for (const [name, each] of Object.entries(shape)) {
    const stray = within(name, (value as Record<string, unknown>)[name], each);
    if (stray) return stray;
  }
  return undefined;
}

function within(name: string, value: unknown, shape: Shape): Stray | undefined {
  const stray = strayPath(value, shape);
  return stray && { ...stray, path: [name, ...stray.path] };
}

/** Returns a check that passes if `find` returns nothing. */
function checkOf(find: (value: unknown) => Stray | undefined): Check {
  const check: Check = (value) => find(value) === undefined;
  inside.set(check, find);
  return check;
}

export const isText: Check = (value) => typeof value === 'string';
export const isNumber: Check = (value) => typeof value === 'number';
export const isFlag: Check = (value) => typeof value === 'boolean';

/** Returns a check for a list whose items all have the shape. */
export const listOf = (shape: Shape): Check =>
  checkOf((value) => {
    if (!Array.isArray(value)) return { path: [], value };
    return value
      .map((each, i) => within(String(i), each, shape))
      .find((stray) => stray !== undefined);
  });

/** Returns a check for an object whose values all have the shape. */
export const recordOf = (shape: Shape): Check =>
  checkOf((value) => {
    if (!isPlain(value)) return { path: [], value };
    return Object.entries(value)
      .map(([name, each]) => within(name, each, shape))
      .find((stray) => stray !== undefined);
  });

export const optional = (shape: Shape): Check =>
  checkOf((value) => (value === undefined ? undefined : strayPath(value, shape)));

export const orNull = (shape: Shape): Check =>
  checkOf((value) => (value === null ? undefined : strayPath(value, shape)));

export const isTexts = listOf(isText);
export const isNumbers = listOf(isNumber);
export const isPair: Check = (value) => isNumbers(value) && (value as unknown[]).length === 2;

/** Returns a check for an object with the shape. */
export const shaped = (shape: Shape): Check => checkOf((value) => strayPath(value, shape));

/** Returns a check that requires all of the given checks. */
export const allOf = (...checks: readonly Check[]): Check =>
  checkOf((value) =>
    checks.map((check) => strayPath(value, check)).find((stray) => stray !== undefined),
  );

/** Checks a number with its interval and tests. */
export const isEstimate = shaped({
  value: isNumber,
  ci: optional(isPair),
  pValue: optional(isNumber),
  adjustedPValue: optional(isNumber),
  adjustedCi: optional(isPair),
  minimumDetectableDifference: optional(isPair),
  warning: optional(isText),
  reason: optional(isText),
});
