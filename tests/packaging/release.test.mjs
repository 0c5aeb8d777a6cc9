// SPDX-License-Identifier: Apache-2.0
//
// The required version for a change of the API report, the places that repeat the version, and the files of a release.

import { createHash } from 'node:crypto';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt } from '../../scripts/lib/run.mjs';
import { billOfMaterials } from '../../scripts/lib/sbom.mjs';
import { findOwners, findVersions } from '../../scripts/lib/version-places.mjs';
import { createFiles, findNotes, getStep, minStep } from '../../scripts/release.mjs';

const manifest = JSON.parse(await readFile('package.json', 'utf8'));

test('all files state the version and the account of package.json', async () => {
  const [versions, owners] = [findVersions(), findOwners()];
  expect(new Set(versions.map(({ found }) => found))).toEqual(new Set([manifest.version]));
  const [, owner] = /([^/]+)\/fairwasm/.exec(manifest.repository.url) ?? [];
  expect(new Set(owners.map(({ found }) => found))).toEqual(new Set([owner]));
  const files = [...versions, ...owners].map(({ file }) => file);
  for (const file of ['package-lock.json', 'CITATION.cff', 'examples/cdn/main.js', 'docs/pipelines.md'])
    expect(files).toContain(file);
});

test('creates the package, the site, the bill of materials, notes, and checksums that match', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'fairwasm-')), 'release');
  const names = await createFiles(folder, manifest, 'docs/api');
  const { version } = manifest;
  for (const name of [
    `fairwasm-${version}.tgz`,
    `fairwasm-page-${version}.tgz`,
    `fairwasm-${version}.cdx.json`,
    `fairwasm-${version}-site.zip`,
    'fairwasm.html',
    'notes.md',
  ])
    expect(names).toContain(name);
  const sums = (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).trim().split('\n');
  expect(sums.length).toBe(names.length - 1);
  for (const [sum, name] of sums.map((line) => line.split('  '))) {
    const bytes = await readFile(join(folder, name));
    expect({ name, sum }).toEqual({ name, sum: createHash('sha256').update(bytes).digest('hex') });
  }
}, 120_000);

test('npm does not publish a package with the placeholder of the account', async () => {
  expect(manifest.scripts.prepublishOnly).toBe('node scripts/release.mjs --check');
  const { code, output } = await attempt(process.execPath, ['scripts/release.mjs', '--check']);
  const isPlaceholder = findOwners().some(({ found }) => found === 'OWNER');
  expect({ code, output }).toEqual(
    isPlaceholder ? { code: 1, output: expect.stringContaining('The account is not set') } : { code: 0, output: '' },
  );
});

test('takes the notes from the dated section of the version', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n## [2.0.0] - 2027-01-31\n\n### Added\n\n- X\n\n## [1.0.0] - soon\n';
  expect(findNotes(changelog, '2.0.0')).toBe('### Added\n\n- X');
  expect(findNotes(changelog, '1.0.0')).toBe(undefined);
  expect(findNotes(changelog, '3.0.0')).toBe(undefined);
});

test('the bill of materials lists bundled and compiled-in packages with versions and licenses', async () => {
  const { bomFormat, metadata, components } = await billOfMaterials();
  expect({ bomFormat, name: metadata.component.name }).toEqual({ bomFormat: 'CycloneDX', name: 'fairwasm' });
  const known = new Map(components.map((each) => [each['bom-ref']?.replace(/@[^@]*$/, '') ?? each.name, each]));
  for (const name of ['papaparse', 'hyparquet', 'lit', 'eigen', 'xtensor', 'random123']) {
    expect({ name, ...known.get(name) }).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      licenses: [{ license: { id: expect.any(String) } }],
    });
  }
}, 60_000);

test.each([
  [{ lost: true, gained: true }, 'major'],
  [{ lost: false, gained: true }, 'minor'],
  [{ lost: false, gained: false }, 'patch'],
])('%o requires a %s version', (changed, step) => {
  expect(minStep(changed)).toBe(step);
});

test.each([
  ['1.2.3', '2.0.0', 'major'],
  ['1.2.3', '1.3.0', 'minor'],
  ['1.2.3', '1.2.4', 'patch'],
  ['1.2.3', '1.2.3', 'none'],
  ['0.1.0', '0.2.0', 'major'],
  ['0.1.0', '0.1.1', 'minor'],
  ['0.1.0', '1.0.0', 'major'],
  ['0.1.0', '1.0.0-rc.1', 'major'],
  ['1.0.0-rc.1', '1.0.0-rc.2', 'major'],
  ['1.0.0-rc.2', '1.0.0', 'major'],
  ['1.0.0-rc.1', '1.0.0-rc.1', 'none'],
])('from %s to %s: %s', (before, after, step) => {
  expect(getStep(before, after)).toBe(step);
});
