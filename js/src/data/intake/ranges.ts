// SPDX-License-Identifier: Apache-2.0
//
// Ranges of a number as groups: their limits and names.

import { invalid } from '../../core/error.js';
import { isPlain, shown } from '../../core/options.js';

/**
 * The limits of ranges of a number or a date: each limit is in the range above it or, with `upTo`, in the range below
 * it.
 */
export type BinLimits = NumberLimits | readonly string[];

type NumberLimits = readonly number[] | { readonly upTo: readonly number[] };

/**
 * Returns the names of the ranges into which limits divide numbers, as `bins` names groups.
 *
 * @throws FairwasmError `invalidArgument` for limits that do not ascend.
 */
export function rangeNames(
  input: readonly number[] | { readonly upTo: readonly number[] },
  argument = 'bins',
): string[] {
  const [limits, isBelow] = getLimits(input);
  const isAscending =
    Array.isArray(limits) &&
    limits.length > 0 &&
    limits.every((limit, i) => Number.isFinite(limit) && (i === 0 || limit > (limits[i - 1] as number)));
  if (!isAscending) throw invalid(argument, 'finite numbers in ascending order', shown(limits));
  return isBelow
    ? [
        `${limits[0]} and below`,
        ...limits.slice(1).map((limit, i) => `above ${limits[i]} to ${limit}`),
        `above ${limits.at(-1)}`,
      ]
    : [
        `below ${limits[0]}`,
        ...limits.slice(1).map((limit, i) => `${limits[i]} to below ${limit}`),
        `${limits.at(-1)} and above`,
      ];
}

/** @internal Returns the limits, and whether each is in the range below it. */
export const getLimits = (input: NumberLimits): [limits: readonly number[], isBelow: boolean] =>
  isPlain(input) ? [(input as { upTo: readonly number[] }).upTo, true] : [input as readonly number[], false];
