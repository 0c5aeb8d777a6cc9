// SPDX-License-Identifier: Apache-2.0

import {
  biasDifferenceSum,
  featureBias,
  genderWords,
  isBiased,
  objectsBias,
  parseBiasDictionary,
} from 'fairwasm/amplification';
import fc from 'fast-check';
import { treebankTokens } from '#fairwasm/amplification/tokens.js';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { compromise, wink } from '../../taggers.mjs';
import { amplification, getError } from '../support.mjs';

const point = { draws: 0 };
const tagged = (text, tags) => ({ tokens: text.split(' '), tags: tags.split(' ') });
const man = tagged('A Man walks his dog', 'DT NN VBZ PRP$ NN');
const woman = tagged('women with dogs', 'NNS IN NNS');

function getCounts(captions, options) {
  const counts = amplification.captionCounts(options);
  counts.update(captions);
  return counts;
}

describe('counting', () => {
  test('folds case by default', () => {
    expect(getCounts([man]).counts().man).toEqual({ dog: 2 });
    expect(getCounts([man], { foldCase: false }).counts().man).toEqual({ Man: 1, dog: 1 });
  });

  test('counts lemmas if requested', () => {
    const caption = { ...woman, lemmas: ['woman', 'with', 'dog'] };
    expect(getCounts([caption]).counts().woman).toEqual({ dogs: 1 });
    expect(getCounts([caption], { form: 'lemma' }).counts().woman).toEqual({ dog: 1 });
  });

  test('accepts any tags and any number of groups', () => {
    const words = { child: ['kid'], adult: ['worker'], old: ['pensioner'] };
    const captions = [
      tagged('kid runs fast', 'NN VBZ RB'),
      tagged('worker runs', 'NN VBZ'),
      tagged('pensioner sits', 'NN VBZ'),
    ];
    const counts = getCounts(captions, { words, objects: ['VBZ'] });
    expect(counts.bias()).toEqual({ child: { runs: 0.5 }, adult: { runs: 0.5 }, old: { sits: 1 } });
  });

  test('accepts arbitrary object names as data', () => {
    const captions = [tagged('man __proto__ constructor', 'NN NN NN')];
    const { man: counts } = getCounts(captions).counts();
    expect(Object.entries(counts)).toEqual([
      ['__proto__', 1],
      ['constructor', 1],
    ]);
  });

  test('accepts image labels, with groups among them or separately', () => {
    const counts = getCounts([
      { labels: ['man', 'dog', 'dog'] },
      { labels: ['cat'], groups: ['woman'] },
      { labels: ['tree'] },
    ]);
    expect(counts.counts()).toEqual({ man: { dog: 2 }, woman: { cat: 1 } });
    expect(counts.captions).toEqual({ all: 3, mentioning: 2 });
    expect(counts.objects).toEqual(['dog', 'cat']);
  });

  test.each([
    ['too few tags', { tokens: ['a', 'b'], tags: ['NN'] }, 'shapeMismatch', 'tags'],
    ['no tags', { tokens: ['a'] }, 'invalidArgument', 'tags'],
    ['no texts', { tokens: [7], tags: ['NN'] }, 'invalidArgument', 'tokens'],
    ['no caption', null, 'invalidArgument', 'captions'],
    ['a string instead of a list', 'a man', 'invalidArgument', 'captions'],
    ['an unknown group', { labels: [], groups: ['x'] }, 'invalidArgument', 'groups'],
    ['unknown labels', { labels: 'man' }, 'invalidArgument', 'labels'],
  ])('rejects %s with the caption, without changes', (_, bad, code, argument) => {
    const counts = getCounts([man]);
    const before = counts.toBytes();
    const error = getError(() => counts.update([woman, misuse(bad)]));
    expect([error.code, error.argument, error.row]).toEqual([code, argument, 1]);
    expect(counts.toBytes()).toEqual(before);
    expect(counts.objects).toEqual(['dog']);
  });

  test('rejects missing lemmas', () => {
    const counts = amplification.captionCounts({ form: 'lemma' });
    expect(getError(() => counts.update([man])).argument).toBe('lemmas');
  });

  test.each([
    [{ words: {} }, 'words'],
    [{ words: { a: ['x'] } }, 'words'],
    [{ words: { a: ['x'], b: ['X'] } }, 'words'],
    [{ objects: 'pronoun' }, 'objects'],
  ])('rejects %j', (options, argument) => {
    expect(getError(() => amplification.captionCounts(misuse(options))).argument).toBe(argument);
  });
});

