// SPDX-License-Identifier: Apache-2.0
//
// What the front door needs of this family: it is loaded together with the family's module.

export { DenseAttacker } from './attacker.js';
export { createData } from './created.js';
export { Dpa, dpa } from './dpa.js';
export { exactOfTally } from './exact.js';
export { Leakage, leakage } from './leakage.js';
export { lic } from './lic.js';
export { Replay } from './replay.js';
