// Tests mutants of a package folder: compiled, copied into a copy of the built package, and tested until one test
// fails. Copies are in separate folders, so several can be tested in parallel.

import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { build } from '../build.mjs';
import { listFiles } from '../lib/files.mjs';
import { top } from '../lib/paths.mjs';
import { attempt, Failure } from '../lib/run.mjs';
import { compiled, faultsIn } from './syntax.mjs';
import { withFault } from './text.mjs';

/** The folders of the package's sources, such as `js/data`. */
export const folders = (await readdir(join(top, 'js/src'), { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `js/${name}`);

const getSources = (folder) => `js/src/${folder.slice('js/'.length)}`;

/** Returns every mutant of a source folder, as in syntax.mjs, with its file. */
export async function findFaults(folder) {
  const files = listFiles([getSources(folder)], ['.ts']).filter((file) => !file.endsWith('.d.ts'));
  const all = await Promise.all(
    files.map(async (file) => faultsIn(await readFile(join(top, file), 'utf8')).map((fault) => ({ file, ...fault }))),
  );
  return all.flat();
}

/**
 * Returns `count` test benches, which classify a mutant by the tests of `suites` (folders of tests/js) as `found`,
 * `survived`, `same`, or `invalid`.
 */
export async function testers(env, suites, count) {
  await build(env, ['wasm', 'package']);
  const benches = await Promise.all(Array.from({ length: count }, () => Bench.make(suites)));
  const { code, output } = await benches[0].test();
  if (code !== 0) throw new Failure(`The tests of ${suites} fail without any mutant.\n${output}`);
  for (const bench of benches) bench.limit = benches[0].limit;
  return benches;
}

class Bench {
  static async make(suites) {
    const bench = new Bench();
    bench.folder = await mkdtemp(join(tmpdir(), 'fairwasm-mutate-'));
    for (const name of ['dist', 'docs', 'package.json', 'vitest.config.ts'])
      await cp(join(top, name), join(bench.folder, name), { recursive: true });
    const isOfCore = (path) => /^tests\/(cpp|fuzz)/.test(relative(top, path));
    await cp(join(top, 'tests'), join(bench.folder, 'tests'), { recursive: true, filter: (path) => !isOfCore(path) });
    await symlink(join(top, 'node_modules'), join(bench.folder, 'node_modules'));
    bench.places = suites.map((suite) => `tests/js/${suite}`);
    return bench;
  }

  async test() {
    const start = Date.now();
    const result = await attempt(
      process.execPath,
      [...['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', '--bail=1'], ...this.places],
      { cwd: this.folder, limit: this.limit ?? 600, detached: true },
    );
    this.limit ??= 20 + (4 * (Date.now() - start)) / 1000;
    return result;
  }

  async judge({ file, ...fault }) {
    const text = await readFile(join(top, file), 'utf8');
    const [whole, faulty] = [compiled(text), compiled(withFault(text, fault))];
    if (faulty === undefined) return 'invalid';
    if (faulty === whole) return 'same';
    const name = file.replace(/^js\/src\//, 'dist/').replace(/\.ts$/, '.js');
    const built = join(this.folder, name);
    const right = await readFile(built);
    await writeFile(built, faulty);
    const { code } = await this.test();
    await writeFile(built, right);
    return code === 0 ? 'survived' : 'found';
  }

  remove() {
    return rm(this.folder, { recursive: true, force: true });
  }
}
