// SPDX-License-Identifier: Apache-2.0
//
// Reject option: scores in a critical region are decided by the group alone, all others by themselves.

import { invalid } from '../core/error.js';
import { requireTexts } from '../core/options.js';
import type { WasmCurves } from './module.js';
import { nameOf, outcomeOf, type ThresholdOutcome, type Totals } from './outcome.js';
import type { CoreTask, ThresholdTask } from './task.js';

/** What reject option is asked for. */
export interface RejectTask extends ThresholdTask {
  /** The names of the groups that are selected within the critical region, as `groups` of the curves have them; not of all. */
  favored: readonly string[];
}

/** The best critical region, and what it comes to. */
export interface RejectOutcome extends ThresholdOutcome {
  /**
   * Rows with a score of at least `low` and below `high`: favored groups are selected there, others are not. `rows` says how
   * many they are, of all groups. Elsewhere nobody's group counts. NaN where the value is undefined.
   */
  region: { low: number; high: number; rows: number };
}

/** @internal Which of the groups are favored, as the core has it. */
export function favoredOf(favored: unknown, groups: readonly Totals[]): Uint8Array {
  const names = requireTexts('favored', favored);
  const known = groups.map(({ categories }) => nameOf(categories));
  const stray = names.find((name) => !known.includes(name));
  const codes = Uint8Array.from(known, (name) => (names.includes(name) ? 1 : 0));
  if (stray === undefined && codes.includes(1) && codes.includes(0)) return codes;
  throw invalid(
    'favored',
    `some of the groups, and not all: ${known.map((name) => `'${name}'`).join(', ')}`,
    stray === undefined ? (names.length === 0 ? 'none' : 'every group') : `'${stray}'`,
  );
}

/** @internal */
export function rejectOutcomeOf(
  { decisions, region }: ReturnType<WasmCurves['rejectOption']>,
  unconstrained: number,
  groups: readonly Totals[],
  task: CoreTask,
): RejectOutcome {
  const { low, high, rows } = region;
  return { ...outcomeOf(decisions, unconstrained, groups, task), region: { low, high, rows } };
}
