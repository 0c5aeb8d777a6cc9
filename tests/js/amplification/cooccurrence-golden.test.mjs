// SPDX-License-Identifier: Apache-2.0
//
// Every value of the golden co-occurrence cases. Where fairwasm differs on purpose, a named rule below
// says so, and docs/deviations.md gives the reason.

import { BA_MALS, biasAmpAttributeToTask, biasAmpTaskToAttribute, DBA, MDBA } from 'fairwasm';
import { errorOf, fair } from '../support.mjs';
import { countsOf, expectAllClose, expectClose, goldenCases, toNumber } from './support.mjs';

const point = { draws: 0 };
const like = { definition: 'bias_amplification' };
const tolerances = { f32: 1e-6, f64: 1e-10 };
const cases = goldenCases('cooccur');
const named = (select) => cases.filter(select).map((each) => [each.case, each]);

// --- Rules: where a golden value is not ours ------------------------------------------------------

/** Pairs whose direction is an exact tie, n n(f, t) = n(f) n(t), among the rows that decide it. */
function tiesOf(from, to, rows, onlyLabelled) {
  const bit = ({ shape: [, columns], bits }, row, column) => Number(bits[row * columns + column]);
  const isLabelled = (row) =>
    [from, to].some((matrix) => {
      const [, columns] = matrix.shape;
      return matrix.bits.slice(row * columns, (row + 1) * columns).includes('1');
    });
  const counted = Array.from({ length: rows }, (_, row) => row).filter(
    (row) => !onlyLabelled || isLabelled(row),
  );
  const count = (predicate) => counted.filter(predicate).length;
  return Array.from({ length: from.shape[1] }, (_, f) =>
    Array.from({ length: to.shape[1] }, (_, t) => {
      const together = count((row) => bit(from, row, f) && bit(to, row, t));
      const product = count((row) => bit(from, row, f)) * count((row) => bit(to, row, t));
      return counted.length * together === product;
    }),
  );
}

/** `float32 ties`: in single precision, rounding decides about ties otherwise than in double. */
function withoutTies(matrix, ties) {
  return matrix.map((row, f) => row.map((value, t) => (ties[f][t] ? Math.abs(value) : value)));
}

/** Whether some combination of columns of T ties with a column of A. */
function hasTiedCombination({ A, T }, minSize, maxSize) {
  const [rows, tasks] = T.shape;
  for (let subset = 1; subset < 1 << tasks; subset++) {
    const chosen = Array.from({ length: tasks }, (_, t) => t).filter((t) => (subset >> t) & 1);
    if (chosen.length < minSize || chosen.length > (maxSize ?? tasks)) continue;
    const bits = Array.from({ length: rows }, (_, row) =>
      chosen.every((t) => T.bits[row * tasks + t] === '1') ? '1' : '0',
    ).join('');
    if (!bits.includes('1')) continue;
    if (
      tiesOf(A, { shape: [rows, 1], bits }, rows, false)
        .flat()
        .includes(true)
    )
      return true;
  }
  return false;
}

/** The variance of signed values, which `float32 ties` can change. */
function expectVariance(actual, golden, [input, minSize, maxSize, type]) {
  if (type === 'f32' && hasTiedCombination(input, minSize, maxSize)) return;
  expectClose(actual, golden, tolerances[type], 'variance');
}

/** `empty combination`: the package takes size 0 in single precision and fails in double. */
const refusesEmptyCombination = ({ min_attr_size }) => min_attr_size === 0;

describe('rules', () => {
  test('float32 ties: single precision turns some exact ties around', () => {
    const turned = cases.filter(({ expected }) => {
      const masks = ['f32', 'f64'].map((type) => JSON.stringify(expected[type]?.DBA?.mask));
      return masks[0] !== masks[1];
    });
    expect(turned.map((each) => each.case)).toContain('exact independence N24 nA8 nT15 nAT5');
    for (const { input, expected } of turned.filter((each) => each.expected.f32)) {
      const ties = tiesOf(input.A, input.T, input.A.shape[0], false);
      expected.f32.DBA.mask.forEach((row, f) => {
        row.forEach((value, t) => {
          if (value !== expected.f64.DBA.mask[f][t]) expect(ties[f][t]).toBe(true);
        });
      });
    }
  });
});

