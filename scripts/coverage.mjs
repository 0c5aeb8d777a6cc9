// Measures how often the package's intervals contain the true value of the population that data were drawn from, and
// writes the tables of docs/uncertainty.md between their marks.
//
//   npm run coverage [-- --sets 1000] [--only NAME] [--print]
//
// `--print` prints the tables instead of writing them. Data sets are drawn with fixed seeds, so results are
// reproducible. A true value is the metric in the population, because failures of a bootstrap cannot be seen in the
// sample.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { tables } from './coverage/tables.mjs';
import { top } from './lib/paths.mjs';
import { main, step } from './lib/step.mjs';

const document = join(top, 'docs/uncertainty.md');

const { values } = parseArgs({
  options: {
    sets: { type: 'string', default: '1000' },
    only: { type: 'string' },
    print: { type: 'boolean', default: false },
  },
});

/** Returns the document with a new table between the marks of `name`. */
function replaced(text, name, table) {
  const [begin, end] = [`<!-- coverage: ${name} -->`, '<!-- end of coverage -->'];
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`${document} has no marks for ${name}`);
  return `${text.slice(0, from)}${begin}\n\n${table}\n\n${text.slice(to)}`;
}

main(async () => {
  const sets = Number(values.sets);
  for (const { name, make } of tables) {
    if (values.only && values.only !== name) continue;
    const table = await step(`coverage of ${name}`, () => make(sets));
    if (values.print) console.log(`\n${table}\n`);
    else writeFileSync(document, replaced(readFileSync(document, 'utf8'), name, table));
  }
});
