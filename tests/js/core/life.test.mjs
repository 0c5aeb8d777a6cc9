// SPDX-License-Identifier: Apache-2.0
//
// Random sequences of accumulator operations: valid and invalid rows, precomputed counts, files whose reading is
// aborted, merges, serialization, and resets, in any order. A JavaScript list of rows undergoes the same operations,
// and the accumulator must agree with a plain count of that list after every step.
import { auditCsv, readCsv } from 'fairwasm';
import fc from 'fast-check';
import { aif360, amplification, fair, getError, robustness, scores } from '../support.mjs';

const eighth = (most) => fc.integer({ min: 0, max: most }).map((n) => n / 8);
const sum = (rows, part) => rows.reduce((total, row) => total + part(row), 0);
const columns = (rows) => {
  const names = Object.keys(rows[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])]));
};

// Columns for accumulators of groups, and the same rows as precomputed counts: number of rows, and sums of their
// weights.
const grouped = (rows) => {
  const { group, ...rest } = /** @type {Record<string, any[]>} */ (columns(rows));
  return { groups: { group }, ...rest };
};
/** @returns {Record<string, any>} */
const countedAlike = (rows, counts) => {
  const { weight, ...rest } = /** @type {Record<string, any>} */ (grouped(rows));
  const times = (power) => counts.map((count, i) => count * weight[i] ** power);
  return { ...rest, rows: counts, weights: { sum: times(1), squares: times(2) } };
};

const decided = {
  row: fc.record({
    group: fc.constantFrom('a', 'b', 'c'),
    label: fc.constantFrom('0', '1'),
    prediction: fc.constantFrom('0', '1'),
    weight: eighth(24),
  }),
  give: (counts, rows) => counts.update(grouped(rows)),
  giveCounted: (object, rows, counts) => object.updateCounted(countedAlike(rows, counts)),
  spoil: (row) => ({ ...row, weight: Number.NaN }),
  plain: (rows) =>
    [
      ['1', '1'],
      ['0', '1'],
      ['0', '0'],
      ['1', '0'],
    ].map(([label, prediction]) =>
      sum(rows, (row) => (row.label === label && row.prediction === prediction ? row.weight : 0)),
    ),
};
const getConfusion = (tally) => {
  if (tally.labels.length < 2) return undefined; // a metric of one label is rejected
  const audit = fair.auditTally(tally, { favorable: '1', uncertainty: false });
  const metric = aif360.toClassificationMetric(audit);
  return ['TruePositives', 'FalsePositives', 'TrueNegatives', 'FalseNegatives'].map((name) => metric[`num${name}`]());
};

const predicted = {
  row: fc.record({ group: fc.constantFrom('a', 'b'), label: eighth(80), prediction: eighth(80), weight: eighth(24) }),
  give: (errors, rows) => errors.update(grouped(rows)),
  spoil: (row) => ({ ...row, prediction: Number.NaN }),
  plain(rows) {
    const weight = sum(rows, (row) => row.weight);
    const error = (of) => sum(rows, (row) => row.weight * of(row.prediction - row.label));
    return [rows.length, error((e) => e) / weight, error(Math.abs) / weight];
  },
};

const scored = {
  row: fc.record({
    group: fc.constantFrom('a', 'b'),
    label: fc.constantFrom(0, 1),
    score: eighth(8),
    weight: eighth(24),
  }),
  give: (ranks, rows) => ranks.update(grouped(rows)),
  plain(rows) {
    const [positives, negatives] = [1, 0].map((y) => rows.filter(({ label }) => label === y));
    const weight = (part) => sum(part, (row) => row.weight);
    const above = sum(positives, (p) =>
      sum(negatives, (n) => p.weight * n.weight * (p.score > n.score ? 1 : p.score === n.score ? 0.5 : 0)),
    );
    return [rows.length, weight(positives), above / (weight(positives) * weight(negatives))];
  },
};
const getBrier = (rows) =>
  sum(rows, (row) => row.weight * (row.score - row.label) ** 2) / sum(rows, (row) => row.weight);

