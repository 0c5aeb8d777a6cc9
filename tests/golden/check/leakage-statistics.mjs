// Distributions of Leakage and DPA: results of trained attackers in recorded trials, and the limit of the best possible
// attackers. Trials are random and use other random numbers here. Means are compared by Welch's two-sided test at the
// level 1e-5, with trials from seed 1 on and the same number of trials: over trials of new attackers, and over chains
// of trials with shared attackers. If nothing varies, means may differ by one row of the test set, or by rounding in
// single precision. Results computed from recorded trials are recomputed from the same trials.

import { studentQuantile } from '../../../dist/core/intervals.js';
import { summarize, toText } from '../../../dist/predictability/statistics.js';
import { mulberry32 } from '../../random-numbers.mjs';
import { once } from './once.mjs';
import { decode, getMatrix } from './values.mjs';

const within = 1 - 1e-5;
const lambdas = { lambda_d: 'lambdaD', lambda_m: 'lambdaM', leakage: 'leakage' };

// ---- Data ----------------------------------------------------------------------------------------

const getColumns = (matrix) => {
  const { rows, columns, data } = getMatrix(matrix);
  return Array.from({ length: columns }, (_, k) =>
    Uint8Array.from({ length: rows }, (_, row) => data[row * columns + k]),
  );
};

const datasetName = 'dataset ';
const isData = ({ peer, input }) => peer === 'data' && 'columns' in input;
const isStatistic = ({ peer, input }) => peer.includes('kerner-lab') && 'dataset' in input;

function getDataset({ input }, cases) {
  const found = cases.find((each) => isData(each) && each.case.replace(datasetName, '') === input.dataset);
  if (!found) throw new TypeError(`no data set '${input.dataset}' in this file`);
  return found.input.columns;
}

/** Returns the columns of some rows, each a list of columns of 0 and 1. */
function getPart({ input }, columns, from, to) {
  const take = (name) => getColumns(columns[name]).map((column) => column.subarray(from, to));
  return { feature: take(input.feat), label: take(input.data)[0], prediction: take(input.pred)[0] };
}

const getParts = (golden, cases) =>
  once(golden, 'parts', () => {
    const columns = getDataset(golden, cases);
    const { train_rows, test_rows } = golden.input;
    return {
      train: getPart(golden, columns, 0, train_rows),
      test: getPart(golden, columns, train_rows, train_rows + test_rows),
      all: getPart(golden, columns, 0, train_rows + test_rows),
    };
  });

const named = ({ feature, ...rest }) => ({
  feature: feature.length === 1 ? feature[0] : Object.fromEntries(feature.map((column, k) => [`bit ${k}`, column])),
  ...rest,
});

// ---- Trials --------------------------------------------------------------------------------------

function getOptions({ input }) {
  const { learning_rate, loss_function, epochs, batch_size } = input.train_params;
  const { num_layers, numFirst, activations } = input.attacker;
  return {
    attacker: { layers: num_layers, firstWidth: numFirst, activations },
    learningRate: learning_rate,
    loss: loss_function,
    epochs,
    batchSize: batch_size,
    metric: input.eval_metric,
    threshold: input.threshold,
    normalized: input.normalized,
  };
}

async function getTrials(golden, cases, modules, options) {
  const { train, test } = getParts(golden, cases);
  const rows = { ...named(train), test: named(test) };
  const { trials } = await modules.predictability.leakage(
    { ...rows, ...getOptions(golden), ...options },
    { workers: 0 },
  );
  return Object.fromEntries(Object.entries(lambdas).map(([name, ours]) => [name, trials.map((trial) => trial[ours])]));
}

/** Summary statistics of recorded trials. */
function getSummary(recorded) {
  const values = decode(recorded);
  const { value: mean, standardDeviation } = summarize(values, 'mean');
  const sorted = [...values].sort((a, b) => a - b);
  const median = (sorted[(values.length - 1) >> 1] + sorted[values.length >> 1]) / 2;
  const [min, max] = [Math.min(...values), Math.max(...values)];
  return { n: values.length, mean, std_ddof1: standardDeviation, min, median, max };
}

const getSummaries = (trials) =>
  Object.fromEntries(Object.keys(lambdas).map((name) => [name, getSummary(trials[name])]));
