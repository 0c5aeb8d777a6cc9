// SPDX-License-Identifier: Apache-2.0
//
// Empirical differential fairness of a tally (Foulds et al. 2020).

import type { Wasm } from '../core/module.js';
import type { Tally } from '../tally/tally.js';

/** See {@link Fairwasm.smoothedEmpiricalDifferentialFairness}. */
export function smoothedEmpiricalDifferentialFairness(
  wasm: Wasm,
  tally: Tally,
  favorable: readonly string[],
  concentration = 1,
  of: 'label' | 'prediction' = 'label',
): number {
  return wasm.smoothedEmpiricalDifferentialFairness(
    tally.handle,
    of === 'prediction',
    [...favorable],
    concentration,
  );
}

/** See {@link Fairwasm.differentialFairnessBiasAmplification}. */
export function differentialFairnessBiasAmplification(
  wasm: Wasm,
  tally: Tally,
  favorable: readonly string[],
  concentration = 1,
): number {
  return wasm.differentialFairnessBiasAmplification(tally.handle, [...favorable], concentration);
}
