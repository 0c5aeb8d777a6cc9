// Links the header-only libraries into a separate folder, because neither Emscripten nor a machine's compiler may use
// all of /usr/include, which contains headers of another C library.

import { existsSync } from 'node:fs';
import { mkdir, readlink, rm, symlink } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { buildFolder } from '../lib/paths.mjs';
import { ask } from '../lib/run.mjs';

// `sign` is a file that only recent enough versions have.
const libraries = [
  { name: 'Eigen >= 5', sign: 'Eigen/Version', entries: ['Eigen', 'unsupported'] },
  { name: 'xtensor >= 0.26', sign: 'xtensor/containers', entries: ['xtensor'] },
  { name: 'xtl', sign: 'xtl', entries: ['xtl'] },
  { name: 'xsimd', sign: 'xsimd', entries: ['xsimd'] },
  { name: 'Random123', sign: 'Random123/philox.h', entries: ['Random123'] },
  // For tests that read golden values.
  { name: 'nlohmann-json', sign: 'nlohmann/json.hpp', entries: ['nlohmann'] },
];

/** Returns the folders in which this machine may have headers. */
export function machineFolders() {
  const list = (variable) => (process.env[variable] ?? '').split(delimiter).filter(Boolean);
  const brew = ask('brew', ['--prefix']);
  const own = [...list('CMAKE_PREFIX_PATH'), ...(brew ? [brew] : [])];
  const prefixes = [...own, '/usr/local', '/usr'];
  return [...list('CPATH'), ...prefixes.map((prefix) => join(prefix, 'include'))];
}

/** Finds all libraries in `folders`; returns the paths to link and the names of missing libraries. */
export function findHeaders(folders) {
  const places = folders.flatMap((folder) => [join(folder, 'eigen3'), folder]);
  const paths = [];
  const missing = [];
  for (const { name, sign, entries } of libraries) {
    const place = places.find((folder) => existsSync(join(folder, sign)));
    if (place) paths.push(...entries.map((entry) => join(place, entry)));
    else missing.push(name);
  }
  return { paths, missing };
}

/** Links the paths into build/include and returns that folder. */
export async function linkHeaders(paths) {
  const folder = join(buildFolder, 'include');
  await mkdir(folder, { recursive: true });
  for (const path of paths) {
    const link = join(folder, path.slice(dirname(path).length + 1));
    if ((await readlink(link).catch(() => null)) === path) continue;
    await rm(link, { force: true });
    await symlink(path, link);
  }
  return folder;
}
