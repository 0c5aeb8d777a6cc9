// SPDX-License-Identifier: Apache-2.0
//
// Invisible characters, and indicator columns as pandas and CelebA write them.

import { sameCategory, toCategory } from 'fairwasm';
import { cooccurrenceCsv, DBA } from 'fairwasm/amplification';
import { IndicatorColumn } from '../../../dist/data/indicator.js';
import { amplification, fair, getError, impact } from '../support.mjs';

test.each(['\u200b', '\u200e', '\u00ad', '\u200d', '\u200c', '\u2060', '\ufeff', '\u202a'])(
  'drops an invisible character, %j',
  (mark) => {
    for (const text of [`Male${mark}`, `${mark}Male`, ` Male ${mark} `]) {
      expect(toCategory(text)).toBe('Male');
      expect(sameCategory(text, 'Male')).toBe(true);
    }
    expect(toCategory(mark)).toBeUndefined();
    expect(toCategory(`1${mark}`)).toBe('1');
  },
);

test('keeps joiners in names, with a warning if two names look equal', () => {
  expect(toCategory('می‌خواهم')).toBe('می‌خواهم');
  const sex = ['Male', 'Ma\u200dle', 'Female', 'Male'];
  const audit = fair.audit({ prediction: [1, 0, 1, 0], groups: { sex } });
  expect(audit.warnings.join()).toMatch(/Male/);
});

test('reads 1 and 0, true and false, and 1 and -1 as an indicator', () => {
  const read = (...values) => [...new IndicatorColumn('x').read(values)];
  const expected = [1, 0, 1];
  expect(read(1, 0, 1)).toEqual(expected);
  expect(read('1.0', '0.0', ' 1')).toEqual(expected);
  expect(read('True', 'false', true)).toEqual(expected);
  expect(read(1, -1, '1')).toEqual(expected);
  expect(getError(() => read(1, 0, -1))).toMatchObject({ argument: 'x', row: 2, actual: "'-1'" });
  expect(read('Yes ', 'no', 'YES')).toEqual(expected);
  expect(read('t', 'F')).toEqual([1, 0]);
  expect(getError(() => read(1, 'maybe'))).toMatchObject({ row: 1, expected: '0 or 1, or yes or no' });
  expect(getError(() => read(1, null))).toMatchObject({ code: 'missingValue', row: 1 });
  const batches = new IndicatorColumn('x');
  batches.read([1, -1]);
  expect(getError(() => batches.read([0], 2))).toMatchObject({ row: 2 });
});

const people = [
  [1, 0, 1, 1],
  [1, 0, 0, 1],
  [0, 1, 1, 1],
  [0, 1, 1, 0],
];
const toCsv = (yes, no) =>
  `male,female,oven,p\n${people.map((row) => row.map((v) => (v ? yes : no)).join()).join('\n')}\n`;
const what = { attribute: ['male', 'female'], task: ['oven'], taskPrediction: ['p'] };
const getDba = async (csv, more = {}) => {
  const counts = await cooccurrenceCsv(amplification, csv, { ...what, ...more });
  return { tasks: counts.tasks, dba: await new DBA(counts).computeBiasAmp({ draws: 0 }) };
};

test.each([
  ['1.0', '0.0'],
  ['True', 'False'],
  ['1', '-1'],
])('counts %s and %s like 1 and 0', async (yes, no) => {
  expect(await getDba(toCsv(yes, no))).toEqual(await getDba(toCsv('1', '0')));
});

test('treats a single task column as one task if requested', async () => {
  expect((await getDba(toCsv('1', '0'))).tasks).toEqual(['1', '0']);
  const { tasks, dba } = await getDba(toCsv('1', '0'), { taskIndicator: true });
  expect(tasks).toEqual(['oven']);
  const matrix = amplification.cooccurrence({ attributes: ['male', 'female'], tasks: ['oven'], taskPrediction: true });
  matrix.update({
    attribute: people.map(([male, female]) => [male, female]),
    task: people.map((row) => [row[2]]),
    taskPrediction: people.map((row) => [row[3]]),
  });
  expect(dba.value).toBe((await new DBA(matrix).computeBiasAmp({ draws: 0 })).value);
});

test('accepts true and false as probabilities, and omits intervals', () => {
  const given = (yes, no) => ({
    probabilities: { a: [yes, yes, no], b: [no, no, yes] },
    selected: [1, 0, 1],
    confidence: /** @type {const} */ (false),
  });
  const report = impact.byProbability(given('True', 'False'));
  expect(report).toEqual(impact.byProbability(given(1, 0)));
  expect(report.confidence).toBeNull();
  expect(report.categories[0].rateInterval).toBeNull();
  expect(report.categories[0].weightedRate).toEqual({ value: 0.5 });
});
