// The private toolchain as an environment: all paths stay the same, except that the tree's /usr and /etc replace those
// of the machine.
//
// Every checkout is compiled at the same path, `inside`, so that ccache shares compilations and precompiled headers
// between checkouts; clang writes the paths of its files into a precompiled header.

import { join } from 'node:path';
import { binFolder, cacheFolder, top } from '../lib/paths.mjs';
import { emscriptenCache, rootFolder } from './recipe.mjs';
import { readPackages, toLock } from './versions.mjs';

const bind = (from, to = from) => ['--bind', from, to];

const inside = '/usr/src/fairwasm';

const namespace = [
  '--die-with-parent',
  ...['--dev-bind', '/', '/'],
  ...bind(join(rootFolder, 'usr'), '/usr'),
  ...bind(join(rootFolder, 'etc'), '/etc'),
  // Bound again, because a checkout or a home folder may be in /usr.
  ...bind(top),
  ...bind(cacheFolder),
  ...bind(top, inside),
  ...['--chdir', inside],
];

export const root = {
  get id() {
    return `${rootFolder} at ${inside} ${toLock(readPackages(rootFolder)).all}`;
  },
  variables: {
    PATH: `${binFolder}:/usr/bin:/bin`,
    LC_ALL: 'C.UTF-8',
    // One LLVM for native code, sanitizers, clang-tidy, and WebAssembly.
    CC: 'clang',
    CXX: 'clang++',
    EMSCRIPTEN_ROOT: '/usr/share/emscripten',
    // Emscripten builds its system libraries at the first link and keeps them here.
    EM_CACHE: emscriptenCache,
    EM_COMPILER_WRAPPER: 'ccache',
    CCACHE_DIR: join(cacheFolder, 'ccache'),
    CCACHE_MAXSIZE: '2G',
    // Precompiled headers are compared by content.
    CCACHE_SLOPPINESS: 'pch_defines,time_macros,include_file_mtime,include_file_ctime',
  },
  wrap: (command, args) => {
    const toInside = (word) => word.replaceAll(top, inside);
    return ['bwrap', [...namespace, toInside(command), ...args.map(toInside)]];
  },
  /** Returns the output of a wrapped command with the paths outside. */
  unwrap: (output) => output.replaceAll(inside, top),
};
