// Holds the built package against values that were recorded from the libraries it replaces.
//
//   npm run golden -- [DIR]     every .json below DIR, or one such file (default: tests/golden)
//
// A file holds one case or a list of them: { peer, case, input, expected }. What a key means is asked of
// the modules in scripts/golden/; nothing here knows any file. A key that none of them knows is a
// failure, as is a value that differs. Where fairwasm deviates on purpose, a rule, which is a row of
// docs/deviations.md, gives the value by our own definition; such values are counted apart.
//
// A module exports
//   canEvaluate(key, golden)             whether it knows the key
//   evaluate(key, golden, fair)          what the package gives: a value, a promise, or an object of
//                                        values and of functions that give them
//   deviation(key, golden)               optional: { rule, expected } where a rule applies
//   tolerance(key, golden)               optional: { absolute, relative } of values that were recorded
//                                        in single precision
//   isSoundThoughSensitive(key, value)   optional: for keys listed as rounding_sensitive

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agrees, outcomeOf } from './golden/values.mjs';
import { top } from './lib/paths.mjs';
import { isStarted, main } from './lib/step.mjs';

const evaluatorFolder = join(top, 'scripts/golden');
const isFinished = (value) => typeof value !== 'object' || value === null || Array.isArray(value);
const isError = (value) => !isFinished(value) && 'error' in value;

function jsonFiles(folder) {
  if (folder.endsWith('.json')) return [folder];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

async function loadEvaluators() {
  const names = readdirSync(evaluatorFolder).filter((name) => name !== 'values.mjs');
  return Promise.all(names.sort().map((name) => import(`./golden/${name}`)));
}

/** What a call gives or, as golden files record it, { error }; of a promise what it settles with. */
async function settled(call) {
  const outcome = outcomeOf(call);
  return typeof outcome?.then === 'function'
    ? outcome.catch((error) => ({ error: error.name }))
    : outcome;
}

/** Pairs of recorded and computed values: { path, expected, actual }, one for each value recorded. */
async function pairs(path, expected, given) {
  const actual = typeof given === 'function' ? await settled(given) : given;
  if (isFinished(expected) || isError(expected)) return [{ path, expected, actual }];
  const isRecord = !isFinished(actual) && !isError(actual) && !ArrayBuffer.isView(actual);
  const keys = new Set([...Object.keys(expected), ...(isRecord ? Object.keys(actual) : [])]);
  const parts = [...keys].map((key) =>
    pairs([...path, key], expected[key], isRecord ? actual[key] : actual),
  );
  return (await Promise.all(parts)).flat();
}

/** What our definition gives at a path: of a key that holds many values a rule may touch only some. */
function ownValue(deviation, path) {
  return path.slice(1).reduce((value, part) => value?.[part], deviation?.expected);
}

function verdict({ path, expected, actual }, { golden, evaluator, deviation }) {
  const [key] = path;
  const isSensitive = golden.rounding_sensitive?.includes(key);
  if (isSensitive && evaluator?.isSoundThoughSensitive?.(key, actual)) return 'passed';
  const tolerance = evaluator?.tolerance?.(key, golden);
  if (!isSensitive && expected !== undefined && agrees(expected, actual, tolerance)) {
    return 'passed';
  }
  if (!deviation) return 'failed';
  return agrees(ownValue(deviation, path), actual) ? deviation.rule : 'failed';
}

async function checkKey(key, golden, { fair, evaluators }) {
  const evaluator = evaluators.find((module) => module.canEvaluate(key, golden));
  const rules = evaluators.map((module) => module.deviation?.(key, golden));
  const deviation = rules.find((rule) => rule !== undefined);
  const actual = evaluator
    ? await settled(() => evaluator.evaluate(key, golden, fair))
    : { error: 'no evaluator knows this key' };
  const values = await pairs([key], golden.expected[key], actual);
  return values.map((value) => ({
    ...value,
    expected: ownValue(deviation, value.path) ?? value.expected,
    status: verdict(value, { golden, evaluator, deviation }),
  }));
}

const show = (value) =>
  JSON.stringify(value, (_, part) =>
    typeof part === 'number' && !Number.isFinite(part) ? String(part) : part,
  ) ?? String(value);

/** Checks all files below `folder`, or one file: { passed, failed, deviating: Map of rule to count }. */
export async function checkGolden(folder, log = console.log) {
  const { load } = await import('fairwasm');
  const tools = {
    fair: await load({ families: ['individual', 'amplification', 'predictability', 'robustness'] }),
    evaluators: await loadEvaluators(),
  };
  const total = { passed: 0, failed: 0, deviating: new Map() };
  for (const file of jsonFiles(folder)) {
    for (const golden of [JSON.parse(readFileSync(file, 'utf8'))].flat()) {
      for (const key of Object.keys(golden.expected)) {
        for (const result of await checkKey(key, golden, tools)) count(total, golden, result, log);
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
  main(async () => report(await checkGolden(process.argv[2] ?? join(top, 'tests/golden'))));
}
