// SPDX-License-Identifier: Apache-2.0
//
// The worker's functions for a file's rows, which examples do not need: loaded with the first file.

export { profileCsv } from 'fairwasm';
export { auditRows, reportRows } from '../features/audit/audit-rows.js';
export { auditFewRows } from '../features/audit/few-rows.js';
export { sharedByWorkers } from '../worker/worker-pool.js';
