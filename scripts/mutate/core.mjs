// Tests mutants of a C++ family: compiled without optimization, linked only with the family's tests, and tested until
// one fails. All native tests run for mutants that survive, and then the optimizing compiler: if it generates identical
// code, the mutant is equivalent.

import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build } from '../build.mjs';
import { listFiles } from '../lib/files.mjs';
import { buildFolder, top } from '../lib/paths.mjs';
import { Failure } from '../lib/run.mjs';
import { faultsIn, withFault } from './text.mjs';

const plain = join(buildFolder, 'plain');
const getHeaders = (family) => `cpp/include/fairwasm/${family}`;
const getSources = (family) => `cpp/src/${family}`;

/** The families of the core with sources and tests. */
export const families = (await readdir(join(top, 'tests/cpp'), { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Returns every mutant of a family, as in text.mjs, with its file. */
export async function findFaults(family) {
  const files = listFiles([getHeaders(family), getSources(family)], ['.hpp', '.cpp']);
  const all = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(top, file), 'utf8');
      return faultsIn(text).map((fault) => ({ file, ...fault }));
    }),
  );
  return all.flat();
}

/** Returns a test bench that classifies a mutant as `found`, `found by others`, `survived`, `same`, or `invalid`. */
export async function tester(env, family) {
  await build(env, ['plain']);
  const bench = await Bench.make(env, family);
  await bench.link([], bench.ofFamily);
  const { code, output } = await bench.test();
  if (code !== 0) throw new Failure(`The tests of ${family} fail without any mutant.\n${output}`);
  return bench;
}

class Bench {
  static async make(env, family) {
    const bench = new Bench();
    bench.env = env;
    bench.family = family;
    bench.folder = join(buildFolder, 'mutate', family);
    await rm(bench.folder, { recursive: true, force: true });
    await mkdir(bench.folder, { recursive: true });
    const commands = JSON.parse(await readFile(join(plain, 'compile_commands.json'), 'utf8'));
    bench.commands = commands.filter(({ file }) =>
      [getSources(family), `tests/cpp/${family}`].some((part) => file.startsWith(join(top, part, '/'))),
    );
    const tests = commands
      .filter(({ file }) => file.startsWith(join(top, 'tests/cpp/')))
      .map(({ output, directory }) => (output.startsWith('/') ? output : join(directory, output)));
    const isShared = (path) => /tests\/cpp\/[^/]+$/.test(path);
    bench.all = tests;
    bench.ofFamily = tests.filter((path) => isShared(path) || path.includes(`tests/cpp/${family}/`));
    return bench;
  }

  // Returns the sources to compile: the mutated source, or those of the family that include the header.
  async #affected({ file }) {
    if (file.endsWith('.cpp')) return this.commands.filter((each) => each.file === join(top, file));
    const depend = await this.env.run('ninja', ['-C', plain, '-t', 'deps']);
    const users = depend.split('\n\n').filter((block) => block.includes(`${join(top, file)}\n`));
    const sources = users.map((block) => block.slice(0, block.indexOf(':')));
    return this.commands.filter(({ output }) => sources.some((name) => output.endsWith(name)));
  }

  // Compiles as in native builds, with the sources in `folder` and without warnings about unused code.
  async #compile(command, optimization, object) {
    const words = command.command
      .split(' ')
      .filter((word) => !/^-(O|W|o$|c$)/.test(word) && !word.endsWith('.o'))
      .filter((word) => word !== command.file && word !== 'ccache' && !word.endsWith('/ccache'));
    const [compiler, ...flags] = words;
    const copy = command.file.includes('/cpp/src/') ? join(this.folder, 'src', basename(command.file)) : command.file;
    return this.env.attempt(
      compiler,
      [`-I${join(this.folder, 'include')}`, ...flags, optimization, '-w', '-c', copy, '-o', object],
      { cwd: command.directory, limit: 300 },
    );
  }

  async #lay({ file, ...fault } = {}) {
    await cp(join(top, getSources(this.family)), join(this.folder, 'src'), { recursive: true });
    await rm(join(this.folder, 'include'), { recursive: true, force: true });
    if (!file) return;
    const path = file.startsWith('cpp/include/')
      ? join(this.folder, 'include', file.slice('cpp/include/'.length))
      : join(this.folder, 'src', basename(file));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, withFault(await readFile(join(top, file), 'utf8'), fault));
  }

  async link(objects, tests) {
    const names = new Set(objects.map((path) => basename(path)));
    const libraries = ['libfairwasm_core.a', 'lib/libgmock_main.a', 'lib/libgmock.a', 'lib/libgtest.a'];
    await this.env.run('clang++', [
      ...objects,
      ...tests.filter((path) => !names.has(basename(path))),
      ...libraries.map((library) => join(plain, library)),
      ...['-o', join(this.folder, 'tests')],
    ]);
  }

  async test() {
    const start = Date.now();
    const result = await this.env.attempt(join(this.folder, 'tests'), ['--gtest_brief=1', '--gtest_fail_fast'], {
      limit: this.limit ?? 300,
      detached: true,
    });
    this.limit ??= 10 + (4 * (Date.now() - start)) / 1000;
    return result;
  }

  /** Nothing to clean up, because the next bench recreates its folder. */
  remove() {}

  async judge(fault) {
    await this.#lay(fault);
    const objects = [];
    const affected = await this.#affected(fault);
    for (const command of affected) {
      const object = join(this.folder, `${basename(command.file)}.o`);
      const { code } = await this.#compile(command, '-O0', object);
      if (code !== 0) return 'invalid';
      objects.push(object);
    }
    await this.link(objects, this.ofFamily);
    if ((await this.test()).code !== 0) return 'found';
    await this.link(objects, this.all);
    const whole = await this.env.attempt(join(this.folder, 'tests'), ['--gtest_brief=1', '--gtest_fail_fast'], {
      limit: 600,
      detached: true,
    });
    if (whole.code !== 0) return 'found by others';
    return (await this.#isSame(fault, affected)) ? 'same' : 'survived';
  }

  async #isSame(fault, affected) {
    const getBytes = async (faultOrNone) => {
      await this.#lay(faultOrNone);
      const all = [];
      for (const command of affected) {
        const object = join(this.folder, 'optimized.o');
        await this.#compile(command, '-O2', object);
        all.push(await readFile(object, 'latin1'));
      }
      return all.join();
    };
    return (await getBytes(fault)) === (await getBytes());
  }
}
