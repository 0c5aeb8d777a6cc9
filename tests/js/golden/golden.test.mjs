// SPDX-License-Identifier: Apache-2.0
//
// All recorded values of the libraries that fairwasm replaces, and the runner that checks them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkGolden } from '../../golden/run.mjs';

const golden = fileURLToPath(new URL('../../golden/values', import.meta.url));
const deviations = readFileSync(new URL('../../../docs/deviations.md', import.meta.url), 'utf8');

test.each([
  ['aif360', 15_000],
  ['fairlearn', 4_000],
  ['impact', 5_000],
  ['thresholds', 9_000],
  ['bias/attacker_eval.json', 600],
  ['bias/attacker_train.json', 130],
  ['bias/captions.json', 1_300],
  ['bias/cooccur.json', 3_600],
  ['bias/deel_lip.json', 1_800],
  ['bias/ignite_fairness.json', 900],
  ['bias/leakage_replay.json', 60],
  ['bias/leakage_stat.json', 1_700],
  ['amounts', 850],
  ['rankings', 30],
  ['repeated', 60],
  ['slices', 2_000],
  ['sklearn/multiclass.json', 9_000],
  ['sklearn/multilabel.json', 4_800],
  ['scores', 3_500],
  ['sklearn/regression.json', 2_500],
])(
  'every value recorded in %s matches the value of fairwasm or follows from a documented rule',
  async (part, least) => {
    const mismatches = [];
    const { passed, failed, deviating } = await checkGolden(join(golden, part), (line) => mismatches.push(line));
    expect(mismatches).toEqual([]);
    expect(failed).toBe(0);
    expect(passed).toBeGreaterThan(least);
    for (const rule of deviating.keys()) expect(deviations).toContain(`| ${rule} |`);
  },
  300_000,
);

async function checkOne(change) {
  const [original] = JSON.parse(readFileSync(join(golden, 'fairlearn/fairlearn.json'), 'utf8'));
  const folder = mkdtempSync(join(tmpdir(), 'golden-'));
  try {
    const copy = structuredClone(original);
    change(copy.expected);
    writeFileSync(join(folder, 'any name.json'), JSON.stringify(copy));
    const lines = [];
    const { failed } = await checkGolden(folder, (line) => lines.push(line));
    return { failed, lines };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the runner accepts files with any name', async () => {
  expect(await checkOne(() => {})).toEqual({ failed: 0, lines: [] });
});

test('the runner detects a wrong value, a missing one, an extra one, and an unknown key', async () => {
  const wrong = await checkOne(({ MetricFrame }) => {
    MetricFrame.overall.accuracy += 1e-6;
  });
  expect(wrong.failed).toBe(1);
  expect(wrong.lines[0]).toMatch(/^tiny: MetricFrame \/ overall \/ accuracy: expected 0\.66/);
  const missing = await checkOne(({ MetricFrame }) => {
    MetricFrame.group_min.surprise = 1;
  });
  expect(missing.failed).toBe(1);
  const extra = await checkOne(({ MetricFrame }) => {
    delete MetricFrame.group_max.f1;
  });
  expect(extra.failed).toBe(1);
  const unknown = await checkOne((expected) => {
    expected.somethingElse = 1;
  });
  expect(unknown.failed).toBe(1);
  expect(unknown.lines[0]).toMatch(/no evaluator knows this key/);
});
