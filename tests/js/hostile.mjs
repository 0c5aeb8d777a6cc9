// SPDX-License-Identifier: Apache-2.0
//
// Hostile values that no caller would pass on purpose.

const detached = () => {
  const array = new Float64Array([1, 0, 1, 0]);
  structuredClone(array.buffer, { transfer: [array.buffer] });
  return array;
};

const sparse = () => {
  const array = [1, 0];
  array[9] = 1;
  return array;
};

// Errors thrown by a hostile value itself are allowed.
export const itsOwn = new Error('no reading');
const trap = (target) =>
  new Proxy(target, {
    get() {
      throw itsOwn;
    },
  });

// Created for each call, because some values can be used only once.
export const hostile = [
  ...[null, 0, -1, 1.5, 2 ** 53, -0, 1e308, Number.NaN, Number.POSITIVE_INFINITY].map((v) => () => v),
  ...['', ' ', 'x', '\0', '\ud800', '__proto__', 'toString', true, false].map((v) => () => v),
  ...[1n, -(2n ** 70n), Symbol('s'), () => 1, () => null].map((v) => () => v),
  ...[[], [null], [[]], [undefined], [1, 'a', null], [[1], [1, 2]]].map((v) => () => v),
  ...[{}, { a: 1 }, { length: 4 }, { codes: 1, categories: 2 }, { codes: [9], categories: [] }].map((v) => () => v),
  ...[
    { data: [1], shape: [-1] },
    { data: 1, shape: 1 },
    { data: [], shape: [1e9, 1e9] },
  ].map((v) => () => v),
  () => Object.create(null),
  () => ({ toString: null, valueOf: null }),
  detached,
  sparse,
  () => new Array(20_000),
  () => trap({}),
  () => trap([]),
  () => trap(() => 1),
  () => new Map([['a', [1]]]),
  () => new Set(['a']),
  () => new Date(Number.NaN),
  () => new DataView(new ArrayBuffer(8)),
  () => new Uint8Array(4).fill(255),
  () => new BigInt64Array(4),
  () => Promise.resolve([1]),
  () => new ArrayBuffer(3),
  () => new (class Odd {})(),
];
