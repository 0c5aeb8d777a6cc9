// bias_amplification's attackers: shapes, scores, quality equalization, synthetic data, step-by-step trainings, and
// complete runs from recorded permutations.

import { summarize, toText } from '../../../dist/predictability/statistics.js';
import { present } from '../../present.mjs';
import { once } from './once.mjs';
import { decode, getMatrix, getOutcome } from './values.mjs';

const precisions = { f32: 'float32', f64: 'float64' };
const byPrecision = (make) => Object.fromEntries(Object.keys(precisions).map((name) => [name, make(precisions[name])]));

// ---- Weights -------------------------------------------------------------------------------------

/** Converts weights between a flat vector and the nested lists in which they are recorded. */
const flatten = (nested) => Float64Array.from(decode(nested).flat(Infinity));
function nestLike(nested, flat) {
  let next = 0;
  const fill = (part) => (Array.isArray(part) ? part.map(fill) : flat[next++]);
  const filled = fill(nested);
  return next === flat.length ? filled : flat;
}

const getShape = ({ input_dims, output_dims, num_layers, numFirst, activations }) => ({
  inputs: input_dims,
  outputs: output_dims,
  layers: num_layers,
  firstWidth: numFirst,
  activations,
});

// ---- Shapes --------------------------------------------------------------------------------------

function layers({ input }, modules) {
  const { widths, weights, ...attacker } = modules.predictability.denseAttacker(getShape(input));
  const activations = attacker.activations.map((name) => name || 'identity');
  // A list that is too long is kept unchanged, although only its beginning is used.
  const beyond = input.activations.slice(activations.length);
  return {
    widths_in_out: widths.slice(1).map((width, i) => [widths[i], width]),
    activations: [...activations, ...beyond],
    activations_used: activations,
    count_params: weights.length,
  };
}

// ---- Scores --------------------------------------------------------------------------------------

const scoreName = /^(accuracy|mse|bce) threshold=(True|False)$/;

function scores({ input, expected }, { replay }) {
  const outputs = getMatrix(input.attacker_output);
  const y = getMatrix(input.y);
  const target = Array.from({ length: y.columns }, (_, column) =>
    Uint32Array.from({ length: y.rows }, (_, row) => y.data[row * y.columns + column]),
  );
  const score = (precision, name) => {
    const [, metric, threshold] = present(scoreName.exec(name));
    const isThresholded = threshold === 'True';
    return replay.lambda({ precision, outputs: outputs.data, target, metric, threshold: isThresholded });
  };
  return Object.fromEntries(
    Object.keys(precisions)
      .filter((name) => name in expected)
      .map((name) => [
        name,
        Object.fromEntries(
          Object.keys(expected[name])
            .filter((key) => scoreName.test(key))
            .map((key) => [key, () => score(precisions[name], key)]),
        ),
      ]),
  );
}

function errorRate({ attacker_output, y }) {
  const truth = getMatrix(y).data;
  const wrong = getMatrix(attacker_output).data.filter((output, i) => Number(output > 0.5) !== truth[i]);
  return wrong.length / truth.length;
}

const leakages = ({ input }, modules) => {
  const leakage = (normalized) =>
    modules.predictability.leakageMetric({ normalized }).computeLeakage(decode(input.lambda_d), decode(input.lambda_m));
  return { plain: leakage(false), normalized: leakage(true) };
};

function aggregates({ input }) {
  const trials = decode(input.per_trial);
  return {
    mean: toText(summarize(trials, 'mean')),
    median: toText(summarize(trials, 'median')),
    std_ddof1_f32: summarize(trials, 'mean').standardDeviation,
  };
}

// ---- Quality equalization ------------------------------------------------------------------------

const alternating = (rows) => Array.from({ length: rows }, (_, row) => row % 2);

/** Returns how many rows of a column keep their value at an accuracy. */
function keptRows(modules, rows, accuracy) {
  const column = alternating(rows);
  const wrong = modules.predictability.leakageMetric().permuteData(column, accuracy);
  return column.filter((value, row) => String(value) === wrong[row]).length;
}

const accuracyOfPeer = (right, rows) => Math.fround(Math.fround(right) / Math.fround(rows));

