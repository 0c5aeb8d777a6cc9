// Tests everything that a change can break: builds, tests, and lint. The last line is `N passed, N failed`; the
// exit code is 1 if anything failed or nothing ran.
//
//   npm test [-- SUITE...] [VITEST OPTION...]   native js web packaging browsers lint (default: all of these)
//   npm run test:thorough [-- SUITE...]         adds sanitize, fuzz, and wasm, longer searches, and a page of coverage
//
//   npm test -- js -t 'any names fit'           tests of one name
//   npm test -- js tests/js/report              one folder or file
//   npm test -- js --watch                      again whenever a file changes, until Ctrl+C
//
// Two suites run side by side: while one waits for a browser, a link, or a server, the other has its core.

import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { startBuilds } from './build.mjs';
import { getParts, targets } from './fuzz/programs.mjs';
import { fuzz } from './fuzz.mjs';
import { listFiles } from './lib/files.mjs';
import { buildFolder, top } from './lib/paths.mjs';
import { add, noResults, parseGoogletest, parseVitest, readReport, report } from './lib/results.mjs';
import { attempt, Failure } from './lib/run.mjs';
import { main, say, step } from './lib/step.mjs';
import { lint } from './lint.mjs';
import { setup } from './setup.mjs';

// `needs` are parts of build.mjs, in the order in which they need each other. Long suites start first; the longest runs in
// two parts, so that neither core waits for it in the end. `thorough` suites run the same code as others in slower ways:
// sanitized, in Node as WebAssembly, and with generated input.
const suites = {
  web: { needs: ['wasm', 'package', 'page'], run: vitest, isDivided: true },
  js: { needs: ['wasm', 'package'], run: vitest },
  packaging: { needs: ['wasm', 'package', 'page'], run: vitest },
  native: { needs: ['native'], run: googletestHere },
  browsers: { needs: ['wasm', 'package', 'page'], run: vitest },
  lint: { needs: ['wasm', 'package'], run: lintAll },
  sanitize: { needs: ['sanitize'], run: googletestHere, thorough: true },
  fuzz: { needs: ['sanitize', 'fuzz', 'wasm', 'package'], run: fuzzAll, thorough: true },
  wasm: { needs: ['wasm', 'wasm-tests'], run: googletestInNode, thorough: true },
};

// Each test has its own limit; a suite is killed only if it prints nothing for this many seconds.
const silence = 900;
const isThorough = process.argv[2] === '--thorough';
const reports = join(buildFolder, 'reports');

main(async () => {
  const { names, options } = readArguments(process.argv.slice(isThorough ? 3 : 2));
  if (isThorough) process.env.FAIRWASM_THOROUGH = '1';
  const env = await setup({
    browser: names.some((name) => ['web', 'browsers', 'packaging'].includes(name)),
    otherBrowsers: names.includes('browsers'),
    engines: names.includes('js'),
  });
  mkdirSync(reports, { recursive: true });
  if (options.length > 0) return runVitestOnly(names, options, env);
  const results = await runAll(names, env);
  if (!report(results)) process.exitCode = 1;
});

// Options, and what follows them, are Vitest's.
function readArguments(args) {
  const first = args.findIndex((arg) => !(arg in suites));
  const asked = first < 0 ? args : args.slice(0, first);
  const options = first < 0 ? [] : args.slice(first);
  const isChosen = (name) => (asked.length > 0 ? asked.includes(name) : isThorough || !suites[name].thorough);
  const names = Object.keys(suites).filter(isChosen);
  const isOfVitest = asked.length > 0 && names.every((name) => suites[name].run === vitest);
  if (options.length > 0 && !isOfVitest) {
    throw new Failure(
      `Suites: ${Object.keys(suites).join(' ')}. Options are Vitest's, and need one of its suites before them.`,
    );
  }
  return { names, options };
}

function runAll(names, env) {
  const results = noResults();
  const divided = names.length > 1 ? names.filter((name) => suites[name].isDivided) : [];
  const queue = names.map((name) => ({ name, shard: divided.includes(name) ? '1/2' : '1/1' }));
  queue.splice(2, 0, ...divided.map((name) => ({ name, shard: '2/2' })));
  const lanes = Math.min(2, queue.length);
  return startBuilds(env, async (build) => {
    const buildAll = builder(build, results);
    const lane = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { name, shard } = next;
        const { needs, run } = suites[name];
        if (!(await buildAll(needs))) continue;
        const workers = Math.max(1, Math.floor(availableParallelism() / lanes));
        add(results, await run(name, { env, workers, shard }));
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    return results;
  });
}

