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
export type { Frame, Group, GroupComparison, Spread, SpreadMethod } from './group/frame.js';
export type { UncertaintyOptions } from './group/uncertainty.js';
export { findMetric, type Metric, type MetricInput, metrics } from './metrics/table.js';
export { reportCsv } from './report/csv.js';
export { reportJson } from './report/json.js';
export { reportMarkdown } from './report/markdown.js';
export type {
  ActivationName,
  AttackerLayers,
  AttackerShape,
  DenseAttacker,
  TrainingOptions,
} from './predictability/attacker.js';
export { genderWords } from './predictability/captions.js';
export type { AttackColumns, Feature, NumericFeature, Task } from './predictability/columns.js';
export type { CreatedData, CreatedDataOptions } from './predictability/created.js';
export type { ExactLeakage, ExactOptions } from './predictability/exact.js';
export type {
  Accuracies,
  Direction,
  Dpa,
  DpaColumns,
  DpaInput,
  DpaOptions,
  Leakage,
  LeakageColumns,
  LeakageInput,
  LeakageOptions,
  LeakageResult,
  LeakageTrial,
  MetricFunction,
} from './predictability/leakage.js';
export type { LicInput, LicResult, LicTrial } from './predictability/lic.js';
export type { Summary } from './predictability/statistics.js';
export type { Progress, RunOptions } from './predictability/workers.js';
export type { Breakdown, Comparison, GroupReport, Report, ReportContext } from './report/report.js';
export { severity } from './report/shown.js';
export { reportText, type TextOptions } from './report/text.js';
export type { CountedRows, Tally, TallyColumns, TallyRows } from './tally/tally.js';
