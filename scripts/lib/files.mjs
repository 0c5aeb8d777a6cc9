// Lists the files of the checkout by folder and ending.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { top } from './paths.mjs';

/** Paths relative to the top, sorted, of all files under `folders` with one of the `endings`. */
export function listFiles(folders, endings) {
  return folders
    .filter((folder) => existsSync(join(top, folder)))
    .flatMap((folder) =>
      readdirSync(join(top, folder), { recursive: true }).map((name) => join(folder, name)),
    )
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .sort();
}
