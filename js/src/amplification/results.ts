// SPDX-License-Identifier: Apache-2.0
//
// Registers the descriptions of the results of `fairwasm/amplification`.

import { register } from '../document/registry.js';
import { describeAmplification, describeCaptions } from './describe.js';

register({
  fields: {
    biasedPairs: { describe: describeCaptions },
    BA_MALS: { describe: describeAmplification },
    DBA: { describe: describeAmplification },
    MDBA: { describe: describeAmplification },
  },
  extras: { amplification: (result: Parameters<typeof describeAmplification>[0]) => describeAmplification(result, 10) },
});