// `row` draws a row, `give` adds rows, `spoil` makes an invalid row, `results` returns the accumulator's results, and
// `plain` computes them from rows. Operations that a kind does not support, such as bytes of an auditor, are skipped.
/** @type {Record<string, { row: fc.Arbitrary<any>, [what: string]: any }>} */
const kinds = {
  tally: {
    ...decided,
    make: () => fair.tally({ groups: ['group'], label: true, prediction: true }),
    fromBytes: (bytes) => fair.tallyFromBytes(bytes),
    results: getConfusion,
  },
  auditor: {
    ...decided,
    make: () => fair.auditor({ groups: ['group'], label: true, prediction: true, favorable: '1' }),
    results: (auditor) => getConfusion(auditor.tally),
  },
  regression: {
    ...predicted,
    make: () => fair.regressionTally(['group']),
    fromBytes: (bytes) => fair.regressionTallyFromBytes(bytes),
    giveCounted: decided.giveCounted,
    results: ({ overall }) => [overall.count, overall.meanError, overall.meanAbsoluteError],
  },
  exactErrors: {
    ...predicted,
    make: () => scores.exactErrors(['group']),
    fromBytes: (bytes) => scores.exactErrorsFromBytes(bytes),
    results(exact) {
      const [{ rows, errors }] = exact.by([]);
      return [rows, errors.meanError.value, errors.meanAbsoluteError.value];
    },
  },
  scores: {
    ...scored,
    make: () => fair.scoreTally(['group'], 1),
    fromBytes: (bytes) => fair.scoreTallyFromBytes(bytes, 1),
    giveCounted: decided.giveCounted,
    spoil: (row) => ({ ...row, score: 1.5 }),
    results: ({ overall }) => [overall.rows, overall.positives, overall.areaUnderCurve, overall.brierScore],
    plain: (rows) => [...scored.plain(rows), getBrier(rows)],
  },
  exactScores: {
    ...scored,
    make: () => scores.exactScores(['group'], 1),
    fromBytes: (bytes) => scores.exactScoresFromBytes(bytes, 1),
    spoil: (row) => ({ ...row, score: Number.POSITIVE_INFINITY }),
    results(exact) {
      const [{ rows, positives, areaUnderCurve }] = exact.ranking([]);
      return [rows, positives, areaUnderCurve.value];
    },
  },
  cooccurrence: {
    make: () => amplification.cooccurrence({ attributes: ['f', 'm'], tasks: ['x', 'y'] }),
    fromBytes: (bytes) => amplification.cooccurrenceFromBytes(bytes),
    row: fc.record({
      attribute: fc.tuple(fc.constantFrom(0, 1), fc.constantFrom(0, 1)),
      task: fc.tuple(fc.constantFrom(0, 1), fc.constantFrom(0, 1)),
      weight: eighth(24),
    }),
    give: (counts, rows) => counts.update(columns(rows)),
    giveCounted: (object, rows, counts) => object.updateCounted({ ...columns(rows), rows: counts }),
    spoil: (row) => ({ ...row, task: [2, 0] }),
    results: ({ rows, weight }) => [rows, weight],
    plain: (rows) => [rows.length, sum(rows, (row) => row.weight)],
  },
  captions: {
    make: () => amplification.captionCounts(),
    fromBytes: (bytes) => amplification.captionCountsFromBytes(bytes),
    row: fc.record({ labels: fc.uniqueArray(fc.constantFrom('man', 'woman', 'dog', 'car'), { maxLength: 4 }) }),
    give: (counts, rows) => counts.update(rows),
    giveCounted: (object, captions, rows) => object.updateCounted({ captions, rows }),
    spoil: () => ({ labels: [1] }),
    results(counts) {
      const { man, woman } = counts.counts();
      const { all } = counts.captions;
      return [all, man?.dog ?? 0, man?.car ?? 0, woman?.dog ?? 0, woman?.car ?? 0];
    },
    plain: (rows) => [
      rows.length,
      ...['man', 'woman'].flatMap((group) =>
        ['dog', 'car'].map(
          (object) => rows.filter(({ labels }) => labels.includes(group) && labels.includes(object)).length,
        ),
      ),
    ],
  },
  certificates: {
    make: () => robustness.certificates({ lipConst: 1, classes: 2, epsilons: [0.25] }),
    fromBytes: (bytes) => robustness.certificatesFromBytes(bytes),
    row: fc.record({ score: fc.tuple(eighth(40), eighth(40)), label: fc.constantFrom(0, 1), weight: eighth(24) }),
    give: (certificates, rows) => certificates.update(columns(rows)),
    giveCounted(object, rows, counts) {
      const { groups, ...rest } = countedAlike(rows, counts);
      object.updateCounted(rest);
    },
    spoil: (row) => ({ ...row, label: 2 }),
    results(certificates) {
      const { overall } = certificates.compute({ replicates: 0 });
      return [overall.rows, overall.accuracy.value];
    },
    // The order of equal scores is undetermined, and rows of weight 0 are ignored.
    plain(rows) {
      const weight = sum(rows, (row) => row.weight);
      const isRight = ({ score, label }) => score[label] > score[1 - label];
      const right = sum(rows, (row) => (isRight(row) ? row.weight : 0));
      return [rows.filter((row) => row.weight > 0).length, right / weight];
    },
  },
};

