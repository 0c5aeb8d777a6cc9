// SPDX-License-Identifier: Apache-2.0
//
// DBAC, directional bias amplification in captioning (Nair, Tokas, Kerner: A Woman with a Knife or A Knife with a
// Woman? Measuring Directional Bias Amplification in Image Captions, WACV 2026). Attackers predict the attribute of an
// image from its captions without words for the attribute, or its objects from captions without words for objects.
// Bayes' theorem turns the answers into the probability of what a caption mentions, given what the image shows.

import { invalid, shapeMismatch } from '../core/error.js';
import { studentQuantile } from '../core/intervals.js';
import { inSlices, type RunOptions } from '../core/long-run.js';
import { requireOptions, requireTexts, requireWhole, shown } from '../core/options.js';
import { shuffled } from '../core/shuffle.js';
import { CategoryEncoder } from '../data/category.js';
import type { CategoryColumn } from '../data/column.js';
import { numbered } from '../tally/jackknife.js';
import { genderWords, getWords, requireText } from './captions.js';
import type { Direction } from './direction.js';
import { equalize, maskedWord, type ReplacedWords, type WordVectors } from './vocabulary.js';
import { predictFromWords, type WordLists, type WordTargets } from './word-attacker.js';

/** Captions of the same images, and what the images show. */
export interface DbacInput {
  /** Human captions: one per image, or several, of which each trial uses the next. */
  human: readonly (string | readonly string[])[];
  /** Generated captions, one per image. */
  generated: readonly string[];
  /** The protected attribute of the depicted person, one per image. */
  attribute: CategoryColumn;
  /** The words for each object, such as `{ knife: ['knife', 'knives'] }`, or one word per object. */
  objects: readonly string[] | Readonly<Record<string, readonly string[]>>;
  /** The objects that each image shows, by name, for the direction from task to attribute. */
  imageObjects?: readonly (readonly string[])[] | undefined;
  /**
   * The words for each category of the attribute, for the direction from task to attribute: a caption states the
   * category with the most words.
   */
  attributeWords?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Words that name the attribute and are masked. Default: `attributeWords`, or words that name a gender. */
  maskedWords?: readonly string[] | undefined;
  /**
   * Vectors of words. A word that only human captions or only generated captions contain is replaced by the word of the
   * others with the nearest vector. Default: none, so that all such words are replaced by the same unknown word.
   */
  vectors?: WordVectors | undefined;
  /** Minimum cosine between the vectors of a word and of its replacement, -1 to 1. Default: 0.5. */
  similarity?: number | undefined;
  /** Number of parts of the images; attackers of each part are fitted to the others. 2 or more. Default: 5. */
  folds?: number | undefined;
  /** Number of trials, each with other parts. 1 or more. Default: 5. */
  trials?: number | undefined;
  /**
   * Number of blocks of images for the confidence interval: each block is omitted once, and the attackers are fitted to the
   * others. 0 for no interval, or from 2 to half of the images. Default: 10, or 0 with fewer than 40 images.
   */
  blocks?: number | undefined;
  /** Seed of the random parts and blocks. Default: 1. */
  seed?: number | undefined;
}

/** Amplification in one direction. */
export interface DbacDirection {
  /**
   * Mean over trials of (λ_M - λ_D) / (λ_M + λ_D), in [-1, 1]; positive if what the image shows determines what generated
   * captions mention more than what human captions mention.
   */
  value: number;
  /**
   * 95% confidence interval over images, from the jackknife over blocks of images, which also covers the fitting of
   * attackers. NaN without blocks.
   */
  ci: readonly [low: number, high: number];
  /** Standard error of the value over images. NaN without blocks. */
  standardError: number;
  /** Mean over trials and human captions: P(true target | masked caption) · P(mentioned) / P(true target). */
  lambdaD: number;
  /** The same for generated captions. */
  lambdaM: number;
  /**
   * The value if attackers knew only the proportions of the targets. It differs from 0 if generated captions mention fewer,
   * or more, combinations than human captions, which is not bias.
   */
  marginal: number;
  /** Values by trial, which differ by the random parts and by the human captions that they use. */
  trials: readonly { lambdaD: number; lambdaM: number; value: number }[];
}

