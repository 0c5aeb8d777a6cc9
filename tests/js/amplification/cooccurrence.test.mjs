// SPDX-License-Identifier: Apache-2.0

import { BA_MALS, biasAmpAttributeToTask, DBA, MDBA } from 'fairwasm/amplification';
import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { mulberry32 } from '../../random-numbers.mjs';
import { amplification, getError } from '../support.mjs';

const point = { draws: 0 };
const columns = { attributes: ['f', 'm'], tasks: ['cook', 'drive'], taskPrediction: true };

// Four rows by hand: f cooks, f cooks and drives, m drives, m does neither.
const attribute = [
  [1, 0],
  [1, 0],
  [0, 1],
  [0, 1],
];
const task = [
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];
const taskPrediction = [
  [1, 0],
  [1, 0],
  [0, 1],
  [0, 1],
];
const rows = { attribute, task, taskPrediction };

/**
 * @param {import('fairwasm/amplification').CooccurrenceRows} given
 * @param {import('fairwasm/amplification').CooccurrenceColumns} [made]
 */
function getCounts(given, made = columns) {
  const counts = amplification.cooccurrence(made);
  counts.update(given);
  return counts;
}

/** @param {Uint8ArrayConstructor | Float32ArrayConstructor | Int32ArrayConstructor} [Type] */
const flat = (matrix, Type = Uint8Array) => Type.from(matrix.flat());
const sets = (matrix, names) => matrix.map((row) => names.filter((_, i) => row[i]));

