// SPDX-License-Identifier: Apache-2.0
//
// What `import … from 'fairwasm/sql'` offers: statements that count rows where they are, and the reading of what engines
// answer. It has no WebAssembly of its own: what is read goes to the tallies and auditors of other doors.

export { auditCounts, auditCountsFile, type CountsAudit } from './audit-counts.js';
export {
  type CaptionAnswer,
  type CaptionStatementOf,
  type CaptionWords,
  captionStatement,
  countedCaptions,
} from './captions.js';
export type { Condition, Conditions, ValueRange } from './conditions.js';
export { type AnswerCounts, counted } from './counted.js';
export type { Counted, Counting } from './counting.js';
export type { Dialect, Parameter } from './dialects.js';
export { type MedianOf, medianStatement } from './median.js';
export { type Statement, statement } from './statement.js';