/** Scores of LIC on the same captions and trials, by the attackers of {@link Dbac}. */
export interface DbacLeakage {
  /** licM - licD. */
  value: number;
  /** Mean over human captions of the confidence in the true attribute if it is predicted, otherwise 0. */
  licD: number;
  licM: number;
}

/** Directional bias amplification in captions; see {@link Predictability.dbac}. */
export interface Dbac {
  format: 'fairwasm-dbac';
  version: 1;
  images: number;
  categories: readonly string[];
  objects: readonly string[];
  folds: number;
  /** Number of blocks of images for the confidence intervals. */
  blocks: number;
  seed: number;
  /** From attribute to task: objects that captions mention, given the attribute of the image. */
  AtoT: DbacDirection;
  /** From task to attribute: attribute that captions state, given the objects of the image. Null without `imageObjects`. */
  TtoA: DbacDirection | null;
  /** LIC with the same attackers, which has no direction. */
  lic: DbacLeakage;
  /** Words replaced in human and generated captions by direction. */
  replaced: Readonly<
    Partial<Record<Direction, Readonly<Record<'human' | 'generated', ReplacedWords>>>>
  >;
}

/** @internal */
export const dbacNames = [
  'human',
  'generated',
  'attribute',
  'objects',
  'imageObjects',
  'attributeWords',
  'maskedWords',
  'vectors',
  'similarity',
  'folds',
  'trials',
  'blocks',
  'seed',
];

/** @internal Use `predictability.dbac()`. */
export async function dbac(input: DbacInput, run: RunOptions): Promise<Dbac> {
  requireOptions('dbac', input, dbacNames);
  requireOptions('run', run, ['onProgress', 'signal']);
  const read = readInput(input);
  const { folds, imageObjects } = read;
  const AtoT = sideToTask(read);
  const TtoA = imageObjects ? sideToAttribute(read, imageObjects) : null;
  const attacks = [AtoT, ...(TtoA ? [TtoA] : [])].flatMap((side) => attacksOn(side, read));
  const fits = attacks.length * folds;
  let at = 0;
  await inSlices(() => {
    fitPart(attacks[Math.floor(at / folds)] as Attack, folds, at % folds);
    return ++at / fits;
  }, run);
  const computeLic = (kind: Attack['kind']) =>
    average(
      attacks
        .filter((each) => each.side === AtoT && each.kind === kind && each.block === undefined)
        .map(({ confidence }) => average(confidence)),
    );
  const [licD, licM] = [computeLic('human'), computeLic('generated')];
  return {
    format: 'fairwasm-dbac',
    version: 1,
    images: read.images,
    categories: read.categories,
    objects: read.objects.map(([name]) => name),
    folds,
    blocks: read.blocks,
    seed: read.seed,
    AtoT: measure(AtoT, attacks),
    TtoA: TtoA && measure(TtoA, attacks),
    lic: { value: licM - licD, licD, licM },
    replaced: { AtoT: AtoT.replaced, ...(TtoA && { TtoA: TtoA.replaced }) },
  };
}

/** Captions of one kind, and the code of what each of them mentions. */
interface Captions {
  words: WordLists;
  mentioned: Uint32Array;
}

/** One direction: what attackers predict, and from which captions. */
interface Side {
  targets: WordTargets;
  /** A code for all targets of an image together. */
  truth: Uint32Array;
  /** By number of the human caption. */
  human: readonly Captions[];
  generated: Captions;
  replaced: Readonly<Record<'human' | 'generated', ReplacedWords>>;
}

