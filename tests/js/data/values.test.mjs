// SPDX-License-Identifier: Apache-2.0
//
// The rules of docs/values.md: equal values, missing values, and rejected values.

import { DateDay, Decimal, Float16, makeData, makeVector, TimestampMillisecond, vectorFromArray } from 'apache-arrow';
import { auditCsv, load, readCsv, sameCategory, toCategory } from 'fairwasm';
import fc from 'fast-check';
import { guessFavorable } from '#fairwasm/data/favorable.js';
import { misuse } from '../../misuse.mjs';
import { aif360, fair, fairlearn, getError, scores, thresholds } from '../support.mjs';

const uncertainty = /** @type {const} */ (false);
const g = ['a', 'a', 'b', 'b'];
const truth = [1, 0, 1, 0];
const audit = (input) => fair.audit({ uncertainty, groups: { g }, ...input });
const counts = (checked) => checked.frame([]).overall.counts;
const getLabels = (label) => {
  const tally = fair.tally({ label: true });
  tally.update({ label });
  return tally.labels;
};

describe('equal values', () => {
  const spellings = [
    ['1', '0', '1', '0'],
    [' 1', '0 ', '1', '\t0'],
    ['1.0', '0.0', '1.0', '0.0'],
    ['+1', '-0', '1.', '0.00'],
    [true, false, true, false],
    ['True', 'FALSE', 'true', ' False'],
    [1n, 0n, 1n, 0n],
    Float64Array.of(1, -0, 1, 0),
    { codes: Uint8Array.of(1, 0, 1, 0), categories: ['0.0', '1.0'] },
  ];

  test.each(spellings.map((prediction) => [prediction]))('1 and 0 match %p', (prediction) => {
    const forth = audit({ label: truth, prediction });
    expect(counts(forth)).toMatchObject({ truePositives: 2, trueNegatives: 2, positives: 2 });
    const back = audit({ label: prediction, prediction: truth, favorable: 1 });
    expect(counts(back)).toMatchObject({ truePositives: 2, trueNegatives: 2, positives: 2 });
    expect(back.tally.labels).toHaveLength(2);
  });

  test('have one name', () => {
    expect(getLabels([' 1', '0.0', '+2', '-0'])).toEqual(['1', '0', '2']);
    expect(getLabels(['True', 'FALSE'])).toEqual(['true', 'false']);
    expect(getLabels([0, true, '1'])).toEqual(['0', '1']); // the first of a pair determines the spelling
    expect(getLabels([false, 1])).toEqual(['false', 'true']);
    expect(getLabels(['e\u0301te\u0301', '\u00e9t\u00e9'])).toEqual(['\u00e9t\u00e9']);
  });

  test('ignore a trailing decimal point', () => {
    const label = ['>50K.', '<=50K.', '>50K.', '<=50K.'];
    const prediction = ['>50K', '<=50K', ' <=50K', '>50K'];
    const checked = audit({ label, prediction, favorable: '>50K' });
    expect(checked.tally.labels).toEqual(['>50K.', '<=50K.']);
    expect(counts(checked)).toMatchObject({ truePositives: 1, falsePositives: 1, positives: 2 });
  });

  test('keep codes, long numbers, fractions, and versions unchanged', () => {
    const texts = ['02139', '2139', '1.10', '1.1', '12345678901234567890', '1e5', '100000', '..'];
    expect(getLabels(texts)).toEqual(texts);
  });

  test('format dates as ISO 8601 from every source', () => {
    const days = [new Date(0), new Date(Date.UTC(2020, 1, 29)), new Date(0)];
    expect(getLabels(days)).toEqual(['1970-01-01', '2020-02-29']);
    expect(getLabels([new Date(1500)])).toEqual(['1970-01-01T00:00:01.500Z']);
    expect(getLabels(vectorFromArray(days, new DateDay()))).toEqual(['1970-01-01', '2020-02-29']);
    expect(getLabels(vectorFromArray(days, new TimestampMillisecond()))).toEqual(['1970-01-01', '2020-02-29']);
  });

  test('apply to favorable labels, references, conditions, and requested groups', () => {
    const input = { label: truth, prediction: truth, groups: { g: ['1.0', '1.0', '0.0', '2'] } };
    const checked = audit({ ...input, favorable: 'True', privileged: { g: true } });
    expect(checked.favorable).toEqual(['1']);
    expect(checked.frame('g').reference.name).toBe('1');
    expect(checked.frame('g').group({ g: false }).counts.rows).toBe(1);
    const metric = aif360.classificationMetric({
      ...input,
      favorable: true,
      privileged: [{ g: '1' }],
      unprivileged: [{ g: 0 }],
    });
    expect(metric.numInstances({ privileged: true })).toBe(2);
    expect(metric.numPositives({ privileged: false })).toBe(1);
  });

  test('apply to merged tallies', () => {
    const getTally = (group, label) => {
      const tally = fair.tally({ groups: ['g'], label: true });
      tally.update({ groups: { g: group }, label });
      return tally;
    };
    const merged = getTally(['a.', 'b'], [1, 0]);
    merged.merge(getTally(['b', 'a', 'c'], [true, true, false]));
    expect(merged.labels).toEqual(['1', '0']);
    expect(merged.groups).toEqual([{ name: 'g', categories: ['a.', 'b', 'c'] }]);
    const frame = fair.auditTally(merged, { uncertainty }).frame('g');
    expect(frame.group({ g: 'a' }).counts).toMatchObject({ rows: 2, positives: 2 });
    expect(getError(() => merged.merge(misuse({}))).code).toBe('invalidArgument');
  });

  test('apply to tallies of two loads', async () => {
    const [one, other] = [fair, await load()].map((each) => each.tally({ label: true }));
    one.update({ label: [1, 0] });
    other.update({ label: [true, true] });
    one.merge(other);
    expect(counts(fair.auditTally(one, { uncertainty }))).toMatchObject({ rows: 4, positives: 3 });
    expect(getError(() => one.merge(fair.tally({ prediction: true }))).code).toBe('incompatible');
  });

  test('other accumulators reject merges of values that they would count separately', () => {
    const [one, other] = [true, 1].map((value) => {
      const tally = fair.scoreTally(['g']);
      tally.update({ groups: { g: [value] }, label: [1], score: [0.5] });
      return tally;
    });
    expect(getError(() => one.merge(other))).toMatchObject({ code: 'incompatible', argument: 'g' });
    expect(one.overall.rows).toBe(1);
  });

  test('apply to arrays and files', async () => {
    /** @type {{ label: 'y', prediction: 'p', groups: ['g'], uncertainty: false }} */
    const what = { label: 'y', prediction: 'p', groups: ['g'], uncertainty };
    const text = 'y, p , g\n1.0,True, a\n 0,false,a\n1,1,NA\n0.0,1,b\n';
    const report = await auditCsv(fair, text, what);
    const rows = { y: ['1.0', 0, 1, 0], p: [true, false, 1, 1], g: ['a', ' a', null, 'b'] };
    const expected = fair.auditTable(rows, what).report({ columns: { label: 'y', prediction: 'p' } });
    expect(report.warnings).toEqual(['g: read as missing values: ‘NA’.']);
    expect({ ...report, warnings: [] }).toEqual(expected);
    expect(report.overall.counts).toMatchObject({ truePositives: 2, falsePositives: 1 });
  });

  test('match toCategory and sameCategory', () => {
    expect([1, '1.0', ' a ', 'True', 'NA', null, 'NaN', '?'].map(toCategory)).toEqual([
      '1',
      '1',
      'a',
      'true',
      ...[undefined, undefined, undefined, undefined],
    ]);
    expect(sameCategory(true, '1.0')).toBe(true);
    expect(sameCategory('>50K', '>50K.')).toBe(true);
    expect(sameCategory('a', 'A')).toBe(false);
    expect(sameCategory(null, ' ')).toBe(true);
    expect(sameCategory(null, 'a')).toBe(false);
    expect(getError(() => toCategory(misuse({}))).code).toBe('invalidArgument');
  });

  test('counts do not depend on the order of rows or batches', () => {
    const value = fc.constantFrom(1, '1', ' 1', '1.0', true, 'True', 0, '0.0', false, 'False ');
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { minLength: 2, maxLength: 30 }), (rows) => {
        const auditor = fair.auditor({ groups: [], label: true, prediction: true, favorable: 1 });
        for (const [label, prediction] of rows) {
          auditor.update({ groups: {}, label: [label], prediction: [prediction] });
        }
        const isOne = (each) => sameCategory(each, 1);
        const expected = rows.filter(([label, prediction]) => isOne(label) && isOne(prediction));
        expect(auditor.tally.labels.length).toBeLessThanOrEqual(2);
        expect(counts(auditor.audit({ uncertainty })).truePositives).toBe(expected.length);
      }),
      { numRuns: 60 },
    );
  });
});

