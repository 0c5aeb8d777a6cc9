// Contents of the packed package: files, types, sizes, and API.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { binFolder, top, tsc } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { present } from '../present.mjs';
import { pack } from './support.mjs';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const packed = await pack();

test('contains only dist, README, LICENSE, NOTICE, and CHANGELOG', () => {
  const outside = packed.files.filter((path) => !path.startsWith('dist/'));
  expect(outside.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'NOTICE', 'README.md', 'package.json']);
  const kinds = new Set(packed.files.map((path) => /(\.d)?\.[a-z]+$/.exec(path)?.[0]));
  expect([...kinds].sort()).toEqual(['.d.ts', '.js', '.json', '.md', '.wasm', undefined].sort());
});

// npm 11 warns about these scripts of packages from tarballs, even if it does not run them.
test('has no scripts for npm to run during its installation', () => {
  const names = Object.keys(manifest.scripts);
  expect(names.filter((name) => /^(pre|post)?(install|prepare)$/.test(name))).toEqual([]);
});

test('every module of an entry point has types, and every types file a module', () => {
  const modules = packed.files.filter((path) =>
    /^dist\/(?!vendor|wasm|cli|elements\/parts|bin|browser\/).*\.js$/.test(path),
  );
  const types = packed.files.filter((path) =>
    /^dist\/(?!vendor|wasm|cli|elements\/parts|bin|browser\/).*\.d\.ts$/.test(path),
  );
  expect(types.map((path) => path.replace('.d.ts', '.js')).sort()).toEqual(modules.sort());
});

test('fairwasm/inline has every WebAssembly file', async () => {
  const files = packed.files.filter((path) => path.endsWith('.wasm'));
  const names = files.map((path) => present(/(\w+)\.wasm$/.exec(path))[1]);
  expect(Object.keys(await import('fairwasm/inline')).sort()).toEqual(names.sort());
});

// Missing lazy imports would only be found when a report is saved, or by servers that resolve all imports first.
test('every import inside the package leads to one of its files', () => {
  const imported = /(?:from|import)\s*\(?\s*["'](\.{1,2}\/[^"']+)["']/g;
  const files = packed.files.filter((path) => /^dist\/(?!vendor|wasm).*\.js$/.test(path));
  const dead = files.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(imported)]
      .map(([, target]) => join(dirname(path), target))
      .filter((target) => !packed.files.includes(target))
      .map((target) => `${path}: ${target}`),
  );
  expect(files).toContain('dist/elements/parts/save.js');
  expect(dead).toEqual([]);
});

test('types contain nothing internal', () => {
  const types = packed.files.filter((path) => /\.d\.ts$/.test(path));
  const internal = types.filter((path) => readFileSync(path, 'utf8').includes('@internal'));
  expect(types.length).toBeGreaterThan(100);
  expect(internal).toEqual([]);
});

test('types compile without skipLibCheck', async () => {
  // Types for a framework depend on its types: types.test.mjs.
  const all = Object.values(manifest.exports).flatMap(({ types }) => types ?? []);
  const entries = all.filter((types) => !/elements\/(react|svelte|vue)/.test(types));
  const settings = '--noEmit --strict --module nodenext --target es2023 --types node';
  const lib = 'es2023,esnext.disposable,dom,dom.iterable,dom.asynciterable';
  const options = [...settings.split(' '), '--lib', lib, ...entries];
  expect(await run(process.execPath, [tsc, ...options])).toBe('');
}, 120_000);

test('publint reports nothing', async () => {
  const { messages, pkg } = await publint({ pkgDir: top, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test('attw finds the types with every module resolution', async () => {
  const wasm = Object.keys(manifest.exports).filter((path) => path.endsWith('.wasm'));
  const attw = [packed.tarball, '--profile', 'esm-only', '--exclude-entrypoints', ...wasm];
  expect(await run(join(binFolder, 'attw'), attw)).toContain('"fairwasm/inline"');
}, 120_000);

test('respects the size limits', async () => {
  expect(await run(process.execPath, ['scripts/size.mjs'])).toContain('core.wasm');
}, 60_000);

// `npm run api` updates the report; its diff shows the change of the API.
test('the API matches the reports in docs/api', async () => {
  const output = await run(process.execPath, ['scripts/api.mjs', '--check']);
  expect(output).toBe('');
}, 300_000);
