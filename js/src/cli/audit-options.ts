// SPDX-License-Identifier: Apache-2.0
//
// The options of `fairwasm audit` and their translation to arguments of the package.

import type { CsvAuditOptions } from '../audit/audit-csv.js';
import type { AuditOptions } from '../audit/audit-input.js';
import type { CountsAudit } from '../sql/index.js';
import { baselineOptions } from './baseline.js';
import { classOptions } from './class-options.js';
import { getList, type parse, requireNumber, requireOnce, UsageError } from './command.js';
import { configOptions } from './config.js';
import { getLimit } from './counting.js';
import { type CustomFunctions, customOptions } from './custom-metrics.js';
import { type AskedMargins, joinMargins, parseMargins } from './equivalence.js';
import { extraOptions } from './extras.js';
import { fromOptions } from './from-options.js';
import { gateOptions, rowsOptions } from './gate.js';
import { intakeOptions } from './intake.js';
import { modelOptions } from './model-options.js';
import { flag, list, type Section, text } from './options.js';
import {
  comparisonOptions,
  getOutcome,
  getReading,
  outcomeOptions,
  readingOptions,
} from './reading.js';
import { rows } from './rows.js';

const modelOption = {
  model: text(
    'FILE.onnx|NAME',
    'score the rows with this model, a file that ends in .onnx: its labels are the predictions, or ' +
      'its scores from --threshold on (`fairwasm predict --help`). Any other name is the name in ' +
      'the model card. Default: the file name',
  ),
  ...modelOptions,
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
  within: list(
    'COLUMN,...',
    'conditions, such as the department: also compare groups among rows with equal values in ' +
      "these columns, and list gaps that reverse (Simpson's paradox)",
  ),
  weight: rows.weight,
  cluster: rows.cluster,
  ...intakeOptions,
} as const;
const countedOptions = {
  counts: text(
    'NAME',
    'the file is a table of counts, the result of the query that `fairwasm sql` prints for ' +
      'the same columns; NAME is its column with the number of rows',
  ),
  ...fromOptions,
  'min-cell-size': text(
    'NUMBER',
    'smallest count that the database returns, as in `fairwasm sql --min-cell-size`; the ' +
      'report bounds the effect of the omitted cells',
  ),
  'suppress-below': rows['suppress-below'],
} as const;
const interpretation = {
  favorable: rows.favorable,
  ...outcomeOptions,
  ...classOptions,
  ...comparisonOptions,
} as const;
const output = {
  format: text(
    'text|json|markdown|csv|html|model-card|junit|github',
    'Default: from the extension of --output, or text. html is one self-contained file; ' +
      "model-card is Markdown with Hugging Face's model-index; junit (XML) and github " +
      '(annotations and a job summary) report whether the limits hold',
  ),
  output: rows.output,
  ...extraOptions,
  ...customOptions,
  evidence: text(
    'FOLDER',
    'also write a new folder with the report as JSON, the options, the versions, and the ' +
      'SHA-256 of the data; `fairwasm verify` reproduces the report from it',
  ),
  confidence: rows.confidence,
  simultaneous: flag('simultaneous confidence intervals for all disparities'),
  draws: text('NUMBER', 'number of permutations in the test. Default: 2000'),
  seed: rows.seed,
  'no-intervals': rows['no-intervals'],
  'equivalence-margin': list(
    'MARGIN',
    'equivalence tests (two one-sided tests) that gaps are within the margin: 0.05 for all ' +
      'differences, or NAME=MARGIN for one disparity; disparateImpact=0.8 means 0.8 to 1.25; ' +
      'may be repeated',
  ),
  shrunken: flag(
    'add rates that are shrunk toward the overall rate (empirical Bayes); useful for many ' +
      'small groups, whose extreme rates are mostly chance',
  ),
  pairs: flag(
    'add intersectional groups for every two attributes, if there are at least three ' +
      'attributes',
  ),
  ...configOptions,
  example: text('NAME', 'audit a built-in example: compas, berkeley'),
} as const;
const limits = {
  ...gateOptions,
  ...rowsOptions,
  'fail-unless-equivalent': list(
    'MARGIN',
    'exit with 3 unless the gap of every compared group is significantly below the margin, ' +
      '0.05 or NAME=MARGIN; undefined gaps fail',
  ),
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
    disparateImpact      a disparity, for every group but the reference group
    accuracy.difference  the largest gap in a rate between groups; also .ratio,
                         .min, .max, .differenceToOverall, .ratioToOverall
    rows                 a count: rows=30 requires 30 rows in every group
    missed               a custom metric (--metric), for every group; also
                         missed.difference, its largest gap between groups
  demographicParityDifference, demographicParityRatio (fairlearn), and
  accuracyDifference (ignite) are other names for selectionRate.difference,
  selectionRate.ratio, and accuracy.difference.
  Multiclass labels (--classes or --ordered) have other names: metrics of all
  classes, such as macroF1ScoreOfDefined or kappa.difference, and rates of each
  class against the rest, such as truePositiveRate.difference=0.1.
  Limits apply to every breakdown in the report, including intersectional
  groups. Crossed limits and values that could not be checked are printed to
  standard error. With --at lower or upper, a value without an interval fails;
  otherwise, undefined values fail only if no value could be checked. The
  intervals hold simultaneously for all comparisons of the report.`,
  ],
];

/** Parsed arguments. */
export type AuditValues = ReturnType<typeof parse<typeof auditArguments>>['values'];

/** Returns the options for precomputed counts. */
export function getCounts(values: AuditValues): CountsAudit {
  const { cluster, ...what } = whatOf(values);
  const minCellSize = getLimit(values, 'min-cell-size');
  const suppressBelow = getLimit(values, 'suppress-below');
  const sums =
    what.weight !== undefined || (what.score !== undefined && what.threshold === undefined);
  if (minCellSize !== undefined && suppressBelow !== undefined) {
    throw new UsageError('--suppress-below requires complete counts. Remove --min-cell-size.');
  }
  if (sums && (minCellSize ?? suppressBelow) !== undefined) {
    const stray = what.weight === undefined ? 'score' : 'weight';
    const option = minCellSize === undefined ? 'suppress-below' : 'min-cell-size';
    throw new UsageError(`--${option} applies only to counts. Remove --${stray}.`);
  }
  if (cluster === undefined) return { ...what, counts: values.counts, minCellSize, suppressBelow };
  throw new UsageError('--cluster requires individual rows; counts do not identify people');
}

export function whatOf(values: AuditValues): CsvAuditOptions {
  const { label, prediction, score, cluster } = values;
  const reading = getReading(values);
  const threshold =
    values.threshold === undefined ? undefined : requireNumber('--threshold', values.threshold);
  requireDecisions({ label, prediction, score, threshold });
  return {
    ...reading,
    outcome: getOutcome(values),
    prediction,
    score,
    cluster,
    threshold,
    within: withinOf(values, reading.groups),
    uncertainty: getUncertainty(values),
    ...besideOf(values),
  };
}

/** The report contains the metrics of counts itself. */
export const getMetrics = ({ counts }: CustomFunctions): Pick<CsvAuditOptions, 'metrics'> =>
  Object.keys(counts).length > 0 ? { metrics: counts } : {};

/** Throws {@link UsageError} if a condition is named twice or also defines groups. */
export function withinOf(values: AuditValues, groups: readonly string[]): string[] | undefined {
  if (values.within === undefined) return undefined;
  const within = getList(values.within);
  requireOnce('--within', within);
  const both = within.find((name) => groups.includes(name));
  if (both === undefined && within.length > 0) return within;
  throw new UsageError(
    both === undefined
      ? '--within requires the columns that are conditions'
      : `'${both}' is named in --group and in --within. Remove one of them.`,
  );
}

/** Returns the optional results to compute. */
export function besideOf(
  values: AuditValues,
): Pick<CsvAuditOptions, 'equivalenceMargin' | 'shrunken' | 'pairs'> {
  const { shown } = requireMargins(values);
  const isAsked = Object.keys(shown).length > 0;
  const { shrunken, pairs } = values;
  return { equivalenceMargin: isAsked ? shown : undefined, shrunken, pairs };
}

/** Returns the equivalence margins, and those that are limits. */
export function requireMargins(values: AuditValues): {
  shown: AskedMargins;
  demanded: AskedMargins;
} {
  const margin = parseMargins('--equivalence-margin', values['equivalence-margin']);
  const demanded = parseMargins('--fail-unless-equivalent', values['fail-unless-equivalent']);
  return { shown: joinMargins(margin, demanded), demanded };
}

const uncertaintyLimits = {
  confidence: {
    allows: (value: number) => value > 0 && value < 1,
    text: 'a number between 0 and 1',
  },
  draws: {
    allows: (value: number) => Number.isInteger(value) && value >= 1 && value <= 1e6,
    text: 'a whole number from 1 to 1000000',
  },
  seed: {
    allows: (value: number) => Number.isSafeInteger(value) && value >= 0,
    text: 'a whole number, 0 or more',
  },
} as const;

export function getUncertainty(values: AuditValues): AuditOptions['uncertainty'] {
  const names = Object.keys(uncertaintyLimits) as (keyof typeof uncertaintyLimits)[];
  const given = names.filter((name) => values[name] !== undefined);
  const others = [
    'simultaneous',
    'shrunken',
    'equivalence-margin',
    'fail-unless-equivalent',
  ] as const;
  const [first] = [...given, ...others.filter((name) => values[name] !== undefined)];
  if (values['no-intervals']) {
    if (first === undefined) return false;
    throw new UsageError(`--${first} has no effect with --no-intervals. Remove one of them.`);
  }
  const numbers = given.map((name): [string, number] => {
    const text = values[name] as string;
    const value = requireNumber(`--${name}`, text);
    const { allows, text: expected } = uncertaintyLimits[name];
    if (!allows(value)) throw new UsageError(`--${name} requires ${expected}, got '${text}'`);
    return [name, value];
  });
  return { ...Object.fromEntries(numbers), ...(values.simultaneous && { simultaneous: true }) };
}

function requireDecisions({ label, prediction, score, threshold }: Partial<CsvAuditOptions>): void {
  if (threshold !== undefined && score === undefined) {
    throw new UsageError('--threshold requires --score');
  }
  if (threshold !== undefined && prediction !== undefined) {
    throw new UsageError('--threshold derives predictions from the score. Remove --prediction.');
  }
  if (label !== undefined || prediction !== undefined || threshold !== undefined) return;
  throw new UsageError('pass --label, --prediction, or --score with --threshold');
}
