// SPDX-License-Identifier: Apache-2.0
//
// All golden values of AIF360 except rates and comparisons of rates, through the built package.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { canEvaluate, deviation, evaluate, isSoundThoughSensitive } from '../../golden/check/aif360-individual.mjs';
import { agrees, getOutcome } from '../../golden/check/values.mjs';
import { aif360, fair, individual } from '../support.mjs';

const folder = fileURLToPath(new URL('../../golden/values/aif360/', import.meta.url));
const cases = readdirSync(folder).flatMap((file) => JSON.parse(readFileSync(folder + file, 'utf8')));
const getKeys = (golden) => Object.keys(golden.expected).filter((key) => canEvaluate(key, golden));

function verdict(key, golden) {
  const actual = getOutcome(() => evaluate(key, golden, { aif360, fair, individual }));
  if (golden.rounding_sensitive.includes(key)) {
    return isSoundThoughSensitive(key, actual) ? 'passed' : { key, actual };
  }
  if (agrees(golden.expected[key], actual)) return 'passed';
  const rule = deviation(key, golden);
  if (rule && agrees(rule.expected, actual)) return rule.rule;
  return { key, expected: rule?.expected ?? golden.expected[key], actual };
}

const deviating = new Map();

test.each(cases.map((golden) => [golden.case, golden]))('%s', (_name, golden) => {
  const mismatches = [];
  for (const key of getKeys(golden)) {
    const result = verdict(key, golden);
    if (typeof result === 'object') mismatches.push(result);
    else if (result !== 'passed') deviating.set(result, (deviating.get(result) ?? 0) + 1);
  }
  expect(mismatches).toEqual([]);
});

test('lists every deviation rule in docs/deviations.md', () => {
  const rows = readFileSync(new URL('../../../docs/deviations.md', import.meta.url), 'utf8');
  for (const rule of deviating.keys()) expect(rows).toContain(`| ${rule} |`);
  expect([...deviating.keys()].sort()).toEqual([
    'Mahalanobis distance of one feature',
    'groups that do not occur',
    'groups with several clauses',
    'lists of predictions',
    'mean distance comparisons',
    'mean log deviation',
  ]);
});

test('checks thousands of values', () => {
  const keys = cases.flatMap(getKeys);
  expect(keys.length).toBeGreaterThan(3500);
});
