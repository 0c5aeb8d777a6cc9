// The database servers that tests count rows with: those of the machine, or Debian's packages, unpacked into the
// user's cache folder. Nothing of them is installed; deleting the folder removes it. Which packages that takes depends
// on what the machine has: apt-get is asked what it would install.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { cacheFolder } from './paths.mjs';
import { ask, attempt, Failure, isInstalled, run } from './run.mjs';

// By engine: the package of its server, and where that may be.
const recipe = {
  clickhouse: {
    package: 'clickhouse-server',
    programs: ['usr/bin/clickhouse-server', 'usr/sbin/clickhouse-server'],
  },
  postgresql: { package: 'postgresql', versions: 'usr/lib/postgresql', programs: ['bin/initdb'] },
  mariadb: { package: 'mariadb-server-core', programs: ['usr/sbin/mariadbd'] },
};

const hash = createHash('sha256').update(JSON.stringify(recipe)).digest('hex').slice(0, 12);
const tree = join(cacheFolder, `engines-${hash}`);

/** `program` is where the server, or of PostgreSQL `initdb`, is; run it with `env`. Null: it is not here. */
export function findEngine(name) {
  const named = process.env[`${name.toUpperCase()}_SERVER`];
  if (named) return { program: named, env: process.env, root: null };
  for (const root of ['/', tree]) {
    const program = programIn(root, recipe[name]);
    if (!program) continue;
    return root === '/'
      ? { program, env: process.env, root: null }
      : { program, env: environment(), root };
  }
  return null;
}

function programIn(root, { versions, programs }) {
  const folder = versions === undefined ? root : newestIn(join(root, versions));
  return (
    folder && programs.map((program) => join(folder, program)).find((path) => existsSync(path))
  );
}

function newestIn(folder) {
  if (!existsSync(folder)) return undefined;
  const [newest] = readdirSync(folder).sort((one, other) => Number(other) - Number(one));
  return newest && join(folder, newest);
}

// The libraries that the machine does not have.
function environment() {
  const folder = join(tree, 'usr', 'lib');
  const own = readdirSync(folder).filter((name) => name.endsWith('-linux-gnu'));
  const paths = own.map((name) => join(folder, name));
  const all = [...paths, ...(process.env.LD_LIBRARY_PATH ? [process.env.LD_LIBRARY_PATH] : [])];
  return { ...process.env, LD_LIBRARY_PATH: all.join(':') };
}

export const engineNames = Object.keys(recipe);

/** Unpacks the servers that are not here. Throws a `Failure` where their packages cannot be had. */
export async function unpackEngines(missing) {
  if (!isInstalled('apt-get') || !isInstalled('dpkg-deb')) {
    throw new Failure('there is no apt-get and dpkg-deb here');
  }
  await withLock(`${tree}.lock`, async () => {
    if (existsSync(tree)) return;
    const packages = await packagesOf(missing.map((name) => recipe[name].package));
    const partial = `${tree}.partial-${process.pid}`;
    await mkdir(partial, { recursive: true });
    try {
      await run('apt-get', ['download', ...packages], { cwd: partial });
      for (const file of await readdir(partial)) {
        if (!file.endsWith('.deb')) continue;
        await run('dpkg-deb', ['-x', join(partial, file), join(partial, 'root')]);
      }
      await rename(join(partial, 'root'), tree);
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
  });
}

async function packagesOf(wanted) {
  const args = ['--simulate', '--no-install-recommends', 'install', ...wanted];
  const simulated = () => attempt('apt-get', args, { env: { ...process.env, LC_ALL: 'C' } });
  let { code, output } = await simulated();
  if (code !== 0) {
    // An index that is empty or old names no such package.
    const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive'];
    const [command, ...rest] = [...asRoot, 'apt-get', 'update'];
    await attempt(command, rest);
    ({ code, output } = await simulated());
  }
  if (code !== 0) throw new Failure(`apt-get knows no ${wanted.join(', ')}:\n${output}`);
  const packages = [...output.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name);
  if (packages.length === 0) throw new Failure(`${wanted.join(', ')} are installed, and not found`);
  return packages;
}

/** Whether a server that was found starts at all; an old ClickHouse ends with 78, as it knows no --version. */
export function starts(engine) {
  return (
    ask(
      'sh',
      ['-c', '"$0" --version >/dev/null 2>&1; [ $? -ne 127 ]', engine.program],
      engine.env,
    ) !== null
  );
}
