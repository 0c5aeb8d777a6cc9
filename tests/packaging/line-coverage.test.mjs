// SPDX-License-Identifier: Apache-2.0
//
// Line coverage combines the counts of V8 from all processes.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScriptCoverage } from '../../scripts/line-coverage/v8.mjs';

const source = `// a comment
const [, , word] = process.argv;

function shout(text) {
  if (text === 'no') {
    return 'NO!';
  }
  return text.toUpperCase();
}

function never() {
  return 0;
}

console.log(word ? shout(word) : '', never.name);
`;

let folder;
const known = {};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'line-coverage-'));
  writeFileSync(join(folder, 'script.mjs'), source);
  for (const word of ['', 'yes', 'no']) known[word] = getCounts(word);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns V8's counts from a separate process. */
function getCounts(word) {
  const counts = mkdtempSync(join(folder, 'counts-'));
  const env = { ...process.env, NODE_V8_COVERAGE: counts };
  const { status } = spawnSync(process.execPath, [join(folder, 'script.mjs'), word], { env });
  expect(status).toBe(0);
  const [file] = readdirSync(counts);
  const { result } = JSON.parse(readFileSync(join(counts, file), 'utf8'));
  return result.find(({ url }) => url.endsWith('/script.mjs')).functions;
}

function summaryAfter(...words) {
  const coverage = new ScriptCoverage(source);
  for (const word of words) coverage.add(known[word]);
  return coverage.summary;
}

test('a script that never ran is not covered', () => {
  expect(summaryAfter().lines).toEqual({ count: 11, covered: 0 });
});

test.each([
  [[''], 2],
  [['yes'], 6],
  [['no'], 7],
  [['', 'yes', 'no'], 8],
])('processes with the words %j cover %d of 11 lines', (words, covered) => {
  expect(summaryAfter(...words).lines).toEqual({ count: 11, covered });
});

test('a branch is covered if any process took it', () => {
  const [some, all] = [summaryAfter('yes'), summaryAfter('yes', 'no', '')];
  expect(some.branches.covered).toBeLessThan(some.branches.count);
  expect(all.branches.count - all.branches.covered).toBe(1); // the function that is never called
});
