// SPDX-License-Identifier: Apache-2.0
//
// LIC (Hirota, Nakashima, Garcia: Quantifying Societal Bias Amplification in Image Captioning, CVPR 2022): how much
// better a protected attribute can be predicted from generated captions than from human captions.

import { invalid } from '../core/error.js';
import { getMin } from '../core/extremes.js';
import { requireOptions, requireWhole, shown } from '../core/options.js';
import { CategoryEncoder } from '../data/category.js';
import type { CategoryColumn } from '../data/column.js';
import { type TrainingOptions, toTraining, trainingNames } from './attacker.js';
import { type EncodedCaptions, encodeCaptions, maskedGenderWords } from './captions.js';
import type { Wasm } from './module.js';
import { spreadOverBlocks, summarize, type TrialSummary, toText } from './statistics.js';
import { type AttackRunOptions, runNames, runTrials, secondsLeft } from './workers.js';

/** Captions of the same images, and the training options of the attackers. */
export interface LicInput extends Omit<TrainingOptions, 'loss'> {
  /** Human captions: one per image, or several, of which each trial uses the next. */
  human: readonly (string | readonly string[])[];
  /** Generated captions, one per image. */
  generated: readonly string[];
  /** The protected attribute of the depicted person, one per image. */
  attribute: CategoryColumn;
  /** Words that name the attribute and are masked. Default: words that name a gender. */
  maskedWords?: readonly string[] | undefined;
  /** Fraction of the images for testing, equal in every category. Default: 0.1. */
  testSize?: number | undefined;
  /** Length of a word vector. Default: 32. */
  wordWidth?: number | undefined;
  /** Widths of the relu layers between word vectors and output. Default: one layer of 32. */
  hiddenWidths?: readonly number[] | undefined;
  /** Number of trials. Default: 10. */
  trials?: number | undefined;
  /**
   * Number of disjoint blocks of images for the confidence interval over images; 0 for no interval. All blocks
   * together take as long as the trials. Default: the largest number, up to 10, that leaves ten images of each
   * category per block; 0 if that is less than 3.
   */
  blocks?: number | undefined;
  /** Seed of all random numbers. Default: 1. */
  seed?: number | undefined;
}

const coverages = {
  blocks:
    'The confidence interval is over images: other images might have been collected. The interval over seeds covers ' +
    'only the choice of training and test images and training.',
  none:
    'There is no confidence interval over images: there are too few images for blocks, or no blocks were ' +
    'requested. The interval over seeds covers only the choice of training and test images and training.',
};

/**
 * Result of LIC; positive if generated captions reveal more than human captions.
 *
 * @example
 * const result = await (await load()).lic({
 *   human: ['a person cooks', 'a person rides', 'a person cooks', 'a person rides'],
 *   generated: ['a person cooks', 'a person rides', 'a person rides', 'a person rides'],
 *   attribute: ['f', 'm', 'f', 'm'],
 *   testSize: 0.5,
 *   trials: 2,
 * });
 * const [{ lic, licD, licM }] = result.trials;
 * lic === licM - licD; // true
 */
export class LicResult implements TrialSummary {
  readonly value: number;
  /** Standard deviation of a single trial on these images. */
  readonly standardDeviation: number;
  /** Standard error of the value over images. NaN without blocks. */
  readonly standardError: number;
  /**
   * 95% confidence interval over images: each block of images is measured like the whole, and the spread between
   * blocks gives a Student's t interval. NaN without blocks.
   */
  readonly ci: readonly [low: number, high: number];
  /** Variation of the value with other random numbers on the same images. */
  readonly overSeeds: TrialSummary['overSeeds'];
  /** LIC of each block of images, averaged over as many trials. */
  readonly blocks: readonly number[];
  /** A sentence about the sources of variation that the intervals cover and do not cover. */
  readonly coverage: string;
  /** In each trial, both attackers are trained and tested on captions of the same images. */
  readonly trials: readonly {
    /**
     * Score on human captions: the mean over images of the confidence in the true category if it is predicted,
     * otherwise 0.
     */
    licD: number;
    /** Score on generated captions. */
    licM: number;
    /** licM - licD. */
    lic: number;
    /** Proportion of correct predictions on human captions. */
    accuracyD: number;
    accuracyM: number;
  }[];
  /** Scores of human and generated captions over trials. */
  readonly licD: TrialSummary;
  readonly licM: TrialSummary;

  /** @internal */
  constructor(trials: readonly LicResult['trials'][number][], blocks: readonly number[]) {
    const summary = (key: 'lic' | 'licD' | 'licM') =>
      summarize(
        trials.map((trial) => trial[key]),
        'mean',
      );
    const { value, standardDeviation, overSeeds } = summary('lic');
    const { standardError, ci } = spreadOverBlocks(value, blocks);
    this.value = value;
    this.standardDeviation = standardDeviation;
    this.standardError = standardError;
    this.ci = ci;
    this.overSeeds = overSeeds;
    this.blocks = blocks;
    this.coverage = blocks.length > 1 ? coverages.blocks : coverages.none;
    this.trials = trials;
    this.licD = summary('licD');
    this.licM = summary('licM');
  }

