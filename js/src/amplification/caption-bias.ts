// SPDX-License-Identifier: Apache-2.0
//
// Mean bias amplification of captions: what is said about groups, against what the training said.

import { invalid } from '../core/error.js';
import { type Estimate, estimate } from '../core/estimate.js';
import { requireBoolean, requireOneOf, requireOptions, shown } from '../core/options.js';
import type { CaptionComparison } from '../wasm/amplification.js';
import {
  type ChanceCorrection,
  type CheckedOptions,
  correctedEstimate,
  type DrawOptions,
  drawNames,
  drawOptions,
  drawTwice,
} from './draws.js';

/** b*(o, g) for each group, by object: numbers, or text of `word value` lines. */
export type BiasDictionaries = Readonly<Record<string, Readonly<Record<string, number>> | string>>;

export interface CaptionAmplificationOptions extends DrawOptions {
  /**
   * `notebook`, the default: the formula of the project's notebook. `bias_analysis`: what its code
   * computes, a sum over 24 objects of its own for both groups, over the number of biased pairs; it
   * hardly depends on any bias, and is here for comparison only.
   */
  definition?: 'notebook' | 'bias_analysis' | undefined;
  /**
   * Omits objects that no test caption mentions together with a group, from the sum and from the number that divides
   * it. Not for `bias_analysis`. Default: false, and an object that is not mentioned counts as b(o, g) = 0.
   */
  seenOnly?: boolean | undefined;
  /**
   * What the sum is divided by: the number of biased pairs (the default) or of training objects, those in the sum. Not
   * for `bias_analysis`.
   */
  divideBy?: 'biasedPairs' | 'trainObjects' | undefined;
}

/** What one object and group add to the value. */
export interface CaptionPair {
  object: string;
  group: string;
  /** b*(o, g). */
  train: number;
  /** b(o, g) in the test captions, 0 where they do not say the object about the group. */
  test: number;
  contribution: number;
}

/**
 * Mean bias amplification. Above 0: the captions are more biased than the training. `value` is as published and
 * has no interval. `corrected` has one; it is over the objects that both the training and the test captions
 * mention, since an object without a bias in the test captions counts as 0 in `value`. Where the training bias
 * is given as dictionaries, it is taken as exact: `byChance` is left out, and a warning says so. With
 * `definition: 'bias_analysis'` there is neither.
 */
export interface CaptionBiasAmplification extends Estimate, ChanceCorrection {
  /** How many pairs are biased in training, b*(o, g) > 1/|G|. */
  biasedPairs: number;
  /** How many of the biased pairs have an object that no test caption mentions together with a group. */
  unmentionedPairs: number;
  /** What the value leaves out or counts as 0: pairs that are not mentioned. */
  warnings: readonly string[];
  /** How many objects the training has a bias for. */
  trainObjects: number;
  /** The pairs in the sum, those that contribute most, to either side, first. */
  pairs: readonly CaptionPair[];
}

/**
 * Reads `word value` lines, value between 0 and 1; empty lines are passed over.
 *
 * @example
 * parseBiasDictionary('kitchen 0.75\ncar 0.25\n'); // { "kitchen": 0.75, "car": 0.25 }
 *
 * @throws FairwasmError `invalidArgument` for any other line and for a word that comes twice, with the
 *   line counted from 0.
 */
export function parseBiasDictionary(text: string, argument = 'dictionary'): Record<string, number> {
  if (typeof text !== 'string') {
    throw invalid(argument, 'the text of a dictionary', shown(text));
  }
  const entries = new Map<string, number>();
  text.split(/\r\n|\n|\r/).forEach((line, row) => {
    const entry = line.trim();
    if (entry === '') return;
    const number = entry.split(/\s+/).at(-1) as string;
    const word = entry.slice(0, -number.length).trimEnd();
    const value = Number(number);
    if (word === '' || !(value >= 0 && value <= 1)) {
      throw invalid(argument, 'a word and a number between 0 and 1', `'${line}'`, row);
    }
    if (entries.has(word)) throw invalid(argument, 'every word once', `'${word}' again`, row);
    entries.set(word, value);
  });
  return Object.fromEntries(entries);
}

