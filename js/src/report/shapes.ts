// SPDX-License-Identifier: Apache-2.0
//
// Shapes of data that came from elsewhere, as plain objects of checks, and the first place that is of another one.

import { isPlain } from '../core/options.js';

export type Check = (value: unknown) => boolean;

/** A check, or the shapes of an object's fields; fields that are not named may be anything. */
export type Shape = Check | { readonly [name: string]: Shape };

/** Where a value is not of its shape, and what is there. */
export interface Stray {
  path: readonly string[];
  value: unknown;
}

// What checks know of what they look into, for the path of what is wrong.
const inside = new WeakMap<Check, (value: unknown) => Stray | undefined>();

/** The first place within the value that is not of the shape. */
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

/** A check that is passed where `find` finds nothing. */
function checkOf(find: (value: unknown) => Stray | undefined): Check {
  const check: Check = (value) => find(value) === undefined;
  inside.set(check, find);
  return check;
}

export const isText: Check = (value) => typeof value === 'string';
export const isNumber: Check = (value) => typeof value === 'number';
export const isFlag: Check = (value) => typeof value === 'boolean';

/** A list of which each is of the shape. */
export const listOf = (shape: Shape): Check =>
  checkOf((value) => {
    if (!Array.isArray(value)) return { path: [], value };
    return value
      .map((each, i) => within(String(i), each, shape))
      .find((stray) => stray !== undefined);
  });

/** Named values of which each is of the shape. */
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

/** An object of the shape. */
export const shaped = (shape: Shape): Check => checkOf((value) => strayPath(value, shape));

/** What passes every one of the checks. */
export const allOf = (...checks: readonly Check[]): Check =>
  checkOf((value) =>
    checks.map((check) => strayPath(value, check)).find((stray) => stray !== undefined),
  );

/** A number with what is known of it. */
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