function equalised({ input, expected }, modules) {
  if ('data' in input) {
    const columns = input.data[0].map((_, column) =>
      modules.predictability
        .leakageMetric()
        .permuteData(
          input.data.map((row) => row[column]),
          input.model_acc,
        )
        .map(Number),
    );
    return { result: input.data.map((_, row) => columns.map((column) => column[row])) };
  }
  const { N: rows, model_acc: accuracy } = input;
  if ('k' in input) {
    const all = Array.from({ length: rows + 1 }, (_, right) => accuracyOfPeer(right, rows));
    return { kept_rows: all.map((share) => keptRows(modules, rows, share)) };
  }
  if ('shape' in expected) {
    return { shape: [modules.predictability.leakageMetric().permuteData(alternating(rows), accuracy).length] };
  }
  const kept = keptRows(modules, rows, accuracy);
  return { kept_rows: kept, flipped_rows: rows - kept };
}

// Enough rows to measure a proportion to a millionth.
const manyRows = 1_000_000;
const normalised = ({ input }, modules) => ({ result: keptRows(modules, manyRows, input.value) / manyRows });

// ---- Synthetic data ------------------------------------------------------------------------------

const createdNames = { D: 'D', D_bias: 'DBias', M_unbias: 'MUnbiased', M2: 'M2' };

function jointCounts(a, b) {
  const counts = [
    [0, 0],
    [0, 0],
  ];
  a.forEach((value, row) => {
    counts[value][b[row]]++;
  });
  return counts;
}

function describeCreated(data) {
  const counts = (against, names) =>
    Object.fromEntries(names.map((name) => [name, jointCounts(data[against], data[createdNames[name]])]));
  const errors = (name) => jointCounts(data.D, data[name])[0][1];
  return {
    joint_counts_P_x: counts('P', ['D', 'D_bias', 'M_unbias', 'M2']),
    joint_counts_D_x: counts('D', ['D_bias', 'M_unbias', 'M2']),
    num_errors: errors('M2'),
    num_data_errors: errors('DBias'),
  };
}

const created = ({ input }, modules) =>
  describeCreated(
    modules.predictability.dataCreator({
      rows: input.N,
      error: input.error_percent,
      dataError: input.data_error_percent ?? undefined,
      shuffle: input.shuffle,
    }),
  );

/** dataCreator's columns by definition, with errors in the first rows of a quarter. */
function ownCreated({ N, error_percent, data_error_percent }) {
  const half = N / 2;
  const quarter = N / 4;
  const places = Array.from({ length: N }, (_, row) => row);
  const count = (share) => Math.floor((N * share) / 2);
  const [errors, dataErrors] = [count(error_percent), count(data_error_percent ?? error_percent)];
  const P = places.map((row) => Number(row >= half));
  const D = places.map((row) => Math.floor(row / quarter) % 2);
  const moved = (from, to, amount) => (value, row) => {
    if (row >= from && row < from + amount) return 1;
    return row >= to && row < to + amount ? 0 : value;
  };
  const biased = (amount) => D.map(moved(0, 3 * quarter, amount));
  const first = errors >> 1;
  const MUnbiased = D.map(moved(0, quarter, first)).map(moved(half, 3 * quarter, errors - first));
  return { P, D, DBias: biased(dataErrors), MUnbiased, M2: biased(errors) };
}

// ---- Binary cross-entropy ------------------------------------------------------------------------

// One row whose outputs are the sigmoids of the biases. After one gradient descent step with a rate that makes the
// initial biases negligible, the biases have moved by the gradient.
const greatRate = 2 ** 60;

function crossEntropy({ input }, { replay }) {
  const z = decode(input.z);
  const y = z.map(() => decode(input.y));
  return byPrecision((precision) => {
    const { outputs, stepLosses, weights } = replay.training({
      precision,
      inputs: 1,
      outputs: z.length,
      activations: ['sigmoid'],
      weights: [...z.map(() => 0), ...z],
      x: [0],
      y,
      loss: 'bce',
      optimizer: 'sgd',
      learningRate: greatRate,
      epochs: 1,
      batchSize: 1,
    });
    const biases = weights[1].slice(z.length);
    return {
      sigmoid: Array.from(outputs[0]),
      bce: stepLosses[0],
      d_loss_d_logit: Array.from(biases, (bias, i) => (z[i] - bias) / greatRate),
    };
  });
}

/** Computed from the logit, so that no digits are lost. */
function ownCrossEntropy({ input }) {
  const z = decode(input.z);
  const y = decode(input.y);
  const logistic = (value) => 1 / (1 + Math.exp(-value));
  // -ln sigmoid(value).
  const surprise = (value) => Math.log1p(Math.exp(-Math.abs(value))) + Math.max(-value, 0);
  const losses = z.map((value) => y * surprise(value) + (1 - y) * surprise(-value));
  const own = {
    sigmoid: z.map(logistic),
    bce: losses.reduce((sum, loss) => sum + loss, 0) / z.length,
    d_loss_d_logit: z.map((value) => (y * -logistic(-value) + (1 - y) * logistic(value)) / z.length),
  };
  return { f32: own, f64: own };
}

