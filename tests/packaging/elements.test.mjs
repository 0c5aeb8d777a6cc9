// SPDX-License-Identifier: Apache-2.0
//
// The elements in a third-party page under a strict policy, without a bundler: a report from JSON, and a lesson.

import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { format, load, readReport } from 'fairwasm';
import { load as loadImpact } from 'fairwasm/impact';
import { load as loadSlices } from 'fairwasm/slices';
import { chromium } from 'playwright-core';
import { findChromium } from '../../scripts/lib/browsers.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { serve } from '../../scripts/serve.mjs';
import { present } from '../present.mjs';

// Retries failures, because a browser may be slow on a busy machine; single failures are printed.

const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:";
const pageWith = (content) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>A page</title>
<link rel="icon" href="data:,">
<main><fairwasm-report>${content}</fairwasm-report></main>
<script type="module" src="./dist/elements/elements.js"></script>
`;

// The lesson computes, which the page must permit, and loads the WebAssembly from the same folder.
const lessonPage = `<!doctype html>
<html lang="de">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.replace("'self';", "'self' 'wasm-unsafe-eval'; connect-src 'self';")}">
<title>A lesson</title>
<link rel="icon" href="data:,">
<main><h1>Statistics</h1><fairwasm-lesson name="four-fifths" state="guess=1"></fairwasm-lesson></main>
<script type="module" src="./dist/elements/lesson.js"></script>
`;

const fair = await load();
const label = [1, 1, 0, 0, 1, 1, 0, 0, 0];
const prediction = [1, 0, 1, 0, 1, 1, 0, 0, 1];
const hostile = '<img src=x onerror=alert(1)>';
const groups = { group: ['a', 'a', 'a', 'a', hostile, hostile, hostile, hostile, 'c'] };
const json = JSON.stringify(fair.audit({ label, prediction, groups }).report());

let folder;
let site;
let browser;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairwasm-elements-'));
  await symlink(resolve('dist'), join(folder, 'dist'));
  const escaped = json.replaceAll('<', '\\u003c');
  await writeFile(join(folder, 'child.html'), pageWith(`<script type="application/json">${escaped}</script>`));
  await writeFile(join(folder, 'empty.html'), pageWith(''));
  await writeFile(join(folder, 'lesson.html'), lessonPage);
  const second = '<script type="module" src="./second/elements/elements.js"></script>';
  await symlink(resolve('dist'), join(folder, 'second'));
  await writeFile(
    join(folder, 'twice.html'),
    `${pageWith(`<script type="application/json">${escaped}</script>`)}${second}\n`,
  );
  site = await serve(folder);
  browser = await chromium.launch({ executablePath: present(findChromium()), args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await rm(folder, { recursive: true });
});

async function open(name) {
  const page = await browser.newPage();
  const complaints = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${site.url}${name}`);
  return { page, complaints };
}

/** Sets a text as the report of the page's element. */
const showReport = (page, text) =>
  page.locator('fairwasm-report').evaluate((element, report) => {
    element.report = report;
  }, text);

