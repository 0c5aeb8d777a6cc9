// SPDX-License-Identifier: Apache-2.0
//
// Registers the descriptions of the results of `fairwasm/monitoring`.

import { register } from '../document/registry.js';
import { describeMonitoring } from './describe.js';

register({ results: { 'fairwasm-monitoring': { describe: describeMonitoring } } });
