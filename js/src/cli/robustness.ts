// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm robustness`: certificates from a CSV file of scores.

import { type CsvCertificates, certifyCsv } from '../robustness/certify-csv.js';
import { load } from '../robustness/robustness.js';
import { robustnessText } from '../robustness/text.js';
import {
  type Command,
  type ExitCode,
  exitCodes,
  listOf,
  parse,
  requireChoice,
  requireNumber,
  UsageError,
} from './command.js';
import { isColored, writeOutput } from './output.js';
import { fileOf } from './reading.js';

const help = `Usage: fairwasm robustness FILE.csv --label COLUMN --lipschitz NUMBER

Certifies how far an input may be moved before the network that gave the scores
can change its decision, over all rows and by group. The file needs a header
row; - reads standard input. Nothing leaves this machine.

What the columns are
  --label COLUMN         the true class: with several score columns the name of
                         its column or its place among them, counted from 0;
                         with one, 0 and 1, or -1 and 1
  --score COLUMN,...     the network's outputs before softmax or sigmoid; may be
                         repeated; left out: all other columns
  --group COLUMN,...     the attributes that make groups; may be repeated
  --weight COLUMN        what each row counts, 0 or more; left out: 1
  --delimiter CHARACTER  what separates fields ('tab' for a tab); left out:
                         guessed from the header

What is known of the network
  --lipschitz NUMBER     its Lipschitz constant for the Euclidean norm
  --joint                the constant is of all outputs together: margins are
                         divided by √2 times it; left out: of each output by
                         itself, 2 times

What comes out
  --epsilon NUMBER,...   radii to certify at, as numbers or fractions; may be
                         repeated; left out: 36/255
  --format text|json     default: text
  --output FILE          a file instead of standard output, written whole or
                         not at all

Exit codes: 0 done, 1 the input cannot be used, 2 wrong usage.

Examples
  fairwasm robustness scores.csv --label y --lipschitz 1 --epsilon 36/255
  fairwasm robustness scores.csv --label y --score cat,dog,bird \\
    --lipschitz 2.5 --joint --group sex --epsilon 0.1,0.25,0.5 --format json`;

const options = {
  label: { type: 'string' },
  score: { type: 'string', multiple: true },
  group: { type: 'string', multiple: true },
  weight: { type: 'string' },
  delimiter: { type: 'string' },
  lipschitz: { type: 'string' },
  joint: { type: 'boolean', default: false },
  epsilon: { type: 'string', multiple: true },
  format: { type: 'string', default: 'text' },
  output: { type: 'string' },
} as const;

type Values = ReturnType<typeof parse<typeof options>>['values'];

async function run(argv: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parse(argv, options);
  const file = fileOf(positionals, values);
  const format = requireChoice('--format', values.format, ['text', 'json']);
  const what = whatOf(values);
  const columns = [what.label, ...(what.scores ?? []), ...(what.groups ?? []), what.weight];
  const robustness = await load();
  const report = await file.read(columns, (source, reading, name) =>
    certifyCsv(robustness, source, { ...what, source: name }, reading),
  );
  const text =
    format === 'json'
      ? `${JSON.stringify(report, null, 2)}\n`
      : robustnessText(report, { color: isColored(values.output) });
  await writeOutput(text, values.output);
  return exitCodes.ok;
}

function whatOf(values: Values): CsvCertificates {
  if (values.label === undefined)
    throw new UsageError('give --label, the column of the true class');
  if (values.lipschitz === undefined) {
    throw new UsageError(
      'give --lipschitz, the network’s Lipschitz constant: there is no default that could be right',
    );
  }
  const lipConst = requireNumber('--lipschitz', values.lipschitz);
  if (lipConst <= 0) throw new UsageError(`--lipschitz takes a number above 0, not '${lipConst}'`);
  const [scores, groups, epsilons] = [values.score, values.group, values.epsilon].map(listOf);
  const { weight } = values;
  if (weight === '') throw new UsageError('--weight takes the name of a column');
  const named = [values.label, ...(scores as string[]), ...(groups as string[]), weight];
  requireDistinct(named.filter((column) => column !== undefined));
  return {
    label: values.label,
    scores: scores?.length ? scores : undefined,
    groups: groups as string[],
    weight,
    epsilons: epsilons?.length ? epsilons.map(requireEpsilon) : undefined,
    lipConst,
    disjointNeurons: !values.joint,
  };
}

function requireDistinct(columns: readonly string[]): void {
  const repeated = columns.find((name, i) => columns.indexOf(name) !== i);
  if (repeated === undefined) return;
  throw new UsageError(`the column '${repeated}' is named twice, but can be used once only`);
}

// 0.25, or 36/255 as papers write it.
function requireEpsilon(text: string): number {
  const [numerator = '', denominator = '1', ...rest] = text.split('/');
  const value = requireNumber('--epsilon', numerator) / requireNumber('--epsilon', denominator);
  if (rest.length === 0 && value >= 0 && Number.isFinite(value)) return value;
  throw new UsageError(`--epsilon takes a number of 0 or more, or a fraction, not '${text}'`);
}

export const robustness: Command = {
  name: 'robustness',
  summary: 'certify a network’s decisions from a CSV file of its scores',
  help,
  options,
  run,
};
