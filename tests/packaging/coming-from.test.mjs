// SPDX-License-Identifier: Apache-2.0
//
// Every public name of a library in docs/coming-from.md exists in its entry point, in camelCase, or is explained in the
// page.

import { readdirSync, readFileSync } from 'node:fs';
import { load } from 'fairwasm/fairlearn';
import { declarationsIn, shared } from '../../scripts/lib/api-report.mjs';
import { peers } from './optional-packages.mjs';

// The generated metrics of fairlearn have a separate type instead of a line each in the API report.
const generated = Object.keys((await load()).generated);
const page = readFileSync('docs/coming-from.md', 'utf8');

const reports = readdirSync('docs/api');
const read = (report) => readFileSync(`docs/api/${report}`, 'utf8');

/** Returns the report of an entry point with all declarations that it references in other reports. */
function getApi(entry) {
  const own = `${entry}.api.md`;
  const known = new Map();
  for (const report of [...reports, `${shared}.api.md`, own]) {
    for (const [name, declaration] of declarationsIn(read(report))) known.set(name, declaration);
  }
  const found = new Set([read(own)]);
  for (const text of found) {
    for (const name of text.split(/\W+/)) if (known.has(name)) found.add(known.get(name)); // is read next
  }
  return [...found].join('\n');
}

const camelCased = (name) => name.replaceAll(/_([a-z0-9])/gi, (_, letter) => letter.toUpperCase()).replace(/Ci$/, 'CI');

/** Possible spellings of a name; a class may be created by a method of that name. */
const spellings = (name) => {
  const camel = camelCased(name);
  return [camel, camel[0].toLowerCase() + camel.slice(1)];
};

test.each(Object.entries(peers))(
  'every name of %s has its counterpart, or a sentence why not',
  (_, { entryPoint, names }) => {
    const api = getApi(`fairwasm-${entryPoint}`);
    const isExported = (name) =>
      generated.includes(camelCased(name)) || spellings(name).some((each) => new RegExp(`\\b${each}\\b`).test(api));
    const isInPage = (name) => new RegExp(`\\b${name}\\b`).test(page);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !isExported(name) && !isInPage(name))).toEqual([]);
  },
);
