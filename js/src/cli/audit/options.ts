// SPDX-License-Identifier: Apache-2.0
//
// The options of `fairwasm audit` and their translation to arguments of the package.

import type { CsvAuditOptions } from '../../audit/audit-csv.js';
import type { AuditOptions } from '../../audit/audit-input.js';
import type { CountsAudit } from '../../sql/index.js';
import { intakeOptions } from '../input/intake.js';
import { comparisonOptions, getReading, outcomeOptions, readingOptions } from '../input/reading.js';
import { extraOptions } from '../input/stored.js';
import { baselineOptions } from '../limits/baseline.js';
import { type AskedMargins, joinMargins, parseMargins } from '../limits/equivalence.js';
import { gateOptions, rowsOptions } from '../limits/limits.js';
import { configOptions } from '../options/config.js';
import {
  flag,
  limitExitCodeHelp,
  list,
  type Manual,
  names,
  number,
  ranges,
  requireNumber,
  type Section,
  text,
  toArguments,
  type Values,
} from '../options/options.js';
import { rows } from '../options/rows.js';
import { MissingColumnError, UsageError } from '../options/usage.js';
import { classOptions } from './class-report.js';
import { type CustomFunctions, customOptions } from './custom-metrics.js';

const seconds = { type: 'number', exclusiveMinimum: 0, maximum: 86_400 } as const;

/** Options that require `--from`. */
const fromOptions = {
  from: text('ADDRESS', [
    'count rows in a database: duckdb:FILE, sqlite:FILE, postgres://HOST/NAME, or clickhouse://HOST/NAME',
    "Needs the engine's client for Node; passwords are read from PGPASSWORD and CLICKHOUSE_PASSWORD. Accepts " +
      '--table or --query, --where, and --bins like `fairwasm sql`',
  ]),
  table: { ...rows.table, requires: ['from'] },
  query: { ...rows.query, requires: ['from'] },
  timeout: { ...number(seconds, ['time limit for the query', 'Default: 600']), value: 'SECONDS', requires: ['from'] },
  explain: { ...flag('print the query instead of running it'), requires: ['from'] },
} as const;

/** Values of the options that require `--from`. */
export type FromValues = {
  [Name in 'from' | 'table' | 'query']?: string | undefined;
} & { timeout?: number | undefined } & {
  [Name in 'where' | 'bins']?: string[] | undefined;
} & { explain?: boolean | undefined };

/** Values of the options for a model. */
export interface ModelValues {
  features?: string[] | undefined;
  input?: string[] | undefined;
  class?: string | undefined;
  activation?: 'none' | 'sigmoid' | 'softmax' | undefined;
  'model-output'?: string | undefined;
}

