// The steps of the page from a file to its report, without the user interface.

import { load } from 'fairwasm';
import { importSources } from './source.mjs';

const [intake, { prepared, withDecimalPoints }, { preparedChoice }, { guess }, choices, { auditRows }] =
  await importSources([
    'features/intake/take-in',
    'features/intake/prepare',
    'features/intake/prepared-choice',
    'table/guess',
    'table/choice',
    'features/audit/audit-rows',
  ]);

export { choices, guess };

/** Prepares a file as the page's worker does. */
export async function takeIn(file, reading) {
  const taken = await intake.takeIn(file, reading);
  return taken.isOpen ? { ...taken, file: await withDecimalPoints(file) } : taken;
}

/** The core that reports are computed with. */
export const fair = await load();

/** Returns the report of a file that the page has taken in. */
export async function getReport(file, profile, choice) {
  const ready = await prepared(file, profile, choice);
  const nothing = () => {};
  const { report } = await auditRows(fair, ready, 'file', preparedChoice(choice), nothing, nothing);
  return report;
}

/** Returns the value of a rate in each group of the first breakdown. */
export const getRates = ({ breakdowns }) =>
  Object.fromEntries(breakdowns[0].groups.map(({ name, rates }) => [name, rates.selectionRate.value]));
