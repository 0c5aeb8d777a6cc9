// SPDX-License-Identifier: Apache-2.0
//
// A report with all results that can be added: those of each command and page tab for the same rows.

import { BA_MALS } from 'fairwasm/amplification';
import { certifyCsv } from 'fairwasm/robustness';
import { amplification, fair, impact, predictability, robustness, slices, thresholds } from '../support.mjs';

const hostile = '</script><img src=x onerror=alert(1)>"\'&';
const times = (n, list) => Array.from({ length: n }, () => list).flat();
export const sex = times(20, ['f', 'f', 'f', 'm', 'm', hostile]);
export const label = times(20, [1, 0, 1, 0, 1, 0]);
export const prediction = times(20, [1, 0, 0, 1, 1, 0]);
export const score = times(20, [0.9, 0.2, 0.4, 0.6, 0.8, 0.1]);
export const groups = { sex };
const columns = { label, prediction, groups };

export const report = fair.audit(columns).report({ source: 'people.csv' });
export const tally = fair.scoreTally(['sex'], '1');
tally.update({ groups, label, score });
const rows = label.map((y, i) => `${y},${score[i]},${1 - score[i]},g${i % 2}`);
export const certified = await certifyCsv(robustness, `y,a,b,g\n${rows.join('\n')}\n`, {
  label: 'y',
  groups: ['g'],
  lipConst: 1,
});
/** @type {import('fairwasm/thresholds').ThresholdTask} */
export const task = { constraint: 'demographicParity', objective: 'accuracy', tolerance: 0 };
export const curves = thresholds.curves({ label, score, groups });
const seen = amplification.cooccurrence({ attributes: ['f', 'm'], tasks: ['t'], taskPrediction: true });
seen.update({
  attribute: sex.map((each) => [Number(each === 'f'), Number(each !== 'f')]),
  task: label.map((each) => [each]),
  taskPrediction: prediction.map((each) => [each]),
});
const mals = await new BA_MALS(seen).computeBiasAmp({ draws: 20 });

const scored = { groups, score, reference: 'm' };
/** @type {import('fairwasm/impact').ScoreImpact} */
export const impactScores = {
  format: 'fairwasm-impact-scores',
  version: 1,
  source: 'people.csv',
  columns: { group: 'sex', score: hostile, label: 'label' },
  reference: 'm',
  lowerIsBetter: false,
  quantiles: impact.ratiosByQuantile({ ...scored, quantiles: [0.1, 0.5] }),
  means: impact.meanDifferences({ ...scored, label }),
};
const probable = score.map((each) => (each > 0.5 ? 0.9 : 0.2));
export const impactByProbability = impact.byProbability({
  probabilities: { f: probable, [hostile]: probable.map((each) => 1 - each) },
  selected: prediction,
});

/** @satisfies {import('fairwasm').Report['extras']} */
export const extras = {
  scores: { breakdowns: [{ by: ['sex'], groups: tally.by(['sex']) }] },
  comparison: (await fair.compare({ label, predictions: { a: prediction, b: label }, groups })).report(),
  version: { name: 'later.csv', report: fair.audit({ ...columns, prediction: label }).report() },
  thresholds: {
    by: ['sex'],
    objective: 'accuracy',
    tolerance: 0,
    unconstrained: curves.unconstrained(task),
    constraints: [{ constraint: 'demographicParity', equalized: curves.optimum(task) }],
  },
  frontier: {
    by: ['sex'],
    constraint: 'demographicParity',
    points: curves
      .frontier({ constraint: 'demographicParity' })
      .map(({ tolerance, value }) => ({ gap: tolerance, accuracy: value })),
    single: { gap: 0.125, accuracy: 0.75 },
    present: { gap: 0.25, accuracy: 0.625 },
  },
  slices: await slices.worstSlices({ label, prediction, columns: { sex } }),
  impact: impact.tables({ groups, selected: prediction }),
  impactScores,
  impactByProbability,
  amplification: { rows: 120, definition: 'paper', BA_MALS: mals },
  leakage: await predictability.leakage({ feature: sex, label, prediction, trials: 2, epochs: 2 }, { workers: 0 }),
  robustness: certified,
};
export const provenance = {
  date: '2026-11-22',
  version: '0.1.0',
  where: 'a notebook',
  data: { name: 'people.csv', bytes: 1234, sha256: 'ab'.repeat(32) },
};
export const view = { by: ['sex'], disparity: 'disparateImpact', rate: 'accuracy', isExact: true };
export const whole = { ...report, notes: `First.\n${hostile}`, provenance, view, extras };
