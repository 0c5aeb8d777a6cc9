// SPDX-License-Identifier: Apache-2.0
//
// Captions by image: all captions or one caption of chosen images, and as many images of each group.

import { invalid } from '../core/error.js';
import { getMin } from '../core/extremes.js';
import { requireArray, requireOneOf, requireOptions, requireTexts, requireWhole, shown } from '../core/options.js';
import { shuffled } from '../core/shuffle.js';
import { badFile, type CsvSource } from '../data/byte-input.js';
import type { CsvOptions } from '../data/coded-csv.js';
import { readCsv } from '../data/csv.js';
import { intakeOptionNames, requireIntake } from '../data/intake/options.js';
import type { CaptionOptions } from './read-captions.js';
import { treebankTokens } from './tokens.js';
import type { WordLists } from './words.js';

/** The captions of an image. */
export interface ImageCaptions {
  image: string;
  captions: readonly string[];
}

/** The images and captions to use. */
export type CaptionSampleOptions = NonNullable<Parameters<typeof sampleCaptions>[1]>;

/**
 * Returns the captions of each image of a COCO file or of a table with the columns `image_id` and `caption`, in the
 * order of the first captions. Blank captions are omitted.
 *
 * @example
 * const [first] = await readImageCaptions('image_id,caption\n7,a man with a kite\n7,a kite\n');
 * first?.captions; // ["a man with a kite", "a kite"]
 *
 * @throws FairwasmError as {@link readCsv} does, and `invalidArgument` for a caption without an image id, or no captions.
 */
export async function readImageCaptions(
  source: CsvSource,
  options: CaptionOptions & {
    /** The column of image ids. Default: `image_id`. */
    image?: string | undefined;
  } = {},
): Promise<ImageCaptions[]> {
  const own = ['column', 'image', 'onIntake', 'onProgress', 'signal', 'wasm'];
  requireOptions('readImageCaptions', options, [...intakeOptionNames, ...own]);
  requireIntake(options);
  const { column = 'caption', image = 'image_id', ...reading } = options;
  const byImage = new Map<string, string[]>();
  const csv: CsvOptions = { ...reading, columns: [image, column] };
  for await (const { columns, firstRow } of readCsv(source, csv)) {
    const ids = columns[image] as string[];
    for (const [row, text] of (columns[column] as string[]).entries()) {
      const [id, caption] = [ids[row] as string, text.trim()];
      if (caption === '') continue;
      if (id === '') throw badFile('an image id for each caption', 'none', firstRow + row);
      const captions = byImage.get(id);
      if (captions) captions.push(caption);
      else byImage.set(id, [caption]);
    }
  }
  if (byImage.size === 0) throw badFile('at least one caption that is not blank', 'none');
  return [...byImage].map(([id, captions]) => ({ image: id, captions }));
}

/**
 * Returns images with their captions, in the given order: the images with the given ids, a random sample of them, or
 * the same number of random images for each group.
 *
 * @example
 * const images = [
 *   { image: '1', captions: ['a man with a kite', 'a kite'] },
 *   { image: '2', captions: ['a woman cooks'] },
 *   { image: '3', captions: ['a dog'] },
 * ];
 * const balanced = sampleCaptions(images, { balancedBy: genderWords });
 * balanced.map(({ image }) => image); // ["1", "2"]
 * balanced.flatMap(({ captions }) => captions); // ["a man with a kite", "a kite", "a woman cooks"]
 *
 * @throws FairwasmError `invalidArgument` for repeated or unknown images, and for more images than there are.
 */
