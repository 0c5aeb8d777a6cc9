// Corpora of the fuzz targets: every target has one, every input can be stored, and files have the format of `npm run
// fuzz -- TARGET keep` and `add`, so that diffs show only added and removed inputs.

import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import fc from 'fast-check';
import { decode, encode, getFile, readCorpus } from '../../scripts/fuzz/corpus.mjs';
import { targets } from '../../scripts/fuzz/programs.mjs';

test('every fuzz target has a corpus, and every corpus has a target', () => {
  const files = readdirSync('tests/fuzz/corpus').map((file) => basename(file, '.txt'));
  expect(files.sort()).toEqual([...targets].sort());
});

test.each(targets)('the inputs of %s are sorted and unique', (target) => {
  const inputs = readCorpus(target);
  const lines = [...new Set(inputs.map(encode))].sort();
  expect(inputs.length).toBeGreaterThan(0);
  expect(readFileSync(getFile(target), 'utf8')).toBe(lines.map((line) => `${line}\n`).join(''));
});

test('stores text as text and other bytes as Base64', () => {
  expect(encode(Buffer.from(''))).toBe('""');
  expect(encode(Buffer.from('{"a":1}\n'))).toBe('"{\\"a\\":1}\\n"');
  expect(encode(Uint8Array.of(0, 255))).toBe('AP8=');
});

test('restores any bytes from one line', () => {
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 100 }), fc.string().map(Buffer.from));
  fc.assert(
    fc.property(bytes, (input) => {
      const line = encode(input);
      expect(line).not.toMatch(/[\r\n]/);
      expect(decode(line).equals(input)).toBe(true);
    }),
  );
});

test.each(['', '"open', '"\\u0041"', 'AP8', 'AP9=', 'not base64'])(
  'rejects the line %j, which encode does not write',
  (line) => {
    expect(() => decode(line)).toThrow('not an input');
  },
);