const withoutExtremes = ({ mean, std_ddof1, n }) => ({ mean, std_ddof1, n });

const timed = (golden, cases, modules) =>
  once(golden, 'fresh', async () => {
    const recorded = golden.expected.fresh_attackers;
    const count = Math.max(recorded.leakage.length, leastTrials);
    const start = performance.now();
    const trials = await getTrials(golden, cases, modules, { trials: count, seed: 1 });
    const seconds = (performance.now() - start) / 1000;
    return { seconds, trials: { ...trials, summary: getSummaries(recorded) } };
  });

const fresh = async (...args) => (await timed(...args)).trials;

// Minimum number of chains, so that their variance can be estimated.
const leastChains = 6;
const leastTrials = 20;

async function warm(golden, cases, modules) {
  const { chains } = golden.expected.warm_started_as_the_peer;
  const ours = [];
  for (let i = 0; i < Math.max(chains.length, leastChains); i++) {
    const trials = (chains[i] ?? chains[0]).leakage.length;
    ours.push(await getTrials(golden, cases, modules, { trials, seed: i + 1, warmStart: true }));
  }
  once(golden, 'chains', () => ours);
  const pooled = (pick) =>
    Object.fromEntries(Object.keys(lambdas).map((name) => [name, chains.flatMap((chain) => pick(chain[name]))]));
  const ofLeakage = (pick) => withoutExtremes(getSummary(pooled(pick).leakage));
  return {
    chains: chains.map((chain, i) => ({
      ...ours[i],
      torch_seed: chain.torch_seed,
      result_string: toText(summarize(decode(chain.leakage), 'mean')),
    })),
    summary: getSummaries(pooled((trials) => trials)),
    summary_first_trial_of_chain: ofLeakage((trials) => trials.slice(0, 1)),
    summary_later_trials: ofLeakage((trials) => trials.slice(1)),
  };
}

// ---- The best possible attackers -----------------------------------------------------------------

const sum = (values) => values.reduce((total, value) => total + value, 0);

/** Returns rows by cell of the feature (its bits as a number, lowest first) and label. */
function getCounts({ feature }, column) {
  const counts = Array.from({ length: 2 ** feature.length }, () => [0, 0]);
  column.forEach((label, row) => {
    counts[feature.reduceRight((cell, bits) => 2 * cell + bits[row], 0)][label]++;
  });
  return counts;
}

const countsOfPart = (part) => ({ data: getCounts(part, part.label), pred: getCounts(part, part.prediction) });
const agreement = ({ label, prediction }) =>
  label.reduce((right, value, row) => right + Number(value === prediction[row]), 0);

/** Returns the expected counts after a proportion q of labels was kept. */
const equalised = (counts, q) =>
  counts.map(([zeros, ones]) => [q * zeros + (1 - q) * ones, q * ones + (1 - q) * zeros]);
const margins = (counts) => counts.map(([zeros, ones]) => ones - zeros);
const shares = (counts) => counts.map(([zeros, ones]) => ones / (zeros + ones));
const answers = (counts) => margins(counts).map((margin) => Number(margin > 0));
const agreeing = (counts, lookup) => sum(counts.map((cell, i) => cell[lookup[i]]));

const losses = { mse: (p, y) => (p - y) ** 2, bce: (p, y) => -Math.max(Math.log(y === 1 ? p : 1 - p), -100) };
/** Returns 1 / mean loss of proportions as outputs, over counts. */
const quality = (loss, p, counts) =>
  sum(counts.flat()) / sum(counts.flatMap((cell, i) => cell.map((n, y) => (n === 0 ? 0 : n * losses[loss](p[i], y)))));

const compared = (d, m) => ({ leakage: m - d, normalized: (m - d) / (m + d) });

