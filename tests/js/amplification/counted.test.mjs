// SPDX-License-Identifier: Apache-2.0
//
// Precomputed captions and co-occurrences: an entry with count n counts as n entries.

import { load } from 'fairwasm/amplification';
import fc from 'fast-check';
import { present } from '../../present.mjs';
import { getError } from '../support.mjs';

const amplification = await load();
const words = { man: ['his'], woman: ['her'] };
const labels = fc.array(fc.constantFrom('man', 'his', 'woman', 'dog', 'cat', 'hat'), { maxLength: 5 });
const counted = fc.array(fc.tuple(labels, fc.nat(4)), { minLength: 1, maxLength: 12 });
const repeated = (rows) => rows.flatMap(([each, times]) => new Array(times).fill({ labels: each }));

test('counts a caption with count n as n captions', () => {
  const property = fc.property(counted, (rows) => {
    const direct = amplification.captionCounts({ words });
    direct.update(repeated(rows));
    const once = amplification.captionCounts({ words });
    const captions = rows.map(([each]) => ({ labels: each }));
    once.updateCounted({ captions, rows: rows.map(([, times]) => times) });
    expect(once.captions).toEqual(direct.captions);
    expect(once.wordCounts()).toEqual(direct.wordCounts());
    expect(once.bias()).toEqual(direct.bias());
    const stored = amplification.captionCountsFromBytes(once.toBytes());
    expect(stored.counts()).toEqual(once.counts());
    stored.merge(once);
    expect(stored.captions.all).toBe(2 * once.captions.all);
  });
  fc.assert(property, { numRuns: 40 });
});

test('has the intervals of n captions', async () => {
  const captions = [{ labels: ['man', 'dog'] }, { labels: ['woman', 'dog'] }, { labels: ['woman', 'cat'] }];
  const train = amplification.captionCounts({ words });
  train.updateCounted({ captions, rows: [90, 10, 100] });
  const getWidth = async (many) => {
    const test = amplification.captionCounts({ words });
    test.updateCounted({ captions, rows: [70 * many, 30 * many, 100 * many] });
    const { corrected } = await test.biasAmplification(train, { draws: 400 });
    const { ci } = present(corrected);
    return present(ci)[1] - present(ci)[0];
  };
  // The sampling error of the training captions remains.
  const [few, many] = [await getWidth(1), await getWidth(1e6)];
  expect(many).toBeGreaterThan(0);
  expect(many).toBeLessThan(0.9 * few);
});

/** @type {[what: string, rows: any, code: string, row: number | undefined][]} */
const refusals = [
  ['a fraction', [1, 0.5], 'invalidArgument', 1],
  ['a negative number', [-1, 1], 'invalidArgument', 0],
  ['more than 2^53', [1, 2 ** 53], 'invalidArgument', 1],
  ['nothing', [1, null], 'missingValue', 1],
  ['a wrong number of counts', [1], 'shapeMismatch', undefined],
  ['2^53 of each', [2 ** 53 - 1, 2 ** 53 - 1], 'tooLarge', undefined],
];

test.each(refusals)('captions: rejects %s without changes', (_, rows, code, row) => {
  const counts = amplification.captionCounts({ words });
  const before = counts.toBytes();
  const captions = [{ labels: ['man', 'dog'] }, { labels: ['woman'] }];
  const error = getError(() => counts.updateCounted({ captions, rows }));
  expect(error).toMatchObject({ code });
  expect(error.row).toBe(row);
  expect(counts.toBytes()).toEqual(before);
  counts.updateCounted({ captions, rows: [2, 0] });
  expect(counts.counts().man).toEqual({ dog: 2 });
});

test('counts a row with count n as n rows', () => {
  const rows = { attribute: ['m', 'f', 'f', 'm'], task: ['x', 'y', 'x', 'y'], taskPrediction: ['x', 'y', 'y', 'y'] };
  const times = [9, 0, 17, 130];
  const options = { taskPrediction: true };
  const once = amplification.cooccurrence(options);
  once.updateCounted({ ...rows, rows: times });
  const repeat = (column) => column.flatMap((value, i) => new Array(times[i]).fill(value));
  // Rows with count 0 also define names.
  const known = { ...options, attributes: ['m', 'f'], tasks: ['x', 'y'] };
  const direct = amplification.cooccurrence(known);
  direct.update({
    attribute: repeat(rows.attribute),
    task: repeat(rows.task),
    taskPrediction: repeat(rows.taskPrediction),
  });
  expect(once.rows).toBe(156);
  expect(once.toBytes()).toEqual(direct.toBytes());
});

test.each(refusals)('co-occurrences: rejects %s without changes', (_, rows, code, row) => {
  const counts = amplification.cooccurrence();
  const given = { attribute: ['m', 'f'], task: ['x', 'y'] };
  const error = getError(() => counts.updateCounted({ ...given, rows }));
  expect(error).toMatchObject({ code });
  expect(error.row).toBe(row);
  expect(counts.rows).toBe(0);
});
