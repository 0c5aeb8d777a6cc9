// The programs that are fed with bytes: each file of tests/fuzz is one of the core, compiled with sanitizers; each file of
// tests/fuzz/package is one of the package, which Jazzer.js runs with the same libFuzzer, guided by what of dist/ is
// reached. Jazzer.js comes with a library that older systems cannot load: it runs where C++ is built.

import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listFiles } from '../lib/files.mjs';
import { buildFolder, top } from '../lib/paths.mjs';
import { toolFolder } from '../lib/tool-folder.mjs';

const named = (folder, ending) =>
  listFiles([folder], [ending]).map((file) => basename(file, ending));

const ofPackage = named('tests/fuzz/package', '.mjs');

/** The programs by name. */
export const targets = [...named('tests/fuzz', '.cpp'), ...ofPackage];

/** Whether libFuzzer can find the smallest set of inputs that reach as far: Jazzer.js cannot. */
export const canMerge = (target) => !ofPackage.includes(target);

/** What is built for a program. */
export const partsOf = (target) => (ofPackage.includes(target) ? ['wasm', 'package'] : ['fuzz']);

/** The command that runs a program with options of libFuzzer, on files or folders of inputs. */
export async function commandOf(target, options, inputs) {
  if (!ofPackage.includes(target)) {
    return [join(buildFolder, 'sanitize', `fuzz_${target}`), [...options, ...inputs]];
  }
  const tools = await toolFolder('fuzz', join(top, 'scripts/fuzz/tools/package.json'));
  const program = join(top, 'tests/fuzz/package', `${target}.mjs`);
  const isSync = !readFileSync(program, 'utf8').includes('export async function fuzz');
  return [
    'node',
    [
      '--max-old-space-size=1024', // garbage is left where it is for as long as there is room
      join(tools, 'node_modules/@jazzer.js/core/dist/cli.js'),
      ...[program, ...inputs, '--includes', join(top, 'dist/'), ...(isSync ? ['--sync'] : [])],
      ...['--timeout', '10000'],
      ...['--', ...options],
    ],
  ];
}
