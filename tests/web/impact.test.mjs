// Adverse impact in the page: tables by groups of the audited file, by New York's rule or by none, kept with the report.

import { jest } from '@jest/globals';
import { readReport } from 'fairwasm';
import { load } from 'fairwasm/impact';
import { present } from '../present.mjs';
import { violationsOf } from './axe.mjs';
import { save, saveFile } from './saving.mjs';
import { chooseFile, csvFile, overhangOf, runAudit, startSite } from './support.mjs';

jest.setTimeout(60_000);

let site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.close());

const hostile = '<img src=x onerror=alert(1)>';
const rows = Array.from({ length: 300 }, (_, i) => ({
  sex: i % 3 ? 'f' : 'm',
  race: i % 149 === 0 ? 'rare' : ['White', 'Black', hostile][i % 3],
  hired: i % 3 === 0 || i % 5 === 0 ? 'yes' : 'no',
  points: (i * 37) % 101,
}));
const names = Object.keys(rows[0]);
const text = [names.join(), ...rows.map((row) => Object.values(row).join())].join('\n');
const column = (name) => rows.map((row) => row[name]);

const opened = async (options) => {
  const page = await site.open(options);
  await chooseFile(page, csvFile('hires.csv', text));
  for (const name of ['sex', 'race'])
    await page.getByRole('checkbox', { name, exact: true }).check();
  await runAudit(page);
  const section = page.locator('impact-tables');
  await section.getByRole('heading', { name: 'Adverse impact' }).waitFor();
  return { page, section };
};
const make = async (section) => {
  await section.getByRole('button', { name: 'Make the tables' }).click();
  await section.getByRole('table', { name: 'Impact by sex', exact: true }).waitFor();
};

test('without a rule: rates, ratios and four fifths as the package computes them', async () => {
  const { page, section } = await opened();
  await make(section);
  const [bySex] = (await load()).tables({
    groups: { sex: column('sex') },
    selected: column('hired'),
  }).outcomes[0].tables;
  const table = section.getByRole('table', { name: 'Impact by sex', exact: true });
  for (const { name, applicants, selected, rate } of bySex.categories) {
    const cells = await table.getByRole('row', { name: new RegExp(`^${name} `) }).textContent();
    const flat = cells.replace(/\s+/g, ' ');
    expect(flat).toContain(`${name} ${applicants} ${selected} ${(100 * rate).toFixed(1)} %`);
  }
  expect(await table.textContent()).toContain('Below four fifths');
  const { group: highest, comparisons } = present(present(bySex.fourFifths).againstHighest);
  const beside = section.getByRole('table', { name: `Compared with ${highest}, by sex` });
  const [{ group, z, shortfallToParity, smallestCell }] = comparisons;
  const cells = await beside
    .getByRole('row', { name: new RegExp(`^${group} `) })
    .locator('td')
    .allTextContents();
  expect(cells[0]).toBe(String(Math.ceil(shortfallToParity)));
  expect([cells[3], cells[6]]).toEqual([z.toFixed(2), String(smallestCell)]);
  expect(page.complaints).toEqual([]);
  expect(await violationsOf(page)).toEqual([]);
});

test('by the rule: its two columns and both, without a threshold, small groups left out, and saved', async () => {
  const { page, section } = await opened();
  await section.getByLabel('By which rule').selectOption('New York City, Local Law 144');
  expect(
    await section
      .locator('label', { hasText: /^\s*Sex/ })
      .locator('select')
      .inputValue(),
  ).toBe('sex');
  expect(await section.getByLabel('Race or ethnicity').inputValue()).toBe('race');
  await section.getByLabel(/less than 2 %/).check();
  await make(section);
  expect(await section.getByRole('table').count()).toBe(3);
  expect(await section.textContent()).not.toContain('four fifths');
  expect(await section.getByRole('row', { name: /^rare / }).textContent()).toContain('left out');
  const expected = (await load()).localLaw144({
    sex: column('sex'),
    race: column('race'),
    selected: column('hired'),
    favorable: 'yes',
    excludeSmall: true,
  });
  const plain = JSON.parse(JSON.stringify(expected));
  const { bytes } = await saveFile(page, 'Save tables as JSON');
  expect(JSON.parse(String(bytes))).toEqual({ ...plain, source: 'hires.csv' });
  // The one audit file has them too.
  const { beside } = readReport(await save(page, 'HTML', 'hires-audit.html'));
  expect(JSON.parse(JSON.stringify(present(beside).impact))).toEqual(plain);
  expect(page.complaints).toEqual([]);
});

test('small counts are hidden, and what is left fits, on a phone and in the dark', async () => {
  const { page, section } = await opened({
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
  });
  await section.getByLabel('Hide counts below').selectOption('5');
  await make(section);
  expect(await section.getByText('suppressed', { exact: true }).count()).toBeGreaterThan(0);
  expect(await section.locator('img').count()).toBe(0);
  expect(await overhangOf(page)).toBeLessThanOrEqual(0);
  expect(await violationsOf(page)).toEqual([]);
});
