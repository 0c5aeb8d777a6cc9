// Lists the files of the checkout by folder and extension.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { top } from './paths.mjs';

/** Returns the sorted paths, relative to the top, of all files under `folders` with one of the `endings`. */
export function listFiles(folders, endings) {
  return folders
    .filter((folder) => existsSync(join(top, folder)))
    .flatMap((folder) => readdirSync(join(top, folder), { recursive: true }).map((name) => join(folder, name)))
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .sort();
}
