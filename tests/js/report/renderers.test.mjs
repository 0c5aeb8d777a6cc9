// SPDX-License-Identifier: Apache-2.0
//
// Renderers fit the terminal, agree with the report, and keep text from the data as text.

import { examples, findExample, format, metrics, reportExample, toCategory } from 'fairwasm';
import fc from 'fast-check';
import Papa from 'papaparse';
import stringWidth from 'string-width';
import { essentialDisparities } from '#fairwasm/report/ranking.js';
import { present } from '../../present.mjs';
import { eightRows, fair } from '../support.mjs';
import { shownHtml } from './decompressed-file.mjs';

const eight = () => fair.audit(eightRows()).report({ source: 'eight.csv' });
// With the usual wording; the wording of a burden is tested separately.
const compas = reportExample(fair, findExample('compas'), { outcome: 'benefit' });

/** A report whose names are all `name`, with an undefined value. */
function named(name) {
  const groups = { [name]: [name, name, `${name}2`, `${name}3`] };
  const label = [name, `not ${name}`, name, name];
  const uncertainty = { draws: 5 };
  const audit = fair.audit({ groups, label, prediction: label, favorable: name, uncertainty });
  return audit.report({ source: name, columns: { label: name } });
}

/** 100 rows of each of two different groups, and 5 of a third one that differs most. */
function withSmallGroup() {
  const sizes = { large: [100, 60], other: [100, 40], tiny: [5, 2] };
  const rows = Object.entries(sizes).flatMap(([group, [all, selected]]) =>
    Array.from({ length: all }, (_, i) => [group, i < selected ? 1 : 0]),
  );
  const groups = { g: rows.map(([group]) => group) };
  return fair.audit({ groups, prediction: rows.map(([, p]) => p), privileged: { g: 'large' } });
}

/** Blank text is a missing value, not a name. */
const isName = (text) => toCategory(text) !== undefined;

const anyName = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).filter(isName);

const getLines = (report, options) => format(report, 'text', options).split('\n');
// The library is slow for each character; ASCII has a fixed width.
const getWidth = (line) => (/^[\x20-\x7e]*$/.test(line) ? line.length : stringWidth(line));
const widest = (report) => Math.max(...getLines(report).map(getWidth));

