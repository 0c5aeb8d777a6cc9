// SPDX-License-Identifier: Apache-2.0
//
// The check of calls finds lists that become arguments, and views of memory that a later call may detach.

import { problemsIn } from '../../scripts/lib/calls.mjs';

test.each([
  ['Math.max(...values)', 1],
  ['Math.max(0, ...values.map(size))', 1],
  ['all.push(...others)', 1],
  ['String.fromCharCode(...bytes.subarray(0, 9))', 1],
  ['element.append(...rows)', 1],
  ['item.replaceChildren(...(swatch ? [swatch] : []), label)', 0],
  ['getMax([...values, 0])', 0],
  ['new Set([...a, ...b])', 0],
  ['this.update(...chunk)', 0],
  ['wasm.HEAPU8.set(piece, reader.room(length))', 1],
  ['wasm.HEAPU8.set(new Uint8Array(wasm.pull()), at)', 1],
  ['wasm.HEAPF64[wasm._malloc(8)] = 1', 1],
  ['const memory = wasm.HEAPU8', 1],
  ['const part = wasm.HEAPU8.subarray(0, 8)', 1],
  ['new DataView(wasm.HEAPU8.buffer)', 1],
  ['wasm.HEAPU8.set(piece, address)', 0],
  ['fill(wasm.HEAPU8.subarray(address, address + length))', 0],
  ['const copy = wasm.HEAPU8.slice(0, 8)', 0],
])('finds in %s problems: %d', (source, count) => {
  expect(problemsIn('x.ts', source)).toHaveLength(count);
});
