// Compares the built package with recorded values of the libraries that it replaces.
//
//   npm run golden -- [DIR]     every .json below DIR, or one such file (default: tests/golden/values)
//
// `npm run golden -- --table` also writes docs/agreement.md.
//
// A file contains one case or a list of cases: { peer, case, input, expected }. The modules in tests/golden/check/
// interpret keys; this file does not depend on any data file. A key that no module supports is a failure, like a
// different value. If fairwasm deviates on purpose, a rule (a row of docs/deviations.md) gives the value by fairwasm's
// definition; such values are counted separately.
//
// A module exports
//   canEvaluate(key, golden)             whether it supports the key
//   evaluate(key, golden, loaded, cases)  what the package gives, by its loaded: a value, a promise, or an object of
//                                        values and of functions that give them
//   deviation(key, golden, path, cases)  optional: { rule, expected } where a rule applies, with what
//                                        our definition gives for the key, or { rule, holds(actual) }
//   tolerance(key, golden, path)         optional: { absolute, relative } of values that were recorded
//                                        in single precision
//   comparison(path, golden)             optional: (recorded, actual) => boolean for values that are
//                                        random
//   isSoundThoughSensitive(key, value)   optional: for keys listed as rounding_sensitive
//
// `path` is the path of a value inside the key's value, and `cases` contains all cases of the file. If a whole expected
// value is an error, it has the key `error`.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { top } from '../../scripts/lib/paths.mjs';
import { isStarted, main } from '../../scripts/lib/step.mjs';
import { agrees, getOutcome } from './check/values.mjs';
import { loadReplay } from './replay.mjs';
import { Agreement, agreementPage } from './table.mjs';

const evaluatorFolder = join(top, 'tests/golden/check');
const isRecord = (value) =>
  typeof value === 'object' &&
  value !== null &&
  !ArrayBuffer.isView(value) &&
  !('error' in value) &&
  (!Array.isArray(value) || value.some((each) => isRecord(each) && !Array.isArray(each)));
const isError = (value) => typeof value === 'object' && value !== null && 'error' in value;

