// SPDX-License-Identifier: Apache-2.0
//
// The report within its own HTML: packed, and every figure as it was.
import { examples, readReport, reportExample, reportHtml, reportJson } from 'fairwasm';
import fc from 'fast-check';
import { fair } from '../support.mjs';

const dataIn = (html) => /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(html)[1];
const withData = (html, data) => html.replace(dataIn(html), () => data);

test.each(examples.map(({ name }) => name))('is read as the JSON of %s', (name) => {
  const example = examples.find((each) => each.name === name);
  const report = reportExample(fair, example);
  const html = reportHtml(report);
  expect(readReport(html)).toEqual(readReport(reportJson(report)));
  expect(dataIn(html).length).toBeLessThan(0.75 * JSON.stringify(report).length);
});

test('keeps any text and any number', () => {
  const report = fair
    .audit({ prediction: [1, 0, 1, 0], groups: { g: ['a', 'a', 'b', 'b'] } })
    .report();
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constantFrom('~', '~0', '~~a', '</script>', '__proto__', '-1')),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      (text, number) => {
        const given = {
          ...report,
          notes: `${text} ${text}`,
          columns: { [text]: text, label: text },
          threshold: number,
        };
        expect(readReport(reportHtml(given))).toEqual(readReport(reportJson(given)));
      },
    ),
    { numRuns: 60 },
  );
});

test('is read as it was before it was packed', () => {
  const report = fair
    .audit({ prediction: [1, 0, 1, 0], groups: { g: ['a', 'a', 'b', 'b'] } })
    .report();
  const html = withData(reportHtml(report), JSON.stringify(report).replaceAll('<', '\\u003c'));
  expect(readReport(html)).toEqual(readReport(reportJson(report)));
});

test.each(['', '{', '{"names":[],"values":[],"data":[7]}', '[]'])('is refused as %j', (data) => {
  const report = fair.audit({ prediction: [1, 0], groups: { g: ['a', 'b'] } }).report();
  expect(() => readReport(withData(reportHtml(report), data))).toThrow();
});
