// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm captions`: measures bias amplification of captions.

import { load } from '../../amplification/amplification.js';
import type { Tagger } from '../../amplification/caption.js';
import type { BiasDictionaries } from '../../amplification/caption-bias.js';
import type { CaptionCounts, CaptionCountsOptions } from '../../amplification/caption-counts.js';
import { type CaptionSampleOptions, readImageCaptions, sampleCaptions } from '../../amplification/image-captions.js';
import { readCaptions, readLines } from '../../amplification/read-captions.js';
import { compromiseTagger, winkTagger } from '../../amplification/taggers.js';
import { genderWords, type ObjectKind, objectTags, type WordLists } from '../../amplification/words.js';
import type { RunOptions } from '../../core/long-run.js';
import { loadPeer } from '../../core/optional-package.js';
import { argumentCommand, type ExitCode, exitCodes, type SectionValues } from '../command.js';
import { computing } from '../input/computing.js';
import { getName, withInput } from '../input/input.js';
import { getIntake, intakeOptions } from '../input/intake.js';
import { choice, flag, number, pairs, ranges, text } from '../options/options.js';
import { rows } from '../options/rows.js';
import { UsageError } from '../options/usage.js';
import { documentFormatOptions, documentFormats, requireFormat, writeResult } from '../output/format.js';

const divisors = { 'biased-pairs': 'biasedPairs', 'train-objects': 'trainObjects' } as const;
const divisorNames = Object.keys(divisors) as (keyof typeof divisors)[];

const measuring = {
  'train-bias': pairs('GROUP=FILE', [
    'instead of TRAIN.txt: a file with the training bias of a group, which has one word and its value per line',
    'repeat for each group',
  ]),
  tagger: choice(
    ['wink', 'compromise'],
    'part-of-speech tagger: npm install compromise, or wink-nlp and wink-eng-lite-web-model',
    'compromise',
  ),
  objects: choice(Object.keys(objectTags) as ObjectKind[], 'the part of speech of objects', 'noun'),
  words: pairs('GROUP=FILE', [
    'a file of words that name a group, one per line',
    'repeat for each group. Default: gender words',
  ]),
  lemma: flag('count words by lemma, so that dog and dogs are the same word'),
  'match-case': flag('distinguish uppercase from lowercase'),
  'seen-only': flag('omit objects that no test caption mentions together with a group, instead of counting them as 0'),
  'divide-by': choice(divisorNames, 'the divisor of the sum', 'biased-pairs'),
  definition: choice(['notebook', 'bias_analysis'], 'use the published formula or the code of its authors', 'notebook'),
  draws: number(
    ranges.whole(0),
    ['number of random samples for the confidence interval and the test', '0 omits both'],
    200,
  ),
  seed: number(ranges.whole(0), 'random seed', 1),
  ...documentFormatOptions,
  top: rows.top,
} as const;
const sampling = {
  'image-ids': text('FILE', ['a file with the ids of the training images, one per line', 'Default: all images']),
  'sample-size': number(ranges.whole(1), [
    'number of training images to sample at random',
    'with --balance, for each group. Default: as many as possible',
  ]),
  balance: flag([
    'use the same number of training images for each group',
    'omits images whose captions mention no group or several groups',
  ]),
  'per-image': choice(
    ['all', 'one'],
    ['whether to use all training captions of an image, or one random caption', 'Default: all'],
  ),
} as const;
const files = {
  caption: text('COLUMN', ['the column of a table, or the JSON key, that contains the captions', 'Default: caption']),
  image: text('COLUMN', ['the column with the image ids of the training captions', 'Default: image_id']),
  ...intakeOptions,
} as const;
const sections = { Measure: measuring, 'Training captions by image': sampling, Files: files } as const;

export const captions = argumentCommand({
  name: 'captions',
  usage: ['TRAIN.txt TEST.txt', '--train-bias GROUP=FILE ... TEST.txt'],
  about:
    'Compares the association between objects and groups of people in test captions with the ' +
    'association in training captions. Reports the mean increase over all object-group pairs that are ' +
    'associated in training. Files have one caption per line, or a column or key named ' +
    'caption, like COCO files; use - for standard input. Nothing leaves this machine.',
  sections,
  examples: ['coco-train.txt generated.txt --lemma', 'captions_train2014.json generated.json --balance --seed 7'],
  run,
});

type Given = SectionValues<typeof sections>;