test('shows the report from its JSON content; names are never markup', async () => {
  const { page, complaints } = await open('child.html');
  await page.getByRole('heading', { name: 'All figures' }).waitFor();
  await page.getByText(hostile).first().waitFor();
  expect(await page.locator('img[src=x]').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('shows a report passed as JSON, with reasons for undefined values', async () => {
  const { page } = await open('empty.html');
  expect(await page.getByRole('heading').count()).toBe(0);
  await showReport(page, json);
  await page.getByRole('heading', { name: 'All figures' }).waitFor();
  expect(await page.getByText('no actual positives').count()).toBeGreaterThan(0);
});

test('opens a saved file with its added results', async () => {
  const extras = {
    slices: await (await loadSlices()).worstSlices({ label, prediction, columns: groups }),
    impactByProbability: (await loadImpact()).byProbability({
      probabilities: { [hostile]: label.map(() => 0.25), other: label.map(() => 0.75) },
      selected: prediction,
    }),
  };
  const saved = format({ ...readReport(json), notes: hostile, extras }, 'html');
  const { page, complaints } = await open('empty.html');
  await showReport(page, saved);
  await page.getByRole('heading', { name: 'Slices with the highest errors' }).waitFor();
  const probable = page.getByRole('table', { name: /^Ratios are to other/ });
  expect(await probable.getByRole('rowheader').allInnerTexts()).toEqual([hostile, 'other']);
  expect(await page.getByLabel('Notes').inputValue()).toBe(hostile);
  await showReport(page, '{"format":"fairwasm-report","version":3}');
  await page.getByText(/version 2 of the format/).waitFor();
  expect(complaints).toEqual([]);
});

test('defines no global names except its elements', async () => {
  const page = await browser.newPage();
  await page.addInitScript(() => {
    globalThis.defined = [];
    const define = customElements.define.bind(customElements);
    customElements.define = (name, element) => {
      globalThis.defined.push(name);
      define(name, element);
    };
  });
  await page.goto(`${site.url}child.html`);
  await page.getByRole('heading', { name: 'All figures' }).waitFor();
  const names = await page.evaluate(() => globalThis.defined);
  expect(names.length).toBeGreaterThan(1);
  expect(names.filter((name) => !name.startsWith('fairwasm-'))).toEqual([]);
});

test('shows a lesson in the language of its page, reports its state, and lists the names', async () => {
  const { page, complaints } = await open('lesson.html');
  await page.getByRole('heading', { level: 2, name: 'Was sagt die Vier-Fünftel-Regel?' }).waitFor();
  await page.evaluate(() => {
    globalThis.states = [];
    addEventListener('lesson-state', (event) => globalThis.states.push(/** @type {CustomEvent} */ (event).detail));
  });
  await page.getByRole('slider', { name: 'Eingestellte Frauen, von 20' }).fill('10');
  await page.getByText('Ihre Schätzung war richtig.').waitFor();
  await page.getByText('Mit 10 von 20 Frauen beträgt das Verhältnis 0,83').first().waitFor();
  expect(await page.evaluate(() => globalThis.states.at(-1))).toBe('guess=1&seen=1&women=10');
  const set = (name, value) =>
    page
      .locator('fairwasm-lesson')
      .evaluate((element, [name, value]) => element.setAttribute(name, value), [name, value]);
  await set('lang', 'en');
  await page.getByText('Your guess was right.').waitFor();
  await set('name', 'no-such-lesson');
  await page.getByText('Use one of base-rates, thresholds').waitFor();
  expect(complaints).toEqual([]);
});

test('a second copy on a page does not replace the elements of the first one', async () => {
  const { page, complaints } = await open('twice.html');
  await page.getByRole('heading', { name: 'All figures' }).waitFor();
  const urls = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(urls.filter((url) => url.endsWith('/elements.js'))).toHaveLength(2);
  expect(complaints).toEqual([]);
});

test('can be imported on a server without being detected as a browser', async () => {
  const program = `
    const { FairwasmReport, FairwasmLesson } = await import('fairwasm/elements');
    const { lessonNames } = await import('fairwasm/elements/lesson');
    const browsers = ['window', 'document', 'HTMLElement', 'customElements'];
    console.log(typeof FairwasmReport, typeof FairwasmLesson, lessonNames.length, browsers.filter((name) => name in globalThis).length);`;
  const output = await run(process.execPath, ['--input-type=module', '--eval', program]);
  expect(output.trim()).toBe('function function 12 0');
});

test('defines no elements on a server with a registry, as with Lit', async () => {
  const program = `
    globalThis.customElements = { get() {}, define(name) { throw new Error('defined ' + name); } };
    await import('fairwasm/elements');
    console.log('imported');`;
  const output = await run(process.execPath, ['--input-type=module', '--eval', program]);
  expect(output.trim()).toBe('imported');
});

test('rejects a report of another version, whose fields may differ', async () => {
  const { page } = await open('empty.html');
  await showReport(page, json.replace('"version":2', '"version":3'));
  await page.getByRole('alert').filter({ hasText: 'version 3' }).waitFor();
  expect(await page.getByRole('heading', { name: 'All figures' }).count()).toBe(0);
});

test('reports an error for other values', async () => {
  const { page } = await open('empty.html');
  for (const wrong of ['{', '{"format":"another"}', 'null']) {
    await showReport(page, wrong);
    await page.getByRole('alert').filter({ hasText: 'not a fairwasm report' }).waitFor();
  }
});
