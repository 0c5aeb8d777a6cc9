// SPDX-License-Identifier: Apache-2.0
//
// The exports of `fairwasm`: at most 70 names, which the lint counts. A type that only one function uses is available
// through that function: `Parameters<ScoreTally['update']>[0]`.

export type { Audit } from './audit/audit.js';
export { auditBatches, auditCsv, type CsvAuditOptions } from './audit/audit-csv.js';
export type { AuditInput, AuditOptions, AuditorOptions } from './audit/audit-input.js';
export { auditThresholds } from './audit/audit-thresholds.js';
export type { Auditor } from './audit/auditor.js';
export type { ComparisonInput, PairedAudit, PairedFrame } from './audit/compare.js';
export { type CsvComparisonOptions, compareBatches, compareCsv } from './audit/compare-csv.js';
export type { ComparisonReport } from './audit/comparison.js';
export { countMetrics } from './audit/count-metrics.js';
export type { Frame } from './audit/frame.js';
export type { Group } from './audit/group.js';
export type { PairedGroup } from './audit/paired-results.js';
export type { RegressionTally } from './audit/regression.js';
export type { AuditReport, Breakdown, ReportContext } from './audit/report.js';
export type { ScoreGroup } from './audit/score-group.js';
export type { ScoreTally } from './audit/scores.js';
export type { UncertaintyOptions } from './audit/uncertainty.js';
export { FairwasmError } from './core/error.js';
export type { Estimate } from './core/estimate.js';
export type { LoadOptions, WasmSource } from './core/module.js';
export { missingCategory } from './data/category.js';
export type { CategoryColumn, NumberColumn } from './data/column.js';
export { type CsvBatch, type CsvOptions, type CsvSource, readCsv } from './data/csv.js';
export { guessFavorable } from './data/favorable.js';
export { numberTexts } from './data/intake/number-texts.js';
export { rangeNames } from './data/intake/ranges.js';
export { profileCsv } from './data/profile.js';
export type { Table } from './data/table.js';
export { defaultMissingValues, sameCategory, toCategory } from './data/value.js';
export { type Example, examples, findExample, reportExample } from './examples/examples.js';
export { type Fairwasm, load } from './fairwasm.js';
export { metricAdvice } from './metrics/advice.js';
export { findMetric, type Metric, metricKinds, metrics } from './metrics/table.js';
export { explainFigure } from './report/explain.js';
export { format } from './report/format.js';
export {
  essentialDisparities,
  knownMetrics,
  rankDisparities,
  rankGroups,
  severity,
} from './report/ranking.js';
export { readReport } from './report/read.js';
export type { Report } from './report/report.js';
export type { CountedRows, Tally, TallyOptions, TallyRows } from './tally/tally.js';
