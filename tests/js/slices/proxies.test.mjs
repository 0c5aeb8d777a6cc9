// SPDX-License-Identifier: Apache-2.0
//
// Columns that reveal a group: manual calculations, invariants, and error rates of the p-values.

import { format } from 'fairwasm';
import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { mulberry32 } from '../../random-numbers.mjs';
import { runCommand } from '../cli/command.mjs';
import { slices } from '../support.mjs';

const without = { permutations: 0 };
const getProxy = async (column, group) => (await slices.proxies({ columns: { column }, group }, without)).proxies[0];

test('matches a manual calculation', async () => {
  // x: 3 a and 1 b; y: 1 a and 3 b.
  const found = await getProxy(
    [...'xxxxyyyy'],
    [...'aaabbbba'].sort(() => 0),
  );
  const table = await getProxy([...'xxxxyyyy'], [...'aaababbb']);
  expect(table).toEqual(found);
  expect(table.bestGuess).toBe(0.75);
  // Without itself, each of 3 rows is in the majority of its value, 2 to 1; the single row is not.
  expect(table.bestGuessOfOthers).toBe(0.75);
  const entropy = -(0.75 * Math.log2(0.75) + 0.25 * Math.log2(0.25));
  expect(table.uncertaintyCoefficient).toBeCloseTo(1 - entropy, 14);
  // Chi-squared: 8 (1/4); less 1/7; the corrected numbers of values are 2 - 1/7.
  expect(table.cramersV).toBeCloseTo(Math.sqrt((2 / 8 - 1 / 7) / (2 - 1 / 7 - 1)), 14);
});

test('guesses nothing from values that occur once, and shares ties', async () => {
  const names = await getProxy([...'abcdef'], [...'uuuvvv']);
  expect(names).toMatchObject({ bestGuess: 1, uncertaintyCoefficient: 1, bestGuessOfOthers: 0 });
  // One value with 2 u and 1 v: among the others of each u are one u and one v, and among those of v two u.
  const tied = await getProxy([...'xxx'], [...'uuv']);
  expect(tied.bestGuessOfOthers).toBeCloseTo(2 / 2 / 3, 15);
});

test('guesses from others as a second computation does', async () => {
  const row = fc.tuple(fc.constantFrom(...'xyz'), fc.constantFrom(...'uvw'));
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 4, maxLength: 25 }), async (rows) => {
      fc.pre(new Set(rows.map(([, g]) => g)).size > 1);
      const column = rows.map(([x]) => x);
      const group = rows.map(([, g]) => g);
      const guess = rows.reduce((sum, [x, g], i) => {
        const others = rows.filter(([y], j) => j !== i && y === x).map(([, h]) => h);
        const counts = [...'uvw'].map((h) => others.filter((each) => each === h).length);
        const most = Math.max(...counts);
        if (most === 0 || counts['uvw'.indexOf(g)] !== most) return sum;
        return sum + 1 / counts.filter((each) => each === most).length;
      }, 0);
      const found = await getProxy(column, group);
      expect(found.bestGuessOfOthers).toBeCloseTo(guess / rows.length, 12);
      expect(found.cramersV >= 0 && found.cramersV <= 1).toBe(true);
      expect(found.bestGuess).toBeGreaterThanOrEqual(found.bestGuessOfOthers);
    }),
  );
});

const random = mulberry32(5);
const draw = (size, of) => Array.from({ length: size }, of);

test('finds a pair that reveals the group although neither column does', async () => {
  const one = draw(400, () => Math.floor(2 * random()));
  const other = draw(400, () => Math.floor(2 * random()));
  const group = one.map((each, i) => (each === other[i] ? 'same' : 'apart'));
  const age = draw(400, () => 20 + 50 * random());
  const columns = { one, other, age };
  const options = { maxColumns: 2, permutations: 99 };
  const { proxies, searched } = await slices.proxies({ columns, group }, options);
  expect(searched).toBe(6);
  expect(proxies[0]).toMatchObject({ columns: ['one', 'other'], bestGuess: 1 });
  expect(proxies[0].cramersV).toBeGreaterThan(0.99);
  expect(proxies[0].adjustedPValue).toBe(0.01);
  for (const each of proxies) expect(each.adjustedPValue).toBeGreaterThanOrEqual(each.pValue ?? 1);
});

test('the adjusted p-value is at most 0.1 in a tenth of data sets without association', async () => {
  let found = 0;
  const sets = 200;
  for (let set = 0; set < sets; set++) {
    const columns = Object.fromEntries(
      draw(6, () => draw(60, () => Math.floor((2 + 10 * random()) * random()))).map((column, i) => [`c${i}`, column]),
    );
    const group = draw(60, () => (random() < 0.4 ? 'a' : 'b'));
    const { proxies } = await slices.proxies({ columns, group }, { permutations: 19, seed: set });
    if (Math.min(...proxies.map(({ adjustedPValue = 1 }) => adjustedPValue)) <= 0.1) found++;
  }
  // 20 are expected, with a standard deviation of 4.2.
  expect(found).toBeGreaterThan(5);
  expect(found).toBeLessThan(36);
});

test.each([
  ['columns', { columns: {} }],
  ['group', { group: ['a', 'a'] }],
  ['x', { columns: { x: [1] } }],
  ['proxies', { groups: ['a', 'b'] }],
])('rejects %s: %j', async (argument, others) => {
  const input = misuse({ columns: { x: [1, 2] }, group: ['a', 'b'], ...others });
  await expect(slices.proxies(input)).rejects.toMatchObject({ argument });
});

test('stops when it is aborted', async () => {
  const signal = AbortSignal.abort(new Error('stopped'));
  const input = { columns: { x: [1, 2] }, group: ['a', 'b'] };
  await expect(slices.proxies(input, { signal })).rejects.toThrow('stopped');
});

test('the command prints the package’s result', async () => {
  const rows = draw(80, () => (random() < 0.5 ? ['n', 'f'] : ['s', random() < 0.5 ? 'f' : 'm']));
  const input = `district,sex\n${rows.map((row) => row.join(',')).join('\n')}\n`;
  const args = ['proxies', '-', '--group', 'sex', '--permutations', '9'];
  const found = await slices.proxies(
    { columns: { district: rows.map(([d]) => d) }, group: rows.map(([, g]) => g) },
    { permutations: 9 },
  );
  const { stdout } = runCommand([...args, '--format', 'json'], { input, cwd: '.' });
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(found)));
  expect(runCommand(args, { input, cwd: '.' }).stdout).toContain('Strongest associations');
  expect(format(found, 'csv')).toContain('district');
  expect(runCommand(['proxies', '-', '--group', 'sexx'], { input, cwd: '.' }).stderr).toContain("'sex'");
});
