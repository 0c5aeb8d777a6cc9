// Line and branch coverage of the tests per family: the C++ core by llvm-cov in the native tests, the package by V8 in the
// tests of tests/js, command-line processes and workers included. Writes build/coverage/: index.html, coverage.md,
// coverage.json, and cpp/index.html with the counts of each line of C++.
//
//   npm run coverage:lines [-- cpp | js [VITEST ARGUMENT...]]     (default: both, all tests)

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { buildFolder, top } from './lib/paths.mjs';
import { Failure, run } from './lib/run.mjs';
import { isStarted, main, say, step } from './lib/step.mjs';
import { write } from './line-coverage/page.mjs';
import { ScriptCoverage } from './line-coverage/v8.mjs';
import { setup } from './setup.mjs';

const folder = join(buildFolder, 'coverage');

/**
 * Runs the tests with counters and writes the reports; `languages` are `cpp` and `js`. Resolves with the coverage of
 * each file: `[{ file, lines: { count, covered }, branches: { count, covered } }]`.
 */
export async function coverLines(env, languages = ['cpp', 'js'], vitestArguments = []) {
  mkdirSync(folder, { recursive: true });
  const files = [];
  let failure;
  if (languages.includes('cpp')) files.push(...(await coverCpp(env)));
  if (languages.includes('js')) {
    const ofPackage = await coverPackage(env, vitestArguments);
    files.push(...ofPackage.files);
    failure = ofPackage.failure;
  }
  write(folder, files);
  say(`coverage: ${relative(top, join(folder, 'index.html'))}`);
  if (failure) throw failure;
  return files;
}

async function coverCpp(env) {
  await build(env, ['coverage']);
  const tests = join(folder, 'fairwasm_tests');
  const [raw, merged] = [join(folder, 'tests.profraw'), join(folder, 'tests.profdata')];
  const tool = async (name) => (await env.run('clang++', [`-print-prog-name=${name}`])).trim();
  await step('coverage of the native tests', () =>
    env.run('env', [`LLVM_PROFILE_FILE=${raw}`, tests, '--gtest_brief=1']),
  );
  await env.run(await tool('llvm-profdata'), ['merge', '-sparse', raw, '-o', merged]);
  const cov = await tool('llvm-cov');
  const sources = [tests, `-instr-profile=${merged}`, join(top, 'cpp')];
  const html = ['-format=html', `-output-dir=${join(folder, 'cpp')}`];
  await env.run(cov, ['show', ...html, ...sources]);
  const { data } = JSON.parse(await env.run(cov, ['export', '-summary-only', ...sources]));
  return data[0].files.map(({ filename, summary: { lines, branches } }) => ({
    file: relative(top, filename),
    lines,
    branches,
  }));
}

async function coverPackage(env, vitestArguments) {
  await build(env, ['wasm', 'package']);
  const counts = join(folder, 'v8');
  rmSync(counts, { recursive: true, force: true });
  mkdirSync(counts, { recursive: true });
  // Node loads the package itself, so Node's counts also apply to the processes of Vitest.
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--project=js*', ...vitestArguments];
  // A failed test is reported after the page is written.
  const failure = await step('coverage of the package', () =>
    run(process.execPath, command, { detached: true, env: { ...process.env, NODE_V8_COVERAGE: counts } }).then(
      () => undefined,
      (error) => error,
    ),
  );
  const files = readCounts(counts);
  rmSync(counts, { recursive: true });
  return { files, failure };
}

// A file of the package is compiled from the source with the same name; bundled files have none.
const getSource = (file) => join('js/src', file.replace(/\.js$/, '.ts'));

/** Sums the counts of all processes by source, including sources that no process loaded. */
function readCounts(counts) {
  const dist = join(top, 'dist');
  const scripts = new Map(
    readdirSync(dist, { recursive: true })
      .filter((file) => file.endsWith('.js') && existsSync(join(top, getSource(file))))
      .map((file) => [file, new ScriptCoverage(readFileSync(join(dist, file), 'utf8'))]),
  );
  for (const name of readdirSync(counts)) {
    const text = readFileSync(join(counts, name), 'utf8');
    // A process that a test kills leaves an incomplete file, which ends before its last brace.
    if (!text.endsWith('}')) {
      console.error(`${name}: ignored, because its process was stopped before it had written its counts`);
      continue;
    }
    const { result } = JSON.parse(text);
    for (const { url, functions } of result) {
      const path = url.startsWith('file:') ? fileURLToPath(url) : url;
      scripts.get(relative(dist, path))?.add(functions);
    }
  }
  return [...scripts].map(([file, { summary }]) => ({ file: getSource(file), ...summary }));
}

if (isStarted(import.meta.url)) {
  main(async () => {
    const [language, ...vitestArguments] = process.argv.slice(2);
    if (language && !['cpp', 'js'].includes(language)) throw new Failure(`${language}: the languages are cpp and js`);
    const languages = language ? [language] : undefined;
    await coverLines(await setup(), languages, vitestArguments);
  });
}