// --- bias_amplification ---------------------------------------------------------------------------

const counted = named(({ expected }) => expected.f64 && expected.MDBA_stats);

describe.each(counted)('bias_amplification: %s', (_, { input, expected }) => {
  const counts = countsOf(input);
  const mals = new BA_MALS(counts, like);
  const dba = new DBA(counts, like);
  const ties = {
    AtoT: tiesOf(input.A, input.T, input.A.shape[0], false),
    TtoA: tiesOf(input.T, input.A, input.A.shape[0], false),
  };

  describe.each(['f32', 'f64'])('%s', (type) => {
    const tolerance = tolerances[type];
    const wanted = expected[type];
    const expectMatrix = (actual, golden, direction, what) => {
      const clean = (matrix) => (type === 'f32' ? withoutTies(matrix, ties[direction]) : matrix);
      expectAllClose(clean(actual), clean(golden.map((row) => row.map(toNumber))), tolerance, what);
    };
    // A sum whose signs were decided otherwise at ties is not compared; its matrix was.
    const hasTurnedTies = (direction) => type === 'f32' && ties[direction].flat().includes(true);

    test('probabilities', () => {
      expectAllClose(dba.computePairProbs(), wanted.pair_probs, tolerance, 'pair_probs');
      expectAllClose(dba.computeProbs('attribute'), wanted.probs_A, tolerance, 'probs_A');
      expectAllClose(dba.computeProbs('task'), wanted.probs_T, tolerance, 'probs_T');
      expectAllClose(dba.computeAgivenT(), wanted.A_given_T, tolerance, 'A_given_T');
      expectAllClose(mals.computeAgivenT(), wanted.A_given_T, tolerance, 'A_given_T of BA_MALS');
      expectAllClose(dba.computeTgivenA(), wanted.T_given_A, tolerance, 'T_given_A');
    });

    test('BA_MALS', async () => {
      const { value, matrix } = await mals.computeBiasAmp(point);
      expectClose(value, wanted.BA_MALS.combined, tolerance, 'combined');
      expectAllClose(matrix, wanted.BA_MALS.matrix, tolerance, 'matrix');
      expectAllClose(mals.checkBias(), wanted.BA_MALS.mask, 0, 'mask');
    });

    test('DBA', async () => {
      const { value, matrix } = await dba.computeBiasAmp(point);
      expectMatrix(matrix, wanted.DBA.matrix, 'AtoT', 'matrix');
      if (!hasTurnedTies('AtoT')) expectClose(value, wanted.DBA.combined, tolerance, 'combined');
      const mask = dba.checkBias();
      const untied = (values) => values.map((row, f) => row.filter((_, t) => !ties.AtoT[f][t]));
      if (type === 'f64') expectAllClose(mask, wanted.DBA.mask, 0, 'mask');
      else expectAllClose(untied(mask), untied(wanted.DBA.mask), 0, 'mask');
    });

    test('DBA in both directions', async () => {
      const both = await dba.computeBiasAmpBidirectional(point);
      for (const direction of ['AtoT', 'TtoA']) {
        const golden = wanted.DBA_bidirectional[direction];
        expectMatrix(both[direction].matrix, golden.matrix, direction, `${direction} matrix`);
        if (hasTurnedTies(direction)) continue;
        expectClose(both[direction].value, golden.combined, tolerance, `${direction} combined`);
      }
    });

    test.each(wanted.MDBA.map((golden) => [golden.min_attr_size, golden.max_attr_size, golden]))(
      'MDBA of sizes %s to %s',
      async (minSize, maxSize, golden) => {
        if (refusesEmptyCombination(golden)) {
          expect(errorOf(() => new MDBA(counts, { ...like, minSize })).argument).toBe('minSize');
          return;
        }
        const mdba = new MDBA(counts, { ...like, minSize, maxSize: maxSize ?? undefined });
        const { value, variance } = await mdba.computeBiasAmp(point);
        expectClose(value, golden.mean, tolerance, 'mean');
        expectVariance(variance.value, golden.variance, [input, minSize, maxSize, type]);
      },
    );

    test('MDBA in both directions', async () => {
      const both = await new MDBA(counts, like).computeBiasAmpBidirectional(point);
      for (const direction of ['AtoT', 'TtoA']) {
        const golden = wanted.MDBA_bidirectional[direction];
        expectClose(both[direction].value, golden.mean, tolerance, `${direction} mean`);
        const given = direction === 'AtoT' ? input : { A: input.T, T: input.A };
        const { value } = both[direction].variance;
        expectVariance(value, golden.variance, [given, 1, null, type]);
      }
    });
  });

  test('statistics of the combinations', async () => {
    const stats = await new MDBA(counts, like).getAttributeCombinationStats();
    const golden = expected.MDBA_stats;
    expect(stats.totalCombinations).toBe(golden.total_combinations);
    expect(stats.bySize).toEqual(golden.by_size);
    const places = (names) => names.map((name) => counts.tasks.indexOf(name));
    expect(
      Object.fromEntries(
        Object.entries(stats.examples).map(([size, examples]) => [size, examples.map(places)]),
      ),
    ).toEqual(golden.examples);
  });

  test.each(
    expected.not_peer_paper_MDBA.map((each) => [each.min_attr_size, each.max_attr_size, each]),
  )('MDBA of the paper, sizes %s to %s', async (minSize, maxSize, golden) => {
    const mdba = new MDBA(counts, { minSize, maxSize: maxSize ?? undefined });
    const { value, variance, terms } = await mdba.computeBiasAmp(point);
    expect(terms).toBe(golden.terms);
    expectClose(value, golden.mean_abs, 1e-10, 'mean');
    expectClose(variance.value, golden.variance_signed_ddof1, 1e-10, 'variance');
  });
});

