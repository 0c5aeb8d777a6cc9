// Fuzz programs: each file in tests/fuzz is a program for the core, compiled with sanitizers; each file in
// tests/fuzz/package is one for the package, which Jazzer.js runs with the same libFuzzer, guided by the coverage of
// dist/. Jazzer.js includes a library that older systems cannot load, so it runs in the C++ environment.

import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listFiles } from '../lib/files.mjs';
import { buildFolder, top } from '../lib/paths.mjs';
import { toolFolder } from '../lib/tool-folder.mjs';

const named = (folder, ending) => listFiles([folder], [ending]).map((file) => basename(file, ending));

const ofPackage = named('tests/fuzz/package', '.mjs');

/** All programs by name. */
export const targets = [...named('tests/fuzz', '.cpp'), ...ofPackage];

/** Returns true if libFuzzer can minimize the corpus, which Jazzer.js cannot. */
export const canMerge = (target) => !ofPackage.includes(target);

/** Returns the parts to build for a program. */
export const getParts = (target) => (ofPackage.includes(target) ? ['wasm', 'package'] : ['fuzz']);

/** Returns the command that runs a program with libFuzzer options on files or folders of inputs. */
export async function getCommand(target, options, inputs) {
  if (!ofPackage.includes(target)) {
    return [join(buildFolder, 'sanitize', `fuzz_${target}`), [...options, ...inputs]];
  }
  const tools = await toolFolder('fuzz', join(top, 'scripts/fuzz/tools/package.json'));
  const program = join(top, 'tests/fuzz/package', `${target}.mjs`);
  const isSync = !readFileSync(program, 'utf8').includes('export async function fuzz');
  return [
    'node',
    [
      '--max-old-space-size=1024', // delays garbage collection while memory is available
      join(tools, 'node_modules/@jazzer.js/core/dist/cli.js'),
      ...[program, ...inputs, '--includes', join(top, 'dist/'), ...(isSync ? ['--sync'] : [])],
      ...['--timeout', '10000'],
      ...['--', ...options],
    ],
  ];
}
