// Finds the machine's C++ tools, if all of them exist and are recent enough.

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { binFolder } from '../lib/paths.mjs';
import { ask, isInstalled } from '../lib/run.mjs';

export const machineTools = 'one of Emscripten >= 4, CMake >= 3.25, Ninja, a C++ compiler';

/** Returns the tools as an environment, or null if one is missing. */
export function findMachine() {
  const env = { ...process.env, PATH: searchPath() };
  const emscripten = ask('em-config', ['EMSCRIPTEN_ROOT'], env);
  const version = ask('em++', ['-dumpversion'], env);
  const compiler = process.env.CXX || 'c++';
  if (!emscripten || !isAtLeast(version, 4, 0)) return null;
  if (!isAtLeast(ask('cmake', ['--version'])?.split(' ')[2], 3, 25)) return null;
  if (!isInstalled('ninja') || !isInstalled(compiler)) return null;
  return {
    id: `machine: ${emscripten} ${version}, ${compiler}`,
    variables: { PATH: env.PATH, EMSCRIPTEN_ROOT: emscripten },
    wrap: (command, args) => [command, args],
    unwrap: (output) => output,
  };
}

/** Returns the folder of GoogleTest's sources, or null. */
export function findGoogletest() {
  const folder = process.env.GOOGLETEST_SOURCE_DIR || '/usr/src/googletest';
  return existsSync(join(folder, 'CMakeLists.txt')) ? folder : null;
}

function searchPath() {
  const { EMSDK, PATH } = process.env;
  const emsdk = EMSDK ? [join(EMSDK, 'upstream', 'emscripten')] : [];
  return [binFolder, ...emsdk, PATH].join(delimiter);
}

function isAtLeast(version, major, minor) {
  const [a, b] = (version ?? '0.0').split('.').map(Number);
  return a > major || (a === major && b >= minor);
}