/** Attackers on captions of one kind, fitted in parts. */
interface Attack {
  side: Side;
  kind: 'human' | 'generated';
  captions: Captions;
  /** The images, by part: those of each part are predicted by the attacker that is fitted to the others. */
  order: Uint32Array;
  /** The block of images that is omitted, for the jackknife. */
  block: number | undefined;
  /** By image: the probability of the true target. */
  probability: Float64Array;
  /** By image: the greatest probability, if it is that of the true target; otherwise 0. */
  confidence: Float64Array;
}

/** Returns the attacks of all trials, and then those of the first trial without each block. */
function attacksOn(side: Side, { images, trials, blocks, seed }: Read): Attack[] {
  const attack = (trial: number, order: Uint32Array, block?: number): Attack[] =>
    (['human', 'generated'] as const).map((kind) => ({
      side,
      kind,
      captions: kind === 'human' ? pickCaptions(side, trial) : side.generated,
      order,
      block,
      probability: new Float64Array(images),
      confidence: new Float64Array(images),
    }));
  const orders = Array.from({ length: trials }, (_, trial) =>
    shuffledBy(side.truth, [seed, trial]),
  );
  const blockOrder = shuffledBy(side.truth, [seed, trials, 1]);
  const blockByImage = new Uint32Array(images);
  blockOrder.forEach((image, i) => {
    blockByImage[image] = i % blocks;
  });
  return [
    ...orders.flatMap((order, trial) => attack(trial, order)),
    ...Array.from({ length: blocks }, (_, block) =>
      attack(
        0,
        (orders[0] as Uint32Array).map((image) =>
          blockByImage[image] === block ? omitted : image,
        ),
        block,
      ),
    ).flat(),
  ];
}

const omitted = 2 ** 32 - 1;

const pickCaptions = ({ human }: Side, trial: number) => human[trial % human.length] as Captions;

/** Returns the images in random order, sorted by target, so that every n-th image has about the same targets. */
const shuffledBy = (truth: Uint32Array, names: readonly number[]): Uint32Array =>
  Uint32Array.from(
    [...shuffled(truth.length, names)].sort((a, b) => (truth[a] as number) - (truth[b] as number)),
  );

function fitPart(
  { side, captions, order, probability, confidence }: Attack,
  folds: number,
  part: number,
): void {
  const { targets } = side;
  const { outputs } = targets;
  const isKept = (image: number) => image !== omitted;
  const train = order.filter((image, i) => i % folds !== part && isKept(image));
  const test = order.filter((image, i) => i % folds === part && isKept(image));
  const found = predictFromWords(captions.words, targets, train, test);
  test.forEach((image, i) => {
    const row = found.subarray(i * outputs, (i + 1) * outputs);
    const truth = targets.values.subarray(image * outputs, (image + 1) * outputs);
    const likely = computeProbability(truth, row, targets.isOneHot);
    probability[image] = likely;
    confidence[image] = likely >= Math.max(...row) ? likely : 0;
  });
}

/** Returns the probability of all targets of a row together. */
const computeProbability = (truth: Float64Array, row: ArrayLike<number>, isOneHot: boolean) =>
  truth.reduce((product, is, k) => {
    if (is === 1) return product * (row[k] as number);
    return isOneHot ? product : product * (1 - (row[k] as number));
  }, 1);

const average = (values: ArrayLike<number>) =>
  Array.from(values).reduce((sum, each) => sum + each, 0) / values.length;

