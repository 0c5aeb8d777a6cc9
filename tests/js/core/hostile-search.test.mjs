// SPDX-License-Identifier: Apache-2.0
//
// Random search: any value inside the arguments of an entry point is replaced by a hostile one. The call must succeed
// or throw a FairwasmError.

import { auditBatches, auditCsv, FairwasmError, format, load, readCsv } from 'fairwasm';
import {
  BA_MALS,
  biasAmpAttributeToTask,
  cooccurrenceCsv,
  DBA,
  MDBA,
  parseBiasDictionary,
} from 'fairwasm/amplification';
import { load as loadClasses } from 'fairwasm/classes';
import { certifyCsv, load as loadRobustness, readSafetensors } from 'fairwasm/robustness';
import { auditCounts, auditCountsFile, counted as countedBy, statement } from 'fairwasm/sql';
import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { hostile, itsOwn } from '../hostile.mjs';
import { accumulators, call, entryPoints } from '../samples.mjs';
import {
  amplification,
  fair,
  individual,
  predictability,
  robustness,
  scores,
  slices,
  thresholds,
} from '../support.mjs';

const thresholdRows = () => ({
  score: [0.9, 0.7, 0.4, 0.2, 0.8, 0.5, 0.3, 0.1],
  label: [1, 0, 1, 0, 1, 1, 0, 0],
  groups: { sex: ['m', 'm', 'm', 'm', 'f', 'f', 'f', 'f'] },
  rows: [1, 2, 1, 1, 1, 1, 1, 1],
  favorable: 1,
});

const classes = await loadClasses({ fair });
/** @returns {import('fairwasm/classes').ClassInput} */
const several = () => ({
  label: ['a', 'b', 'c'],
  prediction: ['a', 'c', 'c'],
  groups: { sex: ['f', 'm', 'f'] },
  weight: [1, 2, 1],
  cluster: [1, 2, 3],
  probabilities: [
    [1, 0, 0],
    [0, 0.5, 0.5],
    [0, 0, 1],
  ],
  classes: ['a', 'b', 'c'],
  ordered: true,
  privileged: { sex: 'f' },
  missing: 'error',
  missingValues: ['-'],
  uncertainty: { draws: 1, confidence: 0.9 },
});

const groups = () => ({ sex: ['f', 'f', 'm', 'm'] });
const label = () => [1, 0, 1, 0];
const prediction = () => [1, 1, 0, 0];
const rows = () => label().map((y, i) => ({ y, p: prediction()[i], sex: groups().sex[i] }));
const labels = () => ({
  attribute: ['f', 'f', 'm', 'm'],
  task: [['cook'], ['cook', 'drive'], [], ['drive']],
  taskPrediction: [
    [1, 0],
    [1, 1],
    [0, 1],
    [0, 0],
  ],
  weight: [1, 2, 3, 4],
});
const counted = () => {
  const counts = amplification.cooccurrence({ taskPrediction: true });
  counts.update(labels());
  return counts;
};
const captions = () => [
  { tokens: ['a', 'man', 'dog'], tags: ['DT', 'NN', 'NN'], lemmas: ['a', 'man', 'dog'] },
  { tokens: ['woman'], tags: ['NN'] },
];
const scored = () => ({
  label: [0, 1, 1, 0],
  score: [
    [1, 0],
    [0, 1],
    [1, 0],
    [2, 1],
  ],
  groups: groups(),
  weight: [1, 1, 2, 1],
});
const attack = () => ({
  feature: groups().sex,
  label: label(),
  prediction: prediction(),
  test: { feature: groups().sex, label: label(), prediction: prediction() },
  ...{ trials: 1, epochs: 1, batchSize: 2, loss: 'bce', metric: 'mse', threshold: false },
  ...{ attacker: { widths: [2], activations: ['relu', 'sigmoid'] }, seed: 1, aggregate: 'mean' },
});
const csv = 'y,p,sex,s\n1,1,f,0.5\n0,1,f,0.25\n1,0,m,0.5\n0,0,m,1\n';
const report = () =>
  structuredClone(fair.audit({ groups: groups(), label: label(), prediction: prediction() }).report());
