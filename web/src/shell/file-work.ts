// SPDX-License-Identifier: Apache-2.0
//
// What the worker does with a file's rows, which examples do without: it is loaded with the first file.

export { profileCsv } from 'fairwasm';
export { auditRows, reportRows } from '../audit/audit-rows.js';
export { sharedByWorkers } from '../work/worker-pool.js';
