// The tree of questions: the measures that it excludes are arithmetically impossible, and the keyboard is sufficient.

import { present } from '../present.mjs';
import { findViolations } from './axe.mjs';
import { importSource } from './source.mjs';
import { chooseFile, csvFile, tabTo, useSite } from './support.mjs';

const site = await useSite();
const { isMeasure, tree } = await importSource('features/goal/tree');

const getEnds = (next) => (isMeasure(next) ? [next] : next.answers.flatMap((answer) => getEnds(answer.next)));

/** Rates of a group from its base rate and two of the other rates. */
const shares = [0.3, 0.5];
const selection = (base, tpr, fpr) => tpr * base + fpr * (1 - base);
const precision = (base, tpr, fpr) => (tpr * base) / selection(base, tpr, fpr);
const gap = (f) => Math.abs(f(shares[0]) - f(shares[1]));

test('has five leaves, each with the measures that it excludes', () => {
  const ends = getEnds(tree);
  expect(ends).toHaveLength(5);
  expect(new Set(ends.map(({ measure }) => measure)).size).toBe(5);
  for (const { excludes } of ends) expect(excludes).toMatch(/^With /);
});

test('excludes only measures that are impossible with different base rates', () => {
  const [tpr, fpr, ppv, rate] = [0.8, 0.2, 0.7, 0.4];
  // Both error rates equal: neither selection rates nor precision are.
  expect(gap((base) => selection(base, tpr, fpr))).toBeGreaterThan(0.05);
  expect(gap((base) => precision(base, tpr, fpr))).toBeGreaterThan(0.05);
  // With equal true positive rates and equal selection rates or equal precision, false positive rates differ.
  expect(gap((base) => (rate - tpr * base) / (1 - base))).toBeGreaterThan(0.05);
  expect(gap((base) => (tpr * base * (1 - ppv)) / (ppv * (1 - base)))).toBeGreaterThan(0.05);
  // Likewise with equal false positive rates: true positive rates differ.
  expect(gap((base) => (rate - fpr * (1 - base)) / base)).toBeGreaterThan(0.05);
  expect(gap((base) => (ppv * fpr * (1 - base)) / ((1 - ppv) * base))).toBeGreaterThan(0.05);
  // With equal selection rates and equal precision, true positive rates differ.
  expect(gap((base) => (ppv * rate) / base)).toBeGreaterThan(0.05);
});

test('works with the keyboard, and resets later answers on a change', async () => {
  const page = await site.open();
  const rows = Array.from({ length: 30 }, (_, i) => `${i % 2 ? 'F' : 'M'},${i % 3 ? 1 : 0},${i % 5 ? 1 : 0}`);
  await chooseFile(page, csvFile('hiring.csv', ['sex,qualified,hired', ...rows].join('\n')));
  const summary = page.getByText('Which measure fits my question?');
  await tabTo(page, page.locator('column-form summary').filter({ hasText: 'Which measure' }));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space'); // the first answer
  const said = page.locator('outcome-tree').getByRole('status');
  await said.getByText('Selection rates: statistical parity').waitFor();
  await page.keyboard.press('ArrowDown'); // the other one
  await page.getByRole('group', { name: 'What should be equal?' }).waitFor();
  expect(present(await said.textContent()).trim()).toBe('');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.getByRole('group', { name: 'What does a positive decision mean for a person?' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await said.getByText('equal opportunity difference').waitFor();
  await page.keyboard.press('ArrowDown');
  await said.getByText('false positive rate difference').waitFor();
  await said.getByText('true positive rates cannot be equal if').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('radio', { name: 'The meaning of a decision, regardless of the group' }).check();
  await page.getByRole('radio', { name: 'A score' }).check();
  await said.getByText('Calibration').waitFor();
  expect(await page.getByRole('radio', { name: /^A burden/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Start over' }).click();
  expect(await page.locator('outcome-tree').getByRole('radio').count()).toBe(2);
  await summary.click();
  expect(page.complaints).toEqual([]);
});
