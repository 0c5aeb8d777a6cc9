// Checks the conditions for publishing a version, and prints all that are not met. It does not publish; the maintainer
// does, with the command that it prints.
//
//   npm run release

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare } from './lib/api-report.mjs';
import { top } from './lib/paths.mjs';
import { attempt, Failure, run } from './lib/run.mjs';
import { writeBill } from './lib/sbom.mjs';
import { isStarted, main, say } from './lib/step.mjs';

const textOf = (path) => readFileSync(join(top, path), 'utf8');

/** Returns the minimum version step for what the API report lost and gained since another version. */
export function minStep({ lost, gained }) {
  if (lost) return 'major';
  return gained ? 'minor' : 'patch';
}

/** Returns the step between two versions; before 1.0.0, a minor step may contain breaking changes. */
export function stepOf(before, after) {
  const [old, now] = [before, after].map((version) => version.split('.').map(Number));
  const place = now.findIndex((number, i) => number !== old[i]);
  if (place < 0) return 'none';
  return ['major', 'minor', 'patch'][old[0] === 0 ? Math.max(0, place - 1) : place];
}

const steps = ['none', 'patch', 'minor', 'major'];

async function sinceLastTag() {
  const { code, output } = await attempt('git', [
    'describe',
    '--tags',
    '--abbrev=0',
    '--match',
    'v*',
  ]);
  if (code !== 0) return undefined;
  const tag = output.trim();
  return { tag, ...compare(await reportsOf(tag), await reportsOf('HEAD')) };
}

async function reportsOf(commit) {
  const folder = `${commit}:docs/api`;
  const files = (await run('git', ['ls-tree', '--name-only', folder])).trim().split('\n');
  const texts = files.map((file) => run('git', ['show', `${folder}/${file}`]));
  return Object.fromEntries((await Promise.all(texts)).map((text, i) => [files[i], text]));
}

/** Returns the unmet conditions as sentences. */
async function obstacles({ version, repository }) {
  const found = [];
  const unless = (holds, what) => holds || found.push(what);
  unless(
    !repository.url.includes('OWNER'),
    'package.json: `repository` has OWNER, where the account belongs',
  );
  unless(
    new RegExp(`^## ${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d\\d-\\d\\d\\)`, 'm').test(
      textOf('CHANGELOG.md'),
    ),
    `CHANGELOG.md: there is no section "## ${version} (date)"`,
  );
  unless(
    textOf('CITATION.cff').includes(`\nversion: ${version}\n`),
    `CITATION.cff: the version is not ${version}`,
  );
  unless(
    (await run('git', ['status', '--porcelain'])) === '',
    'git: there is something that was not committed',
  );
  const changed = await sinceLastTag();
  if (changed) {
    const [is, least] = [stepOf(changed.tag.slice(1), version), minStep(changed)];
    unless(
      steps.indexOf(is) >= steps.indexOf(least),
      `docs/api changed since ${changed.tag} so that ${version} has to be a ${least} version`,
    );
  }
  const api = await attempt(process.execPath, ['scripts/api.mjs', '--check']);
  unless(api.code === 0, `the API report: ${api.output.trim()}`);
  // npm would reject an existing version.
  const packed = await attempt('npm', [
    'publish',
    '--dry-run',
    '--provenance=false',
    '--tag',
    'next',
  ]);
  unless(packed.code === 0, `npm publish --dry-run: ${packed.output.trim()}`);
  return found;
}

if (isStarted(import.meta.url)) {
  main(async () => {
    const manifest = JSON.parse(textOf('package.json'));
    const found = await obstacles(manifest);
    if (found.length > 0)
      throw new Failure(`Not ready:\n${found.map((each) => `- ${each}`).join('\n')}`);
    const { version } = manifest;
    say(
      `Ready; the bill of materials is ${await writeBill()}. Next steps: \`npm test\`, then\n  git tag v${version} && git push --tags && npm publish`,
    );
  });
}
