// Installs system packages on Debian and its relatives, and only those that are not there.

import { attempt, Failure, isInstalled } from './run.mjs';

/** `byHand` tells what to do where apt-get cannot. */
export async function aptInstall(packages, byHand) {
  const names = packages.join(' ');
  if (!isInstalled('apt-get')) throw new Failure(`${names}: there is no apt-get here. ${byHand}`);
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo'];
  if (asRoot.length > 0 && !isInstalled('sudo')) {
    throw new Failure(`As root: apt-get install ${names}. (There is no sudo here.) ${byHand}`);
  }
  const aptGet = (...args) => {
    const [command, ...rest] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
    return attempt(command, [...rest, ...args]);
  };
  const install = () => aptGet('install', '--yes', '--no-install-recommends', ...packages);
  if ((await install()).code === 0) return;
  // An index that is empty or old names no such package, or one that has gone.
  await aptGet('update');
  const { code, output } = await install();
  if (code !== 0) throw new Failure(`${output}\napt-get install ${names} failed. ${byHand}`);
}