function measure(side: Side, attacks: readonly Attack[]): DbacDirection {
  const blind = baseRates(side.targets, side.truth.length);
  const own = attacks.filter((each) => each.side === side);
  const measured = own.flatMap((ofHuman, i) => {
    if (ofHuman.kind !== 'human') return [];
    const both = [ofHuman, own[i + 1] as Attack] as const;
    const [lambdaD, lambdaM] = both.map((each) => lambda(each, each.probability)) as [
      number,
      number,
    ];
    const [blindD, blindM] = both.map((each) => lambda(each, blind)) as [number, number];
    return [
      {
        trial: { lambdaD, lambdaM, value: (lambdaM - lambdaD) / (lambdaM + lambdaD) },
        marginal: (blindM - blindD) / (blindM + blindD),
        isWhole: ofHuman.block === undefined,
      },
    ];
  });
  const [whole, reduced] = [true, false].map((kind) =>
    measured.filter(({ isWhole }) => isWhole === kind),
  ) as [typeof measured, typeof measured];
  const trials = whole.map(({ trial }) => trial);
  const value = average(trials.map((trial) => trial.value));
  const standardError = jackknifeError(reduced.map(({ trial }) => trial.value));
  const reach =
    reduced.length > 1 ? studentQuantile(0.95, reduced.length - 1) * standardError : Number.NaN;
  return {
    value,
    ci: [clamp(value - reach), clamp(value + reach)],
    standardError,
    lambdaD: average(trials.map(({ lambdaD }) => lambdaD)),
    lambdaM: average(trials.map(({ lambdaM }) => lambdaM)),
    marginal: average(whole.map(({ marginal }) => marginal)),
    trials,
  };
}

const clamp = (value: number) => Math.max(-1, Math.min(1, value));

/** Returns the standard error of a value, from its values without each block. NaN without blocks. */
function jackknifeError(values: readonly number[]): number {
  if (values.length === 0) return Number.NaN;
  const center = average(values);
  const squares = values.reduce((sum, each) => sum + (each - center) ** 2, 0);
  return Math.sqrt((squares * (values.length - 1)) / values.length);
}

/** Returns the probability of each image's targets if only their proportions are known. */
function baseRates({ values, outputs, isOneHot }: WordTargets, images: number): Float64Array {
  const rates = new Float64Array(outputs);
  values.forEach((each, i) => {
    rates[i % outputs] = (rates[i % outputs] as number) + each / images;
  });
  return Float64Array.from({ length: images }, (_, i) =>
    computeProbability(values.subarray(i * outputs, (i + 1) * outputs), rates, isOneHot),
  );
}

/** Returns λ, the mean over images of P(true target | caption) · P(mentioned) / P(true target). */
function lambda({ side, captions, order }: Attack, probability: Float64Array): number {
  const images = order.filter((image) => image !== omitted);
  const { mentioned } = captions;
  const { truth } = side;
  const mentions = countCodes(images.map((image) => mentioned[image] as number));
  const truths = countCodes(images.map((image) => truth[image] as number));
  return average(
    Array.from(
      images,
      (image) =>
        ((probability[image] as number) * (mentions[mentioned[image] as number] as number)) /
        (truths[truth[image] as number] as number),
    ),
  );
}

function countCodes(codes: Uint32Array): Float64Array {
  const counts = new Float64Array(codes.reduce((max, code) => Math.max(max, code + 1), 0));
  for (const code of codes) counts[code] = (counts[code] as number) + 1;
  return counts;
}

type WordsByName = readonly (readonly [name: string, words: readonly string[]])[];

interface Read {
  images: number;
  /** Words by number of the human caption and image. */
  human: readonly (readonly string[][])[];
  generated: readonly string[][];
  attribute: Uint32Array;
  categories: readonly string[];
  objects: WordsByName;
  imageObjects: readonly (readonly string[])[] | undefined;
  attributeWords: WordsByName;
  maskedWords: readonly string[];
  vectors: WordVectors;
  similarity: number;
  folds: number;
  trials: number;
  blocks: number;
  seed: number;
}

