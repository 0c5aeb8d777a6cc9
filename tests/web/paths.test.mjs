// Twenty paths of going back, forward, away, and reloading: each restores the previous state.

import { chooseBreakdown, chooseFile, csvFile, getHeading, openExample, runAudit, useSite } from './support.mjs';

const site = await useSite({ prefix: '/some/sub-folder/' });

const rows = Array.from({ length: 40 }, (_, i) => {
  const sex = i % 2 ? 'F' : 'M';
  const region = ['north', 'south'][(i >> 1) % 2];
  return [sex, region, i % 3 ? 1 : 0, i % 4 ? 1 : 0].join();
});
const table = csvFile('hiring.csv', `sex,region,qualified,hired\n${rows.join('\n')}\n`);

/** Waits until leaving the page would lose nothing. */
const isKept = (page) => page.waitForFunction(() => dispatchEvent(new Event('beforeunload', { cancelable: true })));

const button = (name) => (page) => page.getByRole('button', { name }).click();
const link = (name) => (page) => page.getByRole('navigation').getByRole('link', { name, exact: true }).click();

// User actions; reopening the page offers to continue.
const steps = {
  file: async (page) => {
    await chooseFile(page, table);
    await atColumns(page);
  },
  'untick region': (page) => page.getByRole('checkbox', { name: 'region' }).uncheck(),
  run: runAudit,
  example: (page) => openExample(page, /Open example: COMPAS/),
  'by region': async (page) => {
    await chooseBreakdown(page, 'region');
  },
  'exact values': (page) => page.getByLabel('Show exact values').check(),
  'write a note': (page) => page.getByLabel('Notes').fill('Seen by Ada.'),
  'change columns': button('Change columns'),
  'new audit': button('New audit'),
  'to Learn': link('Learn'),
  'to Audit': link('Audit'),
  back: (page) => page.goBack(),
  forward: (page) => page.goForward(),
  reload: async (page) => {
    await isKept(page);
    await page.reload();
  },
  close: async (page) => {
    await isKept(page);
    const address = page.url();
    const context = page.context();
    await page.close();
    const next = await context.newPage();
    await next.goto(address);
    return next;
  },
  'open the site again': async (page) => {
    await isKept(page);
    const context = page.context();
    await page.close();
    const next = await context.newPage();
    await next.goto(site.url);
    return next;
  },
  'go on': (page) => page.getByRole('button', { name: 'hiring.csv: report' }).click(),
};

const atColumns = (page) => page.getByRole('button', { name: 'Run the audit' }).waitFor();
const atReport = (page) => page.getByRole('heading', { name: 'All figures' }).waitFor();
const isChosen = (page, name) => page.getByRole('heading', { name: `By ${name}, compared with` }).waitFor();

// The expected final state.
const ends = {
  start: (page) => page.getByText('or drop it here').waitFor(),
  columns: atColumns,
  'columns without region': async (page) => {
    await atColumns(page);
    expect(await page.getByRole('checkbox', { name: 'region' }).isChecked()).toBe(false);
    expect(await page.getByRole('checkbox', { name: 'sex' }).isChecked()).toBe(true);
  },
  report: async (page) => {
    await atReport(page);
    expect(await getHeading(page).textContent()).toBe('hiring.csv');
  },
  'report by region': async (page) => {
    await atReport(page);
    await isChosen(page, 'region');
  },
  'report with the note': async (page) => {
    await atReport(page);
    expect(await page.getByLabel('Notes').inputValue()).toBe('Seen by Ada.');
  },
  'exact example': async (page) => {
    await atReport(page);
    await page.getByRole('checkbox', { name: 'Show exact values', checked: true }).waitFor();
    expect(await getHeading(page).textContent()).toContain('COMPAS');
  },
  'what can be done with the file': async (page) => {
    await atReport(page);
    await page.getByRole('heading', { name: 'Adverse impact' }).waitFor();
    await page.getByRole('button', { name: 'Change columns' }).click();
    await atColumns(page);
    await runAudit(page);
  },
};

test.each([
  ['file, back, forward', 'columns'],
  ['file, reload', 'columns'],
  ['file, untick region, reload', 'columns without region'],
  ['file, untick region, close', 'columns without region'],
  ['file, untick region, run, back', 'columns without region'],
  ['file, untick region, run, reload, back', 'columns without region'],
  ['file, run, reload', 'report'],
  ['file, run, reload', 'what can be done with the file'],
  ['file, run, close', 'report'],
  ['file, run, back, back', 'start'],
  ['file, run, back, back, forward, forward', 'report'],
  ['file, run, back, back, reload, forward, forward', 'report'],
  ['file, run, by region, reload', 'report by region'],
  ['file, run, by region, change columns, back', 'report by region'],
  ['file, run, by region, to Learn, reload, back', 'report by region'],
  ['file, run, by region, to Learn, to Audit', 'report by region'],
  ['file, run, write a note, close', 'report with the note'],
  ['file, run, new audit, reload, back', 'report'],
  ['file, run, open the site again, go on', 'report'],
  ['example, exact values, reload', 'exact example'],
  ['example, exact values, close', 'exact example'],
  ['file, run, new audit, example, exact values, back, back, reload', 'report'],
])('%s: %s', async (path, end) => {
  let page = await site.open();
  for (const step of path.split(', ')) page = (await steps[step](page)) ?? page;
  await ends[end](page);
});

test('deletes all stored work with one button', async () => {
  const page = await site.open();
  await steps.file(page);
  await runAudit(page);
  const next = await steps['open the site again'](page);
  await next.getByRole('button', { name: 'Forget everything now' }).click();
  await next.getByText('Deleted: nothing is stored').waitFor();
  expect(await next.getByRole('button', { name: 'hiring.csv: report' }).count()).toBe(0);
  await next.goto(`${site.url}#/audit/report`);
  await next.reload();
  await ends.start(next);
});

test('can be installed with a valid manifest', async () => {
  const page = await site.open();
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await page.evaluate(async (url) => (await fetch(url)).json(), href);
  const icons = await page.evaluate(
    (urls) => Promise.all(urls.map(async (url) => (await fetch(url)).status)),
    manifest.icons.map(({ src }) => src),
  );
  expect(manifest).toMatchObject({ start_url: './', display: 'standalone' });
  expect(icons).toEqual([200]);
});