const ofIntervals = { excludes: ['no-intervals'] } as const;
const modelOption = {
  model: {
    ...text('FILE.onnx', [
      'score the rows with this model',
      'Predictions are its labels or, with --threshold, positive for scores of at least the threshold (see ' +
        '`fairwasm predict --help`)',
    ]),
    excludes: ['prediction', 'score', 'counts', 'from', 'example', 'evidence'],
  },
  features: { ...rows.features, requires: ['model'] },
  input: { ...rows.input, requires: ['model'] },
  class: { ...rows.class, requires: ['model'] },
  activation: { ...rows.activation, requires: ['model'] },
  'model-output': { ...rows['model-output'], requires: ['model'] },
} as const;
const columns = {
  label: rows.label,
  prediction: rows.prediction,
  score: rows.score,
  threshold: rows.thresholds,
  'top-share': rows['top-share'],
  'group-threshold': rows['group-threshold'],
  'lower-is-better': rows['lower-is-better'],
  group: rows.group,
  within: names('COLUMN,...', [
    'also compare groups within strata of these columns',
    "a stratum contains all rows with equal values. Lists gaps that reverse (Simpson's paradox)",
  ]),
  weight: rows.weight,
  cluster: rows.cluster,
  ...intakeOptions,
} as const;
const countedOptions = {
  counts: text('NAME', [
    'read the file as a table of counts',
    'An example is the result of the query that `fairwasm sql` prints for the same columns. NAME is the column ' +
      'with the number of rows',
  ]),
  ...fromOptions,
  'min-cell-size': {
    ...number(ranges.whole(2), [
      'smallest count that the query returns, as in `fairwasm sql --min-cell-size`',
      'the report bounds the effect of the omitted cells',
    ]),
    requires: ['counts', 'from'],
  },
  'suppress-below': { ...rows['suppress-below'], requires: ['counts', 'from'] },
} as const;
const interpretation = { favorable: rows.favorable, ...outcomeOptions, ...classOptions, ...comparisonOptions } as const;
const output = {
  format: text('text|json|markdown|csv|html|model-card|cyclonedx|junit|github', [
    'output format',
    'Default: from the extension of --output, or text. html is one self-contained file; model-card is Markdown ' +
      "with Hugging Face's model-index; cyclonedx is a bill of materials with the model card; junit (XML) and " +
      'github (annotations and a job summary) report whether the limits hold',
  ]),
  output: rows.output,
  'model-name': rows['model-name'],
  ...extraOptions,
  ...customOptions,
  evidence: {
    ...text('FOLDER', [
      'also write a new folder with the report as JSON, the options, the versions, and the SHA-256 of the data',
      '`fairwasm verify` reproduces the report from it',
    ]),
    excludes: ['metric', 'example'],
  },
  confidence: rows.confidence,
  simultaneous: { ...flag('make the confidence intervals of all disparities hold simultaneously'), ...ofIntervals },
  draws: {
    ...number(ranges.whole(1, 1_000_000), ['number of permutations for permutation tests', 'Default: 2000']),
    ...ofIntervals,
  },
  seed: { ...rows.seed, ...ofIntervals },
  'no-intervals': rows['no-intervals'],
  'equivalence-margin': {
    ...list('MARGIN', [
      'test whether gaps are within the margin (two one-sided tests)',
      'Pass 0.05 for all differences, or NAME=MARGIN for one disparity; disparateImpact=0.8 means 0.8 to 1.25; may ' +
        'be repeated',
    ]),
    ...ofIntervals,
  },
  shrunken: {
    ...flag([
      'add rates that are shrunk toward the overall rate (empirical Bayes)',
      'useful with many small groups, whose extreme rates are mostly due to chance',
    ]),
    ...ofIntervals,
  },
  pairs: flag('add the intersectional groups of each pair of attributes, if there are at least three attributes'),
  ...configOptions,
  example: text('NAME', 'audit a built-in example: compas, berkeley'),
} as const;
const limits = {
  ...gateOptions,
  ...rowsOptions,
  'fail-unless-equivalent': {
    ...list('MARGIN', [
      'exit with 3 unless the gap of every compared group is significantly within the margin',
      'Pass 0.05 or NAME=MARGIN; undefined gaps fail',
    ]),
    ...ofIntervals,
  },
  ...baselineOptions,
} as const;

/** Options that describe the data; an example has its own. */
export const dataOptions = {
  ...readingOptions,
  score: rows.score,
  threshold: rows.thresholds,
  cluster: rows.cluster,
  ...countedOptions,
} as const;

/** Arguments for `parse`. */
export const auditArguments = {
  ...columns,
  ...modelOption,
  ...countedOptions,
  ...interpretation,
  ...output,
  ...limits,
} as const;

/** The options in the order of --help. */
export const auditSections: readonly Section[] = [
  ['Columns', columns],
  ['Decisions by a model', modelOption],
  ['Rows in a database', countedOptions],
  ['Interpretation', interpretation],
  ['Output', output],
  [
    'Limits for continuous integration',
    limits,
    `  All but --at and --baseline may be repeated. NUMBER is a name in the report:
    accuracy             a rate, checked for every group
    disparateImpact      a disparity, for every group except the reference
    accuracy.difference  the largest gap in a rate between groups; also .ratio,
                         .min, .max, .differenceToOverall, .ratioToOverall
    rows                 a count: rows=30 requires 30 rows in every group
    missed               the custom metric "missed" of every group (--metric);
                         missed.difference is its largest gap between groups
  demographicParityDifference, demographicParityRatio (fairlearn), and
  accuracyDifference (ignite) are other names for selectionRate.difference,
  selectionRate.ratio, and accuracy.difference.
  Other names apply to multiclass labels (--classes or --ordered): metrics of
  all classes, such as macroF1ScoreOfDefined or kappa.difference, and rates of
  each class compared with the rest, such as truePositiveRate.difference=0.1.
  Limits apply to every breakdown in the report, including intersectional
  groups. Crossed limits and values that could not be checked are printed to
  standard error. With --at lower or upper, a value without an interval fails;
  otherwise, undefined values fail only if no value could be checked. The
  intervals hold simultaneously for all comparisons of the report.`,
  ],
];

/** Parsed arguments. */
export type AuditValues = Values<typeof auditArguments>;

