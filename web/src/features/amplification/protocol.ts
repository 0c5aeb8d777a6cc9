// SPDX-License-Identifier: Apache-2.0
//
// Messages to and from the worker of this tab: every measure as cells of a matrix, each with its counts.

import type { Estimate } from 'fairwasm';
import type {
  BiasAmplification,
  CaptionBiasAmplification,
  CooccurrenceCsv,
  MultiBiasAmplification,
  ObjectKind,
  WordLists,
} from 'fairwasm/amplification';
import type { Dbac, LicResult } from 'fairwasm/predictability';
import type { ImageCaptions } from './image-captions.js';

export type MeasureName = 'dba-AtoT' | 'dba-TtoA' | 'mals' | 'mdba';

export interface PairMeasure extends BiasAmplification {
  kind: 'pairs';
}

export interface CombinationMeasure extends Estimate {
  kind: 'combinations';
  /** Mean of the value without any amplification; omitted without draws. */
  byChance?: number;
  terms: number;
  combinations: number;
  /** Size of the largest combinations in the computation; undefined: no limit. */
  maxSize: number | undefined;
  largest: MultiBiasAmplification['largest'];
}

export interface LabelResults {
  rows: number;
  attributes: readonly string[];
  tasks: readonly string[];
  measures: Partial<Record<MeasureName, PairMeasure | CombinationMeasure>>;
}

export interface CaptionResults extends CaptionBiasAmplification {
  groups: readonly string[];
  captions: Record<'train' | 'test', { all: number; mentioning: number }>;
  /** How often each object occurs with each group. */
  counts: Record<'train' | 'test', Readonly<Record<string, Readonly<Record<string, number>>>>>;
}

/** DBAC or LIC. */
export interface ImageResults {
  result: Dbac | LicResult;
  /** Number of images, and of rows without a caption or attribute. */
  images: number;
  omitted: number;
}

export interface CaptionTexts {
  train: readonly string[];
  test: readonly string[];
  objects: ObjectKind;
  words: WordLists;
  divideBy: 'biasedPairs' | 'trainObjects';
  seenOnly: boolean;
  /** Whether words are counted by lemma: dog and dogs are one word. */
  lemma?: boolean;
  /** Whether uppercase and lowercase differ. */
  matchCase?: boolean;
  definition?: 'notebook' | 'bias_analysis';
}

export type Work =
  | { kind: 'labels'; file: Blob; columns: CooccurrenceCsv }
  | { kind: 'captions'; texts: CaptionTexts }
  | { kind: 'images'; file: Blob; asked: ImageCaptions }
  | { kind: 'read'; file: Blob };

export interface Results {
  labels: LabelResults;
  captions: CaptionResults;
  images: ImageResults;
  /** The captions of a file. */
  read: readonly string[];
}

/** The completed fraction of the work, and its description. */
export interface News {
  share: number;
  note: string;
}
