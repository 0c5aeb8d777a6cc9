// SPDX-License-Identifier: Apache-2.0
//
// Undeclared positional arguments are errors, because JavaScript would ignore them, and a call in the style of another
// library would compute something else.

import { auditBatches, auditCsv, compareBatches, compareCsv } from 'fairwasm';
import * as utilities from 'fairwasm/aif360';
import {
  BA_MALS,
  biasAmpAttributeToTask,
  biasAmpTaskToAttribute,
  biasDifferenceSum,
  cooccurrenceCsv,
  DBA,
  featureBias,
  isBiased,
  MDBA,
  objectsBias,
} from 'fairwasm/amplification';
import { load as loadClasses } from 'fairwasm/classes';
import { MetricFrame } from 'fairwasm/fairlearn';
import * as ignite from 'fairwasm/ignite';
import { DPA, Leakage } from 'fairwasm/predictability';
import { certifyCsv } from 'fairwasm/robustness';
import { misuse } from '../../misuse.mjs';
import * as all from '../support.mjs';

const { fair, eightRows, ...others } = all;
const { getError: _, withoutData: __, ...loaded } = others;
const { groups, label, prediction, score } = eightRows();
const rows = { groups, label, prediction };
const audit = fair.audit(rows);
const counts = loaded.amplification.cooccurrence();
const compared = { unprivileged: [{ race: 'a' }], privileged: [{ race: 'b' }] };
const classes = await loadClasses({ fair });

/** @type {Record<string, object>} */
const objects = {
  fair,
  ...loaded,
  classes,
  tally: fair.tally({ groups: ['race'], label: true, prediction: true }),
  audit,
  frame: audit.frame('race'),
  scoreTally: fair.scoreTally(),
  regressionTally: fair.regressionTally(),
  exactScores: loaded.scores.exactScores(['race']),
  exactErrors: loaded.scores.exactErrors(['race']),
  counts,
  captions: loaded.amplification.captionCounts(),
  certificates: loaded.robustness.certificates({ lipConst: 1, classes: 2 }),
  classAudit: classes.audit({ label, prediction, groups }),
  metricFrame: loaded.fairlearn.metricFrame({
    label,
    prediction,
    metrics: ['selectionRate'],
    sensitiveFeatures: groups,
  }),
  classification: loaded.aif360.classificationMetric({ ...rows, ...compared }),
  ranking: loaded.aif360.regressionDatasetMetric({ groups, score }),
  leakage: loaded.predictability.leakageMetric(),
  dpa: loaded.predictability.dpaMetric(),
  attacker: loaded.predictability.denseAttacker({ inputs: 1, outputs: 1 }),
  // Methods that users of all metrics call; other methods are for authors of metrics.
  metrics: ignite.BaseMetric.prototype,
  subgroups: new ignite.SubgroupAccuracyDifference([0, 1]),
};

function getMethods(object) {
  const found = new Map();
  for (let type = object; type && type !== Object.prototype; type = Object.getPrototypeOf(type)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(type))) {
      const isMethod = typeof value === 'function' && name !== 'constructor';
      if (isMethod && !found.has(name)) found.set(name, value);
    }
  }
  return [...found];
}

const surplus = Array.from({ length: 20 }, () => undefined);

test.each(Object.entries(objects))('methods of %s reject surplus arguments', async (_, object) => {
  const methods = getMethods(object);
  expect(methods.length).toBeGreaterThan(0);
  for (const [name, method] of methods) {
    const call = async () => method.apply(object, surplus);
    await expect(call(), name).rejects.toThrow(`${name}: expected no further positional arguments`);
  }
});

test('functions of the modules reject surplus arguments', async () => {
  const functions = {
    ...{ auditBatches, auditCsv, compareBatches, compareCsv, certifyCsv },
    ...{ biasAmpAttributeToTask, biasAmpTaskToAttribute, cooccurrenceCsv },
    ...{ biasDifferenceSum, featureBias, isBiased, objectsBias },
    ...Object.fromEntries(Object.entries(utilities).filter(([name]) => name.startsWith('compute'))),
  };
  expect(Object.keys(functions)).toHaveLength(18);
  for (const [name, f] of Object.entries(functions)) {
    const call = async () => misuse(f)(...surplus);
    await expect(call(), name).rejects.toThrow(`${name}: expected no further positional arguments`);
  }
  for (const [name, f] of Object.entries(loaded.fairlearn.generated)) {
    expect(() => misuse(f)(...surplus)).toThrow(`${name}: expected no further positional arguments`);
  }
});

test('constructors reject surplus arguments', () => {
  const made = {
    MDSSClassificationMetric: [{ groups, label, score, ...compared }],
    RegressionDatasetMetric: [{ groups, score }],
    SampleDistortionMetric: [{ features: { score }, distorted: { label }, groups }],
    MetricFrame: [{ label, prediction, metrics: 'accuracyScore', sensitiveFeatures: groups.race }],
    Leakage: [{}],
    DPA: [{}],
    Accuracy: [{}],
    SelectionRate: [{}],
    Precision: [{}],
    Recall: [{}],
    Fbeta: [1, {}],
    ConfusionMatrix: [2, {}],
    Loss: [() => 1, {}],
    SubgroupAccuracyDifference: [[0, 1], false, (batch) => batch],
    DemographicParityDifference: [[0, 1], false, (batch) => batch],
    SubgroupMetric: [new ignite.Accuracy(), [0, 1], {}],
    BA_MALS: [counts, {}],
    DBA: [counts, {}],
    MDBA: [counts, {}],
  };
  const types = { ...utilities, ...ignite, MetricFrame, DPA, Leakage, BA_MALS, DBA, MDBA };
  for (const [name, given] of Object.entries(made)) {
    expect(() => new types[name](...given)).not.toThrow();
    expect(() => new types[name](...given, 'cpu')).toThrow(`${name}: expected no further positional arguments`);
  }
});

test('explainers reject surplus arguments', () => {
  const metric = objects.classification;
  for (const Explainer of [utilities.MetricTextExplainer, utilities.MetricJSONExplainer]) {
    expect(() => new (misuse(Explainer))(metric, 1)).toThrow('expected no further positional arguments');
    expect(() => misuse(new Explainer(misuse(metric))).accuracy(true, 1)).toThrow(
      'accuracy: expected no further positional arguments',
    );
  }
});
