// SPDX-License-Identifier: Apache-2.0
//
// Frames as a function of a core and columns.

import type { AuditInput } from '../audit/audit-input.js';
import { GroupFrames } from '../audit/group-frames.js';
import { readColumns } from '../audit/row-reader.js';
import { coreModule, coreOf, ownCore } from '../core/core-module.js';
import { type LoadOptions, loadModule } from '../core/module.js';

/** A loaded core, for {@link groupFrames}. */
export interface FramesCore {
  readonly door: 'fairwasm/frames';
}

/**
 * Loads the WebAssembly core.
 *
 * @example
 * const core = await load(); // the core without the audits, for pages that count bytes
 * const approved = { prediction: [1, 1, 0, 1, 0, 0], groups: { sex: ['m', 'm', 'm', 'f', 'f', 'f'] } };
 * groupFrames(core, approved).frame('sex').ratio('selectionRate').value; // 0.5
 *
 * @throws FairwasmError `loadFailed` if the file is missing or not WebAssembly; the signal's reason
 *   where it is aborted.
 */
export async function load(options: LoadOptions = {}): Promise<FramesCore> {
  const core: FramesCore = Object.freeze({ door: 'fairwasm/frames' });
  ownCore(core, await loadModule(coreModule, options));
  return core;
}

/**
 * Counts decisions by group, and gives frames of them: the figures of `audit(…).frame(…)` of `fairwasm`, to the last bit,
 * and its warnings.
 *
 * @param core What {@link load} gave, or the `load` of `fairwasm`.
 * @param input The columns, and how they are to be read: the same as of an audit.
 *
 * @example
 * const core = await load();
 * const counted = groupFrames(core, {
 *   label: [1, 0, 1, 1, 0, 0],
 *   prediction: [1, 0, 1, 0, 0, 1],
 *   groups: { sex: ['f', 'f', 'f', 'm', 'm', 'm'] },
 * });
 * counted.frame('sex').difference('selectionRate').value; // 0.333…
 *
 * @throws FairwasmError where columns are missing, differ in length or hold values that cannot be
 *   read; it names the column and the row.
 */
export function groupFrames<Attribute extends string>(
  core: object,
  input: AuditInput<Attribute>,
): GroupFrames<Attribute> {
  const reader = readColumns('groupFrames', coreOf(core), input);
  try {
    return new GroupFrames(...reader.finished());
  } finally {
    reader[Symbol.dispose]();
  }
}
