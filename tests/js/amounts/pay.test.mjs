// SPDX-License-Identifier: Apache-2.0
//
// Gender pay gaps in the form of two laws: examples of guidance, and cases that recorded values do not contain.

import { format } from 'fairwasm';
import { euPay, ukPay } from 'fairwasm/amounts';
import { misuse } from '../../misuse.mjs';

// Examples of the United Kingdom's statutory guidance.
test('gaps and quarters follow the examples of the guidance', () => {
  const gap = ukPay({ sex: [...'mf'], hourly: [17.51, 15.13], bonus: [1650, 1490] });
  expect([gap.hourly.mean, gap.bonus.mean].map((each) => each.toFixed(2))).toEqual(['13.59', '9.70']);
  const pay = Array.from({ length: 4445 }, (_, i) => i);
  const sex = pay.map((i) => (i % 2 === 0 ? 'f' : 'm'));
  expect(ukPay({ sex, hourly: pay }).quarters.size).toEqual([1112, 1111, 1111, 1111]);
  // 36 women and 4 men of equal pay on 10 + 30 places: 9 + 1 and 27 + 3.
  const tied = [...new Array(20).fill(1), ...new Array(40).fill(2), ...new Array(60).fill(3)];
  const labels = tied.map((_, i) => (i < 20 ? 'm' : i < 56 ? 'f' : 'm'));
  const { whole } = ukPay({ sex: labels, hourly: tied }).quarters;
  expect(whole.female).toEqual([9, 27, 0, 0]);
  expect(whole.male).toEqual([21, 3, 30, 30]);
});

test('small categories are withheld in every format, with their flag', () => {
  const report = euPay({
    ...{ sex: [...'ffmm'], basic: [20, 30, 30, 40], hours: [1, 1, 1, 1], category: [...'aaaa'] },
  });
  expect(report.categories).toEqual([{ name: 'a', isWithheld: true }]);
  for (const kind of /** @type {const} */ (['text', 'markdown', 'html', 'csv', 'json']))
    expect(format(report, kind)).toContain('ithheld');
});

test('workers without hours are in annual figures only', () => {
  const report = euPay({ sex: [...'ffmm'], basic: [10, 20, 30, 40], hours: [1, null, 2, 0] });
  expect(report.withoutHourlyPay).toBe(2);
  expect(report.annual.total.mean).toBeCloseTo(400 / 7, 12);
  expect(report.hourly.total.mean).toBeCloseTo(100 / 3, 12);
});

test('rejects sexes without women or men', () => {
  expect(() => ukPay({ sex: [...'ab'], hourly: [1, 2] })).toThrow(expect.objectContaining({ argument: 'female' }));
  expect(ukPay({ sex: [...'ab'], hourly: [1, 2], female: 'a', male: 'b' }).hourly.mean).toBe(50);
  expect(() => ukPay(misuse({ sex: [...'fm'] }))).toThrow(expect.objectContaining({ argument: 'hourly' }));
});