/** Returns the options for precomputed counts. */
export function getCounts(values: AuditValues): CountsAudit {
  const { cluster, ...settings } = getAuditOptions(values);
  const { 'min-cell-size': minCellSize, 'suppress-below': suppressBelow } = values;
  const sums = settings.weight !== undefined || (settings.score !== undefined && settings.threshold === undefined);
  if (minCellSize !== undefined && suppressBelow !== undefined) {
    throw new UsageError('--suppress-below requires complete counts. Remove --min-cell-size.');
  }
  if (sums && (minCellSize ?? suppressBelow) !== undefined) {
    const unexpected = settings.weight === undefined ? 'score' : 'weight';
    const option = minCellSize === undefined ? 'suppress-below' : 'min-cell-size';
    throw new UsageError(`--${option} applies only to counts. Remove --${unexpected}.`);
  }
  if (cluster === undefined) return { ...settings, counts: values.counts, minCellSize, suppressBelow };
  throw new UsageError('--cluster requires individual rows; counts do not identify people');
}

export function getAuditOptions(values: AuditValues): CsvAuditOptions {
  const { label, prediction, score, cluster } = values;
  const reading = getReading(values);
  const threshold = values.threshold === undefined ? undefined : requireNumber('--threshold', values.threshold);
  requireDecisions({ label, prediction, score, threshold });
  return {
    ...reading,
    outcome: values.outcome,
    prediction,
    score,
    cluster,
    threshold,
    within: getConditions(values, reading.groups),
    uncertainty: getUncertainty(values),
    ...getOptionalResults(values),
  };
}

/** The report contains the metrics of counts itself. */
export const getMetrics = ({ counts }: CustomFunctions): Pick<CsvAuditOptions, 'metrics'> =>
  Object.keys(counts).length > 0 ? { metrics: counts } : {};

/** Throws {@link UsageError} if a condition also defines groups. */
export function getConditions(values: AuditValues, groups: readonly string[]): string[] | undefined {
  const { within } = values;
  const both = within?.find((name) => groups.includes(name));
  if (both === undefined) return within;
  throw new UsageError(`'${both}' appears in both --group and --within. Remove one of them.`);
}

/** Returns the optional results to compute. */
export function getOptionalResults(
  values: AuditValues,
): Pick<CsvAuditOptions, 'equivalenceMargin' | 'shrunken' | 'pairs'> {
  const { shown } = requireMargins(values);
  const isAsked = Object.keys(shown).length > 0;
  const { shrunken, pairs } = values;
  return { equivalenceMargin: isAsked ? shown : undefined, shrunken, pairs };
}

/** Returns the equivalence margins, and those that are limits. */
export function requireMargins(values: AuditValues): { shown: AskedMargins; demanded: AskedMargins } {
  const margin = parseMargins('--equivalence-margin', values['equivalence-margin']);
  const demanded = parseMargins('--fail-unless-equivalent', values['fail-unless-equivalent']);
  return { shown: joinMargins(margin, demanded), demanded };
}

export function getUncertainty(values: AuditValues): AuditOptions['uncertainty'] {
  if (values['no-intervals']) return false;
  return toArguments(values, ['confidence', 'draws', 'seed', 'simultaneous']);
}

function requireDecisions({ label, prediction, score, threshold }: Partial<CsvAuditOptions>): void {
  if (threshold !== undefined && score === undefined) {
    throw new UsageError('--threshold requires --score');
  }
  if (threshold !== undefined && prediction !== undefined) {
    throw new UsageError('--threshold derives predictions from the score. Remove --prediction.');
  }
  if (label !== undefined || prediction !== undefined || threshold !== undefined) return;
  throw new MissingColumnError('pass --label, --prediction, or --score with --threshold');
}

export const auditManual: Manual = {
  name: 'audit',
  usage: [
    'FILE.csv --label COLUMN --prediction COLUMN --group COLUMN',
    '--from duckdb:FILE --table NAME ...',
    '--example NAME',
  ],
  about:
    'Compares groups of people in a table of decisions (CSV, Parquet, Arrow, JSON, or Excel; - is ' +
    'standard input). Nothing leaves this machine.',
  sections: auditSections,
  common: ['weight', 'favorable'],
  closing: limitExitCodeHelp,
  examples: [
    'compas.csv --label two_year_recid --prediction predicted_recid --group race,sex',
    'loans.csv --label repaid --score p --threshold 0.5 --group sex --format markdown --output report.md',
    'hires.csv --prediction hired --group sex --privileged sex=male --fail-under disparateImpact=0.8 --fail-over disparateImpact=1.25',
    'admissions.csv --prediction admitted --group sex --within department',
    'hires.csv --prediction hired --group sex --fail-unless-equivalent statisticalParityDifference=0.05',
    'big.csv.gz --prediction hired --group sex',
    'decisions.parquet --prediction hired --group sex',
    'compas.csv --label two_year_recid --prediction predicted_recid --group race --outcome burden',
    '--from postgres://db.example/hr --table hires --prediction hired --group sex',
    '--example compas',
  ],
};
