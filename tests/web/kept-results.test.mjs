// Results of other tabs than the audit, saved as files and opened again without their data.

import { readFileSync } from 'node:fs';
import { views } from '../../scripts/lib/tab-stages.mjs';
import { findViolations } from './axe.mjs';
import { chooseFile, getOverhang, useSite } from './support.mjs';

const site = await useSite();

async function savedAs(page, form) {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Save as ${form}` }).click(),
  ]);
  return saved.path();
}

test.each([
  ['leakage', 'found', 'HTML', 'Quality of attackers by trial'],
  ['amplification', 'labels', 'JSON', /by pair/],
  ['robustness', 'certified', 'HTML', /^Robustness/],
  ['tables', 'repeated', 'HTML', 'Effect on individual items'],
  ['tables', 'shares', 'JSON', 'Shares of groups'],
])('%s', async (tab, view, form, table) => {
  const page = await site.open({ tab });
  await views[tab][view](page);
  const path = await savedAs(page, form);
  await page.goto(`${site.url}#/audit`);
  await chooseFile(page, path);
  await page.getByText('The stored result').waitFor();
  await page.getByRole('table', { name: table }).first().waitFor();
  expect(page.complaints).toEqual([]);
});

const counts =
  'race,sex,applicants,hired\nBlack,Female,120,38\nWhite,Female,200,90\nBlack,Male,90,50\nWhite,Male,300,160\nUnknown,Male,12,3\nAsian,Male,3,1';

/** Makes the tables of the rule from counts. */
async function lawTables(page) {
  await page.getByRole('button', { name: 'I have counts of groups' }).click();
  await page.getByText('Type or paste counts').click();
  await page.getByLabel('Start with the column names').fill(counts);
  await page.getByRole('button', { name: 'Use these counts' }).click();
  await page.getByLabel('Rule').selectOption('New York City, Local Law 144');
  await page.getByLabel(/below 2%/).check();
  await page.getByRole('button', { name: 'Make the tables' }).click();
  await page.getByRole('heading', { name: 'Publish the results' }).waitFor();
}
const shows = (page) => page.getByRole('button', { name: 'Show the summary to publish' });

test('the summary of Local Law 144 states what the rule requires, and is opened again', async () => {
  const page = await site.open({ tab: 'audit', viewport: { width: 390, height: 844 } });
  await lawTables(page);
  await shows(page).click();
  await page.getByText('Give the reason, because categories are excluded.').waitFor();
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('fairwasm-page');
  await page.getByLabel('Date of the bias audit').fill('2026-03-31');
  await page.getByLabel('Distribution date').fill('2026-05-01');
  await page.getByLabel('Source and explanation of the data').fill('<b>Hires</b> of 2025');
  await page.getByLabel('Reason for excluding small categories').fill('Three applicants');
  await shows(page).click();
  await page.getByRole('button', { name: 'Print, or save as PDF' }).waitFor();
  const check = async () => {
    for (const part of [
      'March 31, 2026',
      'May 1, 2026',
      '<b>Hires</b> of 2025',
      'Three applicants',
      'People of unknown race or ethnicity, who are not in this table: 12.',
    ])
      await page.getByText(part).first().waitFor();
    const table = page.getByRole('table', { name: 'Intersection of race or ethnicity and sex' });
    const cells = await table.getByRole('row', { name: /^Black, Female/ }).locator('td');
    // 38 of 120, relative to 50 of 90.
    expect(await cells.allInnerTexts()).toEqual(['120', '38', '31.7%', '0.570']);
    expect(await table.getByRole('row', { name: /^Asian, Male/ }).textContent()).toContain('excluded');
  };
  await check();
  expect(await findViolations(page)).toEqual([]);
  expect(await getOverhang(page)).toBeLessThanOrEqual(0);
  const csv = String(readFileSync(await savedAs(page, 'CSV')));
  expect(csv.split('\n')[1]).toBe(
    '2026-03-31,2026-05-01,<b>Hires</b> of 2025,selected,Race or ethnicity,Asian,3,1,0.3333333333333333,excluded',
  );
  const paths = [await savedAs(page, 'HTML'), await savedAs(page, 'JSON')];
  await page.reload();
  await page.getByRole('button', { name: 'Print, or save as PDF' }).waitFor();
  await check();
  for (const path of paths) {
    await page.goto(`${site.url}#/audit`);
    await chooseFile(page, path);
    await page.getByText('The stored result').waitFor();
    await check();
  }
  expect(page.complaints).toEqual([]);
});

test('the summary of Local Law 144 is printed on one page without controls', async () => {
  const page = await site.open({ tab: 'audit' });
  await lawTables(page);
  await page.getByLabel('Date of the bias audit').fill('2026-03-31');
  await page.getByLabel('Distribution date').fill('2026-05-01');
  await page.getByLabel('Source and explanation of the data').fill('Hires of 2025');
  await page.getByLabel('Reason for excluding small categories').fill('Three applicants');
  await shows(page).click();
  await page.getByRole('button', { name: 'Print, or save as PDF' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button').count()).toBe(0);
  const pdf = String(await page.pdf({ format: 'A4' }));
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
