// Tests that need something that not every machine has: they are skipped there, and their names contain the reason.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Returns `declare` (test or describe) or, with a reason why it cannot run here, its skipped form. */
export function unless(missing, declare) {
  if (!missing) return declare;
  return (name, work) => declare.skip(`${name} (skipped: ${missing})`, work);
}

// Data about real people are not committed; they are expected next to the checkout.
const folder = process.env.FAIRWASM_DATA ?? join(process.cwd(), '..', 'shared', 'data');
const path = join(folder, 'compas-two-years.csv');

/** ProPublica's file, and the reason why it is unavailable, if so. */
export const compas = {
  path,
  missing: existsSync(path) ? undefined : `there is no ${path}; FAIRWASM_DATA names its folder`,
};
