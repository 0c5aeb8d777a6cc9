// SPDX-License-Identifier: Apache-2.0
//
// The progress line appears only for long tasks on a terminal, is limited in frequency, and disappears at the end.

import { vi } from 'vitest';
import { showProgress } from '../../../dist/cli/output/progress.js';

const { isTTY } = process.stderr;
let written;

beforeEach(() => {
  written = [];
  vi.useFakeTimers({ now: 0 });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(text));
  process.stderr.isTTY = true;
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  process.stderr.isTTY = isTTY;
});

test('shows the completed percentage every tenth of a second and clears itself', () => {
  const progress = showProgress('Reading big.csv');
  const update = (done) => progress.update({ done, total: 2e9 });
  update(1e6);
  expect(written).toEqual([]);
  vi.advanceTimersByTime(600);
  update(5e8);
  update(6e8);
  expect(written).toEqual(['\r\x1b[KReading big.csv: 25% of 2,000 MB']);
  vi.advanceTimersByTime(100);
  update(1e9);
  expect(written.at(-1)).toContain('50%');
  progress.end();
  expect(written.at(-1)).toBe('\r\x1b[K');
  progress.end();
  expect(written).toHaveLength(3);
});

test('shows the amount within the line if the total is unknown', () => {
  const progress = showProgress('x'.repeat(300));
  vi.advanceTimersByTime(600);
  progress.update({ done: 12e6, total: undefined });
  expect(written[0].length).toBeLessThanOrEqual((process.stderr.columns || 80) + 4);
});

test('is silent for fast tasks and if standard error is not a terminal', () => {
  const quick = showProgress('Reading');
  quick.end();
  process.stderr.isTTY = false;
  const piped = showProgress('Reading');
  vi.advanceTimersByTime(600);
  piped.update({ done: 5, total: 10 });
  piped.end();
  expect(written).toEqual([]);
});
