// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm captions`: measures bias amplification of captions.

import { load } from '../amplification/amplification.js';
import type { Tagger } from '../amplification/caption.js';
import type { BiasDictionaries, CaptionBiasAmplification } from '../amplification/caption-bias.js';
import type { CaptionCounts, CaptionCountsOptions } from '../amplification/caption-counts.js';
import { readCaptions, readLines } from '../amplification/read-captions.js';
import {
  genderWords,
  type ObjectKind,
  objectTags,
  type WordLists,
} from '../amplification/words.js';
import type { RunOptions } from '../core/long-run.js';
import { oneLine, showCount } from '../document/format.js';
import { wrap } from '../document/layout.js';
import {
  type Command,
  type ExitCode,
  exitCodes,
  parse,
  requireChoice,
  requirePair,
  requireWhole,
  UsageError,
} from './command.js';
import { computing, showSigned } from './computing.js';
import { requireFormat } from './format.js';
import { withInput } from './input.js';
import { getIntake, intakeOptions } from './intake.js';
import { flag, list, type Manual, text } from './options.js';
import { writeOutput } from './output.js';
import { rows } from './rows.js';

const measuring = {
  'train-bias': list(
    'GROUP=FILE',
    'bias in training for one group, one word and value per line, instead of TRAIN.txt; ' +
      'repeat for each group',
  ),
  tagger: text(
    'wink|compromise',
    'part-of-speech tagger: npm install compromise, or wink-nlp and wink-eng-lite-web-model.',
    'compromise',
  ),
  objects: text('noun|verb|adjective', 'the part of speech of objects.', 'noun'),
  words: list(
    'GROUP=FILE',
    'words that name a group, one per line; repeat for each group. Default: gender words',
  ),
  lemma: flag('count words by lemma: dog and dogs are one word'),
  'match-case': flag('distinguish uppercase from lowercase'),
  'seen-only': flag(
    'omit objects that no test caption mentions with a group, instead of counting them as 0',
  ),
  'divide-by': text('biased-pairs|train-objects', 'the divisor of the sum.', 'biased-pairs'),
  definition: text(
    'notebook|bias_analysis',
    "the published formula, or its authors' code.",
    'notebook',
  ),
  draws: text(
    'NUMBER',
    'random draws for the confidence interval and the test; 0 turns both off.',
    '200',
  ),
  seed: text('NUMBER', 'seed of random draws.', '1'),
  format: rows.format,
  output: rows.output,
  top: rows.top,
} as const;
const files = {
  caption: text('COLUMN', 'captions of a table or of JSON. Default: caption'),
  ...intakeOptions,
} as const;
const options = { ...measuring, ...files } as const;

const manual: Manual = {
  name: 'captions',
  usage: ['TRAIN.txt TEST.txt', '--train-bias GROUP=FILE ... TEST.txt'],
  about:
    'Compares the association between objects and groups of people in test captions and in ' +
    'training captions: the mean increase over all pairs of an object and a group that are ' +
    'associated in training. Files have one caption per line, or a column or key caption, like ' +
    'those of COCO; use - for standard input. Nothing leaves this machine.',
  sections: [
    ['Measure', measuring],
    ['Files', files],
  ],
  examples: ['coco-train.txt generated.txt --lemma'],
};

type Values = ReturnType<typeof parse<typeof options>>['values'];

const divisors = { 'biased-pairs': 'biasedPairs', 'train-objects': 'trainObjects' } as const;
const divisorNames = Object.keys(divisors) as (keyof typeof divisors)[];

const taggers = {
  wink: async () => (await import('../amplification/taggers/wink.js')).winkTagger(),
  compromise: async () =>
    (await import('../amplification/taggers/compromise.js')).compromiseTagger(),
};

