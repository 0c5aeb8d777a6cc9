// The software bill of materials of a version (CycloneDX): what npm brings to build and test it, of which dist/vendor and
// dist/elements hold parts, and the libraries that are compiled into the WebAssembly, which npm knows nothing of. NOTICE has
// the licenses of what is in the package.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildFolder, top } from './paths.mjs';
import { run } from './run.mjs';

// By Debian's package in the toolchain's lock; its version begins with the library's.
const compiledIn = {
  'libeigen3-dev': { name: 'eigen', license: 'MPL-2.0' },
  'libxtensor-dev': { name: 'xtensor', license: 'BSD-3-Clause' },
  'libxsimd-dev': { name: 'xsimd', license: 'BSD-3-Clause' },
  'librandom123-dev': { name: 'random123', license: 'BSD-3-Clause' },
  emscripten: { name: 'emscripten', license: 'MIT' },
};

/** The bill, as an object. */
export async function billOfMaterials() {
  const options = ['--sbom-format', 'cyclonedx', '--package-lock-only'];
  const output = await run('npm', ['sbom', ...options], { cwd: top });
  const bill = JSON.parse(output.slice(output.indexOf('{')));
  const manifest = JSON.parse(await readFile(join(top, 'package.json'), 'utf8'));
  const { packages } = JSON.parse(await readFile(join(top, 'scripts/toolchain/lock.json'), 'utf8'));
  // npm takes the folder's name.
  const component = { ...bill.metadata.component, name: manifest.name };
  const compiled = Object.entries(compiledIn).map(([from, { name, license }]) => ({
    type: 'library',
    name,
    version: packages[from].replace(/[+-].*$/, ''),
    scope: 'required',
    licenses: [{ license: { id: license } }],
  }));
  const components = [...compiled, ...bill.components];
  return { ...bill, metadata: { ...bill.metadata, component }, components };
}

/** Writes it to build/release; resolves with the path. */
export async function writeBill() {
  const bill = await billOfMaterials();
  const { name, version } = bill.metadata.component;
  const folder = join(buildFolder, 'release');
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${name}-${version}.cdx.json`);
  await writeFile(path, `${JSON.stringify(bill, null, 2)}\n`);
  return path;
}
