// Dates and periods in text, and the order of values over time.

import { isEarlier, periodReaders, timeAxis } from '#fairwasm/data/intake/times.js';
import { getError } from '../support.mjs';

const day = (text) => text && new Date(text).toISOString().slice(0, 10);
const only = (text) => {
  const readers = periodReaders([text]);
  expect(readers).toHaveLength(1);
  return readers[0]?.(text);
};

test.each([
  ['2024-01-05', '2024-01-05', '2024-01-06'],
  ['2024/1/5', '2024-01-05', '2024-01-06'],
  ['20240105', '2024-01-05', '2024-01-06'],
  ['05.01.2024', '2024-01-05', '2024-01-06'],
  ['1/25/2024', '2024-01-25', '2024-01-26'],
  ['25/1/24', '2024-01-25', '2024-01-26'],
  ['5 Jan 2024', '2024-01-05', '2024-01-06'],
  ['January 5th, 2024', '2024-01-05', '2024-01-06'],
  ['5. März 2024', '2024-03-05', '2024-03-06'],
  ['1er février 2024', '2024-02-01', '2024-02-02'],
  ['5 de enero de 2024', '2024-01-05', '2024-01-06'],
  ['12-Mar-2024', '2024-03-12', '2024-03-13'],
  ['2024-1', '2024-01-01', '2024-02-01'],
  ['12/2023', '2023-12-01', '2024-01-01'],
  ['janv. 2024', '2024-01-01', '2024-02-01'],
  ['Dezember 2023', '2023-12-01', '2024-01-01'],
  ['gennaio 2024', '2024-01-01', '2024-02-01'],
  ['setembro 2024', '2024-09-01', '2024-10-01'],
  ['Jan-24', '2024-01-01', '2024-02-01'],
  ['2024-W01', '2024-01-01', '2024-01-08'],
  ['2021W01', '2021-01-04', '2021-01-11'], // January 1, 2021 was a Friday
  ['2024-W05-3', '2024-01-31', '2024-02-01'],
  ['KW 5/2024', '2024-01-29', '2024-02-05'],
  ['Q1 2024', '2024-01-01', '2024-04-01'],
  ['2024-Q4', '2024-10-01', '2025-01-01'],
  ['4. Quartal 2024', '2024-10-01', '2025-01-01'],
  ['H2 2024', '2024-07-01', '2025-01-01'],
  ['2024', '2024-01-01', '2025-01-01'],
])('reads %s', (text, start, end) => {
  const period = only(text);
  expect([day(period?.start), day(period?.end)]).toEqual([start, end]);
});

test.each([
  ['2024-01-05T10:30:00+02:00', '2024-01-05T08:30:00.000Z'],
  ['2024-01-05 10:30', '2024-01-05T10:30:00.000Z'],
  ['2024-01-05T10:30:15.25Z', '2024-01-05T10:30:15.250Z'],
  ['5.1.2024, 9:05', '2024-01-05T09:05:00.000Z'],
  ['1/25/2024 12:05 AM', '2024-01-25T00:05:00.000Z'],
])('reads the moment %s', (text, start) => {
  expect(new Date(only(text)?.start ?? 0).toISOString()).toBe(start);
});

test.each(['', 'M', 'decided', '2024-02-30', '2024-13-01', '31.4.2024', 'jui', '12', 'W54', 'Q5', '2024-W60'])(
  'reads no date in %j',
  (text) => {
    expect(periodReaders([text])).toEqual([]);
  },
);

test('all values decide the order of day and month', () => {
  const texts = ['1/2/2024', '3/4/2024'];
  expect(periodReaders(texts)).toHaveLength(2);
  expect(periodReaders([...texts, '1/13/2024'])).toHaveLength(1);
  expect(periodReaders([...texts, '1/13/2024', '13/1/2024'])).toEqual([]);
  expect(periodReaders(texts, 'dmy').map((read) => day(read('1/2/2024')?.start))).toEqual(['2024-02-01']);
  expect(periodReaders(['1.2.2024']).map((read) => day(read('1.2.2024')?.start))).toEqual(['2024-02-01']);
});

const inOrder = (values, order) => {
  const axis = timeAxis('batch', values, order);
  return (
    axis &&
    values
      .map((value, i) => [axis[i], value])
      .sort(([a], [b]) => a - b)
      .map(([, value]) => value)
      .join()
  );
};

test.each([
  [['10', '9', '100'], '9,10,100'],
  [['W10', 'W2', 'W9'], 'W2,W9,W10'],
  [['Apr', 'Feb', 'Jan', 'Mar'], 'Jan,Feb,Mar,Apr'],
  [['Oktober', 'September', 'März'], 'März,September,Oktober'],
  [['Nov', 'Dec', 'Jan', 'Feb'], 'Nov,Dec,Jan,Feb'],
  [['Q4', 'Q1', 'Q2'], 'Q4,Q1,Q2'],
  [['W52', 'W1', 'W2'], 'W52,W1,W2'],
  [['Q2 2024', 'Q1 2024', 'Q4 2023'], 'Q4 2023,Q1 2024,Q2 2024'],
  [['2024-10', '2024-2', '2024-1'], '2024-1,2024-2,2024-10'],
  [['1/10/2024', '1/2/2024', '1/9/2024'], '1/2/2024,1/9/2024,1/10/2024'],
  [['01.02.2024', '01.12.2023'], '01.12.2023,01.02.2024'],
  [['run 10', 'run 2'], 'run 2,run 10'],
  [['red', 'blue'], undefined],
  [['2024-01-01', 'soon'], undefined],
  [[1, 'soon'], undefined],
])('orders %j', (values, expected) => {
  expect(inOrder(values)).toBe(expected);
});

test('asks for the order of day and month if the order of values depends on it', () => {
  const dates = ['1/2/2024', '2/1/2024'];
  expect(getError(() => timeAxis('batch', dates))).toMatchObject({
    argument: 'batch',
    expected: expect.stringContaining("pass dateOrder (--date-order), 'dmy' if the day comes first"),
    actual: "'1/2/2024'",
  });
  expect([inOrder(dates, 'mdy'), inOrder(dates, 'dmy')]).toEqual(['1/2/2024,2/1/2024', '2/1/2024,1/2/2024']);
});

test.each([
  [9, 10, true],
  ['9', '10', true],
  ['2023-12-31', '2024-01-01', true],
  ['v2', 'v10', true],
  ['Jan', 'Dec', false],
  ['1/2/2024', '2/1/2024', false],
  ['1/2/2023', '2/1/2024', true],
  ['red', 'blue', false],
])('%j is earlier than %j: %j', (time, than, expected) => {
  expect(isEarlier(time, than)).toBe(expected);
});