describe('accumulator operations', () => {
  const vocabulary = ['man', 'his', 'woman', 'she', 'dog', 'cat', 'hat', 'tree'];
  const someCaptions = fc.array(
    fc
      .array(fc.constantFrom(...vocabulary), { maxLength: 6 })
      .map((tokens) => ({ tokens, tags: tokens.map(() => 'NN') })),
    { maxLength: 20 },
  );

  test('batches and merges in any order equal one pass', () => {
    fc.assert(
      fc.property(someCaptions, fc.nat(), (captions, cut) => {
        const at = cut % (captions.length + 1);
        const whole = getCounts(captions);
        const batches = getCounts(captions.slice(0, at));
        batches.update(captions.slice(at));
        expect(batches.toBytes()).toEqual(whole.toBytes());
        const merged = getCounts(captions.slice(at));
        merged.merge(getCounts(captions.slice(0, at)));
        expect(merged.counts()).toEqual(whole.counts());
        expect(merged.captions).toEqual(whole.captions);
      }),
    );
  });

  test('biases of an object add up to 1 and equal those of a loop', () => {
    fc.assert(
      fc.property(someCaptions, (captions) => {
        const counts = getCounts(captions);
        const bias = counts.bias();
        for (const object of counts.objects) {
          expect((bias.man[object] ?? 0) + (bias.woman[object] ?? 0)).toBeCloseTo(1, 12);
        }
        let dogs = 0;
        for (const { tokens } of captions) {
          const words = ['man', 'his'].filter((word) => tokens.includes(word)).length;
          dogs += words * tokens.filter((token) => token === 'dog').length;
        }
        expect(counts.counts().man.dog ?? 0).toBe(dogs);
      }),
    );
  });

  test('restores counts from bytes, resets, and disposes', () => {
    const counts = getCounts([man, woman]);
    const back = amplification.captionCountsFromBytes(counts.toBytes());
    expect(back.counts()).toEqual(counts.counts());
    back.update([man]);
    expect(back.counts().man).toEqual({ dog: 4 });
    back.reset();
    expect([back.objects, back.captions.all]).toEqual([[], 0]);
    back.update([woman]);
    expect(back.counts().woman).toEqual({ dogs: 1 });
    const cut = counts.toBytes().slice(0, -1);
    expect(getError(() => amplification.captionCountsFromBytes(cut)).code).toBe('corruptBytes');
    counts[Symbol.dispose]();
    expect(getError(() => counts.counts()).code).toBe('invalidState');
  });

  test('rejects a merge with different words', () => {
    const other = amplification.captionCounts({ words: { a: ['x'], b: ['y'] } });
    expect(getError(() => getCounts([man]).merge(other)).code).toBe('incompatible');
  });
});

