// SPDX-License-Identifier: Apache-2.0
//
// Every module of the package is evaluated where there is nothing but ECMAScript: no TextDecoder, URL, process, document or
// timers. Platform objects that a module needs are made when it is called, so that hosts which lack some of them, such as
// Jest's jsdom, can import it.

import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { listFiles } from '../../../scripts/lib/files.mjs';
import { top } from '../../../scripts/lib/paths.mjs';

/** Evaluates modules by their URLs in a context of their own; `sources` replace files. */
function bareHost(sources = new Map()) {
  const context = vm.createContext();
  // Node gives every context these, which are not part of the language.
  vm.runInContext('delete globalThis.WebAssembly; delete globalThis.console;', context);
  const modules = new Map();
  const load = (url) => {
    const known = modules.get(url);
    if (known) return known;
    const module = new vm.SourceTextModule(
      sources.get(url) ?? readFileSync(fileURLToPath(url), 'utf8'),
      { context, identifier: url, initializeImportMeta: (meta) => (meta.url = url) },
    );
    modules.set(url, module);
    return module;
  };
  const link = (specifier, { identifier }) => load(new URL(specifier, identifier).href);
  return async (url) => {
    const module = load(url);
    if (module.status === 'unlinked') await module.link(link);
    await module.evaluate();
    return module.namespace;
  };
}

// The command line runs in Node, and the workers' scripts in workers. The libraries for Arrow and Parquet are imported when such
// a file is read, for which they need what they make.
const needsPlatform =
  /^dist\/(cli\/|data\/files\/(arrow-file|parquet|parquet-counts|parquet-pages)\.js|vendor\/(flechette|hyparquet))|-worker\.js$/;
const files = listFiles(['dist'], ['.js']).filter((file) => !needsPlatform.test(file));

test('modules are evaluated without objects of a platform', async () => {
  const evaluate = bareHost();
  const failures = [];
  for (const file of files) {
    await evaluate(pathToFileURL(join(top, file)).href).catch((error) =>
      failures.push(`${relative(top, file)}: ${error.message}`),
    );
  }
  expect(files.length).toBeGreaterThan(200);
  expect(failures).toEqual([]);
});

test('a platform object at the top of a module would be found', async () => {
  for (const code of [
    'new TextDecoder()',
    'document.body',
    'new URL("a:b")',
    'WebAssembly.Module',
  ]) {
    const url = 'file:///module.js';
    await expect(bareHost(new Map([[url, `const made = ${code};`]]))(url)).rejects.toMatchObject({
      name: 'ReferenceError',
    });
  }
});
