// SPDX-License-Identifier: Apache-2.0
//
// Mean bias amplification of captions: how strongly generated captions associate objects with groups, compared with
// the training captions.

import { invalid } from '../core/error.js';
import { estimate } from '../core/estimate.js';
import { reportDone } from '../core/long-run.js';
import { requireBoolean, requireOneOf, requireOptions, shown } from '../core/options.js';
import type { CaptionComparison } from '../wasm/amplification.js';
import {
  type AmplificationMeasure,
  type CheckedDrawOptions,
  correctedEstimate,
  type DrawOptions,
  drawNames,
  drawOptions,
  drawTwice,
  fewForInterval,
  withoutInterval,
} from './draws.js';

/** b*(o, g) for each group, by object: as numbers, or as a string of `word value` lines. */
export type BiasDictionaries = Readonly<Record<string, Readonly<Record<string, number>> | string>>;

export interface CaptionAmplificationOptions extends DrawOptions {
  /**
   * `notebook` is the formula of the project's notebook. `bias_analysis` reproduces its code: a sum over 24 fixed
   * objects for both groups, divided by the number of biased pairs. It hardly depends on any bias and is only for
   * comparison. Default: `notebook`.
   */
  definition?: 'notebook' | 'bias_analysis' | undefined;
  /**
   * Omits objects that no test caption mentions together with a group, from the sum and from its divisor. Not
   * available for `bias_analysis`. Default: false, and an object that is not mentioned counts as b(o, g) = 0.
   */
  seenOnly?: boolean | undefined;
  /**
   * Divisor of the sum: the number of biased pairs, or of training objects in the sum. Not available for
   * `bias_analysis`. Default: `biasedPairs`.
   */
  divideBy?: 'biasedPairs' | 'trainObjects' | undefined;
}

/**
 * Mean bias amplification; positive if the captions are more biased than the training captions. `value` is as
 * published and has no confidence interval. `corrected` has one, and uses only the objects that both the training and
 * the test captions mention, because `value` counts an unmentioned object as 0. A training bias given as dictionaries
 * is treated as exact: `byChance` is omitted and a warning is added. With `definition: 'bias_analysis'` both are
 * omitted.
 */
export interface CaptionBiasAmplification extends AmplificationMeasure {
  /** Number of pairs that are biased in training, b*(o, g) > 1/|G|. */
  biasedPairs: number;
  /** Number of biased pairs whose object no test caption mentions together with a group. */
  unmentionedPairs: number;
  /** Warnings about pairs that `value` omits or counts as 0 because they are not mentioned. */
  warnings: readonly string[];
  /** Number of objects with a training bias. */
  trainObjects: number;
  /** Divisor of the sum: with `seenOnly`, only the pairs or objects that the sum contains. */
  divisor: number;
  /** The pairs in the sum, sorted by absolute contribution, largest first. */
  pairs: readonly {
    object: string;
    group: string;
    /** b*(o, g). */
    train: number;
    /** b(o, g) in the test captions; 0 if they do not mention the object with the group. */
    test: number;
    contribution: number;
  }[];
}

/**
 * Parses `word value` lines with values from 0 to 1; empty lines are skipped.
 *
 * @example
 * parseBiasDictionary('kitchen 0.75\ncar 0.25\n'); // { "kitchen": 0.75, "car": 0.25 }
 *
 * @throws FairwasmError `invalidArgument` for any other line and for a repeated word, with the line number counted
 *   from 0.
 */
export function parseBiasDictionary(text: string, argument = 'dictionary'): Record<string, number> {
  if (typeof text !== 'string') throw invalid(argument, 'the text of a dictionary file', shown(text));
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
    if (entries.has(word)) throw invalid(argument, 'each word once', `'${word}' again`, row);
    entries.set(word, value);
  });
  return Object.fromEntries(entries);
}

