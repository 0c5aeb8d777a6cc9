// What the private toolchain is made of. Its folder is named by the hash of this recipe: a changed
// recipe makes another toolchain, and leaves the old one to the checkouts that still use it.

import { createHash } from 'node:crypto';
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

const hash = createHash('sha256').update(JSON.stringify(recipe)).digest('hex').slice(0, 12);
export const rootFolder = join(cacheFolder, `toolchain-${hash}`);
export const emscriptenCache = join(cacheFolder, `emscripten-${hash}`);
