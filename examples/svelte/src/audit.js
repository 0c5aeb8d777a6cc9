// The audit of what a database counted: some dozens of rows, however many people they stand for. Every night, for instance,
//
//   npm run --silent statement | psql service=hr --csv > public/counts.csv

import { load } from 'fairwasm';
import { auditCountsFile } from 'fairwasm/sql';

// The columns that the statement names.
const what = { label: 'outcome', prediction: 'decision', groups: ['race', 'sex'] };

/**
 * The report of a file of counts at an address.
 *
 * @param {string} url
 */
export async function auditCountsAt(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: the server answers ${answer.status}`);
  return auditCountsFile(await load(), await answer.blob(), { ...what, source: 'decisions' });
}
