// SPDX-License-Identifier: Apache-2.0
//
// Fairness towards the worst subgroup that a linear function of the attributes can single out (Kearns et
// al. 2018).

import { FairwasmError } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import { type CategoryColumn, type NumberColumn, toNumbers } from '../data/column.js';
import { Tally } from '../tally/tally.js';

export interface RichSubgroupInput {
  /** Attributes of which the subgroups may be made: numbers. */
  groups: Readonly<Record<string, CategoryColumn>>;
  /** True labels, 0 and 1. */
  label: CategoryColumn;
  /** Predictions or scores, in [0, 1]. */
  prediction: NumberColumn;
}

/** Which errors: false positives or false negatives. */
export type FairnessDefinition = 'FP' | 'FN';

/** See {@link Fairwasm.richSubgroup}. */
export function richSubgroup(
  wasm: Wasm,
  { groups, label, prediction }: RichSubgroupInput,
  fairnessDefinition: FairnessDefinition = 'FP',
): number {
  if (fairnessDefinition !== 'FP' && fairnessDefinition !== 'FN') {
    throw new FairwasmError('invalidArgument', {
      argument: 'fairnessDefinition',
      expected: "'FP' or 'FN'",
      actual: `'${fairnessDefinition}'`,
    });
  }
  const tally = new Tally(wasm, { groups: Object.keys(groups), label: true, score: true });
  try {
    tally.update({ groups, label, score: toNumbers(prediction, 'prediction') });
    return wasm.richSubgroup(tally.handle, fairnessDefinition === 'FP');
  } finally {
    tally[Symbol.dispose]();
  }
}