const counts = () => ({
  groups: groups(),
  label: label(),
  prediction: prediction(),
  rows: [4, 3, 2, 1],
  weights: { sum: [4, 3, 2, 1], squares: [4, 3, 2, 1] },
  scores: { sum: [1, 1, 1, 1], squares: [1, 1, 1, 1], weighted: [1, 1, 1, 1] },
});
const counting = () => ({ label: 'y', groups: ['sex'], score: 's', threshold: 0.5, weight: 'w' });
const answer = () => [
  {
    ...{ sex: 'f', y: 1, above_threshold: 1, weight_missing: 0, score_missing: 0, n: 4 },
    ...{ weight_sum: 4, weight_squares: 4, weight_least: 1, score_least: 0.5, score_greatest: 1 },
    ...{ score_sum: 3, score_squares: 3, score_weighted: 3 },
  },
];
const here = { workers: 0 };

// Functions of a list of arguments, with valid arguments.
const functions = {
  audit: [
    (...all) =>
      misuse(fair)
        .audit(...all)
        .report(),
    () => [{ groups: groups(), label: label(), prediction: prediction() }],
  ],
  auditTable: [
    (...all) => misuse(fair).auditTable(...all),
    () => [rows(), { label: 'y', prediction: 'p', groups: ['sex'] }],
  ],
  auditCsv: [(...all) => misuse(auditCsv)(fair, ...all), () => [csv, { label: 'y', prediction: 'p', groups: ['sex'] }]],
  auditBatches: [
    (...all) => misuse(auditBatches)(fair, ...all),
    () => [
      [{ columns: { y: label(), p: prediction(), sex: groups().sex }, firstRow: 0 }],
      { label: 'y', prediction: 'p', groups: ['sex'] },
    ],
  ],
  updateCounted: [
    (options, ...all) => {
      const auditor = fair.auditor(options);
      misuse(auditor).updateCounted(...all);
      return auditor.audit().report();
    },
    () => [{ groups: ['sex'], label: true, prediction: true, score: true, missing: 'drop' }, counts()],
  ],
  'updateCounted of a tally': [
    (...all) =>
      misuse(fair.tally({ groups: ['sex'], label: true, prediction: true, score: true })).updateCounted(...all),
    () => [counts()],
  ],
  'counted scores': [
    (...all) => misuse(fair.scoreTally(['sex'])).updateCounted(...all),
    () => {
      const { weights, rows: alike } = counts();
      return [{ groups: groups(), label: label(), score: [1, 0.5, 0, 1], rows: alike, weights }];
    },
  ],
  'counted numbers': [
    (...all) => misuse(fair.regressionTally(['sex'])).updateCounted(...all),
    () => {
      const { weights, rows: alike } = counts();
      return [{ groups: groups(), label: [1, 2, 3, 4], prediction: [1, 3, 2, 4], rows: alike, weights }];
    },
  ],
  statement: [
    (...all) => misuse(statement)(...all),
    () => [
      {
        ...counting(),
        ...{ table: ['s', 't'], bins: { sex: [1, 2] }, counts: 'n' },
        where: { a: [1, null, 'b'], c: { atLeast: 1 } },
      },
      'postgresql',
    ],
  ],
  'counted by an engine': [(...all) => misuse(countedBy)(...all), () => [answer(), counting()]],
  auditCounts: [(...all) => misuse(auditCounts)(fair, ...all), () => [answer(), counting()]],
  auditCountsFile: [
    (...all) => misuse(auditCountsFile)(fair, ...all),
    () => ['y,p,sex,n\n1,1,f,5\n0,1,m,2\n', { label: 'y', prediction: 'p', groups: ['sex'] }, {}],
  ],
  readCsv: [
    async (...all) => {
      for await (const batch of misuse(readCsv)(...all)) if (!batch) return;
    },
    () => [csv, { columns: ['y'], delimiter: ',' }],
  ],
  cooccurrence: [
    (...all) => amplification.cooccurrence(...all),
    () => [{ attributes: ['f'], tasks: ['t'], taskPrediction: true }],
  ],
  'rows of co-occurrence': [
    (...all) => misuse(amplification.cooccurrence({ taskPrediction: true })).update(...all),
    () => [labels()],
  ],
  DBA: [
    (choice, options) => new DBA(counted(), choice).computeBiasAmp(options),
    () => [
      { definition: 'paper', train: counted() },
      { draws: 2, seed: 1, confidence: 0.9 },
    ],
  ],
  BA_MALS: [
    (choice, options) => new BA_MALS(counted(), choice).computeBiasAmp(options),
    () => [
      { definition: 'paper', attribute: 'true' },
      { draws: 2, seed: 1 },
    ],
  ],
  MDBA: [
    (choice, options) => new MDBA(counted(), choice).computeBiasAmp(options),
    () => [
      { definition: 'paper', minSize: 1, maxSize: 2, maxCombinations: 10 },
      { draws: 2, seed: 1 },
    ],
  ],
  directional: [(...all) => misuse(biasAmpAttributeToTask)(...all), () => [counted(), { draws: 2, seed: 1 }]],
  cooccurrenceCsv: [
    (...all) => misuse(cooccurrenceCsv)(amplification, ...all),
    () => [csv, { attribute: ['sex'], task: ['y'], taskPrediction: ['p'], weight: 's' }],
  ],
  captions: [
    (...all) => amplification.captionCounts(...all),
    () => [{ words: { m: ['man'], f: ['woman'] }, objects: 'noun', form: 'surface', foldCase: true }],
  ],
  'rows of captions': [(...all) => misuse(amplification.captionCounts()).update(...all), () => [captions()]],
  dictionaries: [(...all) => misuse(parseBiasDictionary)(...all), () => ["{'dog': 0.5}"]],
  certificates: [
    (...all) => misuse(robustness).certificates(...all),
    () => [{ lipConst: 1, classes: 2, epsilons: [0.1, 1], groups: ['sex'], disjointNeurons: true }],
  ],
  'rows of certificates': [
    (...all) => misuse(robustness.certificates({ lipConst: 1, classes: 2, groups: ['sex'] })).update(...all),
    () => [scored()],
  ],
  'summary of certificates': [
    (...all) => {
      const certificates = robustness.certificates({ lipConst: 1, classes: 2, groups: ['sex'] });
      certificates.update(scored());
      return certificates.compute(...all);
    },
    () => [{ by: ['sex'], replicates: 2, seed: 1 }],
  ],
  provable: [
    (...all) => misuse(robustness).categoricalProvableRobustAccuracy(...all),
    () => [
      {
        label: [0, 1],
        score: [
          [1, 0],
          [0, 1],
        ],
        lipConst: 1,
        weight: [1, 1],
        epsilon: 0.5,
        reduction: 'sum',
      },
    ],
  ],
  lipschitzBound: [
    (...all) => misuse(robustness).lipschitzBound(...all),
    () => [
      [
        {
          weights: [
            [1, 2],
            [3, 4],
          ],
          activation: 'relu',
        },
        { weights: [[1, 1]] },
      ],
    ],
  ],
  steepestSlope: [
    (...all) => misuse(robustness).steepestSlope(...all),
    () => [{ inputs: [[1], [2]], outputs: [[1], [3]] }],
  ],
  certifyCsv: [
    (...all) => misuse(certifyCsv)(robustness, ...all),
    () => ['y,s,w\n1,0.5,1\n', { label: 'y', scores: ['s'], weight: 'w', groups: [], lipConst: 1, epsilons: [0.1] }],
  ],
  safetensors: [(...all) => misuse(readSafetensors)(...all), () => [new Uint8Array(16)]],
  leakage: [(input) => predictability.leakage(input, here), () => [attack()]],
  'leakage by attribute': [
    (input) => predictability.leakage(input, here),
    () => [
      {
        attribute: groups().sex,
        label: label(),
        prediction: prediction(),
        direction: 'attribute-from-outcome',
        trials: 1,
        epochs: 1,
        testSize: 0.5,
      },
    ],
  ],
  denseAttacker: [
    (...all) => misuse(predictability).denseAttacker(...all),
    () => [{ inputs: 2, outputs: 1, layers: 2, firstWidth: 2, seed: 1, activations: ['relu'] }],
  ],
  fit: [
    (...all) => misuse(predictability.denseAttacker({ inputs: 1, outputs: 1 })).fit(...all),
    () => [[0, 1], [1, 0], { epochs: 1, batchSize: 1, learningRate: 0.1, weight: [1, 2] }],
  ],
  predict: [
    (...all) => misuse(predictability.denseAttacker({ inputs: 1, outputs: 1 })).predict(...all),
    () => [[0, 1]],
  ],
  dataCreator: [
    (...all) => predictability.dataCreator(...all),
    () => [{ rows: 8, error: 0.1, dataError: 0.1, seed: 1 }],
  ],
  multiclass: [
    (...all) =>
      misuse(classes)
        .audit(...all)
        .frame('sex').groups,
    () => [several()],
  ],
  'a frame of classes': [
    (by, metric, ofClass, group, rate) => {
      const frame = classes.audit(several()).frame(by);
      frame.spread(metric, ofClass);
      frame.group(group);
      frame.unequalClasses(rate);
      return frame.oneAgainstRest(ofClass);
    },
    () => [['sex'], 'brierScore', 'b', { sex: 'f' }, 'selectionRate'],
  ],
  'a report of classes': [
    (...all) => classes.audit(several()).report(...all),
    () => [{ source: 'a file', rate: 'truePositiveRate' }],
  ],
  multilabel: [
    (...all) =>
      misuse(classes)
        .labels(...all)
        .frame('sex').groups,
    () => [
      {
        label: [
          [1, 0],
          [0, 1],
        ],
        prediction: { cat: [1, 1], dog: [0, 1] },
        scores: [
          [0.5, 0.1],
          [0.2, 1],
        ],
        labels: ['cat', 'dog'],
        groups: { sex: ['f', 'm'] },
        weight: [1, 2],
        privileged: { sex: 'f' },
        uncertainty: { draws: 1, confidence: 0.9 },
      },
    ],
  ],
  consistency: [(...all) => misuse(individual).consistency(...all), () => [[[1], [2], [3]], [1, 0, 1], 2]],
  transport: [(...all) => misuse(individual).otDistance(...all), () => [[1, 0], [0.5, 0.5], { mode: 'binary' }]],
  worstSlices: [
    (...all) => misuse(slices).worstSlices(...all),
    () => [
      { columns: { sex: groups().sex, age: [20, 30, 40, 50] }, label: label(), prediction: prediction() },
      { alpha: 0.9, minRows: 1, maxConditions: 2, top: 3, bins: 2, permutations: 2, seed: 1 },
    ],
  ],
  'worstSlices of counts': [
    (...all) => misuse(slices).worstSlices(...all),
    () => [
      { columns: { age: [20, 30, 40] }, error: [0, 1, 2], rows: [1, 2, 3] },
      { minRows: 1, bins: 2, confidence: 0.9 },
    ],
  ],
  countSlices: [
    (...all) => misuse(slices).countSlices(...all),
    () => [
      { columns: groups(), error: label() },
      { minRows: 1, maxConditions: 1, bins: 2 },
    ],
  ],
  'exact scores': [
    (given, by, options, confidence) => {
      const exact = scores.exactScores(['sex']);
      exact.update(given);
      exact.ranking(by, { confidence });
      exact.calibration(by, options);
      exact.distances(by);
      exact.rocCurves(by);
      exact.precisionRecallCurves(by);
    },
    () => [
      { label: label(), score: [0.5, 0.25, 0.5, 1], groups: groups(), weight: [1, 2, 1, 0] },
      ['sex'],
      { bins: 3, binning: 'quantile', confidence: 0.9 },
      0.9,
    ],
  ],
  'exact errors': [
    (given, by, alpha, of, confidence, reference) => {
      const exact = scores.exactErrors(['sex']);
      exact.update(given);
      exact.by(by, { confidence });
      exact.spread(by, { confidence });
      exact.pinballLosses(alpha, by, { confidence });
      exact.pinballSpread(alpha, by);
      exact.distances(by, of);
      exact.standardizedMeanDifferences(by, { of, reference });
    },
    () => [
      { label: [1, 2, 3, 4], prediction: [1, 3, 3, 0], groups: groups(), weight: [1, 2, 1, 0] },
      ['sex'],
      0.5,
      'error',
      0.9,
      { sex: 'f' },
    ],
  ],
  subgroupAreas: [
    (...all) => misuse(scores).subgroupAreas(...all),
    () => [
      {
        ...{ label: label(), score: [0.5, 0.25, 0.5, 1], weight: [1, 2, 1, 0], favorable: 1 },
        identities: { a: [1, 0, 1, 0], b: [0, 0, 1, 1] },
      },
      { power: -5, confidence: 0.9 },
    ],
  ],
  curves: [(...all) => misuse(thresholds).curves(...all), () => [thresholdRows()]],
  ...Object.fromEntries(
    Object.entries({
      optimum: { tolerance: 0.1 },
      deterministic: { tolerance: 0.1, thresholds: [0.5, 1] },
      frontier: { steps: 3 },
    }).map(([name, options]) => [
      name,
      [
        (...all) => misuse(thresholds.curves(thresholdRows()))[name](...all),
        () => [{ constraint: 'equalizedOdds', objective: { falsePositive: 1, truePositive: 0 }, ...options }],
      ],
    ]),
  ),
  atRate: [
    (...all) => misuse(thresholds.curves(thresholdRows())).atRate(...all),
    () => [{ constraint: 'equalOpportunity' }, [0.5, 0.25]],
  ],
  'held-out cost': [
    (options, task) => {
      const { fit, test: held } = thresholds.curves(thresholdRows()).split(options);
      return fit.heldOutCost(held, task);
    },
    () => [
      { share: 0.5, seed: 1 },
      { constraint: 'demographicParity', confidence: 0.9, deterministic: true },
    ],
  ],
  reweighing: [
    (...all) => misuse(thresholds).reweighing(...all),
    () => [{ label: [1, 0], groups: { sex: ['m', 'f'] }, weight: [1, 2] }],
  ],
  load: [(...all) => load(...all), () => [{ wasm: new Uint8Array(4) }]],
  'load of a family': [(...all) => loadRobustness(...all), () => [{ wasm: new Uint8Array(4) }]],
  'text of a report': [
    (...all) => misuse((result) => format(result, 'text'))(...all),
    () => [report(), { color: false, width: 80 }],
  ],
  'html of a report': [(...all) => misuse((result) => format(result, 'html'))(...all), () => [report()]],
  'markdown of a report': [(...all) => misuse((result) => format(result, 'markdown'))(...all), () => [report()]],
  'csv of a report': [(...all) => misuse((result) => format(result, 'csv'))(...all), () => [report()]],
};

