// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm lic`: measures the leakage of generated captions beyond human captions in a CSV file.

import type { IntakeOptions } from '../../data/intake/options.js';
import type { LicInput } from '../../predictability/lic.js';
import { load } from '../../predictability/predictability.js';
import { maxCount } from '../../predictability/workers.js';
import type { SectionValues } from '../command.js';
import { computing } from '../input/computing.js';
import { readColumns } from '../input/file-columns.js';
import { intakeOptions } from '../input/intake.js';
import { list, names, number, ranges, required, requireNumber, text, toArguments } from '../options/options.js';
import { rows } from '../options/rows.js';
import { getList } from '../options/usage.js';
import { documentFormatOptions } from '../output/format.js';
import { resultCommand } from '../result-command.js';
import { attackRows } from './attack.js';

const sections = {
  Columns: {
    human: required(names('COLUMN,...', ['human captions', 'trials alternate between the columns'])),
    generated: required(text('COLUMN', 'generated captions')),
    attribute: required(text('COLUMN', 'the protected attribute')),
    'masked-words': names('WORD,...', ['words to mask', 'Default: words that name a gender']),
    ...intakeOptions,
  },
  'Attacker training': {
    ...attackRows,
    epochs: number(ranges.whole(0, maxCount), 'number of passes over the rows', 20),
    'learning-rate': number(ranges.notNegative, 'step size of training', 0.01),
    'test-size': number(ranges.level, 'fraction of the images for testing', 0.1),
    'word-width': number(ranges.whole(1, maxCount), 'dimension of word vectors', 32),
    'hidden-widths': list('NUMBER,...', ['widths of the hidden layers', 'Default: 32']),
    blocks: number(ranges.whole(0), [
      'number of disjoint blocks of images, each measured separately for the confidence interval over images',
      '0 omits the interval. Default: at most 10, with ten images of each category in a block',
    ]),
    workers: rows.workers,
  },
  Output: documentFormatOptions,
} as const;

export const lic = resultCommand({
  name: 'lic',
  usage: ['FILE.csv --human COLUMN,... --generated COLUMN --attribute COLUMN'],
  about:
    'Measures leakage in image captions (LIC). Attackers predict a protected attribute of the ' +
    'person shown, from human captions and from generated captions of the same images; leakage is ' +
    'the gain on generated captions. Words that name the attribute are masked. The file has one ' +
    'image per row.',
  sections,
  examples: ['captions.csv --human human --generated model --attribute gender'],
  async run(values, { path, intake }) {
    const { human, generated, attribute, workers } = values;
    const training = getTraining(values);
    const { captions, column } = await readCaptionColumns(path, values, [attribute], intake);
    const input: LicInput = { ...captions, attribute: column(attribute), ...training };
    const predictability = await load();
    const origin = { path, intake, columns: { human: human[0] as string, generated, attribute } };
    return computing(({ onProgress }) => predictability.lic(input, { workers, onProgress }), origin);
  },
});

/** Reads human and generated captions, and other columns as strings. */
export async function readCaptionColumns(
  path: string,
  { human, generated }: { human: readonly string[]; generated: string },
  otherNames: readonly string[],
  intake: IntakeOptions,
) {
  const names = [...new Set([...human, generated, ...otherNames])];
  const columns = await readColumns(path, names, intake);
  const column = (name: string) => columns[name] as string[];
  const captions = {
    human: column(generated).map((_, row) => human.map((name) => column(name)[row] as string)),
    generated: column(generated),
  };
  return { captions, column };
}

function getTraining(values: SectionValues<typeof sections>): Partial<LicInput> {
  const hiddenWidths = getList(values['hidden-widths']).map((text) =>
    requireNumber('--hidden-widths', text, ranges.whole(1)),
  );
  return {
    ...toArguments(values, [
      ...(['trials', 'epochs', 'batch-size', 'learning-rate', 'test-size'] as const),
      ...(['word-width', 'blocks', 'seed', 'masked-words'] as const),
    ]),
    ...(hiddenWidths.length > 0 && { hiddenWidths }),
  };
}
