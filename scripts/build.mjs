// Builds what is asked for, and only what changed since.
//
//   node scripts/build.mjs [native] [sanitize] [fuzz] [wasm] [package] [page]     (default: the last three)
//
//   native, sanitize   the C++ core, its tests and benchmarks, for this machine   build/<name>/
//   fuzz               the fuzz targets, sanitized                                build/sanitize/
//   wasm               the WebAssembly modules; `wasm-tests` adds their tests     build/wasm/
//   package            the npm package                                            dist/
//   page               the static page                                            build/page/

import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildFileScript } from './lib/file-script.mjs';
import { listFiles } from './lib/files.mjs';
import { withLock } from './lib/lock.mjs';
import { buildMan } from './lib/man.mjs';
import { binFolder, buildFolder, top } from './lib/paths.mjs';
import { Failure, run } from './lib/run.mjs';
import { minify, stripDocumentation, withoutFile } from './lib/slim.mjs';
import { isStarted, main, step } from './lib/step.mjs';
import { buildVendor } from './lib/vendor.mjs';
import { buildWorkers } from './lib/workers.mjs';
import { setup } from './setup.mjs';

const builders = {
  native: (env) => buildCpp(env, 'native', 'all'),
  sanitize: (env) => buildCpp(env, 'sanitize', 'all'),
  fuzz: (env) => buildCpp(env, 'sanitize', 'fuzz'),
  wasm: (env) => buildCpp(env, 'wasm', 'modules'),
  'wasm-tests': (env) => buildCpp(env, 'wasm', 'fairwasm_tests'),
  package: buildPackage,
  page: buildPage,
};

/** Builds the parts in the order given; `env` as from setup(). */
export async function build(env, parts) {
  const unknown = parts.filter((part) => !(part in builders));
  if (unknown.length > 0) {
    throw new Failure(`No such part: ${unknown}. There are ${Object.keys(builders).join(', ')}.`);
  }
  await startBuilds(env, async (buildPart) => {
    for (const part of parts) await buildPart(part);
  });
}

/** Calls `work` with a function that builds a part, while nobody else builds here; resolves with what it gives. */
export function startBuilds(env, work) {
  return withLock(join(buildFolder, '.lock'), async () => {
    await discardForeign(env);
    return work((part) => step(`build ${part}`, () => builders[part](env)));
  });
}

// What another toolchain built does not fit, and its timestamps do not tell.
async function discardForeign(env) {
  const stamp = join(buildFolder, 'toolchain.txt');
  if ((await readFile(stamp, 'utf8').catch(() => null)) === env.id) return;
  for (const preset of ['native', 'sanitize', 'wasm']) {
    await rm(join(buildFolder, preset), { recursive: true, force: true });
  }
  await writeFile(stamp, env.id);
}

export function configure(env, preset) {
  return env.run('cmake', ['--preset', preset, ...env.cmakeArguments]);
}

async function buildCpp(env, preset, target) {
  await configure(env, preset);
  const jobs = String(availableParallelism());
  await env.run('cmake', ['--build', '--preset', preset, '--target', target, '--parallel', jobs]);
}

// A module has its name from its folder of bindings.
const modules = (await readdir(join(top, 'cpp/bindings'))).filter((name) => name !== 'support');

// The modules stand beside the sources that import them, both where tsc reads and where it writes.
async function buildPackage() {
  const files = modules.flatMap((name) => [`${name}.wasm`, `${name}.d.mts`]);
  await rm(join(top, 'dist'), { recursive: true, force: true });
  for (const folder of ['js/src/wasm', 'dist/wasm']) {
    await rm(join(top, folder), { recursive: true, force: true });
    await mkdir(join(top, folder), { recursive: true });
    for (const file of files) {
      await cp(join(buildFolder, 'wasm', file), join(top, folder, file));
    }
    for (const name of modules) {
      await glue(name, folder);
      await inline(name, join(top, folder));
    }
  }
  await buildVendor(['js/src/vendor', 'dist/vendor']);
  await buildFileScript(['js/src/vendor', 'dist/vendor']);
  await run(join(binFolder, 'tsc'), ['-p', 'js/tsconfig.json']);
  await buildWorkers();
  await run(join(binFolder, 'vite'), ['build', '--config', 'web/elements.config.ts']);
  await minify(listFiles(['dist/elements', 'dist/vendor'], ['.js']));
  await stripDocumentation(listFiles(['dist'], ['.js']).filter((file) => !bundled.test(file)));
  for (const name of ['elements', 'lesson']) {
    const file = `elements/${name}.d.ts`;
    await cp(join(top, 'web/src', file), join(top, 'dist', file));
  }
  await buildFrameworks();
  for (const name of ['report', 'comparison', 'config']) {
    await cp(join(top, `docs/${name}.schema.json`), join(top, `dist/schemas/${name}.schema.json`));
  }
  await buildMan();
}

// What is not as the compiler wrote it.
const bundled = /^dist\/(elements|vendor|wasm)\/|-worker\.js$/;

// Emscripten's code that speaks with a module.
async function glue(name, folder) {
  const code = await readFile(join(buildFolder, 'wasm', `${name}.mjs`), 'utf8');
  const file = join(folder, `${name}.mjs`);
  await writeFile(join(top, file), withoutFile(code));
  await minify([file]);
}

// The element once more for each framework, with the types of its templates; and the types of the .wasm files.
async function buildFrameworks() {
  await cp(join(top, 'js/types/wasm.d.ts'), join(top, 'dist/wasm/wasm.d.ts'));
  for (const name of ['react', 'svelte', 'vue']) {
    await cp(join(top, `js/types/${name}.d.ts`), join(top, `dist/elements/${name}.d.ts`));
    await writeFile(join(top, `dist/elements/${name}.js`), "export * from './elements.js';\n");
  }
}

// The module packed into text in a module; js/src/core/packed.ts reads it.
async function inline(name, folder) {
  const bytes = await readFile(join(buildFolder, 'wasm', `${name}.wasm`));
  const base64 = gzipSync(bytes, { level: 9 }).toString('base64');
  await writeFile(join(folder, `${name}.base64.js`), `export default '${base64}';\n`);
  await writeFile(
    join(folder, `${name}.base64.d.ts`),
    'declare const base64: string;\nexport default base64;\n',
  );
}

function buildPage() {
  return run(join(binFolder, 'vite'), ['build', '--config', 'web/vite.config.ts']);
}

if (isStarted(import.meta.url)) {
  const asked = process.argv.slice(2);
  main(async () => build(await setup(), asked.length > 0 ? asked : ['wasm', 'package', 'page']));
}
