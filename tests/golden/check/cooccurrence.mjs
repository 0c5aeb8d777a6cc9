// BA_MALS, DBA, and MDBA of bias_amplification, and directional-bias-amp, for cases of label matrices. If a rule of
// docs/deviations.md applies, fairwasm's value is computed here row by row.

import { BA_MALS, biasAmpAttributeToTask, biasAmpTaskToAttribute, DBA, MDBA } from 'fairwasm/amplification';
import { present } from '../../present.mjs';
import { once } from './once.mjs';
import { getMatrix } from './values.mjs';

const point = { draws: 0 };
const like = { definition: /** @type {const} */ ('bias_amplification') };
const metrics = { BA_MALS, DBA, MDBA };

// ---- Input ---------------------------------------------------------------------------------------

const matrixNames = ['A', 'T', 'A_pred', 'T_pred'];
const getMatrices = (golden) =>
  once(golden, 'matrices', () =>
    Object.fromEntries(
      matrixNames.filter((name) => golden.input[name]?.shape).map((name) => [name, getMatrix(golden.input[name])]),
    ),
  );
const numbered = (prefix, count) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);

function getCounts(modules, matrices, rows = matrices.A.rows) {
  const { A, T, A_pred, T_pred } = matrices;
  const counts = modules.amplification.cooccurrence({
    attributes: numbered('a', A.columns),
    tasks: numbered('t', T.columns),
    attributePrediction: A_pred !== undefined,
    taskPrediction: T_pred !== undefined,
  });
  const part = (matrix) => matrix && Float64Array.from(matrix.data.slice(0, rows * matrix.columns));
  counts.update({ attribute: part(A), task: part(T), attributePrediction: part(A_pred), taskPrediction: part(T_pred) });
  return counts;
}

const sharedCounts = (golden, modules) => once(golden, 'counts', () => getCounts(modules, getMatrices(golden)));

// ---- bias_amplification --------------------------------------------------------------------------

const toRange = ({ min_attr_size, max_attr_size }) => ({ minSize: min_attr_size, maxSize: max_attr_size ?? undefined });
const meanAndVariance = ({ value, variance }) => ({ mean: value, variance: variance.value });

const both = async (result, pick) => {
  const { AtoT, TtoA } = await result;
  return { AtoT: pick(AtoT), TtoA: pick(TtoA) };
};
const combinedAndMatrix = ({ value, matrix }) => ({ combined: value, matrix });

/** Computes a result for each recorded range of sizes. */
const byRange = (recorded, compute) =>
  Promise.all(
    recorded.map(async ({ min_attr_size, max_attr_size }) => {
      const range = { min_attr_size, max_attr_size };
      try {
        return { ...range, ...(await compute(toRange(range))) };
      } catch (error) {
        return { error: error.name };
      }
    }),
  );

async function inPrecision(recorded, counts) {
  const dba = new DBA(counts, like);
  const mals = new BA_MALS(counts, like);
  const all = {
    pair_probs: () => dba.computePairProbs(),
    probs_A: () => dba.computeProbs('attribute'),
    probs_T: () => dba.computeProbs('task'),
    A_given_T: () => mals.computeAgivenT(),
    T_given_A: () => dba.computeTgivenA(),
    BA_MALS: async () => ({
      ...combinedAndMatrix(await mals.computeBiasAmp(point)),
      ...('mask' in recorded.BA_MALS && { mask: mals.checkBias() }),
    }),
    DBA: async () => ({
      ...combinedAndMatrix(await dba.computeBiasAmp(point)),
      ...('mask' in recorded.DBA && { mask: dba.checkBias() }),
    }),
    DBA_bidirectional: () => both(dba.computeBiasAmpBidirectional(point), combinedAndMatrix),
    MDBA: async () => {
      const compute = async (range) =>
        meanAndVariance(await new MDBA(counts, { ...like, ...range }).computeBiasAmp(point));
      return Array.isArray(recorded.MDBA) ? byRange(recorded.MDBA, compute) : compute({});
    },
    MDBA_bidirectional: () => both(new MDBA(counts, like).computeBiasAmpBidirectional(point), meanAndVariance),
  };
  const asked = Object.keys(recorded).filter((name) => name in all);
  return Object.fromEntries(asked.map((name) => [name, all[name]]));
}

