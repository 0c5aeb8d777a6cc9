// Computations that draw random numbers or use workers, as text with all digits: an audit with intervals, tests, and
// all its files; a bootstrap of a frame, the worst slices with permutations, thresholds with held-out rows, classes,
// impact, and amplification; and with workers, counted files and attackers.

import { auditCsv, format, load } from 'fairwasm';
import { BA_MALS, DBA, load as loadAmplification, MDBA } from 'fairwasm/amplification';
import { load as loadClasses } from 'fairwasm/classes';
import { load as loadFairlearn } from 'fairwasm/fairlearn';
import { load as loadImpact } from 'fairwasm/impact';
import { load as loadPredictability } from 'fairwasm/predictability';
import { load as loadSlices } from 'fairwasm/slices';
import { load as loadThresholds } from 'fairwasm/thresholds';

/** Loads every entry point that the results need. */
export async function loadModules() {
  const fair = await load();
  return {
    fair,
    amplification: await loadAmplification(),
    classes: await loadClasses({ fair }),
    fairlearn: await loadFairlearn({ fair }),
    impact: await loadImpact(),
    predictability: await loadPredictability(),
    slices: await loadSlices(),
    thresholds: await loadThresholds(),
  };
}

/** Returns the results without workers by name. */
export async function figures(modules) {
  const rows = makeRows(400);
  const columns = getColumns(rows);
  return {
    ...audited(modules, columns),
    bootstrap: bootstrapped(modules, columns),
    slices: await worstSlices(modules, columns),
    thresholds: thresholds(modules, rows),
    ...severalClasses(modules, columns),
    ...impacts(modules, columns),
    amplification: await amplified(modules, columns),
  };
}

/** Returns the results with this number of workers by name. In browsers, `startWorker` starts the counting workers. */
export async function sharedFigures(
  { fair, predictability },
  { workers = 0, startWorker = /** @type {((name: string) => Worker) | undefined} */ (undefined) },
) {
  const rows = makeRows(400);
  const { groups, label, prediction } = getColumns(rows);
  const leakage = await predictability.leakage(
    { feature: groups.sex, label, prediction, trials: 6, epochs: 20, seed: 7 },
    { workers },
  );
  const captions = rows.slice(0, 100).map(getCaption);
  const lic = await predictability.lic({ ...getCaptions(captions), trials: 6, epochs: 2, seed: 7 }, { workers });
  const file = await auditCsv(
    fair,
    // Enough lines for every worker to get a range.
    new Blob(['sex,race,label,prediction\n', rows.map(toLine).join('').repeat(4000)]),
    { groups: ['sex', 'race'], label: 'label', prediction: 'prediction' },
    { workers, startWorker },
  );
  return { leakage: exactly(leakage), captions: exactly(lic), file: exactly(file) };
}

function audited({ fair }, columns) {
  const report = fair.audit(columns).report({ source: 'rows.csv', shrunken: true, pairs: true });
  return {
    audit: exactly(report),
    json: format(report, 'json'),
    csv: format(report, 'csv'),
    html: format(report, 'html'),
    markdown: format(report, 'markdown'),
    text: format(report, 'text'),
  };
}

function bootstrapped({ fairlearn }, { groups, label, prediction }) {
  const frame = fairlearn.metricFrame({
    metrics: ['selectionRate', 'truePositiveRate', 'f1Score'],
    nBoot: 200,
    label,
    prediction,
    sensitiveFeatures: groups,
  });
  return exactly([frame.byGroupCI(), frame.differenceCI(), frame.ratioCI()]);
}

async function worstSlices({ slices }, { groups, label, prediction, score }) {
  const columns = { ...groups, score };
  const options = { minRows: 20, bins: 4, permutations: 40, seed: 3 };
  return exactly(await slices.worstSlices({ columns, label, prediction }, options));
}

