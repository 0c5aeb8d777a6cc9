// SPDX-License-Identifier: Apache-2.0
//
// The lookup functions of gender-neutral-captioning's bias-analysis, for code that migrates to fairwasm: b(o, g) of
// one group as a dictionary by object, with 0 for missing objects.

import { invalid } from '../core/error.js';
import { requireTexts, shown } from '../core/options.js';

/** b(o, g) of one group, by object. */
export type BiasDictionary = Readonly<Record<string, number>>;

/** The 24 objects that `objects_bias` and `bias_diff_sum` always use. */
export const biasAnalysisObjects: readonly string[] = [
  ...['tennis', 'dirt', 'skateboard', 'grass', 'carriage', 'beer', 'kite', 'beach', 'road'],
  ...['wagon', 'bags', 'surfboard', 'dress', 'lap', 'bed', 'flowers', 'mouth', 'bridle', 'fire'],
  ...['teeth', 'curb', 'device', 'leash', 'face'],
];

/**
 * Returns b(o, g), from 0 to 1, or 0 for an object that is not in the dictionary: bias-analysis' `feature_bias`.
 *
 * @example
 * const women = { kitchen: 0.75, car: 0.25 }; // of all who are spoken of with a kitchen, three quarters
 * [featureBias(women, 'kitchen'), featureBias(women, 'surfboard')]; // [0.75, 0]
 */
export function featureBias(dictionary: BiasDictionary, object: string): number {
  if (typeof dictionary !== 'object' || dictionary === null) {
    throw invalid('dictionary', 'numbers by word', shown(dictionary));
  }
  requireTexts('object', [object]);
  return Object.hasOwn(dictionary, object) ? (dictionary[object] as number) : 0;
}

/**
 * True if b(o, g) > 1/2: bias-analysis' `is_biased`, for two groups.
 *
 * @example
 * const women = { kitchen: 0.75, car: 0.25 };
 * [isBiased(women, 'kitchen'), isBiased(women, 'car')]; // [true, false]
 */
export function isBiased(dictionary: BiasDictionary, object: string): boolean {
  return featureBias(dictionary, object) > 0.5;
}

/**
 * Returns b(o, g) of the given objects, or of the 24 objects of bias-analysis by default: bias-analysis' `objects_bias`
 * for one gender.
 *
 * @example
 * objectsBias({ kite: 0.75, dog: 0.25 }, ['kite', 'umbrella']); // { "kite": 0.75, "umbrella": 0 }
 */
export function objectsBias(
  dictionary: BiasDictionary,
  objects: readonly string[] = biasAnalysisObjects,
): Record<string, number> {
  requireTexts('objects', objects);
  return Object.fromEntries(objects.map((object) => [object, featureBias(dictionary, object)]));
}

/**
 * Returns the sum of b̃(o, g) - b*(o, g) over the given objects, or over the 24 objects of bias-analysis by default:
 * bias-analysis' `bias_diff_sum`.
 *
 * @example
 * biasDifferenceSum({ kite: 0.5, dog: 0.5 }, { kite: 0.75, dog: 0.5 }, ['kite', 'dog']); // 0.25
 */
export function biasDifferenceSum(
  train: BiasDictionary,
  test: BiasDictionary,
  objects: readonly string[] = biasAnalysisObjects,
): number {
  requireTexts('objects', objects);
  return objects.reduce((sum, object) => sum + featureBias(test, object) - featureBias(train, object), 0);
}
