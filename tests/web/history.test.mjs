// Back, forward, reload, and addresses: going back from a report never leaves the page, and no known state is lost.

import {
  chooseFile,
  csvFile,
  getBreakdown,
  getHeading,
  holdWorkers,
  isFocused,
  openExample,
  runAudit,
  useSite,
} from './support.mjs';

const site = await useSite({ prefix: '/some/sub-folder/' });

const table = csvFile('hiring.csv', 'sex,race,hired\nF,a,1\nF,b,0\nM,a,1\nM,b,1\n');
const getHash = (page) => new URL(page.url()).hash;
const atStart = (page) => page.getByText('or drop it here').waitFor();
const atColumns = (page) => page.getByRole('button', { name: 'Run the audit' }).waitFor();
const atReport = (page) => page.getByRole('heading', { name: 'All figures' }).waitFor();
const tab = (page, name) => page.getByRole('navigation').getByRole('link', { name, exact: true });

async function auditTable(page) {
  await chooseFile(page, table);
  await page.getByRole('checkbox', { name: 'race' }).uncheck();
  await runAudit(page);
}

test('goes back from the report to the columns and the start, and forward again', async () => {
  const page = await site.open();
  await auditTable(page);
  expect(getHash(page)).toBe('#/audit/report');
  await page.goBack();
  await atColumns(page);
  expect(await page.getByRole('checkbox', { name: 'race' }).isChecked()).toBe(false);
  expect(await isFocused(getHeading(page))).toBe(true);
  await page.goBack();
  await atStart(page);
  await page.goForward();
  await atColumns(page);
  await page.goForward();
  await atReport(page);
  expect(await getHeading(page).textContent()).toBe('hiring.csv');
  expect(page.complaints).toEqual([]);
});

test('restores form changes after going forward and back', async () => {
  const page = await site.open();
  await auditTable(page);
  await page.getByRole('button', { name: 'Change columns' }).click();
  await page.getByRole('checkbox', { name: 'race' }).check();
  await runAudit(page);
  await getBreakdown(page).waitFor();
  await page.goBack();
  await atColumns(page);
  expect(await page.getByRole('checkbox', { name: 'race' }).isChecked()).toBe(true);
  await page.goBack(); // the first report
  await atReport(page);
  expect(await getBreakdown(page).count()).toBe(0);
});

test('stops the work when the user goes back', async () => {
  const page = await site.open();
  await auditTable(page);
  await page.getByRole('button', { name: 'New audit' }).click();
  await atStart(page);
  const rows = Array.from({ length: 1e6 }, (_, i) => `${i % 2 ? 'F' : 'M'},${i % 3 ? 1 : 0}`);
  await holdWorkers(page);
  await chooseFile(page, csvFile('long.csv', ['sex,hired', ...rows].join('\n')));
  await page.getByRole('progressbar', { name: 'Reading long.csv' }).waitFor();
  const [worker] = page.workers();
  const ended = worker.waitForEvent('close');
  await page.goBack();
  await ended;
  await atReport(page);
  expect(await getHeading(page).textContent()).toBe('hiring.csv');
});

test('opens an example by its address, also after a reload', async () => {
  const page = await site.open();
  await openExample(page, /Open example: COMPAS/);
  expect(getHash(page)).toMatch(/^#\/audit\/compas/);
  await page.reload();
  await atReport(page);
  await page.goBack();
  await atStart(page);

  const linked = await site.open({ tab: 'audit/berkeley' });
  await atReport(linked);
  expect(await getHeading(linked).textContent()).toContain('Berkeley');
  expect(await linked.evaluate(() => history.length)).toBe(2); // with the empty page of a new window
  const other = await site.open({ tab: 'audit/elsewhere' });
  await atStart(other);
  expect(getHash(other)).toBe('#/audit');
});

test('the start link works from a report and during work', async () => {
  const page = await site.open();
  const toStart = () => page.getByRole('link', { name: 'fairwasm home' }).click();
  await openExample(page, /Open example: COMPAS/);
  await toStart();
  await atStart(page);
  await page.goBack();
  await atReport(page);
  await toStart();
  await atStart(page);
  const rows = Array.from({ length: 1e6 }, (_, i) => `${i % 2 ? 'F' : 'M'},${i % 3 ? 1 : 0}`);
  await holdWorkers(page);
  await chooseFile(page, csvFile('long.csv', ['sex,hired', ...rows].join('\n')));
  await page.getByRole('progressbar', { name: 'Reading long.csv' }).waitFor();
  await toStart();
  await atStart(page);
});

test('restores each tab by its link and by going back', async () => {
  const page = await site.open();
  await auditTable(page);
  await tab(page, 'Leakage').click();
  await page.getByRole('button', { name: 'Generate rows' }).click();
  await page.getByLabel('Trials').fill('33');
  await tab(page, 'Audit').click();
  await atReport(page);
  await page.goBack();
  expect(await page.getByLabel('Trials').inputValue()).toBe('33');
  await page.goBack();
  await page.getByRole('button', { name: 'Generate rows' }).waitFor();
  await page.goBack();
  await atReport(page);
  await tab(page, 'Audit').click(); // of the tab that is shown: to its start
  await atStart(page);
});

test.each(['leakage', 'amplification', 'robustness', 'tables'])('back in %s goes to its start', async (name) => {
  const open = {
    leakage: 'Generate rows',
    amplification: 'Open example labels',
    robustness: 'Open example scores',
    tables: 'Ranked lists: choose',
  };
  const page = await site.open({ tab: name });
  await page.getByRole('button', { name: open[name] }).click();
  await page.getByRole('button', { name: /Other data|Choose other data|Measure something else/ }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: open[name] }).waitFor();
});

test('keeps the choice on reload, without a prompt', async () => {
  const page = await site.open();
  const asked = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    return dialog.accept();
  });
  await openExample(page, /Open example: COMPAS/);
  await page.reload();
  await atReport(page);
  expect(asked).toEqual([]);
  await tab(page, 'Leakage').click();
  await page.getByRole('button', { name: 'Generate rows' }).click();
  await page.getByLabel('Trials').fill('33');
  await page.getByLabel('Epochs').focus();
  await page.waitForFunction(() => dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await page.reload();
  await page.getByLabel('Trials').waitFor();
  expect(await page.getByLabel('Trials').inputValue()).toBe('33');
  expect(getHash(page)).toBe('#/leakage/choice');
  expect(asked).toEqual([]);
});