/** @internal Computes the result of a comparison, and frees the comparison. */
export async function captionAmplification(
  comparison: CaptionComparison,
  groups: number,
  options: CaptionAmplificationOptions,
  training: Training,
): Promise<CaptionBiasAmplification> {
  try {
    const names = ['definition', 'seenOnly', 'divideBy', ...drawNames];
    requireOptions('biasAmplification', options, names);
    const { definition = 'notebook', seenOnly = false, divideBy = 'biasedPairs', ...rest } = options;
    requireOneOf('definition', definition, ['notebook', 'bias_analysis']);
    requireOneOf('divideBy', divideBy, ['biasedPairs', 'trainObjects']);
    requireBoolean('seenOnly', seenOnly);
    const checked = drawOptions(rest);
    if (definition === 'bias_analysis' && groups !== 2) {
      throw invalid(
        'definition',
        "'notebook' unless there are exactly two groups",
        `'bias_analysis' for ${groups} groups`,
      );
    }
    if (definition === 'bias_analysis' && (seenOnly || divideBy !== 'biasedPairs')) {
      throw invalid(
        seenOnly ? 'seenOnly' : 'divideBy',
        "the definition 'notebook', because 'bias_analysis' determines objects and divisor itself",
        "'bias_analysis'",
      );
    }
    const core = {
      asBiasAnalysis: definition === 'bias_analysis',
      seenOnly,
      overAllObjects: divideBy === 'trainObjects',
    };
    const { value, biasedPairs, unmentionedPairs, trainObjects, divisor, pairs } = comparison.amplification(core);
    const [objects, groupNames] = [comparison.objects(), comparison.groups()];
    return {
      ...estimate(value, () =>
        biasedPairs === 0
          ? 'no pair is biased in training'
          : 'the test captions mention no object that is biased in training',
      ),
      ...(await toCorrection(comparison, core, checked, training)),
      biasedPairs,
      unmentionedPairs,
      warnings: unmentionedPairs === 0 ? [] : [unmentioned(unmentionedPairs, biasedPairs, core)],
      trainObjects,
      divisor,
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
    : `${count}: each counts as a bias of 0, unless only seen pairs are counted.`;
}

/** How the training bias is known. */
interface Training {
  /** Whether it is given as numbers, instead of captions. */
  isGiven: boolean;
  /** The mean number of mentions per object, in the captions that mention fewer. */
  mentions: number;
}

async function toCorrection(
  comparison: CaptionComparison,
  core: Parameters<CaptionComparison['begin']>[0],
  options: CheckedDrawOptions,
  { isGiven, mentions }: Training,
): Promise<Pick<AmplificationMeasure, 'byChance' | 'corrected'>> {
  if (options.draws === 0 || core.asBiasAnalysis) {
    reportDone(options, 1);
    return {};
  }
  comparison.begin(core);
  await drawTwice(comparison, options);
  const { total, byChance, mentionsAgainst } = comparison.correction(options.confidence);
  const few =
    fewForInterval(mentions, fewestMentions, 'mentions per object on average') ??
    fewForInterval(mentionsAgainst, fewestMentions, 'mentions against the training bias are expected');
  const warnings = [few, isGiven ? givenBias : undefined].filter((each) => each !== undefined);
  return {
    ...(!Number.isNaN(byChance) && { byChance }),
    corrected: correctedEstimate(
      few === undefined ? total : withoutInterval(total),
      () => 'the test captions mention no object of a biased pair',
      warnings.length > 0 ? warnings.join('; ') : undefined,
    ),
  };
}

/** With fewer mentions per object, or fewer expected mentions against the bias, intervals do not hold in simulations. */
const fewestMentions = 5;

const givenBias =
  'the training bias is assumed to be exact; if it is based on few captions, chance alone makes the value negative';

function requireDictionaries(dictionaries: BiasDictionaries): string[] {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isObject(dictionaries)) {
    const groups = Object.keys(dictionaries);
    const unexpected = groups.find(
      (group) => typeof dictionaries[group] !== 'string' && !isObject(dictionaries[group]),
    );
    if (unexpected === undefined) return groups;
    throw invalid(
      `train ${unexpected}`,
      'numbers by word, or the text of a dictionary file',
      shown(dictionaries[unexpected]),
    );
  }
  throw invalid('train', 'caption counts, or one dictionary per group', shown(dictionaries));
}

/**
 * @internal Converts dictionaries to the core's form; `normalize` maps words to the form in which they are counted.
 */
export function toBias(dictionaries: BiasDictionaries, normalize: (word: string) => string) {
  const groups = requireDictionaries(dictionaries);
  const indexByKey = new Map<string, number>();
  const entries = groups.flatMap((group, g) => {
    const given = dictionaries[group] as string | Readonly<Record<string, number>>;
    const argument = `train ${group}`;
    const parsed = typeof given === 'string' ? parseBiasDictionary(given, argument) : given;
    return Object.entries(parsed).map(([word, value]) => {
      if (typeof value !== 'number' || !(value >= 0 && value <= 1)) {
        throw invalid(`${argument} '${word}'`, 'a number between 0 and 1', shown(value));
      }
      const object = normalize(word);
      if (!indexByKey.has(object)) indexByKey.set(object, indexByKey.size);
      return { place: (indexByKey.get(object) as number) * groups.length + g, value };
    });
  });
  const scores = new Float64Array(indexByKey.size * groups.length).fill(Number.NaN);
  for (const { place, value } of entries) scores[place] = value;
  return { groups, objects: [...indexByKey.keys()], scores };
}