// Scores with errors, because otherwise no threshold would cost anything.
function thresholds({ thresholds }, rows) {
  const { groups, score } = getColumns(rows);
  const label = rows.map((row) => (row.weight > 1.2 ? 1 - row.label : row.label));
  const curves = thresholds.curves({ label, score, groups: { sex: groups.sex }, favorable: 1 });
  const task = { constraint: 'equalizedOdds', objective: { falsePositive: 1, falseNegative: 2 } };
  const { fit, test } = curves.split({ share: 0.5, seed: 5 });
  return exactly([
    curves.optimum(task),
    curves.deterministic(task),
    curves.frontier({ ...task, steps: 5 }),
    fit.heldOutCost(test, task),
  ]);
}

function severalClasses({ classes }, { groups, label, score, weight }) {
  const named = (value) => ['low', 'middle', 'high'][Math.floor(value * 2.999)];
  const report = classes
    .audit({
      label: score.map((value, row) => named((value + label[row]) / 2)),
      prediction: score.map(named),
      probabilities: score.map((value) => [(1 - value) / 2, 0.5, value / 2]),
      classes: ['low', 'middle', 'high'],
      ordered: true,
      weight,
      groups,
    })
    .report({ source: 'classes.csv' });
  return { classes: exactly(report), classesHtml: format(report, 'html') };
}

function impacts({ impact }, { groups, prediction, score }) {
  const selected = prediction.map((value) => (value === 1 ? 'yes' : 'no'));
  const decided = impact.tables({ groups, selected, suppressBelow: 5 });
  const scored = impact.tables({ groups, score });
  return {
    impact: exactly([decided, scored]),
    impactTables: [decided, scored].map((each) => format(each, 'csv') + format(each, 'markdown')).join(''),
  };
}

async function amplified({ amplification }, { groups, label, prediction }) {
  const counts = amplification.cooccurrence({ taskPrediction: true });
  counts.update({ attribute: groups.race, task: label, taskPrediction: prediction });
  const options = { draws: 100, seed: 11 };
  const metrics = [new BA_MALS(counts), new DBA(counts), new MDBA(counts)];
  return exactly(await Promise.all(metrics.map((each) => each.computeBiasAmp(options))));
}

// JSON cannot represent NaN and infinity, so they are replaced by strings.
const exactly = (value) =>
  JSON.stringify(value, (_, part) => (typeof part === 'number' && !Number.isFinite(part) ? String(part) : part));

const toLine = ({ sex, race, label, prediction }) => `${sex},${race},${label},${prediction}\n`;

const getColumns = (rows) => ({
  groups: { sex: rows.map(({ sex }) => sex), race: rows.map(({ race }) => race) },
  label: rows.map(({ label }) => label),
  prediction: rows.map(({ prediction }) => prediction),
  score: rows.map(({ score }) => score),
  weight: rows.map(({ weight }) => weight),
});

// Human captions mention what a person does; the model's captions follow a stereotype.
const getCaption = ({ sex, label, prediction }) => ({
  attribute: sex,
  human: `a person ${label ? 'cooks pasta' : 'rides a horse'}`,
  generated: `a person ${prediction ? 'cooks pasta' : 'rides a horse'}`,
});

const getCaptions = (captions) => ({
  attribute: captions.map(({ attribute }) => attribute),
  human: captions.map(({ human }) => human),
  generated: captions.map(({ generated }) => generated),
});

// A linear congruential generator gives the same rows on all platforms.
function makeRows(count) {
  let state = 12345;
  const next = () => {
    state = (state * 1103 + 12849) % 65536;
    return state / 65536;
  };
  return Array.from({ length: count }, () => {
    const sex = next() < 0.4 ? 'f' : 'm';
    const race = ['a', 'b', 'c'][Math.floor(next() * 3)];
    const label = next() < 0.5 ? 1 : 0;
    const score = (next() + label + (sex === 'm' ? 0.25 : 0)) / 2.5;
    return { sex, race, label, score, prediction: score > 0.5 ? 1 : 0, weight: 0.5 + next() };
  });
}
