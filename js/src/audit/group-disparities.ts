// SPDX-License-Identifier: Apache-2.0
//
// The disparities of groups relative to a reference group, from the core's counts, with intervals and tests.

import { type Estimate, estimate } from '../core/estimate.js';
import type { Wasm } from '../core/module.js';
import type { DisparityName } from '../metrics/group.js';
import { whyDisparityUndefined } from './reasons.js';
import type { FrameUncertainty } from './uncertainty.js';

/** Data shared by all compared groups. */
export interface Against {
  names: readonly DisparityName[];
  /** Counts of the reference group. */
  reference: Float64Array;
  uncertainty: FrameUncertainty | undefined;
}

/** Returns the named disparities of a group with these counts, at this position among all groups. */
export function getDisparities(
  wasm: Wasm,
  { names, reference, uncertainty }: Against,
  counts: Float64Array,
  place: number,
): Record<string, Estimate> {
  const all = wasm.disparityNames();
  const values = wasm.disparities(counts, reference);
  const estimates = names.map((name) => {
    const i = all.indexOf(name);
    const value = values[i] as number;
    const extras = uncertainty?.disparity(place, i, [...wasm.disparityRates(i)]);
    const why = () => whyDisparityUndefined(name, value);
    return [name, estimate(value, why, extras)];
  });
  return Object.fromEntries(estimates);
}
