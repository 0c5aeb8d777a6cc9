// SPDX-License-Identifier: Apache-2.0
//
// The exports of 'fairwasm/monitoring'.

import './results.js';

export type { BatchCounts, MonitoredBatch, MonitoredRows } from './batches.js';
export type { Monitor, MonitoredMoment, MonitorReport } from './monitor.js';
export { load, type Monitoring } from './monitoring.js';
