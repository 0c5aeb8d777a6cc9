// SPDX-License-Identifier: Apache-2.0
//
// What functions of a tally are given, checked before it reaches the core, whose complaints name no argument.

import { FairwasmError, invalid } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import { shown } from '../core/options.js';
import { requireName } from '../data/value.js';
import { Tally } from './tally.js';

/** Throws `invalidArgument` for anything but a tally, `incompatible` for one of another loaded core. */
export function requireTally(wasm: Wasm, tally: unknown): void {
  if (!(tally instanceof Tally)) {
    throw invalid('tally', 'a tally, such as fair.tally(…) makes and an audit has', shown(tally));
  }
  if (tally.handle instanceof wasm.Tally) return;
  throw new FairwasmError('incompatible', {
    argument: 'tally',
    expected: 'a tally of the same core, which load({ fair }) shares',
    actual: "another one's",
  });
}

/** The names of a list of labels. Throws `invalidArgument` for anything else. */
export function requireLabels(favorable: unknown): readonly string[] {
  if (Array.isArray(favorable))
    return Array.from(favorable, (label) => requireName(label, 'favorable'));
  throw invalid('favorable', 'a list of labels', shown(favorable));
}
