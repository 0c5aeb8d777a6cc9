// SPDX-License-Identifier: Apache-2.0
//
// The table of metrics and what the core computes must name the same things.
import { findMetric, metrics } from 'fairwasm';
import { instantiate } from '../../../dist/core/module.js';

const wasm = await instantiate('core');
const namesOf = (kind) => metrics.filter((metric) => metric.kind === kind).map(({ name }) => name);

test('has a row for every rate and disparity of the core, in its order', () => {
  expect(namesOf('rate')).toEqual(wasm.rateNames());
  expect(namesOf('disparity')).toEqual(wasm.disparityNames());
});

test('says everything about every metric', () => {
  for (const metric of metrics) {
    expect(metric.meaning).toMatch(/\.$/);
    expect(metric.title).toMatch(/^[A-Z]/);
    expect(metric.inputs.length).toBeGreaterThan(0);
    expect(metric.range[0]).toBeLessThan(metric.range[1]);
    expect(metric.direction === 'ideal').toBe(metric.ideal !== undefined);
    expect(metric.undefinedWhen).not.toBe('');
    expect(metric.reference).not.toBe('');
  }
});

test('names no metric twice and finds each by name', () => {
  for (const metric of metrics) expect(findMetric(metric.name)).toBe(metric);
  expect(findMetric('sr')).toBeUndefined();
});
