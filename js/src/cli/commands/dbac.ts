// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm dbac`: measures directional bias amplification of generated captions in a CSV file.

import type { DbacInput } from '../../predictability/dbac-input.js';
import { load } from '../../predictability/predictability.js';
import { readWordVectors } from '../../predictability/word-vectors.js';
import { computing } from '../input/computing.js';
import { withInput } from '../input/input.js';
import { intakeOptions } from '../input/intake.js';
import { names, number, pairs, ranges, required, text, toArguments } from '../options/options.js';
import { rows } from '../options/rows.js';
import { getList, UsageError } from '../options/usage.js';
import { documentFormatOptions } from '../output/format.js';
import { resultCommand } from '../result-command.js';
import { readCaptionColumns } from './lic.js';

const sections = {
  Columns: {
    human: required(names('COLUMN,...', ['human captions', 'trials alternate between the columns'])),
    generated: required(text('COLUMN', 'generated captions')),
    attribute: required(text('COLUMN', 'the protected attribute of the person shown')),
    'image-objects': text('COLUMN', [
      'the objects that the image shows, separated by semicolons',
      'measures amplification from task to attribute',
    ]),
    ...intakeOptions,
  },
  Words: {
    objects: required(
      names('OBJECT=WORD+WORD,...', [
        'objects and the words for each object',
        'an OBJECT without words has one word, its name',
      ]),
    ),
    'attribute-words': pairs('CATEGORY=WORD,...', [
      'words for a category of the attribute',
      'repeat for each category. They are masked, and determine which category a caption states',
    ]),
    'masked-words': names('WORD,...', [
      'words to mask',
      'Default: the words in --attribute-words, or words that name a gender',
    ]),
    vectors: text('FILE', [
      'word vectors in the text format of word2vec, GloVe, and fastText',
      'Words that only human or only generated captions contain are replaced by the most similar word of the other ' +
        'captions',
    ]),
    similarity: number(ranges.any, ['minimum cosine similarity of a replacement', 'Default: 0.5']),
  },
  Attackers: {
    folds: number(ranges.whole(2), ['number of parts for cross-fitting', 'Default: 5']),
    trials: number(ranges.whole(1), ['number of trials, each with different parts', 'Default: 5']),
    blocks: number(ranges.whole(0), [
      'number of blocks of images for the confidence intervals',
      '0 omits them. Default: 10, or 0 with fewer than 40 images',
    ]),
    seed: rows.seed,
  },
  Output: documentFormatOptions,
} as const;

export const dbac = resultCommand({
  name: 'dbac',
  usage: ['FILE.csv --human COLUMN,... --generated COLUMN --attribute COLUMN --objects WORD,...'],
  about:
    'Measures directional bias amplification in image captions (DBAC): whether the mentioned ' +
    'objects depend more on the attribute of the person shown in generated captions than in human ' +
    'captions and, with --image-objects, whether the stated attribute depends more on the objects ' +
    'shown. Attackers predict the attribute or the objects from captions in which the words for ' +
    'them are masked. The file has one image ' +
    'per row.',
  sections,
  examples: [
    'captions.csv --human human --generated model --attribute gender --objects oven,knife=knife+knives',
    'captions.csv --human human --generated model --attribute gender --objects oven,car --image-objects shown --attribute-words female=woman,she --attribute-words male=man,he --vectors glove.txt',
  ],
  async run(values, { path, intake }) {
    const { human, generated, attribute, 'image-objects': shown, vectors } = values;
    const attributeWords = values['attribute-words'] && toLists(values['attribute-words']);
    if (shown !== undefined && attributeWords === undefined) {
      throw new UsageError('--image-objects requires --attribute-words for each category');
    }
    const objects = readObjects(values.objects);
    const otherNames = shown === undefined ? [attribute] : [attribute, shown];
    const { captions, column } = await readCaptionColumns(path, values, otherNames, intake);
    const input: DbacInput = {
      ...captions,
      ...{ objects, attributeWords },
      ...toArguments(values, ['masked-words', 'similarity', 'folds', 'trials', 'blocks', 'seed']),
      attribute: column(attribute),
      imageObjects: shown === undefined ? undefined : column(shown).map(splitNames),
      vectors: vectors === undefined ? undefined : await readVectors(vectors, captions),
    };
    const predictability = await load();
    const given = { human: human[0] as string, generated, attribute };
    const origin = { path, intake, columns: shown ? { ...given, imageObjects: shown } : given };
    return computing((each) => predictability.dbac(input, each), origin);
  },
});

const splitNames = (cell: string) =>
  cell
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');

const toLists = (given: readonly [string, string][]) =>
  Object.fromEntries(given.map(([name, words]) => [name, getList([words])]));

/** Returns the words by object: `knife=knife+knives`, or `knife`. */
const readObjects = (given: readonly string[]): Record<string, string[]> =>
  Object.fromEntries(
    given.map((each) => {
      const [name = '', words = name] = each.split('=');
      return [name, words.split('+')];
    }),
  );

const readVectors = (
  path: string,
  { human, generated }: { human: readonly string[][]; generated: readonly string[] },
) =>
  withInput(path, [], (source) =>
    readWordVectors(source as AsyncIterable<Uint8Array>, [...human.flat(), ...generated]),
  );