// --- The code of the directional paper ------------------------------------------------------------

describe.each(named(({ expected }) => 'A_to_T' in expected))('directional: %s', (_, each) => {
  const { input, expected } = each;
  const [rows] = input.A.shape;
  const counts = countsOf(input);

  test.each([
    ['A_to_T', biasAmpAttributeToTask, rows, [input.A, input.T]],
    ['T_to_A', biasAmpTaskToAttribute, rows, [input.T, input.A]],
    ['A_to_T_indicator_from_first_half', biasAmpAttributeToTask, rows >> 1, [input.A, input.T]],
    ['T_to_A_indicator_from_first_half', biasAmpTaskToAttribute, rows >> 1, [input.T, input.A]],
  ])('%s', async (field, compute, trainRows, [from, to]) => {
    const golden = expected[field];
    const train = trainRows === rows ? undefined : countsOf({ A: input.A, T: input.T }, trainRows);
    if (trainRows === 0) {
      // `no training rows`: the code finds no direction in none and says 0; here they are refused.
      await expect(compute(counts, { ...point, train })).rejects.toMatchObject({
        code: 'invalidState',
        argument: 'rows',
      });
      expect(golden).toBe(0);
      return;
    }
    const { value, matrix } = await compute(counts, { ...point, train });
    const ties = tiesOf(from, to, trainRows, true).flat();
    if (!ties.includes(true)) {
      expectClose(value, golden, 1e-10, field);
      return;
    }
    // `exact ties`: rounding may give a tie a sign there; then some choice of signs gives that value.
    expect(matrix.flat().every((part, i) => !ties[i] || part === 0 || Number.isNaN(part))).toBe(
      true,
    );
    if (Math.abs(value - golden) > 1e-10) tied.push(`${each.case} ${field}`);
  });

  test('MALS by conditional probabilities', async () => {
    const { value } = await new BA_MALS(counts).computeBiasAmp(point);
    expectClose(value, expected.mals_conditional_from_counts, 1e-10, 'MALS');
  });
});

