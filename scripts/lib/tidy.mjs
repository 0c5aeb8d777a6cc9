// clang-tidy over the core and the bindings. It takes seconds a file, so a file is looked at again
// only when it, a header of ours that it includes, the rules or the tools have changed since it was
// clean in whichever checkout: the cache has an empty file for each such state, named by its hash.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { configure } from '../build.mjs';
import { listFiles } from './files.mjs';
import { buildFolder, cacheFolder, top } from './paths.mjs';
import { Failure } from './run.mjs';

const cleanFolder = join(cacheFolder, 'clang-tidy');

export async function clangTidy(env) {
  mkdirSync(cleanFolder, { recursive: true });
  const rules = env.id + readFileSync(join(top, '.clang-tidy'), 'utf8');
  const pending = listFiles(['cpp/src', 'cpp/bindings'], ['.cpp'])
    .map((file) => ({ file, clean: join(cleanFolder, hashWithHeaders(file, rules)) }))
    .filter(({ clean }) => !existsSync(clean));
  if (pending.length === 0) return;

  const argumentsFor = await prepare(env);
  const complaints = [];
  const worker = async () => {
    for (let next = pending.shift(); next; next = pending.shift()) {
      const { code, output } = await env.attempt('clang-tidy', argumentsFor(next.file));
      if (code === 0) writeFileSync(next.clean, '');
      else complaints.push(output.replace(/^\d+ warnings.* generated\.\n/gm, ''));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  if (complaints.length > 0) throw new Failure(complaints.join('\n'));
}

// Resolves with a function from a file to clang-tidy's arguments.
async function prepare(env) {
  await configure(env, 'native');
  const native = ['-p', join(buildFolder, 'native')];
  const wasm = ['--', ...(await wasmFlags(env))];
  return (file) => ['--quiet', file, ...(file.startsWith('cpp/bindings') ? wasm : native)];
}

// The bindings are compiled by em++ alone, whose command line clang-tidy cannot read. These flags
// describe the same target to it; what they leave out changes code, not its form.
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
    // As CMakeLists.txt has them, with the reason.
    '-Wno-c++26-extensions',
    '-Wno-undefined-var-template',
  ];
}

function hashWithHeaders(file, rules) {
  const hash = createHash('sha256').update(rules);
  const seen = new Set();
  const visit = (path) => {
    if (seen.has(path)) return;
    seen.add(path);
    const text = readFileSync(join(top, path), 'utf8');
    hash.update(path).update(text);
    for (const [, name] of text.matchAll(/^\s*#\s*include\s*[<"]([^>"]+)[>"]/gm)) {
      const folders = [dirname(path), 'cpp/include', 'cpp/src'];
      const header = folders
        .map((folder) => join(folder, name))
        .find((p) => existsSync(join(top, p)));
      if (header) visit(header);
    }
  };
  visit(file);
  return hash.digest('hex');
}
