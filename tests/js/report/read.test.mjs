// SPDX-License-Identifier: Apache-2.0
//
// A stored report is read back with all values, and an invalid report is rejected with a message.

import { examples, format, readReport, reportExample } from 'fairwasm';
import fc from 'fast-check';
import { eightRows, fair, getError } from '../support.mjs';

const asked = { equivalenceMargin: { differences: 0.1, disparateImpact: 0.8 }, shrunken: true };
const infinite = fair
  .audit({
    label: [1, 0, 1, 0, 1, 0, 1, 0],
    prediction: [0, 0, 0, 0, 1, 1, 0, 1],
    groups: { g: ['b', 'b', 'b', 'a', 'a', 'a', 'a', 'a'] },
    privileged: { g: 'b' },
  })
  .report();

test.each(
  /** @type {[name: string, report: import('fairwasm').Report][]} */ ([
    ...examples.map((example) => [example.name, reportExample(fair, example)]),
    ['everything at once', fair.audit(eightRows()).report(asked)],
    ['no uncertainty', fair.audit({ ...eightRows(), uncertainty: false }).report()],
    ['infinite values', infinite],
    ['clusters', fair.audit({ ...eightRows(), cluster: [1, 1, 2, 2, 3, 3, 4, 5] }).report()],
  ]),
)('is unchanged after a round trip: %s', (_name, report) => {
  // As data, without undefined properties.
  expect(readReport(format(report, 'json'))).toEqual(report);
  expect(format(readReport(format(report, 'json')), 'text')).toBe(format(report, 'text'));
  expect(readReport(format(report, 'html'))).toEqual(report);
  expect(readReport(`\ufeff${format(report, 'html')}`)).toEqual(report);
});

test('restores infinite values', () => {
  const [{ comparisons }] = readReport(format(infinite, 'json')).breakdowns;
  expect(comparisons[0].disparities.disparateImpact).toMatchObject({
    value: Number.POSITIVE_INFINITY,
    ci: [expect.any(Number), Number.POSITIVE_INFINITY],
  });
  expect(comparisons[0].disparities.averagePredictiveValueDifference.value).toBeNaN();
});

test('shows what a file lacks as undefined', () => {
  const report = JSON.parse(format(reportExample(fair, examples[0]), 'json'));
  const [breakdown] = report.breakdowns;
  delete breakdown.groups[0].rates.accuracy;
  delete breakdown.spreads.accuracy;
  breakdown.comparisons[0].id = 'no group';
  const read = readReport(JSON.stringify(report)).breakdowns[0];
  const absent = { value: Number.NaN, reason: 'missing from the file' };
  expect(read.groups[0].rates.accuracy).toEqual(absent);
  expect(read.spreads.accuracy.ratio).toEqual(absent);
  expect(read.comparisons).toHaveLength(breakdown.comparisons.length - 1);
});

test.each([
  ['invalid JSON', () => 'hello', /JSON/],
  ['deep nesting', () => '['.repeat(200_000) + ']'.repeat(200_000), /too deep/],
  ['nothing', () => '', /JSON/],
  ['null', () => 'null', /report/],
  ['a different format', () => '{"format":"x"}', /fairwasm-report/],
  [
    'a string as a value',
    (r) => {
      r.overall.rates.accuracy.value = '1';
    },
    /overall\.rates\.accuracy\.value: a number or null, got '1'/,
  ],
  [
    'a string as a count',
    (r) => {
      r.overall.counts.rows = '7';
    },
    /rows/,
  ],
  [
    'a name that is not a string',
    (r) => {
      r.breakdowns[0].groups[0].name = {};
    },
    /name/,
  ],
  [
    'an interval with one end',
    (r) => {
      r.overall.rates.accuracy.ci = {};
    },
    /overall\.rates\.accuracy\.ci: a list, got an object/,
  ],
  [
    'a reason that is not a string, for an unrequested rate',
    (r) => {
      r.rates = [];
      r.breakdowns[0].groups[0].rates.accuracy.reason = {};
    },
    /groups\.0\.rates\.accuracy\.reason: a string, got an object/,
  ],
  [
    'a group with invalid rates when none were requested',
    (r) => {
      r.rates = [];
      r.overall.rates = null;
    },
    /overall\.rates: an object, got null/,
  ],
  [
    'a comparison without numbers',
    (r) => {
      r.breakdowns[0].comparisons[0].disparities = null;
    },
    /disparities: an object, got null/,
  ],
  [
    'attributes that are not strings',
    (r) => {
      r.breakdowns[0].by = [{}];
    },
    /breakdowns\.0\.by\.0: a string, got an object/,
  ],
])('rejects %s', (_name, change, message) => {
  const report = JSON.parse(format(reportExample(fair, examples[0]), 'json'));
  const changed = change(report);
  const error = getError(() => readReport(typeof changed === 'string' ? changed : JSON.stringify(report)));
  expect(error.code).toBe('invalidArgument');
  expect(error.message).toMatch(message);
});

