// Multiclass labels on the page: available if labels have more than two values, ordered or not.

import { readFile } from 'node:fs/promises';
import { load } from 'fairwasm';
import { load as loadClasses } from 'fairwasm/classes';
import { findViolations } from './axe.mjs';
import { chooseFile, csvFile, getHeading, readTable, runAudit, useSite } from './support.mjs';

const site = await useSite();

// The model often underestimates the urgency of women's cases.
const names = ['low', 'medium', 'high'];
const rows = Array.from({ length: 600 }, (_, i) => {
  const urgency = names[i % 3];
  const sex = ['f', 'm'][Math.floor(i / 3) % 2];
  const isMissed = sex === 'f' && urgency === 'high' && i % 4 < 2;
  return { urgency, predicted: isMissed ? 'medium' : names[i % 30 === 7 ? 0 : i % 3], sex };
});
const text = ['urgency,predicted,sex', ...rows.map((row) => Object.values(row).join(','))].join('\n');

async function openFile(options) {
  const page = await site.open(options);
  await chooseFile(page, csvFile('triage.csv', text));
  await page.getByLabel('Decision or prediction').selectOption('predicted');
  await page.getByLabel('True outcome').selectOption('urgency');
  await page.getByRole('checkbox', { name: 'sex', exact: true }).check();
  return page;
}

test('does not create classes from labels that occur only in decisions, and asks about spelling', async () => {
  const page = await site.open();
  const spelt = ['y,p,g', '1,1,a', '0,1,b', '1,yes,a', '0,no,b', '1,1,b', '0,0,a'].join('\n');
  await chooseFile(page, csvFile('spelt.csv', spelt));
  await page.getByLabel('Decision or prediction').selectOption('p');
  await page.getByLabel('True outcome').selectOption('y');
  await page.getByRole('checkbox', { name: 'g', exact: true }).check();
  await runAudit(page);
  await page.getByText(/Predictions contain ‘.*’, counted as the same as ‘.*’\./).waitFor();
});

async function runClasses(page) {
  await page.getByRole('button', { name: 'Run the audit' }).click();
  await page.getByRole('table', { name: /^Confusion, All rows/ }).waitFor();
}

const expected = async (options) => {
  const classes = await loadClasses({ fair: await load() });
  const column = (name) => rows.map((row) => row[name]);
  const audit = classes.audit({
    label: column('urgency'),
    prediction: column('predicted'),
    groups: { sex: column('sex') },
    ...options,
  });
  return JSON.parse(JSON.stringify(audit.report({ source: 'triage.csv' })));
};

async function saved(page) {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as JSON' }).click();
  return JSON.parse(await readFile(await (await saving).path(), 'utf8'));
}

test('treats more than two labels as multiclass, without a positive label', async () => {
  const page = await openFile();
  expect(await page.getByLabel(/Positive/).count()).toBe(0);
  await runClasses(page);
  expect(await getHeading(page).textContent()).toBe('triage.csv');
  const [first] = await page.getByRole('listitem').allTextContents();
  expect(first).toMatch(/^Recall of ‘high’: 0\.500 for f, 1\.000 for m; 0\.500 apart/);
  const map = await readTable(page, /^Confusion, f:/);
  expect(Object.keys(map)).toEqual(['high', 'low', 'medium']);
  expect(map.high.medium.replace(/\s/g, '')).toBe('50%50');
  expect(await saved(page)).toEqual(await expected({}));
  expect(await findViolations(page)).toEqual([]);
  expect(page.complaints).toEqual([]);
});

test('uses the entered order of classes', async () => {
  const page = await openFile({ viewport: { width: 320, height: 640 } });
  await page.getByLabel('What are the labels?').selectOption('ordered');
  await page.getByLabel('The classes, lowest first').fill('low, medium, high');
  await page.getByLabel('The classes, lowest first').blur();
  await runClasses(page);
  const report = await saved(page);
  expect(report).toEqual(await expected({ classes: names, ordered: true }));
  expect(report.overall.values.quadraticKappa.value).toBeGreaterThan(0.5);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(page.complaints).toEqual([]);
});

test('rejects an incomplete order, and accepts a positive class', async () => {
  const page = await openFile();
  await page.getByLabel('What are the labels?').selectOption('ordered');
  await page.getByLabel('The classes, lowest first').fill('low, high');
  await page.getByRole('button', { name: 'Run the audit' }).click();
  await page.getByText(/a list without 'medium'/).waitFor();
  await page.getByLabel('What are the labels?').selectOption('no');
  await page.getByLabel(/^Positive/).selectOption('high');
  await runAudit(page);
  await page.getByRole('heading', { name: 'Main findings' }).waitFor();
  expect(page.complaints).toEqual([]);
});
