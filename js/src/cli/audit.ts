// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm audit`: a CSV file or a built-in example, audited by group.

import { realpath } from 'node:fs/promises';
import { examples, findExample, reportExample } from '../examples/examples.js';
import { type Fairwasm, load } from '../fairwasm.js';
import type { AuditOptions } from '../group/audit.js';
import { auditCsv, type CsvAudit } from '../group/audit-csv.js';
import { reportCsv } from '../report/csv.js';
import { reportHtml } from '../report/html.js';
import { reportJson } from '../report/json.js';
import { reportMarkdown } from '../report/markdown.js';
import type { Report } from '../report/report.js';
import { reportText } from '../report/text.js';
import {
  type Command,
  type ExitCode,
  exitCodes,
  listOf,
  parse,
  requireChoice,
  requireNumber,
  requirePair,
  UsageError,
} from './command.js';
import { judge, parseGates } from './gate.js';
import { withInput } from './input.js';
import { isColored, writeOutput } from './output.js';

const help = `Usage: fairwasm audit FILE.csv --label COLUMN --prediction COLUMN --group COLUMN
       fairwasm audit --example NAME

Compares how groups of people fare in a table of decisions. The file needs a
header row; - reads standard input. Nothing leaves this machine.

What the columns are
  --label COLUMN         the true outcome
  --prediction COLUMN    the predicted outcome or the decision
  --score COLUMN         the estimated probability of the favorable outcome
  --threshold NUMBER     predict the favorable outcome from this score on
                         (instead of --prediction)
  --group COLUMN,...     the attributes that make groups; may be repeated
  --weight COLUMN        how much each row counts
  --delimiter CHARACTER  what separates fields ('tab' for a tab); left out:
                         guessed from the header

How they are read
  --favorable LABEL      the outcome that counts as positive; may be repeated;
                         not needed for usual pairs: 1 and 0, yes and no, ...
  --privileged COLUMN=GROUP
                         the group that others are compared with; may be
                         repeated; left out: the largest group
  --missing error|drop   stop at a row in which a value is missing (the
                         default), or leave it out

What comes out
  --format text|json|markdown|csv|html
                         default: text; html is one file for any browser
  --output FILE          a file instead of standard output, written whole or
                         not at all
  --confidence NUMBER    of the intervals; default: 0.95
  --draws NUMBER         of the bootstrap and of permutations; default: 2000
  --seed NUMBER          one seed gives the same numbers everywhere; default: 1
  --no-intervals         values alone, without intervals and tests
  --example NAME         audit a built-in example: ${examples.map(({ name }) => name).join(', ')}

Guarding a build
  --fail-under METRIC=LIMIT
                         exit with 3 where a group's value is under the limit
  --fail-over METRIC=LIMIT
                         exit with 3 where a group's value is over the limit;
                         differences count in both directions, so
                         statisticalParityDifference=0.1 allows -0.1 to 0.1
  Both may be repeated. Every group of every breakdown in the report counts,
  crossed groups too. Standard error says which group broke which threshold.
  Undefined values are named there and break nothing, unless not a single
  value could be judged.

Exit codes: 0 done, 1 the input cannot be used, 2 wrong usage, 3 a threshold is
broken.

Examples
  fairwasm audit compas.csv --label two_year_recid \\
    --prediction predicted_recid --group race,sex
  fairwasm audit loans.csv --label repaid --score p --threshold 0.5 \\
    --group sex --format markdown --output report.md
  fairwasm audit hires.csv --prediction hired --group sex \\
    --privileged sex=male --fail-under disparateImpact=0.8 \\
    --fail-over disparateImpact=1.25
  zcat big.csv.gz | fairwasm audit - --prediction hired --group sex
  fairwasm audit --example compas`;

const dataOptions = {
  label: { type: 'string' },
  prediction: { type: 'string' },
  score: { type: 'string' },
  threshold: { type: 'string' },
  group: { type: 'string', multiple: true },
  weight: { type: 'string' },
  delimiter: { type: 'string' },
  favorable: { type: 'string', multiple: true },
  privileged: { type: 'string', multiple: true },
  missing: { type: 'string' },
} as const;

const options = {
  ...dataOptions,
  format: { type: 'string', default: 'text' },
  output: { type: 'string' },
  confidence: { type: 'string' },
  draws: { type: 'string' },
  seed: { type: 'string' },
  'no-intervals': { type: 'boolean' },
  example: { type: 'string' },
  'fail-under': { type: 'string', multiple: true },
  'fail-over': { type: 'string', multiple: true },
} as const;

type Values = ReturnType<typeof parse<typeof options>>['values'];

const formats = {
  text: (report: Report, output: string | undefined) =>
    reportText(report, { color: isColored(output) }),
  json: reportJson,
  markdown: reportMarkdown,
  csv: reportCsv,
  html: reportHtml,
};

