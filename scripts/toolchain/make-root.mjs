// Makes the private toolchain: a small Debian tree in the user's cache folder. Nothing of it is
// installed on the machine; deleting the folder removes it.
//
// mmdebstrap writes the tree as an archive, of which only /usr and /etc are unpacked: so all files
// belong to whoever runs this, root or not, and can be deleted as usual. Which packages they are
// of stands in packages.txt.

import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { aptInstall } from '../lib/apt.mjs';
import { withLock } from '../lib/lock.mjs';
import { cacheFolder } from '../lib/paths.mjs';
import { ask, attempt, Failure, isInstalled, run } from '../lib/run.mjs';
import { step } from '../lib/step.mjs';
import { byHand } from './by-hand.mjs';
import { recipe, rootFolder } from './recipe.mjs';
import { checkVersions, listPackages, packagesFile, readPackages } from './versions.mjs';

const isSuperuser = process.getuid?.() === 0;

/** `missing` is what the machine lacks: the reason to make it. */
export async function makeRoot(missing) {
  const isMade = existsSync(rootFolder);
  if (!isMade) console.log(`not on this machine: ${missing.join(', ')}`);
  await prepare(isMade);
  if (!isMade) {
    await withLock(`${rootFolder}.lock`, async () => {
      if (existsSync(rootFolder)) return;
      await removePartial();
      await makeTree(() => rootFolder);
    });
  }
  checkVersions(readPackages(rootFolder));
}

async function prepare(isMade) {
  await install({
    bwrap: 'bubblewrap',
    ...(isMade ? {} : { mmdebstrap: 'mmdebstrap' }),
    // Only an ordinary user needs help to map user ids.
    ...(isMade || isSuperuser ? {} : { newuidmap: 'uidmap' }),
  });
  await checkNamespaces();
}

async function install(packageOf) {
  const missing = Object.keys(packageOf).filter((command) => !isInstalled(command));
  if (missing.length === 0) return;
  const packages = missing.map((command) => packageOf[command]);
  await step(`installing ${packages.join(', ')}`, () => aptInstall(packages, byHand));
}

async function checkNamespaces() {
  const { code, output } = await attempt('bwrap', ['--dev-bind', '/', '/', 'true']);
  if (code === 0) return;
  throw new Failure(`bwrap cannot make a namespace here: ${output.trim()}\n${byHand}`);
}

/** Follows the recipe; `placeOf` says where the tree belongs, given the list of its packages. */
export function makeTree(placeOf) {
  const title = 'C++ toolchain: a private copy, once (about 1 GB, 1 to 3 minutes)';
  return step(title, () => make(placeOf));
}

// The tree gets its name only when it is whole: an interrupted run leaves a partial one behind.
async function make(placeOf) {
  const partial = `${rootFolder}.partial-${process.pid}`;
  await mkdir(partial, { recursive: true });
  const archive = join(partial, 'root.tar');
  await debootstrap(archive, join(partial, 'apt.conf'));
  const tree = join(partial, 'root');
  await mkdir(tree);
  await run('tar', ['-x', '--no-same-owner', '-f', archive, '-C', tree, ...recipe.kept]);
  const status = await run('tar', ['-x', '-O', '-f', archive, './var/lib/dpkg/status']);
  const packages = listPackages(status);
  await writeFile(packagesFile(tree), packages);
  const place = placeOf(packages);
  if (!existsSync(place)) await rename(tree, place);
  await rm(partial, { recursive: true });
}

async function debootstrap(archive, aptConfig) {
  const mirror = await debianMirror();
  // The machine's own proxy and download settings, if it has any.
  const settings = ask('apt-config', ['dump', '--format', '%F "%v";%n', 'Acquire']);
  await writeFile(aptConfig, `${settings}\n`);
  const args = [
    `--mode=${isSuperuser ? 'root' : 'unshare'}`,
    '--variant=apt',
    '--format=tar',
    `--aptopt=${aptConfig}`,
    ...recipe.unused.map((pattern) => `--dpkgopt=path-exclude=${pattern}`),
    `--include=${recipe.packages.join(',')}`,
    recipe.suite,
    archive,
    mirror,
  ];
  // In a process group of its own: when it cannot write, mmdebstrap hangs up on its whole group.
  if (!isSuperuser) return run('mmdebstrap', args, { detached: true });
  // In a mount namespace of its own: if it is killed, its mounts of /proc and /sys go with it, and
  // the tree it leaves behind, here among the other partial files, can be removed safely.
  const env = { ...process.env, TMPDIR: dirname(archive) };
  return run('unshare', ['--mount', 'mmdebstrap', ...args], { env, detached: true });
}

async function debianMirror() {
  const query = [
    'indextargets',
    '--format',
    '$(REPO_URI)',
    'Created-By: Packages',
    'Origin: Debian',
    'Label: Debian',
  ];
  const first = () => ask('apt-get', query)?.split('\n')[0];
  if (!first()) await aptInstall([], byHand);
  const mirror = first();
  if (!mirror) throw new Failure(`apt knows no Debian mirror here.\n${byHand}`);
  return mirror;
}

async function removePartial() {
  const prefix = `${basename(rootFolder)}.partial-`;
  for (const name of await readdir(cacheFolder)) {
    if (name.startsWith(prefix)) await rm(join(cacheFolder, name), { recursive: true });
  }
}
