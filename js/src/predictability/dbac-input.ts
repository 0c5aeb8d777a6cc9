// SPDX-License-Identifier: Apache-2.0
//
// The input of DBAC, and its checks.

import { invalid, shapeMismatch } from '../core/error.js';
import { getMax } from '../core/extremes.js';
import { requireOptions, requireTexts, requireWhole, shown } from '../core/options.js';
import { CategoryEncoder } from '../data/category.js';
import type { CategoryColumn } from '../data/column.js';
import { getWords, maskedGenderWords, requireText } from './captions.js';

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
  vectors?: (ReadonlyMap<string, ArrayLike<number>> | Readonly<Record<string, ArrayLike<number>>>) | undefined;
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

type WordsByName = readonly (readonly [name: string, words: readonly string[]])[];

/** @internal The checked input. */
export interface ReadDbac {
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
  vectors: NonNullable<DbacInput['vectors']>;
  similarity: number;
  folds: number;
  trials: number;
  blocks: number;
  seed: number;
}

/** @internal */
export function readDbac(input: DbacInput): ReadDbac {
  requireOptions('dbac', input, dbacNames);
  const { vectors = {}, similarity = 0.5, imageObjects, attributeWords } = input;
  const generated = readCaptions('generated', input.generated).map(([first = '']) => getWords(first));
  const images = generated.length;
  const lists = readCaptions('human', input.human);
  requireImages('human', lists.length, images);
  const versions = getMax(
    lists.map(({ length }) => length),
    1,
  );
  const encoder = new CategoryEncoder('attribute', [], 'error');
  const attribute = Uint32Array.from(encoder.encode(input.attribute));
  requireImages('attribute', attribute.length, images);
  requireCategories(attribute, encoder.categories);
  const objects = readWords('objects', input.objects);
  const named = attributeWords === undefined ? [] : readWords('attributeWords', attributeWords);
  if (attributeWords !== undefined) {
    const names = encoder.categories;
    const unexpected =
      named.find(([name]) => !names.includes(name)) ?? names.find((name) => !named.some(([each]) => each === name));
    if (unexpected !== undefined) {
      throw invalid('attributeWords', `words for each of ${names.join(', ')}`, `${[unexpected].flat()[0]}`);
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
    human: Array.from({ length: versions }, (_, i) => lists.map((list) => getWords(list[i % list.length] as string))),
    generated,
    attribute,
    categories: encoder.categories,
    objects,
    imageObjects,
    attributeWords: named,
    maskedWords:
      input.maskedWords === undefined
        ? attributeWords === undefined
          ? maskedGenderWords
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
    throw invalid(argument, 'an array with captions', Array.isArray(captions) ? 'none' : shown(captions));
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

function readWords(argument: string, input: unknown): WordsByName {
  const entries = Array.isArray(input) ? input.map((name) => [name, [name]] as const) : Object.entries(input ?? {});
  if (entries.length === 0 || typeof input !== 'object') {
    throw invalid(argument, 'words by name', entries.length === 0 ? 'none' : shown(input));
  }
  return entries.map(([name, words]) => {
    const lower = requireTexts(argument, words).map((word) => word.toLowerCase());
    const bad = lower.find((word) => getWords(word)[0] !== word);
    if (bad === undefined) return [name, lower];
    throw invalid(argument, 'single words', shown(bad));
  });
}

function requireObjects(input: unknown, objects: WordsByName, images: number): void {
  const all = Array.isArray(input) ? input : [];
  requireImages('imageObjects', all.length, images);
  const names = objects.map(([name]) => name);
  all.forEach((each, row) => {
    const unexpected = requireTexts('imageObjects', each, row).find((name) => !names.includes(name));
    if (unexpected === undefined) return;
    throw invalid('imageObjects', `names of objects: ${names.join(', ')}`, shown(unexpected), row);
  });
}

/** @internal Returns the number of occurrences of each code. */
export function countCodes(codes: Uint32Array): Float64Array {
  const counts = new Float64Array(codes.reduce((max, code) => Math.max(max, code + 1), 0));
  for (const code of codes) counts[code] = (counts[code] as number) + 1;
  return counts;
}
