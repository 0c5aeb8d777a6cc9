// Prepares a release. Nothing is published until the maintainer runs the command that this script prints at the end.
//
//   npm run release -- --version V --owner NAME   write the version and the account to all files that state them
//   npm run release                               check the conditions, and create the files of the release
//   npm run release -- --dry-run                  the same before the version is dated, committed, and has an account
//   npm run release -- --check                    only fail if npm must not publish this folder (prepublishOnly)
//   npm run release -- --publish                  tag the commit and push the tag; the workflow publishes it

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { zipSync } from 'fflate';
import { compare } from './lib/api-report.mjs';
import { buildFolder, top } from './lib/paths.mjs';
import { attempt, Failure, run } from './lib/run.mjs';
import { billOfMaterials } from './lib/sbom.mjs';
import { pagePackage } from './lib/single-file.mjs';
import { isStarted, main, say, step } from './lib/step.mjs';
import { findOwners, findVersions, setOwner, setVersion } from './lib/version-places.mjs';

const readText = (path) => readFileSync(join(top, path), 'utf8');

/** Returns the minimum version step for what the API report lost and gained since another version. */
export function minStep({ lost, gained }) {
  if (lost) return 'major';
  return gained ? 'minor' : 'patch';
}

/**
 * Returns the step between two versions. Before 1.0.0, a minor step may contain breaking changes. Candidates of one
 * version (1.0.0-rc.1, 1.0.0-rc.2, 1.0.0) may differ in anything, because a candidate promises nothing.
 */
export function getStep(before, after) {
  const [[old, candidate], [now]] = [before, after].map((version) => {
    const [numbers, suffix] = version.split('-');
    return [numbers.split('.').map(Number), suffix];
  });
  const place = now.findIndex((number, i) => number !== old[i]);
  if (place < 0) return candidate && before !== after ? 'major' : 'none';
  return ['major', 'minor', 'patch'][old[0] === 0 ? Math.max(0, place - 1) : place];
}

/** Returns the changelog's section about a version without its heading, or nothing if it is missing or not dated. */
export function findNotes(changelog, version) {
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((each) => each.startsWith(`[${version}] - `));
  if (!section || !/^\S+ - \d{4}-\d\d-\d\d\n/.test(section)) return undefined;
  return section.slice(section.indexOf('\n')).trim();
}

const steps = ['none', 'patch', 'minor', 'major'];

async function compareWithLastTag() {
  const match = ['describe', '--tags', '--abbrev=0', '--match', 'v*'];
  const { code, output } = await attempt('git', match);
  if (code !== 0) return undefined;
  const tag = output.trim();
  return { tag, ...compare(await readReports(tag), await readReports('HEAD')) };
}

async function readReports(commit) {
  const folder = `${commit}:docs/api`;
  const files = (await run('git', ['ls-tree', '--name-only', folder])).trim().split('\n');
  const texts = files.map((file) => run('git', ['show', `${folder}/${file}`]));
  return Object.fromEntries((await Promise.all(texts)).map((text, i) => [files[i], text]));
}

const findMissingOwner = () =>
  findOwners().some((each) => each.found === 'OWNER')
    ? ['The account is not set: npm run release -- --version V --owner NAME']
    : [];

// Returns decisions that a maintainer makes at the time of the release; a dry run ignores them.
async function findOpenDecisions({ version }) {
  const found = findMissingOwner();
  if (findNotes(readText('CHANGELOG.md'), version) === undefined)
    found.push(`CHANGELOG.md: there is no section "## [${version}] - DATE"`);
  if ((await run('git', ['status', '--porcelain'])) !== '') found.push('git: there are changes that are not committed');
  const published = await attempt('npm', ['view', `fairwasm@${version}`, 'version']);
  if (published.code === 0 && published.output.trim() !== '')
    found.push(`npm: version ${version} is already published`);
  return found;
}

