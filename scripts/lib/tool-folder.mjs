// Tools that are too large for every install of this project have a separate manifest, and are installed in a folder of
// the user's cache that is named by the manifest's hash. There is no lock file for them, because not every registry has
// the binaries of all platforms that it would have to list.

import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { cacheFolder } from './paths.mjs';
import { run } from './run.mjs';

/** Returns the folder with the tools of a `package.json`, which is installed on first use. */
export async function toolFolder(name, manifest) {
  const hash = createHash('sha256').update(await readFile(manifest));
  const folder = join(cacheFolder, `${name}-${hash.digest('hex').slice(0, 12)}`);
  const isMade = () => readFile(join(folder, 'complete')).catch(() => null);
  await mkdir(cacheFolder, { recursive: true });
  await withLock(`${folder}.lock`, async () => {
    if (await isMade()) return;
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder);
    await cp(manifest, join(folder, 'package.json'));
    await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder });
    await writeFile(join(folder, 'complete'), '');
  });
  return folder;
}
