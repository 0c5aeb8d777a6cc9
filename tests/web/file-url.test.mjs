// The page as one file, opened from the disk: fairwasm.html of releases.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chooseFile, csvFile, getHeading, openPage, runAudit, useSite } from './support.mjs';

const address = pathToFileURL(resolve('dist/fairwasm.html')).href;
const site = await useSite();

async function auditFile(page) {
  const rows = 'f,0\nf,1\nf,0\nm,1\nm,1\nm,0\n'.repeat(40);
  await chooseFile(page, csvFile('hired.csv', `sex,hired\n${rows}`));
  await runAudit(page);
}

test('shows the report of an example without any request', async () => {
  const page = await openPage(`${address}#/audit/compas`);
  await page.getByRole('heading', { name: 'All figures' }).waitFor();
  expect(page.requests.filter((url) => !/^(?:blob|data):/.test(url))).toEqual([address]);
  expect(page.complaints).toEqual([]);
});

test('audits a file, and goes back and forward', async () => {
  const page = await openPage(address);
  await auditFile(page);
  await page.goBack();
  await page.getByRole('button', { name: 'Run the audit' }).waitFor();
  await page.goForward();
  await page.getByRole('heading', { name: 'All figures' }).waitFor();
  expect(await getHeading(page).textContent()).toBe('hired.csv');
  expect(page.complaints).toEqual([]);
});

test.each([
  ['leakage', [/^Generate rows/, /^Let attackers learn/], /^Attack results/],
  ['amplification', [/^Open example labels/], /^Bias amplification of the model/],
  ['robustness', [/^Open example scores/], /^Robustness of decisions/],
  ['tables', [/^Ranked lists/, /^Open an invented example/, /^Compute/], /^Groups in rankings/],
])('computes in the tab %s', async (tab, buttons, heading) => {
  const page = await openPage(`${address}#/${tab}`);
  for (const name of buttons) await page.getByRole('button', { name }).click();
  await page.getByRole('heading', { name: heading }).waitFor({ timeout: 120_000 });
  expect(page.complaints).toEqual([]);
});

// In Chromium, all HTML files on the disk share their stored data.
test('stores nothing, states it, and asks before a report is lost', async () => {
  const page = await openPage(address);
  await page.getByText('so it stores nothing').waitFor();
  await auditFile(page);
  const names = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return [...databases.map(({ name }) => name), ...Object.keys(localStorage)];
  });
  expect(names).toEqual([]);
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
});

test('blocks connections from the page and its workers', async () => {
  const page = await openPage(`${address}#/audit/compas`);
  await page.getByRole('heading', { name: 'All figures' }).waitFor();
  const connect = (url) =>
    fetch(url, { mode: 'no-cors' }).then(
      () => 'connected',
      () => 'refused',
    );
  const [worker] = page.workers();
  for (const url of [site.url, address]) {
    expect(await page.evaluate(connect, url)).toBe('refused');
    expect(await worker.evaluate(connect, url)).toBe('refused');
  }
  expect(page.complaints.join()).toMatch(/Content Security Policy/);
});
