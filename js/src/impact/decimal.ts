// SPDX-License-Identifier: Apache-2.0
//
// Proportions as exact decimal fractions: 0.07 of 100 people is 7, not 7.000000000000001. For a rule such as "less than
// 2%", a rounded product could reverse the result.

import { invalid } from '../core/error.js';
import { shown } from '../core/options.js';

/** A fraction of integers. */
export interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

const decimal = /^(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** Returns a proportion from 0 to 1 as a fraction. Throws `invalidArgument` for anything else. */
export function toFraction(argument: string, share: unknown): Fraction {
  const text = typeof share === 'number' || typeof share === 'string' ? String(share) : '';
  const [, whole, digits = '', exponent = '0'] = decimal.exec(text) ?? [];
  const isShare = whole !== undefined && Number(text) >= 0 && Number(text) <= 1;
  if (!isShare || Math.abs(Number(exponent)) > maxDigits || digits.length > maxDigits) {
    throw invalid(argument, 'a proportion from 0 to 1, such as 0.02', shown(share));
  }
  const places = digits.length - Number(exponent);
  const numerator = BigInt(whole + digits) * 10n ** BigInt(Math.max(0, -places));
  return { numerator, denominator: 10n ** BigInt(Math.max(0, places)) };
}

const maxDigits = 400; // digits of the smallest double

/** Returns whether count / total is less than the proportion, exactly. */
export const isBelow = (count: number, total: number, { numerator, denominator }: Fraction) =>
  BigInt(count) * denominator < numerator * BigInt(total);
