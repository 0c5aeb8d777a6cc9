// Imports a TypeScript module of the page, to test it by itself.

import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const outDir = resolve('build/tests/web/src');

/** `path` is relative to web/src, without its ending. */
export function importSource(path) {
  const types = ['--target', 'es2022', '--module', 'nodenext', '--skipLibCheck', '--strict'];
  const where = ['--rootDir', 'web/src', '--outDir', outDir, `web/src/${path}.ts`];
  const tsc = resolve('node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '--ignoreConfig', ...types, ...where]);
  return import(pathToFileURL(join(outDir, `${path}.js`)).href);
}