describe('dictionaries', () => {
  test('reads dictionaries line by line', () => {
    expect(parseBiasDictionary('tennis 0.9231\r\n\n  fire hydrant\t1\n')).toEqual({
      tennis: 0.9231,
      'fire hydrant': 1,
    });
    expect(parseBiasDictionary('')).toEqual({});
  });

  test.each([
    ['not a number', 'dog 0.5\ncat\n', 1],
    ['a word instead of a number', 'dog half', 0],
    ['a number above 1', 'dog 1.5', 0],
    ['a number below 0', '\ndog -0.5', 1],
    ['NaN', 'dog NaN', 0],
    ['a duplicate word', 'dog 0.5\ncat 0.5\ndog 0.5', 2],
  ])('rejects %s with the line', async (_, text, row) => {
    expect(getError(() => parseBiasDictionary(text)).row).toBe(row);
    const failed = getCounts([man]).biasAmplification({ man: text, woman: '' }, point);
    await expect(failed).rejects.toMatchObject({ argument: 'train man', row });
  });

  test('checks dictionaries that are passed as numbers', async () => {
    const failed = getCounts([man]).biasAmplification({ man: { dog: 2 }, woman: {} }, point);
    await expect(failed).rejects.toMatchObject({ code: 'invalidArgument', argument: "train man 'dog'" });
  });

  test('rejects dictionaries of other groups', async () => {
    const failed = getCounts([man]).biasAmplification({ man: {}, child: {} }, point);
    await expect(failed).rejects.toMatchObject({ code: 'incompatible' });
  });

  test('computes the notebook’s value, which precedes the last biased object', async () => {
    const captions = [
      tagged('a group of men playing a game of baseball .', 'DT NN IN NNS VBG DT NN IN NN .'),
      tagged('a man holding a tennis racquet on a tennis court .', 'DT NN VBG DT NN NN IN DT NN NN .'),
    ];
    const train = {
      man: 'tennis 0.9231\ndirt 0.8947\nskateboard 0.8919\ngrass 0.8889\ncarriage 0.8889\nbeer 0.8889\nkite 0.875\nbeach 0.8529\nroad 0.84\nwagon 0.8333\nbags 0.8333\nsurfboard 0.8333',
      woman:
        'dress 0.9286\nlap 0.9091\nbed 0.9048\nflowers 0.875\nmouth 0.8571\nbridle 0.8333\nfire 0.8182\nteeth 0.8\ncurb 0.8\ndevice 0.8\nleash 0.7778\nface 0.7778',
    };
    const { value } = await getCounts(captions).biasAmplification(train, point);
    expect(value).toBeCloseTo(-0.8135791666666666, 14);
  });
});

