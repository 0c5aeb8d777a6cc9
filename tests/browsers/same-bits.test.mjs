// Equal seeds give identical results: audits and their files, a bootstrap, slices, thresholds, classes, impact, and
// amplification are equal in all bytes in every engine. So are counted files and attackers for any number of workers.

import { execFileSync } from 'node:child_process';
import { vi } from 'vitest';
import { serve } from '../../scripts/serve.mjs';
import { unless } from '../optional.mjs';
import { engines } from './drivers.mjs';
import { figures, loadModules, sharedFigures } from './same-bits/figures.mjs';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });
// Retries failures, because browsers may be slow on a busy machine; single failures are printed.

const config = 'tests/browsers/same-bits/vite.config.mjs';
const outDir = 'build/tests/same-bits';
let site;
let modules;
let expected;
let expectedShared;
beforeAll(async () => {
  execFileSync('node_modules/.bin/vite', ['build', '--config', config], { stdio: 'inherit' });
  site = await serve(outDir);
  modules = await loadModules();
  expected = await figures(modules);
  expectedShared = await sharedFigures(modules, { workers: 0 });
});
afterAll(() => site?.close());

test('compares enough results', () => {
  for (const [name, text] of Object.entries({ ...expected, ...expectedShared })) {
    expect([name, text.length > 500]).toEqual([name, true]);
  }
});

const numbers = [1, 2, 5];

test.each(numbers)('%i workers give the results of none', async (workers) => {
  expect(await sharedFigures(modules, { workers })).toEqual(expectedShared);
});

for (const [name, { open, missing }] of Object.entries(engines)) {
  unless(missing, test)(`${name} computes what Node computes, bit by bit`, async () => {
    const browser = await open();
    const find = (options) =>
      browser.evaluate(async (options) => {
        while (!globalThis.getFigures) await new Promise((resolve) => setTimeout(resolve, 20));
        return globalThis.getFigures(options);
      }, options);
    try {
      await browser.goto(site.url);
      expect(await find({})).toEqual(expected);
      for (const workers of numbers) expect(await find({ workers })).toEqual(expectedShared);
    } finally {
      await browser.close();
    }
  });
}
