// SPDX-License-Identifier: Apache-2.0
//
// Every value of the golden caption cases. They were made with the word lists as the project's code has
// them, where a missing comma joins "actors" and "girl"; the rules below name the other differences.

import { genderWords } from 'fairwasm';
import { errorOf, fair } from '../support.mjs';
import { expectClose, goldenCases } from './support.mjs';

const cases = goldenCases('captions');
const point = { draws: 0 };

/** `joined words`: neither "actors" nor "girl" is a word there, but "actorsgirl", of no gender. */
const joined = {
  man: genderWords.man.filter((word) => word !== 'actors'),
  woman: genderWords.woman.filter((word) => word !== 'girl'),
};

const toCaptions = (golden) => golden.map(([tokens, tags]) => ({ tokens, tags }));

function countsOf(golden, options = {}) {
  const counts = fair.captionCounts({ words: joined, foldCase: false, ...options });
  counts.update(toCaptions(golden));
  return counts;
}

/** `empty entries`: the code lists words that stand with no object; here only what occurs is listed. */
const withoutEmpty = (byWord) =>
  Object.fromEntries(Object.entries(byWord).filter(([, counts]) => Object.keys(counts).length > 0));

const kinds = { noun: 'noun', verb: 'verb', adj: 'adjective' };
const withCaptions = cases.filter(({ input }) => 'captions_[tokens,tags]' in input);

describe.each(withCaptions.map((each) => [each.case, each]))(
  'counts: %s',
  (name, { input, expected }) => {
    test.each(Object.keys(kinds))('%s', (kind) => {
      const golden = expected[kind];
      // The word without a gender is a group of its own here.
      const words = name.startsWith('actorsgirl') ? { ...joined, neither: ['actorsgirl'] } : joined;
      const counts = countsOf(input['captions_[tokens,tags]'], { objects: kinds[kind], words });
      expect(counts.wordCounts()).toEqual(withoutEmpty(golden.count_per_gender_word));
      expect(counts.counts()).toMatchObject(golden.count_per_gender);
      expect(counts.bias()).toMatchObject({ man: golden.b_man, woman: golden.b_woman });
      for (const group of ['man', 'woman']) {
        expect(Object.keys(counts.counts()[group])).toHaveLength(
          Object.keys(golden.count_per_gender[group]).length,
        );
      }
    });
  },
);

const compared = cases.filter(({ expected }) => 'not_peer_notebook_formula' in expected);

describe.each(compared.map((each) => [each.case, each]))(
  'amplification: %s',
  (_, { input, expected }) => {
    const test_ = countsOf(input['test_captions_[tokens,tags]']);
    const trainCaptions = input['train_captions_[tokens,tags]'];
    // Training captions go before dictionaries, as there.
    const train =
      trainCaptions.length > 0 || input.train_dict_man === undefined
        ? countsOf(trainCaptions)
        : { man: input.train_dict_man, woman: input.train_dict_woman };
    const golden = expected.not_peer_notebook_formula;
    const amplification = (options) => test_.biasAmplification(train, { ...point, ...options });

    test('training and test bias', () => {
      expect(test_.bias()).toEqual(expected.test_b);
      if (trainCaptions.length > 0) expect(train.bias()).toEqual(expected.train_b);
    });

    test('the formula of the notebook', async () => {
      const { value, biasedPairs, trainObjects, reason } = await amplification({});
      expect([biasedPairs, trainObjects]).toEqual([
        golden.biased_objects,
        golden.all_train_objects,
      ]);
      expectClose(value, golden.mean_missing_as_0_over_biased_objects, 1e-12, 'mean');
      expect(reason === undefined).toBe(Number.isFinite(value));
      if (biasedPairs > 0) expectClose(value * biasedPairs, golden.sum_missing_as_0, 1e-12, 'sum');
    });

    test('over all training objects', async () => {
      const { value } = await amplification({ divideBy: 'trainObjects' });
      expectClose(value, golden.mean_missing_as_0_over_all_train_objects, 1e-12, 'mean');
    });

    test('only objects that the test captions mention', async () => {
      const { value, biasedPairs, pairs } = await amplification({ seenOnly: true });
      expectClose(value, golden.mean_only_seen_over_biased_objects, 1e-12, 'mean');
      const sum = pairs.reduce((total, pair) => total + pair.test - pair.train, 0);
      expectClose(sum, golden.sum_only_objects_seen_in_test, 1e-12, 'sum');
      if (biasedPairs > 0) expectClose(value * biasedPairs, sum, 1e-12, 'sum of the contributions');
    });

    test('the value of the code', async () => {
      const { value, biasedPairs, reason } = await amplification({ definition: 'bias_analysis' });
      expect(biasedPairs).toBe(expected.denominator_len_of_local_list);
      // `division by zero`: the code fails where nothing is biased; here the value is undefined.
      if (expected.code.error === 'ZeroDivisionError') {
        expect([value, reason]).toEqual([Number.NaN, 'nothing is biased in training']);
        return;
      }
      expectClose(value, expected.code.mean_bias_amplification, 1e-12, 'code');
    });
  },
);

test('the notebook’s captions with its dictionaries as text, by the corrected lists', async () => {
  const { input, expected } = cases.find((each) =>
    each.case.endsWith('against the training-bias noun dictionaries'),
  );
  const toText = (dictionary) =>
    Object.entries(dictionary)
      .map(([word, value]) => `${word} ${value}\n`)
      .join('');
  const counts = fair.captionCounts();
  counts.update(toCaptions(input['test_captions_[tokens,tags]']));
  const train = { man: toText(input.train_dict_man), woman: toText(input.train_dict_woman) };
  const { value, pairs } = await counts.biasAmplification(train, { ...point, seenOnly: true });
  const golden = expected.not_peer_notebook_formula;
  expectClose(value, golden.mean_only_seen_over_biased_objects, 1e-12, 'seen only');
  expect(pairs).toEqual([
    {
      object: 'tennis',
      group: 'man',
      train: 0.9231,
      test: 1,
      contribution: expect.closeTo(0.0769 / 25, 12),
    },
  ]);
  const whole = await counts.biasAmplification(train, point);
  expectClose(whole.value, golden.mean_missing_as_0_over_biased_objects, 1e-12, 'all');
});

// `lookups`: feature_bias, is_biased and objects_bias look up a word in a dictionary, bias_diff_sum adds
// up the code's own 24 objects; they have no counterpart here. That 24 objects are summed shows above.
const lookups = cases.filter(({ case: name }) =>
  /^(feature_bias|bias_diff_sum|objects_bias)/.test(name),
);

// `tokens`: splitting text is the tagger's business; the splitter of NLTK has no counterpart here.
const tokens = cases.filter(({ case: name }) => name.startsWith('tokenize '));

test('every golden case is looked at', () => {
  const looked = [withCaptions, compared, lookups, tokens].map(({ length }) => length);
  expect(looked.reduce((sum, count) => sum + count)).toBe(cases.length);
  expect(looked).toEqual([19, 13, 6, 11]);
});

test('the corrected lists know actors and girl', () => {
  expect(genderWords.man).toContain('actors');
  expect(genderWords.woman).toContain('girl');
  expect(errorOf(() => fair.captionCounts({ words: { a: ['x'], b: ['x'] } })).code).toBe(
    'invalidArgument',
  );
});