const isOpen = (value) =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype);

// Yields the paths to all nested values.
function* waysInto(value, way = []) {
  if (way.length > 0) yield way;
  if (!isOpen(value) || way.length > 4) return;
  for (const key of Object.keys(value)) yield* waysInto(value[key], [...way, key]);
}

// Copies everything along the path, because samples may share it.
function withValue(all, way, value) {
  const [key, ...rest] = way;
  const copy = Array.isArray(all) ? [...all] : { ...all };
  copy[key] = rest.length === 0 ? value : withValue(all[key], rest, value);
  return copy;
}

// For iterators, requests the first element.
async function ended(value) {
  if (typeof value?.[Symbol.asyncIterator] !== 'function') return;
  for await (const part of value) if (part) break;
}

// Most calls succeed; the others must throw a FairwasmError.
async function taken(call) {
  try {
    await ended(await call());
  } catch (error) {
    if (!(error instanceof FairwasmError)) throw error;
  }
}

/** Runs `callee` this many times, each time with one nested value of `args` replaced. */
async function search(callee, args, numRuns) {
  await taken(async () => callee(...(await args())));
  const ways = [...waysInto(await args())];
  if (ways.length === 0) return;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ways), fc.integer({ min: 0, max: hostile.length - 1 }), async (way, which) => {
      const all = withValue(await args(), way, hostile[which]());
      try {
        await ended(await callee(...all));
      } catch (error) {
        if (error instanceof FairwasmError || error === itsOwn) return;
        throw new Error(`${way.join('.')} = hostile ${hostile[which]}: ${error?.stack ?? String(error)}`);
      }
    }),
    { numRuns },
  );
}

