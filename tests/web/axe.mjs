// Asks axe-core about the page as it stands; it finds nothing where the list is empty.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

/** The violations by rule, with the markup they are about. */
export async function violationsOf(page) {
  // By the debugging protocol, as the page's own policy lets no such script in.
  await page.evaluate(axe);
  const { violations, passes } = await page.evaluate(() => globalThis.axe.run());
  if (passes.length < 10) throw new Error('axe-core saw no page');
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

/** The violations in light and in dark, each with its color scheme first: the page is brought to its state only once. */
export async function violationsInBothSchemes(page) {
  const found = [];
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    for (const violation of await violationsOf(page)) found.push([colorScheme, ...violation]);
  }
  return found;
}
