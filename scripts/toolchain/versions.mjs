// Compares the versions of a toolchain with the locked ones. Debian testing keeps no old packages, so a recipe cannot
// request a version for long. Instead, changes are made visible: lock.json contains the versions, and a toolchain with
// other versions prints a warning.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../lib/run.mjs';
import { say } from '../lib/step.mjs';
import { lock, recipe } from './recipe.mjs';

const fileIn = (root) => join(root, 'packages.txt');

/** Returns the packages of dpkg's status file as sorted lines `name version`. */
export function listPackages(status) {
  const lines = status.split('\n\n').flatMap((paragraph) => {
    const field = (name) => new RegExp(`^${name}: (.*)$`, 'm').exec(paragraph)?.[1];
    return field('Status')?.endsWith(' installed') ? [`${field('Package')} ${field('Version')}\n`] : [];
  });
  return lines.sort().join('');
}

/** Returns the lock.json entry for a list of packages: the versions of the recipe's packages, and a hash of all. */
export function toLock(list) {
  const versions = new Map(
    list
      .trim()
      .split('\n')
      .map((line) => line.split(' ')),
  );
  return {
    packages: Object.fromEntries(recipe.packages.map((name) => [name, versions.get(name)])),
    all: createHash('sha256').update(list).digest('hex'),
  };
}

export const readPackages = (root) => readFileSync(fileIn(root), 'utf8');
export const packagesFile = fileIn;

/** Prints the differences between a toolchain and the lock; with FAIRWASM_LOCKED=1, they are a failure. */
export function checkVersions(list) {
  const found = toLock(list);
  const others = recipe.packages.filter((name) => found.packages[name] !== lock.packages[name]);
  if (others.length === 0) return;
  const lines = others.map((name) => `  ${name} ${found.packages[name]} instead of ${lock.packages[name]}`);
  const text = `The mirror has different versions than scripts/toolchain/lock.json:
${lines.join('\n')}
\`node scripts/toolchain/update.mjs\` locks these versions; commit them separately.`;
  if (process.env.FAIRWASM_LOCKED === '1') throw new Failure(text);
  say(text);
}