/** Computes the limit by its definition from counts and the rows that keep their label. */
function ownLimit({ train, test }, kept) {
  const [fromTrain, fromTest] = [train, test].map(countsOfPart);
  const [trainRows, testRows] = [train, test].map(({ label }) => label.length);
  const qTrain = kept.train / trainRows;
  const trainD = equalised(fromTrain.data, qTrain);
  const testD = equalised(fromTest.data, kept.test / testRows);
  const [lookup_D, lookup_M] = [answers(trainD), answers(fromTrain.pred)];
  const right = agreeing(fromTest.data, lookup_D);
  const [K, N] = [kept.test, testRows];
  const d = ((2 * K * right) / N + N - K - right) / N;
  const spread = (2 / N) * Math.sqrt((K * (right / N) * (1 - right / N) * (N - K)) / Math.max(N - 1, 1));
  const m = agreeing(fromTest.pred, lookup_M) / N;
  const [p_D, p_M] = [shares(trainD), shares(fromTrain.pred)];
  const thresholded = (scale) => {
    const [lambdaD, lambdaM] = [1 / (scale * (1 - d)), 1 / (scale * (1 - m))];
    return { lambda_d_at_mean_accuracy: lambdaD, lambda_m: lambdaM, leakage: compared(lambdaD, lambdaM).leakage };
  };
  const smooth = (loss) => {
    const [lambdaD, lambdaM] = [quality(loss, p_D, testD), quality(loss, p_M, fromTest.pred)];
    return { lambda_d_at_expected_counts: lambdaD, lambda_m: lambdaM, ...compared(lambdaD, lambdaM) };
  };
  const { leakage, normalized } = compared(d, m);
  return {
    lookup_D,
    lookup_M,
    margin_D_rows: margins(trainD),
    margin_M_rows: margins(fromTrain.pred),
    accuracy: {
      lambda_d_mean: d,
      lambda_d_std_over_permutations: spread,
      lambda_m: m,
      leakage_mean: leakage,
      leakage_std: spread,
      normalized_at_means: normalized,
    },
    threshold_mse_or_bce: { mse: thresholded(1), bce: thresholded(100) },
    no_threshold: { p_D, p_M, mse: smooth('mse'), bce: smooth('bce') },
  };
}

/** Returns rows by cell and label, like a tally, with all bits of the feature as groups. */
function getTally(modules, { feature, label, prediction }) {
  const groups = Object.fromEntries(feature.map((column, k) => [`bit ${k}`, column]));
  const tally = modules.fair.tally({ groups: Object.keys(groups), label: true, prediction: true });
  tally.update({ groups, label, prediction });
  return tally;
}

async function limit(golden, cases, modules) {
  const { train, test, all } = getParts(golden, cases);
  const rows = { ...named(train), test: named(test) };
  // Attackers are not trained, because only the limit is needed.
  const exact = async (options) =>
    (await modules.predictability.leakage({ ...rows, ...options, epochs: 0, trials: 1 }, { workers: 0 })).exact;
  const pair = async (options, name) => {
    const [plain, normalized] = await Promise.all([false, true].map((each) => exact({ ...options, normalized: each })));
    return {
      [name]: plain.lambdaD,
      lambda_m: plain.lambdaM,
      leakage: plain.leakage,
      ...(!options.threshold && { normalized: normalized.leakage }),
    };
  };
  const accuracy = await exact({ metric: 'accuracy' });
  const relative = await exact({ metric: 'accuracy', normalized: true });
  const wholes = [false, true].map((normalized) =>
    modules.predictability.exactLeakage(getTally(modules, all), { normalized }),
  );
  const kept = { train: agreement(train), test: agreement(test) };
  const counts = [train, test].map((part) => countsOfPart(part));
  const own = ownLimit({ train, test }, kept);
  return {
    train_counts_cell_x_label: counts[0],
    test_counts_cell_x_label: counts[1],
    kept_rows: {
      train: kept.train,
      of_train: train.label.length,
      test: kept.test,
      of_test: test.label.length,
      rows_correct_train: agreement(train),
      rows_correct_test: agreement(test),
    },
    lookup_D: own.lookup_D,
    lookup_M: own.lookup_M,
    margin_D_rows: own.margin_D_rows,
    margin_M_rows: own.margin_M_rows,
    accuracy: {
      lambda_d_mean: accuracy.lambdaD,
      lambda_d_std_over_permutations: accuracy.lambdaDSpread,
      lambda_m: accuracy.lambdaM,
      leakage_mean: accuracy.leakage,
      leakage_std: accuracy.leakageSpread,
      normalized_at_means: relative.leakage,
    },
    accuracy_all_rows_limit: {
      lambda_d: wholes[0].lambdaD,
      lambda_m: wholes[0].lambdaM,
      leakage: wholes[0].leakage,
      normalized: wholes[1].leakage,
    },
    threshold_mse_or_bce: {
      mse: await pair({ metric: 'mse', threshold: true }, 'lambda_d_at_mean_accuracy'),
      bce: await pair({ metric: 'bce', threshold: true }, 'lambda_d_at_mean_accuracy'),
    },
    no_threshold: {
      p_D: own.no_threshold.p_D,
      p_M: own.no_threshold.p_M,
      mse: await pair({ metric: 'mse', threshold: false }, 'lambda_d_at_expected_counts'),
      bce: await pair({ metric: 'bce', threshold: false }, 'lambda_d_at_expected_counts'),
    },
  };
}