describe('missing values', () => {
  const texts = [
    'NA',
    'na',
    'N/A',
    '#N/A',
    '#NA',
    '#DIV/0!',
    '#VALUE!',
    '#NUM!',
    '#REF!',
    '#NAME?',
    '#NULL!',
    '\\N',
    '.a',
    '.Z',
    '._',
    '-nan',
    '1.#IND',
    '-1.#QNAN',
    '.',
    '<NA>',
    'nan',
    'NaN',
    'NaT',
    'null',
    'NULL',
    '?',
    ' ',
    '',
  ];

  test.each(texts)('%p is missing among labels, numbers, and groups', (text) => {
    const label = [1, 0, text, 0];
    expect(getError(() => audit({ label }))).toMatchObject({ code: 'missingValue', argument: 'label', row: 2 });
    expect(audit({ label, missing: 'drop' }).droppedRows).toBe(1);
    const score = [0.5, 0.5, text, 0.5];
    expect(getError(() => audit({ label: truth, score }))).toMatchObject({ code: 'missingValue' });
    expect(audit({ label: truth, score, missing: 'drop' }).droppedRows).toBe(1);
    const { groups } = audit({ label: truth, groups: { g: ['a', text, 'b', 'b'] } }).tally;
    expect(groups[0].categories).toEqual(['a', '(missing)', 'b']);
  });

  test('None, no, and - are values', () => {
    expect(getLabels(['None', 'no', '-'])).toEqual(['None', 'no', '-']);
  });

  test('can be represented by other strings', async () => {
    const groups = { g: ['NA', 'US', '-', ''] };
    const categories = (missingValues) => audit({ label: truth, groups, missingValues }).tally.groups[0].categories;
    expect(categories(undefined)).toEqual(['(missing)', 'US', '-']);
    expect(categories([])).toEqual(['NA', 'US', '-', '(missing)']);
    expect(categories(['-'])).toEqual(['NA', 'US', '(missing)']);
    const text = 'y,g\n1,NA\n0,US\nx,US\n';
    const what = { label: 'y', groups: ['g'], uncertainty, missingValues: ['X'] };
    const report = await auditCsv(fair, text, { ...what, missing: 'drop' });
    expect(report.droppedRows).toBe(1);
    expect(report.breakdowns[0].groups.map(({ name }) => name)).toEqual(['NA', 'US']);
    for (const missingValues of ['NA', [1], {}]) {
      const error = getError(() => audit({ label: truth, missingValues }));
      expect(error).toMatchObject({ code: 'invalidArgument', argument: 'missingValues' });
    }
  });

  test('warn about a text "(missing)"', () => {
    const error = getError(() => audit({ label: truth, groups: { g: ['a', '(missing)', null, 'b'] } }));
    expect(error).toMatchObject({ code: 'invalidArgument', argument: 'g', row: 1 });
  });

  test('detect columns of different lengths before omitting rows', () => {
    const drop = { missing: 'drop', groups: { g: ['a', 'b'] } };
    const short = { label: [1, null, 1, 0], prediction: [1, 0, 1] };
    expect(getError(() => audit({ ...drop, ...short })).code).toBe('shapeMismatch');
    const long = { label: [1, 0], prediction: [1, null, 0] };
    expect(getError(() => audit({ ...drop, ...long })).code).toBe('shapeMismatch');
  });

  test('are omitted from coded columns, too', () => {
    const label = { codes: Uint8Array.of(0, 1, 2, 0), categories: ['1', '0', ''] };
    expect(getError(() => audit({ label }))).toMatchObject({ code: 'missingValue', row: 2 });
    expect(counts(audit({ label, missing: 'drop' }))).toMatchObject({ rows: 3, positives: 2 });
  });
});