const tied = [];
test('exact ties: only these golden values come from the rounding of a tie', () => {
  const original = (name) => `${name} [original directional metric]`;
  expect(tied).toEqual([
    `${original('task column never true')} A_to_T_indicator_from_first_half`,
    `${original('T_pred all zero')} A_to_T_indicator_from_first_half`,
    `${original('exact independence N20 nA12 nT15 nAT9')} A_to_T`,
    `${original('exact independence N20 nA12 nT15 nAT9')} T_to_A`,
    `${original('exact independence N24 nA8 nT15 nAT5')} A_to_T`,
    `${original('exact independence N50 nA10 nT35 nAT7')} A_to_T`,
  ]);
});

// --- Bad input and oddities -----------------------------------------------------------------------

const odd = new Map(cases.map((each) => [each.case, each]));
const rowsOf = ({ A_values, T_values, T_pred_values }) => ({
  attribute: A_values,
  task: T_values,
  taskPrediction: T_pred_values,
});

describe('what the package refuses or takes', () => {
  test.each(['BA_MALS', 'DBA', 'MDBA'])(
    '%s: numpy and int64 input are numbers like others',
    async (metric) => {
      const { input, expected } = odd.get(`${metric} int64 input`);
      const counts = fair.cooccurrence({ taskPrediction: true });
      counts.update(rowsOf(input));
      const Metric = { BA_MALS, DBA, MDBA }[metric];
      const { value } = await new Metric(counts, like).computeBiasAmp(point);
      expectClose(value, expected.first ?? 0, 1e-10, metric);
    },
  );

  test.each(['BA_MALS', 'DBA', 'MDBA'])('%s: rows that differ in number', (metric) => {
    const { input, expected } = odd.get(`${metric} row mismatch`);
    expect(expected.error).toBeDefined();
    const counts = fair.cooccurrence({ taskPrediction: true });
    expect(errorOf(() => counts.update(rowsOf(input))).code).toBe('shapeMismatch');
  });

  test.each(['BA_MALS', 'DBA', 'MDBA'])('%s: more predicted tasks than tasks', (metric) => {
    const { input } = odd.get(`${metric} T_pred more columns`);
    const counts = fair.cooccurrence({ taskPrediction: true });
    const error = errorOf(() => counts.update(rowsOf(input)));
    expect([error.code, error.argument, error.row]).toEqual(['shapeMismatch', 'taskPrediction', 0]);
  });

  test.each(['BA_MALS', 'DBA', 'MDBA'])('%s: no rows have no value', async (metric) => {
    expect(odd.get(`${metric} empty N=0`).expected).toHaveProperty('first');
    const counts = fair.cooccurrence({ attributes: ['a'], tasks: ['t'], taskPrediction: true });
    const Metric = { BA_MALS, DBA, MDBA }[metric];
    await expect(new Metric(counts, like).computeBiasAmp(point)).rejects.toMatchObject({
      code: 'invalidState',
      argument: 'rows',
    });
  });

  test('soft scores are refused: they are no labels', () => {
    const { input } = cases.find((each) => each.case.startsWith('soft scores'));
    const counts = fair.cooccurrence({
      attributes: ['a0', 'a1'],
      tasks: ['t0', 't1', 't2'],
      taskPrediction: true,
    });
    const matrix = ({ data }) => Float64Array.from(data);
    const error = errorOf(() =>
      counts.update({
        attribute: matrix(input.A),
        task: matrix(input.T),
        taskPrediction: matrix(input.T_pred),
      }),
    );
    expect([error.code, error.argument, error.row]).toEqual(['invalidArgument', 'task', 0]);
  });
});

test('every golden case is looked at', () => {
  const looked = cases.filter(
    ({ case: name, expected }) =>
      expected.f64 || 'A_to_T' in expected || /^(BA_MALS|DBA|MDBA) /.test(name),
  );
  expect(looked).toHaveLength(cases.length);
});