export function sampleCaptions(
  images: readonly ImageCaptions[],
  options: {
    /** Ids of the images. Default: all images. */
    ids?: readonly string[] | undefined;
    /**
     * Number of images to draw at random; with `balancedBy`, per group. Default: all images; with `balancedBy`, the
     * number of images of the smallest group.
     */
    size?: number | undefined;
    /**
     * Words of the groups, to use the same number of images for each group. Images whose captions mention no group, or
     * more than one group, are omitted. Default: not balanced.
     */
    balancedBy?: WordLists | undefined;
    /** All captions of each image, or one random caption. Default: `all`. */
    perImage?: 'all' | 'one' | undefined;
    /** Seed of the random choices, a whole number of at least 0. Default: 1. */
    seed?: number | undefined;
  } = {},
): ImageCaptions[] {
  const names = ['ids', 'size', 'balancedBy', 'perImage', 'seed'];
  requireOptions('sampleCaptions', options, names);
  const { ids, size, balancedBy, perImage = 'all', seed = 1 } = options;
  requireWhole('seed', seed, 0);
  requireOneOf('perImage', perImage, ['all', 'one']);
  const indexByKey = getPlaces(images);
  const chosen = ids ? chosenPlaces(indexByKey, ids) : [...indexByKey.values()];
  const groups = balancedBy ? groupPlaces(images, chosen, balancedBy) : new Map([['the sample', chosen]]);
  const sizes = [...groups.values()].map(({ length }) => length);
  const max = getMin(sizes);
  if (balancedBy && max === 0) {
    const [missing] = [...groups].find(([, each]) => each.length === 0) ?? [];
    throw invalid('images', `at least one image that mentions only ${missing}`, 'none');
  }
  const count = size === undefined ? max : requireWhole('size', size, 1);
  if (count > max) throw invalid('size', `at most ${max}, the number of images`, shown(size));
  const sample = [...groups.values()].flatMap((each, group) =>
    Array.from(shuffled(each.length, [seed, 0, group]).subarray(0, count), (i) => each[i] as number),
  );
  return sample
    .sort((a, b) => a - b)
    .map((index) => {
      const { image, captions } = images[index] as ImageCaptions;
      if (perImage === 'all') return { image, captions };
      const [at = 0] = shuffled(captions.length, [seed, 1, index]);
      return { image, captions: captions.slice(at, at + 1) };
    });
}

function getPlaces(images: readonly ImageCaptions[]): Map<string, number> {
  requireArray('images', images, 'images with their captions');
  const indexByKey = new Map<string, number>();
  for (const [row, each] of Array.from(images).entries()) {
    if (typeof each?.image !== 'string') throw invalid('images', 'an image with captions', shown(each), row);
    requireTexts('captions', each.captions, row);
    if (indexByKey.has(each.image)) throw invalid('images', 'each image once', `${shown(each.image)} again`, row);
    indexByKey.set(each.image, row);
  }
  return indexByKey;
}

function chosenPlaces(places: ReadonlyMap<string, number>, ids: readonly string[]): number[] {
  return [...new Set(requireTexts('ids', ids))].map((id, row) => {
    const index = places.get(id);
    if (index === undefined) throw invalid('ids', 'the id of one of the images', shown(id), row);
    return index;
  });
}

/** Returns the places of the images whose captions mention one group only, by group. */
function groupPlaces(
  images: readonly ImageCaptions[],
  indices: readonly number[],
  words: WordLists,
): Map<string, number[]> {
  const groupByWord = new Map<string, string>();
  const groups = new Map<string, number[]>();
  for (const [group, list] of Object.entries(words)) {
    groups.set(group, []);
    for (const word of requireTexts(`balancedBy ${group}`, list)) groupByWord.set(word.toLowerCase(), group);
  }
  if (groups.size < 2) throw invalid('balancedBy', 'two or more groups', String(groups.size));
  for (const index of indices) {
    const mentioned = new Set(
      (images[index] as ImageCaptions).captions
        .flatMap((caption) => treebankTokens(caption.toLowerCase()))
        .flatMap((token) => groupByWord.get(token) ?? []),
    );
    const [group] = mentioned;
    if (group !== undefined && mentioned.size === 1) groups.get(group)?.push(index);
  }
  return groups;
}
