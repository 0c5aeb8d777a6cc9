// Checks format, types, and structure: clang-format, clang-tidy, Biome, tsc for files that no build compiles, the
// direction of imports, the wording of texts, long argument lists, views of WebAssembly's memory, the running time of
// regular expressions, and the licenses, install scripts, and checksums of npm packages.
//
//   node scripts/lint.mjs [--fix]     --fix rewrites what the formatters can put right

import { join } from 'node:path';
import { checkDependencies } from './lib/dependencies.mjs';
import { listFiles } from './lib/files.mjs';
import { binFolder, buildFolder, tsc } from './lib/paths.mjs';
import { Failure, run } from './lib/run.mjs';
import { isStarted, main, say, step } from './lib/step.mjs';
import { clangTidy } from './lib/tidy.mjs';
import { setup } from './setup.mjs';

const checks = {
  'clang-format': clangFormat,
  'clang-tidy': clangTidy,
  biome,
  'types of the page': () => checkTypes('web'),
  'types in tests': () => checkTypes('tests'),
  layers,
  prose,
  calls,
  'regular expressions': checkRegularExpressions,
  'statements of uncertainty': checkStatements,
  dependencies: checkDependencies,
};

// Needs only the API reports.
async function checkStatements() {
  const { checkStatements } = await import('./lib/statements.mjs');
  checkStatements();
}

// Needs TypeScript, too.
async function checkRegularExpressions() {
  const { checkRegularExpressions } = await import('./lib/regular-expressions.mjs');
  await checkRegularExpressions();
}

// Needs TypeScript, which is not installed before setup().
async function layers() {
  const { checkLayers } = await import('./lib/layers.mjs');
  checkLayers();
}

// Needs TypeScript, too.
async function calls() {
  const { checkCalls } = await import('./lib/calls.mjs');
  checkCalls();
}

// Needs TypeScript, too.
async function prose(_env, options) {
  const { checkProse } = await import('./prose.mjs');
  checkProse(options);
}

/** Runs every check, even after a failure; resolves with `{ name, message }` of each failed check. */
export async function lint(env, { fix = false } = {}) {
  const failures = [];
  for (const [name, check] of Object.entries(checks)) {
    if (name.startsWith('clang-') && !env.has(name)) {
      say(`${name} is skipped because it is not installed`);
      continue;
    }
    await step(name, () => check(env, { fix })).catch((error) => {
      failures.push({ name, message: error.message });
    });
  }
  return failures;
}

async function clangFormat(env, { fix }) {
  const files = listFiles(['cpp', 'tests/cpp'], ['.cpp', '.hpp']);
  if (fix) return env.run('clang-format', ['-i', ...files]);
  const { output } = await env.attempt('clang-format', ['--dry-run', ...files]);
  const [...hits] = new Set(output.match(/^[^:\s]+:\d+(?=:)/gm));
  if (hits.length > 0) throw new Failure(`${hits.join('\n')}\n\`npm run format\` fixes them.`);
}

function biome(_env, { fix }) {
  return run(join(binFolder, 'biome'), ['check', '--error-on-warnings', ...(fix ? ['--write'] : [])]);
}

// Vite removes types without checking them, and the test runner does not check tests. A later run reads which files are
// unchanged.
function checkTypes(folder) {
  const state = join(buildFolder, 'types', `${folder}.tsbuildinfo`);
  const options = ['--noEmit', '--incremental', '--tsBuildInfoFile', state];
  return run(process.execPath, [tsc, ...options, '-p', join(folder, 'tsconfig.json')]);
}

if (isStarted(import.meta.url)) {
  main(async () => {
    const failures = await lint(await setup(), { fix: process.argv.includes('--fix') });
    if (failures.length > 0) {
      throw new Failure(failures.map(({ name, message }) => `${name}\n${message}`).join('\n\n'));
    }
  });
}