// ---- The functions of the runner -----------------------------------------------------------------

const byKey = { warm_started_as_the_peer: warm, fresh_attackers: fresh, bayes_optimal: limit };

export function canEvaluate(key, golden) {
  if (isData(golden)) return key === 'count_of_ones_per_column';
  return isStatistic(golden) && (key in byKey || key === 'seconds_to_run');
}

export async function evaluate(key, golden, modules, cases) {
  if (isData(golden)) {
    const ones = (column) => modules.aif360.binaryLabelDatasetMetric({ groups: {}, label: column }).numPositives();
    return Object.fromEntries(
      Object.entries(golden.input.columns).map(([name, matrix]) => [name, getColumns(matrix).map(ones)]),
    );
  }
  if (key in byKey) return byKey[key](golden, cases, modules);
  return (await timed(golden, cases, modules)).seconds;
}

/** Returns the mean, the variance of a single value, and the number of values. */
function moments(values) {
  const { value: mean, standardDeviation } = summarize(values, 'mean');
  return { n: values.length, mean, variance: standardDeviation ** 2 };
}

/** Returns true if the means agree by Welch's test, or nearly agree without variance. */
function haveSameMean(recorded, actual, slack) {
  const [theirs, ours] = [decode(recorded), actual].map(moments);
  if (![theirs.mean, ours.mean].every(Number.isFinite)) return Object.is(theirs.mean, ours.mean);
  // A single recorded value has no variance estimate, so that of this run is used.
  const a = { ...theirs, variance: theirs.n > 1 ? theirs.variance : ours.variance };
  const parts = [a, ours].map(({ n, variance }) => ({ n, part: variance / n }));
  const variance = sum(parts.map(({ part }) => part));
  const freedom = variance ** 2 / sum(parts.map(({ n, part }) => part ** 2 / Math.max(n - 1, 1)));
  const quantile = variance > 0 ? studentQuantile(within, Math.max(1, Math.floor(freedom))) : 0;
  const allowed = quantile * Math.sqrt(variance) + slack + 1e-6 * Math.abs(a.mean);
  return Math.abs(a.mean - ours.mean) <= allowed;
}

const oneRow = ({ input }) => (input.eval_metric === 'accuracy' ? 1 / input.test_rows : 0);
const average = (values) => sum(values) / values.length;

export function comparison(path, golden) {
  const name = path.at(-1);
  if (!isStatistic(golden) || !(name in lambdas)) return undefined;
  const [key, part] = path;
  if (key === 'fresh_attackers' && path.length === 2) {
    return (recorded, actual) => Array.isArray(actual) && haveSameMean(recorded, actual, oneRow(golden));
  }
  if (key !== 'warm_started_as_the_peer' || part !== 'chains') return undefined;
  // Trials of a chain are dependent, so each chain counts once.
  const theirs = golden.expected[key].chains.map((chain) => average(decode(chain[name])));
  return (recorded, actual) =>
    Array.isArray(actual) &&
    recorded.length === actual.length &&
    haveSameMean(
      theirs,
      once(golden, 'chains').map((chain) => average(chain[name])),
      oneRow(golden),
    );
}

// ---- Near ties -----------------------------------------------------------------------------------
// Near ties, the most frequent class of a cell depends on which rows keep their label. The recorded value uses the
// table of expected counts; fairwasm's is the expectation over tables. It is compared with tables drawn here.

