// SPDX-License-Identifier: Apache-2.0
//
// The part for model cards: YAML that is valid for any names, and Markdown with one heading level less.

import { format } from 'fairwasm';
import fc from 'fast-check';
import { reportModelCard } from '../../../dist/report/model-card.js';
import { present } from '../../present.mjs';
import { fair } from '../support.mjs';

/** Reads the block style of the card; strings must be JSON strings, which are valid YAML. */
function readCard(card) {
  const [empty, yaml, ...rest] = card.split(/^---$/m);
  expect(empty).toBe('');
  const lines = yaml.trim().split('\n');
  const toNumber = (text) => (/^["\d-]/.test(text) ? JSON.parse(text) : text);
  expect(lines.slice(0, 1)).toEqual(['model-index:']);
  const fields = lines.slice(1).flatMap((line) => {
    const [, indent, dash, key, value] = /^( *)(- )?([a-z-]+):(?: (.+))?$/.exec(line) ?? [];
    if (key === undefined) throw new Error(`no YAML of this kind: ${line}`);
    return value === undefined ? [] : [[indent.length, dash !== undefined, key, toNumber(value)]];
  });
  /** @type {Record<string, any>[]} */
  const metrics = [];
  for (const [indent, isNew, key, value] of fields) {
    if (indent + (isNew ? 2 : 0) !== 6 || !['type', 'name', 'value'].includes(key)) continue;
    if (isNew) metrics.push({});
    if (metrics.length > 0) present(metrics.at(-1))[key] = value;
  }
  const name = fields.find(([indent, , key]) => indent === 0 && key === 'name')[3];
  return { name, metrics, markdown: rest.join('---') };
}

const groups = { g: ['a', 'a', 'b', 'b', 'a', 'b'] };
const label = [1, 0, 1, 0, 1, 0];
const prediction = [1, 0, 0, 0, 1, 1];
const report = (source, named = groups) => fair.audit({ groups: named, label, prediction }).report({ source });

test('contains the numbers of the report, and only finite ones', () => {
  const made = report('people.csv');
  const { name, metrics, markdown } = readCard(reportModelCard(made, 'credit-v2'));
  expect(name).toBe('credit-v2');
  const accuracy = metrics.find(({ type }) => type === 'accuracy');
  expect(accuracy).toEqual({ type: 'accuracy', name: 'Accuracy of all rows', value: 4 / 6 });
  const impact = metrics.find(({ type }) => type === 'disparateImpact');
  expect(present(impact).name).toBe('Disparate impact of b compared with a (by g)');
  expect(present(impact).value).toBe(made.breakdowns[0].comparisons[0].disparities.disparateImpact.value);
  for (const { value } of metrics) expect(Number.isFinite(value)).toBe(true);
  expect(format(made, 'json')).toContain('null');
  expect(markdown).toMatch(/^\n\n## people\.csv\n/);
  expect(markdown).toContain('\n### By g, compared with a\n');
  expect(markdown).not.toMatch(/^# /m);
  expect(readCard(reportModelCard(made)).name).toBe('people.csv');
});

test('any names stay text in YAML and in Markdown', () => {
  const pieces = fc.constantFrom(
    '---',
    '\n',
    '\r\n',
    '"',
    '\\',
    ': ',
    '#',
    '- ',
    '*',
    '&a',
    '!!js',
    '<script>',
    '\u2028',
    '\u0000',
    'é',
    '%',
    '|',
    '`',
  );
  const name = fc.array(pieces, { minLength: 1, maxLength: 8 }).map((parts) => `x${parts.join('')}`);
  fc.assert(
    fc.property(name, (text) => {
      const hostile = { g: groups.g.map((g) => (g === 'b' ? text : g)) };
      const made = report(text, hostile);
      const card = reportModelCard(made, text);
      const { name: model, metrics, markdown } = readCard(card);
      const shown = (each) => each.replace(/[\t\r\n]+/g, ' ').replace(/[\p{Cc}\u2028]+/gu, '\ufffd');
      expect(model).toBe(shown(text));
      const [{ group, disparities }] = made.breakdowns[0].comparisons;
      const impact = metrics.find(({ type }) => type === 'statisticalParityDifference');
      expect(impact).toMatchObject({ value: disparities.statisticalParityDifference.value });
      expect(present(impact).name).toContain(` of ${shown(group)} compared with `);
      expect(markdown).not.toContain('<script>');
      expect(card.match(/^---$/gm)).toHaveLength(2);
      expect(markdown.match(/^## /gm)).toHaveLength(1);
    }),
    { numRuns: 200 },
  );
});
