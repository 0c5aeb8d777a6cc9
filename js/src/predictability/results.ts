// SPDX-License-Identifier: Apache-2.0
//
// Registers the descriptions of the results of `fairwasm/predictability`.

import { register } from '../document/registry.js';
import { describeDbac, describeDpa, describeLeakage, describeLic } from './describe.js';

register({
  results: { 'fairwasm-dbac': { describe: describeDbac } },
  // A result of `lic()` has both licD and trials.
  fields: {
    licD: { describe: describeLic },
    trials: { describe: describeLeakage },
    AtoT: { describe: describeDpa },
    TtoA: { describe: describeDpa },
  },
  extras: { leakage: describeLeakage },
});