describe('inputs', () => {
  const together = [
    [0.5, 0.25],
    [0, 0.25],
  ];

  test.each([
    ['arrays of numbers', attribute, task],
    ['arrays of booleans', attribute.map((row) => row.map(Boolean)), task],
    ['Uint8Array', flat(attribute), flat(task)],
    ['Float32Array', flat(attribute, Float32Array), flat(task, Float32Array)],
    ['Int32Array', flat(attribute, Int32Array), flat(task, Int32Array)],
    ['lists of names', sets(attribute, columns.attributes), sets(task, columns.tasks)],
    ['Sets', sets(attribute, columns.attributes).map((each) => new Set(each)), task],
    ['a category column', ['f', 'f', 'm', 'm'], task],
    ['codes', { codes: Uint8Array.of(1, 1, 0, 0), categories: ['m', 'f'] }, task],
  ])('reads %s', (_, givenAttribute, givenTask) => {
    const counts = getCounts({ attribute: givenAttribute, task: givenTask, taskPrediction });
    expect(counts.rows).toBe(4);
    expect(new DBA(counts).computePairProbs()).toEqual(together);
  });

  test('learns names from sets and categories over several batches', () => {
    const counts = amplification.cooccurrence();
    counts.update({ attribute: ['m'], task: [['drive']] });
    counts.update({ attribute: ['f', null], task: [['cook', 'drive'], []] });
    expect(counts.attributes).toEqual(['m', 'f', '(missing)']);
    expect(counts.tasks).toEqual(['drive', 'cook']);
    expect(new DBA(counts).computeProbs('attribute')).toEqual([1 / 3, 1 / 3, 1 / 3]);
    expect(new DBA(counts).computeProbs('task')).toEqual([2 / 3, 1 / 3]);
  });

  test('adds a new predicted name to the truth', () => {
    const counts = getCounts(
      { attribute: ['f', 'm'], task: [[1], [0]], taskPrediction: [[1], [1]] },
      { tasks: ['cook'], taskPrediction: true },
    );
    expect(counts.tasks).toEqual(['cook']);
    const learned = getCounts(
      { attribute: ['f', 'm'], task: [['cook'], []], taskPrediction: [['cook'], ['drive']] },
      { taskPrediction: true },
    );
    expect(learned.tasks).toEqual(['cook', 'drive']);
    expect(new DBA(learned).computePairProbs({ task: 'predicted' })).toEqual([
      [0.5, 0],
      [0, 0.5],
    ]);
  });

  test.each([
    ['2 in bytes', { task: Uint8Array.of(1, 0, 1, 2, 0, 1, 0, 0) }, 'invalidArgument', 1],
    ['0.5', { task: Float64Array.of(1, 0, 1, 1, 0, 0.5, 0, 0) }, 'invalidArgument', 2],
    ['NaN', { task: Float64Array.of(1, 0, 1, 1, 0, 1, 0, Number.NaN) }, 'invalidArgument', 3],
    [
      'text in a matrix',
      {
        task: [
          [1, 0],
          ['x', 1],
          [0, 1],
          [0, 0],
        ],
      },
      'invalidArgument',
      1,
    ],
    ['a short row', { task: [[1, 0], [1], [0, 1], [0, 0]] }, 'shapeMismatch', 1],
    ['a row that is not a list', { task: [[1, 0], null, [0, 1], [0, 0]] }, 'shapeMismatch', 1],
    ['half a row', { task: new Uint8Array(7) }, 'shapeMismatch', undefined],
    ['too few rows', { task: new Uint8Array(6) }, 'shapeMismatch', undefined],
    ['an unknown name', { task: [['cook'], ['fly'], [], []] }, 'invalidArgument', 1],
    ['a number instead of a name', { task: [['cook'], [7], [], []] }, 'invalidArgument', 1],
    ['an unknown category', { task: ['cook', 'fly', 'cook', 'cook'] }, 'invalidArgument', 1],
    ['a missing category', { task: ['cook', 'cook', null, 'cook'] }, 'missingValue', 2],
    ['no task at all', { task: undefined }, 'invalidArgument', undefined],
    ['no column', { task: 7 }, 'invalidArgument', undefined],
  ])('rejects %s with its place, without changes', (_, bad, code, row) => {
    const counts = getCounts(rows);
    const before = counts.toBytes();
    const error = getError(() => counts.update(misuse({ ...rows, ...bad })));
    expect([error.code, error.row]).toEqual([code, row]);
    expect(error.argument).toMatch(/^task/);
    expect(counts.toBytes()).toEqual(before);
    expect([counts.attributes, counts.tasks]).toEqual([columns.attributes, columns.tasks]);
  });

  test('rejects codes beyond the categories', () => {
    const codes = { codes: Uint8Array.of(0, 1, 2), categories: ['f', 'm'] };
    const error = getError(() => getCounts({ attribute: codes, task: [['x'], [], []] }, {}));
    expect([error.argument, error.row]).toEqual(['attribute', 2]);
  });

  test('rejects unexpected predictions and requires expected ones', () => {
    expect(getError(() => getCounts({ attribute, task })).argument).toBe('taskPrediction');
    const made = { ...columns, taskPrediction: false };
    expect(getError(() => getCounts(rows, made)).argument).toBe('taskPrediction');
  });

  test('names the row of an invalid byte in a later chunk', () => {
    const many = 50_000;
    const bytes = new Uint8Array(many * 2);
    bytes[2 * 40_000 + 1] = 9;
    const good = new Uint8Array(many * 2);
    const error = getError(() => getCounts({ attribute: good, task: bytes, taskPrediction: good }));
    expect([error.row, error.argument]).toEqual([40_000, "task 'drive'"]);
  });

  test('requires names for a matrix without any', () => {
    const counts = amplification.cooccurrence();
    const error = getError(() => counts.update({ attribute: new Uint8Array(4), task: [['x']] }));
    expect([error.code, error.argument]).toEqual(['invalidArgument', 'attribute']);
  });
});

