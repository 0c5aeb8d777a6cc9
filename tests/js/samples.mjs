// SPDX-License-Identifier: Apache-2.0
//
// Valid arguments of every function and every class of the package, by entry point and name, for tests of all of them.
// Objects that an entry point loads are included.

import nlp from 'compromise';
import * as main from 'fairwasm';
import * as aif360Entry from 'fairwasm/aif360';
import * as amountsEntry from 'fairwasm/amounts';
import * as amplificationEntry from 'fairwasm/amplification';
import * as classesEntry from 'fairwasm/classes';
import * as fairlearnEntry from 'fairwasm/fairlearn';
import * as igniteEntry from 'fairwasm/ignite';
import * as impactEntry from 'fairwasm/impact';
import * as individualEntry from 'fairwasm/individual';
import * as inlineEntry from 'fairwasm/inline';
import * as modelsEntry from 'fairwasm/models';
import * as monitoringEntry from 'fairwasm/monitoring';
import * as predictabilityEntry from 'fairwasm/predictability';
import * as rankingsEntry from 'fairwasm/rankings';
import * as repeatedEntry from 'fairwasm/repeated';
import * as reportEntry from 'fairwasm/report';
import * as robustnessEntry from 'fairwasm/robustness';
import * as scoresEntry from 'fairwasm/scores';
import * as slicesEntry from 'fairwasm/slices';
import * as sqlEntry from 'fairwasm/sql';
import * as thresholdsEntry from 'fairwasm/thresholds';
import { linear, network, people } from './models/models.mjs';
import {
  aif360,
  amounts,
  amplification,
  fair,
  fairlearn,
  impact,
  individual,
  monitoring,
  predictability,
  rankings,
  repeated,
  robustness,
  scores,
  slices,
  thresholds,
} from './support.mjs';

const classes = await classesEntry.load({ fair });

const groups = () => ({ sex: ['f', 'f', 'm', 'm'] });
const label = () => [1, 0, 1, 0];
const prediction = () => [1, 1, 0, 0];
const score = () => [0.5, 0.25, 0.75, 1];
const decisions = () => ({ groups: groups(), label: label(), prediction: prediction() });
const scored = () => ({ groups: groups(), label: label(), score: score() });
const numbers = () => ({ groups: groups(), label: [1, 2, 3, 4], prediction: [1, 3, 3, 0] });
const ranked = () => ({
  group: ['f', 'm', 'f', 'm'],
  query: ['a', 'a', 'b', 'b'],
  position: [1, 2, 2, 1],
  relevance: [1, 1, 0, 2],
});
const shared = () => ({ group: ['f', 'm', 'm', 'm'], reference: { f: 0.5, m: 0.5 } });
const counted = { groups: ['sex'], label: true, prediction: true };
const decided = () => ({
  item: [1, 1, 1, 1, 2, 2, 2, 2],
  variant: [...'ffmmffmm'],
  outcome: [1, 0, 0, 0, 1, 1, 0, 1],
  reference: 'm',
});
const exposed = () => ({ group: [...'ffmm'], events: [1, 2, 3, 1], exposure: [10, 9, 8, 7] });
const csv = 'y,p,sex,s\n1,1,f,0.5\n0,1,f,0.25\n1,0,m,0.5\n0,0,m,1\n';
const columns = { label: 'y', prediction: 'p', groups: ['sex'] };
const batches = () => [{ columns: { y: label(), p: prediction(), sex: groups().sex, s: score() }, firstRow: 0 }];
const compared = { label: 'y', predictions: { a: 'p', b: 'y' }, groups: ['sex'] };

// Accumulators with rows, for storing and querying.
function filledWith(accumulator, rows) {
  accumulator.update(rows);
  return accumulator;
}
const tally = () => filledWith(fair.tally(counted), decisions());
const scoreTally = () => filledWith(fair.scoreTally(['sex'], 1), scored());
const regressionTally = () => filledWith(fair.regressionTally(['sex']), numbers());
const auditor = () => filledWith(fair.auditor(counted), decisions());
const exactScores = () => filledWith(scores.exactScores(['sex'], 1), scored());
const exactErrors = () => filledWith(scores.exactErrors(['sex']), numbers());
const labels = () => ({
  attribute: ['f', 'f', 'm', 'm'],
  task: [['cook'], ['cook', 'drive'], [], ['drive']],
  taskPrediction: [['cook'], [], ['drive'], ['drive']],
});
const cooccurrence = () => filledWith(amplification.cooccurrence({ taskPrediction: true }), labels());
const bothPredicted = () =>
  filledWith(amplification.cooccurrence({ attributePrediction: true, taskPrediction: true }), {
    ...labels(),
    attributePrediction: ['f', 'm', 'm', 'm'],
  });