const drawnTables = 2000;

/** Returns rows by cell and label after the labels of all but `kept` rows were flipped. */
function turnedOver({ feature, label }, kept, uniform) {
  const rows = label.length;
  let left = rows - kept;
  const wrong = label.map((value, row) => {
    const isTurned = uniform() * (rows - row) < left;
    if (isTurned) left--;
    return isTurned ? 1 - value : value;
  });
  return getCounts({ feature }, wrong);
}

const overTables = (golden, cases) =>
  once(golden, 'tables', () => {
    const { train, test } = getParts(golden, cases);
    const [kept, K] = [agreement(train), agreement(test)];
    const N = test.label.length;
    const labels = getCounts(test, test.label);
    const uniform = mulberry32(1);
    const given = Array.from({ length: drawnTables }, () => {
      const right = agreeing(labels, answers(turnedOver(train, kept, uniform))) / N;
      const variance = (4 * K * right * (1 - right) * (N - K)) / (N - 1) / N ** 2;
      return { lambda: (2 * K * right + N - K - N * right) / N, variance };
    });
    const { mean, variance } = moments(given.map(({ lambda }) => lambda));
    const spread = Math.sqrt(variance + sum(given.map((each) => each.variance)) / drawnTables);
    return { mean, spread, standardError: Math.sqrt(variance / drawnTables), varies: variance > 1e-24 };
  });

/** Computes each value that depends on lambda_D from its expectation. */
const byLambdaD = {
  'accuracy / lambda_d_mean': (d) => d,
  'accuracy / leakage_mean': (d, m) => m - d,
  'accuracy / normalized_at_means': (d, m) => (m - d) / (m + d),
  'threshold_mse_or_bce / mse / lambda_d_at_mean_accuracy': (d) => 1 / (1 - d),
  'threshold_mse_or_bce / mse / leakage': (d, m) => 1 / (1 - m) - 1 / (1 - d),
  'threshold_mse_or_bce / bce / lambda_d_at_mean_accuracy': (d) => 1 / (100 * (1 - d)),
  'threshold_mse_or_bce / bce / leakage': (d, m) => 1 / (100 * (1 - m)) - 1 / (100 * (1 - d)),
};
const spreads = ['accuracy / lambda_d_std_over_permutations', 'accuracy / leakage_std'];

function nearTie(golden, path, cases) {
  const name = path.slice(1).join(' / ');
  const valueFrom = byLambdaD[name];
  if (!valueFrom && !spreads.includes(name)) return undefined;
  const { mean, spread, standardError, varies } = overTables(golden, cases);
  if (!varies) return undefined;
  if (!valueFrom) {
    return { rule: 'table of expected counts', holds: (given) => Math.abs(given / spread - 1) < 0.1 };
  }
  // Both are averages over draws; fairwasm uses at least a fifth as many.
  const error = 5 * Math.sqrt(6) * standardError;
  const lambdaM = golden.expected.bayes_optimal.accuracy.lambda_m;
  const [a, b] = [mean - error, mean + error].map((lambdaD) => valueFrom(lambdaD, lambdaM));
  const holds = (given) => given >= Math.min(a, b) && given <= Math.max(a, b);
  return { rule: 'table of expected counts', holds };
}

// ---- Rules ---------------------------------------------------------------------------------------

const keptByPeer = (right, rows) => Math.floor(Math.fround(right / rows) * rows);

export function deviation(key, golden, path, cases) {
  if (!isStatistic(golden)) return undefined;
  if (key === 'seconds_to_run') return { rule: 'training times', holds: (seconds) => seconds > 0 };
  if (key !== 'bayes_optimal') return undefined;
  const tie = nearTie(golden, path, cases);
  if (tie) return tie;
  const { train, test } = getParts(golden, cases);
  const kept = { train: agreement(train), test: agreement(test) };
  const isCutOff =
    keptByPeer(kept.train, train.label.length) < kept.train || keptByPeer(kept.test, test.label.length) < kept.test;
  const expected = { kept_rows: kept, ...ownLimit({ train, test }, kept) };
  return isCutOff ? { rule: 'rounded number of correct rows', expected } : undefined;
}
