// SPDX-License-Identifier: Apache-2.0

import { format } from 'fairwasm';
import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { predictability } from '../support.mjs';

const images = 100;
const attribute = Array.from({ length: images }, (_, i) => (i % 2 === 0 ? 'female' : 'male'));
const isFemale = attribute.map((each) => each === 'female');
/** Every second woman and every second man. */
const isSecond = attribute.map((_, i) => i % 4 < 2);
const caption = (person, thing) => `A ${person} with a ${thing}.`;
const biased = isFemale.map((female) => caption(female ? 'woman' : 'man', female ? 'knife' : 'kite'));
const unbiased = isFemale.map((female, i) => caption(female ? 'woman' : 'man', isSecond[i] ? 'knife' : 'kite'));
const objects = ['knife', 'kite'];
const attributeWords = { female: ['woman', 'she'], male: ['man', 'he'] };
const input = { human: unbiased, generated: biased, attribute, objects, blocks: 0 };
const toAttribute = {
  ...input,
  attributeWords,
  objects: ['knife'],
  // Half of the images show a knife: in the same half, generated captions mention a woman.
  imageObjects: isSecond.map((shown) => (shown ? ['knife'] : [])),
  human: isFemale.map((female) => caption(female ? 'woman' : 'man', 'thing')),
  generated: isSecond.map((second) => caption(second ? 'woman' : 'man', 'thing')),
};

/** Returns the x for which f(x) = 0, of a decreasing function. */
const solve = (f) => {
  let [low, high] = [0, 100];
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2;
    if (f(middle) > 0) low = middle;
    else high = middle;
  }
  return low;
};
const sigmoid = (x) => 1 / (1 + Math.exp(-x));

