// SPDX-License-Identifier: Apache-2.0
//
// Rejected npm packages: each problem once, and none in the current lock file.

import { readFileSync } from 'node:fs';
import { findFaults, isAllowed } from '../../scripts/lib/dependencies.mjs';

const sound = { license: 'MIT', integrity: 'sha512-x' };
const faults = (entry) =>
  findFaults({ packages: { '': {}, 'node_modules/a': sound, 'node_modules/b/node_modules/@x/y': entry } });

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-or-later)', true],
  ['Apache-2.0 AND MIT', true],
  ['GPL-3.0-or-later', false],
  ['MIT AND GPL-3.0-or-later', false],
  ['(MIT OR ISC) AND GPL-3.0-or-later', false],
  ['GPL-3.0-or-later AND (MIT OR ISC)', false],
  ['(MIT OR GPL-3.0-or-later) AND (ISC OR GPL-3.0-or-later)', true],
  ['GPL-3.0-or-later OR MIT AND ISC', true],
  ['MIT AND GPL-3.0-or-later OR GPL-2.0-only', false],
  ['((GPL-3.0-or-later AND MIT) OR (ISC AND (Zlib)))', true],
  ['(MIT', false],
  ['MIT)', false],
  ['()', false],
  ['(MIT)(ISC)', false],
  ['', false],
  ['SEE LICENSE IN LICENSE', false],
  [undefined, false],
])('checks the license %s: %s', (license, allowed) => {
  expect(isAllowed(license)).toBe(allowed);
});

test.each([
  [{ ...sound, license: 'GPL-3.0-only' }, ['@x/y: its license is GPL-3.0-only']],
  [{ integrity: 'sha512-x' }, ['@x/y: its license is missing']],
  [{ ...sound, hasInstallScript: true }, ['@x/y: runs a script while it is installed']],
  [{ license: 'MIT' }, ['@x/y: has no checksum']],
  [{ license: 'MIT', optional: true }, ['@x/y: has no checksum']],
  [{ license: 'MIT', optional: true, os: ['win32'] }, []],
  [sound, []],
])('%j: %j', (entry, expected) => {
  expect(faults(entry)).toEqual(expected);
});

test('has no runtime dependencies', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
  expect(findFaults(lock)).toEqual([]);
});
