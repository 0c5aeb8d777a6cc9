// Takes screenshots of every tab of the page, phone and desktop, light and dark, into build/screenshots, or only of the
// named stages. `--docs` updates the images in docs/images instead.
//
//   npm run screenshots [-- --docs | TAB-STAGE…]

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { build } from './build.mjs';
import { findChromium } from './lib/browsers.mjs';
import { buildFolder, top } from './lib/paths.mjs';
import { Failure, isInstalled, run } from './lib/run.mjs';
import { main, step } from './lib/step.mjs';
import { views } from './lib/tab-stages.mjs';
import { serve } from './serve.mjs';
import { setup } from './setup.mjs';

const folder = join(buildFolder, 'screenshots');
const screens = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
};
const colorSchemes = ['light', 'dark'];

// The images in README and documentation, with their heights.
const inDocs = { audit: ['audit', 'report', 1130], columns: ['audit', 'columns', 1240] };

main(async () => {
  await build(await setup({ browser: true }), ['wasm', 'package', 'page']);
  await mkdir(folder, { recursive: true });
  const site = await serve(join(buildFolder, 'page'));
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    if (process.argv.includes('--docs')) await shootForDocs(browser, site.url);
    else await shootAll(browser, site.url, process.argv.slice(2));
  } finally {
    await browser.close();
    await site.close();
  }
});

async function shootAll(browser, url, wanted) {
  const known = Object.entries(views).flatMap(([tab, stages]) => Object.keys(stages).map((stage) => `${tab}-${stage}`));
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown) throw new Failure(`No such screenshot: ${unknown}. Screenshots are ${known.join(', ')}.`);
  for (const [screen, options] of Object.entries(screens)) {
    for (const colorScheme of colorSchemes) {
      const names = { screen, colorScheme };
      await step(`${screen}, ${colorScheme}`, () => shoot(browser, url, wanted, names, options));
    }
  }
}

async function shoot(browser, url, wanted, { screen, colorScheme }, options) {
  for (const [tab, stages] of Object.entries(views)) {
    for (const stage of Object.keys(stages)) {
      if (wanted.length > 0 && !wanted.includes(`${tab}-${stage}`)) continue;
      const path = join(folder, `${tab}-${stage}-${screen}-${colorScheme}.png`);
      const saving = { path, fullPage: true };
      await picture(browser, url, [tab, stage], { ...options, colorScheme }, saving);
    }
  }
}

async function shootForDocs(browser, url) {
  await mkdir(join(top, 'docs/images'), { recursive: true });
  for (const [name, [tab, stage, height]] of Object.entries(inDocs)) {
    const path = join(top, `docs/images/${name}.png`);
    const options = { viewport: { width: 1080, height }, colorScheme: 'light' };
    await picture(browser, url, [tab, stage], options, { path });
    // Reduces the size to a third without visible differences.
    if (isInstalled('pngquant')) await run('pngquant', ['--force', '--output', path, '256', path]);
  }
}

async function picture(browser, url, [tab, stage], options, saving) {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${url}#/${tab}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await views[tab][stage](page);
  await page.screenshot(saving);
  await context.close();
}
