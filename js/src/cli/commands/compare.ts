// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm compare`: compares two columns of predictions in a CSV file, of an old and a new model, by group.

import { type CsvComparisonOptions, compareCsv } from '../../audit/comparison/compare-csv.js';
import type { ComparisonReport } from '../../audit/comparison/comparison.js';
import { load } from '../../fairwasm.js';

import { type Command, type ExitCode, parse } from '../command.js';
import { intakeOptions } from '../input/intake.js';
import { comparisonOptions, getFile, getReading } from '../input/reading.js';
import { annotations, jobSummary, junit, writeJobSummary } from '../limits/formats.js';
import { type Check, gateOptions, getGates, judge, requireLimits, tellVerdict } from '../limits/limits.js';
import { requireCompared } from '../limits/numbers.js';
import { configOptions, configured } from '../options/config.js';
import { limitExitCodeHelp, type Manual, required, text } from '../options/options.js';
import { rows } from '../options/rows.js';
import { UsageError } from '../options/usage.js';
import { documentFormats, requireFormat, resultFormats } from '../output/format.js';
import { requireOtherFile, writeOutput } from '../output/output.js';

const columns = {
  label: text('COLUMN', ['the true outcome', 'Default: compare only selection rates']),
  prediction: required(text('COLUMN', 'predictions or decisions before the change')),
  against: required(
    text('COLUMN', ['predictions or decisions after the change', 'changes are --against minus --prediction']),
  ),
  group: rows.group,
  weight: rows.weight,
  cluster: rows.cluster,
  ...intakeOptions,
} as const;
const interpretation = { favorable: rows.favorable, outcome: rows.outcome, ...comparisonOptions } as const;
const output = {
  format: text('text|json|markdown|csv|html|junit|github', [
    'output format',
    'Default: from the extension of --output, or text. junit and github report the results of limits to build ' +
      'servers and GitHub Actions',
  ]),
  output: rows.output,
  confidence: rows.confidence,
  ...configOptions,
} as const;
const limits = {
  ...gateOptions,
  at: {
    ...gateOptions.at,
    help:
      'compare the limits with the value or an end of its confidence interval. Default: value. --fail-over ' +
      'falsePositiveRate.widening=0 --at lower fails only if a gap became significantly wider',
  },
} as const;

export const compareArguments = { ...columns, ...interpretation, ...output, ...limits } as const;

const manual: Manual = {
  name: 'compare',
  usage: ['FILE.csv --label COLUMN --prediction COLUMN --against COLUMN --group COLUMN'],
  about:
    'Compares two sets of predictions for the same rows: the changes in the rates of each group ' +
    'and in the gaps between groups. The confidence intervals and ' +
    "McNemar's test use the pairing, so they detect smaller changes than two separate audits " +
    'would. Nothing leaves this machine.',
  sections: [
    ['Columns', columns],
    ['Interpretation', interpretation],
    ['Output', output],
    [
      'Limits for continuous integration',
      limits,
      `  Both options may be repeated. NUMBER is a rate followed by one of these:
    .change              after minus before, for every group: accuracy.change
    .gap                 gap to the reference group after the change;
                         --fail-over limits both directions
    .widening            increase in the size of the gap
  Limits apply to every breakdown, including intersectional groups. Crossed
  limits and values that could not be checked are printed to standard error.
  With --at lower or upper, a value without an interval fails; otherwise,
  undefined values fail only if no value could be checked. The intervals hold
  simultaneously for all groups, breakdowns, and rates of the summary.`,
    ],
  ],
  closing: limitExitCodeHelp,
  examples: [
    'loans.csv --label repaid --prediction old --against new --group sex,age',
    'loans.csv --label repaid --prediction old --against new --group sex --fail-over falsePositiveRate.widening=0.02 --fail-under accuracy.change=-0.01 --format markdown --output change.md',
  ],
};

type Values = ReturnType<typeof parse<typeof compareArguments>>['values'];

interface Shown {
  output: string | undefined;
  checks: readonly Check[];
}

const formats = {
  ...resultFormats(documentFormats),
  junit: (report: ComparisonReport, { checks }: Shown) => junit(report.source, checks),
  github: (_report: ComparisonReport, { checks }: Shown) => annotations([], checks),
};

async function run(argv: readonly string[]): Promise<ExitCode> {
  const given = await configured('compare', argv, compareArguments);
  const { values, positionals } = parse(given, compareArguments);
  const names = Object.keys(formats) as (keyof typeof formats)[];
  const format = requireFormat(values, names);
  const gates = getGates(values, requireCompared);
  requireLimits(format, gates.length > 0);
  const file = getFile(positionals, values);
  const settings = getComparisonOptions(values);
  const { label, predictions, weight, cluster, groups } = settings;
  const columns = [label, predictions.a, predictions.b, weight, cluster, ...groups];
  await requireOtherFile(values.output, file.path);
  const fair = await load();
  const report = await file.read(columns, (source, reading, name) =>
    compareCsv(fair, source, { ...settings, source: name }, reading),
  );
  const checks = judge(report, gates);
  await writeOutput(formats[format](report, { output: values.output, checks }), values.output);
  if (format === 'github') await writeJobSummary(jobSummary(report, checks));
  return tellVerdict(checks);
}

function getComparisonOptions(values: Values): CsvComparisonOptions {
  const { prediction, against, confidence } = values;
  if (prediction === against) {
    throw new UsageError('--prediction and --against name the same column');
  }
  return {
    ...getReading(values),
    outcome: values.outcome,
    predictions: { a: prediction, b: against },
    cluster: values.cluster,
    uncertainty: confidence === undefined ? undefined : { confidence },
  };
}

export const compare: Command = { name: 'compare', manual, options: compareArguments, run };
