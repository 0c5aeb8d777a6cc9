// SPDX-License-Identifier: Apache-2.0
//
// LIC (Hirota, Nakashima, Garcia: Quantifying Societal Bias Amplification in Image Captioning, CVPR 2022): how
// much better a protected attribute can be guessed from generated captions than from human ones.

import { requireOptions } from '../core/options.js';
import { CategoryEncoder } from '../data/category.js';
import type { CategoryColumn } from '../data/column.js';
import { requireSeed, type TrainingOptions, toTraining, trainingNames } from './attacker.js';
import { encodeCaptions, genderWords } from './captions.js';
import type { Wasm } from './module.js';
import { type Summary, summarize, toText } from './statistics.js';
import { type RunOptions, runNames, runTrials } from './workers.js';

/** Captions of the same images, and how the attackers on them learn. */
export interface LicInput extends Omit<TrainingOptions, 'loss'> {
  /** What people wrote: a caption an image, or several of which each trial takes the next. */
  human: readonly (string | readonly string[])[];
  /** What the model wrote, image by image. */
  generated: readonly string[];
  /** The protected attribute of the person shown, image by image. */
  attribute: CategoryColumn;
  /** Words that name the attribute and are masked; left out: words that name a gender. */
  maskedWords?: readonly string[] | undefined;
  /** Share of the images, of every category alike, that are for testing. Default: 0.1. */
  testSize?: number | undefined;
  /** Numbers in a word's vector. Default: 32. */
  wordWidth?: number | undefined;
  /** Widths of the relu layers between word vectors and answer. Default: one of 32. */
  hiddenWidths?: readonly number[] | undefined;
  /** Default: 10. */
  trials?: number | undefined;
  /** Names all random numbers; default 1. */
  seed?: number | undefined;
}

/** One trial: both attackers train on, and are tested on, captions of the same images. */
export interface LicTrial {
  /** Score on human captions: mean confidence in the true category where it is the answer, otherwise 0. */
  licD: number;
  /** Score on generated captions. */
  licM: number;
  /** licM - licD. */
  lic: number;
  /** Share of right answers. */
  accuracyD: number;
  accuracyM: number;
}

/**
 * What LIC found. Above 0: generated captions give more away than human ones.
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
export class LicResult implements Summary {
  readonly value: number;
  readonly standardDeviation: number;
  readonly standardError: number;
  readonly interval: readonly [low: number, high: number];
  readonly trials: readonly LicTrial[];
  /** The score of human captions over trials, and that of generated ones. */
  readonly licD: Summary;
  readonly licM: Summary;

  /** @internal */
  constructor(trials: readonly LicTrial[]) {
    const summary = (key: 'lic' | 'licD' | 'licM') =>
      summarize(
        trials.map((trial) => trial[key]),
        'mean',
      );
    const { value, standardDeviation, standardError, interval } = summary('lic');
    this.value = value;
    this.standardDeviation = standardDeviation;
    this.standardError = standardError;
    this.interval = interval;
    this.trials = trials;
    this.licD = summary('licD');
    this.licM = summary('licM');
  }

  /** Value and standard deviation: `0.0312 ± 0.0048`. */
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
  'seed',
  ...trainingNames.filter((name) => name !== 'loss'),
];

/** @internal Use `predictability.lic()`. */
export async function lic(wasm: Wasm, input: LicInput, run: RunOptions): Promise<LicResult> {
  requireOptions('lic', input, inputNames);
  requireOptions('run', run, runNames);
  const { human, generated, attribute, maskedWords = genderWords, ...options } = input;
  const { testSize = 0.1, wordWidth = 32, hiddenWidths = [32], trials = 10, seed = 1 } = options;
  const encoder = new CategoryEncoder('attribute', [], 'error');
  const codes = Uint32Array.from(encoder.encode(attribute));
  const training = toTraining({ epochs: 20, learningRate: 0.01, ...options }, 'cross-entropy');
  const spec = {
    rows: {
      ...encodeCaptions(human, generated, maskedWords),
      attribute: codes,
      classes: encoder.categories.length,
    },
    options: { training, testShare: testSize, wordWidth, hiddenWidths: [...hiddenWidths] },
    seed: requireSeed(seed),
  };
  const results = await runTrials(wasm, { kind: 'lic', spec }, [0, trials], run);
  return new LicResult(results);
}