/** @internal The value of a comparison, which is freed. */
export async function captionAmplification(
  comparison: CaptionComparison,
  groups: number,
  options: CaptionAmplificationOptions,
  mentions: number | undefined,
): Promise<CaptionBiasAmplification> {
  try {
    const names = ['definition', 'seenOnly', 'divideBy', ...drawNames];
    requireOptions('biasAmplification', options, names);
    const {
      definition = 'notebook',
      seenOnly = false,
      divideBy = 'biasedPairs',
      ...rest
    } = options;
    requireOneOf('definition', definition, ['notebook', 'bias_analysis']);
    requireOneOf('divideBy', divideBy, ['biasedPairs', 'trainObjects']);
    requireBoolean('seenOnly', seenOnly);
    const checked = drawOptions(rest);
    if (definition === 'bias_analysis' && groups !== 2) {
      throw invalid(
        'definition',
        "'notebook' for other than two groups",
        `'bias_analysis' for ${groups}`,
      );
    }
    if (definition === 'bias_analysis' && (seenOnly || divideBy !== 'biasedPairs')) {
      throw invalid(
        seenOnly ? 'seenOnly' : 'divideBy',
        "the definition 'notebook'; 'bias_analysis' has its own objects and divisor",
        "'bias_analysis'",
      );
    }
    const core = {
      asBiasAnalysis: definition === 'bias_analysis',
      seenOnly,
      overAllObjects: divideBy === 'trainObjects',
    };
    const { value, biasedPairs, unmentionedPairs, trainObjects, pairs } =
      comparison.amplification(core);
    const [objects, groupNames] = [comparison.objects(), comparison.groups()];
    return {
      ...estimate(value, () =>
        biasedPairs === 0
          ? 'nothing is biased in training'
          : 'the test captions mention no object that is biased in training',
      ),
      ...(await correctionOf(comparison, core, checked, mentions)),
      biasedPairs,
      unmentionedPairs,
      warnings: unmentionedPairs === 0 ? [] : [unmentioned(unmentionedPairs, biasedPairs, core)],
      trainObjects,
      pairs: pairs
        .map(({ object, group, ...pair }) => ({
          object: objects[object] as string,
          group: groupNames[group] as string,
          ...pair,
        }))
        .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution)),
    };
  } finally {
    comparison.delete();
  }
}

function unmentioned(
  pairs: number,
  biased: number,
  { seenOnly, asBiasAnalysis }: { seenOnly: boolean; asBiasAnalysis: boolean },
): string {
  const count = `${pairs} of ${biased} pairs biased in training are not mentioned in the test captions`;
  if (asBiasAnalysis) return `${count}.`;
  return seenOnly
    ? `${count} and are omitted.`
    : `${count}: each counts as a bias of 0. seenOnly (--seen-only) omits them.`;
}

async function correctionOf(
  comparison: CaptionComparison,
  core: Parameters<CaptionComparison['begin']>[0],
  options: CheckedOptions,
  mentions = Number.POSITIVE_INFINITY,
): Promise<ChanceCorrection> {
  if (options.draws === 0 || core.asBiasAnalysis) {
    options.onProgress?.(1);
    return {};
  }
  comparison.begin(core);
  await drawTwice(comparison, options);
  const { total, byChance } = comparison.correction(options.confidence);
  const reason = () => 'no object of a biased pair is mentioned in the test captions';
  if (Number.isNaN(byChance)) return { corrected: correctedEstimate(total, reason, givenBias) };
  if (mentions >= fewestMentions) return { byChance, corrected: correctedEstimate(total, reason) };
  const bare = { ...total, low: Number.NaN, high: Number.NaN, pValue: Number.NaN };
  return { byChance, corrected: correctedEstimate(bare, reason, fewMentions(mentions)) };
}

/** Intervals of captions with fewer mentions per object are not measured. */
const fewestMentions = 5;

const fewMentions = (mentions: number) =>
  `no interval and no p-value: only ${mentions.toFixed(1)} mentions per object on average, and they take ${fewestMentions}`;

const givenBias =
  'the training bias is taken as exact; if few captions stand behind it, chance alone makes the value negative';

function requireDictionaries(dictionaries: BiasDictionaries): string[] {
  const isObject = (value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isObject(dictionaries)) {
    const groups = Object.keys(dictionaries);
    const stray = groups.find(
      (group) => typeof dictionaries[group] !== 'string' && !isObject(dictionaries[group]),
    );
    if (stray === undefined) return groups;
    throw invalid(
      `train ${stray}`,
      'numbers by word, or the text of a dictionary',
      shown(dictionaries[stray]),
    );
  }
  throw invalid('train', 'caption counts, or a dictionary for each group', shown(dictionaries));
}

/** @internal Dictionaries as the core takes them; `normalize` makes words what they are counted as. */
export function toBias(dictionaries: BiasDictionaries, normalize: (word: string) => string) {
  const groups = requireDictionaries(dictionaries);
  const places = new Map<string, number>();
  const entries = groups.flatMap((group, g) => {
    const given = dictionaries[group] as string | Readonly<Record<string, number>>;
    const argument = `train ${group}`;
    const parsed = typeof given === 'string' ? parseBiasDictionary(given, argument) : given;
    return Object.entries(parsed).map(([word, value]) => {
      if (typeof value !== 'number' || !(value >= 0 && value <= 1)) {
        throw invalid(`${argument} '${word}'`, 'a number between 0 and 1', shown(value));
      }
      const object = normalize(word);
      if (!places.has(object)) places.set(object, places.size);
      return { place: (places.get(object) as number) * groups.length + g, value };
    });
  });
  const scores = new Float64Array(places.size * groups.length).fill(Number.NaN);
  for (const { place, value } of entries) scores[place] = value;
  return { groups, objects: [...places.keys()], scores };
}
