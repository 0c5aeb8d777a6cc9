// Rules for the packages that build and test this one: permitted licenses, no install scripts except those listed here,
// and a checksum of every file that npm downloads.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { top } from './paths.mjs';
import { Failure } from './run.mjs';

const licenses = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT'],
  ...['Python-2.0', 'Unlicense', 'Zlib'],
  'CC-BY-4.0', // data: caniuse-lite
  'MPL-2.0', // requires publishing only changes to its files; the package does not contain it
]);

/** Packages with install scripts, and what these do. */
const withScripts = new Map([
  ['@parcel/watcher', 'compiles itself if there is no binary for the machine'],
  ['core-js', 'asks for donations'],
  ['protobufjs', 'warns about versions'],
]);

/** Whether an SPDX expression allows what is done here: AND binds closer than OR, parentheses closer than both. */
export function isAllowed(expression = '') {
  // Evaluates from the innermost parentheses outward: a permitted alternative is as good as a permitted license.
  const outward = expression.replaceAll(/\(([^()]*)\)/g, (_, within) =>
    isAllowed(within) ? 'MIT' : 'no such license',
  );
  if (outward !== expression) return isAllowed(outward);
  return expression.split(' OR ').some((either) => either.split(' AND ').every((each) => licenses.has(each)));
}

// A binary of another platform is never downloaded here.
const isOfAnotherPlatform = ({ optional, os, cpu }) => optional === true && (os ?? cpu) !== undefined;

/** Returns the problems of a lock file's packages as sentences. */
export function findFaults({ packages }) {
  const found = [];
  for (const [path, { license, hasInstallScript, integrity, ...rest }] of Object.entries(packages)) {
    if (path === '') continue; // this package
    const name = path.replace(/^.*node_modules\//, '');
    if (!isAllowed(license)) found.push(`${name}: its license is ${license ?? 'missing'}`);
    if (hasInstallScript && !withScripts.has(name)) found.push(`${name}: runs a script while it is installed`);
    if (!integrity && !isOfAnotherPlatform(rest)) found.push(`${name}: has no checksum`);
  }
  return found;
}

/** Throws a `Failure` that lists the problems. */
export function checkDependencies() {
  const lock = JSON.parse(readFileSync(join(top, 'package-lock.json'), 'utf8'));
  const found = findFaults(lock);
  if (found.length > 0) {
    throw new Failure(`${found.join('\n')}\nscripts/lib/dependencies.mjs lists what is allowed.`);
  }
}
