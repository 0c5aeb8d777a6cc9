// SPDX-License-Identifier: Apache-2.0
//
// Registers the descriptions of the results of `fairwasm/classes`.

import { register } from '../document/registry.js';
import { describeClasses } from './describe.js';

register({
  results: { 'fairwasm-classes': { describe: describeClasses }, 'fairwasm-labels': { describe: describeClasses } },
});
