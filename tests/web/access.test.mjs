// Accessibility: axe-core finds no violation, everything works with the keyboard, focus moves to new content, and narrow screens need no
// horizontal scrolling.

import { vi } from 'vitest';
import { violationsInBothSchemes } from './axe.mjs';
import {
  chooseBreakdown,
  chooseFile,
  csvFile,
  getHeading,
  holdWorkers,
  isFocused,
  openExample,
  runAudit,
  startSite,
  tabTo,
} from './support.mjs';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.close());

const table = csvFile('hiring.csv', 'sex,race,hired\nF,a,1\nF,b,0\nM,a,1\nM,b,1\n');

const stages = {
  start: async () => {},
  columns: async (page) => {
    await chooseFile(page, table);
    await page.getByRole('button', { name: 'Run the audit' }).waitFor();
  },
  mistake: async (page) => {
    await stages.columns(page);
    await page.getByRole('checkbox', { name: 'sex' }).uncheck();
    await page.getByRole('checkbox', { name: 'race' }).uncheck();
    await page.getByRole('button', { name: 'Run the audit' }).click();
    await page.getByText('Choose at least one column').waitFor();
  },
  error: async (page) => {
    await chooseFile(page, csvFile('bad.csv', 'a,b\n1\n'));
    await page.getByText('cannot be read').waitFor();
  },
  report: async (page) => {
    await openExample(page, /Open example: COMPAS/);
    await page.getByText('Formula and source').first().click();
    await page.getByRole('img', { name: /Chart/ }).nth(1).waitFor();
  },
  crossed: async (page) => {
    await stages.columns(page);
    await runAudit(page);
    await chooseBreakdown(page, 'sex × race');
  },
  comparison: async (page) => {
    await stages.columns(page);
    await runAudit(page);
    await page.getByLabel('Choose the other file').setInputFiles(table);
    await page.getByRole('img', { name: /of both, by group/ }).waitFor();
  },
};

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

test.each(Object.keys(stages))('%s: axe finds no violation in light and dark', async (stage) => {
  const page = await site.open({ viewport: stage === 'error' ? phone : desktop });
  await stages[stage](page);
  expect(await violationsInBothSchemes(page)).toEqual([]);
});

test.each([
  ['phone', phone],
  ['narrow phone', { width: 320, height: 640 }],
  ['desktop', desktop],
])('on a %s nothing is wider than the screen', async (_name, viewport) => {
  for (const stage of Object.values(stages)) {
    const page = await site.open({ viewport });
    await stage(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(viewport.width);
    await page.context().close();
  }
});

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
