// SPDX-License-Identifier: Apache-2.0
//
// The exports of `fairwasm/browser`, which is bundled into one file: entry points next to it do not share its modules, so
// it contains the descriptions of all results.

import './report/all-results.js';

export * from './index.js';