/** Returns the problems that no release may have, as sentences. */
async function findProblems({ version }) {
  const found = [];
  for (const { file, found: other } of findVersions())
    if (other !== version) found.push(`${file}: the version is ${other} instead of ${version}`);
  const owners = new Set(findOwners().map((each) => each.found));
  if (owners.size > 1) found.push(`Different accounts: ${[...owners].join(', ')}`);
  const changed = await compareWithLastTag();
  if (changed) {
    const [actual, required] = [getStep(changed.tag.slice(1), version), minStep(changed)];
    if (steps.indexOf(actual) < steps.indexOf(required))
      found.push(`docs/api changed since ${changed.tag}: this must be a ${required} version`);
  }
  const api = await attempt(process.execPath, ['scripts/api.mjs', '--check']);
  if (api.code !== 0) found.push(`The API report is outdated: ${api.output.trim()}`);
  return found;
}

/**
 * Creates the files of the release in `folder`: the package, that of the page, the site with page and documentation (from the folder
 * `site`), the page as one file, the bill of materials, the notes, and the checksums of all. Resolves with their names.
 */
export async function createFiles(folder, { version }, site = join(buildFolder, 'site')) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const source of [top, pagePackage])
    await step(`package ${basename(source)}`, () => run('npm', ['pack', source, '--pack-destination', folder]));
  const bill = `${JSON.stringify(await billOfMaterials(), null, 2)}\n`;
  await writeFile(join(folder, `fairwasm-${version}.cdx.json`), bill);
  if (!existsSync(site)) throw new Failure('There is no site: run `npm run docs` first');
  await step('site', async () => writeFile(join(folder, `fairwasm-${version}-site.zip`), await zipFolder(site)));
  await copyFile(join(pagePackage, 'fairwasm.html'), join(folder, 'fairwasm.html'));
  const changelog = readText('CHANGELOG.md');
  const notes = findNotes(changelog, version) ?? findUnreleased(changelog);
  await writeFile(join(folder, 'notes.md'), `${notes}\n`);
  const names = (await readdir(folder)).sort();
  const sums = names.map((name) => {
    const digest = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
    return `${digest}  ${name}\n`;
  });
  await writeFile(join(folder, 'SHA256SUMS'), sums.join(''));
  return [...names, 'SHA256SUMS'];
}

const findUnreleased = (changelog) => changelog.split(/^## /m).find((each) => each.startsWith('Unreleased')) ?? '';

// Files in a fixed order with a fixed date, so that equal sites are equal archives.
async function zipFolder(folder) {
  const paths = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const entries = await Promise.all(paths.map(async (path) => [relative(folder, path), await readFile(path)]));
  return zipSync(Object.fromEntries(entries), { mtime: '2026-01-01' });
}

async function publish({ version }) {
  const tag = `v${version}`;
  await run('git', ['tag', '--annotate', tag, '--message', `fairwasm ${version}`]);
  await run('git', ['push', 'origin', 'HEAD', tag]);
  say(`${tag} is pushed. The workflow "release" tests, publishes, and attaches the files.`);
}

function refuseIfAny(problems) {
  if (problems.length > 0) throw new Failure(`Not ready:\n${problems.map((each) => `- ${each}`).join('\n')}`);
}

/** @param {{ 'dry-run'?: boolean, publish?: boolean }} options */
async function prepare({ 'dry-run': isDryRun, publish: isConfirmed }) {
  const manifest = JSON.parse(readText('package.json'));
  const open = await findOpenDecisions(manifest);
  refuseIfAny([...(isDryRun ? [] : open), ...(await findProblems(manifest))]);
  if (isConfirmed) return publish(manifest);
  const folder = join(buildFolder, 'release');
  const names = await createFiles(folder, manifest);
  say(`${relative(top, folder)}: ${names.join(', ')}`);
  if (open.length > 0) return say(`Left to decide:\n${open.map((each) => `- ${each}`).join('\n')}`);
  say('Ready. After `npm test`, publish with\n  npm run release -- --publish');
}

if (isStarted(import.meta.url)) {
  main(async () => {
    const { values } = parseArgs({
      options: {
        version: { type: 'string' },
        owner: { type: 'string' },
        'dry-run': { type: 'boolean' },
        check: { type: 'boolean' },
        publish: { type: 'boolean' },
      },
    });
    if (values.check) return refuseIfAny(findMissingOwner());
    if (values.version) setVersion(values.version, new Date().toISOString().slice(0, 10));
    if (values.owner) setOwner(values.owner);
    if (!values.version && !values.owner) return prepare(values);
    say('Written. Review the changes, commit them, and run `npm run release`.');
  });
}
