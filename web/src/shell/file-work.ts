// SPDX-License-Identifier: Apache-2.0
//
// The worker's functions for a file's rows, which examples do not need: loaded with the first file.

export { profileCsv } from 'fairwasm';
export { auditRows, reportRows } from '../audit/audit-rows.js';
export { auditFewRows } from '../audit/few-rows.js';
export { sharedByWorkers } from '../work/worker-pool.js';
