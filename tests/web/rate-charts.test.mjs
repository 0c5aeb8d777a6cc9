// SPDX-License-Identifier: Apache-2.0
//
// All rates at once: small charts on one scale, with the values of the table of all rates and the highlighted group.

import { findViolations } from './axe.mjs';
import { firstLine, getBox, getOverhang, openExample, readTable, useSite } from './support.mjs';

const site = await useSite();

async function openReport(options) {
  const page = await site.open(options);
  await openExample(page, /Open example: COMPAS/);
  return page;
}

const unfold = (page) => page.getByText('Small multiples: one chart per rate').click();
const charts = (page) => page.locator('fairwasm-rate-charts figure');

async function open(options) {
  const page = await openReport(options);
  await unfold(page);
  await charts(page).first().waitFor();
  return page;
}

/** The values of each group in a chart, read from its scale. */
const shown = (chart) =>
  chart.evaluate((figure) => {
    const numbers = (path) =>
      path
        .getAttribute('d')
        .match(/[\d.]+/g)
        .map(Number);
    const grid = [...figure.querySelectorAll('.grid')].map((path) => numbers(path)[0]);
    const share = (x) => (100 * (x - grid[0])) / (grid.at(-1) - grid[0]);
    return [...figure.querySelectorAll('g')].map((row) => {
      const band = row.querySelector('.band');
      const [x, width] = ['x', 'width'].map((name) => Number(band.getAttribute(name)));
      return {
        name: row.querySelector('text').textContent,
        value: share(numbers(row.querySelector('.value'))[0]),
        low: share(x),
        high: share(x + width),
      };
    });
  });

test('load on demand, and match the table', async () => {
  const page = await openReport();
  const isLoaded = () => page.requests.some((url) => /rate-charts-[^/]*\.js$/.test(url));
  expect(isLoaded()).toBe(false);
  await unfold(page);
  await charts(page).first().waitFor();
  expect(isLoaded()).toBe(true);
  const table = await readTable(page, 'All rates by race');
  const titles = await charts(page).locator('figcaption').allInnerTexts();
  const columns = Object.keys(table.Caucasian);
  expect(titles).toEqual(columns.filter((title) => table.Caucasian[title].includes('%')));
  const numbers = (text) => text.match(/[\d.]+/g).map(Number);
  for (const [i, title] of titles.entries()) {
    const rows = await shown(charts(page).nth(i));
    expect(rows.map(({ name }) => name)).toEqual(['African-American', 'Caucasian', 'Other']);
    for (const { name, value, low, high } of rows) {
      const [rate, from, to] = numbers(table[name][title]);
      // A tenth of a unit in the drawing, and of a percentage point in the table.
      for (const [drawn, written] of [
        [value, rate],
        [low, from],
        [high, to],
      ])
        expect(Math.abs(drawn - written)).toBeLessThan(0.2);
    }
  }
  const image = page.getByRole('img', { name: /^Selection rate by group\. From .* \(Other\) to/ });
  expect(await image.count()).toBe(1);
  expect(firstLine(table.Other['Selection rate'])).toContain('%');
});

test('highlight the selected group, and can select it', async () => {
  const page = await open();
  const standsOut = async () => {
    const names = await charts(page).locator('g.chosen text:first-of-type').allTextContents();
    expect(names).toHaveLength(names.length > 0 ? await charts(page).count() : 0);
    return [...new Set(names)];
  };
  expect(await standsOut()).toEqual([]);
  const group = page.getByRole('region', { name: 'Selection' }).getByRole('combobox', { name: 'Highlight' });
  await group.selectOption('Other');
  expect(await standsOut()).toEqual(['Other']);
  await charts(page).first().locator('g').nth(1).click();
  expect(await standsOut()).toEqual(['Caucasian']);
  expect(await group.inputValue()).toBe('Caucasian');
  await charts(page).nth(2).locator('g').nth(1).click();
  expect(await standsOut()).toEqual([]);
});

test('show a message if they fail to load', async () => {
  const page = await openReport();
  await page.context().route('**/rate-charts-*', (route) => route.abort());
  await unfold(page);
  await page.getByRole('alert').filter({ hasText: 'could not be loaded' }).waitFor();
});

test.each(['light', 'dark'])('axe finds no violation, in %s', async (colorScheme) => {
  const page = await open({ colorScheme });
  expect(await findViolations(page)).toEqual([]);
  expect(page.complaints).toEqual([]);
});

test('fit on a narrow phone, and take one line when closed', async () => {
  const page = await open({ viewport: { width: 320, height: 640 } });
  expect(await getOverhang(page)).toBe(0);
  const desktop = await openReport({ viewport: { width: 1280, height: 900 } });
  const closed = desktop.locator('details').filter({ hasText: 'Small multiples' });
  expect((await getBox(closed)).height).toBeLessThanOrEqual(50);
});

test('keep their marks visible in forced colors', async () => {
  const page = await open({ forcedColors: 'active' });
  const color = (selector, name) =>
    charts(page)
      .first()
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element)[name], name);
  const ink = await page.evaluate(() => {
    document.body.style.color = 'CanvasText';
    return getComputedStyle(document.body).color;
  });
  expect(await color('.value', 'stroke')).toBe(ink);
  expect(await color('.band', 'fill')).toBe(ink);
});
