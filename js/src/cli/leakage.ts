// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm leakage`: how much more predictions give away than the truth does, in a CSV file.

import { load } from '../fairwasm.js';
import type { AttackColumns } from '../predictability/columns.js';
import {
  attackHelp,
  attackOptions,
  layersOf,
  optionsOf,
  pickColumns,
  readColumns,
  requireFile,
  showResult,
  training,
} from './attack.js';
import {
  type Command,
  type ExitCode,
  exitCodes,
  listOf,
  parse,
  requireChoice,
  UsageError,
} from './command.js';
import { writeOutput } from './output.js';

const help = `Usage: fairwasm leakage FILE.csv --feature COLUMN,... --label COLUMN,...
                        --prediction COLUMN,...

Trains attackers that guess the label, and others that guess the prediction,
from the feature. How much better the second ones are is leakage. Labels are
first made as wrong as the predictions are. Above 0: predictions give more away.
The file needs a header row; - reads standard input. Nothing leaves this
machine.

What the columns are
  --feature COLUMN,...    what attackers see, such as a protected attribute
  --label COLUMN,...      what is true
  --prediction COLUMN,... what the model says instead, in the same order
  --normalized            divide by the sum of both qualities

${attackHelp}

Examples
  fairwasm leakage loans.csv --feature sex --label repaid --prediction p_repaid
  fairwasm leakage loans.csv --feature sex,race --label repaid \\
    --prediction p_repaid --layers 3 --epochs 50 --format json`;

const options = {
  ...attackOptions,
  feature: { type: 'string', multiple: true },
  label: { type: 'string', multiple: true },
  prediction: { type: 'string', multiple: true },
  normalized: { type: 'boolean' },
} as const;

function required(option: string, values: readonly string[] | undefined): string[] {
  const names = listOf(values);
  if (names.length > 0) return names;
  throw new UsageError(`give ${option}`);
}

async function run(argv: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parse(argv, options);
  const path = requireFile(positionals);
  const format = requireChoice('--format', values.format, ['text', 'json']);
  const feature = required('--feature', values.feature);
  const label = required('--label', values.label);
  const prediction = required('--prediction', values.prediction);
  if (prediction.length !== label.length) {
    throw new UsageError(`--prediction takes as many columns as --label: ${label.length}`);
  }
  const settings = {
    ...optionsOf(values),
    attacker: layersOf(values),
    normalized: values.normalized,
  };
  const read = async (file: string): Promise<AttackColumns> => {
    const columns = await readColumns(file, [...new Set([...feature, ...label, ...prediction])]);
    // Predictions go by the names of what they predict.
    const renamed = Object.fromEntries(
      label.map((name, i) => [name, columns[prediction[i] as string] as string[]]),
    );
    return {
      feature: pickColumns(columns, feature),
      label: pickColumns(columns, label),
      prediction: pickColumns(renamed, label),
    };
  };
  const rows = await read(path);
  const test = values.test === undefined ? undefined : await read(values.test);
  const fair = await load({ families: ['predictability'] });
  const result = await training(values, (run) => fair.leakage({ ...rows, test, ...settings }, run));
  const text =
    format === 'json'
      ? `${JSON.stringify(result, null, 2)}\n`
      : `Leakage (above 0: predictions give more away than the truth)\n${showResult(result).join('\n')}\n`;
  await writeOutput(text, values.output);
  return exitCodes.ok;
}

export const leakage: Command = {
  name: 'leakage',
  summary: 'measure how much more predictions give away than the truth does',
  help,
  run,
};
