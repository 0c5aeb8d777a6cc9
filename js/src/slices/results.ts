// SPDX-License-Identifier: Apache-2.0
//
// Registers the descriptions of the results of `fairwasm/slices`.

import { register } from '../document/registry.js';
import { describeSlices } from './describe.js';
import { describeProxies } from './describe-proxies.js';
import { describeRecourse } from './describe-recourse.js';

register({
  results: { 'fairwasm-proxies': { describe: describeProxies }, 'fairwasm-recourse': { describe: describeRecourse } },
  fields: { slices: { describe: describeSlices } },
  extras: { slices: describeSlices },
});