test('any changed report is rejected or can be shown', () => {
  const whole = format(reportExample(fair, examples[0], { uncertainty: false }), 'json');
  const paths = [];
  const walk = (value, path) => {
    paths.push(path);
    if (value !== null && typeof value === 'object')
      for (const key of Object.keys(value)) walk(value[key], [...path, key]);
  };
  walk(JSON.parse(whole), []);
  const instead = fc.constantFrom(null, 'text', 7, {}, [], true, [null], { value: null });
  fc.assert(
    fc.property(fc.constantFrom(...paths.slice(1)), instead, (path, value) => {
      const report = JSON.parse(whole);
      path.slice(0, -1).reduce((at, key) => at[key], report)[path.at(-1)] = value;
      let read;
      try {
        read = readReport(JSON.stringify(report));
      } catch (error) {
        expect(error.code).toBe('invalidArgument');
        return;
      }
      expect(format(read, 'text')).not.toContain('[object');
      expect(format(read, 'html')).not.toContain('[object');
    }),
    { numRuns: 600 },
  );
});

describe('the report within its HTML', () => {
  const named = (text) => {
    const groups = { [text]: [text, text, 'other', 'more'] };
    const input = { groups, label: [text, 'no', text, 'no'], favorable: text };
    return fair.audit({ ...input, uncertainty: false }).report({ source: text, about: text });
  };

  test('keeps names as text and reads them back', () => {
    const pieces = fc.constantFrom(
      '</script>',
      '<script>alert(1)</script>',
      '<!--',
      '-->',
      '<script type="application/json" id="fairwasm-report">{}</script>',
      ']]>',
      '&lt;',
      '\u2028',
      '"favorable":',
      '\\',
      '"',
      'é',
    );
    const name = fc.array(pieces, { minLength: 1, maxLength: 5 }).map((parts) => `x${parts.join('')}x`);
    fc.assert(
      fc.property(name, fc.constantFrom(undefined, 'burden'), (text, outcome) => {
        const report = { ...named(text), ...(outcome && { outcome }) };
        const html = format(report, 'html');
        expect(readReport(html)).toEqual(report);
        // The report's data, its compressed parts, and the file's script.
        expect(html.match(/<script/g)).toHaveLength(3);
        expect(html.match(/<\/script/g)).toHaveLength(3);
        expect(html).not.toContain('<!--');
      }),
      { numRuns: 200 },
    );
  });

  test('is below 150 kB for two attributes and their ten combinations with intervals', () => {
    const rows = Array.from({ length: 4000 }, (_, i) => i);
    const groups = { race: rows.map((i) => `race ${i % 5}`), sex: rows.map((i) => ['f', 'm'][(i >> 3) % 2]) };
    const columns = { label: rows.map((i) => (i * 7) % 2), prediction: rows.map((i) => (i % 11) % 2) };
    const report = fair.audit({ groups, ...columns, uncertainty: { draws: 10 } }).report();
    expect(report.breakdowns[2].groups).toHaveLength(10);
    expect(Buffer.byteLength(format(report, 'html'))).toBeLessThan(150_000);
  });

  test('rejects other HTML', () => {
    const message = getError(() => readReport('<!doctype html><p>hello</p>')).message;
    expect(message).toContain('HTML without an embedded report');
    const open = format(named('x'), 'html').split('</script>')[0];
    expect(getError(() => readReport(open)).code).toBe('invalidArgument');
  });
});
