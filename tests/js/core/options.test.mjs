// SPDX-License-Identifier: Apache-2.0
import { requireOneOf, requireOptions, suggestion } from '../../../dist/core/options.js';

const known = ['label', 'prediction', 'weight', 'favorable', 'groups'];

test.each([
  ['sample_weight', 'weight'],
  ['sampleWeight', 'weight'],
  ['pos_label', 'favorable'],
  ['favourable', 'favorable'],
  ['y_true', 'label'],
  ['Prediction', 'prediction'],
  ['predicton', 'prediction'],
])('corrects %s to %s', (name, meant) => {
  expect(suggestion(name, known)).toBe(meant);
  expect(() => requireOptions('audit', { [name]: 1 }, known)).toThrow(`'${name}'; did you mean '${meant}'?`);
});

test('accepts known options, including undefined ones', () => {
  requireOptions('audit', { label: [1], weight: undefined }, known);
});

test.each([['constructor'], ['toString'], ['__proto__x']])('suggests nothing for %s', (name) => {
  expect(suggestion(name, known)).toBeUndefined();
});

test.each([
  [null],
  [[1]],
  ['label'],
  [3],
  [undefined],
  [new Map([['label', 1]])],
  [Promise.resolve({})],
  [Uint8Array.of(1)],
  [() => ({})],
])('rejects %p as options', (given) => {
  expect(() => requireOptions('audit', given, known)).toThrow(
    expect.objectContaining({ name: 'FairwasmError', code: 'invalidArgument' }),
  );
});

test('rejects an unknown choice and suggests the similar one', () => {
  const choices = ['betweenGroups', 'toOverall'];
  expect(requireOneOf('method', 'toOverall', choices)).toBe('toOverall');
  expect(() => requireOneOf('method', 'to_overall', choices)).toThrow("did you mean 'toOverall'?");
  expect(() => requireOneOf('method', Symbol('x'), choices)).toThrow('Symbol(x)');
  expect(() => requireOneOf('method', { toString: null }, choices)).toThrow('an object');
});