// Beyond this logit, rounding of p and 1 - p has lost more digits than the tolerance permits in the recorded quotient.
const lostDigits = { f32: 5, f64: 13 };
const isSaturated = (precision, { z }) => decode(z).some((value) => Math.abs(value) > lostDigits[precision]);

// ---- Trainings -----------------------------------------------------------------------------------

const initialName = 'initial_weights_[W(out,in),b]_per_layer';

/** Targets in row-major order; numeric classes become one-hot rows. */
function getTargets({ loss, y, output_dims }) {
  const { data, rows } = getMatrix(y);
  if (loss !== 'cross-entropy' || y.shape.length > 1) return data;
  return Array.from({ length: rows * output_dims }, (_, i) =>
    Number(data[Math.floor(i / output_dims)] === i % output_dims),
  );
}

function training(input, precision, { replay }) {
  if (input.shuffle) throw new TypeError('a shuffled training needs its permutations');
  return replay.training({
    ...getShape(input),
    precision,
    weights: flatten(input[initialName]),
    x: getMatrix(input.x).data,
    y: getTargets(input),
    loss: input.loss,
    learningRate: input.learning_rate,
    epochs: input.epochs,
    batchSize: input.batch_size,
  });
}

function trained(golden, modules) {
  const { input } = golden;
  const firstFive = (outputs) =>
    Array.from({ length: Math.min(5, outputs.length / input.output_dims) }, (_, row) =>
      Array.from(outputs.slice(row * input.output_dims, (row + 1) * input.output_dims)),
    );
  const runs = byPrecision((precision) => training(input, precision, modules));
  const describe = ({ outputs, stepLosses, epochLosses, weights }, recorded = {}) => ({
    initial_output_first5: firstFive(outputs[0]),
    step_losses: Array.from(stepLosses),
    epoch_mean_losses: Array.from(epochLosses),
    weights_final: nestLike(input[initialName], weights.at(-1)),
    output_first5_final: firstFive(outputs[1]),
    ...('weights_after_epoch_1' in recorded && { weights_after_epoch_1: nestLike(input[initialName], weights[1]) }),
  });
  const [single, double] = [runs.f32, runs.f64].map(({ weights }) => weights.at(-1));
  return {
    f32: describe(runs.f32, golden.expected.f32),
    f64: describe(runs.f64, golden.expected.f64),
    f32_minus_f64_max_abs_weight: Math.max(...single.map((w, i) => Math.abs(w - double[i]))),
  };
}

// ---- Complete runs -------------------------------------------------------------------------------

const codes = (matrix) => Uint32Array.from(getMatrix(matrix).data);
const getRows = (input, part) => {
  const feature = getMatrix(input[`feat_${part}`]);
  return {
    feature: { values: feature.data, width: feature.columns },
    label: codes(input[`data_${part}`]),
    prediction: codes(input[`pred_${part}`]),
  };
};

function replayed({ input }, { replay }) {
  const side = input.mode ? `_${input.mode}` : '';
  return byPrecision((precision) => {
    const { trials, weights } = replay.leakage({
      precision,
      attacker: getShape(input.attacker),
      weights: flatten(input.initial_weights),
      train: getRows(input, 'train'),
      test: getRows(input, 'test'),
      metric: input.eval_metric,
      threshold: input.threshold,
      normalized: input.normalized,
      loss: input.loss,
      learningRate: input.learning_rate,
      epochs: input.epochs,
      batchSize: input.batch_size,
      trials: input.num_trials,
      permutations: input.permutations_in_draw_order,
    });
    const leakage = trials.map((trial) => trial.leakage);
    return {
      result_string: toText(summarize(leakage, input.method)),
      per_trial: trials.map(({ lambdaD, lambdaM }) => ({ lambda_d: lambdaD, lambda_m: lambdaM })),
      attacker_weights_after_each_training: weights.map((flat, i) => [
        `${i % 2 === 0 ? 'D' : 'M'}${side}`,
        nestLike(input.initial_weights, flat),
      ]),
    };
  });
}

// ---- The functions of the runner -----------------------------------------------------------------

/**
 * The kinds of cases by the fields of their input.
 *
 * @type {[field: string, evaluate: (golden: any, modules: any) => any][]}
 */
