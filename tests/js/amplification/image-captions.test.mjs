// Captions by image: reading, choosing by id, random samples, and balanced sets.

import { genderWords, readImageCaptions, sampleCaptions } from 'fairwasm/amplification';
import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { getError } from '../support.mjs';

const annotations = [
  { image_id: 9, id: 1, caption: 'a man with a kite' },
  { image_id: 4, id: 2, caption: 'A woman cooks.' },
  { image_id: 9, id: 3, caption: ' a kite ' },
  { image_id: 4, id: 4, caption: ' ' },
];
const images = [{ id: 9, file_name: '9.jpg' }];
const expected = [
  { image: '9', captions: ['a man with a kite', 'a kite'] },
  { image: '4', captions: ['A woman cooks.'] },
];
const named = (captions) => captions.map((each, i) => ({ image: String(i), captions: [each] }));
const ids = (sample) => sample.map(({ image }) => image);

test('reads captions by image from COCO annotations and from a table', async () => {
  expect(await readImageCaptions(JSON.stringify({ images, annotations }))).toEqual(expected);
  const table = `photo,text\n${annotations.map((each) => `${each.image_id},${each.caption}`).join('\n')}\n`;
  const columns = { image: 'photo', column: 'text' };
  expect(await readImageCaptions(table, columns)).toEqual(expected);
});

test('rejects captions without an image, and files without captions', async () => {
  const read = (text) => readImageCaptions(`image_id,caption\n${text}\n`);
  await expect(read('1,a\n,b')).rejects.toMatchObject({ argument: 'file', row: 1 });
  await expect(read('1, ')).rejects.toMatchObject({ argument: 'file' });
});

test('takes all captions of the images with given ids, or one', () => {
  expect(sampleCaptions(expected, { ids: ['9'] })).toEqual([expected[0]]);
  expect(sampleCaptions(expected)).toEqual(expected);
  const drawn = new Set(
    Array.from({ length: 20 }, (_, seed) => {
      const [{ captions }] = sampleCaptions(expected, { ids: ['9'], perImage: 'one', seed });
      expect(captions).toHaveLength(1);
      return captions[0];
    }),
  );
  expect([...drawn].sort()).toEqual(['a kite', 'a man with a kite']);
});

test('balances by image, and omits images of no group or of several', () => {
  const captions = ['A Man.', 'a dog', 'two women', 'a boy', 'a man and a woman', 'his car'];
  expect(ids(sampleCaptions(named(captions), { balancedBy: genderWords, seed: 3 }))).toHaveLength(2);
  const mixed = [...named(['a man', 'a man']), { image: 'x', captions: ['a man', 'a woman'] }];
  expect(getError(() => sampleCaptions(mixed, { balancedBy: genderWords })).actual).toBe('none');
});

test('takes the same number of images of each group, each image at most once', () => {
  const kinds = fc.constantFrom('a man', 'a woman', 'a dog', 'a woman and a man');
  fc.assert(
    fc.property(fc.array(kinds), fc.nat(1000), (more, seed) => {
      const all = named(['a man', 'a woman', ...more]);
      const sample = sampleCaptions(all, { balancedBy: genderWords, seed });
      const count = (text, list) => list.filter(({ captions }) => captions[0] === text).length;
      const least = Math.min(count('a man', all), count('a woman', all));
      expect(count('a man', sample)).toBe(least);
      expect(count('a woman', sample)).toBe(least);
      expect(sample).toHaveLength(2 * least);
      expect(new Set(ids(sample)).size).toBe(2 * least);
      expect(sampleCaptions(all, { balancedBy: genderWords, seed })).toEqual(sample);
    }),
  );
});

test('draws every image equally often', () => {
  const all = named(Array.from({ length: 5 }, () => 'a dog'));
  const counts = [0, 0, 0, 0, 0];
  for (let seed = 0; seed < 1000; seed++)
    for (const image of ids(sampleCaptions(all, { size: 2, seed }))) counts[Number(image)]++;
  // 400 expected, with a standard deviation of 15.5.
  for (const count of counts) expect(Math.abs(count - 400)).toBeLessThan(5 * 15.5);
});

test.each([
  ['unknown ids', { ids: ['7'] }, 'ids'],
  ['more images than there are', { size: 3 }, 'size'],
  ['no images', { size: 0 }, 'size'],
  ['another number of captions', misuse({ perImage: 'two' }), 'perImage'],
  ['one group', { balancedBy: { man: ['man'] } }, 'balancedBy'],
  ['a negative seed', { seed: -1 }, 'seed'],
  ['unknown options', misuse({ n_samples: 3 }), 'sampleCaptions'],
])('rejects %s', (_, options, argument) => {
  expect(getError(() => sampleCaptions(expected, options)).argument).toBe(argument);
});

test('rejects repeated images', () => {
  const twice = [expected[0], expected[0]];
  expect(getError(() => sampleCaptions(twice))).toMatchObject({ argument: 'images', row: 1 });
});
