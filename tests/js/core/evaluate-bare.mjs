// SPDX-License-Identifier: Apache-2.0
//
// Evaluates modules with nothing but ECMAScript, and prints the failure of each as JSON: `node
// --experimental-vm-modules evaluate-bare.mjs FILE...`. There are no host objects: no TextDecoder, URL, process, or
// document. There are also none of the objects of the language that hosts may disable.

import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import vm from 'node:vm';

const context = vm.createContext();
// Node adds these to every context, but they are not part of the language.
vm.runInContext('delete globalThis.WebAssembly; delete globalThis.console;', context);
// Cloudflare's workers have no weak references before the compatibility date 2025-05-05, and pages without cross-origin
// isolation have no shared memory.
vm.runInContext('delete globalThis.FinalizationRegistry; delete globalThis.WeakRef;', context);
vm.runInContext('delete globalThis.SharedArrayBuffer; delete globalThis.Atomics;', context);
const modules = new Map();

function load(url) {
  const known = modules.get(url);
  if (known) return known;
  const module = new vm.SourceTextModule(readFileSync(fileURLToPath(url), 'utf8'), {
    context,
    identifier: url,
    initializeImportMeta: (meta) => {
      meta.url = url;
    },
  });
  modules.set(url, module);
  return module;
}

const link = (specifier, { identifier }) => load(new URL(specifier, identifier).href);

const failures = [];
for (const file of process.argv.slice(2)) {
  const module = load(pathToFileURL(file).href);
  try {
    if (module.status === 'unlinked') await module.link(link);
    await module.evaluate();
  } catch (error) {
    failures.push(`${file}: ${error.message}`);
  }
}
console.log(JSON.stringify(failures));
