// SPDX-License-Identifier: Apache-2.0
//
// Commands that measure the same rows state the same numbers: audit, its gate and baseline, compare, impact, and metric.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { runCommand } from './command.mjs';

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-agreement-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args) => runCommand(args, { cwd: folder });
const json = (...args) => JSON.parse(run(...args, '--format', 'json').stdout);
const columns = ['--group', 'sex', '--label', 'label', '--favorable', '1'];

const bit = fc.constantFrom(0, 1);
const row = fc.record({ sex: fc.constantFrom('f', 'm', 'x', 'Unknown'), label: bit, a: bit, b: bit });
const tables = fc.array(row, { minLength: 8, maxLength: 120 }).filter((rows) => {
  const varies = (name) => new Set(rows.map((each) => each[name])).size === 2;
  const known = rows.filter(({ sex, a }) => sex !== 'Unknown' && a === 1);
  return ['label', 'a', 'b'].every(varies) && new Set(rows.map(({ sex }) => sex)).size > 1 && known.length > 0;
});

const write = (rows) => {
  const lines = rows.map(({ sex, label, a, b }) => [sex, label, a, b].join());
  writeFileSync(join(folder, 'rows.csv'), ['sex,label,a,b', ...lines].join('\n'));
};
const byName = (groups) => new Map(groups.map((group) => [group.name ?? group.group, group]));

test('audit, compare, and impact state the same rates, and the gate tests the value of the report', () => {
  fc.assert(
    fc.property(tables, (rows) => {
      write(rows);
      const a = json('audit', 'rows.csv', ...columns, '--prediction', 'a').breakdowns[0];
      const b = byName(json('audit', 'rows.csv', ...columns, '--prediction', 'b').breakdowns[0].groups);
      const compared = json('compare', 'rows.csv', ...columns, '--prediction', 'a', '--against', 'b').breakdowns[0];
      expect(compared.reference).toBe(a.reference);
      expect(compared.groups.map(({ name }) => name)).toEqual(a.groups.map(({ name }) => name));
      for (const { name, rates } of a.groups) {
        const both = byName(compared.groups).get(name).rates;
        for (const metric of ['selectionRate', 'truePositiveRate', 'falsePositiveRate']) {
          expect(both[metric].a.value).toEqual(rates[metric].value);
          expect(both[metric].b.value).toEqual(b.get(name).rates[metric].value);
          expect(both[metric].a.ci).toEqual(rates[metric].ci);
        }
      }

      const [table] = json('impact', 'rows.csv', '--group', 'sex', '--selected', 'a', '--favorable', '1').outcomes[0]
        .tables;
      const counted = table.categories.filter(({ isExcluded }) => !isExcluded);
      const known = a.groups.filter(({ name }) => name !== 'Unknown');
      const highest = Math.max(...known.map(({ rates }) => rates.selectionRate.value));
      for (const { name, rate, impactRatio } of counted) {
        const { value } = byName(a.groups).get(name).rates.selectionRate;
        expect(rate).toBe(value);
        expect(impactRatio.value).toBeCloseTo(value / highest, 12);
      }
      expect(table.highest).not.toContain('Unknown');

      const gaps = a.comparisons.map(({ disparities }) => disparities.statisticalParityDifference.value);
      const largest = Math.max(...gaps.map(Math.abs));
      const gate = (limit) =>
        run(
          'audit',
          'rows.csv',
          ...columns,
          '--prediction',
          'a',
          '--fail-over',
          `statisticalParityDifference=${limit}`,
        );
      expect(gate(largest + 1e-9).status).toBe(0);
      if (largest > 0) expect(gate(largest - 1e-9).status).toBe(3);
    }),
    { numRuns: 12, seed: 12 },
  );
});
