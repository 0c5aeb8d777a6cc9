// SPDX-License-Identifier: Apache-2.0
//
// The documented report format: reports match the schema, and the schema rejects invalid ones.

import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { examples, format, readReport, reportExample } from 'fairwasm';
import fc from 'fast-check';
import { often } from '../../thorough.mjs';
import { eightRows, fair } from '../support.mjs';
import { whole } from './whole-audit.mjs';

const validate = new Ajv2020({ strictTypes: false }).compile(
  JSON.parse(readFileSync('dist/schemas/report.schema.json', 'utf8')),
);

const parsed = (report) => JSON.parse(format(report, 'json'));
const complaints = (data) => (validate(data) ? [] : validate.errors);

// With weights, scores, undefined and infinite values, and small groups.
const eight = (options) => parsed(fair.audit({ ...eightRows(), ...options }).report());

const asked = { equivalenceMargin: { differences: 0.1, disparateImpact: 0.8 }, shrunken: true };
const besides = () => {
  const audit = fair.audit(eightRows());
  return parsed(audit.report(asked));
};

describe('the schema', () => {
  test('accepts optional results', () => {
    expect(complaints(besides())).toEqual([]);
    expect(complaints(parsed(reportExample(fair, examples[0], asked)))).toEqual([]);
    const broken = besides();
    broken.breakdowns[0].comparisons[0].equivalence.disparateImpact.pValue = 2;
    expect(validate(broken)).toBe(false);
  });

  test.each(examples)('accepts $name', (example) => {
    expect(complaints(parsed(reportExample(fair, example)))).toEqual([]);
  });

  test.each([
    ['everything at once', {}],
    ['no uncertainty', { uncertainty: false }],
    ['only a label', { prediction: undefined, score: undefined }],
    ['only decisions', { label: undefined, score: undefined, weight: undefined }],
    ['a threshold', { prediction: undefined, threshold: 0.5 }],
    ['clusters', { cluster: [1, 1, 2, 2, 3, 3, 4, 5] }],
    ['infinite values', { prediction: [0, 0, 0, 0, 1, 1, 0, 1] }],
  ])('accepts %s', (_what, options) => {
    expect(complaints(eight(options))).toEqual([]);
  });

  test('rejects invalid reports', () => {
    const broken = {
      'an unknown field': (report) => ({ ...report, extra: 1 }),
      'a missing field': ({ labels, ...report }) => report,
      'another version': (report) => ({ ...report, version: 3 }),
      'null without a reason': (report) => {
        report.overall.rates.accuracy = { value: null };
        return report;
      },
      'a p-value above 1': (report) => {
        report.overall.rates.accuracy.pValue = 1.1;
        return report;
      },
    };
    for (const [what, change] of Object.entries(broken)) {
      expect([what, validate(change(eight()))]).toEqual([what, false]);
    }
  });

  test('contains every field, like its document', () => {
    const document = readFileSync('docs/report-format.md', 'utf8');
    const fields = new Set();
    JSON.stringify(besides(), (key, value) => {
      const isByName = [
        'rates',
        'shrunken',
        'disparities',
        'equivalence',
        'equivalenceMargins',
        'spreads',
        'categories',
      ].includes(key);
      if (key !== '' && !/^\d+$/.test(key)) fields.add(key);
      return isByName && !Array.isArray(value) ? Object.values(value) : value;
    });
    for (const field of fields) expect(document).toContain(`\`${field}\``);
  });
});

describe('a changed file', () => {
  const saved = [parsed(whole), besides(), eight({ cluster: [1, 1, 2, 2, 3, 3, 4, 5] })];
  const values = fc.oneof(
    fc.constantFrom(null, true, '', 'x', 0, -1, 0.5, 7, [], {}, [1, 2], { value: 1 }),
    fc.jsonValue({ maxDepth: 1 }),
  );

  /** Replaces, removes, or adds a value at the place that `picks` lead to, and returns its path. */
  function changeAt(report, picks, how, value) {
    const path = [];
    let parent = report;
    for (const [i, pick] of picks.entries()) {
      const names = Object.keys(parent);
      if (names.length === 0) break;
      const name = names[pick % names.length];
      path.push(name);
      const next = parent[name];
      if (i < picks.length - 1 && next !== null && typeof next === 'object') {
        parent = next;
        continue;
      }
      if (how === 'replace') parent[name] = value;
      else if (how === 'add') parent.added = value;
      else if (Array.isArray(parent)) parent.splice(Number(name), 1);
      else delete parent[name];
      break;
    }
    return path;
  }

  test('is accepted by the reader if and only if the schema accepts it', () => {
    let accepted = 0;
    fc.assert(
      fc.property(
        fc.nat({ max: saved.length - 1 }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 12 }),
        fc.constantFrom('replace', 'remove', 'add'),
        values,
        (which, picks, how, value) => {
          const changed = structuredClone(saved[which]);
          const path = changeAt(changed, picks, how, value).join('.');
          const isValid = validate(changed);
          let read;
          try {
            read = readReport(JSON.stringify(changed));
          } catch (error) {
            expect([path, error.code, isValid]).toEqual([path, 'invalidArgument', false]);
            return;
          }
          expect([path, isValid]).toEqual([path, true]);
          accepted++;
          for (const show of [
            (result) => format(result, 'text'),
            (result) => format(result, 'markdown'),
            (result) => format(result, 'html'),
            (result) => format(result, 'csv'),
          ])
            show(read);
        },
      ),
      { numRuns: often(1000, 20_000) },
    );
    expect(accepted).toBeGreaterThan(100);
  }, 600_000);
});

describe('the schema of comparisons', () => {
  const validateComparison = new Ajv2020({ strictTypes: false }).compile(
    JSON.parse(readFileSync('dist/schemas/comparison.schema.json', 'utf8')),
  );
  const { groups, label, prediction, weight } = eightRows();
  const compared = async (options) => {
    const predictions = { a: prediction, b: label };
    return parsed((await fair.compare({ groups, label, predictions, ...options })).report());
  };

  test.each([
    ['everything at once', { weight }],
    ['no label', { label: undefined }],
    ['no change', { predictions: { a: prediction, b: prediction } }],
  ])('accepts %s', async (_what, options) => {
    const data = await compared(options);
    expect([validateComparison(data), validateComparison.errors]).toEqual([true, null]);
  });

  test('rejects invalid comparisons', async () => {
    expect(validateComparison({ ...(await compared()), extra: 1 })).toBe(false);
    expect(validateComparison(eight())).toBe(false);
    const broken = await compared();
    broken.overall.decisions.onlyA = -1;
    expect(validateComparison(broken)).toBe(false);
  });

  test('contains every field, like its document', async () => {
    const document = readFileSync('docs/report-format.md', 'utf8');
    const fields = new Set();
    JSON.stringify(await compared(), (key, value) => {
      const isByName = ['rates', 'gaps', 'categories'].includes(key) && !Array.isArray(value);
      if (key !== '' && !/^\d+$/.test(key)) fields.add(key);
      return isByName ? Object.values(value) : value;
    });
    for (const field of fields) expect(document).toContain(`\`${field}\``);
  });
});