describe('favorable labels', () => {
  test('accepts a model that selects no rows', async () => {
    const nobody = { prediction: [0, 0, 0, 0], favorable: 1 };
    expect(counts(audit(nobody))).toMatchObject({ rows: 4, predictedPositives: 0 });
    expect(counts(audit({ ...nobody, label: truth }))).toMatchObject({ truePositives: 0, positives: 2 });
    const report = await auditCsv(fair, 'p,g\n0,a\n0,b\n', {
      prediction: 'p',
      groups: ['g'],
      favorable: 1,
      uncertainty,
    });
    expect(report.overall.rates.selectionRate.value).toBe(0);
    for (const [only, favorable] of [
      ['rejected', 'accepted'],
      ['fired', 'hired'],
      ['class0', 'class1'],
    ]) {
      expect(counts(audit({ prediction: Array(4).fill(only), favorable })).predictedPositives).toBe(0);
    }
  });

  test.each([
    [['accepted', 'rejected'], 'acepted', 'accepted'],
    [['accepted', 'accepted'], 'Accpeted', 'accepted'],
    [['accepted', 'accepted'], 'acepted', 'accepted'],
    [['acepted', 'acepted'], 'accepted', 'acepted'],
    [['Yes', 'Yes'], 'yes', 'Yes'],
    [['no-show', 'no-show'], 'No show', 'no-show'],
    [[0, 1], 2, undefined],
  ])('with labels %p, %p is rejected as favorable', (labels, favorable, meant) => {
    const prediction = [...labels, ...labels];
    const error = getError(() => audit({ prediction, favorable }));
    expect(error).toMatchObject({ code: 'invalidArgument', argument: 'favorable' });
    if (meant) expect(error.actual).toContain(`did you mean '${meant}'?`);
    const frame = () =>
      fairlearn.metricFrame({
        metrics: ['selectionRate'],
        label: prediction,
        prediction,
        sensitiveFeatures: { g },
        favorable,
      });
    expect(getError(frame)).toMatchObject({ argument: 'favorable' });
  });

  test('rejects labels and predictions without common values, naming both', () => {
    const label = ['good', 'bad', 'good', 'bad'];
    const prediction = ['G', 'B', 'B', 'G'];
    const error = getError(() => audit({ label, prediction, favorable: 'good' }));
    expect(error).toMatchObject({ code: 'invalidArgument', argument: 'prediction' });
    expect(error.message).toContain("'good', 'bad'");
    expect(error.message).toContain("'G', 'B'");
    // The favorable label is required only if labels and predictions match.
    const guessed = getError(() => audit({ label: [1, 0, 1, 0], prediction: label }));
    expect(guessed.message).toContain("'1', '0', got only 'good', 'bad'");
    const input = { label, prediction, favorable: 'good' };
    const metric = () => aif360.classificationMetric({ ...input, groups: { g }, favorable: ['good'] });
    expect(getError(metric)).toMatchObject({ argument: 'prediction' });
    const frame = () => fairlearn.metricFrame({ ...input, metrics: ['selectionRate'], sensitiveFeatures: { g } });
    expect(getError(frame)).toMatchObject({ argument: 'prediction' });
    const cased = getError(() => audit({ label, prediction: ['GOOD', 'BAD', 'BAD', 'GOOD'], favorable: 'good' }));
    expect(cased.actual).toContain('differ only in spelling');
    // All labels are 0 and all predictions 1: every prediction is wrong, but the columns are valid.
    expect(counts(audit({ label: [0, 0, 0, 0], prediction: [1, 1, 1, 1] })).falsePositives).toBe(4);
  });

  test.each([
    [
      ['yes', 'no', 'yes', 'no'],
      ['Y', 'N', 'N', 'Y'],
    ],
    [
      [1, 0, 1, 0],
      ['Yes', 'no', 'No', 'YES'],
    ],
    [
      [1, 0, 1, 0],
      [1, -1, -1, 1],
    ],
    [
      ['t', 'f', 't', 'f'],
      [true, false, false, true],
    ],
  ])('accepts other words for yes and no in predictions, %j and %j', (label, prediction) => {
    const expected = { truePositives: 1, falsePositives: 1, trueNegatives: 1, falseNegatives: 1 };
    for (const favorable of [undefined, String(label[0])]) {
      const checked = audit({ label, prediction, favorable });
      expect(counts(checked)).toMatchObject(expected);
      if (prediction[0] !== true) expect(checked.warnings.join()).toMatch(/same/);
    }
    const unfavorable = audit({ label, prediction, favorable: String(label[1]) });
    expect(counts(unfavorable)).toMatchObject(expected);
  });

  test('rejects -1 next to 0, which may mean that the answer is not known', () => {
    const prediction = [1, 0, -1, 0];
    expect(getError(() => audit({ label: [1, 0, 1, 0], prediction })).argument).toBe('favorable');
  });

  test('treats spellings of one label as equal', () => {
    const label = ['Yes', 'no', 'yes', 'no'];
    const error = getError(() => audit({ label, favorable: 'Yes' }));
    expect(error).toMatchObject({ argument: 'favorable' });
    expect(error.expected).toContain("['Yes', 'yes']");
    expect(counts(audit({ label, favorable: ['Yes', 'yes'] })).positives).toBe(2);
    // Letters that both columns distinguish are different labels.
    const letters = ['A', 'a', 'A', 'a'];
    expect(counts(audit({ label: letters, prediction: letters, favorable: 'A' })).positives).toBe(2);
  });

  test('are guessed for any spelling', () => {
    expect(guessFavorable(['0.0', '1.0'])).toBe('1.0');
    expect(guessFavorable(['True', 'False'])).toBe('True');
    expect(guessFavorable([' NO', 'Yes '])).toBe('Yes ');
    expect(guessFavorable(['0', '1', '2'])).toBeUndefined();
  });

  test('errors of a file name its columns', async () => {
    const what = { label: 'outcome', prediction: 'decision', groups: ['g'], favorable: 'good' };
    const text = 'outcome,decision,g\ngood,1,a\nbad,0,b\n';
    await expect(auditCsv(fair, text, what)).rejects.toMatchObject({ code: 'invalidArgument', argument: 'decision' });
  });
});

