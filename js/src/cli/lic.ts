// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm lic`: measures the leakage of generated captions beyond human captions in a CSV file.

import type { LicInput } from '../predictability/lic.js';
import { load } from '../predictability/predictability.js';
import { fileCommand, type SectionValues } from './command.js';
import { computing } from './computing.js';
import { readColumns } from './file-columns.js';
import { documentFormatOptions, documentFormats, requireFormat } from './format.js';
import { getName } from './input.js';
import { getIntake, intakeOptions } from './intake.js';
import { list, names, number, ranges, required, requireNumber, text } from './options.js';
import { requireOtherFile } from './output.js';
import { rows } from './rows.js';
import { getList } from './usage.js';
import { writeResult } from './write-result.js';

const numberOptions = [
  ...(['trials', 'epochs', 'batch-size', 'learning-rate'] as const),
  ...(['test-size', 'word-width', 'blocks', 'seed'] as const),
] as const;

const sections = {
  Columns: {
    human: required(names('COLUMN,...', 'human captions; trials alternate between the columns')),
    generated: required(text('COLUMN', 'generated captions')),
    attribute: required(text('COLUMN', 'the protected attribute')),
    'masked-words': names('WORD,...', 'words to mask. Default: words that name a gender'),
    ...intakeOptions,
  },
  'Attacker training': {
    trials: rows.trials,
    epochs: number(ranges.any, 'number of passes over the rows. Default: 20'),
    'batch-size': rows['batch-size'],
    'learning-rate': number(ranges.any, 'step size of training. Default: 0.01'),
    'test-size': number(ranges.any, 'fraction of the images for testing. Default: 0.1'),
    'word-width': number(ranges.any, 'dimension of word vectors. Default: 32'),
    'hidden-widths': list('NUMBER,...', 'widths of the hidden layers. Default: 32'),
    blocks: number(
      ranges.any,
      'number of disjoint blocks of images, each measured separately for the confidence ' +
        'interval over images; 0 omits the interval. Default: at most 10, with ten images of each ' +
        'category in a block',
    ),
    seed: rows.seed,
    workers: rows.workers,
  },
  Output: documentFormatOptions,
} as const;

export const lic = fileCommand({
  name: 'lic',
  usage: ['FILE.csv --human COLUMN,... --generated COLUMN --attribute COLUMN'],
  about:
    'Measures leakage in image captions (LIC). Attackers predict a protected attribute of the ' +
    'person shown, from human captions and from generated captions of the same images; leakage is ' +
    'the gain on generated captions. Words that name the attribute are masked. The file has one ' +
    'image per row.',
  sections,
  examples: ['captions.csv --human human --generated model --attribute gender'],
  run,
});

type Given = SectionValues<typeof sections>;

async function run(values: Given, path: string): Promise<void> {
  const format = requireFormat(values, documentFormats);
  const { human, generated, attribute, workers } = values;
  const training = getTraining(values);
  const intake = getIntake(values);
  await requireOtherFile(values.output, path);
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
  await writeResult(result, format, { ...values, source: getName(path) });
}

// Omitted options get the package's defaults.
function getTraining(values: Given): Partial<LicInput> {
  const given = numberOptions.filter((name) => values[name] !== undefined);
  const numbers = given.map((name) => [
    name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
    values[name],
  ]);
  const widths = getList(values['hidden-widths']).map((text) =>
    requireNumber('--hidden-widths', text, ranges.whole(1)),
  );
  return {
    ...Object.fromEntries(numbers),
    ...(widths.length > 0 && { hiddenWidths: widths }),
    ...(values['masked-words'] && { maskedWords: values['masked-words'] }),
  };
}
