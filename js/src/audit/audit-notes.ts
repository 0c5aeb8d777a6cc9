// SPDX-License-Identifier: Apache-2.0
//
// What an audit's results need in addition to the counts.

import type { Wasm } from '../core/module.js';
import type { Tally } from '../tally/tally.js';
import type { AuditOptions } from './audit-input.js';

/** @internal What an auditor observed that the counts do not contain. */
export interface AuditNotes {
  droppedRows?: number;
  warnings?: readonly string[];
}

/** @internal */
export type Finished = [wasm: Wasm, tally: Tally, options: AuditOptions, notes?: AuditNotes];

/** @internal The warning about scores that were used only for predictions. */
export const scoresUnused = 'The scores are not probabilities, so they were used only to make predictions.';