describe('mean bias amplification', () => {
  const train = [
    tagged('man dog', 'NN NN'),
    tagged('man dog', 'NN NN'),
    tagged('woman dog', 'NN NN'),
    tagged('woman cat', 'NN NN'),
  ];

  test('matches a manual calculation, with the largest contributions first', async () => {
    // b*: dog 2/3 man, cat 1 woman. Test: dog 1 man, cat 1/2 woman.
    const test_ = getCounts([train[0], tagged('man cat', 'NN NN'), train[3]]);
    const { value, pairs, biasedPairs, ...rest } = await test_.biasAmplification(getCounts(train));
    expect(biasedPairs).toBe(2);
    expect(value).toBeCloseTo((1 / 3 - 1 / 2) / 2, 12);
    expect(pairs.map(({ object, group }) => `${object} ${group}`)).toEqual(['cat woman', 'dog man']);
    expect(rest).not.toHaveProperty('ci');
    expect(Number.isFinite(rest.byChance)).toBe(true);
  });

  test('has an interval only with enough mentions of each object', async () => {
    const many = (captions) => Array.from({ length: 4 }, () => captions).flat();
    const test_ = [train[0], tagged('man cat', 'NN NN'), train[3]];
    const few = await getCounts(test_).biasAmplification(getCounts(train));
    expect(few.corrected).not.toHaveProperty('ci');
    expect(few.corrected).not.toHaveProperty('pValue');
    expect(present(few.corrected).warning).toMatch(/^no interval .* 1\.5 mentions per object/);
    const enough = await getCounts(many(test_)).biasAmplification(getCounts(many(train)));
    const { value, ci, pValue } = present(enough.corrected);
    expect(present(ci)[0]).toBeLessThanOrEqual(value);
    expect(present(ci)[1]).toBeGreaterThanOrEqual(value);
    expect(pValue).toBeGreaterThan(0);
  });

  test('has no corrected value without draws or in bias_analysis mode', async () => {
    const counts = getCounts(train);
    for (const options of [point, { definition: /** @type {const} */ ('bias_analysis') }]) {
      const result = await counts.biasAmplification(counts, options);
      expect(result).not.toHaveProperty('corrected');
      expect(result).not.toHaveProperty('byChance');
    }
  });

  test('uses a threshold of one third for three groups', async () => {
    const words = { a: ['x'], b: ['y'], c: ['z'] };
    const captions = ['x dog', 'y dog', 'z dog', 'x cat', 'y cat'].map((text) => tagged(text, 'NN NN'));
    const counts = getCounts(captions, { words });
    const { value, pairs } = await counts.biasAmplification(counts, point);
    expect(value).toBe(0);
    expect(pairs.map(({ object, group }) => `${object} ${group}`)).toEqual(['cat a', 'cat b']);
    await expect(counts.biasAmplification(counts, { ...point, definition: 'bias_analysis' })).rejects.toMatchObject({
      argument: 'definition',
    });
  });

  test('has a reason if no pair is biased', async () => {
    const { value, reason } = await getCounts(train).biasAmplification({ man: {}, woman: {} });
    expect([value, reason]).toEqual([Number.NaN, 'no pair is biased in training']);
  });

  test('can be canceled', async () => {
    const ended = getCounts(train).biasAmplification(getCounts(train), { draws: 1e6, signal: AbortSignal.timeout(30) });
    await expect(ended).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

describe.each([
  ['wink-nlp', wink],
  ['compromise', compromise],
])('%s', (_, tagger) => {
  test('tags texts so that they can be counted', async () => {
    const counts = amplification.captionCounts({ form: 'lemma' });
    const texts = [
      'A man is holding a tennis racquet.',
      'Two women are riding horses.',
      "The girl's horse stands in the grass.",
    ];
    const seen = [];
    await counts.updateTexts(texts, tagger, { onProgress: ({ done }) => seen.push(done) });
    expect(seen.at(-1)).toBe(1);
    const { man: ofMen, woman: ofWomen } = counts.counts();
    expect(Object.keys(ofMen).sort()).toEqual(['racquet', 'tennis']);
    expect(ofWomen.horse).toBe(2);
    expect(ofWomen.grass).toBe(1);
  });

  test('tags verbs and adjectives', async () => {
    const verbs = amplification.captionCounts({ objects: 'verb' });
    await verbs.updateTexts(['A man is riding a horse.'], tagger);
    expect(verbs.counts().man).toEqual({ riding: 1 });
    const adjectives = amplification.captionCounts({ objects: 'adjective' });
    await adjectives.updateTexts(['A man with a red kite.'], tagger);
    expect(adjectives.counts().man).toEqual({ red: 1 });
  });

  test('adds all captions or none', async () => {
    const counts = getCounts([man]);
    const failed = counts.updateTexts(['A man with a kite.', misuse(7)], tagger);
    await expect(failed).rejects.toMatchObject({ argument: 'captions', row: 1 });
    expect(counts.captions.all).toBe(1);
    await counts.updateTexts([], tagger);
    expect(counts.captions.all).toBe(1);
  });
});

test('includes actors and girl in the corrected word lists', () => {
  expect(genderWords.man).toContain('actors');
  expect(genderWords.woman).toContain('girl');
});

test('treats a given training bias as exact, with a warning', async () => {
  const counts = getCounts(Array.from({ length: 80 }, (_, i) => ({ labels: [i % 4 ? 'man' : 'woman', 'dog'] })));
  const result = await counts.biasAmplification({ man: { dog: 0.9 }, woman: { dog: 0.1 } });
  expect(result.value).toBeCloseTo(0.75 - 0.9, 12);
  expect(result).not.toHaveProperty('byChance');
  const { value, ci, warning } = present(result.corrected);
  // With a given pair, nothing is selected, so only the value itself is corrected for chance.
  expect(value).toBeCloseTo(result.value, 2);
  const standardError = Math.sqrt((0.75 * 0.25) / 80);
  expect((present(ci)[1] - present(ci)[0]) / (2 * 1.96 * standardError)).toBeCloseTo(1, 0.7);
  expect(warning).toContain('assumed to be exact');
});

test.each([
  // The captions of the project's notebook, with one biased pair: one mention has no noise.
  [1, 0.9231, '1.0 mentions per object'],
  [4, 0.75, '4.0 mentions per object'],
  [30, 0.9, '3.0 mentions against the training bias'],
])('has no interval with %s captions and a given training bias of %s', async (captions, bias, reason) => {
  const counts = getCounts(Array.from({ length: captions }, () => ({ labels: ['man', 'tennis'] })));
  const { corrected } = await counts.biasAmplification({ man: { tennis: bias }, woman: { tennis: 1 - bias } });
  expect(present(corrected).value).toBeCloseTo(1 - bias, 12);
  expect(corrected).not.toHaveProperty('ci');
  expect(corrected).not.toHaveProperty('pValue');
  expect(present(corrected).warning).toContain(`no interval and no p-value: only ${reason}`);
  expect(present(corrected).warning).toContain('assumed to be exact');
});

test('is at least as uncertain as independent mentions with a given training bias', async () => {
  // All captions agree, so halves of them do not differ.
  const counts = getCounts(Array.from({ length: 100 }, () => ({ labels: ['man', 'dog'] })));
  const { corrected } = await counts.biasAmplification({ man: { dog: 0.9 }, woman: { dog: 0.1 } });
  const { value, ci } = present(corrected);
  // The variance is 0.9 · 0.1 / 100; the quantile is Student's of 200 draws.
  expect(value - present(ci)[0]).toBeCloseTo(1.971957 * 0.03, 5);
});

describe('look-ups of bias-analysis', () => {
  const dictionary = { dog: 0.5, kite: 0.75 };

  test('require a dictionary', () => {
    expect(getError(() => featureBias(misuse(null), 'dog')).argument).toBe('dictionary');
    expect(getError(() => biasDifferenceSum(dictionary, misuse(undefined))).argument).toBe('dictionary');
    expect(getError(() => objectsBias(dictionary, misuse('dog'))).argument).toBe('objects');
  });

  test('return no bias for an unknown object', () => {
    expect(['dog', 'kite', 'toString'].map((object) => featureBias(dictionary, object))).toEqual([0.5, 0.75, 0]);
    expect(['dog', 'kite', 'cat'].map((object) => isBiased(dictionary, object))).toEqual([false, true, false]);
  });

  test('use its 24 objects or others', () => {
    const ofIts = objectsBias(dictionary);
    expect(Object.keys(ofIts)).toHaveLength(24);
    expect([ofIts.kite, ofIts.dog, ofIts.tennis]).toEqual([0.75, undefined, 0]);
    expect(objectsBias(dictionary, ['dog'])).toEqual({ dog: 0.5 });
    expect(biasDifferenceSum(dictionary, { kite: 1, dog: 1 })).toBe(0.25);
    expect(biasDifferenceSum(dictionary, { kite: 1, dog: 1 }, ['dog', 'kite'])).toBe(0.75);
  });
});

test.each([
  ['', []],
  ['A man.', ['A', 'man', '.']],
  ["Mr. Smith can't (yet)!", ['Mr.', 'Smith', 'ca', "n't", '(', 'yet', ')', '!']],
  ['she\'ll ride a horse: "fast"', ['she', "'ll", 'ride', 'a', 'horse', ':', '``', 'fast', "''"]],
  ['12:30, 3,000 km', ['12:30', ',', '3,000', 'km']],
])('splits %j into words', (text, tokens) => {
  expect(treebankTokens(text)).toEqual(tokens);
});
