// SPDX-License-Identifier: Apache-2.0
//
// Each table of docs/uncertainty.md can be regenerated. The coverage of intervals is not tested with so few data sets.

import { readFileSync } from 'node:fs';
import { tables } from '../../scripts/coverage/tables.mjs';

const document = readFileSync('docs/uncertainty.md', 'utf8');

// The headings of all tables in the document, with their numbers of rows.
function getShapes(text) {
  return text
    .split(/\n\s*\n/)
    .filter((block) => block.trim().startsWith('|'))
    .map((block) => block.trim().split('\n'))
    .map(([heading, ...rows]) => ({ heading, rows: rows.length }));
}

test.each(tables)('$name', async ({ name, make }) => {
  const [, after] = document.split(`<!-- coverage: ${name} -->`);
  const [printed] = after.split('<!-- end of coverage -->');
  expect(getShapes(await make(1))).toEqual(getShapes(printed));
});
