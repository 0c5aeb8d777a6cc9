// Database servers for tests of precomputed counts: those of the machine, or Debian's packages, unpacked into the
// user's cache folder. Nothing is installed on the system; delete the folder to remove them. apt-get determines which
// packages the machine lacks.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { cacheFolder } from './paths.mjs';
import { ask, attempt, Failure, isInstalled, run } from './run.mjs';

// For each engine: the package of its server, and possible locations.
const recipe = {
  clickhouse: { package: 'clickhouse-server', programs: ['usr/bin/clickhouse-server', 'usr/sbin/clickhouse-server'] },
  postgresql: { package: 'postgresql', versions: 'usr/lib/postgresql', programs: ['bin/initdb'] },
  mariadb: { package: 'mariadb-server-core', programs: ['usr/sbin/mariadbd'] },
};

const hash = createHash('sha256').update(JSON.stringify(recipe)).digest('hex').slice(0, 12);
const tree = join(cacheFolder, `engines-${hash}`);

/**
 * `program` is the path of the server (for PostgreSQL, of `initdb`); run it with `env`. Null if it is not available.
 */
export function findEngine(name) {
  const named = process.env[`${name.toUpperCase()}_SERVER`];
  if (named) return { program: named, env: process.env, root: null };
  for (const root of ['/', tree]) {
    const program = programIn(root, recipe[name]);
    if (!program) continue;
    return root === '/' ? { program, env: process.env, root: null } : { program, env: environment(), root };
  }
  return null;
}

function programIn(root, { versions, programs }) {
  const folder = versions === undefined ? root : newestIn(join(root, versions));
  return folder && programs.map((program) => join(folder, program)).find((path) => existsSync(path));
}

function newestIn(folder) {
  if (!existsSync(folder)) return undefined;
  const [newest] = readdirSync(folder).sort((one, other) => Number(other) - Number(one));
  return newest && join(folder, newest);
}

// Adds the libraries that the machine lacks.
function environment() {
  const folder = join(tree, 'usr', 'lib');
  const own = readdirSync(folder).filter((name) => name.endsWith('-linux-gnu'));
  const paths = own.map((name) => join(folder, name));
  const all = [...paths, ...(process.env.LD_LIBRARY_PATH ? [process.env.LD_LIBRARY_PATH] : [])];
  return { ...process.env, LD_LIBRARY_PATH: all.join(':') };
}

export const engineNames = Object.keys(recipe);

/** Unpacks the missing servers. Throws a `Failure` if their packages are unavailable. */
export async function unpackEngines(missing) {
  if (!isInstalled('apt-get') || !isInstalled('dpkg-deb')) {
    throw new Failure('apt-get and dpkg-deb are missing');
  }
  await withLock(`${tree}.lock`, async () => {
    if (existsSync(tree)) return;
    const packages = await getPackages(missing.map((name) => recipe[name].package));
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

async function getPackages(wanted) {
  const args = ['--simulate', '--no-install-recommends', 'install', ...wanted];
  const simulated = () => attempt('apt-get', args, { env: { ...process.env, LC_ALL: 'C' } });
  let { code, output } = await simulated();
  if (code !== 0) {
    // An empty or outdated index does not contain such a package.
    const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive'];
    const [command, ...rest] = [...asRoot, 'apt-get', 'update'];
    await attempt(command, rest);
    ({ code, output } = await simulated());
  }
  if (code !== 0) throw new Failure(`apt-get does not find ${wanted.join(', ')}:\n${output}`);
  const packages = [...output.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name);
  if (packages.length === 0) throw new Failure(`${wanted.join(', ')} are installed but were not found`);
  return packages;
}

/** Returns true if a found server starts; an old ClickHouse exits with 78, because it does not support --version. */
export function starts(engine) {
  return ask('sh', ['-c', '"$0" --version >/dev/null 2>&1; [ $? -ne 127 ]', engine.program], engine.env) !== null;
}
