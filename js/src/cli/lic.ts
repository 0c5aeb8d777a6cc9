// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm lic`: measures the leakage of generated captions beyond human captions in a CSV file.

import { showCount } from '../document/format.js';
import { wrap } from '../document/layout.js';
import type { LicInput, LicResult } from '../predictability/lic.js';
import { load } from '../predictability/predictability.js';
import {
  type Command,
  type ExitCode,
  exitCodes,
  getList,
  parse,
  requireFile,
  requireNumber,
  requireWhole,
  UsageError,
} from './command.js';
import { computing, showSigned } from './computing.js';
import { readColumns } from './file-columns.js';
import { requireFormat } from './format.js';
import { getIntake, intakeOptions } from './intake.js';
import { list, type Manual, text } from './options.js';
import { requireOtherFile, writeOutput } from './output.js';
import { rows } from './rows.js';

const numberOptions = {
  trials: { type: 'string' },
  epochs: { type: 'string' },
  'batch-size': { type: 'string' },
  'learning-rate': { type: 'string' },
  'test-size': { type: 'string' },
  'word-width': { type: 'string' },
  blocks: { type: 'string' },
  seed: { type: 'string' },
} as const;

const columns = {
  human: list('COLUMN,...', 'human captions; trials alternate between the columns'),
  generated: text('COLUMN', 'generated captions'),
  attribute: text('COLUMN', 'the protected attribute'),
  'masked-words': list('WORD,...', 'words to mask. Default: words that name a gender'),
  ...intakeOptions,
} as const;
const trainingOfAttackers = {
  trials: rows.trials,
  epochs: text('NUMBER', 'passes over the rows. Default: 20'),
  'batch-size': rows['batch-size'],
  'learning-rate': text('NUMBER', 'step size of training. Default: 0.01'),
  'test-size': text('SHARE', 'fraction of the images for testing. Default: 0.1'),
  'word-width': text('NUMBER', 'dimension of word vectors. Default: 32'),
  'hidden-widths': list('NUMBER,...', 'widths of the hidden layers. Default: 32'),
  blocks: text(
    'NUMBER',
    'number of disjoint blocks of images, each measured separately for the confidence ' +
      'interval over images; 0 omits the interval. Default: at most 10, with ten images of each ' +
      'category in a block',
  ),
  seed: rows.seed,
  workers: rows.workers,
} as const;
const output = {
  format: rows.format,
  output: rows.output,
} as const;
const options = { ...columns, ...trainingOfAttackers, ...output } as const;

const manual: Manual = {
  name: 'lic',
  usage: ['FILE.csv --human COLUMN,... --generated COLUMN --attribute COLUMN'],
  about:
    'Measures leakage in image captions (LIC). Attackers predict a protected attribute of the ' +
    'person shown, from human captions and from generated captions of the same images; ' +
    'leakage is the gain on generated captions. Words that name the attribute are masked. The ' +
    'file has one image per row and needs a header row; use - for standard input. Nothing ' +
    'leaves this machine.',
  sections: [
    ['Columns', columns],
    ['Training of attackers', trainingOfAttackers],
    ['Output', output],
  ],
  examples: ['captions.csv --human human --generated model --attribute gender'],
};

type Values = ReturnType<typeof parse<typeof options>>['values'];

async function run(argv: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parse(argv, options);
  const path = requireFile(positionals);
  const format = requireFormat(values, ['text', 'json']);
  const human = getList(values.human);
  if (human.length === 0) throw new UsageError('give --human');
  const generated = required('--generated', values.generated);
  const attribute = required('--attribute', values.attribute);
  const training = getTraining(values);
  const intake = getIntake(values);
  await requireOtherFile(values.output, path);
  const workers =
    values.workers === undefined ? undefined : requireWhole('--workers', values.workers, 0);
  const names = [...new Set([...human, generated, attribute])];
  const columns = await readColumns(path, names, intake);
  const column = (name: string) => columns[name] as string[];
  const input: LicInput = {
    human: column(generated).map((_, row) => human.map((name) => column(name)[row] as string)),
    generated: column(generated),
    attribute: column(attribute),
    ...training,
  };
  const predictability = await load();
  const origin = { path, intake, columns: { human: human[0] as string, generated, attribute } };
  const result = await computing(
    ({ onProgress }) => predictability.lic(input, { workers, onProgress }),
    origin,
  );
  const text =
    format === 'json' ? `${JSON.stringify(result, null, 2)}\n` : `${show(result).join('\n')}\n`;
  await writeOutput(text, values.output);
  return exitCodes.ok;
}

function required(option: string, value: string | undefined): string {
  if (value !== undefined) return value;
  throw new UsageError(`give ${option}`);
}

// Omitted options get the package's defaults.
function getTraining(values: Values): Partial<LicInput> {
  const names = Object.keys(numberOptions) as (keyof typeof numberOptions)[];
  const given = names.filter((name) => values[name] !== undefined);
  const numbers = given.map((name) => [
    name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
    requireNumber(`--${name}`, values[name] as string),
  ]);
  const widths = getList(values['hidden-widths']).map((text) =>
    requireWhole('--hidden-widths', text, 1),
  );
  const masked = getList(values['masked-words']);
  return {
    ...Object.fromEntries(numbers),
    ...(widths.length > 0 && { hiddenWidths: widths }),
    ...(masked.length > 0 && { maskedWords: masked }),
  };
}

const none = 'none; the note states why';

function show({ value, interval, overSeeds, coverage, licD, licM, trials }: LicResult): string[] {
  const mean = (key: 'accuracyD' | 'accuracyM') =>
    trials.reduce((sum, trial) => sum + trial[key], 0) / trials.length;
  const line = (name: string, score: number, accuracy: number) =>
    `  ${name}  score ${score.toFixed(4)}, accuracy ${(100 * accuracy).toFixed(1)}%`;
  return [
    'Leakage in captions (above 0: generated captions leak more than human captions)',
    `  LIC                 ${showSigned(value)}   over ${showCount(trials.length)} trials`,
    `  95% CI over images  ${interval.some(Number.isNaN) ? none : interval.map(showSigned).join(' to ')}`,
    `  95% over seeds      ${overSeeds.interval.map(showSigned).join(' to ')}`,
    line('generated captions', licM.value, mean('accuracyM')),
    line('human captions    ', licD.value, mean('accuracyD')),
    ...wrap(coverage, 78).map((part) => `  ${part}`),
  ];
}

export const lic: Command = {
  name: 'lic',
  manual,
  options,
  run,
};
