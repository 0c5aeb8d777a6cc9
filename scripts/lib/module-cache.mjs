// WebAssembly modules of earlier builds, in the user's cache folder. A checkout with the same C++ sources and toolchain
// copies them instead of compiling and linking.

import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './files.mjs';
import { buildFolder, cacheFolder, top } from './paths.mjs';

const modules = join(cacheFolder, 'modules');
const output = join(buildFolder, 'wasm');
const maxKept = 8; // builds, about 3 MB each
const isModule = (name) => /\.(mjs|d\.mts|wasm)$/.test(name);

/** Copies the modules of an earlier build from a folder of {@link getFolder}; returns false if there is none. */
export function restoreModules(folder) {
  if (!existsSync(folder)) return false;
  copyModules(folder, output);
  const now = new Date();
  utimesSync(folder, now, now); // The folders that were used last are kept.
  return true;
}

/**
 * Stores the modules that were just built, and deletes those of the oldest builds.
 *
 * @param folder The result of {@link getFolder} before the build.
 * @param toolchain Sources that changed during the build do not belong to its modules, which are then not stored.
 */
export function storeModules(folder, toolchain) {
  if (getFolder(toolchain) !== folder) return;
  const partial = `${folder}.partial-${process.pid}`;
  copyModules(output, partial);
  rmSync(folder, { recursive: true, force: true });
  renameSync(partial, folder);
  const byAge = readdirSync(modules)
    .map((name) => join(modules, name))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  for (const old of byAge.slice(maxKept)) rmSync(old, { recursive: true, force: true });
}

function copyModules(from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter(isModule)) cpSync(join(from, name), join(to, name));
}

/** Returns the folder of modules, which is named by the hash of everything that they depend on. */
export function getFolder(toolchain) {
  const hash = createHash('sha256').update(toolchain);
  const sources = listFiles(['cpp', 'tests/bindings', 'tests/cpp/predictability'], ['.cpp', '.hpp', '.js', '.txt']);
  for (const file of ['CMakeLists.txt', 'CMakePresets.json', ...sources]) {
    hash.update(`\n${file}\n`).update(readFileSync(join(top, file)));
  }
  return join(modules, hash.digest('hex').slice(0, 16));
}