describe('thresholds', () => {
  const auditor = (favorable) =>
    fair.auditor({ groups: [], label: true, score: true, threshold: 0.5, uncertainty, favorable });

  test('the favorable label is determined over all batches', () => {
    const sorted = auditor();
    sorted.update({ groups: {}, label: [0, 0], score: [0.2, 0.7] });
    sorted.update({ groups: {}, label: [1, 1], score: [0.4, 0.9] });
    expect(sorted.tally.labels).toEqual(['0', '1']);
    expect(counts(sorted.audit())).toMatchObject({
      truePositives: 1,
      falsePositives: 1,
      trueNegatives: 1,
      falseNegatives: 1,
    });
    const ambiguous = auditor();
    ambiguous.update({ groups: {}, label: [1], score: [0.2] });
    ambiguous.update({ groups: {}, label: [2], score: [0.2] });
    expect(getError(() => ambiguous.audit()).argument).toBe('favorable');
  });

  test('adds no label that exists with another spelling', () => {
    const yes = auditor('Yes');
    yes.update({ groups: {}, label: ['Yes'], score: [0.7] });
    expect(yes.tally.labels).toEqual(['Yes', 'no']);
    yes.update({ groups: {}, label: ['No'], score: [0.7] });
    expect(yes.tally.labels).toEqual(['Yes', 'No']);
    expect(counts(yes.audit())).toMatchObject({ truePositives: 1, falsePositives: 1 });
  });

  test('computes generalized rates from the scores by group', () => {
    const label = [1, 0, 1, 0];
    const score = [0.9, 0.6, 0.2, 0.4];
    const withThreshold = audit({ label, score, threshold: 0.5 }).frame('g');
    const withPrediction = audit({ label, score, prediction: [1, 1, 0, 0] }).frame('g');
    expect(withThreshold.groups).toEqual(withPrediction.groups);
  });

  test('uses scores that are not probabilities only for predictions', () => {
    const score = [9, 6, -3, 5];
    const checked = audit({ label: truth, score, threshold: 5.5 });
    expect(counts(checked)).toMatchObject({ predictedPositives: 2 });
    expect(checked.frame('g').metrics.map(({ name }) => name)).not.toContain('generalizedTruePositiveRate');
    expect(checked.warnings).toEqual([expect.stringContaining('not probabilities')]);
    expect(getError(() => audit({ label: truth, score }))).toMatchObject({
      code: 'invalidArgument',
      argument: 'score',
      row: 0,
    });
    expect(getError(() => audit({ label: truth, score: [0.5, 1.01, 0, 0] })).row).toBe(1);
  });
});

