// SPDX-License-Identifier: Apache-2.0
//
// Unfairness to the worst subgroup that a linear function of the attributes defines (Kearns et al. 2018).

import type { Wasm } from '../core/module.js';
import { requireOneOf, requireOptions } from '../core/options.js';
import { type CategoryColumn, type NumberColumn, toNumbers } from '../data/column.js';
import { requireColumns } from '../data/named-columns.js';
import type { Wasm as RowsWasm } from '../individual/module.js';
import { Tally } from '../tally/tally.js';

export interface RichSubgroupInput {
  /** Numeric attributes that define subgroups. */
  groups: Readonly<Record<string, CategoryColumn>>;
  /** True labels, 0 and 1. */
  label: CategoryColumn;
  /** Predictions or scores, in [0, 1]. */
  prediction: NumberColumn;
}

/** The kind of error: false positives or false negatives. */
export type FairnessDefinition = 'FP' | 'FN';

/** See {@link Aif360.richSubgroup}. */
export function richSubgroup(
  wasm: Wasm,
  rowsWasm: RowsWasm,
  input: RichSubgroupInput,
  fairnessDefinition: FairnessDefinition = 'FP',
): number {
  requireOptions('richSubgroup', input, ['groups', 'label', 'prediction']);
  const { groups, label, prediction } = input;
  requireColumns('groups', groups);
  requireOneOf('fairnessDefinition', fairnessDefinition, ['FP', 'FN']);
  const tally = new Tally(wasm, { groups: Object.keys(groups), label: true, score: true });
  try {
    tally.update({ groups, label, score: toNumbers(prediction, 'prediction') });
    const { handle } = tally;
    return rowsWasm.richSubgroup(handle.schema(), handle.sums(), fairnessDefinition === 'FP');
  } finally {
    tally[Symbol.dispose]();
  }
}