async function run(argv: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parse(argv, options);
  const dictionaries = getPairs('--train-bias', values['train-bias']);
  const paths = requirePaths(positionals, dictionaries.length > 0);
  const format = requireFormat(values, ['text', 'json']);
  const top = requireWhole('--top', values.top, 0);
  const amplification = {
    definition: requireChoice('--definition', values.definition, ['notebook', 'bias_analysis']),
    seenOnly: values['seen-only'],
    divideBy: divisors[requireChoice('--divide-by', values['divide-by'], divisorNames)],
    draws: requireWhole('--draws', values.draws, 0),
    seed: requireWhole('--seed', values.seed, 0),
  };
  const makeTagger = taggers[requireChoice('--tagger', values.tagger, ['wink', 'compromise'])];
  const intake = getIntake(values);
  const counting = await getCounting(values);
  const { captionCounts } = await load();
  const bias = await readDictionaries(dictionaries);
  const { caption: column } = values;
  const texts = await Promise.all(
    paths.map((path) =>
      withInput(
        path,
        [column ?? 'caption'],
        (source, reading) => readCaptions(source, { ...reading, column }),
        intake,
      ),
    ),
  );
  const result = await computing(async (follow) => {
    const tagger = await makeTagger();
    const count = async (captions: readonly string[]) =>
      countTexts(captionCounts(counting), captions, tagger, follow);
    const test = await count(texts.at(-1) as string[]);
    const train = bias ?? (await count(texts[0] as string[]));
    const value = await test.biasAmplification(train, { ...amplification, ...follow });
    return { captions: test.captions, ...value };
  });
  const text = format === 'json' ? `${JSON.stringify(result, null, 2)}\n` : show(result, top);
  await writeOutput(text, values.output);
  return exitCodes.ok;
}

function requirePaths(positionals: readonly string[], hasBias: boolean): readonly string[] {
  if (positionals.length === (hasBias ? 1 : 2)) return positionals;
  throw new UsageError(
    hasBias
      ? '--train-bias replaces the training captions. Give only the test captions.'
      : 'name a file of training captions and a file of test captions',
  );
}

function getPairs(option: string, texts: readonly string[] | undefined): [string, string][] {
  const pairs = (texts ?? []).map((text) => requirePair(option, text));
  const twice = pairs.find(([group], i) => pairs.findIndex(([other]) => other === group) !== i);
  if (twice) throw new UsageError(`${option} names '${twice[0]}' twice`);
  return pairs;
}

async function getCounting(values: Values): Promise<CaptionCountsOptions> {
  const kinds = Object.keys(objectTags) as ObjectKind[];
  return {
    words: await readWords(getPairs('--words', values.words)),
    objects: requireChoice('--objects', values.objects, kinds),
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

async function readDictionaries(
  files: readonly [string, string][],
): Promise<BiasDictionaries | undefined> {
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

type Result = CaptionBiasAmplification & { captions: CaptionCounts['captions'] };

function show(result: Result, top: number): string {
  const { captions, value, reason, biasedPairs, unmentionedPairs, warnings, pairs } = result;
  const lines = [
    `Test captions            ${showCount(captions.all)}`,
    `  that mention a group   ${showCount(captions.mentioning)}`,
    `Pairs biased in training ${showCount(biasedPairs)}`,
    `  not mentioned          ${showCount(unmentionedPairs)}`,
    `Mean bias amplification  ${showSigned(value)}${reason ? ` (${reason})` : ''}`,
    ...chanceLines(result),
    '  a positive value means that the test captions are more biased than the training captions',
    ...warnings.flatMap((warning) => wrap(`Warning: ${warning}`, 80)),
    '',
    'Pairs with the largest contribution (bias in training, bias in test, contribution)',
  ];
  for (const { object, group, train, test, contribution } of pairs.slice(0, top)) {
    const name = oneLine(`${object}, ${group}`).padEnd(34);
    lines.push(`  ${name}${train.toFixed(4)}  ${test.toFixed(4)}  ${showSigned(contribution)}`);
  }
  return `${lines.join('\n')}\n`;
}

function chanceLines({ byChance, corrected }: Result): string[] {
  const lines = byChance === undefined ? [] : [`  by chance alone        ${showSigned(byChance)}`];
  if (!corrected) return lines;
  const { value, ci, pValue, warning, reason } = corrected;
  const interval = ci ? `  [${ci.map(showSigned).join(', ')}]` : '';
  const test = pValue === undefined ? '' : `  p ${pValue.toFixed(3)}`;
  const note = reason ?? warning;
  return [
    ...lines,
    `  corrected for chance   ${showSigned(value)}${interval}${test}${note ? ` (${note})` : ''}`,
  ];
}

export const captions: Command = {
  name: 'captions',
  manual,
  options,
  run,
};
