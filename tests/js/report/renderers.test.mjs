// SPDX-License-Identifier: Apache-2.0
//
// The renderers: they fit, they agree with the report, and text from the data stays text.

import {
  examples,
  findExample,
  metrics,
  reportCsv,
  reportExample,
  reportJson,
  reportMarkdown,
  reportText,
} from 'fairwasm';
import fc from 'fast-check';
import Papa from 'papaparse';
import stringWidth from 'string-width';
import { eightRows, fair } from '../support.mjs';

const eight = () => fair.audit(eightRows()).report({ source: 'eight.csv' });
const compas = reportExample(fair, findExample('compas'));

/** A report whose names are all `name`, with something undefined in it. */
function named(name) {
  const groups = { [name]: [name, name, `${name}2`, `${name}3`] };
  const label = [name, `not ${name}`, name, name];
  const audit = fair.audit({ groups, label, prediction: label, favorable: name });
  return audit.report({ source: name, columns: { label: name } });
}

/** As uncertainty will add them: an interval beside every estimate. */
const withIntervals = (report) =>
  JSON.parse(JSON.stringify(report), (_, value) =>
    value !== null && typeof value?.value === 'number'
      ? { ...value, interval: [value.value - 0.0123, value.value + 0.0123] }
      : value,
  );

const linesOf = (report, options) => reportText(report, options).split('\n');
const widest = (report) => Math.max(...linesOf(report).map((line) => stringWidth(line)));

