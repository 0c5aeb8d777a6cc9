// Runs clang-tidy over the core, one family at a time, and over the bindings. A run takes 10 to 30 seconds, so
// it is skipped if the file, the project's headers that it includes, the rules, and the tools are the same as
// when some checkout last found it clean: the cache has an empty file for each such state, named by its hash.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { configure } from '../build.mjs';
import { listFiles } from './files.mjs';
import { buildFolder, cacheFolder, top } from './paths.mjs';
import { Failure } from './run.mjs';

const cleanFolder = join(cacheFolder, 'clang-tidy');

export async function clangTidy(env) {
  mkdirSync(cleanFolder, { recursive: true });
  const rules = env.id + readFileSync(join(top, '.clang-tidy'), 'utf8');
  const units = [...families(), ...listFiles(['cpp/bindings'], ['.cpp']).map((file) => [file])];
  const pending = units
    .map((files) => ({ files, clean: join(cleanFolder, hashWithHeaders(files, rules)) }))
    .filter(({ clean }) => !existsSync(clean));
  if (pending.length === 0) return;

  const argumentsFor = await prepare(env);
  const complaints = [];
  const worker = async () => {
    for (let next = pending.shift(); next; next = pending.shift()) {
      const { code, output } = await env.attempt('clang-tidy', argumentsFor(next.files));
      if (code === 0) writeFileSync(next.clean, '');
      else complaints.push(output.replace(/^\d+ warnings.* generated\.\n/gm, ''));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  if (complaints.length > 0) throw new Failure(complaints.join('\n'));
}

// Returns the sources of each family.
function families() {
  const all = new Map();
  for (const file of listFiles(['cpp/src'], ['.cpp'])) {
    all.set(dirname(file), [...(all.get(dirname(file)) ?? []), file]);
  }
  return [...all.values()];
}

// Resolves with a function from the files of a unit to clang-tidy's arguments. CMake writes a source that includes the
// files of a family.
async function prepare(env) {
  await configure(env, 'tidy');
  const folder = join(buildFolder, 'tidy');
  const wasm = ['--', ...(await wasmFlags(env))];
  return ([first]) => {
    if (first.startsWith('cpp/bindings')) return ['--quiet', first, ...wasm];
    const target = `fairwasm_${basename(dirname(first))}_size.dir`;
    return ['--quiet', join(folder, 'CMakeFiles', target, 'Unity/unity_0_cxx.cxx'), '-p', folder];
  };
}

// The bindings are compiled by em++ only, whose command line clang-tidy cannot read. These flags describe the same
// target; the omitted flags change the generated code, not its form.
async function wasmFlags(env) {
  await env.run('embuilder', ['build', 'sysroot']);
  const [, sysroot] = (await env.run('em++', ['--cflags'])).match(/--sysroot=(\S+)/);
  return [
    '-std=c++20',
    '-Icpp/include',
    `-isystem${join(buildFolder, 'include')}`,
    '--target=wasm32-unknown-emscripten',
    `--sysroot=${sysroot}`,
    `-isystem${join(sysroot, 'include', 'compat')}`,
    '-fwasm-exceptions',
    '-msimd128',
    // Also in CMakeLists.txt, with the reason.
    '-Wno-c++26-extensions',
    '-Wno-undefined-var-template',
  ];
}

function hashWithHeaders(files, rules) {
  const hash = createHash('sha256').update(rules);
  const seen = new Set();
  const visit = (path) => {
    if (seen.has(path)) return;
    seen.add(path);
    const text = readFileSync(join(top, path), 'utf8');
    hash.update(path).update(text);
    for (const [, name] of text.matchAll(/^\s*#\s*include\s*[<"]([^>"]+)[>"]/gm)) {
      const folders = [dirname(path), 'cpp/include', 'cpp/src'];
      const header = folders.map((folder) => join(folder, name)).find((p) => existsSync(join(top, p)));
      if (header) visit(header);
    }
  };
  for (const file of files) visit(file);
  return hash.digest('hex');
}
