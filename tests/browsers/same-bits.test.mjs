// One seed, one result: audits, a bootstrap, slices, thresholds and a leakage run give the same bytes in every engine,
// and whatever the number of workers.

import { execFileSync } from 'node:child_process';
import { jest } from '@jest/globals';
import { serve } from '../../scripts/serve.mjs';
import { unless } from '../optional.mjs';
import { engines } from './drivers.mjs';
import { figures, loadDoors } from './same-bits/figures.mjs';

jest.setTimeout(180_000);
// Browsers on a busy machine: what fails twice is a fault, what failed once is printed.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

const config = 'tests/browsers/same-bits/vite.config.mjs';
const outDir = 'build/tests/same-bits';
let site;
let doors;
let expected;
beforeAll(async () => {
  execFileSync('node_modules/.bin/vite', ['build', '--config', config], { stdio: 'inherit' });
  site = await serve(outDir);
  doors = await loadDoors();
  expected = await figures(doors);
});
afterAll(() => site?.close());

test('the figures are worth comparing', () => {
  for (const text of Object.values(expected)) expect(text.length).toBeGreaterThan(500);
});

test.each([0, 1, 2, 5])('%i workers compute what none do', async (workers) => {
  expect(await figures(doors, { workers, counting: workers })).toEqual(expected);
});

for (const [name, { open, missing }] of Object.entries(engines)) {
  unless(missing, test)(`${name} computes what Node computes, bit by bit`, async () => {
    const browser = await open();
    try {
      await browser.goto(site.url);
      const found = await browser.evaluate(async () => {
        while (!globalThis.resultsOf) await new Promise((resolve) => setTimeout(resolve, 20));
        return globalThis.resultsOf();
      });
      expect(found).toEqual(expected);
    } finally {
      await browser.close();
    }
  });
}
