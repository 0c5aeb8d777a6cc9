// SPDX-License-Identifier: Apache-2.0
//
// The exports of `fairwasm/sql`: statements that count rows in a database, and readers of their results. It has no
// WebAssembly; the counts are passed to tallies and auditors of other entry points.

export { auditCounts, auditCountsFile, type CountsAudit } from './audit-counts.js';
export { type CaptionWords, captionStatement, countedCaptions } from './captions.js';
export type { Condition } from './conditions.js';
export { type AnswerCounts, counted } from './counted.js';
export type { Counted, Counting } from './counting.js';
export type { Dialect, Parameter } from './dialects.js';
export { medianStatement } from './median.js';
export { type Statement, statement } from './statement.js';
export { type Totals, totals, totalsStatement } from './totals.js';