const captions = () => [
  { tokens: ['a', 'man', 'dog'], tags: ['DT', 'NN', 'NN'], lemmas: ['a', 'man', 'dog'] },
  { tokens: ['woman'], tags: ['NN'] },
];
const captionCounts = () => filledWith(amplification.captionCounts(), captions());
const certified = () => ({
  label: [0, 1, 1, 0],
  score: [
    [1, 0],
    [0, 1],
    [1, 0],
    [2, 1],
  ],
});
const certificates = () =>
  filledWith(robustness.certificates({ lipConst: 1, classes: 2, groups: ['sex'] }), {
    ...certified(),
    groups: groups(),
  });
const paid = () => ({ group: ['f', 'm', 'f', 'm'], amount: [12, 15, 14, 19], weight: [1, 2, 1, 1] });
const amountRows = () => filledWith(amounts.rows({ weight: true }), paid());
const rankedLists = () => filledWith(rankings.lists({ relevance: true }), ranked());
const attacker = () => predictability.denseAttacker({ inputs: 1, outputs: 1, firstWidth: 2 });

const report = () => fair.audit(decisions()).report();
const several = () => ({
  label: ['a', 'b', 'c', 'a'],
  prediction: ['a', 'c', 'c', 'b'],
  groups: groups(),
  uncertainty: { draws: 2 },
});
const applied = () => ({ groups: groups(), selected: ['yes', 'no', 'yes', 'yes'] });
const quick = { trials: 2, epochs: 1, batchSize: 2, testSize: 0.5 };
const attacked = () => ({ feature: groups().sex, label: label(), prediction: prediction(), ...quick });
const both = () => ({
  attribute: groups().sex,
  task: label(),
  attributePrediction: ['f', 'm', 'm', 'm'],
  taskPrediction: prediction(),
});
const here = { workers: 0 };
const words = (all) => all.map((word) => `a ${word} walks`);
const told = () => ({
  human: words(['man', 'man', 'woman', 'woman', 'man', 'woman', 'man', 'woman']),
  generated: words(['man', 'man', 'woman', 'woman', 'man', 'woman', 'man', 'woman']),
  attribute: ['m', 'm', 'f', 'f', 'm', 'f', 'm', 'f'],
  ...quick,
});
const predict = (rows) => rows.map(({ age }) => (typeof age === 'number' ? (age % 10) / 10 : 0.5));
const asked = () => ({ predict, rows: people.slice(0, 8) });
const recourseInput = () => ({
  columns: { region: ['n', 's', 'n', 's'] },
  group: ['f', 'f', 'm', 'm'],
  actions: { course: { cost: 1, decision: [0, 1, 1, 1], changes: { degree: 'yes' } } },
});
const sliced = () => ({ columns: groups(), error: [0, 1, 0, 1] });
const _found = () => slices.worstSlices(sliced(), { minRows: 1, permutations: 0 });
const dictionary = () => new Map([['dog', 0.5]]);
const certifiedCsv = { label: 'y', scores: ['s'], groups: ['sex'], lipConst: 1 };
const thresholdRows = () => ({
  score: [0.9, 0.7, 0.4, 0.2, 0.8, 0.5, 0.3, 0.1],
  label: [1, 0, 1, 0, 1, 1, 0, 0],
  groups: { sex: ['m', 'm', 'm', 'm', 'f', 'f', 'f', 'f'] },
  favorable: 1,
});
const countedRows = () => [
  { sex: 'f', y: 1, p: 1, n: 4 },
  { sex: 'm', y: 0, p: 1, n: 3 },
];
const words2 = { f: ['woman'], m: ['man'] };
const captionAnswer = () => ({
  ...{ mentions: ['man|', null], mention_words: [1, 0], objects: ['dog|dog|', null] },
  ...{ object_words: [2, 0], n: ['3', 4n] },
});
const distorted = () => ({ groups: { sex: ['f', 'm'] }, features: [[1], [2]], distorted: [[1], [3]] });
const scanned = () => ({ attributes: groups(), observations: label(), expectations: score() });
// For each entry point its exports, with valid arguments of each.
/** @type {Record<string, any>} */
export const entryPoints = {
  fairwasm: {
    exports: main,
    calls: {
      FairwasmError: () => ['invalidArgument', { argument: 'a', expected: 'b', actual: 'c' }],
      auditBatches: () => [fair, batches(), columns],
      auditCsv: () => [fair, csv, columns],
      auditThresholds: () => [fair, 'y,s,g\n1,0.9,a\n0,0.1,b\n', { label: 'y', score: 's', groups: ['g'] }, [0.5]],
      toCategory: () => ['1'],
      compareBatches: () => [fair, batches(), compared],
      compareCsv: () => [fair, csv, compared],
      explainFigure: () => [report(), { by: ['sex'], group: 'f', metric: 'selectionRate' }],
      findExample: () => ['compas'],
      findMetric: () => ['selectionRate'],
      format: () => [report(), 'html'],
      load: () => [],
      parseFormula: () => ['TP / P'],
      profileCsv: () => [csv],
      readCsv: () => [csv, { columns: ['y'] }],
      readAllRows: () => ['sex;rate\nM;45%\n', {}],
      rewriteTable: () => ['sex;rate\nM;45%\n', {}],
      readReport: () => [main.format(report(), 'json')],
      reportExample: () => [fair, main.findExample('berkeley'), { uncertainty: false }],
      sameCategory: () => ['1', 1],
    },
  },
  'of load() of fairwasm': {
    exports: fair,
    calls: {
      audit: () => [decisions()],
      auditTable: () => [batches()[0].columns, columns],
      auditor: () => [counted],
      auditTally: () => [tally(), { favorable: 1 }],
      compare: () => [{ groups: groups(), label: label(), predictions: { a: prediction(), b: label() } }],
      rowMetrics: () => [{ ...decisions(), metrics: { mine: (y) => y.length } }],
      regressionTally: () => [['sex']],
      regressionTallyFromBytes: () => [regressionTally().toBytes()],
      scoreTally: () => [['sex'], 1],
      scoreTallyFromBytes: () => [scoreTally().toBytes(), 1],
      tally: () => [counted],
      tallyFromBytes: () => [tally().toBytes()],
    },
  },
  'fairwasm/amplification': {
    exports: amplificationEntry,
    calls: {
      BA_MALS: () => [cooccurrence()],
      DBA: () => [cooccurrence()],
      MDBA: () => [cooccurrence()],
      biasAmpAttributeToTask: () => [cooccurrence()],
      biasAmpTaskToAttribute: () => [bothPredicted()],
      biasDifferenceSum: () => [dictionary(), { dog: 1 }],
      cooccurrenceCsv: () => [amplification, csv, { attribute: ['sex'], task: ['y'] }],
      featureBias: () => [dictionary(), 'dog'],
      isBiased: () => [dictionary(), 'dog'],
      load: () => [],
      objectsBias: () => [dictionary()],
      parseBiasDictionary: () => ['dog 0.5'],
      readCaptions: () => ['a man'],
      readImageCaptions: () => ['image_id,caption\n7,a man\n'],
      compromiseTagger: () => [nlp],
      winkTagger: () => [{ readDoc: () => {}, its: {} }],
      sampleCaptions: () => [[{ image: '7', captions: ['a man'] }], { ids: ['7'] }],
    },
  },
  'of load() of fairwasm/amplification': {
    exports: amplification,
    calls: {
      cooccurrence: () => [{ taskPrediction: true }],
      cooccurrenceFromBytes: () => [cooccurrence().toBytes()],
      captionCounts: () => [],
      captionCountsFromBytes: () => [captionCounts().toBytes()],
    },
  },
  'fairwasm/aif360': {
    exports: aif360Entry,
    calls: {
      BinaryLabelDatasetMetric: () => [{ groups: groups(), label: label() }],
      ClassificationMetric: () => [decisions()],
      DatasetMetric: () => [{ groups: groups() }],
      MDSSClassificationMetric: () => [{ ...decisions(), score: score() }],
      RegressionDatasetMetric: () => [{ groups: groups(), score: score() }],
      SampleDistortionMetric: () => [distorted()],
      computeBooleanConditioningVector: () => [groups(), [{ sex: 'f' }]],
      computeDistance: () => [[[1]], [[2]], { sex: ['f'] }, (a, b) => b[0] - a[0]],
      computeNumGenTFPN: () => [scored(), { favorable: 1, unfavorable: 0 }],
      computeNumInstances: () => [decisions(), [{ sex: 'f' }]],
      computeNumPosNeg: () => [decisions(), 1],
      computeNumTFPN: () => [decisions(), { favorable: 1, unfavorable: 0 }],
      load: () => [{ fair }],
    },
  },
  'of load() of fairwasm/aif360': {
    exports: aif360,
    calls: {
      consistency: () => [[[1], [2], [3]], [1, 0, 1], 2],
      sampleDistortionMetric: () => [distorted()],
      otDistance: () => [
        [1, 0],
        [0.5, 0.5],
      ],
      datasetMetric: () => [{ groups: groups() }],
      binaryLabelDatasetMetric: () => [{ groups: groups(), label: label() }],
      classificationMetric: () => [decisions()],
      toClassificationMetric: () => [fair.audit(decisions())],
      mdssClassificationMetric: () => [{ ...decisions(), score: score() }],
      regressionDatasetMetric: () => [{ groups: groups(), score: score() }],
      richSubgroup: () => [{ groups: { sex: [0, 0, 1, 1] }, label: label(), prediction: prediction() }],
      biasScan: () => [scanned(), { replications: 1 }],
      generalizedEntropyIndex: () => [[1, 2]],
      theilIndex: () => [[1, 2]],
      coefficientOfVariation: () => [[1, 2]],
      smoothedEmpiricalDifferentialFairness: () => [tally(), [1]],
      differentialFairnessBiasAmplification: () => [tally(), [1]],
    },
  },
  'fairwasm/classes': { exports: classesEntry, calls: { load: () => [{ fair }] } },
  'of load() of fairwasm/classes': {
    exports: classes,
    calls: {
      audit: () => [several()],
      auditTally: () => [filledWith(fair.tally(counted), { ...several(), uncertainty: undefined }), {}],
      labels: () => [
        {
          label: [
            [1, 0],
            [0, 1],
          ],
          prediction: [
            [1, 1],
            [0, 1],
          ],
          groups: { sex: ['f', 'm'] },
        },
      ],
    },
  },
  'fairwasm/fairlearn': {
    exports: fairlearnEntry,
    calls: {
      MetricFrame: () => [{ metrics: 'count', label: label(), prediction: prediction(), sensitiveFeatures: groups() }],
      load: () => [{ fair }],
    },
  },
  'of load() of fairwasm/fairlearn': {
    exports: fairlearn,
    calls: {
      ...Object.fromEntries(
        [
          ...['demographicParityDifference', 'demographicParityRatio', 'equalOpportunityDifference'],
          ...['equalOpportunityRatio', 'equalizedOddsDifference', 'equalizedOddsRatio'],
        ].map((name) => [name, () => [{ label: label(), prediction: prediction(), sensitiveFeatures: groups() }]]),
      ),
      metricFrame: () => [
        { ...{ metrics: ['selectionRate'], label: label(), prediction: prediction() }, sensitiveFeatures: groups() },
      ],
      makeDerivedMetric: () => [{ metric: 'selectionRate', transform: 'difference' }],
      logLossGroupMax: () => [{ label: label(), score: score(), sensitiveFeatures: groups() }],
      rocAucScoreGroupMin: () => [{ label: label(), score: score(), sensitiveFeatures: groups() }],
    },
  },
  'fairwasm/ignite': {
    exports: igniteEntry,
    made: { BaseMetric: 'Accuracy' },
    calls: {
      Accuracy: () => [],
      DemographicParityDifference: () => [[0, 1]],
      SelectionRate: () => [],
      SubgroupAccuracyDifference: () => [[0, 1]],
      SubgroupDifference: () => [new igniteEntry.Accuracy(), [0, 1]],
      SubgroupMetric: () => [new igniteEntry.Accuracy(), [0, 1]],
      load: () => [],
    },
  },
  'fairwasm/impact': { exports: impactEntry, calls: { load: () => [] } },
  'of load() of fairwasm/impact': {
    exports: impact,
    calls: {
      tables: () => [applied()],
      localLaw144: () => [{ sex: ['f', 'm'], race: ['a', 'b'], selected: ['yes', 'no'] }],
      table: () => [[{ name: 'a', applicants: 9, selected: 3 }]],
      fourFifths: () => [
        [
          { name: 'a', applicants: 20, selected: 5 },
          { name: 'b', applicants: 30, selected: 20 },
        ],
      ],
      ratiosByQuantile: () => [{ groups: groups(), score: score(), quantiles: [0.5], reference: 'm' }],
      byProbability: () => [
        { probabilities: { A: [0.9, 0.2, 0.5, 0.4], B: [0.1, 0.8, 0.5, 0.6] }, selected: ['yes', 'no', 'yes', 'yes'] },
      ],
      meanDifferences: () => [{ groups: groups(), score: score(), reference: 'm' }],
      inferProbabilities: () => [
        { surname: ['Smith', 'Nobody'], tables: { surname: { name: ['SMITH'], counts: { a: [9], b: [1] } } } },
      ],
      conditionalDisparity: () => [{ group: [...'ffmm'], selected: [...'1010'], within: [...'abab'] }],
    },
  },
  'fairwasm/individual': { exports: individualEntry, calls: { load: () => [] } },
  'of load() of fairwasm/individual': {
    exports: individual,
    calls: {
      consistency: () => [[[1], [2], [3]], [1, 0, 1], 2],
      consistencyEstimate: () => [[[1], [2], [3]], [1, 0, 1], { neighbors: 2 }],
      sampleDistortionMetric: () => [distorted()],
      otDistance: () => [
        [1, 0],
        [0.5, 0.5],
      ],
    },
  },
  'fairwasm/inline': {
    exports: inlineEntry,
    calls: Object.fromEntries(Object.keys(inlineEntry).map((name) => [name, () => []])),
  },
  'fairwasm/models': {
    exports: modelsEntry,
    made: { Model: 'openModel', Network: 'openNetwork' },
    calls: {
      dependence: () => [{ ...asked(), column: 'age', points: 2 }],
      flip: () => [{ ...asked(), attribute: 'sex' }],
      importance: () => [{ ...asked(), group: 'sex', columns: ['age'], permutations: 2 }],
      nearestOther: () => [{ ...asked(), row: 0 }],
      networkBound: () => [robustness, network()],
      openModel: () => [linear()],
      openNetwork: () => [robustness, network()],
      toRows: () => [{ a: [1, 2] }],
      smallestChange: () => [{ ...asked(), row: 0, columns: ['age'] }],
      suggestFeatures: () => [[{ name: 'x', type: 'float32', width: 2, shape: [undefined, 2] }], people],
    },
  },
  'fairwasm/predictability': {
    exports: predictabilityEntry,
    calls: { DPA: () => [quick], Leakage: () => [quick], load: () => [] },
  },
  'of load() of fairwasm/predictability': {
    exports: predictability,
    calls: {
      leakage: () => [attacked(), here],
      leakageMetric: () => [quick],
      dpa: () => [{ ...both(), ...quick }, here],
      dpaMetric: () => [quick],
      exactLeakage: () => [tally()],
      dbac: () => [
        {
          ...{ human: told().human, generated: told().generated, attribute: told().attribute },
          ...{ objects: ['walks'], imageObjects: told().human.map(() => ['walks']), folds: 2 },
          ...{ attributeWords: { f: ['woman'], m: ['man'] }, vectors: { man: [1], woman: [1] } },
        },
      ],
      lic: () => [told(), here],
      denseAttacker: () => [{ inputs: 1, outputs: 1, firstWidth: 2 }],
      dataCreator: () => [{ rows: 8, error: 0.1, dataError: 0.1, seed: 1 }],
    },
  },
  'fairwasm/report': {
    exports: reportEntry,
    calls: {
      describeResult: () => [report()],
      readDocument: () => [main.format({ name: 'x', title: 'X', blocks: [] }, 'json')],
    },
  },
  'fairwasm/robustness': {
    exports: robustnessEntry,
    calls: {
      BinaryProvableAvgRobustness: () => [{ lipConst: 1 }],
      BinaryProvableRobustAccuracy: () => [{ lipConst: 1, epsilon: 0.1 }],
      CategoricalProvableAvgRobustness: () => [{ lipConst: 1 }],
      CategoricalProvableRobustAccuracy: () => [{ lipConst: 1, epsilon: 0.1 }],
      certifyCsv: () => [robustness, csv, certifiedCsv],
      load: () => [],
      readSafetensors: () => [Uint8Array.from([2, 0, 0, 0, 0, 0, 0, 0, 123, 125])],
    },
  },
  'of load() of fairwasm/robustness': {
    exports: robustness,
    calls: {
      binaryProvableRobustAccuracy: () => [{ label: [1, -1], score: [1, 2], lipConst: 1, epsilon: 0.1 }],
      binaryProvableAvgRobustness: () => [{ label: [1, -1], score: [1, 2], lipConst: 1 }],
      categoricalProvableRobustAccuracy: () => [{ ...certified(), lipConst: 1, epsilon: 0.1 }],
      categoricalProvableAvgRobustness: () => [{ ...certified(), lipConst: 1 }],
      certificates: () => [{ lipConst: 1, classes: 2, groups: ['sex'] }],
      certificatesFromBytes: () => [certificates().toBytes()],
      lipschitzBound: () => [
        [
          {
            weights: [
              [1, 2],
              [3, 4],
            ],
            activation: 'relu',
          },
        ],
      ],
      steepestSlope: () => [{ inputs: [[1], [2]], outputs: [[1], [3]] }],
    },
  },
  'fairwasm/monitoring': { exports: monitoringEntry, calls: { load: () => [] } },
  'of load() of fairwasm/monitoring': {
    exports: monitoring,
    calls: { monitor: () => [{ reference: 'm', tolerance: 0.1 }] },
  },
  'fairwasm/amounts': {
    exports: amountsEntry,
    calls: {
      load: () => [],
      euPay: () => [{ sex: [...'fm'], basic: [20, 30], hours: [1, 1] }],
      ukPay: () => [{ sex: [...'fm'], hourly: [20, 30] }],
    },
  },
  'of load() of fairwasm/amounts': {
    exports: amounts,
    calls: {
      adjustedGaps: () => [
        { group: [...'fffmmm'], amount: [4, 5, 6, 5, 7, 8], covariates: { years: [1, 2, 4, 1, 3, 5] } },
      ],
      amounts: () => [paid()],
      rows: () => [{ weight: true }],
      rowsFromBytes: () => [amountRows().toBytes()],
    },
  },
  'fairwasm/rankings': { exports: rankingsEntry, calls: { load: () => [] } },
  'of load() of fairwasm/rankings': {
    exports: rankings,
    calls: {
      lists: () => [{ relevance: true }],
      listsFromBytes: () => [rankedLists().toBytes()],
      rankings: () => [ranked()],
      shares: () => [shared()],
    },
  },
  'fairwasm/repeated': {
    exports: repeatedEntry,
    calls: {
      load: () => [],
      runsFromLog: () => [
        JSON.stringify({ samples: [{ metadata: { name: 'f' }, scores: { match: { value: 'C' } } }] }),
        { variant: 'name' },
      ],
    },
  },
  'of load() of fairwasm/repeated': {
    exports: repeated,
    calls: {
      compareVariants: () => [decided()],
      ratesPerExposure: () => [exposed()],
      exposureSums: () => [],
      bbq: () => [{ item: [1, 2], context: ['ambig', 'disambig'], correct: [1, 0], biased: [0, 1], unknown: [1, 0] }],
      crowsPairs: () => [{ item: [1, 2], stereotype: [1, 0] }],
      stereoSet: () => [{ item: [1, 2], meaningful: [1, 0.5], stereotype: [1, 0] }],
    },
  },
  'fairwasm/slices': { exports: slicesEntry, calls: { load: () => [] } },
  'of load() of fairwasm/slices': {
    exports: slices,
    calls: {
      worstSlices: () => [sliced(), { minRows: 1, permutations: 0 }],
      countSlices: () => [sliced(), { minRows: 1 }],
      proxies: () => [{ columns: groups(), group: label() }, { permutations: 9 }],
      recourse: () => [recourseInput(), { minRows: 1 }],
    },
  },
  'fairwasm/thresholds': { exports: thresholdsEntry, calls: { load: () => [] } },
  'of load() of fairwasm/thresholds': {
    exports: thresholds,
    calls: { curves: () => [thresholdRows()], reweighing: () => [{ label: label(), groups: groups() }] },
  },
  'fairwasm/scores': {
    exports: scoresEntry,
    calls: { errorReport: () => [{ fair, scores }, numbers()], load: () => [] },
  },
  'of load() of fairwasm/scores': {
    exports: scores,
    calls: {
      exactScores: () => [['sex'], 1],
      exactScoresFromBytes: () => [exactScores().toBytes(), 1],
      exactErrors: () => [['sex']],
      exactErrorsFromBytes: () => [exactErrors().toBytes()],
      subgroupAreas: () => [{ label: label(), score: score(), identities: { a: [1, 0, 1, 0] } }],
      outcomeDistances: () => [{ outcome: ['x', 'y', 'x', 'x'], groups: groups() }],
      predictionCoverage: () => [{ label: [3, 5], low: [2, 4], high: [4, 6], group: ['f', 'm'] }],
    },
  },
  'fairwasm/sql': {
    exports: sqlEntry,
    calls: {
      auditCounts: () => [fair, countedRows(), columns],
      auditCountsFile: () => [fair, 'y,p,sex,n\n1,1,f,5\n0,1,m,2\n', columns, {}],
      captionStatement: () => [{ table: 'words', caption: 'c', word: 'w', words: words2 }, 'postgresql'],
      counted: () => [countedRows(), columns],
      countedCaptions: () => [captionAnswer(), { words: words2 }],
      medianStatement: () => [{ table: 't', column: 's' }, 'postgresql'],
      statement: () => [{ table: 't', ...columns }, 'postgresql'],
      totals: () => [[{ g: 'a', x: 3, n: 2, fairwasm_incomplete: 0 }], { by: ['g'], sums: ['x'] }],
      totalsStatement: () => [{ table: 't', by: ['g'], sums: ['x'] }, 'postgresql'],
    },
  },
};

