// SPDX-License-Identifier: Apache-2.0
//
// Registers the descriptions of the results of `fairwasm/rankings`.

import { register } from '../document/registry.js';
import { describeRankings, describeShares } from './describe.js';

register({
  results: { 'fairwasm-rankings': { describe: describeRankings }, 'fairwasm-shares': { describe: describeShares } },
});
