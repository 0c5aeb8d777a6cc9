// Everything that says whether fairwasm is well: builds, tests and lint. The last line is
// `N passed, N failed`; the exit code is 1 when anything failed or nothing ran.
//
//   npm test [-- SUITE...] [JEST OPTION...]     native sanitize fuzz wasm js web browsers packaging lint (default: all)
//
//   npm test -- js -t 'any names fit'           tests of one name
//   npm test -- js tests/js/report              one folder or file
//   npm test -- js --watchAll                   again whenever a file changes, until Ctrl+C
//
// Two suites run side by side: what one waits for, a browser, a link or a server, leaves the other a core.

import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { startBuilds } from './build.mjs';
import { partsOf, targets } from './fuzz/programs.mjs';
import { fuzz } from './fuzz.mjs';
import { buildFolder, top } from './lib/paths.mjs';
import { add, noResults, parseGoogletest, parseJest, readReport, report } from './lib/results.mjs';
import { attempt, Failure } from './lib/run.mjs';
import { main, say, step } from './lib/step.mjs';
import { lint } from './lint.mjs';
import { setup } from './setup.mjs';

// `needs` are parts of build.mjs, in the order in which they need each other. `limit` are the minutes after
// which a suite is killed and counts as failed, several times what it takes; what lint starts has the limit of
// lib/run.mjs. Long suites start first.
const suites = {
  web: { needs: ['wasm', 'package', 'page'], run: jest, limit: 60 },
  js: { needs: ['wasm', 'package'], run: jest, limit: 60 },
  native: { needs: ['native'], run: googletestHere, limit: 10 },
  sanitize: { needs: ['sanitize'], run: googletestHere, limit: 20 },
  fuzz: { needs: ['sanitize', 'fuzz', 'wasm', 'package'], run: fuzzAll, limit: 5 },
  wasm: { needs: ['wasm', 'wasm-tests'], run: googletestInNode, limit: 10 },
  packaging: { needs: ['wasm', 'package', 'page'], run: jest, limit: 30 },
  browsers: { needs: ['wasm', 'package', 'page'], run: jest, limit: 20 },
  lint: { needs: ['wasm', 'package'], run: lintAll },
};
const reports = join(buildFolder, 'reports');

main(async () => {
  const { names, options } = readArguments(process.argv.slice(2));
  const env = await setup({
    browser: names.some((name) => ['web', 'browsers', 'packaging'].includes(name)),
    otherBrowsers: names.includes('browsers'),
    engines: names.includes('js'),
  });
  mkdirSync(reports, { recursive: true });
  if (options.length > 0) return runJestOnly(names, options, env);
  const results = await runAll(names, env);
  if (!report(results)) process.exitCode = 1;
});

// Options, and what follows them, are Jest's.
function readArguments(args) {
  const first = args.findIndex((arg) => !(arg in suites));
  const asked = first < 0 ? args : args.slice(0, first);
  const options = first < 0 ? [] : args.slice(first);
  const names = Object.keys(suites).filter((name) => asked.length === 0 || asked.includes(name));
  const isOfJest = asked.length > 0 && names.every((name) => suites[name].run === jest);
  if (options.length > 0 && !isOfJest) {
    throw new Failure(
      `Suites: ${Object.keys(suites).join(' ')}; options are Jest's, for its suites.`,
    );
  }
  return { names, options };
}

function runAll(names, env) {
  const results = noResults();
  const queue = [...names];
  const lanes = Math.min(2, queue.length);
  return startBuilds(env, async (build) => {
    const buildAll = builder(build, results);
    const lane = async () => {
      for (let name = queue.shift(); name; name = queue.shift()) {
        const { needs, run, limit } = suites[name];
        if (!(await buildAll(needs))) continue;
        const workers = Math.max(1, Math.floor(availableParallelism() / lanes));
        add(results, await run(name, { env, limit: limit * 60, workers }));
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    return results;
  });
}

// A part that cannot be built is one failure, however many suites need it.
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

function googletestHere(suite, { env, limit }) {
  return runSuite(suite, parseGoogletest, (file) =>
    env.attempt(join(buildFolder, suite, 'fairwasm_tests'), [`--gtest_output=json:${file}`], {
      limit,
      detached: true,
    }),
  );
}

function googletestInNode(suite, { limit }) {
  const tests = join(buildFolder, 'wasm', 'fairwasm_tests.cjs');
  return runSuite(suite, parseGoogletest, (file) =>
    attempt(process.execPath, [tests, `--gtest_output=json:${file}`], { limit, detached: true }),
  );
}

// Always the same inputs: the corpus, and as many more as a few seconds allow.
async function fuzzAll(suite, { env, limit }) {
  const results = noResults();
  for (const target of targets) {
    const runs = partsOf(target).includes('package') ? 1000 : 5000; // some of them take ten milliseconds each
    const { code, output } = await step(`fuzz ${target}`, () =>
      fuzz(env, target, [`-runs=${runs}`, '-seed=1'], limit),
    );
    if (code === 0) results.passed++;
    else add(results, failed(`${suite}: ${target}`, output));
  }
  return results;
}

const jestCommand = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js'];

function jest(suite, { limit, workers }) {
  const args = [`tests/${suite}/`, `--maxWorkers=${workers}`, '--json'];
  return runSuite(suite, parseJest, (file) =>
    attempt(process.execPath, [...jestCommand, ...args, `--outputFile=${file}`], {
      limit,
      detached: true,
    }),
  );
}

// For people at work: Jest speaks for itself, and sees the keyboard.
async function runJestOnly(names, options, env) {
  await startBuilds(env, async (build) => {
    const parts = new Set(names.flatMap((name) => suites[name].needs));
    for (const part of parts) await build(part);
  });
  const places = options.some((option) => option.startsWith('tests/'))
    ? []
    : names.map((name) => `tests/${name}/`);
  const jestProcess = spawn(process.execPath, [...jestCommand, ...places, ...options], {
    cwd: top,
    stdio: 'inherit',
  });
  process.exitCode = await new Promise((resolve) =>
    jestProcess.on('close', (code) => resolve(code ?? 1)),
  );
}

async function runSuite(suite, parse, start) {
  const file = join(reports, `${suite}.json`);
  rmSync(file, { force: true });
  const { code, output } = await step(`test ${suite}`, () => start(file));
  if (code !== 0) say(`\n${output}\n`);
  return readReport(suite, { code, file, parse });
}

async function lintAll(_suite, { env }) {
  const failures = await lint(env);
  return {
    failed: failures.flatMap(({ name, message }) => failed(`lint: ${name}`, message).failed),
  };
}