async function combinations(counts) {
  const { totalCombinations, bySize, examples } = await new MDBA(counts, like).getAttributeCombinationStats();
  const places = (names) => names.map((name) => counts.tasks.indexOf(name));
  return {
    total_combinations: totalCombinations,
    by_size: bySize,
    examples: Object.fromEntries(Object.entries(examples).map(([size, lists]) => [size, lists.map(places)])),
  };
}

const ofThePaper = (recorded, counts) =>
  byRange(recorded, async (range) => {
    const { value, variance, terms } = await new MDBA(counts, range).computeBiasAmp(point);
    return { mean_abs: value, variance_signed_ddof1: variance.value, terms };
  });

// ---- directional-bias-amp ------------------------------------------------------------------------

const directional = /^(A_to_T|T_to_A)(_indicator_from_first_half)?$/;

async function directionalValue(key, golden, modules) {
  const [, direction, half] = present(directional.exec(key));
  const matrices = getMatrices(golden);
  const { A, T } = matrices;
  const train = half ? getCounts(modules, { A, T }, A.rows >> 1) : undefined;
  const compute = direction === 'A_to_T' ? biasAmpAttributeToTask : biasAmpTaskToAttribute;
  return (await compute(sharedCounts(golden, modules), { ...point, train })).value;
}

// ---- Special cases: a metric of lists of rows, by the name of the case ----------------------------

const oddMetric = ({ case: name, input }) => /\b(BA_MALS|DBA|MDBA)\b/.exec(input.metric ?? name)?.[1];
const isOdd = (golden) => 'A_values' in golden.input && oddMetric(golden) !== undefined;

async function oddValue(golden, modules) {
  const { A_values, T_values, T_pred_values, A, T } = golden.input;
  const names = (prefix, [[, columns]]) => numbered(prefix, columns ?? 1);
  const counts = modules.amplification.cooccurrence({
    ...(A_values.length === 0 && { attributes: names('a', A), tasks: names('t', T) }),
    taskPrediction: true,
  });
  counts.update({ attribute: A_values, task: T_values, taskPrediction: T_pred_values });
  const Metric = metrics[oddMetric(golden)];
  const { value, matrix, variance } = await new Metric(counts, like).computeBiasAmp(point);
  return { first: value, second: matrix ?? variance.value };
}

// ---- The functions of the runner -----------------------------------------------------------------

const ofPeer = ({ peer }) => /^(kerner-lab|princetonvisualai)/.test(peer);
const ofMatrices = ({ input }) => Boolean(input.A?.shape && input.T?.shape);
const keys = ['f32', 'f64', 'MDBA_stats', 'not_peer_paper_MDBA', 'mals_conditional_from_counts'];

export function canEvaluate(key, golden) {
  if (!ofPeer(golden)) return false;
  if (isOdd(golden)) return ['first', 'second', 'error'].includes(key);
  return ofMatrices(golden) && (keys.includes(key) || directional.test(key));
}

export async function evaluate(key, golden, modules) {
  if (isOdd(golden)) {
    const value = await once(golden, 'odd', () => oddValue(golden, modules));
    return key === 'error' ? value : value[key];
  }
  if (directional.test(key)) return directionalValue(key, golden, modules);
  const counts = sharedCounts(golden, modules);
  const recorded = golden.expected[key];
  if (key === 'MDBA_stats') return combinations(counts);
  if (key === 'not_peer_paper_MDBA') return ofThePaper(recorded, counts);
  if (key === 'mals_conditional_from_counts') {
    return (await new BA_MALS(counts).computeBiasAmp(point)).value;
  }
  return inPrecision(recorded, counts);
}

export function tolerance(key, golden) {
  return ofPeer(golden) && key === 'f32' && ofMatrices(golden) ? { absolute: 1e-6, relative: 1e-6 } : undefined;
}

// ---- fairwasm's definitions, row by row ------------------------------------------------------------

const getRows = ({ rows, columns, data }) =>
  Array.from({ length: rows }, (_, row) => data.slice(row * columns, (row + 1) * columns));
const getColumn = (matrix, column) => getRows(matrix).map((row) => row[column]);
const getColumns = (matrix) => numbered('', matrix.columns).map((_, i) => getColumn(matrix, i));
const sum = (values) => values.reduce((total, value) => total + value, 0);
const times = (a, b) => sum(a.map((value, i) => value * b[i]));

