// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm compare`: two columns of predictions of a CSV file, those of an old model and a new one, compared by group.

import { type CsvComparisonOptions, compareCsv } from '../audit/compare-csv.js';
import type { ComparisonReport } from '../audit/comparison.js';
import { load } from '../fairwasm.js';
import { reportCsv } from '../report/csv.js';
import { reportJson } from '../report/json.js';
import { reportMarkdown } from '../report/markdown.js';
import { reportText } from '../report/text.js';
import { type Command, type ExitCode, parse, requireNumber, UsageError } from './command.js';
import { requireCompared } from './comparison-metric.js';
import { configOptions, configured } from './config.js';
import { formatOptions, requireFormat } from './format.js';
import { type Check, gateOptions, gatesOf, judge, requireLimits, tellVerdict } from './gate.js';
import { annotations, jobSummary, writeJobSummary } from './github.js';
import { junit } from './junit.js';
import { isColored, requireOtherFile, terminalWidth, writeOutput } from './output.js';
import {
  fileOf,
  missingHelp,
  outcomeOf,
  outcomeOptions,
  readingOf,
  readingOptions,
} from './reading.js';

const help = `Usage: fairwasm compare FILE.csv --label COLUMN --prediction COLUMN
                 --against COLUMN --group COLUMN

Says what new predictions change for whom: which rates of which groups rise or
fall, and which gaps between groups become wider or narrower. Both predictions
are about the same rows of one file, and the intervals and McNemar's test know
that: they find smaller changes than two audits would. Nothing leaves this
machine.

What the columns are
  --label COLUMN         the true outcome; without it only selection rates are
                         compared
  --prediction COLUMN    the predictions or decisions before
  --against COLUMN       predictions or decisions after the change; changes are
                         --against minus --prediction
  --group COLUMN,...     the attributes that define groups; may be repeated;
                         write \\, for a comma within a name
  --weight COLUMN        how much each row counts
  --delimiter CHARACTER  field separator ('tab' for a tab). Default: detected in
                         the header: one of , ; | or a tab

Interpretation
  --favorable LABEL      the outcome that counts as positive; may be repeated;
                         not needed for common pairs: 1 and 0, yes and no, ...
  --outcome benefit|burden
                         what a positive decision is to people: a burden, such
                         as detention, has its own words and comes first where
                         it falls wrongly; no number depends on it
  --privileged COLUMN=GROUP
                         the reference group for gaps; may be repeated.
                         Default: the largest group
${missingHelp}

Output
  --format text|json|markdown|csv|junit|github
                         Default: by the ending of --output, or text.
                         junit and github report the results of
                         limits to build servers and GitHub Actions
  --output FILE          write to a file instead of standard output, completely
                         or not at all
  --confidence NUMBER    level of the confidence intervals. Default: 0.95
  --config FILE          options as JSON, by command; options given here take
                         precedence. Default: fairwasm.config.json in this
                         folder, if it exists

Guarding a change of the model
  --fail-under NUMBER=LIMIT
                         exit with 3 if a group's value is below the limit
  --fail-over NUMBER=LIMIT
                         exit with 3 if a group's value is above the limit
  --at value|lower|upper
                         hold the value against the limits (the default), or
                         that end of its interval: --fail-over
                         falsePositiveRate.widening=0 --at lower fails only if
                         a gap became wider by more than chance
  The first two may be repeated. NUMBER is a rate with
    .change              after - before, of every group: accuracy.change
    .gap                 to the reference group, after; --fail-over counts in
                         both directions
    .widening            by how much the size of the gap grew
  Every breakdown counts, crossed groups too. Standard error says which group
  crossed which limit, and which values could not be judged. At an end of the
  interval, a value that is undefined or has no interval fails like a crossed
  limit; otherwise it fails only if no value at all could be judged. Intervals
  hold for all groups, breakdowns and rates of the summary together.

Exit codes: 0 done, 1 the input cannot be used, 2 wrong usage, 3 a limit was
crossed or could not be judged.

Examples
  fairwasm compare loans.csv --label repaid --prediction old --against new \\
    --group sex,age
  fairwasm compare loans.csv --label repaid --prediction old --against new \\
    --group sex --fail-over falsePositiveRate.widening=0.02 \\
    --fail-under accuracy.change=-0.01 --format markdown --output change.md`;

/** What the command line takes. */
export const compareArguments = {
  ...readingOptions,
  ...configOptions,
  ...outcomeOptions,
  ...gateOptions,
  against: { type: 'string' },
  ...formatOptions,
  confidence: { type: 'string' },
} as const;

type Values = ReturnType<typeof parse<typeof compareArguments>>['values'];

interface Shown {
  output: string | undefined;
  checks: readonly Check[];
}

const formats = {
  text: (report: ComparisonReport, { output }: Shown) =>
    reportText(report, { color: isColored(output), width: terminalWidth(output) }),
  json: reportJson,
  markdown: reportMarkdown,
  csv: reportCsv,
  junit: (report: ComparisonReport, { checks }: Shown) => junit(report.source, checks),
  github: (_report: ComparisonReport, { checks }: Shown) => annotations([], checks),
};

async function run(argv: readonly string[]): Promise<ExitCode> {
  const given = await configured('compare', argv, compareArguments);
  const { values, positionals } = parse(given, compareArguments);
  const names = Object.keys(formats) as (keyof typeof formats)[];
  const format = requireFormat(values, names);
  const gates = gatesOf(values, requireCompared);
  requireLimits(format, gates.length > 0);
  const file = fileOf(positionals, values);
  const what = whatOf(values);
  const { label, predictions, weight, groups } = what;
  const columns = [label, predictions.a, predictions.b, weight, ...groups];
  await requireOtherFile(values.output, file.path);
  const fair = await load();
  const report = await file.read(columns, (source, reading, name) =>
    compareCsv(fair, source, { ...what, source: name }, reading),
  );
  const checks = judge(report, gates);
  await writeOutput(formats[format](report, { output: values.output, checks }), values.output);
  if (format === 'github') await writeJobSummary(jobSummary(report, checks));
  return tellVerdict(checks);
}

function whatOf(values: Values): CsvComparisonOptions {
  const { prediction, against } = values;
  if (prediction === undefined || against === undefined) {
    throw new UsageError('give --prediction and --against: the columns to be compared');
  }
  if (prediction === against) {
    throw new UsageError('--prediction and --against name the same column');
  }
  return {
    ...readingOf(values),
    outcome: outcomeOf(values),
    predictions: { a: prediction, b: against },
    uncertainty: confidenceOf(values),
  };
}

function confidenceOf({ confidence: text }: Values): CsvComparisonOptions['uncertainty'] {
  if (text === undefined) return undefined;
  const confidence = requireNumber('--confidence', text);
  if (confidence > 0 && confidence < 1) return { confidence };
  throw new UsageError(`--confidence takes a number between 0 and 1, not '${text}'`);
}

export const compare: Command = {
  name: 'compare',
  help,
  options: compareArguments,
  run,
};
