// Individual fairness in the report of a file: consistency, entropy indices, and the closest people with different
// decisions, as the package computes them.

import { load } from 'fairwasm';
import { load as loadAif360 } from 'fairwasm/aif360';
import { load as loadIndividual } from 'fairwasm/individual';
import { findViolations } from './axe.mjs';
import { saveFile } from './saving.mjs';
import { chooseFile, csvFile, getOverhang, runAudit, useSite } from './support.mjs';

const site = await useSite();

const rows = Array.from({ length: 240 }, (_, i) => ({
  id: i + 1,
  sex: i % 5 < 2 ? 'Female' : 'Male',
  age: 20 + ((i * 7) % 45),
  income: 1200 + ((i * 37) % 200) * 10,
  repaid: (i * 7) % 10 < 6 ? 'yes' : 'no',
  approved: (i * 37) % 200 > 100 === (i % 9 !== 0) ? 'yes' : 'no',
}));
const text = [Object.keys(rows[0]).join(), ...rows.map((row) => Object.values(row).join())];
const column = (name) => rows.map((row) => row[name]);
const isYes = (name) => column(name).map((each) => (each === 'yes' ? 1 : 0));
const percent = (value) => `${(100 * value).toFixed(1)}%`;

const deviation = (values) => {
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
  return Math.sqrt(values.reduce((sum, each) => sum + (each - mean) ** 2, 0) / values.length);
};

const opened = async (options) => {
  const page = await site.open(options);
  await chooseFile(page, csvFile('loans.csv', text.join('\n')));
  await runAudit(page);
  const section = page.locator('individual-view');
  await section.getByRole('heading', { name: 'Individual fairness' }).waitFor();
  return { page, section };
};
const compare = async (section) => {
  await section.getByRole('button', { name: 'Compare similar people' }).click();
  await section.getByRole('table', { name: /^Consistency with/ }).waitFor();
};
const cells = (section, table, row) =>
  section.getByRole('table', { name: table }).getByRole('row', { name: row }).locator('td');

test('computes consistency and entropy indices as the package does', async () => {
  const { page, section } = await opened();
  expect(await section.getByRole('checkbox', { name: 'id', exact: true }).count()).toBe(0);
  await compare(section);
  const individual = await loadIndividual();
  const scaled = ['age', 'income'].map((name) => {
    const by = deviation(column(name));
    return column(name).map((each) => each / by);
  });
  const features = rows.map((_, i) => scaled.map((values) => values[i]));
  const { value } = individual.consistencyEstimate(features, isYes('approved'));
  const [shown] = await cells(section, /^Consistency/, /^Decisions: approved/).allInnerTexts();
  expect(shown.split('\n')[0]).toBe(percent(value));
  const benefits = isYes('approved').map((decision, i) => decision - isYes('repaid')[i] + 1);
  const aif360 = await loadAif360({ fair: await load() });
  expect(await cells(section, /^Inequality/, /^Theil/).allInnerTexts()).toEqual([
    aif360.theilIndex(benefits).toFixed(3),
  ]);
  expect(await findViolations(page)).toEqual([]);
  expect(page.complaints).toEqual([]);
});

test('uses the chosen columns, unscaled, and lists the closest people with different decisions', async () => {
  const { page, section } = await opened();
  await section.getByRole('checkbox', { name: 'age' }).uncheck();
  await section.getByRole('checkbox', { name: 'Give each column the same weight' }).uncheck();
  await section.getByLabel('Nearest people').selectOption('3');
  await compare(section);
  const individual = await loadIndividual();
  const features = column('income').map((each) => [each]);
  const expected = individual.consistency(features, isYes('approved'), 3);
  const [shown] = await cells(section, /with the 3 nearest/, /^Decisions/).allInnerTexts();
  expect(shown.split('\n')[0]).toBe(percent(expected));
  const pairs = section.getByRole('table', { name: 'The most similar people with different decisions' });
  const first = pairs.getByRole('row').nth(1);
  const name = await first.getByRole('rowheader').textContent();
  const row = rows[Number(/\d+/.exec(name)?.[0]) - 1];
  const [decision, , income] = await first.locator('td').allInnerTexts();
  expect([decision, income]).toEqual([row.approved === 'yes' ? 'positive' : 'negative', String(row.income)]);
  const { bytes } = await saveFile(page, 'Save individual fairness as JSON');
  expect(JSON.parse(String(bytes))).toMatchObject({
    format: 'fairwasm-document',
    name: 'individual',
    source: 'loans.csv',
  });
});

test('keeps the result on reload', async () => {
  const { page, section } = await opened();
  await section.getByLabel('Nearest people, including the person').selectOption('10');
  await compare(section);
  const table = section.getByRole('table', { name: /^Consistency with/ });
  const before = await table.textContent();
  await page.waitForTimeout(400); // stages are kept a moment after they change
  await page.reload();
  await table.waitFor();
  expect(await table.textContent()).toBe(before);
  expect(await section.getByLabel('Nearest people, including the person').inputValue()).toBe('10');
  expect(page.complaints).toEqual([]);
});

test('fits on a phone in dark mode', async () => {
  const viewport = { width: 390, height: 844 };
  const { page, section } = await opened({ viewport, colorScheme: 'dark' });
  await compare(section);
  expect(await getOverhang(page)).toBeLessThanOrEqual(0);
  expect(await findViolations(page)).toEqual([]);
});
