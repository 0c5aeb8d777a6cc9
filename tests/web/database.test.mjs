// Rows in a database: the user enters names, copies the query, and opens its result; the report equals the report of
// the rows.

import { auditCsv, format, load } from 'fairwasm';
import { statement } from 'fairwasm/sql';
import { findViolations } from './axe.mjs';
import { hostile, noHarm, recordHarm } from './hostile-text.mjs';
import { save } from './saving.mjs';
import { csvFile, getHeading, getOverhang, isFocused, useSite } from './support.mjs';

const site = await useSite();

const counts = [
  ['f', 'no', 'no', 40],
  ['f', 'yes', 'no', 20],
  ['f', 'yes', 'yes', 25],
  ['m', 'no', 'no', 30],
  ['m', 'no', 'yes', 12],
  ['m', 'yes', 'yes', 38],
];
const answer = ['sex,qualified,hired,n', ...counts.map((row) => row.join())].join('\n');
const rows = [
  'sex,qualified,hired',
  ...counts.flatMap(([sex, label, decision, n]) => Array(n).fill(`${sex},${label},${decision}`)),
].join('\n');

async function fill(page, changes = {}) {
  const texts = {
    Table: 'hr.decisions',
    'Decision or prediction': 'hired',
    'True outcome': 'qualified',
    'Groups to compare': 'sex',
    ...changes,
  };
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text);
}

async function openForm(options) {
  const page = await site.open(options);
  await page.getByRole('button', { name: 'My rows are in a database' }).click();
  await page.getByRole('heading', { name: 'Rows in a database', level: 1 }).waitFor();
  return page;
}

const chooseCounts = (page, text, name = 'counts.csv') =>
  page.getByLabel('Choose the file of counts').setInputFiles(csvFile(name, text));

const shown = (page) => page.getByRole('region', { name: 'Statement', exact: true }).locator('pre');

test('shows and copies the statement of the package for each database', async () => {
  const page = await openForm({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByText('The statement appears here when').waitFor();
  await fill(page);
  const what = { table: ['hr', 'decisions'], label: 'qualified', prediction: 'hired' };
  for (const [title, dialect] of /** @type {const} */ ([
    ['PostgreSQL', 'postgresql'],
    ['MySQL, MariaDB', 'mysql'],
    ['SQL Server', 'sqlserver'],
  ])) {
    await page.getByLabel('Database', { exact: true }).selectOption(title);
    const { text } = statement({ ...what, groups: ['sex'] }, dialect);
    expect(await shown(page).textContent()).toBe(`${text};`);
  }
  await page.getByRole('button', { name: 'Copy the statement' }).click();
  await page.getByText('Copied', { exact: true }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await shown(page).textContent());
  expect(page.complaints).toEqual([]);
});

test('creates the same report from counts as from rows', async () => {
  const page = await openForm();
  await fill(page);
  await chooseCounts(page, answer);
  await page.getByRole('heading', { name: 'All figures' }).waitFor();
  const saved = JSON.parse(await save(page, 'JSON', 'counts-audit.json'));
  /** @type {import('fairwasm').CsvAuditOptions} */
  const what = { label: 'qualified', prediction: 'hired', groups: ['sex'], outcome: 'benefit' };
  const report = await auditCsv(await load(), new Blob([rows]), { ...what, source: 'counts.csv' });
  const { provenance, view, ...figures } = saved;
  expect([provenance.where, provenance.data, view.by]).toEqual(['the page', undefined, ['sex']]);
  expect(figures).toEqual(JSON.parse(format(report, 'json')));
  await page.getByRole('button', { name: 'Change columns' }).click();
  await expect(page.getByLabel('Table').inputValue()).resolves.toBe('hr.decisions');
  expect(page.requests.filter((url) => !/^(blob:)?$/.test(url.split(site.url)[0]))).toEqual([]);
  expect(page.complaints).toEqual([]);
});

test('renders names from databases and users as text', async () => {
  const page = await openForm();
  const harm = recordHarm(page);
  await fill(page, { Table: hostile, 'Groups to compare': hostile });
  expect(await shown(page).textContent()).toContain('onerror=alert(1)');
  const lines = counts.map(([sex, ...rest]) => [sex === 'f' ? `"${hostile}"` : sex, ...rest]);
  const text = [[`"${hostile}"`, 'qualified', 'hired', 'n'], ...lines].join('\n');
  await chooseCounts(page, text, 'named.csv');
  await page.getByRole('heading', { name: 'All figures' }).waitFor();
  await page.getByText('onerror=alert(1)').first().waitFor();
  expect(await harm()).toEqual(noHarm);
});

test('reads a dropped result as counts, not rows', async () => {
  const page = await openForm();
  await fill(page);
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'counts.csv', { type: 'text/csv' }));
    return data;
  }, answer);
  await getHeading(page).dispatchEvent('drop', { dataTransfer: transfer });
  await page.getByRole('heading', { name: 'All figures' }).waitFor();
  await page.getByText('165', { exact: true }).first().waitFor();
});

test('mentions suppressed counts in the statement and in the report', async () => {
  const page = await openForm();
  await page.getByText('Positive label, small cells').click();
  await fill(page, { 'Minimum cell size': '15' });
  expect(await shown(page).textContent()).toContain('HAVING COUNT(*) >= 15');
  await chooseCounts(page, answer.replace('m,no,yes,12\n', ''));
  await page.getByRole('heading', { name: 'All figures' }).waitFor();
  await page
    .getByText(/combinations of fewer than 15 rows were not returned by the/)
    .first()
    .waitFor();
});

test('reports missing input at its field before reading a file', async () => {
  const page = await openForm();
  await page.getByLabel('Table').fill('people');
  await page.getByText('Choose the file of counts').click();
  await page.getByText('Enter a decision column or an outcome column.').waitFor();
  await page.getByText('Enter at least one column.').waitFor();
  expect(await isFocused(page.getByLabel('Decision or prediction'))).toBe(true);
});

test('explains invalid names and results with other columns', async () => {
  const page = await openForm();
  await fill(page, { 'Groups to compare': 'é'.repeat(32) });
  await page.getByText(/64 bytes, of at most 63/).waitFor();
  await fill(page);
  await chooseCounts(page, 'sex,hired,n\nf,yes,3\n');
  await page
    .getByText(/qualified/)
    .first()
    .waitFor();
  await page.getByRole('heading', { name: 'Rows in a database' }).waitFor();
  await expect(page.getByLabel('Groups to compare').inputValue()).resolves.toBe('sex');
});

test('opens by its address, and goes back in history', async () => {
  const page = await site.open({ tab: 'audit/database' });
  await page.getByRole('heading', { name: 'Rows in a database', level: 1 }).waitFor();
  const other = await openForm();
  await other.goBack();
  await other.getByRole('button', { name: 'My rows are in a database' }).waitFor();
});

test.each([
  ['desktop', { viewport: { width: 1280, height: 800 } }],
  ['phone', { viewport: { width: 320, height: 640 } }],
])('axe finds nothing, and nothing is too wide: %s', async (_, screen) => {
  const page = await openForm(screen);
  expect(await findViolations(page)).toEqual([]);
  await fill(page);
  await shown(page).waitFor();
  expect(await findViolations(page)).toEqual([]);
  expect(await getOverhang(page)).toBe(0);
});
