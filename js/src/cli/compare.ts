// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm compare`: two columns of predictions of a CSV file, those of an old model and a new one, compared by group.

import { type CsvComparison, compareCsv } from '../audit/compare-csv.js';
import type { ComparisonReport } from '../audit/comparison.js';
import { load } from '../fairwasm.js';
import { reportCsv } from '../report/csv.js';
import { reportJson } from '../report/json.js';
import { reportMarkdown } from '../report/markdown.js';
import { reportText } from '../report/text.js';
import {
  type Command,
  type ExitCode,
  exitCodes,
  listOf,
  parse,
  requireChoice,
  requireDelimiter,
  requireFile,
  requireNumber,
  requirePair,
  UsageError,
} from './command.js';
import { requireCompared } from './compared.js';
import { ends, gatesOf, judge } from './gate.js';
import { withInput } from './input.js';
import { isColored, requireOtherFile, terminalWidth, writeOutput } from './output.js';

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
  --against COLUMN       those after: changes are --against minus --prediction
  --group COLUMN,...     the attributes that define groups; may be repeated;
                         write \\, for a comma within a name
  --weight COLUMN        how much each row counts
  --delimiter CHARACTER  what separates fields ('tab' for a tab); if left out,
                         guessed from the header: one of , ; | or a tab

How they are read
  --favorable LABEL      the outcome that counts as positive; may be repeated;
                         not needed for common pairs: 1 and 0, yes and no, ...
  --privileged COLUMN=GROUP
                         the group that gaps are taken to; may be repeated; by
                         default the largest group
  --missing error|drop   stop at a row with a missing value (the default), or
                         leave such rows out
  --missing-values TEXT,...
                         texts that stand for a missing value, as blanks always
                         do; default: NA, N/A, #N/A, <NA>, NaN, NaT, null and ?

What comes out
  --format text|json|markdown|csv
                         default: text
  --output FILE          write to a file instead of standard output, completely
                         or not at all
  --confidence NUMBER    of the intervals; default: 0.95

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
  crossed which limit. Undefined values are listed there and fail nothing,
  unless not a single value could be judged.

Exit codes: 0 done, 1 the input cannot be used, 2 wrong usage, 3 a limit was
crossed.

Examples
  fairwasm compare loans.csv --label repaid --prediction old --against new \\
    --group sex,age
  fairwasm compare loans.csv --label repaid --prediction old --against new \\
    --group sex --fail-over falsePositiveRate.widening=0.02 \\
    --fail-under accuracy.change=-0.01 --format markdown --output change.md`;

const options = {
  label: { type: 'string' },
  prediction: { type: 'string' },
  against: { type: 'string' },
  group: { type: 'string', multiple: true },
  weight: { type: 'string' },
  delimiter: { type: 'string' },
  favorable: { type: 'string', multiple: true },
  privileged: { type: 'string', multiple: true },
  missing: { type: 'string' },
  'missing-values': { type: 'string', multiple: true },
  format: { type: 'string', default: 'text' },
  output: { type: 'string' },
  confidence: { type: 'string' },
  at: { type: 'string' },
  'fail-under': { type: 'string', multiple: true },
  'fail-over': { type: 'string', multiple: true },
} as const;

type Values = ReturnType<typeof parse<typeof options>>['values'];

const formats = {
  text: (report: ComparisonReport, output: string | undefined) =>
    reportText(report, { color: isColored(output), width: terminalWidth(output) }),
  json: reportJson,
  markdown: reportMarkdown,
  csv: reportCsv,
};

async function run(argv: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parse(argv, options);
  const names = Object.keys(formats) as (keyof typeof formats)[];
  const format = requireChoice('--format', values.format, names);
  const at = requireChoice('--at', values.at ?? 'value', ends);
  const gates = [
    ...gatesOf('under', values['fail-under'], at, requireCompared),
    ...gatesOf('over', values['fail-over'], at, requireCompared),
  ];
  if (values.at !== undefined && gates.length === 0) {
    throw new UsageError('--at needs a limit: --fail-under or --fail-over');
  }
  const path = requireFile(positionals);
  const what = whatOf(values);
  const delimiter = requireDelimiter(values.delimiter);
  const { label, predictions, weight, groups } = what;
  const columns = [label, predictions.a, predictions.b, weight, ...groups].filter(
    (name) => name !== undefined,
  );
  await requireOtherFile(values.output, path);
  const fair = await load();
  const report = await withInput(
    path,
    columns,
    (source, reading, name) =>
      compareCsv(fair, source, { ...what, source: name }, { ...reading, delimiter }),
    delimiter,
  );
  const { crossed, unjudged } = judge(report, gates);
  await writeOutput(formats[format](report, values.output), values.output);
  for (const line of unjudged) process.stderr.write(`fairwasm: note: ${line}\n`);
  for (const line of crossed) process.stderr.write(`fairwasm: limit crossed: ${line}\n`);
  return crossed.length > 0 ? exitCodes.limitCrossed : exitCodes.ok;
}

function whatOf(values: Values): CsvComparison {
  const { label, prediction, against, weight, favorable } = values;
  if (prediction === undefined || against === undefined) {
    throw new UsageError('give --prediction and --against: the columns to be compared');
  }
  if (prediction === against) {
    throw new UsageError('--prediction and --against name the same column');
  }
  const groups = listOf(values.group);
  if (groups.length === 0)
    throw new UsageError('give --group: the columns that say which group a row belongs to');
  const repeated = groups.find((name, i) => groups.indexOf(name) !== i);
  if (repeated !== undefined) throw new UsageError(`--group names '${repeated}' twice`);
  const privileged = (values.privileged ?? []).map((text) => requirePair('--privileged', text));
  const stray = privileged.find(([name]) => !groups.includes(name));
  if (stray) throw new UsageError(`--privileged names '${stray[0]}', which is not a --group`);
  const missing =
    values.missing === undefined
      ? undefined
      : requireChoice('--missing', values.missing, ['error', 'drop']);
  return {
    label,
    predictions: { a: prediction, b: against },
    weight,
    groups,
    favorable,
    privileged: privileged.length > 0 ? Object.fromEntries(privileged) : undefined,
    missing,
    missingValues: values['missing-values'] && listOf(values['missing-values']),
    uncertainty: confidenceOf(values),
  };
}

function confidenceOf({ confidence: text }: Values): CsvComparison['uncertainty'] {
  if (text === undefined) return undefined;
  const confidence = requireNumber('--confidence', text);
  if (confidence > 0 && confidence < 1) return { confidence };
  throw new UsageError(`--confidence takes a number between 0 and 1, not '${text}'`);
}

export const compare: Command = {
  name: 'compare',
  summary: 'compare two predictions of the same rows by group',
  help,
  run,
};
