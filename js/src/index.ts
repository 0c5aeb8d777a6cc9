// SPDX-License-Identifier: Apache-2.0
//
// What `import … from 'fairwasm'` offers.

export {
  type BiasDictionary,
  biasAnalysisObjects,
  biasDifferenceSum,
  featureBias,
  isBiased,
  objectsBias,
} from './amplification/bias-analysis.js';
export type { BootstrapOptions } from './amplification/bootstrap.js';
export {
  type BiasDictionaries,
  type CaptionAmplificationOptions,
  type CaptionBiasAmplification,
  type CaptionPair,
  parseBiasDictionary,
} from './amplification/caption-bias.js';
export type {
  ByGroup,
  CaptionCounts,
  CaptionCountsOptions,
  LabeledImage,
  TaggedCaption,
  Tagger,
} from './amplification/caption-counts.js';
export type {
  Cooccurrence,
  CooccurrenceColumns,
  CooccurrenceRows,
  LabelKind,
} from './amplification/cooccurrence.js';
export { type CooccurrenceCsv, cooccurrenceCsv } from './amplification/csv.js';
export {
  biasAmpAttributeToTask,
  biasAmpTaskToAttribute,
  DBA,
  type DirectionalOptions,
} from './amplification/dba.js';
export type { LabelColumn, LabelMatrix, LabelSets } from './amplification/labels.js';
export { BA_MALS, type MALSOptions } from './amplification/mals.js';
export {
  type CombinationAmplification,
  type CombinationStats,
  MDBA,
  type MDBAOptions,
  type MultiBiasAmplification,
} from './amplification/mdba.js';
export type {
  Bidirectional,
  CooccurrenceMetricOptions,
  Definition,
  Direction,
  LabelChoice,
  Matrix,
} from './amplification/metric.js';
export type { BiasAmplification, PairAmplification, PairCounts } from './amplification/pairs.js';
export { treebankTokens } from './amplification/tokens.js';
export { genderWords, type ObjectKind, type WordLists } from './amplification/words.js';
export { FairwasmError, type FairwasmErrorCode } from './core/error.js';
export type { Family, WasmSources } from './core/families.js';
export type { LongRun } from './core/long-run.js';
export type { ModuleName, WasmSource } from './core/module.js';
export { missingCategory } from './data/category.js';
export type {
  CategoryColumn,
  CodedColumn,
  NumberColumn,
  NumericArray,
  Value,
} from './data/column.js';
export type { Condition, GroupColumns } from './data/condition.js';
export { type CsvBatch, type CsvOptions, type CsvSource, lineNumber, readCsv } from './data/csv.js';
export { guessFavorable } from './data/favorable.js';
export type { FeatureMatrix, FlatMatrix } from './data/matrix.js';
export type { GroupChoice, RowMetricInput } from './data/row-metric.js';
export type { Table } from './data/table.js';
export { categoryOf, defaultMissingValues, sameCategory } from './data/value.js';
export { type Example, examples, findExample, reportExample } from './examples/examples.js';
export { Fairwasm, type LoadOptions, type LoadProgress, load } from './fairwasm.js';
export type {
  Audit,
  AuditInput,
  AuditOptions,
  Auditor,
  AuditorOptions,
  NamedColumns,
} from './group/audit.js';
export { auditBatches, auditCsv, type CsvAudit } from './group/audit-csv.js';
export type { BiasScanInput, BiasScanOptions, BiasScanResult, Scoring } from './group/bias-scan.js';
export type {
  BinaryConfusionMatrix,
  ClassificationInput,
  ClassificationMetric,
  GeneralizedConfusionMatrix,
  PerformanceMeasures,
} from './group/classification-metric.js';
export type {
  ComparisonInput,
  PairedAudit,
  PairedDecisions,
  PairedFrame,
  PairedGap,
  PairedGroup,
  PairedRate,
} from './group/compare.js';
export { type CsvComparison, compareBatches, compareCsv } from './group/compare-csv.js';
export type { ComparedGroups } from './group/compared-groups.js';
export type { Counts } from './group/counts.js';
export type {
  BinaryLabelDatasetInput,
  BinaryLabelDatasetMetric,
  DatasetInput,
  DatasetMetric,
  GroupFunction,
  GroupValue,
} from './group/dataset-metric.js';
export type { BenefitsOf } from './group/entropy.js';
export type { Equivalence } from './group/equivalence.js';
export type { Estimate } from './group/estimate.js';
export type { EstimateOptions } from './group/estimates.js';
export {
  type MetricExplanations,
  MetricJSONExplainer,
  MetricTextExplainer,
} from './group/explainers.js';
export type {
  DerivedInput,
  DerivedMetric,
  DerivedMetricOptions,
  EqualizedOddsOptions,
  FairlearnMetrics,
  GeneratedMetrics,
  ScalarInput,
  ScoredInput,
} from './group/fairlearn.js';
export type {
  CountsMetric,
  FrameMetric,
  GroupSummary,
  MetricName,
  RowsMetric,
} from './group/fairlearn-metrics.js';
export type { Frame, Group, GroupComparison, Spread, SpreadMethod } from './group/frame.js';
export {
  BaseMetric,
  type BaseMetricOptions,
  type StateDict,
  type Sum,
  type Sums,
} from './group/ignite/base-metric.js';
export { Accuracy, ClassMetric, SelectionRate } from './group/ignite/class-metrics.js';
export { ConfusionMatrix, type ConfusionMatrixOptions } from './group/ignite/confusion-matrix.js';
export { Loss, type LossFunction } from './group/ignite/loss.js';
export type {
  OutputKind,
  Outputs,
  ReadBatch,
  ReadOutputs,
} from './group/ignite/outputs.js';
export {
  type Average,
  type AveragedOptions,
  Fbeta,
  type FbetaOptions,
  Precision,
  Recall,
} from './group/ignite/precision-recall.js';
export {
  DemographicParityDifference,
  type DifferenceOptions,
  type GroupLabel,
  SubgroupAccuracyDifference,
  type SubgroupBatch,
  SubgroupDifference,
  SubgroupMetric,
  type SubgroupOptions,
  type SubgroupStateDict,
} from './group/ignite/subgroups.js';
export type { NestedArray, ShapedArray, Tensor, TensorInput } from './group/ignite/tensor.js';
export type {
  MDSSClassificationMetric,
  MDSSInput,
  MDSSScanOptions,
  ScoreGroupsOptions,
} from './group/mdss.js';
export type {
  ControlLevel,
  FrameGroup,
  MetricColumns,
  MetricFrame,
  MetricFrameInput,
  MetricValues,
  SpreadOptions,
} from './group/metric-frame.js';
export type {
  InfeasibleIndex,
  RegressionDatasetInput,
  RegressionDatasetMetric,
} from './group/ranking.js';
export type {
  BoundedErrorName,
  RegressionConfidence,
  RegressionErrors,
  RegressionEstimates,
  RegressionGroup,
  RegressionRows,
  RegressionTally,
} from './group/regression.js';
export type { FairnessDefinition, RichSubgroupInput } from './group/rich-subgroup.js';
export type {
  CalibrationBin,
  GroupThreshold,
  RocPoint,
  ScoreComparison,
  ScoreDifferenceOptions,
  ScoreGroup,
  ScoreMeasure,
  ScoreOptions,
  ScoreRows,
  ScoreTally,
  ThresholdOptions,
} from './group/scores.js';
export type { ShrunkenRate } from './group/shrinkage.js';
export type { UncertaintyOptions } from './group/uncertainty.js';
export {
  type ConditionedRows,
  computeBooleanConditioningVector,
  computeDistance,
  computeNumGenTFPN,
  computeNumInstances,
  computeNumPosNeg,
  computeNumTFPN,
  type LabelPair,
} from './group/utilities.js';
export type {
  DistanceKind,
  SampleDistortionInput,
  SampleDistortionMetric,
  WeightedDistances,
} from './individual/distortion.js';
export type { Classifier, OtDistance, OtDistanceOptions } from './individual/transport.js';
export { type MetricAdvice, metricAdvice } from './metrics/advice.js';
export {
  findMetric,
  type Metric,
  type MetricInput,
  metricKinds,
  metrics,
} from './metrics/table.js';
export type {
  ActivationName,
  AttackerLayers,
  AttackerShape,
  DenseAttacker,
  FitOptions,
  TrainingOptions,
} from './predictability/attacker.js';
export { genderWords as licGenderWords } from './predictability/captions.js';
export type { AttackColumns, Feature, NumericFeature, Task } from './predictability/columns.js';
export type { CreatedData, CreatedDataOptions } from './predictability/created.js';
export type { AttackWidths, CustomAttacker } from './predictability/custom.js';
export type {
  Direction as DpaDirection,
  LeakageDirection,
} from './predictability/direction.js';
export type { Dpa, DpaColumns, DpaInput, DpaOptions } from './predictability/dpa.js';
export type { ExactLeakage, ExactOptions } from './predictability/exact.js';
export type {
  AttackerOption,
  Leakage,
  LeakageColumns,
  LeakageInput,
  LeakageOptions,
  MetricFunction,
  SplitOptions,
} from './predictability/leakage.js';
export type { LicInput, LicResult, LicTrial } from './predictability/lic.js';
export type {
  LeakageRecording,
  RecordedOutputs,
  RecordedRows,
  Replay,
  ReplayedLeakage,
  ReplayedTraining,
  TrainingRecording,
} from './predictability/replay.js';
export type { Accuracies, LeakageResult, LeakageTrial } from './predictability/result.js';
export type { Summary } from './predictability/statistics.js';
export type {
  Progress,
  RunOptions,
  TrialProgress,
  TrialRunOptions,
} from './predictability/workers.js';
export {
  type ComparisonContext,
  type ComparisonReport,
  essentialRates,
  type GapVerdict,
  gapVerdict,
  type PairedBreakdown,
} from './report/comparison.js';
export { comparisonCsv } from './report/comparison-csv.js';
export { comparisonMarkdown } from './report/comparison-markdown.js';
export { comparisonText } from './report/comparison-text.js';
export { reportCsv } from './report/csv.js';
export {
  type EquivalenceMargin,
  type EquivalenceReport,
  equivalenceVerdict,
  type Margins,
} from './report/equivalence.js';
export { reportHtml } from './report/html.js';
export { reportJson } from './report/json.js';
export { reportMarkdown } from './report/markdown.js';
export {
  essentialDisparities,
  type Item,
  knownMetrics,
  type RankedDisparity,
  rankDisparities,
  rankGroups,
  severity,
} from './report/ranking.js';
export type { Breakdown, Comparison, GroupReport, Report, ReportContext } from './report/report.js';
export { reportText, type TextOptions } from './report/text.js';
export type {
  CertificateRows,
  Certificates,
  CertificatesOptions,
  SummaryOptions,
} from './robustness/certificates.js';
export {
  type CsvCertificates,
  certifyCsv,
  type ReportedRobustness,
  type RobustnessReport,
} from './robustness/certify-csv.js';
export type { Activation, Layer, LipschitzBound } from './robustness/lipschitz.js';
export type { Reduction } from './robustness/metrics.js';
export type { Robustness } from './robustness/robustness.js';
export { readSafetensors, type StoredTensor } from './robustness/safetensors.js';
export type { Matrix as SummaryMatrix, RadiusOptions, Scores } from './robustness/scores.js';
export type { SlopeInput, SteepestSlope } from './robustness/slope.js';
export type {
  AccuracyCurve,
  CertifiedAccuracy,
  GroupRobustness,
  RobustnessDifferences,
  RobustnessSummary,
} from './robustness/summary.js';
export { robustnessText } from './robustness/text.js';
export type {
  CountedRows,
  Tally,
  TallyColumns,
  TallyOptions,
  TallyRows,
} from './tally/tally.js';
