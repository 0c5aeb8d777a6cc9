// SPDX-License-Identifier: Apache-2.0
//
// Reject option: only group membership decides scores in a critical region; all other scores decide
// themselves.

import { invalid } from '../core/error.js';
import { requireTexts } from '../core/options.js';
import type { WasmCurves } from './module.js';
import { type GroupRows, getOutcome, type ThresholdOutcome } from './outcome.js';
import type { CoreTask, ThresholdTask } from './task.js';

/** Options for the reject option. */
export interface RejectTask extends ThresholdTask {
  /**
   * Names of the groups that are selected within the critical region, as in `groups` of the curves; some but
   * not all groups.
   */
  favored: readonly string[];
}

/** The best critical region and its result. */
export interface RejectOutcome extends ThresholdOutcome {
  /**
   * Rows with a score of at least `low` and below `high`: favored groups are selected there, others are not.
   * `rows` is their number, over all groups. Elsewhere, groups have no effect. NaN if the value is undefined.
   */
  region: { low: number; high: number; rows: number };
}

/** @internal Returns which of the groups are favored, in the core's format. */
export function getFavoredGroups(favored: unknown, groups: readonly GroupRows[]): Uint8Array {
  const names = requireTexts('favored', favored);
  const known = groups.map(({ name }) => name);
  const stray = names.find((name) => !known.includes(name));
  const codes = Uint8Array.from(known, (name) => (names.includes(name) ? 1 : 0));
  if (stray === undefined && codes.includes(1) && codes.includes(0)) return codes;
  throw invalid(
    'favored',
    `some, but not all, of the groups: ${known.map((name) => `'${name}'`).join(', ')}`,
    stray === undefined ? (names.length === 0 ? 'none' : 'every group') : `'${stray}'`,
  );
}

/** @internal */
export function getRejectOutcome(
  { decisions, region }: ReturnType<WasmCurves['rejectOption']>,
  unconstrained: number,
  groups: readonly GroupRows[],
  task: CoreTask,
): RejectOutcome {
  const { low, high, rows } = region;
  return { ...getOutcome(decisions, unconstrained, groups, task), region: { low, high, rows } };
}