describe('accumulator operations', () => {
  const someRows = fc.integer({ min: 0, max: 150 }).chain((length) => {
    const sets = fc.array(fc.subarray(['a', 'b', 'c']), { minLength: length, maxLength: length });
    return fc.record({ attribute: sets, task: sets, taskPrediction: sets });
  });
  const slice = ({ attribute, task, taskPrediction }, first, last = task.length) => ({
    attribute: attribute.slice(first, last),
    task: task.slice(first, last),
    taskPrediction: taskPrediction.slice(first, last),
  });
  const names = { attributes: ['a', 'b', 'c'], tasks: ['a', 'b', 'c'], taskPrediction: true };

  test('batches and merges in any order of names equal one pass', () => {
    fc.assert(
      fc.property(someRows, fc.nat(), (given, cut) => {
        const at = cut % (given.task.length + 1);
        const whole = getCounts(given, names);
        const batches = getCounts(slice(given, 0, at), names);
        batches.update(slice(given, at));
        expect(batches.toBytes()).toEqual(whole.toBytes());
        const merged = getCounts(slice(given, 0, at), names);
        merged.merge(getCounts(slice(given, at), { ...names, tasks: ['c', 'a', 'b'] }));
        expect(merged.toBytes()).toEqual(whole.toBytes());
      }),
    );
  });

  test('restores counts from bytes', () => {
    const counts = getCounts(rows);
    const back = amplification.cooccurrenceFromBytes(counts.toBytes());
    expect([back.attributes, back.tasks, back.rows]).toEqual([['f', 'm'], ['cook', 'drive'], 4]);
    back.update(rows);
    expect(back.rows).toBe(8);
    expect(getError(() => amplification.cooccurrenceFromBytes(counts.toBytes().slice(1))).code).toBe('corruptBytes');
    expect(getError(() => amplification.cooccurrenceFromBytes(misuse('x'))).code).toBe('invalidArgument');
  });

  test('removes rows but keeps names', () => {
    const counts = getCounts(rows);
    counts.reset();
    expect([counts.rows, counts.tasks]).toEqual([0, ['cook', 'drive']]);
  });

  test('throws after disposal', () => {
    const counts = getCounts(rows);
    counts[Symbol.dispose]();
    expect(getError(() => counts.rows).code).toBe('invalidState');
  });
});

