// What the private toolchain is made of: this recipe, and in lock.json the versions that it gave when it was last
// followed on purpose (`node scripts/toolchain/update.mjs`). Its folder is named by the hash of both: whoever
// changes one makes another toolchain, and leaves the old one to the checkouts that still use it.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../lib/paths.mjs';

// Debian testing is the first to package Emscripten >= 4, Eigen >= 5 and xtensor >= 0.26 together.
export const recipe = {
  suite: 'forky',
  packages: [
    'emscripten',
    'libeigen3-dev',
    'libxtensor-dev',
    'libxsimd-dev',
    'librandom123-dev',
    'googletest',
    'libbenchmark-dev',
    'cmake',
    'ninja-build',
    'ccache',
    'g++',
    'clang',
    'clang-tidy',
    'clang-format',
    'libclang-rt-dev',
  ],
  unused: ['/usr/share/doc/*', '/usr/share/man/*', '/usr/share/locale/*', '/usr/share/info/*'],
  kept: ['./usr', './etc'],
};

export const lockFile = new URL('./lock.json', import.meta.url);
export const lock = JSON.parse(readFileSync(lockFile, 'utf8'));

const hashOf = (value) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);

/** The folder of the toolchain that this recipe and a lock describe. */
export const folderOf = (lock) => join(cacheFolder, `toolchain-${hashOf({ recipe, lock })}`);

export const rootFolder = folderOf(lock);
// Emscripten's system libraries, which it compiles when they are first needed, and anew for another version. Not
// named by the versions: what ccache keeps of WebAssembly depends on this path.
export const emscriptenCache = join(cacheFolder, `emscripten-${hashOf(recipe)}`);
