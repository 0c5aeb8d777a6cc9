// Tests that need what not every machine has: they are skipped there, and their names say what is missing.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** `declare` (test or describe) itself; or, with a reason why it cannot be done here, its skipped form. */
export function unless(missing, declare) {
  if (!missing) return declare;
  return (name, work) => declare.skip(`${name} (skipped: ${missing})`, work);
}

// Rows of real people are not committed: they are looked for beside the checkout.
const folder = process.env.FAIRWASM_DATA ?? join(process.cwd(), '..', 'shared', 'data');
const path = join(folder, 'compas-two-years.csv');

/** ProPublica's file, and why it cannot be used, if it cannot. */
export const compas = {
  path,
  missing: existsSync(path) ? undefined : `there is no ${path}; FAIRWASM_DATA names its folder`,
};