async function run(argv: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parse(argv, options);
  const format = requireChoice(
    '--format',
    values.format,
    Object.keys(formats) as (keyof typeof formats)[],
  );
  const gates = [
    ...parseGates('under', values['fail-under']),
    ...parseGates('over', values['fail-over']),
  ];
  const makeReport =
    values.example === undefined
      ? fileReport(positionals, values)
      : exampleReport(positionals, values);
  if (values.output !== undefined) await requireOtherFile(values.output, positionals[0]);
  const report = await makeReport(await load());
  const { broken, unjudged } = judge(report, gates);
  await writeOutput(formats[format](report, values.output), values.output);
  for (const line of unjudged) process.stderr.write(`fairwasm: note: ${line}\n`);
  for (const line of broken) process.stderr.write(`fairwasm: threshold broken: ${line}\n`);
  return broken.length > 0 ? exitCodes.thresholdBroken : exitCodes.ok;
}

type MakeReport = (fair: Fairwasm) => Promise<Report>;

function exampleReport(positionals: readonly string[], values: Values): MakeReport {
  const own = Object.keys(dataOptions).find((name) => values[name as keyof typeof dataOptions]);
  if (positionals.length > 0 || own !== undefined) {
    const what = own === undefined ? 'a file' : `--${own}`;
    throw new UsageError(`--example brings its own data: it takes no ${what.replace('a ', '')}`);
  }
  const name = requireChoice(
    '--example',
    values.example as string,
    examples.map((each) => each.name),
  );
  const uncertainty = uncertaintyOf(values);
  return async (fair) => reportExample(fair, findExample(name), { uncertainty });
}

function fileReport(positionals: readonly string[], values: Values): MakeReport {
  const [path, ...more] = positionals;
  if (path === undefined)
    throw new UsageError('give a CSV file, - for standard input, or --example');
  if (more.length > 0) throw new UsageError(`one file at a time, not also '${more[0]}'`);
  const what = whatOf(values);
  const delimiter = values.delimiter?.toLowerCase() === 'tab' ? '\t' : values.delimiter;
  if (delimiter !== undefined && !/^[^"\r\n\ufeff]$/.test(delimiter)) {
    throw new UsageError(`--delimiter takes one character or 'tab', not '${delimiter}'`);
  }
  const { label, prediction, score, weight, groups } = what;
  const columns = [label, prediction, score, weight, ...groups].filter(
    (name) => name !== undefined,
  );
  return (fair) =>
    withInput(path, columns, (source, reading, name) =>
      auditCsv(fair, source, { ...what, source: name }, { ...reading, delimiter }),
    );
}

function whatOf(values: Values): CsvAudit {
  const { label, prediction, score, weight, favorable } = values;
  const groups = listOf(values.group);
  if (groups.length === 0) throw new UsageError('--group says by which columns to compare');
  const repeated = groups.find((name, i) => groups.indexOf(name) !== i);
  if (repeated !== undefined) throw new UsageError(`--group names '${repeated}' twice`);
  const threshold =
    values.threshold === undefined ? undefined : requireNumber('--threshold', values.threshold);
  requireDecisions({ label, prediction, score, threshold });
  const privileged = (values.privileged ?? []).map((text) => requirePair('--privileged', text));
  const stray = privileged.find(([name]) => !groups.includes(name));
  if (stray) throw new UsageError(`--privileged names '${stray[0]}', which is no --group`);
  const missing =
    values.missing === undefined
      ? undefined
      : requireChoice('--missing', values.missing, ['error', 'drop']);
  return {
    label,
    prediction,
    score,
    weight,
    groups,
    threshold,
    favorable,
    privileged: privileged.length > 0 ? Object.fromEntries(privileged) : undefined,
    missing,
    uncertainty: uncertaintyOf(values),
  };
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

function uncertaintyOf(values: Values): AuditOptions['uncertainty'] {
  const names = Object.keys(uncertaintyLimits) as (keyof typeof uncertaintyLimits)[];
  const given = names.filter((name) => values[name] !== undefined);
  if (values['no-intervals']) {
    if (given[0] === undefined) return false;
    throw new UsageError(`--no-intervals leaves nothing for --${given[0]} to say`);
  }
  const numbers = given.map((name): [string, number] => {
    const text = values[name] as string;
    const value = requireNumber(`--${name}`, text);
    const { allows, text: expected } = uncertaintyLimits[name];
    if (!allows(value)) throw new UsageError(`--${name} takes ${expected}, not '${text}'`);
    return [name, value];
  });
  return Object.fromEntries(numbers);
}

function requireDecisions({ label, prediction, score, threshold }: Partial<CsvAudit>): void {
  if (threshold !== undefined && score === undefined) {
    throw new UsageError('--threshold needs --score');
  }
  if (threshold !== undefined && prediction !== undefined) {
    throw new UsageError('--threshold makes predictions from the score: leave out --prediction');
  }
  if (label !== undefined || prediction !== undefined || threshold !== undefined) return;
  throw new UsageError('give --label, --prediction, or --score with --threshold');
}

// The report must not take the place of the data.
async function requireOtherFile(output: string, input: string | undefined): Promise<void> {
  if (input === undefined || input === '-') return;
  const [from, to] = await Promise.all(
    [input, output].map((path) => realpath(path).catch(() => undefined)),
  );
  if (from !== undefined && from === to) {
    throw new UsageError(`--output would overwrite the input '${input}'`);
  }
}

export const audit: Command = {
  name: 'audit',
  summary: 'compare how groups fare in a CSV file of decisions',
  help,
  run,
};
