// The private toolchain as an environment: everything stays where it is on the machine, except that
// the tree's /usr and /etc stand in for the machine's own.

import { join } from 'node:path';
import { binFolder, cacheFolder, top } from '../lib/paths.mjs';
import { emscriptenCache, rootFolder } from './recipe.mjs';
import { lockOf, readPackages } from './versions.mjs';

const bind = (from, to = from) => ['--bind', from, to];

const namespace = [
  '--die-with-parent',
  ...['--dev-bind', '/', '/'],
  ...bind(join(rootFolder, 'usr'), '/usr'),
  ...bind(join(rootFolder, 'etc'), '/etc'),
  // Again, since a checkout or a home may itself be in /usr.
  ...bind(top),
  ...bind(cacheFolder),
];

export const root = {
  get id() {
    return `${rootFolder} ${lockOf(readPackages(rootFolder)).all}`;
  },
  variables: {
    PATH: `${binFolder}:/usr/bin:/bin`,
    LC_ALL: 'C.UTF-8',
    // One LLVM for native code, sanitizers, clang-tidy and WebAssembly.
    CC: 'clang',
    CXX: 'clang++',
    EMSCRIPTEN_ROOT: '/usr/share/emscripten',
    // Emscripten builds its system libraries at the first link and keeps them here.
    EM_CACHE: emscriptenCache,
    // Compilations are kept too, for every checkout: paths below it are taken as relative.
    EM_COMPILER_WRAPPER: 'ccache',
    CCACHE_DIR: join(cacheFolder, 'ccache'),
    CCACHE_BASEDIR: top,
    CCACHE_NOHASHDIR: '1',
    CCACHE_MAXSIZE: '2G',
    // Precompiled headers are compared by content.
    CCACHE_SLOPPINESS: 'pch_defines,time_macros,include_file_mtime,include_file_ctime',
  },
  wrap: (command, args) => ['bwrap', [...namespace, command, ...args]],
};