describe('text', () => {
  test.each(examples)('$name fits into 80 columns', (example) => {
    expect(widest(reportExample(fair, example))).toBeLessThanOrEqual(80);
    expect(widest(withIntervals(reportExample(fair, example)))).toBeLessThanOrEqual(80);
  });

  test('intervals stand beside the values', () => {
    const text = reportText(withIntervals(compas));
    expect(text).toContain('1.690 [1.678, 1.703] Disparate impact of African-American');
    expect(text).toContain('[0.436, 0.461]'); // false positive rate of African-Americans
  });

  test('any names fit into 80 columns and cannot reach the terminal', () => {
    const pieces = fc.constantFrom(
      '\x1b[2J',
      '\x9b31m',
      '\r',
      '\n',
      '\t',
      '\u202e',
      '\x07',
      '京都',
      '👩‍🚀',
      ' ',
      'long'.repeat(20),
      'é',
      'e\u0301',
    );
    const name = fc.oneof(
      fc.array(pieces, { minLength: 1, maxLength: 12 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 120 }),
    );
    fc.assert(
      fc.property(name, (text) => {
        const lines = linesOf(named(text));
        for (const line of lines) {
          expect(stringWidth(line)).toBeLessThanOrEqual(80);
          expect(line).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('what is furthest from equal comes first', () => {
    const text = reportText(compas);
    const order = [
      'Disparate impact',
      'Statistical parity difference',
      'Average odds',
      'Equal opportunity',
    ];
    const places = order.map((title) => text.indexOf(`${title}`));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(text.slice(0, places[1])).toContain('1.690 Disparate impact of African-American');
  });

  test('shows every rate of every group', () => {
    const lines = linesOf(compas);
    const falsePositives = lines.find((line) => line.includes('False positive rate'));
    for (const value of ['0.260', '0.323', '0.448', '0.235', '0.188'])
      expect(falsePositives).toContain(value);
  });

  test('says why a value is undefined', () => {
    const text = reportText(eight()).replace(/\s+/g, ' ');
    expect(text).toContain(
      'no actual positives among race = c; no predicted negatives among race = c;',
    );
  });

  test('a single group is not compared', () => {
    const audit = fair.audit({ groups: { g: ['a', 'a'] }, label: [1, 0] });
    expect(reportText(audit.report())).toContain('only one group');
  });

  test('says how many of very many groups it does not show', () => {
    const values = Array.from({ length: 60 }, (_, i) => `g${i}`);
    const audit = fair.audit({ groups: { g: values }, label: values.map((_, i) => i % 2) });
    expect(reportText(audit.report())).toContain('36 more groups are not shown here');
    expect(reportMarkdown(audit.report())).toContain('| g59 |');
  });

  test('color emphasises and changes nothing else', () => {
    const colored = reportText(compas, { color: true });
    const start = '\x1b';
    expect(colored).toContain(`${start}[1m`);
    expect(colored.replaceAll(new RegExp(`${start}\\[\\d+m`, 'g'), '')).toBe(reportText(compas));
    expect(reportText(compas)).not.toContain(start);
  });
});

describe('JSON', () => {
  test('is the report; what is no number is null with its reason', () => {
    const parsed = JSON.parse(reportJson(eight()));
    expect(parsed).toMatchObject({
      format: 'fairwasm-report',
      version: 1,
      rows: 8,
      source: 'eight.csv',
    });
    const rates = parsed.breakdowns[0].groups.find(({ name }) => name === 'c').rates;
    expect(rates.truePositiveRate).toEqual({
      value: null,
      reason: 'no actual positives among race = c',
    });
  });

  test('names are kept to the letter', () => {
    const name = '\x1b[31m<b>=1+1\u202e';
    expect(JSON.parse(reportJson(named(name))).breakdowns[0].by).toEqual([name]);
  });
});

describe('CSV', () => {
  const read = (report) =>
    Papa.parse(reportCsv(report), { header: true, skipEmptyLines: true }).data;

  test('has every number of the report, in full', () => {
    const rows = read(compas);
    const find = (wanted) =>
      rows.filter((row) => Object.entries(wanted).every(([name, value]) => row[name] === value));
    const [{ rates }] = compas.breakdowns[0].groups;
    for (const [metric, { value }] of Object.entries(rates)) {
      const found = find({
        breakdown: 'race',
        group: 'African-American',
        metric,
        statistic: 'rate',
      });
      expect(found.map((row) => Number(row.value))).toEqual([value]);
    }
    const [{ disparities }] = compas.breakdowns[0].comparisons;
    for (const [metric, { value }] of Object.entries(disparities)) {
      const found = find({
        group: 'African-American',
        reference: 'Caucasian',
        metric,
        statistic: 'disparity',
      });
      expect(found.map((row) => Number(row.value))).toEqual([value]);
    }
    const { difference } = compas.breakdowns[0].spreads.accuracy;
    expect(Number(find({ metric: 'accuracy', statistic: 'difference' })[0].value)).toBe(
      difference.value,
    );
    expect(find({ group: 'Other', metric: 'rows', statistic: 'count' })[0].value).toBe('1064');
  });

  test('undefined values are empty and have a reason', () => {
    const [row] = read(eight()).filter(
      (each) => each.group === 'c' && each.metric === 'truePositiveRate',
    );
    expect(row).toMatchObject({ value: '', reason: 'no actual positives among race = c' });
    for (const each of read(eight())) expect(each.value !== '' || each.reason !== '').toBe(true);
  });

  test('intervals have columns of their own', () => {
    const [row] = read(withIntervals(compas)).filter((each) => each.metric === 'disparateImpact');
    expect(Number(row.low)).toBeCloseTo(Number(row.value) - 0.0123, 10);
    expect(Number(row.high)).toBeCloseTo(Number(row.value) + 0.0123, 10);
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1'])(
    'the name %j is no formula',
    (name) => {
      const texts = read(named(name)).flatMap(({ breakdown, group, reference }) => [
        breakdown,
        group,
        reference,
      ]);
      for (const text of texts.filter((each) => each !== ''))
        expect(text).not.toMatch(/^[=+\-@\t\r\n]/);
    },
  );

  test('negative numbers stay numbers', () => {
    const values = read(compas).map(({ value }) => value);
    expect(values.some((value) => value.startsWith('-'))).toBe(true);
    expect(values.every((value) => value === '' || Number.isFinite(Number(value)))).toBe(true);
  });
});

describe('Markdown', () => {
  test('tables have as many cells in every row, whatever the names', () => {
    const cells = (line) => line.replace(/\\[\\|]/g, '').split('|').length;
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), (name) => {
        const tables = reportMarkdown(named(name))
          .split('\n\n')
          .filter((block) => block.startsWith('|'));
        expect(tables.length).toBe(2);
        for (const table of tables) expect(new Set(table.split('\n').map(cells)).size).toBe(1);
      }),
    );
  });

  test.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['[x](javascript:alert(1))', '\\[x\\](javascript:alert(1))'],
    ['![x](http://example.org/x.png)', '!\\[x\\](http\\://example.org/x.png)'],
    ['a|b', 'a\\|b'],
    ['`code` **strong** _em_', '\\`code\\` \\*\\*strong\\*\\* \\_em\\_'],
    ['www.example.org', 'www\\.example.org'],
    ['\\|', '\\\\\\|'],
    ['&lt;', '&amp;lt;'],
  ])('the name %j is shown, not obeyed', (name, escaped) => {
    const markdown = reportMarkdown(named(name));
    expect(markdown).toContain(`# ${escaped}\n`);
    expect(markdown).toContain(`| ${escaped} |`);
    expect(markdown.replaceAll(escaped, '')).not.toContain(name);
  });

  test('says what every metric means', () => {
    const markdown = reportMarkdown(compas);
    const shown = metrics.filter(({ name }) =>
      [...compas.rates, ...compas.disparities].includes(name),
    );
    expect(shown.length).toBe(16);
    for (const { meaning } of shown) expect(markdown).toContain(meaning);
  });
});
