// The main path of each tab in Firefox and WebKit: the page loads under its policy, its workers start, and results
// appear. The Chromium tests in tests/web cover everything else.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { vi } from 'vitest';
import { serve } from '../../scripts/serve.mjs';
import { linear, people } from '../js/models/models.mjs';
import { unless } from '../optional.mjs';
import { engines } from './drivers.mjs';
import { fill, find } from './in-page.mjs';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });
// Retries failures, because browsers may be slow on a busy machine; single failures are printed.

const table = people.map(({ age, income, sex }) => `${age},${income},${sex}`).join('\n');
const getBytes = (text) => [...new TextEncoder().encode(text)];

// Inputs and clicks, and what must appear then.
const paths = {
  audit: [
    { role: 'button', name: 'Open example: COMPAS', click: true },
    { role: 'heading', name: '^All figures' },
    { role: 'row', name: 'African-American.*44\\.8' },
  ],
  leakage: [
    { role: 'button', name: '^Generate rows', click: true },
    { role: 'button', name: '^Let attackers learn', click: true },
    { role: 'heading', name: '^Attack results', timeout: 120_000 },
  ],
  amplification: [
    { role: 'button', name: '^Open example labels', click: true },
    { role: 'heading', name: '^Bias amplification of the model' },
    { role: 'row', name: '^handbag woman \\+0\\.007500' },
  ],
  tables: [
    { role: 'button', name: '^Repeated decisions', click: true },
    { role: 'button', name: '^Open an invented example', click: true },
    { role: 'button', name: '^Compute', click: true },
    { role: 'heading', name: '^Keep this report', timeout: 60_000 },
    { role: 'row', name: '^Lakisha ?8 ?59\\.4' },
  ],
  robustness: [
    { role: 'button', name: '^Open example scores', click: true },
    { role: 'heading', name: '^Robustness of decisions' },
    { role: 'row', name: '^night ?600' },
  ],
  model: [
    { file: { accept: '.csv', name: 'people.csv', bytes: getBytes(`age,income,sex\n${table}\n`) } },
    { role: 'heading', name: '^people\\.csv' },
    { file: { accept: '.onnx', name: 'linear.onnx', bytes: [...linear()] } },
    { role: 'heading', name: '^Model inputs', timeout: 60_000 },
    { field: { label: '^Groups to compare', value: 'sex' } },
    { role: 'button', name: '^Run the model', click: true },
    { role: 'heading', name: '^Scores of linear\\.onnx' },
    { role: 'row', name: '^female 20 0\\.' },
    { role: 'button', name: '^Change it in every row|^Draw the curves', click: true },
    { role: 'heading', name: '^Feature importance' },
  ],
  learn: [
    { role: 'link', name: 'Why do definitions of fairness conflict', click: true },
    { role: 'button', name: '^Skip the guess', click: true },
    { role: 'button', name: '^Show me', click: true },
    { role: 'heading', name: '^Key points' },
  ],
};

let site;
beforeAll(async () => {
  site = await serve('build/page', { prefix: '/in/a/folder/' });
});
afterAll(() => site?.close());

for (const engine of ['Firefox', 'WebKit']) {
  const { open, missing } = engines[engine];
  unless(missing, describe)(engine, () => {
    let browser;
    beforeAll(async () => {
      browser = await open();
    });
    afterAll(() => browser?.close());

    test.each(Object.entries(paths))('%s', async (tab, steps) => {
      await browser.goto(`${site.url}#/${tab}`);
      for (const step of steps) await browser.evaluate(step.role ? find : fill, step);
    });

    // The page as one file. From the disk, WebKit cannot start the workers of Leakage, or read files of the user.
    test.each(engine === 'Firefox' ? ['audit', 'leakage', 'learn'] : ['audit', 'learn'])(
      '%s, opened from the disk',
      async (tab) => {
        await browser.goto(`${pathToFileURL(resolve('dist/fairwasm.html'))}#/${tab}`);
        for (const step of paths[tab]) await browser.evaluate(find, step);
      },
    );
  });
}
