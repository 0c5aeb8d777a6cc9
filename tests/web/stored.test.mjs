// A saved report is opened again: the page shows every figure as it was, without the data, and saves the same bytes.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { jest } from '@jest/globals';
import { violationsOf } from './axe.mjs';
import { save } from './saving.mjs';
import { chooseFile, csvFile, openExample, readTable, runAudit, startSite } from './support.mjs';

jest.setTimeout(60_000);

let site;
let folder;
beforeAll(async () => {
  site = await startSite();
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-stored-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await site?.close();
});

const compas = 'compas-two-year-recidivism-by-race-broward-county-2013-2014-audit';
const hostile = '<img src=x onerror=alert(1)></script><script>alert(2)</script>';
const people = [
  'g,y,p',
  ...Array.from({ length: 60 }, (_, i) => `${i % 3 ? hostile : 'b'},${i % 2},${i % 5 ? 1 : 0}`),
];

const opened = async (page, file) => {
  await chooseFile(page, file);
  await page.getByRole('heading', { name: 'All figures' }).waitFor();
};

test('from the page to a file and back, every figure and choice is as it was', async () => {
  const page = await site.open();
  await openExample(page, /Open example: COMPAS/);
  const before = await readTable(page, 'All rates by race');
  const files = { HTML: `${compas}.html`, JSON: `${compas}.json` };
  for (const [form, name] of Object.entries(files)) {
    const text = await save(page, form, name);
    const other = await site.open();
    await opened(other, { name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    expect(await readTable(other, 'All rates by race')).toEqual(before);
    expect(await other.getByText('a positive decision is a burden').count()).toBe(1);
    expect(await save(other, 'JSON', files.JSON)).toBe(await save(page, 'JSON', files.JSON));
    expect(await save(other, 'HTML', files.HTML)).toBe(await save(page, 'HTML', files.HTML));
    expect(other.complaints).toEqual([]);
    await other.close();
  }
});

test('the file by itself asks for nothing, runs nothing, and is accessible, whatever names are in it', async () => {
  const page = await site.open();
  await chooseFile(page, csvFile('people.csv', people.join('\n')));
  await page.getByRole('checkbox', { name: 'g', exact: true }).check();
  await runAudit(page);
  const path = join(folder, 'people-audit.html');
  writeFileSync(path, await save(page, 'HTML', 'people-audit.html'));
  const alone = await site.open();
  await alone.goto('about:blank');
  alone.requests.length = 0;
  let dialogs = 0;
  alone.on('dialog', (dialog) => {
    dialogs++;
    dialog.dismiss();
  });
  await alone.goto(pathToFileURL(path).href);
  await alone.getByText('This file holds the report as data too').waitFor();
  expect(dialogs).toBe(0);
  expect(alone.requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
  expect(alone.complaints).toEqual([]);
  expect(await violationsOf(alone)).toEqual([]);
});

test('what begins as a report and is none is refused in a sentence', async () => {
  const page = await site.open();
  await chooseFile(page, csvFile('old.html', '<!doctype html><title>x</title>'));
  await page.getByText(/HTML without one/).waitFor();
  await chooseFile(page, csvFile('broken.json', '{"format":"fairwasm-report","version":1}'));
  await page.getByText(/a whole report/).waitFor();
});