const isTie = (from, to) => from.length * times(from, to) === sum(from) * sum(to);
// In double precision, ties depend on the rounding of quotients.
const goTogether = (from, to) => times(from, to) / from.length > (sum(from) / from.length) * (sum(to) / to.length);

function ownDba(from, to, predicted) {
  const given = (f, all) => {
    const together = all.map((column) => times(f, column));
    const total = Math.max(sum(together), 1e-10);
    return together.map((count) => count / total);
  };
  const mask = from.map((f) => to.map((t) => Number(goTogether(f, t))));
  const matrix = from.map((f, i) => {
    const [truth, answer] = [given(f, to), given(f, predicted)];
    return to.map((_, k) => ((mask[i][k] ? 1 : -1) * (answer[k] - truth[k])) / (from.length * to.length));
  });
  return { combined: sum(matrix.flat()), matrix, mask };
}

function* subsets(count, smallest, largest) {
  for (let subset = 0; subset < 2 ** count; subset++) {
    const chosen = numbered('', count).flatMap((_, i) => ((subset >> i) & 1 ? [i] : []));
    if (chosen.length >= smallest && chosen.length <= largest) yield chosen;
  }
}

const product = (columns, chosen) => columns[0].map((_, row) => chosen.reduce((all, i) => all * columns[i][row], 1));

/** Returns the columns of all combinations that occur, true and predicted. */
const combined = (to, predicted, smallest, largest) =>
  [...subsets(to.length, smallest, largest ?? to.length)]
    .map((chosen) => [product(to, chosen), product(predicted, chosen)])
    .filter(([truth]) => sum(truth) >= 1);

function ownMdba(from, to, predicted, range = {}) {
  const { minSize = 1, maxSize } = /** @type {{ minSize?: number, maxSize?: number }} */ (range);
  const changes = combined(to, predicted, minSize, maxSize).flatMap(([truth, answer]) =>
    from.map((f) => {
      const change = Number(times(f, answer) > 0) - Number(times(f, truth) > 0);
      return goTogether(f, truth) ? change : -change;
    }),
  );
  if (changes.length === 0) return { mean: 0, variance: 0 };
  const mean = sum(changes) / changes.length;
  return {
    mean: sum(changes.map(Math.abs)) / changes.length,
    variance: sum(changes.map((change) => (change - mean) ** 2)) / (changes.length - 1),
  };
}

/** Results in double precision for values of f32 that depend on signs, which single precision may change. */
function ownSigned(golden) {
  const { A, T, A_pred, T_pred } = Object.fromEntries(
    Object.entries(getMatrices(golden)).map(([name, matrix]) => [name, getColumns(matrix)]),
  );
  const recorded = golden.expected.f32;
  const directions = (own) => ({ AtoT: own(A, T, T_pred), TtoA: A_pred && own(T, A, A_pred) });
  return {
    DBA: ownDba(A, T, T_pred),
    DBA_bidirectional: directions(ownDba),
    MDBA: Array.isArray(recorded.MDBA)
      ? recorded.MDBA.map((range) => ownMdba(A, T, T_pred, toRange(range)))
      : ownMdba(A, T, T_pred),
    MDBA_bidirectional: directions(ownMdba),
  };
}

function hasTies(golden) {
  const [A, T] = [getMatrices(golden).A, getMatrices(golden).T].map(getColumns);
  const getTies = (from, to) => combined(to, to, 1).some(([column]) => from.some((f) => isTie(f, column)));
  return getTies(A, T) || getTies(T, A);
}

function directionalParts(key, golden) {
  const [, direction, half] = present(directional.exec(key));
  const { A, T, A_pred, T_pred } = getMatrices(golden);
  const [from, to, predicted] = direction === 'A_to_T' ? [A, T, T_pred] : [T, A, A_pred];
  const [fromRows, toRows] = [getRows(from), getRows(to)];
  const places = fromRows.map((_, row) => row);
  const isLabelled = (row) => sum(fromRows[row]) + sum(toRows[row]) > 0;
  const deciding = places.slice(0, half ? A.rows >> 1 : A.rows).filter(isLabelled);
  return { from: getColumns(from), to: getColumns(to), predicted: getColumns(predicted), deciding };
}