const taggers = {
  wink: async () => {
    const model = await loadPeer(
      'wink-eng-lite-web-model',
      async () => (await import('wink-eng-lite-web-model')).default,
    );
    const open = async () => (await import('wink-nlp')).default(model, ['sbd', 'pos']);
    return winkTagger(await loadPeer('wink-nlp', open, ({ its }) => its !== undefined));
  },
  compromise: async () => {
    const load = async () => (await import('compromise')).default;
    return compromiseTagger(await loadPeer('compromise', load, (nlp) => 'compute' in nlp('')));
  },
};

async function run(values: Given, positionals: readonly string[]): Promise<ExitCode> {
  const { 'train-bias': dictionaries = [], definition, draws, seed, top, caption: column } = values;
  const paths = requirePaths(positionals, dictionaries.length > 0);
  const format = requireFormat(values, documentFormats);
  const amplification = {
    definition,
    seenOnly: values['seen-only'],
    divideBy: divisors[values['divide-by']],
    draws,
    seed,
  };
  const makeTagger = taggers[values.tagger];
  const intake = getIntake(values);
  const counting = await getCounting(values);
  const sample = await getSample(values, counting.words, paths);
  const { captionCounts } = await load();
  const bias = await readDictionaries(dictionaries);
  const texts = await Promise.all(
    paths.map((path, index) =>
      withInput(
        path,
        [column ?? 'caption'],
        async (source, reading) => {
          const options = { ...reading, column };
          if (!sample || index > 0) return readCaptions(source, options);
          const images = await readImageCaptions(source, { ...options, image: values.image });
          return sampleCaptions(images, sample).flatMap(({ captions }) => captions);
        },
        intake,
      ),
    ),
  );
  const result = await computing(async (follow) => {
    const tagger = await makeTagger();
    const count = async (captions: readonly string[]) => countTexts(captionCounts(counting), captions, tagger, follow);
    const test = await count(texts.at(-1) as string[]);
    const train = bias ?? (await count(texts[0] as string[]));
    const value = await test.biasAmplification(train, { ...amplification, ...follow });
    return { captions: test.captions, ...value };
  });
  const source = getName(paths.at(-1) as string);
  const pairs = format === 'json' ? result.pairs : result.pairs.slice(0, top);
  await writeResult({ ...result, pairs }, format, { ...values, source });
  return exitCodes.ok;
}

/** Returns how to choose training captions by image; undefined for all captions. */
async function getSample(
  values: Given,
  words: WordLists | undefined,
  paths: readonly string[],
): Promise<CaptionSampleOptions | undefined> {
  const { 'image-ids': ids, 'sample-size': size, 'per-image': perImage, seed } = values;
  const names = Object.keys(sampling) as (keyof typeof sampling)[];
  const [option] = names.filter((name) => values[name]);
  if (option === undefined) {
    if (values.image === undefined) return undefined;
    const alternatives = names.map((name) => `--${name}`).join(', ');
    throw new UsageError(`--image has no effect without one of ${alternatives}. Add one or remove --image.`);
  }
  if (paths.length === 1) throw new UsageError(`--train-bias replaces the training captions. Remove --${option}.`);
  return {
    ids: ids === undefined ? undefined : await withInput(ids, [], readLines),
    size,
    balancedBy: values.balance ? words : undefined,
    perImage,
    seed,
  };
}

function requirePaths(positionals: readonly string[], hasBias: boolean): readonly string[] {
  if (positionals.length === (hasBias ? 1 : 2)) return positionals;
  throw new UsageError(
    hasBias
      ? '--train-bias replaces the training captions. Pass only the test captions.'
      : 'pass a file of training captions and a file of test captions',
  );
}

async function getCounting(values: Given): Promise<CaptionCountsOptions> {
  return {
    words: await readWords(values.words ?? []),
    objects: values.objects,
    form: values.lemma ? 'lemma' : 'surface',
    foldCase: !values['match-case'],
  };
}

async function readWords(files: readonly [string, string][]): Promise<WordLists> {
  if (files.length === 0) return genderWords;
  if (files.length === 1) throw new UsageError('--words requires at least two groups');
  const lists = files.map(async ([group, path]) => [group, await withInput(path, [], readLines)]);
  return Object.fromEntries(await Promise.all(lists));
}

async function readDictionaries(files: readonly [string, string][]): Promise<BiasDictionaries | undefined> {
  if (files.length === 0) return undefined;
  const texts = files.map(async ([group, path]) => {
    return [group, (await withInput(path, [], readLines)).join('\n')];
  });
  return Object.fromEntries(await Promise.all(texts));
}

async function countTexts(
  counts: CaptionCounts,
  captions: readonly string[],
  tagger: Tagger,
  follow: RunOptions,
): Promise<CaptionCounts> {
  await counts.updateTexts(captions, tagger, follow);
  return counts;
}
