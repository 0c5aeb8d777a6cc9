// SPDX-License-Identifier: Apache-2.0
//
// Slices of clustered rows.

import { present } from '../../present.mjs';
import { slices } from '../support.mjs';

/** Returns rows whose column `of` is everything in each row, repeated for each person. */
const rows = (times) => {
  const places = Array.from({ length: 60 * times }, (_, i) => Math.floor(i / times));
  return {
    columns: { sex: places.map((i) => (i % 2 ? 'f' : 'm')), region: places.map((i) => 'nsw'[i % 3]) },
    error: places.map((i) => (i % 2 && i % 4 === 1 ? 1 : 0)),
    cluster: places,
  };
};
const options = { minRows: 10 };
const find = (input, more = {}) => slices.worstSlices(input, { ...options, ...more });

test('has the intervals of people if all have equally many equal rows', async () => {
  const { cluster: _, ...people } = rows(1);
  const [once, often] = await Promise.all([find(people), find(rows(5))]);
  expect(often.clusters).toBe(60);
  expect(once.clusters).toBeUndefined();
  expect(often.slices.length).toBe(once.slices.length);
  often.slices.forEach(({ conditions, averageError }, i) => {
    expect(conditions).toEqual(once.slices[i].conditions);
    const [low, high] = present(once.slices[i].averageError.ci);
    expect(present(averageError.ci)[0]).toBeCloseTo(low, 12);
    expect(present(averageError.ci)[1]).toBeCloseTo(high, 12);
  });
});

test('has the intervals of rows if each is a cluster, and wider ones otherwise', async () => {
  const { cluster, ...independent } = rows(3);
  const [known, each, few] = await Promise.all([
    find(independent),
    find({ ...independent, cluster: cluster.map((_, row) => row) }),
    find({ ...independent, cluster: cluster.map((person) => person % 30) }),
  ]);
  const [row, single, group] = [known, each, few].map((all) => present(all.slices[0].averageError.ci));
  expect(single[0]).toBeCloseTo(row[0], 12);
  expect(group[0]).toBeLessThan(row[0]);
  expect(group[1]).toBeGreaterThanOrEqual(row[1]);
});

test('has no p-values', async () => {
  const { permutations, slices: found, notes } = await find(rows(2), { permutations: 19 });
  expect(permutations).toBe(0);
  expect(found[0].pValue).toBeUndefined();
  expect(notes).toEqual(['no p-values: permutations of rows ignore clusters']);
});

test('rejects clusters of counts, and of other lengths', async () => {
  const input = rows(1);
  const counts = { ...input, rows: input.cluster.map(() => 2) };
  await expect(find(counts)).rejects.toMatchObject({ code: 'invalidArgument', argument: 'cluster' });
  await expect(find({ ...input, cluster: [1] })).rejects.toMatchObject({ code: 'shapeMismatch' });
});
