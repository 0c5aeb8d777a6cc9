// SPDX-License-Identifier: Apache-2.0
//
// The attacks of DBAC: what attackers predict in each direction, from which captions, and with which images they are
// fitted.

import { getMax } from '../core/extremes.js';
import { shuffled } from '../core/shuffle.js';
import { numbered } from '../tally/jackknife.js';
import { countCodes, type ReadDbac } from './dbac-input.js';
import { equalize, maskedWord, type ReplacedWords } from './vocabulary.js';
import { predictFromWords, type WordCodes, type WordTargets } from './word-attacker.js';

/** Captions of one kind, and the code of what each of them mentions. */
interface Captions {
  words: WordCodes;
  mentioned: Uint32Array;
  /** Number of captions that mention something else than most captions do. */
  others: number;
}

/** One direction: what attackers predict, and from which captions. */
export interface Side {
  targets: WordTargets;
  /** A code for all targets of an image together. */
  truth: Uint32Array;
  /** By number of the human caption. */
  human: readonly Captions[];
  generated: Captions;
  replaced: Readonly<Record<'human' | 'generated', ReplacedWords>>;
}

/** Attackers on captions of one kind, fitted in parts. */
export interface Attack {
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
export function attacksOn(side: Side, { images, trials, blocks, seed }: ReadDbac): Attack[] {
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
  const orders = Array.from({ length: trials }, (_, trial) => shuffledBy(side.truth, [seed, trial]));
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
        (orders[0] as Uint32Array).map((image) => (blockByImage[image] === block ? omitted : image)),
        block,
      ),
    ).flat(),
  ];
}

export const omitted = 2 ** 32 - 1;

const pickCaptions = ({ human }: Side, trial: number) => human[trial % human.length] as Captions;

/** Returns the images in random order, sorted by target, so that every n-th image has about the same targets. */
const shuffledBy = (truth: Uint32Array, names: readonly number[]): Uint32Array =>
  Uint32Array.from([...shuffled(truth.length, names)].sort((a, b) => (truth[a] as number) - (truth[b] as number)));

export function fitPart({ side, captions, order, probability, confidence }: Attack, folds: number, part: number): void {
  const { targets } = side;
  const { outputs } = targets;
  const isKept = (image: number) => image !== omitted;
  const train = order.filter((image, i) => i % folds !== part && isKept(image));
  const test = order.filter((image, i) => i % folds === part && isKept(image));
  const result = predictFromWords(captions.words, targets, train, test);
  test.forEach((image, i) => {
    const row = result.subarray(i * outputs, (i + 1) * outputs);
    const truth = targets.values.subarray(image * outputs, (image + 1) * outputs);
    const likely = computeProbability(truth, row, targets.isOneHot);
    probability[image] = likely;
    confidence[image] = likely >= getMax(row) ? likely : 0;
  });
}

/** Returns the probability of all targets of a row together. */
export const computeProbability = (truth: Float64Array, row: ArrayLike<number>, isOneHot: boolean) =>
  truth.reduce((product, is, k) => {
    if (is === 1) return product * (row[k] as number);
    return isOneHot ? product : product * (1 - (row[k] as number));
  }, 1);

/** Returns the captions of a direction, without masked words and with one vocabulary. */
function maskCaptions(
  { human, generated, vectors, similarity }: ReadDbac,
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
  const images = generated.length;
  const toCaptions = (lists: readonly Uint32Array[], original: readonly string[][]): Captions => {
    const mentioned = numbered(original.map(mention)).codes;
    return { words: { lists, words: codes.size }, mentioned, others: images - getMax(countCodes(mentioned)) };
  };
  return {
    human: human.map((original, i) => toCaptions(ofHuman.slice(i * images, (i + 1) * images), original)),
    generated: toCaptions(ofGenerated, generated),
    replaced: equal.counts,
  };
}

const mentionsAny = (words: readonly string[], wanted: readonly string[]) =>
  words.some((word) => wanted.includes(word));

/** Returns the proportions of human and generated captions that mention each object. */
export function getMentions({
  objects,
  human,
  generated,
}: ReadDbac): { name: string; human: number; generated: number }[] {
  const proportion = (captions: readonly string[][], wanted: readonly string[]) =>
    captions.filter((words) => mentionsAny(words, wanted)).length / captions.length;
  return objects.map(([name, wanted]) => ({
    name,
    human: proportion(human.flat(), wanted),
    generated: proportion(generated, wanted),
  }));
}

export function sideToTask(read: ReadDbac): Side {
  const { attribute, categories, objects, maskedWords, images } = read;
  const outputs = categories.length;
  const values = new Float64Array(images * outputs);
  attribute.forEach((code, image) => {
    values[image * outputs + code] = 1;
  });
  const mentionObjects = (words: readonly string[]) =>
    objects.map(([, each]) => (mentionsAny(words, each) ? '1' : '0')).join('');
  return {
    targets: { values, outputs, isOneHot: true },
    truth: attribute,
    ...maskCaptions(read, maskedWords, mentionObjects),
  };
}

export function sideToAttribute(read: ReadDbac, imageObjects: readonly (readonly string[])[]): Side {
  const { objects, attributeWords, images } = read;
  const outputs = objects.length;
  const values = new Float64Array(images * outputs);
  imageObjects.forEach((names, image) => {
    objects.forEach(([name], k) => {
      if (names.includes(name)) values[image * outputs + k] = 1;
    });
  });
  const truth = Array.from({ length: images }, (_, i) => values.subarray(i * outputs, (i + 1) * outputs).join(''));
  // A caption with equally many words for several categories states none of them.
  const stateAttribute = (words: readonly string[]) => {
    const counts = attributeWords.map(([, each]) => words.filter((word) => each.includes(word)).length);
    const max = getMax(counts);
    return counts.filter((count) => count === max).length === 1 ? `${counts.indexOf(max)}` : '';
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
