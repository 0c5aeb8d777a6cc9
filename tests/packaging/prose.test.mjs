// SPDX-License-Identifier: Apache-2.0

import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getTexts } from '../../scripts/prose/texts.mjs';
import { hitsInText } from '../../scripts/prose.mjs';

test.each([
  ['a.md', 'What is shown first leads.', 'What i'],
  ['a.md', 'What is shown first?', undefined],
  ['a.md', 'The value is no number.', 'is no n'],
  ['a.md', 'There is no number, and it is no longer shown.', undefined],
  ['a.md', '```\nWhat is code\n```\n\nOne a row.', 'One a row'],
  ['a.md', '| 95 % | of `the door` |', '5 %'],
  ['a.ts', "const a = 'the door of a house'; // fine words", 'door'],
  ['a.ts', '/** Rows that\n * are left out. */\nconst a = 1;', 'left out'],
  ['a.hpp', '// Two lines that\n// are alike.\nint a;', 'alike'],
  ['a.hpp', '#include "room"\nint door;', undefined],
])('finds banned wording: %s %j', (path, source, found) => {
  const hits = getTexts(path, source).flatMap(hitsInText);
  expect(hits.map((hit) => hit.found)).toEqual(found === undefined ? [] : [found]);
});

test.each([
  ['fix(cli): reject files without a header', true],
  ['refactor!: rename modules', true],
  ['Fixed a bug', false],
  ['feat: one thing; another thing', false],
  [`docs: ${'long '.repeat(14)}`, false],
])('checks the commit message %j', (message, isAccepted) => {
  const file = join(mkdtempSync(join(tmpdir(), 'fairwasm-')), 'message');
  writeFileSync(file, message);
  const { status, stderr } = spawnSync('scripts/hooks/commit-msg', [file], { encoding: 'utf8' });
  expect(status).toBe(isAccepted ? 0 : 1);
  expect(stderr).toMatch(isAccepted ? /^$/ : /imperative summary/);
});