describe('codes', () => {
  const categories = ['f', 'm'];
  const expected = [4, 4];
  const getRows = (codes) => {
    const tally = fair.tally({ groups: ['g'], label: true });
    tally.update({ groups: { g: { codes, categories } }, label: new Uint8Array(codes.length) });
    const frame = fair.auditTally(tally, { uncertainty, favorable: 0 }).frame('g');
    return categories.map((category) => frame.group({ g: category }).counts.rows);
  };
  const bits = [0, 0, 0, 0, 1, 1, 1, 1];

  test.each([Uint8Array, Uint16Array, Uint32Array, Int8Array, Int32Array, Float64Array, Array])(
    'in %p are read as they are',
    (Type) => {
      expect(getRows(Reflect.apply(Type.from, Type, [bits]))).toEqual(expected);
    },
  );

  test('accepts big integers', () => {
    expect(getRows(BigInt64Array.from(bits, BigInt))).toEqual(expected);
  });

  test.each([
    [Int8Array.of(0, -1), 1],
    [Float64Array.of(0, 1, 0.5), 2],
    [Float64Array.of(Number.NaN), 0],
    [Uint8Array.of(0, 2), 1],
    [Uint16Array.of(1, 1, 300), 2],
    [['a'], 0],
  ])('rejects %p with the row', (codes, row) => {
    expect(getError(() => getRows(codes))).toMatchObject({ code: 'invalidArgument', argument: 'g', row });
  });

  test('are checked against their own categories, not against all known ones', () => {
    const tally = fair.tally({ groups: ['g'], label: true });
    tally.update({ groups: { g: ['a', 'b', 'c'] }, label: [0, 0, 0] });
    const g = { codes: Uint8Array.of(0, 2), categories: ['a', 'b'] };
    expect(getError(() => tally.update({ groups: { g }, label: [0, 0] }))).toMatchObject({ row: 1 });
  });

  test('accept numeric categories', () => {
    const label = { codes: Uint8Array.of(1, 0, 1, 0), categories: [0, 1] };
    expect(counts(audit({ label })).positives).toBe(2);
  });
});

