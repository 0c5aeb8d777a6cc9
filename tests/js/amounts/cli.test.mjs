// SPDX-License-Identifier: Apache-2.0
//
// Usage of `fairwasm amounts`.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../cli/command.mjs';
import { amounts } from '../support.mjs';

let cwd;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'fairwasm-amounts-'));
  writeFileSync(join(cwd, 'pay.csv'), 'sex,pay\nf,"$1,200.00"\nf,"$1,400.50"\nm,"$1,500.00"\nm,"$2,000.00"\n');
  writeFileSync(join(cwd, 'lohn.csv'), 'Geschlecht;Lohn\nw;4.500,00\nw;4.700,50\nm;5.100,00\nm;5.200,00\n');
  writeFileSync(join(cwd, 'paie.csv'), 'sexe;salaire\nf;52 000 €\nf;48 000 €\nh;61 000 €\nh;59 000 €\n');
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const run = (...args) => runCommand(['amounts', ...args], { cwd });
const means = ({ stdout }) => JSON.parse(stdout).groups.map(({ name, mean }) => [name, mean.value]);

test('JSON equals the package’s result, and columns name amounts and groups', () => {
  const { status, stdout } = run(
    ...['pay.csv', '--amount', 'pay', '--group', 'sex', '--reference', 'm', '--quantile', '0.5', '--format', 'json'],
  );
  const expected = amounts.amounts({
    ...{ group: [...'ffmm'], amount: [1200, 1400.5, 1500, 2000], reference: 'm', quantiles: [0.5] },
    names: { amount: 'pay', group: 'sex' },
  });
  expect([status, JSON.parse(stdout)]).toEqual([0, JSON.parse(JSON.stringify(expected))]);
});

test.each([
  [
    'lohn.csv',
    'Lohn',
    'Geschlecht',
    [
      ['m', 5150],
      ['w', 4600.25],
    ],
  ],
  [
    'paie.csv',
    'salaire',
    'sexe',
    [
      ['f', 50000],
      ['h', 60000],
    ],
  ],
])('reads the numbers of %s', (file, amount, group, expected) => {
  expect(means(run(file, '--amount', amount, '--group', group, '--format', 'json'))).toEqual(expected);
});

test('text fits into 80 columns, and a census has no intervals', () => {
  const { stdout } = run('pay.csv', '--amount', 'pay', '--group', 'sex', '--no-intervals');
  expect(stdout).toMatch(/^pay\.csv\n/);
  expect(stdout).toContain('census');
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

test('rejects a quantile outside of 0 to 1', () => {
  const { status, stderr } = run('pay.csv', '--amount', 'pay', '--group', 'sex', '--quantile', '1.5');
  expect([status, stderr]).toEqual([2, expect.stringContaining('--quantile requires a number between 0 and 1')]);
});
