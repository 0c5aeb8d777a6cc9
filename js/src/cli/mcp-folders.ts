// SPDX-License-Identifier: Apache-2.0
//
// The folders that `fairwasm mcp` may read.

import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { InputError } from './command.js';
import { UsageError } from './usage.js';

/**
 * Returns a function that finds a file in the folders by its path, with symbolic links resolved. It throws the same
 * error for a file elsewhere, a hidden file, and a file that does not exist, so that nothing outside can be probed.
 */
export async function openFolders(folders: readonly string[]): Promise<(path: string) => Promise<string>> {
  const roots = await Promise.all(
    folders.map(async (folder) => {
      const root = await realpath(folder).catch(() => undefined);
      if (root !== undefined && (await stat(root)).isDirectory()) return root;
      throw new UsageError(`'${folder}' is not a folder`);
    }),
  );
  return async (path) => {
    for (const root of roots) {
      const file = await realpath(resolve(root, path)).catch(() => undefined);
      if (file === undefined || !roots.some((each) => isVisible(relative(each, file)))) continue;
      if ((await stat(file)).isFile()) return file;
    }
    throw new InputError(`'${path}' is not a file in one of the folders of the server, or it is hidden`);
  };
}

// A relative path to another folder starts with two dots, or is absolute on another drive.
const isVisible = (path: string) => !isAbsolute(path) && !path.split(sep).some((name) => name.startsWith('.'));
