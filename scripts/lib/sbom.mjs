// Creates the software bill of materials of a version (CycloneDX): the npm packages that build and test it, parts of
// which are in dist/vendor and dist/elements, and the libraries that are compiled into the WebAssembly, which npm does
// not list. NOTICE contains the licenses of everything in the package.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { top } from './paths.mjs';

// By name of Debian's package in the toolchain's lock, whose version begins with the library's version.
const compiledIn = {
  'libeigen3-dev': { name: 'eigen', license: 'MPL-2.0' },
  'libxtensor-dev': { name: 'xtensor', license: 'BSD-3-Clause' },
  'libxsimd-dev': { name: 'xsimd', license: 'BSD-3-Clause' },
  'librandom123-dev': { name: 'random123', license: 'BSD-3-Clause' },
  emscripten: { name: 'emscripten', license: 'MIT' },
};

/** Returns the bill as an object, computed only from the two lock files, so that it is equal on all machines. */
export async function billOfMaterials() {
  const [manifest, npm, debian] = await Promise.all(
    ['package.json', 'package-lock.json', 'scripts/toolchain/lock.json'].map(readJson),
  );
  const { name, version, license } = manifest;
  const brought = Object.entries(npm.packages).filter(([path]) => path !== '');
  const compiled = Object.entries(compiledIn).map(([from, library]) => ({
    type: 'library',
    name: library.name,
    version: debian.packages[from].replace(/[+-].*$/, ''),
    scope: 'required',
    licenses: [{ license: { id: library.license } }],
  }));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'library', ...ofNpm(name, { version, license }) } },
    components: [...compiled, ...unique(brought.map(([path, entry]) => component(path, entry)))],
  };
}

async function readJson(path) {
  return JSON.parse(await readFile(join(top, path), 'utf8'));
}

// A package is at several paths if several of its versions are required.
function unique(components) {
  return [...new Map(components.map((each) => [each['bom-ref'], each])).values()];
}

function component(path, entry) {
  const name = entry.name ?? path.replace(/^.*node_modules\//, '');
  const [algorithm, digest] = (entry.integrity ?? '').split('-');
  return {
    type: 'library',
    ...ofNpm(name, entry),
    scope: entry.optional ? 'optional' : 'required',
    ...(digest && {
      hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }],
    }),
  };
}

function ofNpm(name, { version, license }) {
  const isExpression = / (OR|AND|WITH) /.test(license);
  return {
    'bom-ref': `${name}@${version}`,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [isExpression ? { expression: license } : { license: { id: license } }],
  };
}
