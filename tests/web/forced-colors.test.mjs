// Forced colors, as in high-contrast mode: information that only a color carries is still visible.

import { useSite } from './support.mjs';

const site = await useSite();

const open = (options) => site.open({ forcedColors: 'active', ...options });
const style = (locator, name) => locator.evaluate((element, name) => getComputedStyle(element)[name], name);

test('marks the open tab in the navigation', async () => {
  const page = await open();
  const link = (name) => page.getByRole('navigation').getByRole('link', { name, exact: true });
  const current = await style(link('Audit'), 'borderBottomColor');
  const other = await style(link('Learn'), 'borderBottomColor');
  const ground = await page.evaluate(() => {
    document.body.style.backgroundColor = 'Canvas';
    return getComputedStyle(document.body).backgroundColor;
  });
  expect(other).toBe(ground);
  expect(current).not.toBe(ground);
});

test('keeps the chart colors in legends', async () => {
  const page = await open({ tab: 'amplification' });
  await page.getByRole('button', { name: 'Open example labels' }).click();
  await page.getByRole('img', { name: /heat map/ }).waitFor();
  const [more, less] = [page.locator('.legend .more'), page.locator('.legend .less')];
  const colors = [await style(more, 'backgroundColor'), await style(less, 'backgroundColor')];
  expect(new Set(colors).size).toBe(2);
});

test.each(['light', 'dark'])('shows the track and thumb of a slider, in %s', async (colorScheme) => {
  const page = await open({ colorScheme, tab: 'learn/base-rates?guess=0' });
  const slider = page.getByRole('slider').first();
  await slider.scrollIntoViewIfNeeded();
  const picture = (await slider.screenshot()).toString('base64');
  const shades = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('expected a canvas to draw on');
    context.drawImage(bitmap, 0, 0);
    // The track is left or right of the thumb at half the height; the background is above it.
    const at = (x, y) => context.getImageData(Math.round(x), Math.round(y), 1, 1).data.join();
    const [width, height] = [bitmap.width, bitmap.height];
    return { ground: at(width * 0.2, 1), track: at(width * 0.2, height / 2) };
  }, picture);
  expect(shades.track).not.toBe(shades.ground);
});