/** Yields the rows as delimited text in pieces; calls `reached` before each row. */
async function* getText(rows, reached) {
  yield `${Object.keys(rows[0]).join()}\n`;
  for (const [i, row] of rows.entries()) {
    reached(i);
    yield `${Object.values(row).join()}\n`;
  }
}

/** Returns the result of a reading that is aborted before the last row, if it throws the given reason. */
async function aborted(rows, read) {
  const controller = new AbortController();
  const reason = new Error('enough');
  const text = getText(rows, (row) => {
    if (row === rows.length - 1) controller.abort(reason);
  });
  await expect(read(text, controller.signal)).rejects.toBe(reason);
}

// Operations on the live objects { real, rows, kind }.
const steps = {
  update: (life, rows) => {
    life.kind.give(life.real, rows);
    life.rows = [...life.rows, ...rows];
  },
  'precomputed counts': (life, rows) => {
    if (!life.kind.giveCounted) return;
    const counts = rows.map((_, i) => i % 3);
    life.kind.giveCounted(life.real, rows, counts);
    life.rows = [...life.rows, ...rows.flatMap((row, i) => Array(counts[i]).fill(row))];
  },
  // Rows before the abort have been counted, batch by batch.
  'aborted reading': async (life, rows) => {
    if (!('group' in rows[0])) return;
    await aborted(rows, async (text, signal) => {
      for await (const { firstRow, columns: read } of readCsv(text, { signal })) {
        const { group, ...rest } = read;
        life.real.update({ groups: { group }, ...rest });
        life.rows = [...life.rows, ...rows.slice(firstRow, firstRow + group.length)];
      }
    });
  },
  // Another audit in the same memory.
  'aborted audit': async (life, rows) => {
    if (life.kind.give !== decided.give) return;
    const what = { label: 'label', prediction: 'prediction', weight: 'weight', groups: ['group'] };
    await aborted(rows, (text, signal) => auditCsv(fair, text, what, { signal }));
  },
  'spoiled update': (life, rows) => {
    const spoiled = [...rows, life.kind.spoil(rows[0])];
    expect(getError(() => life.kind.give(life.real, spoiled)).row).toBe(rows.length);
  },
  merge: (life, rows) => {
    if (!life.real.merge) return;
    const other = life.kind.make();
    life.kind.give(other, rows);
    life.real.merge(other);
    other[Symbol.dispose]();
    life.rows = [...life.rows, ...rows];
  },
  'merge with itself': (life) => {
    if (!life.real.merge) return;
    life.real.merge(life.real);
    life.rows = [...life.rows, ...life.rows];
  },
  'bytes and back': (life) => {
    if (!life.real.toBytes) return;
    const stored = life.kind.fromBytes(life.real.toBytes());
    life.real[Symbol.dispose]();
    life.real = stored;
  },
  'spoiled bytes': (life) => {
    if (!life.real.toBytes) return;
    const bytes = life.real.toBytes();
    bytes[bytes.length >> 1] ^= 1;
    expect(getError(() => life.kind.fromBytes(bytes)).code).toBe('corruptBytes');
  },
  reset: (life) => {
    if (!life.real.reset) return;
    life.real.reset();
    life.rows = [];
  },
};

function expectSame(results, plain) {
  if (results === undefined) return;
  expect(results).toHaveLength(plain.length);
  results.forEach((value, i) => {
    if (Number.isNaN(plain[i])) expect(value).toBeNaN();
    else expect(Math.abs(value - plain[i])).toBeLessThanOrEqual(1e-12 * Math.max(1, plain[i]));
  });
}

test.each(Object.entries(kinds))('a random sequence of operations on %s agrees with plain rows', async (_, kind) => {
  const step = fc.record({
    name: fc.constantFrom('update', 'update', 'merge', ...Object.keys(steps)),
    rows: fc.array(kind.row, { minLength: 1, maxLength: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (all) => {
      const life = { kind, real: kind.make(), rows: [] };
      for (const { name, rows } of all) {
        // The number of rows doubles each time, so the list would become too long.
        if (life.rows.length > 1000 && name === 'merge with itself') continue;
        await steps[name](life, rows);
        expectSame(kind.results(life.real), kind.plain(life.rows));
      }
      life.real[Symbol.dispose]();
    }),
    { numRuns: 100 },
  );
});