/** Accumulators with rows, more rows to add, and their restoration from bytes. */
export const accumulators = {
  tally: { make: tally, rows: decisions, fromBytes: (bytes) => fair.tallyFromBytes(bytes) },
  auditor: { make: auditor, rows: decisions },
  scoreTally: { make: scoreTally, rows: scored, fromBytes: (bytes) => fair.scoreTallyFromBytes(bytes, 1) },
  regressionTally: { make: regressionTally, rows: numbers, fromBytes: (bytes) => fair.regressionTallyFromBytes(bytes) },
  exactScores: { make: exactScores, rows: scored, fromBytes: (bytes) => scores.exactScoresFromBytes(bytes, 1) },
  exactErrors: { make: exactErrors, rows: numbers, fromBytes: (bytes) => scores.exactErrorsFromBytes(bytes) },
  cooccurrence: { make: cooccurrence, rows: labels, fromBytes: (bytes) => amplification.cooccurrenceFromBytes(bytes) },
  captionCounts: {
    make: captionCounts,
    rows: captions,
    fromBytes: (bytes) => amplification.captionCountsFromBytes(bytes),
  },
  certificates: {
    make: certificates,
    rows: () => ({ ...certified(), groups: groups() }),
    fromBytes: (bytes) => robustness.certificatesFromBytes(bytes),
  },
  amountRows: { make: amountRows, rows: paid, fromBytes: (bytes) => amounts.rowsFromBytes(bytes) },
  rankedLists: { make: rankedLists, rows: ranked, fromBytes: (bytes) => rankings.listsFromBytes(bytes) },
};

/** Other objects that use WebAssembly memory. */
export const holders = { denseAttacker: attacker, curves: () => thresholds.curves(thresholdRows()) };

const isClass = (value) => /^class\b/.test(Function.prototype.toString.call(value));

/** Calls a function of an entry point, or constructs a class. */
export function call({ exports }, name, args) {
  const value = exports[name];
  return isClass(value) ? new value(...args) : value.call(exports, ...args);
}

/** Returns the names of all functions of an object, including those of its class. */
export function getMethods(object) {
  const names = new Set();
  for (let owner = object; owner && owner !== Object.prototype; owner = Object.getPrototypeOf(owner)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
      if (typeof value === 'function' && name !== 'constructor') names.add(name);
    }
  }
  return [...names];
}
