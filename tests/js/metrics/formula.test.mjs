// SPDX-License-Identifier: Apache-2.0

import { load } from 'fairwasm';
import fc from 'fast-check';
import { areEquivalent, formulaRates, formulaSums, looksLikeFormula, parseFormula } from '#fairwasm/metrics/formula.js';
import { rates } from '#fairwasm/metrics/rates.js';

/** @param {readonly any[]} cells TP, FP, TN, FN */
const toCounts = ([truePositives, falsePositives, trueNegatives, falseNegatives]) => ({
  truePositives,
  falsePositives,
  trueNegatives,
  falseNegatives,
  positives: truePositives + falseNegatives,
  negatives: falsePositives + trueNegatives,
  predictedPositives: truePositives + falsePositives,
  predictedNegatives: trueNegatives + falseNegatives,
  instances: truePositives + falsePositives + trueNegatives + falseNegatives,
});
const counts = toCounts([6, 3, 10, 2]);
const compute = (text) => parseFormula(text).compute(counts);

test.each([
  ['TP / (TP + FN)', 6 / 8],
  ['1 - 2 - 3', -4],
  ['12 / 2 / 3 * 2', 4],
  ['1 + 2 * 3 - 4 / 2', 5],
  ['-TP + 2 FP', 0],
  ['2 * -3', -6],
  ['-(1 - 3)', 2],
  ['2 TP / (2 TP + FP + FN)', 12 / 17],
  ['(TPR + TNR) / 2', (6 / 8 + 10 / 13) / 2],
  ['max(TP, FP) - min(TP, FP, 1)', 5],
  ['abs(FP - TP)', 3],
  ['sqrt(PP * PN)', Math.sqrt(9 * 12)],
  ['log(all)', Math.log(21)],
  ['1.5e1 + .5 * 0', undefined],
  ['1.5e1', 15],
])('%s is %d', (text, expected) => {
  if (expected === undefined) expect(() => parseFormula(text)).toThrow();
  else expect(compute(text)).toBeCloseTo(expected, 14);
});

test('a name stands before the formula', () => {
  expect(parseFormula(' cost = (5 FN + FP) / all')).toMatchObject({
    name: 'cost',
    text: '(5 FN + FP) / all',
    sums: ['FP', 'FN', 'all'],
    range: [0, 5],
  });
  expect(parseFormula('FN/P').name).toBe('FN/P');
});

test.each([
  ['TP / (TP + FNN)', 'FNN in ', "did you mean 'FN'", 'character 12'],
  ['sqr(TP)', 'one of min', "did you mean 'sqrt'", 'character 1'],
  ['(TP + FN', 'closing parenthesis', 'character 1'],
  ['TP FN', 'an operator, got FN', 'character 4'],
  ['TP +', 'at the end', 'character 5'],
  ['TP ^ 2', 'got ^', 'character 4'],
  ['cost = TP /', 'at the end', 'character 12'],
  ['abs(TP, FP)', 'one argument of abs', 'character 1'],
  ['constructor + TP', 'got constructor', 'character 1'],
  ['__proto__(TP)', 'got _', 'character 1'],
  [`${'('.repeat(50)}TP${')'.repeat(50)}`, 'at most 40 nested parts'],
  [`${'-'.repeat(50)}TP`, 'at most 40 nested parts'],
  ['TP'.padEnd(1001), 'at most 1000 characters'],
  ['', 'at the end', 'character 1'],
])('%s is rejected with the position', (text, ...parts) => {
  for (const part of parts) expect(() => parseFormula(text)).toThrow(part);
});

test('long chains do not exhaust the stack', () => {
  expect(parseFormula('1+'.repeat(499).concat('1')).compute(counts)).toBe(500);
});

const cells = fc.tuple(...Array(4).fill(fc.integer({ min: 0, max: 30 })));
const leaf = fc.constantFrom(...Object.keys(formulaSums), ...Object.keys(formulaRates), '1', '2.5', '0.1');
const { formula: formulas } = fc.letrec((tie) => ({
  formula: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc
      .tuple(tie('formula'), fc.constantFrom('+', '-', '*', '/'), tie('formula'))
      .map(([a, o, b]) => `(${a} ${o} ${b})`),
    fc.tuple(fc.constantFrom('abs', 'sqrt', 'log'), tie('formula')).map(([f, a]) => `${f}(${a})`),
    fc.tuple(fc.constantFrom('min', 'max'), tie('formula'), tie('formula')).map(([f, a, b]) => `${f}(${a}, ${b})`),
  ),
}));

