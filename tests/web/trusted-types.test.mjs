// Text never becomes markup or code: the browser blocks it in the page and its workers, in every tab. Only lit's
// templates and the addresses of the page's own workers are permitted.

import { chooseFile, csvFile, holdWorkers, openExample, useSite } from './support.mjs';

const site = await useSite({ prefix: '/some/sub-folder/' });

const hostile = '<img src=x onerror=alert(1)>';

/** The result of each way to use a string as code: the name of an error, or “done”. */
const tried = async () => {
  const outcome = async (work) => {
    try {
      await work();
      return 'done';
    } catch (error) {
      return error.name;
    }
  };
  // TypeScript has no types for trustedTypes here, nor for importScripts outside workers.
  const { trustedTypes, importScripts } = /** @type {any} */ (globalThis);
  const plain = { createHTML: (text) => text, createScriptURL: (text) => text };
  const ways = {
    Worker: () => new Worker(URL.createObjectURL(new Blob(['0']))),
    'another policy': () => trustedTypes.createPolicy('other', plain),
    'the same policy again': () => trustedTypes.createPolicy('fairwasm', plain),
    ...(globalThis.document
      ? {
          innerHTML: () => {
            document.createElement('p').innerHTML = '<b>text</b>';
          },
          srcdoc: () => {
            document.createElement('iframe').srcdoc = '<b>text</b>';
          },
          DOMParser: () => new DOMParser().parseFromString('<b>text</b>', 'text/html'),
          script: () => {
            document.createElement('script').src = 'main.js';
          },
          'service worker': () => navigator.serviceWorker.register('./other.js'),
        }
      : { importScripts: () => importScripts('main.js') }),
  };
  const outcomes = Object.entries(ways).map(async ([name, work]) => [name, await outcome(work)]);
  return Object.fromEntries(await Promise.all(outcomes));
};

test('never turns text into markup or code, in the page and its workers', async () => {
  const page = await site.open({ serviceWorkers: 'allow' });
  await holdWorkers(page);
  const rows = Array.from({ length: 300_000 }, (_, i) => `${i % 2 ? 'F' : 'M'},${i % 3 ? 1 : 0}`);
  await chooseFile(page, csvFile('long.csv', ['sex,hired', ...rows].join('\n')));
  await page.getByRole('progressbar').waitFor();
  const [worker] = page.workers();
  for (const place of [page, worker]) {
    const outcomes = await place.evaluate(tried);
    expect(Object.keys(outcomes).length).toBeGreaterThan(3);
    expect(outcomes).toEqual(Object.fromEntries(Object.keys(outcomes).map((name) => [name, 'TypeError'])));
  }
});

/** From the initial state of a tab to the messages of its workers and its charts. */
const tabs = {
  audit: async (page) => {
    await openExample(page, /Open example: COMPAS/);
    await page.getByRole('img', { name: /Chart/ }).first().waitFor();
  },
  leakage: async (page) => {
    await page.getByRole('button', { name: 'Generate rows' }).click();
    await page.getByLabel('Trials').fill('3');
    await page.getByRole('button', { name: 'Let attackers learn' }).click();
    await page.getByRole('heading', { name: 'Attack results' }).waitFor();
    await page.getByRole('img', { name: /loss by epoch/ }).waitFor();
  },
  amplification: async (page) => {
    await page.getByRole('button', { name: 'Open example labels' }).click();
    await page.getByRole('img', { name: /heat map/ }).waitFor();
  },
  robustness: async (page) => {
    await page.getByRole('button', { name: 'Open example scores' }).click();
    await page.getByRole('img', { name: /certified accuracy/ }).waitFor();
  },
  learn: async (page) => {
    await page.getByRole('link', { name: /Why do definitions of fairness conflict/ }).click();
    await page.getByRole('button', { name: /^Skip the guess/ }).click();
    await page.getByRole('img').first().waitFor();
  },
};

test.each(Object.entries(tabs))('%s works under the same policy', async (tab, walk) => {
  const page = await site.open({ tab });
  await walk(page);
  expect(page.complaints).toEqual([]);
});

// The model tab's own tests check model names; here names come from the file.
test.each(['leakage', 'amplification', 'robustness', 'model', 'tables'])(
  'renders names from a file as text in %s',
  async (tab) => {
    const page = await site.open({ tab });
    let dialogs = 0;
    page.on('dialog', (dialog) => {
      dialogs++;
      return dialog.dismiss();
    });
    const quoted = `"${hostile}"`;
    const lines = Array.from({ length: 60 }, (_, i) =>
      [i % 3 ? quoted : 'b', i % 2, i % 5 ? 1 : 0, i % 2 ? 0.2 : 0.7].join(),
    );
    const text = [`${quoted},outcome,prediction,radius`, ...lines].join('\n');
    if (tab === 'tables') await page.getByRole('button', { name: /^Rates per exposure/ }).click();
    await chooseFile(page, csvFile(`${hostile.replaceAll('/', '')}.csv`, text));
    await page.getByRole('heading', { level: 1, name: 'onerror=alert(1)' }).waitFor();
    expect(await page.locator('img[src=x]').count()).toBe(0);
    expect(dialogs).toBe(0);
    expect(page.complaints).toEqual([]);
  },
);
