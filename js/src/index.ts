// SPDX-License-Identifier: Apache-2.0
//
// What `import … from 'fairwasm'` offers.

export { FairwasmError, type FairwasmErrorCode } from './core/error.js';
export type { WasmSource } from './core/module.js';
export { missingCategory } from './data/category.js';
export type {
  CategoryColumn,
  CodedColumn,
  NumberColumn,
  NumericArray,
  Value,
} from './data/column.js';
export { type CsvBatch, type CsvOptions, type CsvSource, readCsv, rowNumber } from './data/csv.js';
export { guessFavorable } from './data/favorable.js';
export { type Example, examples, findExample, reportExample } from './examples/examples.js';
export { Fairwasm, type LoadOptions, load } from './fairwasm.js';
export type { Audit, AuditInput, AuditOptions, Auditor, AuditorOptions } from './group/audit.js';
export { auditCsv, type CsvAudit } from './group/audit-csv.js';
export type { Counts } from './group/counts.js';
export type { Estimate } from './group/estimate.js';
export type { Frame, Group, Spread, SpreadMethod } from './group/frame.js';
export { findMetric, type Metric, type MetricInput, metrics } from './metrics/table.js';
export { reportCsv } from './report/csv.js';
export { reportJson } from './report/json.js';
export { reportMarkdown } from './report/markdown.js';
export type { Breakdown, Comparison, GroupReport, Report, ReportContext } from './report/report.js';
export { reportText, type TextOptions } from './report/text.js';
export type {
  CertificateRows,
  Certificates,
  CertificatesOptions,
  SummaryOptions,
} from './robustness/certificates.js';
export type { Activation, Layer, LipschitzBound } from './robustness/lipschitz.js';
export type { Reduction } from './robustness/metrics.js';
export type { Robustness } from './robustness/robustness.js';
export { readSafetensors, type StoredTensor } from './robustness/safetensors.js';
export type { Matrix, RadiusOptions, Scores } from './robustness/scores.js';
export type {
  AccuracyCurve,
  CertifiedAccuracy,
  GroupRobustness,
  IntervalEstimate,
  RobustnessDifferences,
  RobustnessSummary,
} from './robustness/summary.js';
export type { CountedRows, Tally, TallyColumns, TallyRows } from './tally/tally.js';
