// SPDX-License-Identifier: Apache-2.0
//
// Entropy indices of a tally: how unequally a classifier's benefits are spread over individuals or over
// groups (Speicher et al. 2018). A benefit is 1 + [predicted favorable] - [truly favorable]. Instance
// weights are ignored, as in AIF360.

import { FairwasmError } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import type { Condition } from '../data/condition.js';
import type { Tally } from '../tally/tally.js';
import { type CoreCondition, toCoreCondition } from './compared-groups.js';

/**
 * Whose benefits are compared: every individual's own; the mean benefits of all groups that the tally's
 * attributes crossed make; or those of the groups listed, where rows in none of them count with a benefit
 * of 0 and rows in several belong to the last.
 */
export type BenefitsOf = 'individuals' | 'allGroups' | readonly Condition[];

/** {@link BenefitsOf} as it crosses into the core. */
export type CoreBenefits = 'individuals' | 'allGroups' | CoreCondition[];

function toCore(of: BenefitsOf): CoreBenefits {
  if (typeof of === 'string') return of;
  return of.map(toCoreCondition);
}

/** Throws `invalidArgument` for anything but a number. */
export function requireAlpha(alpha: unknown): number {
  if (typeof alpha === 'number') return alpha;
  throw new FairwasmError('invalidArgument', {
    argument: 'alpha',
    expected: 'a number',
    actual: typeof alpha,
  });
}

/** See {@link Fairwasm.generalizedEntropyIndex}. */
export function generalizedEntropyIndex(
  wasm: Wasm,
  tally: Tally,
  favorable: readonly string[],
  alpha = 2,
  of: BenefitsOf = 'individuals',
): number {
  return wasm.generalizedEntropyIndex(
    tally.handle,
    toCore(of),
    [...favorable],
    requireAlpha(alpha),
  );
}

/** See {@link Fairwasm.theilIndex}. */
export function theilIndex(
  wasm: Wasm,
  tally: Tally,
  favorable: readonly string[],
  of: BenefitsOf = 'individuals',
): number {
  return generalizedEntropyIndex(wasm, tally, favorable, 1, of);
}

/** See {@link Fairwasm.coefficientOfVariation}. */
export function coefficientOfVariation(
  wasm: Wasm,
  tally: Tally,
  favorable: readonly string[],
  of: BenefitsOf = 'individuals',
): number {
  return wasm.coefficientOfVariation(tally.handle, toCore(of), [...favorable]);
}
