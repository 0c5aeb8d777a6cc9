// SPDX-License-Identifier: Apache-2.0
//
// The exports of `fairwasm/amplification`.

import './results.js';

export type { Direction } from '../metrics/amplification.js';
export { type Amplification, load } from './amplification.js';
export {
  type BiasDictionary,
  biasAnalysisObjects,
  biasDifferenceSum,
  featureBias,
  isBiased,
  objectsBias,
} from './bias-analysis.js';
export type { LabeledImage, TaggedCaption, Tagger } from './caption.js';
export {
  type BiasDictionaries,
  type CaptionAmplificationOptions,
  type CaptionBiasAmplification,
  parseBiasDictionary,
} from './caption-bias.js';
export type { CaptionCounts, CaptionCountsOptions } from './caption-counts.js';
export type { Cooccurrence, CooccurrenceColumns, CooccurrenceRows } from './cooccurrence.js';
export { type CooccurrenceCsv, cooccurrenceCsv } from './csv.js';
export { biasAmpAttributeToTask, biasAmpTaskToAttribute, DBA, type TrainOptions } from './dba.js';
export type { AmplificationResult } from './describe.js';
export type { AmplificationMeasure, DrawOptions } from './draws.js';
export { type ImageCaptions, readImageCaptions, sampleCaptions } from './image-captions.js';
export type { LabelColumn } from './labels.js';
export { BA_MALS } from './mals.js';
export { MDBA, type MultiBiasAmplification } from './mdba.js';
export type { CooccurrenceMetric, CooccurrenceMetricOptions, LabelChoice } from './metric.js';
export type { BiasAmplification } from './pairs.js';
export { type CaptionOptions, readCaptions } from './read-captions.js';
export { compromiseTagger, winkTagger } from './taggers.js';
export { genderWords, type ObjectKind, type WordLists } from './words.js';
