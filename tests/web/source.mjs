// Imports a TypeScript module of the page for unit tests.

import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { tsc } from '../../scripts/lib/paths.mjs';

const outDir = resolve('build/tests/page');

// Modules in the build folder import the package by its name, which differs from the folder's name.
function linkPackage() {
  const link = join(outDir, 'node_modules/fairwasm');
  mkdirSync(join(outDir, 'node_modules'), { recursive: true });
  try {
    symlinkSync(resolve('.'), link, 'junction');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
}

/** `path` is relative to web/src, without the extension. */
export const importSource = async (path) => (await importSources([path]))[0];

/** Several modules, compiled together, which takes as long as one. */
export async function importSources(paths) {
  const lib = 'es2023,esnext.disposable,dom,dom.iterable,dom.asynciterable';
  // The types are checked by the lint.
  const types = `--target es2022 --lib ${lib} --module nodenext --noCheck`.split(' ');
  const files = paths.map((path) => `web/src/${path}.ts`);
  const where = ['--rootDir', '.', '--outDir', outDir, ...files];
  execFileSync(process.execPath, [tsc, '--ignoreConfig', ...types, ...where]);
  linkPackage();
  const modules = [];
  // Sequentially, because Jest's loader does not support parallel imports.
  for (const path of paths) modules.push(await import(pathToFileURL(join(outDir, 'web/src', `${path}.js`)).href));
  return modules;
}