test.each(Object.entries(functions))('%s accepts or rejects hostile values', (_, [callee, args]) =>
  search(callee, args, 100),
);

// Every function of every entry point with its sample of ../samples.mjs. FairwasmErrors are created by the package.
const isHere = (name) => name !== 'FairwasmError';
const samples = Object.entries(entryPoints).flatMap(([path, entryPoint]) =>
  Object.entries(entryPoint.calls)
    .filter(([name]) => isHere(name))
    .map(([name, args]) => [`${name} ${path}`, (...all) => call(entryPoint, name, all), args]),
);
test.each(samples)('%s accepts or rejects hostile values', (_, callee, args) => search(callee, args, 25));

test.each(Object.entries(accumulators))('accepts or rejects hostile rows of %s', (_, { make, rows }) => {
  const update = (given) => make().update(given);
  return search(update, () => [rows()], 100);
});

// Counted rows and restored state: the state of ignite's metrics is plain data.
const { load: _, ...metrics } = entryPoints['fairwasm/ignite'].calls;
const observers = Object.entries(metrics);
const batch = () => ({ yPred: prediction().map((one) => [1 - one, one]), y: label(), groupLabels: [0, 1, 1, 0] });
test.each(observers)('accepts or rejects hostile batches and states of %s', async (name, args) => {
  const make = () => call(entryPoints['fairwasm/ignite'], name, args());
  await search(
    (given) => {
      const metric = make();
      metric.update(given);
      return metric.compute();
    },
    () => [batch()],
    50,
  );
  const filled = make();
  filled.update(batch());
  await search(
    (state) => {
      const metric = make();
      metric.loadStateDict(state);
      return metric.compute();
    },
    () => [structuredClone(filled.stateDict())],
    50,
  );
});
