// Nothing that stays in view while the page scrolls is higher than 56 pixels, on a phone and at 200% zoom, and the button
// that runs a form stays in view.

import { vi } from 'vitest';
import { views } from '../../scripts/lib/tab-stages.mjs';
import { getBox, startSite } from './support.mjs';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const highest = 56;
const phone = { width: 390, height: 844 };
const zoomed = { width: 640, height: 400 }; // 1280 × 800 pixels at 200%

/** Elements that stay at the top or the bottom of the window and are too high. */
const tooHigh = (page) =>
  page.evaluate((most) => {
    const all = (root) =>
      [...root.querySelectorAll('*')].flatMap((each) => [
        each,
        ...(each.shadowRoot ? all(each.shadowRoot) : []),
      ]);
    return all(document).flatMap((element) => {
      const { position, top, bottom } = getComputedStyle(element);
      const stays =
        position === 'fixed' ||
        (position === 'sticky' && [top, bottom].some((at) => at !== 'auto'));
      const { height } = element.getBoundingClientRect();
      return stays && height > most ? [`${element.tagName}.${element.className}: ${height}`] : [];
    });
  }, highest);

test('detects an element that is too high', async () => {
  const page = await site.open({ viewport: phone });
  await page.evaluate(() => {
    const bar = document.body.appendChild(document.createElement('div'));
    Object.assign(bar.style, { position: 'sticky', top: 0, height: '57px' });
  });
  expect(await tooHigh(page)).toHaveLength(1);
});

describe.each(Object.keys(views))('%s', (tab) => {
  test.each(Object.keys(views[tab]))('%s', async (stage) => {
    const page = await site.open({ tab, viewport: phone });
    await views[tab][stage](page);
    for (const viewport of [phone, zoomed]) {
      await page.setViewportSize(viewport);
      expect(await tooHigh(page)).toEqual([]);
    }
  });
});

test.each([
  ['audit', 'columns', 'Run the audit'],
  ['leakage', 'columns', 'Let attackers learn'],
])('%s: the button that runs the form is in view', async (tab, stage, name) => {
  const page = await site.open({ tab, viewport: phone });
  await views[tab][stage](page);
  const button = page.getByRole('button', { name });
  for (const viewport of [phone, zoomed]) {
    await page.setViewportSize(viewport);
    await page.evaluate(() => scrollTo({ top: 600 }));
    const { y, height } = await getBox(button);
    expect(y + height).toBeLessThanOrEqual(viewport.height);
    await button.click({ trial: true });
  }
});
