// SPDX-License-Identifier: Apache-2.0
//
// Entropy indices of a tally: the inequality of a classifier's benefits over individuals or groups (Speicher
// et al. 2018). A benefit is 1 + [predicted favorable] - [truly favorable]. Row weights are ignored, as in
// AIF360.

import type { Wasm } from '../core/module.js';
import { requireNumber, requireOneOf } from '../core/options.js';
import { isNonnegative, type NumberColumn, requireEach, toNumbers } from '../data/column.js';
import type { GroupCondition } from '../data/condition.js';
import type { Tally } from '../tally/tally.js';
import { requireLabels, requireTally } from '../tally/tally-arguments.js';
import { type CoreCondition, toCoreCondition } from './compared-groups.js';

/**
 * The compared benefits: of every individual; the mean benefits of all intersectional groups; or those of the
 * listed groups, where rows in none of them count with a benefit of 0 and rows in several belong to the last.
 */
export type BenefitsOf = 'individuals' | 'allGroups' | readonly GroupCondition[];

/** {@link BenefitsOf} in the core's format. */
export type CoreBenefits = 'individuals' | 'allGroups' | CoreCondition[];

function toCore(of: BenefitsOf, tally: Tally): CoreBenefits {
  if (Array.isArray(of)) return (of as readonly GroupCondition[]).map((condition) => toCoreCondition(condition, tally));
  return requireOneOf('of', of, ['individuals', 'allGroups'] as const);
}

/**
 * Returns the generalized entropy index of nonnegative benefits; see {@link Aif360.generalizedEntropyIndex}.
 *
 * The ratios r = b / mu sum to n, so sum (r^alpha - 1) can be computed as a sum of expm1, which is accurate
 * for alpha near 0 or 1, and for alpha = 2 as a sum of squares, which is never negative.
 */
export function entropyOfBenefits(benefits: NumberColumn, alpha = 2): number {
  const given = toNumbers(benefits, 'benefits');
  const values = requireEach(given, 'benefits', 'nonnegative finite numbers', isNonnegative);
  const n = values.length;
  const mu = values.reduce((sum, benefit) => sum + benefit, 0) / n;
  if (!(mu > 0)) return Number.NaN;
  const term = getTerm(requireNumber('alpha', alpha));
  return values.reduce((sum, benefit) => sum + term(benefit / mu), 0) / n;
}

// Contribution of a ratio r to n GE(alpha).
function getTerm(alpha: number): (r: number) => number {
  if (alpha === 2) return (r) => (r - 1) ** 2 / 2;
  if (alpha === 1) return (r) => (r === 0 ? 0 : r * Math.log(r));
  if (alpha === 0) return (r) => -Math.log(r);
  const scale = alpha * (alpha - 1);
  if (Math.abs(alpha - 1) < 0.5) return (r) => (r === 0 ? 0 : (r * Math.expm1((alpha - 1) * Math.log(r))) / scale);
  return (r) => Math.expm1(alpha * Math.log(r)) / scale;
}

/** See {@link Aif360.generalizedEntropyIndex}. */
export function generalizedEntropyIndex(
  wasm: Wasm,
  tally: Tally,
  favorable: readonly string[],
  alpha = 2,
  of: BenefitsOf = 'individuals',
): number {
  requireTally(wasm, tally);
  return wasm.generalizedEntropyIndex(
    tally.handle,
    toCore(of, tally),
    [...requireLabels(favorable)],
    requireNumber('alpha', alpha),
  );
}

/** See {@link Aif360.theilIndex}. */
export function theilIndex(
  wasm: Wasm,
  tally: Tally,
  favorable: readonly string[],
  of: BenefitsOf = 'individuals',
): number {
  return generalizedEntropyIndex(wasm, tally, favorable, 1, of);
}

/** See {@link Aif360.coefficientOfVariation}. */
export function coefficientOfVariation(
  wasm: Wasm,
  tally: Tally,
  favorable: readonly string[],
  of: BenefitsOf = 'individuals',
): number {
  requireTally(wasm, tally);
  return wasm.coefficientOfVariation(tally.handle, toCore(of, tally), [...requireLabels(favorable)]);
}
