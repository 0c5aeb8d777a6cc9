// SPDX-License-Identifier: Apache-2.0
//
// A group value that no row has is an error in every class and function that accepts the value of a group.

import { auditCsv } from 'fairwasm';
import * as classic from 'fairwasm/aif360';
import { load as loadClasses } from 'fairwasm/classes';
import { importance, toRows } from 'fairwasm/models';
import { aif360, eightRows, fair, impact, individual, scores } from '../support.mjs';

const { groups, label, prediction, score } = eightRows();
const rows = { groups, label, prediction };
const known = [{ race: 'a' }];
const unknown = [{ race: 'd' }];
const group = { race: 'd' };
const csv = 'race,label,prediction\na,1,0\nb,0,1\n';
const columns = { groups: ['race'], label: 'label', prediction: 'prediction' };
const classes = await loadClasses({ fair });
const predictions = { a: prediction, b: label };
const audit = fair.audit(rows);
const numbers = { groups, label: score, prediction: score };
const predict = (asked) => asked.map(() => 0.5);
const people = toRows({ race: groups.race, income: score });

function exactErrors() {
  const exact = scores.exactErrors(['race']);
  exact.update({ ...numbers, groups: { race: groups.race } });
  return exact;
}

function regression() {
  const tally = fair.regressionTally(['race']);
  tally.update({ ...numbers, groups: { race: groups.race } });
  return tally;
}

const scored = () => {
  const tally = fair.scoreTally(['race']);
  tally.update({ groups: { race: groups.race }, label, score });
  return tally;
};

/** @type {Record<string, (condition: Record<string, string>[]) => unknown>} */
const conditions = {
  binaryLabelDatasetMetric: (privileged) => aif360.binaryLabelDatasetMetric({ groups, label, privileged }),
  datasetMetric: (privileged) => aif360.datasetMetric({ groups, privileged }),
  classificationMetric: (unprivileged) => aif360.classificationMetric({ ...rows, unprivileged, privileged: known }),
  regressionDatasetMetric: (unprivileged) =>
    aif360.regressionDatasetMetric({ groups, score, unprivileged, privileged: known }),
  MDSSClassificationMetric: (unprivileged) =>
    new classic.MDSSClassificationMetric({ groups, label, score, unprivileged, privileged: known }),
  sampleDistortionMetric: (unprivileged) =>
    individual.sampleDistortionMetric({
      ...{ features: { score }, distorted: { score }, groups },
      ...{ unprivileged, privileged: known },
    }),
};

/** @type {Record<string, () => unknown>} */
const values = {
  'audit().frame': () => fair.audit({ ...rows, privileged: group }).frame('race'),
  'audit().report': () => fair.audit({ ...rows, privileged: group }).report(),
  'frame.group': () => audit.frame('race').group(group),
  auditCsv: () => auditCsv(fair, csv, { ...columns, favorable: 1, privileged: group }),
  compare: async () => (await fair.compare({ ...{ groups, label, predictions }, privileged: group })).frame('race'),
  'classes.audit': () => classes.audit({ ...rows, privileged: group }).report(),
  rowMetrics: () => fair.rowMetrics({ ...rows, metrics: { zero: () => 0 }, privileged: group }),
  standardizedMeanDifferences: () => exactErrors().standardizedMeanDifferences(['race'], { reference: group }),
  'regressionTally.comparisons': () => regression().comparisons(['race'], { reference: group }),
  'scoreTally.differences': () => scored().differences(['race'], { reference: group }),
  fourFifths: () => impact.fourFifths([{ name: 'a', applicants: 4, selected: 2 }], { reference: 'd' }),
  importance: () => importance({ predict, rows: people, group: 'race', reference: 'd', columns: ['income'] }),
};

test.each(Object.entries(conditions))('%s rejects a group that no row has', async (_, make) => {
  await expect((async () => make(known.map(() => ({ race: 'b' }))))()).resolves.toBeDefined();
  await expect((async () => make(unknown))()).rejects.toMatchObject({
    ...{ code: 'invalidArgument', argument: 'race', actual: "'d'" },
  });
});

test.each(Object.entries(values))('%s rejects a group that no row has', async (_, call) => {
  await expect((async () => call())()).rejects.toMatchObject({
    name: 'FairwasmError',
    actual: expect.stringMatching(/\bd\b/),
  });
});