describe('metrics', () => {
  test('computes DBA by hand, with counts, names, and the largest pairs first', async () => {
    // P(t | f): cook 2/2 -> 2/2, drive 1/2 -> 0/2; P(t | m): cook 0 -> 0, drive 1/2 -> 2/2.
    // Both drive as often as expected by chance: an exact tie, which the paper's formula treats as negative.
    const result = await new DBA(getCounts(rows)).computeBiasAmp(point);
    expect(result.matrix).toEqual([
      [0, 0.125],
      [-0, -0.125],
    ]);
    expect(result.value).toBe(0);
    expect(result.pairs.slice(0, 2)).toEqual([
      {
        attribute: 'f',
        task: 'drive',
        contribution: { value: 0.125 },
        counts: { rows: 4, attribute: 2, task: 2, together: 1, predicted: 0 },
      },
      {
        attribute: 'm',
        task: 'drive',
        contribution: { value: -0.125 },
        counts: { rows: 4, attribute: 2, task: 2, together: 1, predicted: 2 },
      },
    ]);
    const code = await biasAmpAttributeToTask(getCounts(rows), point);
    expect(code.matrix.flat().every((value) => value === 0)).toBe(true);
  });

  test('uses training rows for the direction', async () => {
    const train = getCounts(
      { attribute: ['m', 'm', 'f', 'f'], task: [['drive'], ['drive'], ['cook'], []] },
      { attributes: ['m', 'f'], tasks: ['drive', 'cook'] },
    );
    const { matrix } = await new DBA(getCounts(rows), { train }).computeBiasAmp(point);
    expect(matrix).toEqual([
      [0, 0.125],
      [-0, 0.125],
    ]);
    expect(new DBA(getCounts(rows), { train }).checkBias()).toEqual([
      [1, 0],
      [0, 1],
    ]);
    const stranger = getCounts({ attribute: ['x'], task: [['cook']] }, {});
    await expect(new DBA(getCounts(rows), { train: stranger }).computeBiasAmp(point)).rejects.toMatchObject({
      code: 'incompatible',
      argument: 'train',
    });
  });

  test('returns undefined with a reason for an attribute without rows', async () => {
    const made = { ...columns, attributes: ['f', 'm', 'x'] };
    const wide = attribute.map((row) => [...row, 0]);
    const counts = getCounts({ ...rows, attribute: wide }, made);
    const { pairs, value } = await new DBA(counts).computeBiasAmp({ draws: 20 });
    expect(value).toBe(0);
    const undefinedPairs = pairs.filter((pair) => pair.attribute === 'x');
    expect(undefinedPairs.map(({ contribution }) => contribution)).toEqual([
      { value: Number.NaN, reason: 'no rows with x' },
      { value: Number.NaN, reason: 'no rows with x' },
    ]);
    expect(pairs.slice(-2)).toEqual(undefinedPairs);
    expect(new DBA(counts).computeTgivenA()[2]).toEqual([Number.NaN, Number.NaN]);
    expect(new DBA(counts, { definition: 'bias_amplification' }).computeTgivenA()[2]).toEqual([0, 0]);
  });

  const someLabels = fc
    .integer({ min: 1, max: 60 })
    .chain((length) =>
      fc.tuple(
        ...Array.from({ length: 4 }, () =>
          fc.array(fc.tuple(...Array.from({ length: 3 }, () => fc.nat(1))), { minLength: length, maxLength: length }),
        ),
      ),
    );
  const made = { attributes: ['a', 'b', 'c'], tasks: ['x', 'y', 'z'], attributePrediction: true, taskPrediction: true };
  const fourKinds = (order, matrices) => {
    const [a, t, ap, tp] = matrices;
    const pick = (matrix) => order.map((i) => matrix[i]);
    return { attribute: pick(a), task: pick(t), attributePrediction: pick(ap), taskPrediction: pick(tp) };
  };

  test.each([
    ['BA_MALS', (counts) => new BA_MALS(counts).computeBiasAmp(point)],
    ['DBA', (counts) => new DBA(counts).computeBiasAmp(point)],
    ['MDBA', (counts) => new MDBA(counts).computeBiasAmp(point)],
  ])('%s does not depend on the order of rows or on duplicated rows', async (_, compute) => {
    await fc.assert(
      fc.asyncProperty(someLabels, async (matrices) => {
        const order = matrices[0].map((_row, i) => i);
        const one = await compute(getCounts(fourKinds(order, matrices), made));
        const turned = await compute(getCounts(fourKinds(order.toReversed(), matrices), made));
        const twice = await compute(getCounts(fourKinds([...order, ...order], matrices), made));
        expect(turned.value).toBe(one.value);
        expect(twice.value).toBe(one.value);
      }),
      { numRuns: 30 },
    );
  });

  test('exchanging attributes and tasks exchanges the directions', async () => {
    await fc.assert(
      fc.asyncProperty(someLabels, async ([a, t, ap, tp]) => {
        const order = a.map((_, i) => i);
        const there = getCounts(fourKinds(order, [a, t, ap, tp]), made);
        const exchanged = { ...made, attributes: made.tasks, tasks: made.attributes };
        const back = getCounts(fourKinds(order, [t, a, tp, ap]), exchanged);
        for (const Metric of [DBA, MDBA]) {
          const one = await new Metric(there).computeBiasAmpBidirectional(point);
          const other = await new Metric(back).computeBiasAmpBidirectional(point);
          expect([one.AtoT.value, one.TtoA.value]).toEqual([other.TtoA.value, other.AtoT.value]);
        }
      }),
      { numRuns: 20 },
    );
  });

  test('contributions of the pairs add up to the value', async () => {
    const random = fc.sample(someLabels, { numRuns: 1, seed: 3 })[0];
    const counts = getCounts(
      fourKinds(
        random[0].map((_, i) => i),
        random,
      ),
      made,
    );
    for (const Metric of [BA_MALS, DBA]) {
      const { value, matrix, pairs } = await new Metric(counts).computeBiasAmp(point);
      const sum = matrix.flat().reduce((total, part) => total + (part || 0), 0);
      expect(sum).toBeCloseTo(value, 12);
      const sizes = pairs.map(({ contribution }) => Math.abs(contribution.value));
      const defined = sizes.filter((size) => !Number.isNaN(size));
      expect(defined).toEqual(defined.toSorted((a, b) => b - a));
    }
  });

  test.each([
    ['no rows', undefined, 'rows'],
    ['no predictions', { attribute, task }, 'taskPrediction'],
  ])('has no value for %s', async (_, given, argument) => {
    const counts = amplification.cooccurrence({ attributes: ['f', 'm'], tasks: ['cook', 'drive'] });
    if (given) counts.update(given);
    for (const Metric of [BA_MALS, DBA, MDBA]) {
      await expect(new Metric(counts).computeBiasAmp(point)).rejects.toMatchObject({ code: 'invalidState', argument });
    }
  });

  test('has no value without attributes or tasks', async () => {
    const counts = amplification.cooccurrence({ taskPrediction: true });
    await expect(new DBA(counts).computeBiasAmp(point)).rejects.toMatchObject({ argument: 'attribute' });
  });
});

