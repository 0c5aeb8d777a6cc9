// SPDX-License-Identifier: Apache-2.0
//
// Registers the descriptions of the results of `fairwasm/repeated`.

import { register } from '../document/registry.js';
import { describeExposure } from '../exposure/describe.js';
import { describeRepeated } from './describe.js';
import { describeBenchmark } from './describe-benchmarks.js';

register({
  results: {
    'fairwasm-repeated': { describe: describeRepeated },
    'fairwasm-benchmark': { describe: describeBenchmark },
    'fairwasm-exposure': { describe: describeExposure },
  },
});
