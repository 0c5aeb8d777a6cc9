// Everything that says whether fairwasm is well: builds, tests and lint. The last line is
// `N passed, N failed`; the exit code is 1 when anything failed or nothing ran.
//
//   npm test [-- SUITE...]     native sanitize wasm js web browsers packaging lint     (default: all)

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { findChromium } from './lib/browsers.mjs';
import { buildFolder } from './lib/paths.mjs';
import { add, noResults, parseGoogletest, parseJest, readReport, report } from './lib/results.mjs';
import { attempt, Failure } from './lib/run.mjs';
import { main, step } from './lib/step.mjs';
import { lint } from './lint.mjs';
import { setup } from './setup.mjs';

// `needs` are parts of build.mjs, in the order in which they need each other.
const suites = {
  native: { needs: ['native'], run: googletestHere },
  sanitize: { needs: ['sanitize'], run: googletestHere },
  wasm: { needs: ['wasm-tests'], run: googletestInNode },
  js: { needs: ['wasm', 'package'], run: jest },
  web: { needs: ['wasm', 'package', 'page'], run: jest },
  browsers: { needs: ['wasm', 'package', 'page'], run: jest },
  packaging: { needs: ['wasm', 'package'], run: jest },
  lint: { needs: ['wasm', 'package'], run: lintAll },
};
const reports = join(buildFolder, 'reports');

main(async () => {
  const asked = process.argv.slice(2);
  const names = Object.keys(suites).filter((name) => asked.length === 0 || asked.includes(name));
  if (names.length < asked.length) throw new Failure(`Suites: ${Object.keys(suites).join(' ')}`);
  const env = await setup({
    browser: names.some((name) => ['web', 'browsers', 'packaging'].includes(name)),
    otherBrowsers: names.includes('browsers'),
  });
  mkdirSync(reports, { recursive: true });
  const results = noResults();
  const built = new Map();
  for (const name of names) {
    const { needs, run } = suites[name];
    if (await buildAll(env, needs, built, results)) add(results, await run(name, env));
  }
  if (!report(results)) process.exitCode = 1;
});

// A part that cannot be built is one failure, however many suites need it.
async function buildAll(env, parts, built, results) {
  for (const part of parts) {
    if (!built.has(part)) {
      const failure = await build(env, [part]).catch((error) => error);
      built.set(part, failure === undefined);
      if (failure) add(results, failed(`build ${part}`, failure.message));
    }
    if (!built.get(part)) return false;
  }
  return true;
}

function failed(name, output) {
  console.log(`\n${output}\n`);
  return { failed: [name] };
}

function googletestHere(suite, env) {
  return runSuite(suite, parseGoogletest, (file) =>
    env.attempt(join(buildFolder, suite, 'fairwasm_tests'), [`--gtest_output=json:${file}`]),
  );
}

function googletestInNode(suite) {
  const tests = join(buildFolder, 'wasm', 'fairwasm_tests.cjs');
  return runSuite(suite, parseGoogletest, (file) =>
    attempt(process.execPath, [tests, `--gtest_output=json:${file}`]),
  );
}

function jest(suite) {
  const command = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', `tests/${suite}/`];
  const env = { ...process.env, CHROMIUM_PATH: findChromium() ?? '' };
  return runSuite(suite, parseJest, (file) =>
    attempt(process.execPath, [...command, '--json', `--outputFile=${file}`], { env }),
  );
}

async function runSuite(suite, parse, start) {
  const file = join(reports, `${suite}.json`);
  rmSync(file, { force: true });
  const { code, output } = await step(`test ${suite}`, () => start(file));
  if (code !== 0) console.log(`\n${output}\n`);
  return readReport(suite, { code, file, parse });
}

async function lintAll(_suite, env) {
  const failures = await lint(env);
  return {
    failed: failures.flatMap(({ name, message }) => failed(`lint: ${name}`, message).failed),
  };
}
