// Installs missing system packages on Debian and derivatives.

import { attempt, Failure, isInstalled } from './run.mjs';

/** `byHand` describes what to do if apt-get cannot install them. */
export async function aptInstall(packages, byHand) {
  const names = packages.join(' ');
  if (!isInstalled('apt-get')) throw new Failure(`${names}: apt-get is missing. ${byHand}`);
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo'];
  if (asRoot.length > 0 && !isInstalled('sudo')) {
    throw new Failure(`As root: apt-get install ${names}. (sudo is missing.) ${byHand}`);
  }
  const aptGet = (...args) => {
    const [command, ...rest] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
    return attempt(command, [...rest, ...args]);
  };
  const install = () => aptGet('install', '--yes', '--no-install-recommends', ...packages);
  if ((await install()).code === 0) return;
  // An empty or outdated index does not contain the package or contains a removed version.
  await aptGet('update');
  const { code, output } = await install();
  if (code !== 0) throw new Failure(`${output}\napt-get install ${names} failed. ${byHand}`);
}
