// The playground of the Amplification tab: 200 pictures, and models that learn from their own tags.

import { findViolations } from './axe.mjs';
import { getBox, getOverhang, isFocused, tabTo, useSite } from './support.mjs';

const site = await useSite();
const page = await site.open({ tab: 'amplification/play', viewport: { width: 390, height: 844 } });
await page.getByRole('definition').first().waitFor();

const plain = (text) => text.replace(/\s+/g, ' ').trim();
const figures = async () => (await page.getByRole('definition').allInnerTexts()).map(plain);
const told = async () => page.getByRole('img', { name: /^200 pictures/ }).getAttribute('aria-label');
const slide = (name, value) => page.getByRole('slider', { name, exact: true }).fill(String(value));

test('a model that repeats the data neither amplifies nor leaks', async () => {
  await slide('How the model changes the odds', 1);
  await page.getByText('the same difference as in the true labels').waitFor();
  expect(await figures()).toEqual(['0.0 pp', '0.0 pp', '0.0 pp', '100.0%']);
  expect(await told()).toBe('200 pictures, 100 of each group. women: 60 cook, 60 tagged; men: 40 cook, 40 tagged.');
});

test('a model that squares the odds predicts 69% and 31%, and more in each generation', async () => {
  await slide('How the model changes the odds', 2);
  // Odds of 3/2, squared: 9/4, which is 69 of 100. Directional: (9 + 9) / 2; Zhao: 69/100 - 60/100.
  await page.getByText('Tags 69 of the women and 31 of the men').waitFor();
  expect(await figures()).toEqual(['+9.0 pp', '+9.0 pp', expect.stringMatching(/^\+1\d/), '91.0%']);
  const learn = page.getByRole('button', { name: 'Learn from its own tags' });
  await learn.click();
  await page.getByText('Tags 83 of the women').waitFor(); // 69/31, squared
  await learn.click();
  await page.getByText('Model 3, which learned from tags').waitFor();
  await page.getByRole('img', { name: /amplification and leakage by model/ }).waitFor();
  const table = page.getByRole('table', { name: 'Results by model' });
  expect(await table.getByRole('row').count()).toBe(4);
  await page.getByRole('button', { name: 'One step back' }).click();
  await page.getByText('Model 2, which learned from tags').waitFor();
});

test('only the tags change with the sliders', async () => {
  const drawn = () => page.locator('.pictures .tag:not(.missing)').count();
  await page.getByRole('button', { name: 'One step back' }).click();
  await slide('How the model changes the odds', 1);
  await page.getByText('the same difference as in the true labels').waitFor();
  expect(await drawn()).toBe(100);
  expect(await page.locator('.pictures .tag.wrong').count()).toBe(0);
  await slide('Errors that do not change the percentages', 1);
  await page.getByText('20.0%').first().waitFor();
  // 40 of the 60 tags on women can be wrong, and all 40 on men.
  expect(await page.locator('.pictures .tag.wrong').count()).toBe(80);
  expect(await drawn()).toBe(100);
});

test('keeps the pictures visible next to the focused slider on a phone', async () => {
  const slider = page.getByRole('slider', { name: 'How the model changes the odds' });
  await tabTo(page, slider);
  expect(await isFocused(slider)).toBe(true);
  const [picture, thumb] = [await getBox(page.locator('.pictures')), await getBox(slider)];
  expect(picture.y).toBeGreaterThanOrEqual(0);
  expect(thumb.y).toBeGreaterThanOrEqual(picture.y + picture.height);
  expect(thumb.y + thumb.height).toBeLessThan(845); // to the pixel
});

test.each(['light', 'dark'])('axe finds no violation at 320 pixels, in %s', async (colorScheme) => {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('button', { name: 'Learn from its own tags' }).click();
  await page.getByRole('img', { name: /amplification and leakage by model/ }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  expect(await getOverhang(page)).toBe(0);
  expect(page.complaints).toEqual([]);
});