describe('text', () => {
  test.each(examples)('$name fits into 80 columns', (example) => {
    expect(widest(reportExample(fair, example))).toBeLessThanOrEqual(80);
    const plain = reportExample(fair, example, { uncertainty: false });
    expect(widest(plain)).toBeLessThanOrEqual(80);
  });

  test('intervals, p-values, and their methods are shown next to the values', () => {
    const lines = getLines(compas);
    const at = lines.findIndex((line) => /African-American.* 1\.690\b/.test(line));
    expect(lines[at + 1]).toContain('1.555–1.840');
    expect(lines[at + 2]).toContain('p < 0.001');
    const rate = lines.findIndex((line) => /False positive rate +\+/.test(line));
    expect(lines[rate + 1]).toContain('42.6%–47.2%'); // Wilson’s, of 805 in 1,795
    const text = lines.join(' ').replace(/\s+/g, ' ');
    expect(text).toContain('95%: Wilson’s method for proportions of rows, Newcombe’s for differences');
    expect(text).toContain('(2,000 draws, seed 1)');
  });

  test('does not mention uncertainty without intervals', () => {
    const text = format(reportExample(fair, findExample('compas'), { uncertainty: false }), 'text');
    expect(text).not.toMatch(/interval|p <|p =|bootstrap|[ \t]$/im);
  });

  test('notes that weights reduce the effective number of rows', () => {
    const text = format(eight(), 'text').replace(/\s+/g, ' ');
    // Weights 1 2 1 2 .5 .5 1 3: their squared sum divided by the sum of squares, 121 / 20.5.
    expect(text).toContain('the effective sample size of the weighted rows is 6');
  });

  test('a group with too little data is marked, noted, and does not come first', () => {
    const report = withSmallGroup().report();
    const lines = getLines(report);
    const rows = lines.filter((line) => /^ {2}(other|tiny)(?!:)/.test(line));
    const names = rows.map((line) => line.trim().split('  ')[0]);
    expect(names).toEqual(['other', 'tiny', 'other', 'tiny\u00a0*']); // a chart, and a table
    const text = format(report, 'text').replace(/\s+/g, ' ');
    expect(text).toContain('By g, the selection rate is 40.0% in the other group');
    expect(text).toContain(
      'Too little data for a conclusion (confidence interval wider than 50 points): By g: tiny (n = 5).',
    );
    expect(text).toContain('Small groups (*): tiny: few cases in all rates.');
    expect(format(report, 'markdown')).toContain('- tiny: few cases in all rates');
    expect(format(report, 'markdown')).toContain('| tiny\u00a0\\* | 5 |');
  });

  test('any names fit into 80 columns and are escaped', () => {
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
      fc.property(name.filter(isName), (text) => {
        const lines = getLines(named(text));
        expect(lines.filter((line) => getWidth(line) > 80)).toEqual([]);
        const control = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
        expect(lines.filter((line) => control.test(line))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('every report contains important notes on the data', () => {
    const note = 'Positive here means "predicted to reoffend", a burden';
    expect(compas.about).toContain(note);
    expect(format(compas, 'text').replace(/\s+/g, ' ')).toContain(note);
    expect(format(compas, 'markdown')).toContain(note);
    expect(shownHtml(compas)).toContain(note.replaceAll('"', '&quot;'));
    expect(JSON.parse(format(compas, 'json')).about).toBe(compas.about);
    expect(format(eight(), 'text')).not.toContain('Note');
    expect(eight()).not.toHaveProperty('about');
  });

  test('shows every rate of every group', () => {
    const lines = getLines(compas);
    const falsePositives = lines.filter((line) => line.includes('False positive rate')).join();
    for (const value of ['+26.0', '32.3%', '44.8%', '23.5%', '18.8%']) expect(falsePositives).toContain(value);
  });

  test('explains undefined values', () => {
    const text = format(eight(), 'text').replace(/\s+/g, ' ');
    expect(text).toContain('no actual positives among race = c; no predicted negatives among race = c;');
  });

  test('does not compare a single group', () => {
    const audit = fair.audit({ groups: { g: ['a', 'a'] }, label: [1, 0] });
    expect(format(audit.report(), 'text')).toContain('only one group');
  });

  test('reports how many of very many groups are not shown', () => {
    const values = Array.from({ length: 60 }, (_, i) => `g${i}`);
    const audit = fair.audit({ groups: { g: values }, label: values.map((_, i) => i % 2) });
    expect(format(audit.report(), 'text')).toContain('36 more groups are omitted here');
    expect(format(audit.report(), 'markdown')).toContain('| g59\u00a0\\* |');
  });

  test('color changes nothing except emphasis', () => {
    const colored = format(compas, 'text', { color: true });
    const start = '\x1b';
    expect(colored).toContain(`${start}[1m`);
    expect(colored.replaceAll(new RegExp(`${start}\\[\\d+m`, 'g'), '')).toBe(format(compas, 'text'));
    expect(format(compas, 'text')).not.toContain(start);
  });
});

describe('JSON', () => {
  test('equals the report; non-finite values are null with a reason', () => {
    const parsed = JSON.parse(format(eight(), 'json'));
    expect(parsed).toMatchObject({ format: 'fairwasm-report', version: 2, rows: 8, source: 'eight.csv' });
    const rates = parsed.breakdowns[0].groups.find(({ name }) => name === 'c').rates;
    expect(rates.truePositiveRate).toEqual({ value: null, reason: 'no actual positives among race = c' });
  });

  test('keeps names unchanged', () => {
    const name = '\x1b[31m<b>=1+1\u202e';
    expect(JSON.parse(format(named(name), 'json')).breakdowns[0].by).toEqual([name]);
  });
});

describe('CSV', () => {
  const read = (report) => Papa.parse(format(report, 'csv'), { header: true, skipEmptyLines: true }).data;

  test('contains every number of the report with all digits', () => {
    const rows = read(compas);
    const find = (wanted) => rows.filter((row) => Object.entries(wanted).every(([name, value]) => row[name] === value));
    const [{ rates }] = compas.breakdowns[0].groups;
    for (const [metric, { value }] of Object.entries(rates)) {
      const found = find({ breakdown: 'race', group: 'African-American', metric, statistic: 'rate' });
      expect(found.map((row) => Number(row.value))).toEqual([value]);
    }
    const [{ disparities }] = compas.breakdowns[0].comparisons;
    for (const [metric, { value }] of Object.entries(disparities)) {
      const found = find({ group: 'African-American', reference: 'Caucasian', metric, statistic: 'disparity' });
      expect(found.map((row) => Number(row.value))).toEqual([value]);
    }
    const { difference } = compas.breakdowns[0].spreads.accuracy;
    expect(Number(find({ metric: 'accuracy', statistic: 'difference' })[0].value)).toBe(difference.value);
    expect(find({ group: 'Other', metric: 'rows', statistic: 'count' })[0].value).toBe('1064');
  });

  test('has empty cells with a reason for undefined values', () => {
    const [row] = read(eight()).filter((each) => each.group === 'c' && each.metric === 'truePositiveRate');
    expect(row).toMatchObject({ value: '', reason: 'no actual positives among race = c' });
    for (const each of read(eight())) expect(each.value !== '' || each.reason !== '').toBe(true);
  });

  test('has columns for intervals, p-values, and warnings', () => {
    const rows = read(compas).filter((each) => each.metric === 'statisticalParityDifference');
    const [{ disparities }] = compas.breakdowns[0].comparisons;
    const { ci, pValue, adjustedPValue } = disparities.statisticalParityDifference;
    expect([rows[0].low, rows[0].high].map(Number)).toEqual(ci);
    expect([rows[0].p_value, rows[0].adjusted_p_value].map(Number)).toEqual([pValue, adjustedPValue]);
    const tiny = read(withSmallGroup().report()).filter(({ group }) => group === 'tiny');
    for (const { warning } of tiny) expect(warning).toBe('few cases in all rates');
    expect(new Set(tiny.map(({ statistic }) => statistic))).toEqual(new Set(['count', 'rate', 'disparity']));
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1'])('the name %j is not a formula', (name) => {
    const texts = read(named(name)).flatMap(({ breakdown, group, reference }) => [breakdown, group, reference]);
    for (const text of texts.filter((each) => each !== '')) expect(text).not.toMatch(/^[=+\-@\t\r\n]/);
  });

  test('keeps negative numbers as numbers', () => {
    const values = read(compas).map(({ value }) => value);
    expect(values.some((value) => value.startsWith('-'))).toBe(true);
    expect(values.every((value) => value === '' || Number.isFinite(Number(value)))).toBe(true);
  });
});

describe('Markdown', () => {
  test('tables have the same number of cells in every row for any names', () => {
    const cells = (line) => line.replace(/\\[\\|]/g, '').split('|').length;
    fc.assert(
      fc.property(anyName, (name) => {
        const tables = format(named(name), 'markdown')
          .split('\n\n')
          .filter((block) => block.startsWith('|'));
        expect(tables.length).toBe(4);
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
  ])('shows the name %j without interpreting it', (name, escaped) => {
    const markdown = format(named(name), 'markdown');
    expect(markdown).toContain(`# ${escaped}\n`);
    expect(markdown).toContain(`| ${escaped}\u00a0\\* |`); // a small group
    expect(markdown.replaceAll(escaped, '')).not.toContain(name);
  });

  test('explains every metric', () => {
    const markdown = format(compas, 'markdown');
    const shown = metrics.filter(({ name }) =>
      [...compas.rates, ...essentialDisparities(compas.disparities).map((each) => each.name)].includes(name),
    );
    expect(shown.length).toBeGreaterThanOrEqual(16);
    for (const { meaning } of shown) expect(markdown).toContain(meaning);
  });
});

describe('HTML', () => {
  const attack = `</td><script>alert(1)</script><img src=x onerror=alert(1)>"'&`;

  // Equal in every report.
  const ownScript = present(/<script>.*<\/script>\n<\/body>/s.exec(shownHtml(named('name'))))[0];

  test('text from the data stays text', () => {
    const page = shownHtml(named(attack));
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    // Compressed data has a type that browsers do not execute, and contains no character that could end it.
    const data = /<script type="text\/base64" id="fairwasm-\w+">[\w+/=]*<\/script>/g;
    expect(format(named(attack), 'html').match(data)).toHaveLength(2);
    const shown = page.replace(ownScript, '');
    expect(shown).not.toMatch(/<script|<img/i);
    const unquoted = shown.replace(/="[^"]*"/g, '=""').match(/<[a-z]+[^>]*>/gi);
    expect(unquoted.join('')).not.toMatch(/\s(on[a-z]+|href|src|style)=/i);
  });

  test('any name leaves the elements unchanged', () => {
    // The name of every element in order: names must not add any.
    const elements = (name) =>
      shownHtml(named(name))
        .match(/<\/?[a-z0-9]+/gi)
        .join('');
    const usual = elements('name');
    fc.assert(
      fc.property(anyName, (name) => {
        expect(elements(`<b>${name}"'>`)).toBe(usual);
      }),
      { numRuns: 50 },
    );
  });

  test('needs no other resources and forbids them', () => {
    const page = shownHtml(compas);
    expect(page).toMatch(/<meta http-equiv="Content-Security-Policy" content="default-src 'none';/);
    expect(page).not.toMatch(/https?:|url\(|@import/);
    expect(page).toContain('prefers-color-scheme: dark');
  });

  test('contains values, intervals, tests, and charts', () => {
    const page = shownHtml(compas);
    for (const text of ['<td>1.690 <small>1.555–1.840</small>', 'p &lt; 0.001', '42.6%–47.2%']) {
      expect(page).toContain(text);
    }
    const findings = page.match(/data-panel="finding-/g).length;
    expect(findings).toBe(3);
    expect(page.match(/<figure class="plot">/g).length).toBe(findings);
    expect(page.replace(ownScript, '')).not.toContain('NaN');
    expect(shownHtml(eight()).replace(ownScript, '')).not.toMatch(/NaN|undefined"|Infinity/);
  });

  test('notes a small group', () => {
    expect(shownHtml(withSmallGroup().report())).toContain('<li>tiny: few cases in all rates</li>');
  });
});
