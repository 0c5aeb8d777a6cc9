// The places that repeat the version of the package or the account that publishes it. package.json is the source of
// both; `setVersion` and `setOwner` change all places, and a test compares them.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { top } from './paths.mjs';

const examples = readdirSync(join(top, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => `examples/${entry.name}/package.json`);

// In each pattern, the group is the text to replace.
const versionPlaces = [
  ...['package.json', 'package-lock.json'].map((file) => ({ file, pattern: /(?<=^ {2}"version": ")([^"]+)/gm })),
  { file: 'package-lock.json', pattern: /(?<="": \{\s+"name": "fairwasm",\s+"version": ")([^"]+)/g },
  { file: 'CITATION.cff', pattern: /(?<=^version: )(\S+)/gm },
  { file: 'examples/cdn/main.js', pattern: /(?<=\/fairwasm@)([^/]+)/g },
  ...examples.map((file) => ({ file, pattern: /(?<="fairwasm": ")([^"]+)/g })),
];

const ownerPlaces = [
  { file: 'package.json', pattern: /(?<=github\.com\/)([^/]+)(?=\/fairwasm)/g },
  { file: 'docs/pipelines.md', pattern: /(?<=uses: )([^/\s]+)(?=\/fairwasm@)/g },
  { file: 'examples/github-action/.github/workflows/fairness.yml', pattern: /(?<=uses: )([^/\s]+)(?=\/fairwasm@)/g },
];

const read = (file) => readFileSync(join(top, file), 'utf8');

function findAll(places) {
  return places.flatMap(({ file, pattern }) => [...read(file).matchAll(pattern)].map(([found]) => ({ file, found })));
}

function replaceAll(places, text) {
  for (const { file, pattern } of places) {
    writeFileSync(join(top, file), read(file).replace(pattern, text));
  }
}

/** Returns the versions that the places state, as `{ file, found }`. */
export const findVersions = () => findAll(versionPlaces);

/** Returns the accounts that the places state, as `{ file, found }`. */
export const findOwners = () => findAll(ownerPlaces);

/** Writes the version to all places, and dates the changelog's section "Unreleased" with it. */
export function setVersion(version, date) {
  replaceAll(versionPlaces, version);
  replaceAll([{ file: 'CHANGELOG.md', pattern: /^## Unreleased$/gm }], `## Unreleased\n\n## [${version}] - ${date}`);
  const citation = read('CITATION.cff').replace(/^date-released: .*\n/m, '');
  writeFileSync(join(top, 'CITATION.cff'), `${citation.trimEnd()}\ndate-released: ${date}\n`);
}

/** Writes the account that publishes the repository to all places. */
export const setOwner = (owner) => replaceAll(ownerPlaces, owner);
