// SPDX-License-Identifier: Apache-2.0
//
// What the front door needs of this family: it is loaded together with the family's module.

export { DenseAttacker } from './attacker.js';
export { createData } from './created.js';
export { exactOfTally } from './exact.js';
export { Dpa, Leakage } from './leakage.js';
export { lic } from './lic.js';
export { Replay } from './replay.js';
