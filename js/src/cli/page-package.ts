// SPDX-License-Identifier: Apache-2.0
//
// Finds the page, one HTML file of 7 MB. It is a separate package, because only `fairwasm open` needs it; a checkout
// builds it next to the command line.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from './command.js';
import { packageVersion } from './version.js';

const name = 'fairwasm-page';

/** Returns the path of the page. Throws `InputError` if its package is not installed, or has another version. */
export async function findPage(): Promise<string> {
  const built = fileURLToPath(new URL('../fairwasm.html', import.meta.url));
  if (existsSync(built)) return built;
  const version = await packageVersion();
  const advice = `run npm install ${name}@${version} where you installed fairwasm`;
  const manifest = findManifest();
  if (manifest === undefined)
    throw new InputError(`open: the page is in the package ${name}, which is not installed; ${advice}`);
  const { version: installed } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  if (installed === version) return join(dirname(manifest), 'fairwasm.html');
  throw new InputError(`open: the version of ${name} is ${installed}, and that of fairwasm is ${version}; ${advice}`);
}

function findManifest(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`${name}/package.json`);
  } catch {
    return undefined;
  }
}
