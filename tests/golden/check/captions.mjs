// gender-neutral-captioning's counts of captions, mean bias amplification, and word lists. The word lists are those of
// its code, in which a missing comma joins "actors" and "girl" to a word without gender.

import { biasDifferenceSum, featureBias, genderWords, isBiased, objectsBias } from 'fairwasm/amplification';
import { treebankTokens } from '#fairwasm/amplification/tokens.js';
import { once } from './once.mjs';

const joinedWord = 'actorsgirl';
const words = {
  man: genderWords.man.filter((word) => word !== 'actors'),
  woman: genderWords.woman.filter((word) => word !== 'girl'),
};
const kinds = { noun: 'noun', verb: 'verb', adj: 'adjective' };
const point = { draws: 0 };

const toCaptions = (recorded) => recorded.map(([tokens, tags]) => ({ tokens, tags }));

/** Removes the joined word, which is neither an object nor gendered. */
const withoutJoined = (captions) =>
  captions.map(({ tokens, tags }) => {
    const kept = tokens.flatMap((token, i) => (token === joinedWord ? [] : [i]));
    return { tokens: kept.map((i) => tokens[i]), tags: kept.map((i) => tags[i]) };
  });

function counted(modules, captions, options) {
  const counts = modules.amplification.captionCounts({ words, foldCase: false, ...options });
  counts.update(captions);
  return counts;
}

function countsByKind(key, { input }, modules) {
  const captions = toCaptions(input['captions_[tokens,tags]']);
  const options = { objects: kinds[key] };
  const all = counted(modules, captions, { ...options, words: { ...words, neither: [joinedWord] } });
  const ofGenders = counted(modules, withoutJoined(captions), options);
  const { man: b_man, woman: b_woman } = ofGenders.bias();
  const { man, woman } = ofGenders.counts();
  return { count_per_gender_word: all.wordCounts(), count_per_gender: { man, woman }, b_man, b_woman };
}

// ---- Amplification -------------------------------------------------------------------------------

const trainName = 'train_captions_[tokens,tags]';

/** Returns the test captions and the training captions, if any, otherwise the dictionaries. */
const getParts = (golden, modules) =>
  once(golden, 'parts', () => {
    const { input } = golden;
    const ofCaptions = (recorded) => counted(modules, withoutJoined(toCaptions(recorded)), {});
    const test = ofCaptions(input['test_captions_[tokens,tags]']);
    const hasCaptions = input[trainName].length > 0 || input.train_dict_man === undefined;
    const dictionaries = { man: input.train_dict_man ?? {}, woman: input.train_dict_woman ?? {} };
    return { test, train: hasCaptions ? ofCaptions(input[trainName]) : dictionaries };
  });

const amplification = (golden, modules, options = {}) => {
  const { test, train } = getParts(golden, modules);
  return test.biasAmplification(train, { ...point, ...options });
};

async function notebookFormula(golden, modules) {
  const [all, overObjects, seen] = await Promise.all([
    amplification(golden, modules),
    amplification(golden, modules, { divideBy: 'trainObjects' }),
    amplification(golden, modules, { seenOnly: true }),
  ]);
  const differences = ({ pairs }) => pairs.reduce((total, { test, train }) => total + test - train, 0);
  return {
    sum_missing_as_0: differences(all),
    sum_only_objects_seen_in_test: differences(seen),
    biased_objects: all.biasedPairs,
    all_train_objects: all.trainObjects,
    mean_missing_as_0_over_biased_objects: all.value,
    mean_missing_as_0_over_all_train_objects: overObjects.value,
    // The recorded divisor is the number of all biased pairs; fairwasm divides by the number of seen pairs.
    mean_only_seen_over_biased_objects:
      seen.pairs.length === 0 ? 0 / seen.biasedPairs : (seen.value * seen.pairs.length) / seen.biasedPairs,
  };
}

const ofCode = (golden, modules) => amplification(golden, modules, { definition: 'bias_analysis' });

/** Returns the counted training bias or the dictionaries that were read. */
function trainBias(golden, modules) {
  const { train } = getParts(golden, modules);
  return typeof train.bias === 'function' ? train.bias() : train;
}

const amplificationKeys = {
  code: async (golden, modules) => ({ mean_bias_amplification: (await ofCode(golden, modules)).value }),
  train_b: trainBias,
  test_b: (golden, modules) => getParts(golden, modules).test.bias(),
  not_peer_notebook_formula: notebookFormula,
  denominator_len_of_local_list: async (golden, modules) => (await ofCode(golden, modules)).biasedPairs,
  objects_summed_by_code: () => Object.keys(objectsBias({})).length,
};

// ---- Look-ups and words --------------------------------------------------------------------------

const lookups = {
  feature_bias: ({ input }) => featureBias(input.dict, input.feature),
  is_biased: ({ input }) => isBiased(input.dict, input.feature),
  value: ({ input }) => biasDifferenceSum(input.train, input.test),
  man: ({ input }) => objectsBias(input.dict_man),
  woman: ({ input }) => objectsBias(input.dict_woman),
  tokens: ({ input }) => treebankTokens(input.text),
};
const needs = { feature_bias: 'dict', is_biased: 'dict', value: 'train', tokens: 'text' };

// ---- The functions of the runner -----------------------------------------------------------------

const ofPeer = ({ peer }) => peer.includes('gender-neutral-captioning');

export function canEvaluate(key, golden) {
  if (!ofPeer(golden)) return false;
  const { input } = golden;
  if ('captions_[tokens,tags]' in input) return key in kinds;
  if ('test_captions_[tokens,tags]' in input) return key in amplificationKeys;
  return key in lookups && (needs[key] ?? `dict_${key}`) in input;
}

export function evaluate(key, golden, modules) {
  if ('captions_[tokens,tags]' in golden.input) return countsByKind(key, golden, modules);
  return (amplificationKeys[key] ?? lookups[key])(golden, modules);
}

export function deviation(key, golden, path) {
  if (!ofPeer(golden)) return undefined;
  if (key in kinds && path[1] === 'count_per_gender_word') {
    const counts = golden.expected[key].count_per_gender_word[path[2]];
    const isEmpty = counts !== undefined && Object.keys(counts).length === 0;
    return isEmpty ? { rule: 'empty entries', holds: (actual) => actual === undefined } : undefined;
  }
  const { code } = golden.expected;
  if (key !== 'code' || code.error !== 'ZeroDivisionError') return undefined;
  return { rule: 'division by zero', holds: ({ mean_bias_amplification: mean }) => Number.isNaN(mean) };
}
