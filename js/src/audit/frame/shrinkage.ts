// SPDX-License-Identifier: Apache-2.0
//
// Rates of many small groups, shrunk toward the overall rate.

import { type Estimate, estimate } from '../../core/estimate.js';
import type { Wasm } from '../../core/module.js';
import type { RateName } from '../../metrics/group.js';
import type { Group } from './group.js';

/** A group's raw and shrunken rate. Returned by `frame.shrunken(…)`. */
export interface ShrunkenRate<By extends string = string> {
  group: Group<By>;
  /** The rate in the frame, from this group's rows only. */
  raw: Estimate;
  /** Its posterior mean, with an equal-tailed credible interval at the frame's confidence. */
  shrunken: Estimate;
}

/** @param counts The core's counts of the groups, in their order. */
export function shrunkenRates<By extends string>(
  wasm: Wasm,
  groups: readonly Group<By>[],
  counts: Float64Array,
  rate: RateName,
  confidence: number,
): ShrunkenRate<By>[] {
  const flat = wasm.shrunkenRates(wasm.rateNames().indexOf(rate), counts, confidence);
  const defined = groups.filter(({ rates }) => !Number.isNaN(rates[rate].value)).length;
  const few = `fewer than ${wasm.minShrunken} groups have this rate`;
  return groups.map((group, i) => {
    const raw = group.rates[rate];
    const [value, low, high] = flat.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number];
    const reason = () =>
      defined < wasm.minShrunken ? few : (raw.reason ?? 'the rates do not determine their variance');
    return { group, raw, shrunken: estimate(value, reason, { ci: [low, high] }) };
  });
}
