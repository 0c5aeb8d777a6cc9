// SPDX-License-Identifier: Apache-2.0
//
// The exports of `fairwasm`: at most 94 names, which the lint counts. A type that only one function uses is part of
// that function: `Parameters<typeof profileCsv>[1]`.

export type { Audit } from './audit/audit.js';
export { auditBatches, auditCsv, type CsvAuditOptions } from './audit/audit-csv.js';
export type { AuditInput, AuditOptions, AuditorOptions } from './audit/audit-input.js';
export { auditThresholds } from './audit/audit-thresholds.js';
export type { Auditor } from './audit/auditor.js';
export type { ComparisonInput, PairedAudit, PairedFrame } from './audit/comparison/compare.js';
export { type CsvComparisonOptions, compareBatches, compareCsv } from './audit/comparison/compare-csv.js';
export type { ComparisonContext, ComparisonReport } from './audit/comparison/comparison.js';
export type { PairedGroup } from './audit/comparison/paired-results.js';
export { countMetrics } from './audit/custom/count-metrics.js';
export type { CustomCountsMetric } from './audit/custom/custom-counts.js';
export type { CustomMetrics } from './audit/custom/custom-figures.js';
export type { CustomRowsInput } from './audit/custom/custom-rows.js';
export type { Equivalence } from './audit/equivalence.js';
export type { EquivalenceReport } from './audit/equivalence-report.js';
export type { Frame } from './audit/frame/frame.js';
export type { Group, Spread } from './audit/frame/group.js';
export type { UncertaintyOptions } from './audit/frame/uncertainty.js';
export type { AuditReport, Breakdown, GroupReport, ReportContext } from './audit/report.js';
export type { RegressionErrors, RegressionRows, RegressionTally } from './audit/scores/regression.js';
export type { ScoreGroup } from './audit/scores/score-group.js';
export type { ScoreRows } from './audit/scores/score-rows.js';
export type { ScoreOptions, ScoreTally } from './audit/scores/scores.js';
export type { ChiSquared, Conditional } from './audit/within/conditional.js';
export type { Accumulator } from './core/accumulator.js';
export { FairwasmError } from './core/error.js';
export type { ConfidenceOptions, Estimate } from './core/estimate.js';
export type { RunOptions } from './core/long-run.js';
export type { LoadOptions, WasmSource } from './core/module.js';
export type {
  ArrayLikeColumn,
  CategoryColumn,
  NumberColumn,
  NumericArray,
  Value,
} from './data/column.js';
export { type CsvBatch, type CsvOptions, type CsvSource, readCsv } from './data/csv.js';
export type { Favorable } from './data/favorable.js';
export type { IntakeOptions } from './data/intake/options.js';
export type { Intake } from './data/intake/record.js';
export type { NamedGroup } from './data/named-group.js';
export type { TableProfile } from './data/profile.js';
export { profileCsv } from './data/profile.js';
export { readAllRows } from './data/read-all-rows.js';
export { type NamedColumns, rewriteTable } from './data/rewrite-table.js';
export type { ColumnOf, Table } from './data/table.js';
export { sameCategory, toCategory } from './data/value.js';
export { type Example, examples, findExample, reportExample } from './examples/examples.js';
export { type Fairwasm, load } from './fairwasm.js';
export type { DisparityName } from './metrics/disparities.js';
export { type Formula, type FormulaCounts, parseFormula } from './metrics/formula.js';
export type { RateName } from './metrics/rates.js';
export { findMetric, type Metric, metricKinds, metrics } from './metrics/table.js';
export type { FigureExplanation } from './report/explain.js';
export { explainFigure } from './report/explain.js';
export { format } from './report/format.js';
export { readReport } from './report/read.js';
export type { Report } from './report/report.js';
export type { Counts } from './tally/counts.js';
export type { GroupAccumulator } from './tally/group-accumulator.js';
export type { ClusterOptions } from './tally/jackknife.js';
export type { CountedRows, Tally, TallyOptions, TallyRows } from './tally/tally.js';