describe('columns of Apache Arrow', () => {
  test('reads half-precision numbers as numbers', () => {
    const score = vectorFromArray([0.5, 0.25, 1, 0], new Float16());
    expect(counts(audit({ score, threshold: 0.5 })).predictedPositives).toBe(2);
    expect(counts(audit({ prediction: truth, weight: score })).instances).toBe(1.75);
  });

  test('reads decimals as numbers and as categories', () => {
    const words = [150n, -50n, 0n, 100n].flatMap((value) =>
      [0n, 32n, 64n, 96n].map((shift) => Number((value >> shift) & 0xffffffffn)),
    );
    const type = new Decimal(2, 10, 128);
    const column = makeVector(makeData({ type, length: 4, data: Uint32Array.from(words) }));
    expect(getLabels(column)).toEqual(['1.50', '-0.50', '0', '1']);
    const weight = makeVector(
      makeData({ type, length: 4, data: Uint32Array.from(words, (word, i) => (i >> 2 === 1 ? 0 : word)) }),
    );
    expect(counts(audit({ prediction: truth, weight })).instances).toBe(2.5);
  });

  test('does not call a toArray that is not a function', () => {
    const column = { length: 4, toArray: 'no', dataSync: () => truth };
    expect(audit({ prediction: column }).tally.labels).toEqual(audit({ prediction: truth }).tally.labels);
  });

  test('rejects bits that are not one value per row', () => {
    const column = { length: 4, toArray: () => new Uint32Array(16) };
    expect(getError(() => audit({ prediction: column }))).toMatchObject({ code: 'shapeMismatch' });
  });
});

