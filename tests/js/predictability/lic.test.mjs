// SPDX-License-Identifier: Apache-2.0

import { maskedGenderWords } from 'fairwasm/predictability';
import { misuse } from '../../misuse.mjs';
import { predictability } from '../support.mjs';

const things = ['bench', 'dog', 'street', 'table', 'kite', 'boat', 'phone', 'tree'];
const rows = 240;
const attribute = Array.from({ length: rows }, (_, i) => ((i * 29) % 7 < 3 ? 'female' : 'male'));
const word = (i, k) => things[(i * (3 + 2 * k) + k) % things.length];

// Generated captions put women in kitchens and men on motorcycles; human captions do so one time in three.
const caption = (i, always) => {
  const place = always || i % 3 === 0 ? (attribute[i] === 'female' ? 'kitchen' : 'motorcycle') : word(i, 2);
  const person = attribute[i] === 'female' ? 'A Woman' : 'A man';
  return `${person} with a ${word(i, 0)} and a ${word(i, 1)} at the ${place}.`;
};
const human = attribute.map((_, i) => [caption(i, false), `${caption(i, false)} Unseen${i}!`]);
const generated = attribute.map((_, i) => caption(i, true));
const quick = { human, generated, attribute, trials: 3, testSize: 0.25 };

describe('predictability.lic', () => {
  test('finds information in generated captions beyond human ones', async () => {
    const result = await predictability.lic(quick, { workers: 0 });
    for (const trial of result.trials) {
      expect(trial.lic).toBe(trial.licM - trial.licD);
      expect(trial.accuracyM).toBe(1);
      expect(trial.licM).toBeGreaterThan(0.9);
    }
    expect(result.value).toBeGreaterThan(0.1);
    expect(result.value).toBeCloseTo(result.licM.value - result.licD.value, 12);
    expect(`${result}`).toMatch(/^0\.\d{4} ± 0\.\d{4}$/);
  });

  test('masked words reveal nothing', async () => {
    const plain = attribute.map((each) => (each === 'female' ? 'a woman, her' : 'A MAN - his'));
    const options = { ...quick, human: plain, generated: plain };
    const masked = await predictability.lic(options, { workers: 0 });
    // Only masks are left, so all captions get the same answer, and half of the test captions are of each class.
    for (const { accuracyM } of masked.trials) expect(accuracyM).toBe(0.5);
    const open = await predictability.lic({ ...options, maskedWords: [] }, { workers: 0 });
    for (const { accuracyM } of open.trials) expect(accuracyM).toBe(1);
  });

  test('words that no generated caption contains reveal nothing', async () => {
    const same = attribute.map(() => 'somebody');
    const telling = attribute.map((each) => (each === 'female' ? 'teacup' : 'hammer'));
    const result = await predictability.lic({ ...quick, human: telling, generated: same }, { workers: 0 });
    for (const { accuracyD } of result.trials) expect(accuracyD).toBe(0.5);
  });

  test('blocks of images give the interval over images', async () => {
    const result = await predictability.lic({ ...quick, blocks: 4 }, { workers: 0 });
    expect(result.blocks).toHaveLength(4);
    const mean = result.blocks.reduce((sum, value) => sum + value / 4, 0);
    const variance = result.blocks.reduce((sum, value) => sum + (value - mean) ** 2 / 3, 0);
    expect(result.standardError).toBeCloseTo(Math.sqrt(variance / 4), 12);
    expect(result.ci[1] - result.value).toBeCloseTo(3.182446 * Math.sqrt(variance / 4), 6);
    expect(result.coverage).toContain('over images');
    const without = await predictability.lic({ ...quick, blocks: 0 }, { workers: 0 });
    expect(without.trials).toEqual(result.trials);
    expect(without.overSeeds).toEqual(result.overSeeds);
    expect(without.ci).toEqual([Number.NaN, Number.NaN]);
    expect(without.coverage).toContain('no confidence interval over images');
  });

  test.each([1, -1, 2.5, 1e6])('rejects %s blocks', async (blocks) => {
    await expect(predictability.lic({ ...quick, blocks }, { workers: 0 })).rejects.toMatchObject({
      code: 'invalidArgument',
      argument: 'blocks',
    });
  });

  test('progress rises to 1 over trials and blocks', async () => {
    const seen = [];
    const onProgress = ({ done, trial, trials }) => {
      seen.push(done);
      expect(trial).toBeLessThan(trials);
    };
    await predictability.lic({ ...quick, blocks: 3 }, { workers: 0, onProgress });
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  test('results do not depend on the number of workers', async () => {
    const expected = await predictability.lic(quick, { workers: 0 });
    expect((await predictability.lic(quick, { workers: 2 })).trials).toEqual(expected.trials);
  });

  test('reports progress and can be aborted', async () => {
    const controller = new AbortController();
    const onProgress = () => controller.abort();
    const run = predictability.lic({ ...quick, epochs: 1e6 }, { workers: 1, onProgress, signal: controller.signal });
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
  });

  test.each([
    ['generated', { generated: generated.slice(1) }],
    ['generated', { generated: generated.with?.(0, misuse(null)) ?? [misuse(null)] }],
    ['attribute', { attribute: attribute.map(() => 'female') }],
    ['attribute', { testSize: 0 }],
  ])('rejects an invalid %s', async (argument, wrong) => {
    await expect(predictability.lic({ ...quick, ...wrong }, { workers: 0 })).rejects.toMatchObject({
      name: 'FairwasmError',
      argument,
    });
  });

  test('gender words are unique', () => {
    expect(new Set(maskedGenderWords).size).toBe(maskedGenderWords.length);
  });
});