/** Returns the mean over pairs of sign(n n(f, t) - n(f) n(t)) (P(t' | f) - P(t | f)), and whether a sign is 0. */
function ownDirectional(key, golden) {
  const { from, to, predicted, deciding } = directionalParts(key, golden);
  const pick = (column) => deciding.map((row) => column[row]);
  let tied = false;
  const parts = from.flatMap((f) =>
    to.map((t, k) => {
      const [x, y] = [pick(f), pick(t)];
      const sign = Math.sign(deciding.length * times(x, y) - sum(x) * sum(y));
      tied ||= sign === 0;
      return sign * (times(f, predicted[k]) / sum(f) - times(f, t) / sum(f));
    }),
  );
  const defined = parts.filter((part) => !Number.isNaN(part));
  return { value: sum(defined) / defined.length, tied };
}

// ---- Rules ---------------------------------------------------------------------------------------

const refused = { error: 'FairwasmError' };
const isLabel = (value) => value === 0 || value === 1;

function ownOdd({ A_values, T_values, T_pred_values }, name) {
  const toColumns = (rows) => rows[0].map((_, column) => rows.map((row) => row[column]));
  const [A, T, P] = [A_values, T_values, T_pred_values].map(toColumns);
  if (name === 'DBA') {
    const { combined: first, matrix: second } = ownDba(A, T, P);
    return { first, second };
  }
  if (name === 'MDBA') {
    const { mean: first, variance: second } = ownMdba(A, T, P);
    return { first, second };
  }
  const share = (column) => times(column[0], column[1]) / column[0].length;
  const second = A.map((a) =>
    T.map((t, k) => {
      const biased = times(a, t) / Math.max(sum(A.map((each) => times(each, t))), 1e-10);
      return biased > 1 / A.length ? (share([a, P[k]]) - share([a, t])) / T.length : 0;
    }),
  );
  return { first: sum(second.flat()), second };
}

/** Converts one value per row to one-hot labels, with one label per distinct value. */
function oneHot({ A_values, T_values, T_pred_values }) {
  const among = (values, all) => {
    const labels = [...new Set(all)];
    return values.map((value) => labels.map((label) => Number(label === value)));
  };
  const tasks = [...T_values, ...T_pred_values];
  return {
    A_values: among(A_values, A_values),
    T_values: among(T_values, tasks),
    T_pred_values: among(T_pred_values, tasks),
  };
}

function oddDeviation(key, golden) {
  const { A, T, T_pred, A_values } = golden.input;
  if (A_values.length === 0) return { rule: 'no rows', expected: refused };
  if (T_pred[0][1] > T[0][1] && key !== 'error') {
    return { rule: 'extra predicted columns', expected: refused };
  }
  if (A[0].length === 1) {
    const own = ownOdd(oneHot(golden.input), oddMetric(golden));
    return { rule: 'one-dimensional columns', expected: key === 'error' ? own : own[key] };
  }
  const own = ownOdd(golden.input, oddMetric(golden));
  const isOtherType = !/^torch\.float(32|64)$/.test(A[1]);
  return isOtherType ? { rule: 'input types', expected: key === 'error' ? own : own[key] } : undefined;
}

export function deviation(key, golden, path) {
  if (!ofPeer(golden)) return undefined;
  if (isOdd(golden)) return oddDeviation(key, golden);
  if (!ofMatrices(golden)) return undefined;
  if (Object.values(getMatrices(golden)).some(({ data }) => !data.every(isLabel))) {
    return { rule: 'real numbers in place of labels', holds: (actual) => actual?.error !== undefined };
  }
  if (directional.test(key)) {
    if (directionalParts(key, golden).deciding.length === 0) {
      return { rule: 'no training rows', expected: refused };
    }
    const { value, tied } = ownDirectional(key, golden);
    return tied ? { rule: 'exact ties', expected: value } : undefined;
  }
  const [, metric, place] = path;
  if (metric === 'MDBA' && golden.expected[key].MDBA[place]?.min_attr_size === 0) {
    return { rule: 'empty combination', holds: (actual) => actual?.error !== undefined };
  }
  if (metric === 'MDBA' && golden.expected[key].MDBA[place]?.max_attr_size === 0) {
    return { rule: 'maximum size 0', holds: (actual) => actual?.error !== undefined };
  }
  if (key !== 'f32' || !/^M?DBA/.test(metric)) return undefined;
  if (!once(golden, 'ties', () => hasTies(golden))) return undefined;
  return { rule: 'float32 ties', expected: once(golden, 'signed', () => ownSigned(golden)) };
}