describe('combinations', () => {
  const tasks = Array.from({ length: 40 }, (_, i) => `t${i}`);

  test('names combinations and their counts', async () => {
    const { largest, combinations, terms } = await new MDBA(getCounts(rows)).computeBiasAmp(point);
    expect([combinations, terms]).toEqual([3, 6]);
    // f does both once and is never predicted to; by chance, it would be half of that.
    expect(largest.find(({ combination }) => combination.length === 2)).toEqual({
      from: 'f',
      combination: ['cook', 'drive'],
      change: -0.5,
      contribution: 0.5 / 6,
      counts: { rows: 1, from: 2, together: 1, predicted: 0 },
    });
  });

  test.each([0, -1, 1.5, Number.NaN])('rejects size %s', (size) => {
    const counts = getCounts(rows);
    expect(getError(() => new MDBA(counts, { minSize: size })).argument).toBe('minSize');
    expect(getError(() => new MDBA(counts, { maxSize: size })).argument).toBe('maxSize');
  });

  test('rejects too many combinations with an estimate', async () => {
    const counts = getCounts({ attribute: ['f'], task: [tasks], taskPrediction: [[]] }, { taskPrediction: true });
    await expect(new MDBA(counts).computeBiasAmp(point)).rejects.toMatchObject({
      code: 'tooLarge',
      argument: 'maxSize',
      actual: expect.stringContaining('1099511627775'),
    });
    const { combinations } = await new MDBA(counts, { maxSize: 2 }).computeBiasAmp(point);
    expect(combinations).toBe(40 + 780);
  });

  test('finishes quickly for 60 tasks of which three occur together', async () => {
    const sixty = Array.from({ length: 60 }, (_, i) => `t${i}`);
    const counts = getCounts(
      { attribute: ['f', 'm'], task: [['t1', 't50', 't59'], ['t50']], taskPrediction: [[], []] },
      { attributes: ['f', 'm'], tasks: sixty, taskPrediction: true },
    );
    const stats = await new MDBA(counts).getAttributeCombinationStats();
    expect(stats).toEqual({
      totalCombinations: 7,
      bySize: { 1: 3, 2: 3, 3: 1 },
      examples: {
        1: [['t1'], ['t50'], ['t59']],
        2: [
          ['t1', 't50'],
          ['t1', 't59'],
          ['t50', 't59'],
        ],
        3: [['t1', 't50', 't59']],
      },
    });
  });
});

