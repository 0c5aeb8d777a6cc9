// SPDX-License-Identifier: Apache-2.0
//
// Registers the descriptions of the results of `fairwasm/robustness`.

import { register } from '../document/registry.js';
import { describeNetwork, describeRobustness } from './describe.js';

register({
  results: { 'fairwasm-robustness': { describe: describeRobustness } },
  fields: { layers: { describe: describeNetwork } },
  extras: { robustness: describeRobustness },
});
