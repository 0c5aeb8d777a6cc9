// SPDX-License-Identifier: Apache-2.0
//
// Reject option: only group membership decides scores in a critical region; all other scores decide
// themselves.

import { invalid } from '../core/error.js';
import { requireTexts } from '../core/options.js';
import type { WasmCurves } from './module.js';
import { type GroupRows, getOutcome } from './outcome.js';
import type { CoreTask } from './task.js';

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
) {
  const { low, high, rows } = region;
  return { ...getOutcome(decisions, unconstrained, groups, task), region: { low, high, rows } };
}