describe('intervals', () => {
  // Each attribute has its task, which is predicted more often than it is true.
  const manyRows = (length) => {
    const next = mulberry32(7);
    const getRows = (density) =>
      Array.from({ length }, (_, row) => [row % 2, 1 - (row % 2)].map((own) => next() < density(own)));
    const bytes = (matrix) => Uint8Array.from(matrix.flat(), Number);
    return {
      attribute: Uint8Array.from({ length: 2 * length }, (_, i) => ((i >> 1) % 2) ^ (i % 2)),
      task: bytes(getRows((own) => (own ? 0.6 : 0.3))),
      taskPrediction: bytes(getRows((own) => (own ? 0.8 : 0.2))),
    };
  };

  test.each([
    ['BA_MALS', BA_MALS],
    ['DBA', DBA],
    ['MDBA', MDBA],
  ])('%s: intervals are reproducible, contain the value, and narrow with more rows', async (_, Metric) => {
    const widths = [];
    for (const length of [200, 3200]) {
      const counts = getCounts(manyRows(length));
      const result = await new Metric(counts).computeBiasAmp({ draws: 300, seed: 5 });
      const again = await new Metric(counts).computeBiasAmp({ draws: 300, seed: 5 });
      expect(again).toEqual(result);
      const { value, ci } = 'corrected' in result ? present(result.corrected) : result;
      expect(present(ci)[0]).toBeLessThanOrEqual(value);
      expect(present(ci)[1]).toBeGreaterThanOrEqual(value);
      widths.push(present(ci)[1] - present(ci)[0]);
    }
    expect(widths[1]).toBeLessThan(widths[0] / 2);
  });

  test('every pair has an interval', async () => {
    const { pairs } = await new DBA(getCounts(manyRows(500))).computeBiasAmp({ draws: 50 });
    for (const { contribution, corrected } of pairs) {
      expect(contribution).not.toHaveProperty('ci');
      const { value, ci } = present(corrected);
      expect(present(ci)[0]).toBeLessThan(value);
      expect(present(ci)[1]).toBeGreaterThan(value);
    }
  });

  test('agrees with the standard error of a difference if directions are clear', async () => {
    // Each attribute has its task in truth and predictions, independently: the value is the mean of two differences of
    // two proportions of 0.2 or 0.8, each over half of the rows.
    const length = 2000;
    const next = mulberry32(3);
    const flags = () => Uint8Array.from({ length }, (_, row) => (next() < (row % 2 ? 0.8 : 0.2) ? 1 : 0));
    const attribute = Uint8Array.from({ length: 2 * length }, (_, i) => ((i >> 1) % 2) ^ (i % 2));
    const counts = getCounts(
      { attribute, task: flags(), taskPrediction: flags() },
      { attributes: ['a', 'b'], tasks: ['t'], taskPrediction: true },
    );
    const { value, corrected } = await new DBA(counts).computeBiasAmp({ draws: 1000 });
    const { value: center, ci } = present(corrected);
    const standardError = Math.sqrt((2 * 0.2 * 0.8) / length);
    expect((present(ci)[1] - present(ci)[0]) / (2 * 1.96 * standardError)).toBeCloseTo(1, 0.7);
    expect(center).toBeCloseTo(value, 3);
  });

  test.each([
    ['draws', -1],
    ['draws', 1.5],
    ['confidence', 1],
    ['confidence', Number.NaN],
    ['seed', -1],
  ])('rejects %s = %s', async (name, value) => {
    await expect(new DBA(getCounts(rows)).computeBiasAmp({ [name]: value })).rejects.toMatchObject({
      code: 'invalidArgument',
      argument: name,
    });
  });

  test.each([
    ['DBA', (counts, options) => new DBA(counts).computeBiasAmp(options)],
    ['MDBA', (counts, options) => new MDBA(counts).computeBiasAmp(options)],
    ['both', (counts, options) => new MDBA(counts).computeBiasAmpBidirectional(options)],
  ])('%s: progress rises to 1, and a signal stops the work', async (_, compute) => {
    const given = manyRows(20_000);
    const counts = getCounts(
      { ...given, attributePrediction: given.attribute },
      { ...columns, attributePrediction: true },
    );
    const seen = [];
    await compute(counts, { draws: 300, onProgress: ({ done }) => seen.push(done) });
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));

    const controller = new AbortController();
    const ended = compute(counts, { draws: 100_000, signal: controller.signal, onProgress: () => controller.abort() });
    await expect(ended).rejects.toBe(controller.signal.reason);
  });

  test('ignores rows that are added during the computation', async () => {
    const counts = getCounts(manyRows(300));
    const alone = await new DBA(counts).computeBiasAmp({ draws: 100 });
    const running = new DBA(counts).computeBiasAmp({ draws: 100 });
    counts.update(manyRows(400));
    expect(await running).toEqual(alone);
  });
});
