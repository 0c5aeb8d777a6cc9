// Work that draws random numbers or shares itself out among workers, as text in which every digit shows: an audit with
// its intervals and tests, one of a file, a bootstrap of a frame, the worst slices with their permutations, thresholds
// with rows held out, and leakage by attackers that learn.

import { auditCsv, load } from 'fairwasm';
import { load as loadFairlearn } from 'fairwasm/fairlearn';
import { load as loadPredictability } from 'fairwasm/predictability';
import { load as loadSlices } from 'fairwasm/slices';
import { load as loadThresholds } from 'fairwasm/thresholds';

/** Every door that the figures need. */
export async function loadDoors() {
  const fair = await load();
  return {
    fair,
    fairlearn: await loadFairlearn({ fair }),
    predictability: await loadPredictability(),
    slices: await loadSlices(),
    thresholds: await loadThresholds(),
  };
}

/** Everything as text, by name; attackers by so many workers, and where it is said rows of a file by as many. */
export async function figures(
  doors,
  { workers = 2, counting = /** @type {number | undefined} */ (undefined) } = {},
) {
  const { fair, fairlearn, predictability, slices, thresholds } = doors;
  const rows = makeRows(400);
  const groups = { sex: rows.map(({ sex }) => sex), race: rows.map(({ race }) => race) };
  const label = rows.map((row) => row.label);
  const prediction = rows.map((row) => row.prediction);
  const score = rows.map((row) => row.score);
  const weight = rows.map((row) => row.weight);
  const audit = fair.audit({ label, prediction, score, weight, groups });
  const frame = fairlearn.metricFrame({
    metrics: ['selectionRate', 'truePositiveRate', 'f1Score'],
    nBoot: 200,
    label,
    prediction,
    sensitiveFeatures: groups,
  });
  const leakage = await predictability.leakage(
    { feature: groups.sex, label, prediction, trials: 4, epochs: 20, seed: 7 },
    { workers },
  );
  const file = await auditCsv(
    fair,
    new Blob(['sex,race,label,prediction\n', rows.map(lineOf).join('').repeat(1000)]),
    { groups: ['sex', 'race'], label: 'label', prediction: 'prediction' },
    { workers: counting },
  );
  const worst = await slices.worstSlices(
    { columns: { ...groups, score }, label, prediction },
    { minRows: 20, bins: 4, permutations: 40, seed: 3 },
  );
  // Scores that err, or no threshold would cost anything.
  const outcome = rows.map((row) => (row.weight > 1.2 ? 1 - row.label : row.label));
  const curves = thresholds.curves({
    ...{ label: outcome, score, groups: { sex: groups.sex }, favorable: 1 },
  });
  const task = { constraint: 'equalizedOdds', objective: { falsePositive: 1, falseNegative: 2 } };
  const { fit, test } = curves.split({ share: 0.5, seed: 5 });
  return {
    audit: exactly(audit.report()),
    bootstrap: exactly([frame.byGroupCI(), frame.differenceCI(), frame.ratioCI()]),
    leakage: exactly(leakage),
    file: exactly(file),
    slices: exactly(worst),
    thresholds: exactly([
      curves.optimum(task),
      curves.deterministic(task),
      curves.frontier({ ...task, steps: 5 }),
      fit.heldOutCost(test, task),
    ]),
  };
}

// JSON has no NaN and no infinity; they are told apart here.
const exactly = (value) =>
  JSON.stringify(value, (_, part) =>
    typeof part === 'number' && !Number.isFinite(part) ? String(part) : part,
  );

// Of so many lines that there are ranges to share.
const lineOf = ({ sex, race, label, prediction }) => `${sex},${race},${label},${prediction}\n`;

// A linear congruential generator: the same rows everywhere, by whole numbers alone.
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
