// SPDX-License-Identifier: Apache-2.0

import { readSafetensors } from 'fairwasm/robustness';
import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { getError } from '../support.mjs';

function file(header, content = new Uint8Array()) {
  const text = new TextEncoder().encode(typeof header === 'string' ? header : JSON.stringify(header));
  const bytes = new Uint8Array(8 + text.length + content.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
  bytes.set(text, 8);
  bytes.set(content, 8 + text.length);
  return bytes;
}
const getBytes = (values) => new Uint8Array(values.buffer);
const one = (dtype, shape, begin, end) => ({ dtype, shape, data_offsets: [begin, end] });

test('reads all floating-point tensors', () => {
  const content = new Uint8Array([
    ...getBytes(Float64Array.of(0.1, -2)),
    ...getBytes(Float32Array.of(1.5, Number.POSITIVE_INFINITY)),
    ...getBytes(Uint16Array.of(0x3c00, 0xc000, 0x0001, 0x7bff, 0x7c00)), // float16
    ...getBytes(Uint16Array.of(0x3f80, 0xc040)), // bfloat16
    ...getBytes(Int32Array.of(7)),
  ]);
  const tensors = readSafetensors(
    file(
      {
        __metadata__: { format: 'pt' },
        half: one('F16', [5], 24, 34),
        double: one('F64', [2, 1], 0, 16),
        single: one('F32', [1, 2], 16, 24),
        brain: one('BF16', [2], 34, 38),
        whole: one('I32', [1], 38, 42),
      },
      content,
    ),
  );
  expect(Object.fromEntries(tensors)).toEqual({
    double: { data: Float64Array.of(0.1, -2), shape: [2, 1] },
    single: { data: Float32Array.of(1.5, Number.POSITIVE_INFINITY), shape: [1, 2] },
    half: { data: Float32Array.of(1, -2, 2 ** -24, 65504, Number.POSITIVE_INFINITY), shape: [5] },
    brain: { data: Float32Array.of(1, -3), shape: [2] },
  });
});

test('reads a file at any offset in a buffer, such as Node’s', () => {
  const whole = file({ a: one('F32', [1], 0, 4) }, getBytes(Float32Array.of(5)));
  const padded = new Uint8Array(whole.length + 3);
  padded.set(whole, 3);
  for (const bytes of [padded.subarray(3), Buffer.from(whole), whole.buffer]) {
    expect(present(readSafetensors(bytes).get('a')).data).toEqual(Float32Array.of(5));
  }
});

test('accepts names of object properties as tensor names', () => {
  const header = `{"__proto__":${JSON.stringify(one('F32', [1], 0, 4))}}`;
  const tensors = readSafetensors(file(header, new Uint8Array(4)));
  expect([...tensors.keys()]).toEqual(['__proto__']);
  expect({}.data).toBeUndefined();
});

const four = new Uint8Array(4);
test.each([
  ['nothing', new Uint8Array()],
  ['a header longer than the file', file({}).subarray(0, 9)],
  ['a header of 2^63 bytes', Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0x80, 1)],
  ['invalid JSON', file('{')],
  ['a header that is not an object', file('[]')],
  ['null', file('null')],
  ['invalid UTF-8', Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0xff)],
  ['an entry that is not an object', file({ a: 3 })],
  ['an unknown dtype', file({ a: one('C64', [1], 0, 8) }, new Uint8Array(8))],
  ['a dtype from the prototype', file({ a: one('toString', [1], 0, 4) }, four)],
  ['no shape', file({ a: { dtype: 'F32', data_offsets: [0, 4] } }, four)],
  ['a negative shape', file({ a: one('F32', [-1], 0, 4) }, four)],
  ['a fraction in a shape', file({ a: one('F32', [0.5, 2], 0, 4) }, four)],
  ['a shape that overflows', file({ a: one('F32', [2 ** 40, 2 ** 40], 0, 4) }, four)],
  ['a shape larger than its bytes', file({ a: one('F32', [2], 0, 4) }, four)],
  ['descending offsets', file({ a: one('F32', [1], 4, 0) }, four)],
  ['offsets beyond the file', file({ a: one('F32', [2], 0, 8) }, four)],
  ['three offsets', file({ a: { dtype: 'F32', shape: [1], data_offsets: [0, 4, 8] } }, four)],
  ['overlapping tensors', file({ a: one('F32', [1], 0, 4), b: one('F32', [1], 0, 4) }, four)],
  ['a gap', file({ a: one('F32', [1], 4, 8) }, new Uint8Array(8))],
  ['trailing bytes', file({ a: one('F32', [1], 0, 4) }, new Uint8Array(5))],
])('rejects %s', (_name, bytes) => {
  expect(getError(() => readSafetensors(bytes))).toMatchObject({ code: 'corruptBytes', argument: 'safetensors' });
});

test('rejects values that are not bytes', () => {
  expect(getError(() => readSafetensors(misuse('file'))).code).toBe('invalidArgument');
});

test('any bytes give tensors or a FairwasmError', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.uint8Array({ maxLength: 30 }), (header, content) => {
      try {
        readSafetensors(file(JSON.stringify(header), content));
      } catch (error) {
        expect(error.name).toBe('FairwasmError');
      }
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      expect(getError(() => readSafetensors(bytes)).code).toBe('corruptBytes');
    }),
  );
});