describe('predictability.dbac', () => {
  test('matches a manual calculation if captions reveal nothing', async () => {
    // Three quarters are women, and all captions are equal: P(attribute | caption) = P(attribute), and λ = P(objects) = 1.
    const same = attribute.map(() => 'a person with a knife');
    const uneven = attribute.map((_, i) => (i % 4 === 0 ? 'male' : 'female'));
    const { AtoT, lic } = await predictability.dbac({ ...input, human: same, generated: same, attribute: uneven });
    expect(AtoT.lambdaD).toBeCloseTo(1, 4);
    expect(AtoT.lambdaM).toBeCloseTo(1, 4);
    expect(AtoT.marginal).toBe(0);
    // The confidence in women is 3/4, and correct for 3/4 of the images.
    expect(lic.licD).toBeCloseTo(9 / 16, 4);
  });

  test('matches a manual calculation if the object determines the attribute', async () => {
    const { AtoT } = await predictability.dbac(input);
    // 80 training images; each word weighs u for its attribute and -u for the other, where the mean loss plus
    // u² / (2 · 80) per weight is least.
    const u = solve((x) => (80 / 2) * (1 - sigmoid(2 * x)) - x);
    expect(AtoT.lambdaM).toBeCloseTo(sigmoid(2 * u), 4);
    // λ_D is about P(attribute) · P(objects) / P(attribute) = 1/2.
    expect(AtoT.lambdaD).toBeGreaterThan(0.4);
    expect(AtoT.lambdaD).toBeLessThan(0.52);
    expect(AtoT.marginal).toBe(0);
    const [trial] = AtoT.trials;
    const { lambdaD, lambdaM, value } = present(trial);
    expect(value).toBeCloseTo((lambdaM - lambdaD) / (lambdaM + lambdaD), 14);
  });

  test('matches a manual calculation from task to attribute', async () => {
    const { TtoA } = await predictability.dbac(toAttribute);
    const v = solve((x) => (80 / 2) * (1 - sigmoid(x)) - x);
    expect(present(TtoA).lambdaM).toBeCloseTo(sigmoid(v), 4);
    expect(present(TtoA).lambdaD).toBeLessThan(0.52);
    expect(present(TtoA).value).toBeGreaterThan(0.2);
    expect((await predictability.dbac(input)).TtoA).toBeNull();
  });

  test('reports the value of attackers that see no captions', async () => {
    // Human captions always mention a knife, P(objects) = 1; half of the generated ones do, 1/4 + 1/4.
    const human = attribute.map(() => 'a person with a knife');
    const { AtoT } = await predictability.dbac({ ...input, human, generated: unbiased });
    expect(AtoT.marginal).toBeCloseTo((0.5 - 1) / (0.5 + 1), 12);
  });

  test('counts the category with the most words as stated, and none for equally many', async () => {
    const stated = (generated) => predictability.dbac({ ...toAttribute, generated });
    const woman = await stated(isSecond.map((second) => (second ? 'she, a woman, he' : 'he')));
    // Without captions, λ is the proportion of captions that state the same.
    expect(present(woman.TtoA).marginal).toBeCloseTo(0, 12);
    const all = await stated(isSecond.map(() => 'she and he'));
    expect(present(all.TtoA).marginal).toBeCloseTo((1 - 0.5) / (1 + 0.5), 12);
  });

  test('replaces words of one kind of captions by words with similar vectors', async () => {
    const human = attribute.map(() => 'a puppy with a knife');
    const generated = attribute.map(() => 'a dog with a knife');
    const vectors = new Map([
      ['puppy', [1, 0.2]],
      ['dog', [1, 0]],
      ['knife', [0, 1]],
    ]);
    const replacedIn = async (more) =>
      present((await predictability.dbac({ ...input, human, generated, ...more })).replaced.AtoT);
    const all = { words: 5 * images, replaced: 0, unknown: 0 };
    // Replaced first in human captions: both then have the same words.
    expect(await replacedIn({ vectors })).toEqual({ human: { ...all, replaced: images }, generated: all });
    expect(await replacedIn({ vectors: Object.fromEntries(vectors) })).toEqual(await replacedIn({ vectors }));
    const unknown = { ...all, unknown: images };
    expect(await replacedIn({})).toEqual({ human: unknown, generated: unknown });
    expect(await replacedIn({ vectors, similarity: 0.99 })).toEqual({ human: unknown, generated: unknown });
  });

  test.each([
    ['no caption mentions the object', { objects: ['spoon'] }, 'all human captions mention the same objects', [0, 0]],
    ['every caption mentions the object', { objects: ['with'] }, 'all human captions mention the same objects', [1, 1]],
    ['captions are empty', { human: attribute.map(() => ''), generated: attribute.map(() => '') }, 'all human', [0, 0]],
    [
      'no generated caption mentions the object',
      { objects: ['dog'], human: unbiased.map((each, i) => (i % 3 ? each : `${each} dog`)) },
      'all generated captions mention the same objects',
      [0.34, 0],
    ],
  ])('is undefined if %s', async (_, more, reason, [human, generated]) => {
    const found = await predictability.dbac({ ...input, blocks: 10, trials: 2, ...more });
    expect(found.AtoT.value).toBeNaN();
    expect(found.AtoT.ci).toEqual([Number.NaN, Number.NaN]);
    expect(found.AtoT.reason).toContain(reason);
    const [mentions] = found.mentions;
    expect(present(mentions).human).toBeCloseTo(present(human), 12);
    expect(present(mentions).generated).toBeCloseTo(present(generated), 12);
    expect(format(found, 'markdown')).toContain(reason);
  });

  test('is undefined toward the attribute if captions state the same', async () => {
    const { TtoA, AtoT } = await predictability.dbac({ ...toAttribute, generated: isSecond.map(() => 'woman knife') });
    expect(present(TtoA)).toMatchObject({
      value: Number.NaN,
      reason: 'all generated captions state the same attribute',
    });
    expect(AtoT.reason).toContain('mention the same objects');
  });

  test('warns if nearly all captions mention the same, and reports the proportions', async () => {
    const generated = biased.map((each, i) => (i < 3 ? `${each} dog` : each));
    const human = unbiased.map((each, i) => (i < 10 ? `${each} dog` : each));
    const found = await predictability.dbac({ ...input, objects: { dog: ['dog', 'dogs'] }, human, generated });
    expect(found.AtoT.warning).toBe('all but 3 of 100 generated captions mention the same objects');
    expect(found.mentions).toEqual([{ name: 'dog', human: 0.1, generated: 0.03 }]);
    expect(format(found, 'text')).toMatch(/dog\s+10.0%\s+3.0%/);
    expect((await predictability.dbac(input)).AtoT).not.toHaveProperty('warning');
  });

  test('uses the next human caption in each trial', async () => {
    const human = unbiased.map((each, i) => [each, /** @type {string} */ (biased[i])]);
    const { AtoT } = await predictability.dbac({ ...input, human, trials: 2 });
    const [first, second] = AtoT.trials;
    expect(present(first).lambdaD).toBeLessThan(0.52);
    expect(present(second).value).toBeCloseTo(0, 6);
  });

  test('has an interval that contains 0 for independent captions, and excludes it for biased ones', async () => {
    const { AtoT } = await predictability.dbac({ ...input, blocks: 10, trials: 2 });
    expect(AtoT.ci[0]).toBeGreaterThan(0.1);
    expect(AtoT.ci[0] <= AtoT.value && AtoT.value <= AtoT.ci[1]).toBe(true);
    const random = (step) => attribute.map((_, i) => caption('person', objects[((i * step) >> 3) % 2]));
    const options = { ...input, human: random(5), generated: random(11), blocks: 10, trials: 2 };
    const equal = await predictability.dbac(options);
    expect(equal.AtoT.ci[0] < 0 && equal.AtoT.ci[1] > 0).toBe(true);
    const without = await predictability.dbac(input);
    expect(without.AtoT.ci).toEqual([Number.NaN, Number.NaN]);
  });

  test('changes its sign if human and generated captions are exchanged', async () => {
    const things = fc.array(fc.constantFrom('knife', 'kite', 'dog'), { minLength: 24, maxLength: 24 });
    await fc.assert(
      fc.asyncProperty(things, things, async (one, other) => {
        const captions = (list) => [...list, 'knife', 'kite', 'dog'].map((each) => `a ${each}`);
        const [human, generated] = [captions(one), captions(other)];
        const own = human.map((_, i) => (i % 2 === 0 ? 'f' : 'm'));
        const options = { attribute: own, objects, folds: 3, trials: 1, blocks: 0 };
        const there = await predictability.dbac({ ...options, human, generated });
        const back = await predictability.dbac({ ...options, human: generated, generated: human });
        expect(back.AtoT.value).toBeCloseTo(-there.AtoT.value, 10);
        expect(Math.abs(there.AtoT.value)).toBeLessThanOrEqual(1);
        expect(there.AtoT.lambdaD).toBeGreaterThan(0);
        const same = await predictability.dbac({ ...options, human, generated: human });
        expect(same.AtoT.value).toBe(0);
        expect(same.lic.value).toBe(0);
      }),
      { numRuns: 10 },
    );
  });

  test('has the same result for the same seed', async () => {
    expect(await predictability.dbac(input)).toEqual(await predictability.dbac(input));
  });

  test('reports progress and can be aborted', async () => {
    const seen = [];
    await predictability.dbac(input, { onProgress: ({ done }) => seen.push(done) });
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    const signal = AbortSignal.abort();
    await expect(predictability.dbac(input, { signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  test.each([
    ['generated', { generated: misuse('one caption') }],
    ['generated', { generated: [] }],
    ['generated', { generated: misuse(biased.map(() => 7)) }],
    ['human', { human: unbiased.slice(1) }],
    ['attribute', { attribute: attribute.map(() => 'female') }],
    ['attribute', { attribute: attribute.map((each, i) => (i === 0 ? 'other' : each)) }],
    ['objects', { objects: [] }],
    ['objects', { objects: ['wine glass'] }],
    ['objects', { objects: misuse('knife') }],
    ['attributeWords', { attributeWords: { female: ['she'] } }],
    ['attributeWords', { attributeWords: { ...attributeWords, other: ['they'] } }],
    ['attributeWords', { imageObjects: toAttribute.imageObjects }],
    ['imageObjects', { ...toAttribute, imageObjects: [] }],
    ['imageObjects', { ...toAttribute, imageObjects: attribute.map(() => ['knive']) }],
    ['vectors', { vectors: misuse(3) }],
    ['vectors', { generated: biased.map(() => 'a cat'), vectors: { cat: [1], knife: [1, 2], kite: [3, 4] } }],
    ['similarity', { similarity: 2 }],
    ['folds', { folds: 1 }],
    ['blocks', { blocks: 1 }],
    ['trials', { trials: 0 }],
    ['seed', { seed: -1 }],
  ])('rejects invalid %s', async (argument, wrong) => {
    await expect(predictability.dbac({ ...input, ...wrong })).rejects.toMatchObject({
      name: 'FairwasmError',
      argument,
    });
  });
});
