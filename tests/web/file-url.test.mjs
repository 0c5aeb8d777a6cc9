// The page as one file, opened from the disk: fairwasm.html of releases.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chooseFile, csvFile, getHeading, isKept, openPage, runAudit } from './support.mjs';

const address = pathToFileURL(resolve('dist/fairwasm.html')).href;

test('shows the report of an example without any request', async () => {
  const page = await openPage(`${address}#/audit/compas`);
  await page.getByRole('heading', { name: 'All figures' }).waitFor();
  expect(page.requests.filter((url) => !/^(?:blob|data):/.test(url))).toEqual([address]);
  expect(page.complaints).toEqual([]);
});

test('audits a file, and shows the report again after a reload', async () => {
  const page = await openPage(address);
  const rows = 'f,0\nf,1\nf,0\nm,1\nm,1\nm,0\n'.repeat(40);
  await chooseFile(page, csvFile('hired.csv', `sex,hired\n${rows}`));
  await runAudit(page);
  await isKept(page);
  await page.reload();
  await page.getByRole('heading', { name: 'All figures' }).waitFor();
  expect(await getHeading(page).textContent()).toBe('hired.csv');
  expect(page.complaints).toEqual([]);
});