test('values are in the range, and an undefined value has a cause', () => {
  fc.assert(
    fc.property(formulas, cells, (text, drawn) => {
      const { range, whyUndefined, ...formula } = parseFormula(text);
      const value = formula.compute(toCounts(drawn));
      const slack = 1e-9 * Math.max(1, Math.abs(value));
      if (Number.isNaN(value)) expect(whyUndefined(toCounts(drawn))).toMatch(/\w/);
      else {
        expect(value).toBeGreaterThanOrEqual(range[0] - slack);
        expect(value).toBeLessThanOrEqual(range[1] + slack);
        expect(whyUndefined(toCounts(drawn))).toBeUndefined();
      }
    }),
    { numRuns: 2000 },
  );
});

test('gradients equal central differences', () => {
  fc.assert(
    fc.property(formulas, fc.tuple(...Array(4).fill(fc.integer({ min: 3, max: 30 }))), (text, drawn) => {
      const { gradient, ...formula } = parseFormula(text);
      const at = (cell, step) => formula.compute(toCounts(drawn.map((count, i) => count + (i === cell ? step : 0))));
      gradient(toCounts(drawn)).forEach((slope, cell) => {
        const [here, step] = [at(cell, 0), 1e-5];
        const [left, right] = [(here - at(cell, -step)) / step, (at(cell, step) - here) / step];
        const scale = Math.max(1, Math.abs(left), Math.abs(right), Math.abs(here));
        // Kinks of min, max, and abs, and places next to a pole, have no slope.
        const isSmooth = Math.abs(left - right) < 1e-3 * scale && scale < 1e5;
        if (isSmooth) expect(Math.abs(slope - (left + right) / 2)).toBeLessThan(2e-3 * scale);
      });
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['TP / (TP + FN)', [0, 1]],
  ['(TP + TN) / all', [0, 1]],
  ['FN / FP', [0, Number.POSITIVE_INFINITY]],
  ['P / PP', [0, Number.POSITIVE_INFINITY]],
  ['TPR - FPR', [-1, 1]],
  ['(TPR + TNR) / 2', [0, 1]],
  ['2 TP / (2 TP + FP + FN)', [0, 1]],
  ['(5 FN + FP) / all', [0, 5]],
  ['(TP - FP) / PP', [-1, 1]],
  ['abs(TPR - FPR)', [0, 1]],
])('the range of %s is exact', (text, range) => {
  expect(parseFormula(text).range).toEqual(range);
});

test.each([
  ['TP / P', [0, 3, 4, 0], 'no actual positives'],
  ['TP / (TP + FN)', [0, 3, 4, 0], 'TP + FN is 0'],
  ['TP / (FP - FP)', [1, 3, 4, 0], 'FP - FP is 0'],
  ['sqrt(TP - FP)', [1, 3, 4, 0], 'TP - FP is negative'],
  ['log(TP)', [0, 3, 4, 0], 'TP is not positive'],
])('%s is undefined with a reason', (text, drawn, cause) => {
  expect(parseFormula(text).whyUndefined(toCounts(drawn))).toContain(cause);
});

test('counts that are unknown are named', () => {
  expect(parseFormula('TP / P').whyUndefined({ ...counts, truePositives: Number.NaN })).toContain(
    'true positives are unknown',
  );
});

test('the formulas of the rates give the values of the core', async () => {
  const { label, prediction } = { label: [1, 1, 1, 0, 0, 1, 0, 0, 0, 1], prediction: [1, 0, 1, 0, 1, 1, 0, 0, 1, 0] };
  const fair = await load();
  const { overall } = fair.audit({ label, prediction, groups: { all: label.map(() => 'x') } }).frame('all');
  const parsed = rates.filter(({ formula }) => !formula.includes('score'));
  expect(parsed.length).toBe(15);
  for (const { name, formula } of parsed) {
    expect(parseFormula(formula).compute(overall.counts)).toBeCloseTo(overall.rates[name].value, 14);
  }
});

test('formulas are recognized by their values', () => {
  expect(areEquivalent(parseFormula('FN / (TP + FN)'), parseFormula('1 - TP / P'))).toBe(true);
  expect(areEquivalent(parseFormula('FN / (TP + FN)'), parseFormula('FN / PN'))).toBe(false);
});

test.each([
  ['TP / P', true],
  ['cost = FN', true],
  ['treatmentEquality', false],
  ['1-PPV', true],
  ['equal-opportunity', false],
  ['metrics/own-metrics.mjs', false],
])('%s looks like a formula: %s', (text, expected) => {
  expect(looksLikeFormula(text)).toBe(expected);
});
