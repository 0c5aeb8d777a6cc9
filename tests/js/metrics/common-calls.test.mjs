// SPDX-License-Identifier: Apache-2.0
//
// Ten common calls of each library are found under their names: by `fairwasm explain`, or as words of a row of
// docs/coming-from.md or docs/other-libraries.md.

import { readFileSync } from 'node:fs';
import { getPointer } from '../../../dist/metrics/pointers.js';
import { calls } from '../../common-calls.mjs';
import { runCommand } from '../cli/command.mjs';

const pages = ['docs/coming-from.md', 'docs/other-libraries.md'];
const rows = pages.flatMap((page) => readFileSync(page, 'utf8').match(/^\| .+ \|$/gm) ?? []);

/** Whether a row has the name, and not as a part of a longer name. */
const isInRow = (name) => {
  const pattern = new RegExp(`(?<!\\w)${name}(?!\\w)`, 'i');
  return rows.some((row) => pattern.test(row));
};

const explain = (name) => runCommand(['explain', name], { cwd: '.' });

describe.each(Object.entries(calls))('%s', (_, names) => {
  test.each(names)('%s', (name) => {
    if (getPointer(name) !== undefined || isInRow(name)) return;
    expect(explain(name)).toMatchObject({ status: 0 });
  });
});
