// Runs axe-core on the page in its current state; an empty list means no violations.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

// Selectors and passed elements, which no test reads, take half of the time.
const details = { selectors: false, resultTypes: ['violations'] };

/** The violations by rule, with the affected markup; of all default rules, or of the named ones. */
export async function findViolations(page, rules) {
  // Uses the debugging protocol, because the page's policy blocks the script.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const { violations, passes, incomplete } = await page.evaluate((options) => globalThis.axe.run(options), {
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
    ...details,
  });
  const seen = violations.length + passes.length + incomplete.length;
  if (seen < (rules ? 1 : 10)) throw new Error('axe-core saw no page');
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

/** The violations in light and in dark mode, where only contrasts differ, each with its color scheme first. */
export async function violationsInBothSchemes(page) {
  const found = [];
  for (const [colorScheme, rules] of [['light'], ['dark', ['color-contrast']]]) {
    await page.emulateMedia({ colorScheme });
    for (const violation of await findViolations(page, rules)) found.push([colorScheme, ...violation]);
  }
  return found;
}