const kinds = [
  ['permutations_in_draw_order', replayed],
  [initialName, trained],
  ['attacker_output', scores],
  ['lambda_d', leakages],
  ['per_trial', aggregates],
  ['z', crossEntropy],
  ['error_percent', created],
  ['model_acc', equalised],
  ['k', equalised],
  ['value', normalised],
  ['num_layers', layers],
];

const getKind = ({ input }) => kinds.find(([name]) => name in input)?.[1];
const ofPeer = ({ peer }) => peer.includes('kerner-lab');

export function canEvaluate(key, golden) {
  const kind = ofPeer(golden) && getKind(golden);
  if (!kind) return false;
  if (key === 'error' || key in precisions) return true;
  return kind === trained ? key === 'f32_minus_f64_max_abs_weight' : key !== 'shuffle';
}

export function evaluate(key, golden, modules) {
  const values = once(golden, 'values', () => getOutcome(() => present(getKind(golden))(golden, modules)));
  return key === 'error' || 'error' in values ? values : values[key];
}

const single = { absolute: 1e-6, relative: 1e-5 };
const double = { absolute: 1e-13, relative: 1e-10 };

export function tolerance(key, golden, path) {
  if (!ofPeer(golden) || !getKind(golden)) return undefined;
  if (key === 'f32_minus_f64_max_abs_weight') return single;
  if (key === 'std_ddof1_f32') return { absolute: 1e-7, relative: 1e-6 };
  if (key === 'result') return { absolute: 0.5 / manyRows, relative: 0 };
  if (key === 'f32') return single;
  if (key !== 'f64') return undefined;
  // Accuracies are recorded as float for all data.
  const isAccuracy = /^accuracy/.test(path[1]) || golden.input.eval_metric === 'accuracy';
  return isAccuracy && /^(accuracy|per_trial)/.test(path[1]) ? { absolute: 0, relative: 1e-7 } : double;
}

// ---- Rules ---------------------------------------------------------------------------------------

const refused = { error: 'FairwasmError' };
const isShare = (value) => typeof value === 'number' && value >= 0 && value <= 1;

function equalisationRule(key, { input }) {
  const { N: rows, model_acc: accuracy, model_acc_type: type } = input;
  if ('data' in input) return categoriesRule(input);
  if ('k' in input) {
    const all = Array.from({ length: rows + 1 }, (_, right) => right);
    return { rule: 'rounded number of correct rows', expected: all };
  }
  if (key === 'shape') return { rule: 'one-dimensional column', expected: [rows] };
  if (!isShare(accuracy)) return { rule: 'accuracies in percent', expected: refused };
  const kept = Math.round(accuracy * rows);
  const own = { kept_rows: kept, flipped_rows: rows - kept };
  if (type === 'int') return { rule: 'accuracies in percent', expected: key === 'error' ? own : own[key] };
  return { rule: 'rounded number of correct rows', expected: own[key] };
}

/** Every wrong value is another value of its column. */
function categoriesRule({ data, model_acc }) {
  if (data.flat().every((value) => value === 0 || value === 1)) return undefined;
  const isWrong = (result, row, column) =>
    result[row][column] !== data[row][column] && data.some((each) => each[column] === result[row][column]);
  return {
    rule: 'permuted categories',
    holds: (result) => model_acc === 0 && data.every((each, row) => each.every((_, i) => isWrong(result, row, i))),
  };
}

function scoreRule({ input }, [precision, name]) {
  const isDouble = precision === 'f64' && name === 'bce threshold=True';
  return isDouble ? { rule: 'data types of `bce`', expected: { [name]: 1 / (100 * errorRate(input)) } } : undefined;
}

function createdRule(key, { input }) {
  if (input.N % 4 !== 0) return { rule: 'row counts of `dataCreator`', expected: refused };
  if (!input.shuffle) return undefined;
  return { rule: 'shuffled copies', expected: describeCreated(ownCreated(input))[key] };
}

const sigmoidRule = (precision, golden) =>
  isSaturated(precision, golden.input)
    ? { rule: 'saturated cross-entropy', expected: ownCrossEntropy(golden)[precision] }
    : undefined;

export function deviation(key, golden, path) {
  if (!ofPeer(golden)) return undefined;
  const { input } = golden;
  switch (getKind(golden)) {
    case equalised:
      return equalisationRule(key, golden);
    case normalised:
      return isShare(input.value) ? undefined : { rule: 'accuracies in percent', expected: refused };
    case scores:
      return scoreRule(golden, path);
    case created:
      return createdRule(key, golden);
    case crossEntropy:
      return sigmoidRule(key, golden);
    case layers:
      return input.num_layers < 1 ? { rule: 'zero layers', expected: refused } : undefined;
    default:
      return undefined;
  }
}