  /** Formats value and standard deviation: `0.0312 ± 0.0048`. */
  toString(): string {
    return toText(this);
  }
}

const inputNames = [
  'human',
  'generated',
  'attribute',
  'maskedWords',
  'testSize',
  'wordWidth',
  'hiddenWidths',
  'trials',
  'blocks',
  'seed',
  ...trainingNames.filter((name) => name !== 'loss'),
];

/** @internal Use `predictability.lic()`. */
export async function lic(wasm: Wasm, input: LicInput, run: AttackRunOptions): Promise<LicResult> {
  requireOptions('lic', input, inputNames);
  requireOptions('run', run, runNames);
  const { human, generated, attribute, maskedWords = maskedGenderWords, ...options } = input;
  const { testSize = 0.1, wordWidth = 32, hiddenWidths = [32], trials = 10, seed = 1 } = options;
  const encoder = new CategoryEncoder('attribute', [], 'error');
  const codes = Uint32Array.from(encoder.encode(attribute));
  const training = toTraining({ epochs: 20, learningRate: 0.01, ...options }, 'cross-entropy');
  const rows = {
    ...encodeCaptions(human, generated, maskedWords),
    attribute: codes,
    classes: encoder.categories.length,
  };
  const spec = {
    rows,
    options: { training, testShare: testSize, wordWidth, hiddenWidths: [...hiddenWidths] },
    seed: requireWhole('seed', seed, 0),
  };
  const parts = splitIntoBlocks(wasm, rows, { blocks: options.blocks, testSize, seed });
  const started = performance.now();
  // Half of the progress is for the trials, the other half for the blocks.
  const done = (block: number, fraction: number) => {
    if (parts.length === 0) return fraction;
    return block === 0 ? fraction / 2 : (1 + (block - 1 + fraction) / parts.length) / 2;
  };
  const follow = (block: number): AttackRunOptions => ({
    ...run,
    onProgress:
      run.onProgress &&
      ((progress) => {
        const fraction = done(block, progress.done);
        run.onProgress?.({
          ...progress,
          trial: trials * block + (progress.trial % trials),
          trials: trials * (1 + parts.length),
          done: fraction,
          secondsLeft: secondsLeft((performance.now() - started) / 1000, fraction),
        });
      }),
  });
  const results = await runTrials(wasm, { kind: 'lic', spec }, [0, trials], follow(0));
  const blocks: number[] = [];
  for (const [i, images] of parts.entries()) {
    const part = { ...spec, rows: pickImages(rows, images) };
    const range = [trials * (1 + i), trials] as const;
    const ofPart = await runTrials(wasm, { kind: 'lic', spec: part }, range, follow(1 + i));
    blocks.push(ofPart.reduce((sum, { lic }) => sum + lic, 0) / trials);
  }
  return new LicResult(results, blocks);
}

const imagesOfBlock = 10;
const maxBlocks = 10;
const minBlocks = 3;

type Rows = EncodedCaptions & { attribute: Uint32Array; classes: number };

/** Splits the images into disjoint random blocks with equal proportions of every category. */
function splitIntoBlocks(
  wasm: Wasm,
  { attribute, classes }: Rows,
  { blocks, testSize, seed }: { blocks: number | undefined; testSize: number; seed: number },
): number[][] {
  const sizes = Array.from({ length: classes }, () => 0);
  for (const category of attribute) sizes[category] = (sizes[category] as number) + 1;
  const smallest = getMin(sizes);
  const min = Math.max(imagesOfBlock, Math.ceil(1 / testSize));
  const possible = Math.min(maxBlocks, Math.floor(smallest / min));
  const count = blocks ?? (possible < minBlocks ? 0 : possible);
  requireBlocks(count, smallest);
  if (count === 0) return [];
  const byClass = Array.from({ length: classes }, (): number[] => []);
  // A random order of the images, from a stream that no trial uses.
  const { train, test } = wasm.splitRows(attribute.length, 0.5, seed, 2 ** 31 - 1);
  for (const image of [...test, ...train]) byClass[attribute[image] as number]?.push(image);
  return Array.from({ length: count }, (_, block) =>
    byClass.flatMap((images) => images.filter((_, i) => i % count === block)),
  );
}

function requireBlocks(blocks: number, smallest: number): void {
  if (Number.isInteger(blocks) && blocks >= 0 && blocks !== 1 && 2 * blocks <= smallest) return;
  throw invalid(
    'blocks',
    `0, or a whole number from 2 to ${Math.floor(smallest / 2)}, so that each part has two images of each category`,
    shown(blocks),
  );
}

function pickImages(rows: Rows, images: readonly number[]): Rows {
  const pick = ({ words, starts }: Rows['generated']) => {
    const picked: number[] = [];
    const ends = [0];
    for (const image of images) {
      for (const word of words.subarray(starts[image], starts[image + 1])) picked.push(word);
      ends.push(picked.length);
    }
    return { words: Uint32Array.from(picked), starts: Uint32Array.from(ends) };
  };
  return {
    ...rows,
    human: rows.human.map(pick),
    generated: pick(rows.generated),
    attribute: Uint32Array.from(images, (image) => rows.attribute[image] as number),
  };
}
