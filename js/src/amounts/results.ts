// SPDX-License-Identifier: Apache-2.0
//
// Registers the descriptions of this family's results.

import { register } from '../document/registry.js';
import { describeAmounts } from './describe.js';
import { describeAdjusted } from './describe-adjusted.js';
import { describeEuPay, describeUkPay } from './describe-pay.js';

register({
  results: {
    'fairwasm-amounts': { describe: describeAmounts },
    'fairwasm-adjusted-gaps': { describe: describeAdjusted },
    'fairwasm-pay-eu': { describe: describeEuPay },
    'fairwasm-pay-uk': { describe: describeUkPay },
  },
});