describe('invalid values are rejected', () => {
  const hostile = {
    toString: () => {
      throw new TypeError('no text');
    },
  };
  const values = [
    ['an object', {}],
    ['an array', ['a']],
    ['a function', () => 'a'],
    ['a symbol', Symbol('a')],
    ['an object that cannot be converted to text', Object.create(null)],
    ['an object whose methods throw', hostile],
  ];

  test.each(values)('%s, with its row', (_, value) => {
    const column = [1, 0, value, 0];
    const place = { code: 'invalidArgument', row: 2 };
    expect(getError(() => audit({ label: column }))).toMatchObject({ ...place, argument: 'label' });
    expect(getError(() => audit({ label: truth, groups: { g: column } }))).toMatchObject(place);
    expect(getError(() => audit({ label: truth, weight: column }))).toMatchObject(place);
    expect(getError(() => audit({ label: truth, score: column, threshold: 0.5 }))).toMatchObject(place);
    expect(getError(() => audit({ label: column, missing: 'drop' }))).toMatchObject(place);
    expect(getError(() => audit({ label: truth, favorable: value })).code).toBe('invalidArgument');
    const privileged = { g: value };
    expect(getError(() => audit({ label: truth, privileged })).code).toBe('invalidArgument');
  });

  test('columns whose getters throw', () => {
    const failing = {
      toArray: () => {
        throw new TypeError('detached');
      },
    };
    const getter = [1, 0, 1, 0];
    Object.defineProperty(getter, 2, {
      get() {
        throw new TypeError('detached');
      },
    });
    for (const column of [failing, getter]) {
      for (const input of [
        { label: column },
        { label: truth, weight: column },
        { label: truth, groups: { g: column } },
        { label: column, missing: 'drop' },
      ]) {
        expect(getError(() => audit(input)).message).toContain('detached');
      }
    }
    const groups = {
      /** @returns {never} */
      get g() {
        throw new TypeError('detached');
      },
    };
    const tally = fair.tally({ groups: ['g'], label: true });
    expect(getError(() => tally.update({ groups, label: truth })).argument).toBe('g');
  });

  test.each([[new Map([['g', g]])], ['sex'], [[g]], [5]])('groups that are %p', (groups) => {
    const tally = fair.tally({ groups: [], label: true });
    expect(getError(() => tally.update({ groups: misuse(groups), label: truth })).argument).toBe('groups');
  });

  test.each([[[1]], ['sex'], [{}]])('names of groups that are %p', (groups) => {
    expect(getError(() => fair.tally({ groups: misuse(groups), label: true })).argument).toBe('groups');
  });

  test('rows of a table that are not objects', () => {
    const what = { label: 'y', groups: [] };
    expect(getError(() => fair.auditTable([{ y: 1 }, misuse(null)], what))).toMatchObject({ row: 1 });
  });

  test('decimal commas, with a suggestion', () => {
    const error = getError(() => audit({ label: truth, weight: ['1', '0,5', '1', '1'] }));
    expect(error).toMatchObject({ code: 'invalidArgument', row: 1 });
    expect(error.expected).toContain('the decimal mark');
  });

  test.each([[null], [undefined], [5]])('rows that are %p', (rows) => {
    const tally = fair.tally({ label: true });
    expect(getError(() => tally.update(misuse(rows)))).toMatchObject({ argument: 'rows' });
  });

  test('no rows', () => {
    const error = getError(() => fair.audit({ groups: {}, label: [] }));
    expect(error).toMatchObject({ code: 'invalidState', argument: 'rows' });
  });

  test('identifiers as groups, before counting them', () => {
    const ids = Array.from({ length: 10_001 }, (_, i) => i);
    const error = getError(() => audit({ label: ids.map((i) => i % 2), groups: { id: ids } }));
    expect(error).toMatchObject({ code: 'tooLarge', argument: 'id', row: 10_000 });
    expect(error.expected).toContain('10000');
    const tally = fair.tally({ groups: ['id'], label: true });
    tally.update({ groups: { id: ids }, label: ids.map((i) => i % 2) });
    expect(tally.groups[0].categories).toHaveLength(10_001);
    expect(getError(() => fair.auditTally(tally))).toMatchObject({ code: 'tooLarge', argument: 'id' });
  });
});

