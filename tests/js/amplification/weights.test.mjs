// SPDX-License-Identifier: Apache-2.0
//
// A row of weight k counts as k rows in every co-occurrence metric.

import { BA_MALS, biasAmpAttributeToTask, cooccurrenceCsv, DBA, MDBA } from 'fairwasm/amplification';
import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { amplification, getError } from '../support.mjs';

const columns = {
  attributes: ['f', 'm'],
  tasks: ['cook', 'drive', 'read'],
  attributePrediction: true,
  taskPrediction: true,
};
const point = { draws: 0 };

const bits = (width) => fc.array(fc.integer({ min: 0, max: 1 }), { minLength: width, maxLength: width });
const row = fc.record({
  attribute: bits(2),
  task: bits(3),
  attributePrediction: bits(2),
  taskPrediction: bits(3),
  weight: fc.integer({ min: 0, max: 4 }),
});

const getColumns = (rows) => ({
  attribute: rows.map((each) => each.attribute),
  task: rows.map((each) => each.task),
  attributePrediction: rows.map((each) => each.attributePrediction),
  taskPrediction: rows.map((each) => each.taskPrediction),
});

function getCounts(rows, weighted) {
  const counts = amplification.cooccurrence(columns);
  const weight = weighted ? rows.map((each) => each.weight) : undefined;
  counts.update({ ...getColumns(rows), weight });
  return counts;
}

const repeated = (rows) => rows.flatMap((each) => Array(each.weight).fill(each));

async function getValues(counts) {
  const definitions = /** @type {const} */ (['paper', 'bias_amplification']);
  const pairs = await Promise.all(
    definitions.flatMap((definition) => [
      new DBA(counts, { definition }).computeBiasAmpBidirectional(point),
      new BA_MALS(counts, { definition, attribute: 'predicted' }).computeBiasAmp(point),
      new MDBA(counts, { definition }).computeBiasAmpBidirectional(point),
    ]),
  );
  const dba = new DBA(counts);
  return [
    ...pairs,
    await biasAmpAttributeToTask(counts, point),
    dba.computeProbs('task'),
    dba.computePairProbs(),
    dba.computeTgivenA(),
    dba.checkBias(),
  ];
}

describe('weights', () => {
  test('equal repeated rows', async () => {
    const rows = fc.array(row, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(rows, async (drawn) => {
        fc.pre(drawn.some(({ weight }) => weight > 0));
        const weighted = await getValues(getCounts(drawn, true));
        expect(weighted).toEqual(await getValues(getCounts(repeated(drawn), false)));
      }),
      { numRuns: 40 },
    );
  });

  test('can be mixed with unweighted rows, merged, and stored', async () => {
    const rows = fc.sample(row, { numRuns: 30, seed: 3 }).map((each) => ({ ...each, weight: 1 }));
    const counts = getCounts(rows.slice(0, 10), false);
    counts.update({ ...getColumns(rows.slice(10, 20)), weight: Array(10).fill(2) });
    counts.merge(amplification.cooccurrenceFromBytes(getCounts(rows.slice(20), false).toBytes()));
    const expected = [...rows.slice(0, 10), ...rows.slice(10, 20), ...rows.slice(10)];
    expect(counts.rows).toBe(30);
    expect(await getValues(counts)).toEqual(await getValues(getCounts(expected, false)));
    const stored = amplification.cooccurrenceFromBytes(counts.toBytes());
    expect(await getValues(stored)).toEqual(await getValues(counts));
  });

  test('of 1 give the results of unweighted rows, including intervals', async () => {
    const rows = fc.sample(row, { numRuns: 60, seed: 5 }).map((each) => ({ ...each, weight: 1 }));
    const drawn = { draws: 100, seed: 2 };
    const [one, other] = await Promise.all(
      [true, false].map((weighted) => new MDBA(getCounts(rows, weighted)).computeBiasAmp(drawn)),
    );
    expect(one).toEqual(other);
  });

  test('of training rows determine which pairs are biased', () => {
    const attribute = [
      [1, 0],
      [0, 1],
    ];
    const task = [
      [1, 0, 0],
      [1, 0, 0],
    ];
    const train = amplification.cooccurrence({ attributes: columns.attributes, tasks: columns.tasks });
    train.update({ attribute, task, weight: [1, 3] });
    const counts = amplification.cooccurrence(columns);
    counts.update({ attribute, task, attributePrediction: attribute, taskPrediction: task });
    expect(new BA_MALS(counts, { train }).checkBias().map(([cook]) => cook)).toEqual([0, 1]);
  });

  test.each([
    [[1, -1], 1],
    [[Number.NaN, 1], 0],
    [[1, Number.POSITIVE_INFINITY], 1],
    [['1', 'x'], 1],
    [[1, null], 1],
    [[1], undefined],
    ['12', undefined],
  ])('rejects %j', (weight, row) => {
    const counts = amplification.cooccurrence();
    const error = getError(() => counts.update({ attribute: ['f', 'm'], task: ['a', 'b'], weight: misuse(weight) }));
    expect([error.argument, error.row]).toEqual(['weight', row]);
    expect([counts.rows, counts.tasks]).toEqual([0, []]);
  });

  test('yield no value if all are 0', async () => {
    const counts = amplification.cooccurrence(columns);
    const all = { attribute: [[1, 0]], task: [[1, 0, 0]] };
    counts.update({ ...all, attributePrediction: [[1, 0]], taskPrediction: [[1, 0, 0]], weight: [0] });
    const error = await new DBA(counts).computeBiasAmp(point).catch((e) => e);
    expect([error.code, error.argument]).toEqual(['invalidState', 'weight']);
  });

  test('can be read from a column of a file', async () => {
    const text = 'a,t,p,w\nf,x,x,2\nm,y,x,0.5\nf,y,y,1\n';
    const what = { attribute: ['a'], task: ['t'], taskPrediction: ['p'], weight: 'w' };
    const counts = await cooccurrenceCsv(amplification, text, what);
    expect(new DBA(counts).computeProbs('attribute')).toEqual([3 / 3.5, 0.5 / 3.5]);
    const bad = await cooccurrenceCsv(amplification, text.replace('0.5', 'much'), what).catch((e) => e);
    expect([bad.argument, bad.row]).toEqual(['w', 1]);
  });
});
