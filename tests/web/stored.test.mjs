// A saved report opens without its data: the page shows the same values and saves the same bytes.

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'fairwasm';
import { whole } from '../js/report/whole-audit.mjs';
import { findViolations } from './axe.mjs';
import { forged } from './forged.mjs';
import { hostile as anyHostile, noHarm, recordHarm } from './hostile-text.mjs';
import { save, saveFile } from './saving.mjs';
import { chooseBreakdown, chooseFile, csvFile, openExample, readTable, runAudit, useSite } from './support.mjs';

const site = await useSite();
const folder = mkdtempSync(join(tmpdir(), 'fairwasm-stored-'));
afterAll(() => rmSync(folder, { recursive: true }));

const compas = 'compas-two-year-recidivism-by-race-broward-county-2013-2014-audit';
const hostile = '<img src=x onerror=alert(1)></script><script>alert(2)</script>';
const people = ['g,y,p', ...Array.from({ length: 60 }, (_, i) => `${i % 3 ? hostile : 'b'},${i % 2},${i % 5 ? 1 : 0}`)];

const opened = async (page, file) => {
  await chooseFile(page, file);
  await page.getByRole('heading', { name: 'All figures' }).waitFor();
};

test('restores every figure and choice from a saved file', async () => {
  const page = await site.open();
  await openExample(page, /Open example: COMPAS/);
  const before = await readTable(page, 'All rates by race');
  const files = { HTML: `${compas}.html`, JSON: `${compas}.json` };
  for (const [form, name] of Object.entries(files)) {
    const text = await save(page, form, name);
    const other = await site.open();
    await opened(other, { name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    expect(await readTable(other, 'All rates by race')).toEqual(before);
    expect(await other.getByText('A burden: people prefer not to receive').count()).toBe(1);
    expect(await save(other, 'JSON', files.JSON)).toBe(await save(page, 'JSON', files.JSON));
    expect(await save(other, 'HTML', files.HTML)).toBe(await save(page, 'HTML', files.HTML));
    expect(other.complaints).toEqual([]);
    await other.close();
  }
});

test('the saved file makes no requests, runs no foreign code, and is accessible', async () => {
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
  await alone.getByText('This file also contains the report as data').waitFor();
  expect(dialogs).toBe(0);
  expect(await alone.locator('[data-later]').count()).toBe(0);
  // All rows, two groups, and the largest gap.
  expect(await alone.getByRole('table', { name: 'Rates by g' }).locator('tbody tr').count()).toBe(4);
  expect(alone.requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
  expect(alone.complaints).toEqual([]);
  expect(await findViolations(alone)).toEqual([]);
});

// Twelve rows in two by two groups, with scores and a second model; the row number is the seed.
const table = (seed) => [
  'sex,race,outcome,decision,decision_b,score',
  ...Array.from({ length: 160 }, (_, i) => {
    const n = (i * 7919 + seed * 104729) % 1000;
    const truth = n % 3 ? 1 : 0;
    const score = ((n % 10) + 0.5) / 10;
    const decided = [truth, i % 4 ? truth : 1 - truth, n % 5 ? truth : 1 - truth];
    return [i % 2 ? 'f' : 'm', ['x', 'y', hostile][i % 3], ...decided, score].join();
  }),
];

/** All choices and all text that a user sees. */
const everything = (page) =>
  page.evaluate(() => {
    const found = [];
    const walk = (root) => {
      // Their forms need the data, which are no longer available; their tables stay.
      const asks = root.host?.matches('within-view, impact-tables, impact-scores');
      for (const each of root.querySelectorAll('*')) {
        if (asks && !each.matches('table')) continue;
        const name = each.getAttribute('aria-label') ?? each.labels?.[0]?.textContent?.trim();
        if (each.matches('select, textarea, input[type=range]')) found.push([name, each.value]);
        if (each.matches('input[type=radio], input[type=checkbox]')) found.push([name, each.checked]);
        if (each.matches('table, dl.facts')) found.push(each.textContent.replace(/\s+|Made\d{4}-.*$/g, ' ').trim()); // the origin of saved files
        // The parts that need the data, and the content of the report when it is saved.
        if (each.shadowRoot && !each.matches('power-view, find-groups, find-proxies, frontier-view'))
          walk(each.shadowRoot);
      }
    };
    walk(document);
    return found.filter((each) => !String(each).includes('Saved by'));
  });

test.each([1, 2, 3])('restores scores, a second model, notes, and choices: table %i', async (seed) => {
  const page = await site.open();
  await chooseFile(page, csvFile('people.csv', table(seed).join('\n')));
  for (const name of ['sex', 'race']) await page.getByRole('checkbox', { name, exact: true }).check();
  const more = page.getByText('Scores, a second model, weights');
  await more.evaluate((summary) => {
    summary.parentElement.open = true;
  });
  await page.getByLabel('Score', { exact: true }).selectOption('score');
  await page.getByLabel('Second model').selectOption('decision_b');
  await runAudit(page);
  await page.getByRole('heading', { name: 'Scores by group' }).waitFor();
  const by = ['sex', 'race', 'sex × race'][seed - 1];
  await chooseBreakdown(page, by);
  const rates = page.getByRole('region', { name: 'Rates by group' });
  await rates.getByLabel('Measure').selectOption({ index: seed });
  await page
    .getByRole('region', { name: /^Compared with/ })
    .getByLabel('Measure')
    .selectOption({ index: seed + 2 });
  await page.getByRole('button', { name: 'Equal selection rates' }).click();
  await page.getByLabel('Show exact values').setChecked(seed !== 2);
  await page.getByLabel('Notes').fill(`Table ${seed}\n${hostile}`);
  const html = await save(page, 'HTML', 'people-audit.html');
  const before = await everything(page);
  for (const [name, text] of [
    ['people-audit.html', html],
    ['people-audit.json', await save(page, 'JSON', 'people-audit.json')],
  ]) {
    const other = await site.open();
    await opened(other, { name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await other.getByRole('heading', { name: 'Scores by group' }).waitFor();
    await other.getByRole('heading', { name: 'Side by side' }).waitFor();
    expect(await everything(other)).toEqual(before);
    expect(await save(other, 'HTML', 'people-audit.html')).toBe(html);
    expect(other.complaints).toEqual([]);
    if (name.endsWith('html') && seed === 1) expect(await findViolations(other)).toEqual([]);
    await other.close();
  }
  expect(html).toContain('on the page');
  expect(html).toContain(createHash('sha256').update(table(seed).join('\n')).digest('hex'));
});

/** All possible parts of a report, and the page's content when it saves them. */
async function savedWhole(page) {
  await opened(page, csvFile('whole.json', format(whole, 'json')));
  await page.getByLabel('Notes').fill('Notes.');
  return save(page, 'JSON', 'people-audit.json');
}

test('renders a forged report as text, in the page and in saved files', async () => {
  const page = await site.open();
  const { read, free } = forged(await savedWhole(page), anyHostile);
  expect(free).toBeGreaterThan(20);
  const other = await site.open();
  const harm = recordHarm(other);
  await opened(other, csvFile('forged.json', read));
  await other.getByText('onerror=alert(1)').first().waitFor();
  await other.locator('details').evaluateAll((all) => {
    for (const details of all) details.setAttribute('open', '');
  });
  expect(await harm()).toEqual(noHarm);
  const path = join(folder, 'forged.html');
  await other.getByRole('button', { name: 'Save as HTML' }).waitFor();
  const { bytes } = await saveFile(other, 'Save as HTML');
  writeFileSync(path, bytes);
  await other.goto(pathToFileURL(path).href);
  await other.getByText('This file also contains the report as data').waitFor();
  expect(await harm()).toEqual(noHarm);
});

test('rejects a report with a forged structure with a message', async () => {
  const page = await site.open();
  const { refused } = forged(await savedWhole(page), anyHostile);
  // Without the format of a report at its start, the page treats a file as a table.
  const parts = refused.filter(({ json }) => json.startsWith('{"format":"fairwasm-report"'));
  expect(parts.length).toBeGreaterThan(10);
  const other = await site.open();
  const harm = recordHarm(other);
  for (const { json, why } of parts) {
    await chooseFile(other, csvFile('forged.json', json));
    await other.getByText(why).waitFor();
    expect([why, await harm()]).toEqual([why, noHarm]);
  }
});

test('rejects a file that only starts like a report with a message', async () => {
  const page = await site.open();
  await chooseFile(page, csvFile('old.html', '<!doctype html><title>x</title>'));
  await page.getByText(/HTML without an embedded report/).waitFor();
  await chooseFile(page, csvFile('broken.json', '{"format":"fairwasm-report","version":2}'));
  await page.getByText(/a complete report/).waitFor();
});