function jsonFiles(folder) {
  if (folder.endsWith('.json')) return [folder];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

const helpers = ['once.mjs', 'values.mjs'];

async function loadEvaluators() {
  const names = readdirSync(evaluatorFolder).filter((name) => !helpers.includes(name));
  const evaluators = [];
  // Imports run one after another, because the test runner's imports interfere.
  for (const name of names.sort()) evaluators.push(await import(`./check/${name}`));
  return evaluators;
}

/** Returns the result of a call, or { error } like golden files; for a promise, its result. */
async function settled(call) {
  const outcome = getOutcome(call);
  return typeof outcome?.then === 'function'
    ? outcome.catch((error) => ({ error: error.name, message: error.message }))
    : outcome;
}

/** Returns { path, expected, actual } for each recorded value. */
async function pairs(path, expected, given) {
  const actual = typeof given === 'function' ? await settled(given) : given;
  if (!isRecord(expected)) return [{ path, expected, actual }];
  const keys = new Set([...Object.keys(expected), ...(isRecord(actual) ? Object.keys(actual) : [])]);
  if (keys.size === 0) return [{ path, expected, actual }];
  const parts = [];
  for (const key of keys) {
    const part = isRecord(actual) ? actual[key] : isError(actual) ? actual : undefined;
    parts.push(await pairs([...path, key], expected[key], part));
  }
  return parts.flat();
}

/** Returns the value by fairwasm's definition at a path; a rule may apply only to some values of a key. */
function ownValue(deviation, path) {
  return isError(deviation?.expected)
    ? deviation.expected
    : path.slice(1).reduce((value, part) => value?.[part], deviation?.expected);
}

function isAsRecorded({ path, expected, actual }, golden, evaluator) {
  if (expected === undefined) return false;
  const compare = evaluator?.comparison?.(path, golden);
  if (compare) return compare(expected, actual);
  return agrees(expected, actual, evaluator?.tolerance?.(path[0], golden, path));
}

/** Returns a value with its status: passed, failed, or the name of the rule that applies. */
function judged(value, { golden, evaluator, evaluators, cases }) {
  const { path, actual } = value;
  const [key] = path;
  const isSensitive = golden.rounding_sensitive?.includes(key);
  if (isSensitive && evaluator?.isSoundThoughSensitive?.(key, actual)) {
    return { ...value, status: 'passed', isInexact: true };
  }
  if (!isSensitive && isAsRecorded(value, golden, evaluator)) {
    const isInexact =
      evaluator?.comparison?.(path, golden) !== undefined ||
      (evaluator?.tolerance?.(path[0], golden, path)?.relative ?? 0) > 1e-8;
    return { ...value, status: 'passed', isInexact };
  }
  const rules = evaluators.map((module) => module.deviation?.(key, golden, path, cases));
  const deviation = rules.find((rule) => rule !== undefined);
  if (!deviation) return { ...value, status: 'failed' };
  const own = ownValue(deviation, path);
  const tolerance = evaluator?.tolerance?.(key, golden, path);
  const holds = deviation.holds?.(actual) ?? agrees(own, actual, tolerance);
  return { ...value, expected: own ?? value.expected, status: holds ? deviation.rule : 'failed' };
}

async function checkKey(key, golden, { loaded, evaluators, cases }) {
  const evaluator = evaluators.find((module) => module.canEvaluate(key, golden));
  const actual = evaluator
    ? await settled(() => evaluator.evaluate(key, golden, loaded, cases))
    : { error: 'no evaluator knows this key' };
  const recorded = isError(golden.expected) ? golden.expected : golden.expected[key];
  const values = await pairs([key], recorded, actual);
  return values.map((value) => judged(value, { golden, evaluator, evaluators, cases }));
}

const getKeys = ({ expected }) => (isError(expected) ? ['error'] : Object.keys(expected));

const show = (value) =>
  JSON.stringify(value, (_, part) => (typeof part === 'number' && !Number.isFinite(part) ? String(part) : part)) ??
  String(value);

/** Loads every entry point of the package; those of other libraries share the core. */
async function loadModules() {
  const load = async (path, options) => (await import(path)).load(options);
  const fair = await load('fairwasm');
  return {
    fair,
    aif360: await load('fairwasm/aif360', { fair }),
    fairlearn: await load('fairwasm/fairlearn', { fair }),
    individual: await load('fairwasm/individual'),
    impact: await load('fairwasm/impact'),
    amplification: await load('fairwasm/amplification'),
    classes: await load('fairwasm/classes', { fair }),
    predictability: await load('fairwasm/predictability'),
    amounts: await load('fairwasm/amounts'),
    rankings: await load('fairwasm/rankings'),
    replay: await loadReplay(),
    repeated: await load('fairwasm/repeated'),
    robustness: await load('fairwasm/robustness'),
    slices: await load('fairwasm/slices'),
    thresholds: await load('fairwasm/thresholds'),
    scores: await load('fairwasm/scores'),
  };
}

/**
 * Checks all files below `folder`, or one file, and adds the results to `agreement`. Returns { passed, failed,
 * deviating: Map of rule to count }.
 */
export async function checkGolden(folder, log = console.log, agreement = new Agreement()) {
  const tools = { loaded: await loadModules(), evaluators: await loadEvaluators() };
  const total = { passed: 0, failed: 0, deviating: new Map() };
  for (const file of jsonFiles(folder)) {
    const cases = [JSON.parse(readFileSync(file, 'utf8'))].flat();
    for (const golden of cases) {
      for (const key of getKeys(golden)) {
        const results = await checkKey(key, golden, { ...tools, cases });
        for (const result of results) {
          count(total, golden, result, log);
          agreement.add(golden.peer, result);
        }
      }
    }
  }
  return total;
}

function count(total, golden, { status, path, expected, actual }, log) {
  if (status === 'passed') total.passed++;
  else if (status === 'failed') {
    total.failed++;
    log(`${golden.case}: ${path.join(' / ')}: expected ${show(expected)}, got ${show(actual)}`);
  } else total.deviating.set(status, (total.deviating.get(status) ?? 0) + 1);
}

function report({ passed, failed, deviating }) {
  const all = [...deviating.values()].reduce((sum, cases) => sum + cases, 0);
  for (const [rule, cases] of [...deviating].sort()) console.log(`${cases} by the rule: ${rule}`);
  console.log(`${all} deviate`);
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0 || passed === 0) process.exitCode = 1;
}

if (isStarted(import.meta.url)) {
  main(async () => {
    const values = join(top, 'tests/golden/values');
    const isTable = process.argv[2] === '--table';
    const agreement = new Agreement();
    const folder = isTable ? values : (process.argv[2] ?? values);
    report(await checkGolden(folder, console.log, agreement));
    if (isTable) writeFileSync(join(top, 'docs/agreement.md'), agreementPage(agreement));
  });
}
