// Recipe of the private toolchain. lock.json contains the versions from its last deliberate update (`node
// scripts/toolchain/update.mjs`). Its folder is named by the hash of both, so that a change creates another toolchain,
// and checkouts that still use the old one keep it.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../lib/paths.mjs';

// Debian testing is the first release with Emscripten >= 4, Eigen >= 5, and xtensor >= 0.26.
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

const hash = (value) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);

/** Returns the folder of the toolchain for this recipe and a lock. */
export const getFolder = (lock) => join(cacheFolder, `toolchain-${hash({ recipe, lock })}`);

export const rootFolder = getFolder(lock);
// Emscripten's system libraries, which it compiles on first use and for each version. The path does not depend on
// versions, because ccache's entries for WebAssembly depend on this path.
export const emscriptenCache = join(cacheFolder, `emscripten-${hash(recipe)}`);
