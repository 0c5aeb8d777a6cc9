// Runs axe-core on the page in its current state; an empty list means no violations.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

/** The violations by rule, with the affected markup. */
export async function findViolations(page) {
  // Uses the debugging protocol, because the page's policy blocks the script.
  await page.evaluate(axe);
  const { violations, passes } = await page.evaluate(() => globalThis.axe.run());
  if (passes.length < 10) throw new Error('axe-core saw no page');
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

/** The violations in light and in dark mode, each with its color scheme first; the page is prepared only once. */
export async function violationsInBothSchemes(page) {
  const found = [];
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    for (const violation of await findViolations(page)) found.push([colorScheme, ...violation]);
  }
  return found;
}
