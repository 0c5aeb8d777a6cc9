// SPDX-License-Identifier: Apache-2.0
//
// Empirical differential fairness of a tally (Foulds et al. 2020).

import type { Wasm } from '../core/module.js';
import { requireNumber, requireOneOf } from '../core/options.js';
import type { Tally } from '../tally/tally.js';
import { requireLabels, requireTally } from '../tally/tally-arguments.js';

/** See {@link Aif360.smoothedEmpiricalDifferentialFairness}. */
export function smoothedEmpiricalDifferentialFairness(
  wasm: Wasm,
  tally: Tally,
  favorable: readonly string[],
  concentration = 1,
  of: 'label' | 'prediction' = 'label',
): number {
  requireTally(wasm, tally);
  return wasm.smoothedEmpiricalDifferentialFairness(
    tally.handle,
    requireOneOf('of', of, ['label', 'prediction']),
    [...requireLabels(favorable)],
    requireNumber('concentration', concentration),
  );
}

/** See {@link Aif360.differentialFairnessBiasAmplification}. */
export function differentialFairnessBiasAmplification(
  wasm: Wasm,
  tally: Tally,
  favorable: readonly string[],
  concentration = 1,
): number {
  requireTally(wasm, tally);
  return wasm.differentialFairnessBiasAmplification(
    tally.handle,
    [...requireLabels(favorable)],
    requireNumber('concentration', concentration),
  );
}