function readInput(input: DbacInput): Read {
  const { vectors = {}, similarity = 0.5, imageObjects, attributeWords } = input;
  const generated = readCaptions('generated', input.generated).map(([first = '']) =>
    getWords(first),
  );
  const images = generated.length;
  const lists = readCaptions('human', input.human);
  requireImages('human', lists.length, images);
  const versions = Math.max(1, ...lists.map(({ length }) => length));
  const encoder = new CategoryEncoder('attribute', [], 'error');
  const attribute = Uint32Array.from(encoder.encode(input.attribute));
  requireImages('attribute', attribute.length, images);
  requireCategories(attribute, encoder.categories);
  const objects = readWords('objects', input.objects);
  const named = attributeWords === undefined ? [] : readWords('attributeWords', attributeWords);
  if (attributeWords !== undefined) {
    const names = encoder.categories;
    const stray =
      named.find(([name]) => !names.includes(name)) ??
      names.find((name) => !named.some(([each]) => each === name));
    if (stray !== undefined) {
      throw invalid(
        'attributeWords',
        `words for each of ${names.join(', ')}`,
        `${[stray].flat()[0]}`,
      );
    }
  }
  if (imageObjects !== undefined) {
    if (attributeWords === undefined) {
      throw invalid('attributeWords', 'words for each category, with imageObjects', 'none');
    }
    requireObjects(imageObjects, objects, images);
  }
  if (!(typeof similarity === 'number' && similarity >= -1 && similarity <= 1)) {
    throw invalid('similarity', 'a number from -1 to 1', shown(similarity));
  }
  if (typeof vectors !== 'object' || vectors === null) {
    throw invalid('vectors', 'a Map, or an object, of vectors by word', shown(vectors));
  }
  return {
    images,
    // An image with fewer captions repeats them.
    human: Array.from({ length: versions }, (_, i) =>
      lists.map((list) => getWords(list[i % list.length] as string)),
    ),
    generated,
    attribute,
    categories: encoder.categories,
    objects,
    imageObjects,
    attributeWords: named,
    maskedWords:
      input.maskedWords === undefined
        ? attributeWords === undefined
          ? genderWords
          : named.flatMap(([, words]) => words)
        : requireTexts('maskedWords', input.maskedWords).map((word) => word.toLowerCase()),
    vectors,
    similarity,
    folds: requireWhole('folds', input.folds ?? 5, 2, 1000),
    trials: requireWhole('trials', input.trials ?? 5, 1, 10_000),
    blocks: requireBlocks(input.blocks, images),
    seed: requireWhole('seed', input.seed ?? 1, 0, 2 ** 32 - 1),
  };
}

const usualBlocks = 10;

function requireBlocks(blocks: unknown, images: number): number {
  if (blocks === undefined) return images < 4 * usualBlocks ? 0 : usualBlocks;
  return blocks === 0 ? 0 : requireWhole('blocks', blocks, 2, Math.floor(images / 2));
}

/** Returns the captions of each image. */
function readCaptions(argument: string, captions: unknown): string[][] {
  if (!Array.isArray(captions) || captions.length === 0) {
    throw invalid(
      argument,
      'an array with captions',
      Array.isArray(captions) ? 'none' : shown(captions),
    );
  }
  return captions.map((each: unknown, row) => {
    const list = argument === 'human' && Array.isArray(each) && each.length > 0 ? each : [each];
    return list.map((caption) => requireText(caption, argument, row));
  });
}

function requireImages(argument: string, length: number, images: number): void {
  if (length === images) return;
  throw shapeMismatch(argument, `${images} rows, like generated`, `${length}`);
}

function requireCategories(attribute: Uint32Array, categories: readonly string[]): void {
  const counts = countCodes(attribute);
  const rare = categories.findIndex((_, code) => (counts[code] as number) < 2);
  if (categories.length > 1 && rare < 0) return;
  throw invalid(
    'attribute',
    'at least two categories, each with two images',
    rare < 0 ? `${categories.length} categories` : `one image of '${categories[rare]}'`,
  );
}

function readWords(argument: string, given: unknown): WordsByName {
  const entries = Array.isArray(given)
    ? given.map((name) => [name, [name]] as const)
    : Object.entries(given ?? {});
  if (entries.length === 0 || typeof given !== 'object') {
    throw invalid(argument, 'words by name', entries.length === 0 ? 'none' : shown(given));
  }
  return entries.map(([name, words]) => {
    const lower = requireTexts(argument, words).map((word) => word.toLowerCase());
    const bad = lower.find((word) => getWords(word)[0] !== word);
    if (bad === undefined) return [name, lower];
    throw invalid(argument, 'single words', shown(bad));
  });
}

