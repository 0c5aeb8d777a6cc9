// Creates the private toolchain: a small Debian tree in the user's cache folder. Nothing is installed on the machine;
// delete the folder to remove it.
//
// mmdebstrap writes the tree as an archive, of which only /usr and /etc are unpacked, so that all files belong to the
// current user, root or not, and can be deleted. packages.txt lists the packages.

import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { aptInstall } from '../lib/apt.mjs';
import { withLock } from '../lib/lock.mjs';
import { cacheFolder } from '../lib/paths.mjs';
import { ask, attempt, Failure, isInstalled, run } from '../lib/run.mjs';
import { step } from '../lib/step.mjs';
import { byHand } from './manual-install.mjs';
import { recipe, rootFolder } from './recipe.mjs';
import { checkVersions, listPackages, packagesFile, readPackages } from './versions.mjs';

const isSuperuser = process.getuid?.() === 0;

/** `missing` lists what the machine lacks, for the message. */
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
    // Only an unprivileged user needs help to map user ids.
    ...(isMade || isSuperuser ? {} : { newuidmap: 'uidmap' }),
  });
  await checkNamespaces();
}

async function install(getPackage) {
  const missing = Object.keys(getPackage).filter((command) => !isInstalled(command));
  if (missing.length === 0) return;
  const packages = missing.map((command) => getPackage[command]);
  await step(`installing ${packages.join(', ')}`, () => aptInstall(packages, byHand));
}

async function checkNamespaces() {
  const { code, output } = await attempt('bwrap', ['--dev-bind', '/', '/', 'true']);
  if (code === 0) return;
  throw new Failure(`bwrap cannot create a namespace: ${output.trim()}\n${byHand}`);
}

/** Follows the recipe; `getPlace` returns the folder of the tree from the list of its packages. */
export function makeTree(getPlace) {
  const title = 'C++ toolchain: a private copy, once (about 1 GB, 1 to 3 minutes)';
  return step(title, () => make(getPlace));
}

// The tree is renamed when it is complete, because an interrupted run leaves a partial one.
async function make(getPlace) {
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
  const place = getPlace(packages);
  if (!existsSync(place)) await rename(tree, place);
  await rm(partial, { recursive: true });
}

async function debootstrap(archive, aptConfig) {
  const mirror = await debianMirror();
  // The machine's proxy and download settings, if any.
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
  // In a separate process group, because mmdebstrap sends a hangup signal to its whole group if it cannot write.
  if (!isSuperuser) return run('mmdebstrap', args, { detached: true });
  // In a separate mount namespace: if mmdebstrap is killed, its mounts of /proc and /sys disappear, and the partial
  // tree that it leaves behind can be removed safely.
  const env = { ...process.env, TMPDIR: dirname(archive) };
  return run('unshare', ['--mount', 'mmdebstrap', ...args], { env, detached: true });
}

async function debianMirror() {
  const query = ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages', 'Origin: Debian', 'Label: Debian'];
  const first = () => ask('apt-get', query)?.split('\n')[0];
  if (!first()) await aptInstall([], byHand);
  const mirror = first();
  if (!mirror) throw new Failure(`apt has no Debian mirror.\n${byHand}`);
  return mirror;
}

async function removePartial() {
  const prefix = `${basename(rootFolder)}.partial-`;
  for (const name of await readdir(cacheFolder)) {
    if (name.startsWith(prefix)) await rm(join(cacheFolder, name), { recursive: true });
  }
}
