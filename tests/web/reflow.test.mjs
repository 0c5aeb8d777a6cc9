// At 200% zoom of a typical window, and on the narrowest screens, no stage of any tab is wider than the screen, and
// touch targets are large enough or far enough from others (WCAG 2.2: 1.4.10, 2.5.8).

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { vi } from 'vitest';
import { views } from '../../scripts/lib/tab-stages.mjs';
import { getOverhang, startSite } from './support.mjs';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.close());

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
// 1280 pixels at 200% are 640 CSS pixels.
const widths = [640, 320];

/** Targets smaller than 24 by 24 pixels and too close to others, by the definition of axe-core. */
async function smallTargets(page) {
  await page.evaluate(axe);
  const { violations, passes, incomplete } = await page.evaluate(() =>
    globalThis.axe.run({ runOnly: { type: 'rule', values: ['target-size'] } }),
  );
  if (violations.length + passes.length + incomplete.length === 0)
    throw new Error('axe-core saw nothing to be touched');
  return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html));
}

test('detects elements that are too small, too close, or too wide', async () => {
  const page = await site.open({ viewport: { width: 320, height: 640 } });
  await page.evaluate(() => {
    const row = document.createElement('div');
    for (const name of ['a', 'b']) {
      const button = row.appendChild(document.createElement('button'));
      button.textContent = name;
      Object.assign(button.style, { width: '12px', height: '12px', padding: 0, border: 0 });
    }
    row.style.width = '400px';
    document.body.append(row);
  });
  expect(await smallTargets(page)).toHaveLength(2);
  expect(await getOverhang(page)).toBeGreaterThan(0);
});

describe.each(Object.keys(views))('%s', (tab) => {
  test.each(Object.keys(views[tab]))('%s', async (stage) => {
    const page = await site.open({ tab, viewport: { width: widths[0], height: 640 } });
    await views[tab][stage](page);
    const found = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 640 });
      await page.waitForTimeout(150); // charts are drawn again
      found.push([width, await getOverhang(page), await smallTargets(page)]);
    }
    expect(found).toEqual(widths.map((width) => [width, 0, []]));
    await page.context().close();
  });
});
