// SPDX-License-Identifier: Apache-2.0
//
// Whole numbers among the options.

import { invalid } from '../core/error.js';
import { shown } from '../core/options.js';

/** `value` is a whole number in that range, and is returned as such. Throws `invalidArgument` otherwise. */
export function requireWhole(argument: string, value: unknown, least: number, most: number) {
  const isWhole = typeof value === 'number' && Number.isInteger(value);
  if (isWhole && value >= least && value <= most) return value;
  throw invalid(argument, `a whole number from ${least} to ${most}`, shown(value));
}
