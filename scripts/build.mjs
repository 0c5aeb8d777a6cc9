// Builds the given parts, and only what has changed.
//
//   node scripts/build.mjs [native] [sanitize] [coverage] [fuzz] [wasm] [package] [page]     (default: the last three)
//
//   native, sanitize   the C++ core, its tests and benchmarks, for this machine   build/<name>/
//   coverage           the native tests, with counters for line-coverage.mjs        build/coverage/
//   fuzz               the fuzz targets, sanitized                                build/sanitize/
//   wasm               the WebAssembly modules; `wasm-tests` adds their tests     build/wasm/
//   plain              native without unity builds, for mutation tests             build/plain/
//   package            the npm package; `code` only what runs                      dist/
//   page               the static page                                            build/page/, dist/fairwasm.html

import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { withLock } from './lib/lock.mjs';
import { getFolder, restoreModules, storeModules } from './lib/module-cache.mjs';
import { buildCode, buildPackage } from './lib/package.mjs';
import { binFolder, buildFolder } from './lib/paths.mjs';
import { Failure, run } from './lib/run.mjs';
import { isStarted, main, step } from './lib/step.mjs';
import { setup } from './setup.mjs';

const builders = {
  native: (env, report) => buildCpp(env, report, 'native', 'fairwasm_tests'),
  bench: (env, report) => buildCpp(env, report, 'native', 'fairwasm_bench'),
  plain: (env, report) => buildCpp(env, report, 'plain', 'fairwasm_tests'),
  sanitize: (env, report) => buildCpp(env, report, 'sanitize', 'fairwasm_tests'),
  coverage: (env, report) => buildCpp(env, report, 'coverage', 'fairwasm_tests'),
  fuzz: (env, report) => buildCpp(env, report, 'sanitize', 'fuzz'),
  wasm: buildModules,
  'wasm-tests': (env, report) => buildCpp(env, report, 'wasm', 'fairwasm_tests'),
  code: () => buildCode(),
  package: () => buildPackage(),
  page: buildPage,
};

/** Builds the parts in the given order; `env` as from setup(). */
export async function build(env, parts) {
  const unknown = parts.filter((part) => !(part in builders));
  if (unknown.length > 0) {
    throw new Failure(`No such part: ${unknown}. Parts are ${Object.keys(builders).join(', ')}.`);
  }
  await startBuilds(env, async (buildPart) => {
    for (const part of parts) await buildPart(part);
  });
}

/** Calls `work` with a function that builds a part, while no other process builds here; resolves with its result. */
export function startBuilds(env, work) {
  return withLock(join(buildFolder, '.lock'), async () => {
    await discardForeign(env);
    return work((part) => step(`build ${part}`, (report) => builders[part](env, report)));
  });
}

// Objects of another toolchain are incompatible, which timestamps do not show.
async function discardForeign(env) {
  const stamp = join(buildFolder, 'toolchain.txt');
  if ((await readFile(stamp, 'utf8').catch(() => null)) === env.id) return;
  for (const preset of ['native', 'plain', 'tidy', 'sanitize', 'coverage', 'wasm']) {
    await rm(join(buildFolder, preset), { recursive: true, force: true });
  }
  await writeFile(stamp, env.id);
}

export function configure(env, preset) {
  return env.run('cmake', ['--preset', preset, ...env.cmakeArguments]);
}

// Ninja reconfigures automatically if necessary.
async function buildCpp(env, report, preset, target) {
  if (!existsSync(join(buildFolder, preset, 'build.ninja'))) await configure(env, preset);
  const jobs = String(availableParallelism());
  const args = ['--build', '--preset', preset, '--target', target, '--parallel', jobs];
  await env.run('cmake', args, {
    onText: (text) => {
      const [, done, all] = /.*\[(\d+)\/(\d+)\]/s.exec(text) ?? [];
      if (all) report(done, all);
    },
  });
}

async function buildModules(env, report) {
  const folder = getFolder(env.id);
  if (restoreModules(folder)) return;
  await buildCpp(env, report, 'wasm', 'modules');
  storeModules(folder, env.id);
}

async function buildPage() {
  await run(join(binFolder, 'vite'), ['build', '--config', 'web/vite.config.ts']);
  const { buildSingleFile } = await import('./lib/single-file.mjs');
  await buildSingleFile();
}

if (isStarted(import.meta.url)) {
  const asked = process.argv.slice(2);
  main(async () => build(await setup(), asked.length > 0 ? asked : ['wasm', 'package', 'page']));
}
