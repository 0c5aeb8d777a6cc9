// SPDX-License-Identifier: Apache-2.0
//
// Validates the arguments of functions that take a tally before they reach the core, whose errors name no argument.

import { incompatible, invalid } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import { shown } from '../core/options.js';
import { requireName } from '../data/value.js';
import { Tally } from './tally.js';

/** Throws `invalidArgument` for anything but a tally, and `incompatible` for a tally of another loaded core. */
export function requireTally(wasm: Wasm, tally: unknown): void {
  if (!(tally instanceof Tally)) {
    throw invalid('tally', 'a tally, such as the result of fair.tally(…) or the tally of an audit', shown(tally));
  }
  if (tally.handle instanceof wasm.Tally) return;
  throw incompatible(
    'tally',
    'a tally of the same core; share the core with load({ fair })',
    'a tally of another core',
  );
}

/** Returns the names in a list of labels. Throws `invalidArgument` for anything else. */
export function requireLabels(favorable: unknown): readonly string[] {
  if (Array.isArray(favorable)) return Array.from(favorable, (label) => requireName(label, 'favorable'));
  throw invalid('favorable', 'a list of labels', shown(favorable));
}
