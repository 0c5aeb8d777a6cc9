// Follows the recipe again, and writes the mirror's current versions to lock.json for a commit; later builds use them.
//
//   node scripts/toolchain/update.mjs

import { writeFile } from 'node:fs/promises';
import { main } from '../lib/step.mjs';
import { makeTree } from './make-root.mjs';
import { getFolder, lock, lockFile } from './recipe.mjs';
import { toLock } from './versions.mjs';

main(async () => {
  let found;
  await makeTree((packages) => {
    found = toLock(packages);
    return getFolder(found);
  });
  await writeFile(lockFile, `${JSON.stringify(found, null, 2)}\n`);
  const names = Object.keys(found.packages);
  const changed = names.filter((name) => found.packages[name] !== lock.packages?.[name]);
  for (const name of changed) {
    console.log(`${name}: ${lock.packages?.[name] ?? 'none'} -> ${found.packages[name]}`);
  }
  if (changed.length === 0) console.log('No package of the recipe has changed.');
});
