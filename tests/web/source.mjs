// Imports a TypeScript module of the page, to test it by itself.

import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const outDir = resolve('build/tests/web/src');

/** `path` is relative to web/src, without its ending. */
export function importSource(path) {
  const lib = 'es2023,esnext.disposable,dom,dom.iterable,dom.asynciterable';
  const types = `--target es2022 --lib ${lib} --module nodenext --skipLibCheck --strict`.split(' ');
  const where = ['--rootDir', 'web/src', '--outDir', outDir, `web/src/${path}.ts`];
  const tsc = resolve('node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '--ignoreConfig', ...types, ...where]);
  return import(pathToFileURL(join(outDir, `${path}.js`)).href);
}
