// Pages of the Learn tab for a class: samples that students join by codes, the teachers' page, and the translators' page.

import { readFile } from 'node:fs/promises';
import { findViolations } from './axe.mjs';
import { getOverhang, useSite } from './support.mjs';

const site = await useSite();

const phone = { viewport: { width: 390, height: 844 } };

/** The code that a student of the class gets. */
async function getCode(student) {
  const page = await site.open({ tab: `learn/class?class=7&size=100` });
  await page.getByLabel('Your number').fill(String(student));
  await page.getByLabel('Your number').press('Tab');
  const code = page.getByText(/^7-100-/).first();
  await code.waitFor();
  return (await code.textContent()).trim();
}

test('students draw different samples, and their codes give the distribution of the gap', async () => {
  const codes = [await getCode(1), await getCode(2), await getCode(3)];
  expect(new Set(codes.map((code) => code.split('-').slice(3).join())).size).toBeGreaterThan(1);
  const page = await site.open({ tab: 'learn/class?class=7&size=100', ...phone });
  const box = page.getByLabel('Paste the codes of all students');
  await box.fill(`${codes.join('\n')} 7-100-1-1-1 <b>x</b>`);
  await page.getByRole('heading', { name: 'The samples of 3 students' }).waitFor();
  await page.getByText('this code has a typing error').waitFor();
  await page.getByText('this is not a code').waitFor();
  expect(await page.getByText(/The true gap is/).count()).toBe(0);
  await page.getByRole('button', { name: 'Show the true gap' }).click();
  await page.getByText(/The true gap is −15\.0.pp\. Of 3 intervals/).waitFor();
  await page.getByText('The figures as a table').click();
  const row = page.getByRole('row', { name: /^1 / });
  const [approvedA, approvedB, gap] = await row.getByRole('cell').allTextContents();
  const [, , , a, b] = codes[0].split('-').map(Number);
  expect([Number(approvedA), Number(approvedB)]).toEqual([a, b]);
  expect(Number.parseFloat(gap.replace('−', '-'))).toBeCloseTo(b - a, 6);
  expect(await findViolations(page)).toEqual([]);
  expect(await getOverhang(page)).toBeLessThanOrEqual(0);
  // The codes are part of the address.
  await page.reload();
  await page.getByRole('heading', { name: 'The samples of 3 students' }).waitFor();
  expect(page.complaints).toEqual([]);
});

test('simulated students show the coverage of the intervals', async () => {
  const page = await site.open({ tab: 'learn/class?class=7&size=100' });
  for (let i = 0; i < 5; i++) await page.getByRole('button', { name: 'Add 20 simulated students' }).click();
  await page.getByRole('button', { name: 'Show the true gap' }).click();
  const text = await page.getByText(/Of 100 intervals/).textContent();
  const inside = Number(/(\d+) contain it/.exec(text)?.[1]);
  expect(inside).toBeGreaterThanOrEqual(88);
  expect(inside).toBeLessThanOrEqual(100);
});

test('the page for teachers has a plan, all solutions, and a link to a class', async () => {
  const page = await site.open({ tab: 'learn', ...phone });
  await page.getByRole('link', { name: 'For teachers' }).click();
  await page.getByRole('heading', { name: 'Plan for three sessions' }).waitFor();
  expect(await page.getByRole('table').getByRole('row').count()).toBe(13);
  const row = page.getByRole('row', { name: /four-fifths rule/ });
  expect(await row.getByRole('cell').allTextContents()).toEqual([
    '2',
    'Intermediate',
    '10',
    'percentages',
    'Two intervals overlap. Is the difference due to chance?',
  ]);
  await page.locator('summary', { hasText: 'What does a threshold cost?' }).click();
  await page.getByText('At 69%. It then detects only 23.0%').waitFor();
  await page.getByText('Answer: More than half').waitFor();
  expect(await page.locator('teacher-view details').count()).toBe(12);
  expect(await findViolations(page)).toEqual([]);
  expect(await getOverhang(page)).toBeLessThanOrEqual(0);
  await page.getByRole('link', { name: 'Open a class' }).click();
  await page.getByRole('heading', { name: 'A class: one population' }).waitFor();
  expect(page.complaints).toEqual([]);
});

test('a lesson has solutions of its exercises', async () => {
  const page = await site.open({ tab: 'learn/certificates?guess=0&seen=1' });
  await page.locator('summary', { hasText: 'Solutions' }).click();
  await page.getByText('10.3%.', { exact: true }).first().waitFor();
});

test("a translator's table is saved, checked, and shown in the lessons", async () => {
  const page = await site.open({ tab: 'learn/translate', ...phone });
  expect(await findViolations(page)).toEqual([]);
  expect(await getOverhang(page)).toBeLessThanOrEqual(0);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the empty table' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('lessons-new.csv');
  const table = String(await readFile(await saved.path()));
  const filled = table
    .replace('language/tag,en,', 'language/tag,en,fr')
    .replace('language/title,English,', 'language/title,English,Français')
    .replace('simpson/title,How can one table support two opposite conclusions?,', (row) => `${row}<i>Un</i> tableau`)
    .replace('common/minutes,{count} minutes,', (row) => `${row}{nombre} minutes`);
  await page
    .getByLabel('Open your table')
    .setInputFiles({ name: 'fr.csv', mimeType: 'text/csv', buffer: Buffer.from(filled) });
  await page.getByText(/^Français \(fr\): 1 of \d+ strings are translated/).waitFor();
  await page.getByText('the words in braces differ from English').waitFor();
  expect(await page.getByRole('button', { name: 'Save as source file' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Show the lessons in Français' }).click();
  await page.getByRole('link', { name: '<i>Un</i> tableau' }).click();
  await page.getByRole('heading', { level: 1, name: '<i>Un</i> tableau' }).waitFor();
  await page.locator('legend', { hasText: 'In how many of the six' }).waitFor();
  expect(page.complaints).toEqual([]);
});
