// SPDX-License-Identifier: Apache-2.0
//
// Registers the descriptions of the results of `fairwasm/thresholds`.

import { register } from '../document/registry.js';
import { describeFrontier, describeThresholds } from './describe.js';

register({
  fields: { unconstrained: { describe: describeThresholds } },
  extras: { thresholds: describeThresholds, frontier: describeFrontier },
});