function requireObjects(given: unknown, objects: WordsByName, images: number): void {
  const all = Array.isArray(given) ? given : [];
  requireImages('imageObjects', all.length, images);
  const names = objects.map(([name]) => name);
  all.forEach((each, row) => {
    const stray = requireTexts('imageObjects', each, row).find((name) => !names.includes(name));
    if (stray === undefined) return;
    throw invalid('imageObjects', `names of objects: ${names.join(', ')}`, shown(stray), row);
  });
}

/** Returns the captions of a direction, without masked words and with one vocabulary. */
function maskCaptions(
  { human, generated, vectors, similarity }: Read,
  masked: readonly string[],
  mention: (words: readonly string[]) => string,
): Pick<Side, 'human' | 'generated' | 'replaced'> {
  const mask = new Set(masked);
  const hide = (captions: readonly string[][]) =>
    captions.map((words) => words.map((word) => (mask.has(word) ? maskedWord : word)));
  const equal = equalize(human.flatMap(hide), hide(generated), vectors, similarity);
  const codes = new Map<string, number>();
  const encode = (captions: readonly (readonly string[])[]) =>
    captions.map((words) =>
      Uint32Array.from(
        new Set(
          words.map((word) => {
            const code = codes.get(word) ?? codes.size;
            codes.set(word, code);
            return code;
          }),
        ),
      ),
    );
  const [ofHuman, ofGenerated] = [encode(equal.human), encode(equal.generated)];
  const toCaptions = (lists: readonly Uint32Array[], original: readonly string[][]): Captions => ({
    words: { lists, words: codes.size },
    mentioned: numbered(original.map(mention)).codes,
  });
  const images = generated.length;
  return {
    human: human.map((original, i) =>
      toCaptions(ofHuman.slice(i * images, (i + 1) * images), original),
    ),
    generated: toCaptions(ofGenerated, generated),
    replaced: equal.counts,
  };
}

function sideToTask(read: Read): Side {
  const { attribute, categories, objects, maskedWords, images } = read;
  const outputs = categories.length;
  const values = new Float64Array(images * outputs);
  attribute.forEach((code, image) => {
    values[image * outputs + code] = 1;
  });
  const mentionObjects = (words: readonly string[]) =>
    objects.map(([, each]) => (words.some((word) => each.includes(word)) ? '1' : '0')).join('');
  return {
    targets: { values, outputs, isOneHot: true },
    truth: attribute,
    ...maskCaptions(read, maskedWords, mentionObjects),
  };
}

function sideToAttribute(read: Read, imageObjects: readonly (readonly string[])[]): Side {
  const { objects, attributeWords, images } = read;
  const outputs = objects.length;
  const values = new Float64Array(images * outputs);
  imageObjects.forEach((names, image) => {
    objects.forEach(([name], k) => {
      if (names.includes(name)) values[image * outputs + k] = 1;
    });
  });
  const truth = Array.from({ length: images }, (_, i) =>
    values.subarray(i * outputs, (i + 1) * outputs).join(''),
  );
  // A caption with equally many words for several categories states none of them.
  const stateAttribute = (words: readonly string[]) => {
    const counts = attributeWords.map(
      ([, each]) => words.filter((word) => each.includes(word)).length,
    );
    const most = Math.max(...counts);
    return counts.filter((count) => count === most).length === 1 ? `${counts.indexOf(most)}` : '';
  };
  return {
    targets: { values, outputs, isOneHot: false },
    truth: numbered(truth).codes,
    ...maskCaptions(
      read,
      objects.flatMap(([, words]) => words),
      stateAttribute,
    ),
  };
}