describe('warnings', () => {
  const rows = Array.from({ length: 200 }, (_, i) => i);
  const label = rows.map((i) => i % 2);
  const groups = { g: rows.map((i) => (i % 3 ? 'a' : 'b')) };
  const getWarnings = (input) => {
    const checked = audit({ label, prediction: label.map((y, i) => (i === 7 ? 0 : y)), groups, ...input });
    expect(checked.report().warnings).toEqual(checked.warnings);
    return checked.warnings;
  };

  test('none for plausible data', () => {
    const score = rows.map((i) => (i % 2 ? 0.3 : 0.1) + (i % 7) / 10);
    expect(getWarnings({ score, weight: rows.map((i) => 1 + (i % 5)) })).toEqual([]);
    expect(getWarnings({ weight: rows.map((i) => 0.5 + i) })).toEqual([]);
  });

  test('scores with reversed ranking', () => {
    const score = rows.map((i) => (i % 2 ? 0.1 : 0.3) + (i % 7) / 10);
    expect(getWarnings({ score })).toEqual([expect.stringContaining('rank backwards')]);
    expect(getWarnings({ score, favorable: 0 })).toEqual([]);
    // An AUC of 0.49 is only slightly reversed.
    expect(getWarnings({ score: rows.map((i) => (i % 100) / 100) })).toEqual([]);
  });

  test('weights that are an identifier', () => {
    const weight = rows.map((i) => 1000 + i);
    expect(getWarnings({ weight })).toEqual([expect.stringContaining('identifier')]);
    const auditor = fair.auditor({ groups: [], label: true, uncertainty });
    for (const i of rows) auditor.update({ groups: {}, label: [i % 2], weight: [1000 + i] });
    expect(auditor.audit().warnings).toHaveLength(1);
    auditor.update({ groups: {}, label: [1], weight: [1000] });
    expect(auditor.audit().warnings).toHaveLength(0);
  });

  test('groups that differ only in spelling', () => {
    const spelled = rows.map((i) => ['Female', 'female', 'Male'][i % 3]);
    expect(getWarnings({ groups: { sex: spelled } })).toEqual([expect.stringContaining('‘Female’ and ‘female’')]);
    const ranges = rows.map((i) => ['1-2', '12', '1.2'][i % 3]);
    expect(getWarnings({ groups: { age: ranges } })).toEqual([]);
  });
});

describe('files', () => {
  const what = { label: 'y', groups: ['sex'], uncertainty };
  const text = ' y, sex\n1, f\n0, m\n';
  const bytes = new TextEncoder().encode(text);

  test.each([
    ['a Uint8Array', bytes],
    ['an ArrayBuffer', bytes.buffer],
    ['a Buffer', Buffer.from(text)],
    ['a view of a larger buffer', new Uint8Array([32, ...bytes, 32]).subarray(1, 1 + bytes.length)],
  ])('can be %s', async (_, source) => {
    expect(await auditCsv(fair, source, what)).toEqual(await auditCsv(fair, text, what));
  });

  test('ignores blanks around names and values', async () => {
    const report = await auditCsv(fair, text, what);
    expect(report.breakdowns[0].groups.map(({ name }) => name)).toEqual(['f', 'm']);
    for await (const { columns } of readCsv(text)) expect(Object.keys(columns)).toEqual(['y', 'sex']);
  });

  test.each(['people.csv', '/tmp/people.txt', '../data/people', 'C:\\people.parquet'])(
    'rejects the path %s instead of reading it as text',
    async (path) => {
      const error = await auditCsv(fair, path, what).catch((reason) => reason);
      expect(error).toMatchObject({ code: 'invalidArgument', argument: 'file' });
      expect(error.message).toContain('createReadStream');
    },
  );
});

test('rejects an invalid date by name in every role', () => {
  const none = misuse(new Date(Number.NaN));
  const rows = { label: [1, 0, 1, 0], score: [0.9, 0.1, 0.4, 0.6], groups: { g } };
  const identities = { g: [true, false, true, false] };
  for (const call of [
    () => audit({ label: truth, prediction: truth, favorable: none }),
    () => fair.scoreTally(['g'], none),
    () => scores.exactScores(['g'], none),
    () => scores.subgroupAreas({ label: rows.label, score: rows.score, identities, favorable: none }),
    () => thresholds.curves({ ...rows, favorable: none }),
  ]) {
    const { code, actual } = getError(call);
    expect([code, actual]).toEqual(['invalidArgument', expect.stringContaining('an invalid date')]);
  }
  expect(toCategory(none)).toBeUndefined();
});