// A part that cannot be built counts as one failure for all suites that need it.
function builder(build, results) {
  const built = new Map();
  const buildOnce = (part) => {
    if (!built.has(part))
      built.set(
        part,
        build(part).then(() => true, failedToBuild(part)),
      );
    return built.get(part);
  };
  const failedToBuild = (part) => (error) => {
    add(results, failed(`build ${part}`, error.message));
    return false;
  };
  return async (parts) => {
    for (const part of parts) if (!(await buildOnce(part))) return false;
    return true;
  };
}

function failed(name, output) {
  say(`\n${output}\n`);
  return { failed: [name] };
}

function googletestHere(suite, { env }) {
  return runSuite(suite, parseGoogletest, (file) =>
    env.attempt(join(buildFolder, suite, 'fairwasm_tests'), [`--gtest_output=json:${file}`], {
      silence,
      detached: true,
    }),
  );
}

function googletestInNode(suite) {
  const tests = join(buildFolder, 'wasm', 'fairwasm_tests.cjs');
  return runSuite(suite, parseGoogletest, (file) =>
    attempt(process.execPath, [tests, `--gtest_output=json:${file}`], { silence, detached: true }),
  );
}

// Inputs are always the same: the corpus, and as many derived ones as a few seconds permit.
async function fuzzAll(suite, { env }) {
  const results = noResults();
  for (const target of targets) {
    const runs = getParts(target).includes('package') ? 1000 : 5000; // some of them take ten milliseconds each
    const { code, output } = await step(`fuzz ${target}`, () =>
      fuzz(env, target, [`-runs=${runs}`, '-seed=1'], silence),
    );
    if (code === 0) results.passed++;
    else add(results, failed(`${suite}: ${target}`, output));
  }
  return results;
}

const vitestCommand = 'node_modules/vitest/vitest.mjs';

function vitest(suite, { workers, shard }) {
  const args = ['run', `--project=${suite}*`, `--maxWorkers=${workers}`, `--shard=${shard}`, '--reporter=default'];
  const [part, parts] = shard.split('/').map(Number);
  const files = Math.ceil(listFiles([`tests/${suite}`], ['.test.mjs']).length / parts);
  return runSuite(part > 1 ? `${suite}-${part}` : suite, parseVitest, (file, report) => {
    let done = 0;
    return attempt(process.execPath, [vitestCommand, ...args, '--reporter=scripts/lib/file-reporter.mjs'], {
      silence,
      detached: true,
      env: { ...process.env, NO_COLOR: '1', FAIRWASM_TEST_REPORT: file },
      onText: (text) => {
        done += text.match(/^ \S .*\.test\.mjs \(/gm)?.length ?? 0;
        report(done, files);
      },
    });
  });
}

// For development: Vitest prints its results and reads the keyboard. Its tests run as soon as the code of the package
// is built; `npm run lint` checks types.
async function runVitestOnly(names, options, env) {
  await startBuilds(env, async (build) => {
    const needs = names.flatMap((name) => (name === 'js' ? ['wasm', 'code'] : suites[name].needs));
    for (const part of new Set(needs)) await build(part);
  });
  const isWatching = options.some((option) => option.startsWith('--watch'));
  const projects = names.map((name) => `--project=${name}*`);
  const args = [...(isWatching ? [] : ['run']), ...projects, ...options];
  const child = spawn(process.execPath, [vitestCommand, ...args], { cwd: top, stdio: 'inherit' });
  process.exitCode = await new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
}

async function runSuite(suite, parse, start) {
  const file = join(reports, `${suite}.json`);
  rmSync(file, { force: true });
  const { code, output } = await step(`test ${suite}`, (report) => start(file, report), { isLong: true });
  if (code !== 0) say(`\n${output}\n`);
  return readReport(suite, { code, file, parse });
}

async function lintAll(_suite, { env }) {
  const failures = await lint(env);
  return { failed: failures.flatMap(({ name, message }) => failed(`lint: ${name}`, message).failed) };
}
