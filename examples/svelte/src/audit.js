// Audits the counts of a database: a few dozen rows for any number of people. For example, run this every night:
//
//   npm run --silent statement | psql service=hr --csv > public/counts.csv

import { load } from 'fairwasm';
import { auditCountsFile } from 'fairwasm/sql';

// The columns of the statement.
const what = { label: 'outcome', prediction: 'decision', groups: ['race', 'sex'] };

/**
 * Returns the report of a file of counts at a URL.
 *
 * @param {string} url
 */
export async function auditCountsAt(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: the server answers ${answer.status}`);
  return auditCountsFile(await load(), await answer.blob(), { ...what, source: 'decisions' });
}
