// SPDX-License-Identifier: Apache-2.0
//
// The compressed report in HTML keeps every value.

import { examples, findExample, format, readReport, reportExample } from 'fairwasm';
import fc from 'fast-check';
import { present } from '../../present.mjs';
import { fair, getError } from '../support.mjs';
import { bytesIn, shownIn, withData } from './decompressed-file.mjs';

const small = fair.audit({ prediction: [1, 0, 1, 0], groups: { g: ['a', 'a', 'b', 'b'] } }).report();

test.each(examples.map(({ name }) => name))('is read as the JSON of %s', (name) => {
  const example = findExample(name);
  const report = reportExample(fair, example);
  const html = format(report, 'html');
  expect(readReport(html)).toEqual(readReport(format(report, 'json')));
  expect(html.length).toBeLessThan(0.7 * (JSON.stringify(report).length + shownIn(html).length));
});

test('keeps any text and any number', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constantFrom('[]', '~0', '</script>', '__proto__', '-1')),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      (text, number) => {
        const given = { ...small, notes: `${text} ${text}`, columns: { [text]: text, label: text }, threshold: number };
        expect(readReport(format(given, 'html'))).toEqual(readReport(format(given, 'json')));
      },
    ),
    { numRuns: 60 },
  );
});

test('contains decimal numbers once with all bits', () => {
  const bytes = bytesIn(format({ ...small, threshold: Math.PI }, 'html'), 'fairwasm-report');
  const reals = Array.from({ length: bytes.readDoubleLE(0) }, (_, i) => bytes.readDoubleLE(8 + 8 * i));
  expect(reals).toContain(Math.PI);
  expect(new Set(reals).size).toBe(reals.length);
});

test('equal reports give equal files', () => {
  expect(format(small, 'html')).toBe(format(readReport(format(small, 'html')), 'html'));
});

test('rejects damaged data, and data that claim to be larger than a report can be', () => {
  const html = format(small, 'html');
  const whole = Buffer.from(present(/id="fairwasm-report">([^<]*)/.exec(html))[1], 'base64');
  const huge = Buffer.from(whole);
  huge.writeUInt32BE(2 ** 32 - 1);
  const longer = Buffer.from(whole);
  longer.writeUInt32BE(whole.readUInt32BE() + 1);
  const parts = [0, 3, 4, 20, whole.length - 5].map((end) => whole.subarray(0, end));
  for (const data of [...parts, huge, longer].map((each) => each.toString('base64')).concat('%')) {
    expect(getError(() => readReport(withData(html, data)))).toMatchObject({
      code: 'invalidArgument',
      argument: 'report',
    });
  }
});
