// Work that draws random numbers, as text in which every digit shows: an audit with its intervals and
// tests, a bootstrap of a frame, and leakage by attackers that learn.

import { load } from 'fairwasm';
import { load as loadFairlearn } from 'fairwasm/fairlearn';
import { load as loadPredictability } from 'fairwasm/predictability';

/** Every door that the figures need. */
export async function loadDoors() {
  const fair = await load();
  return {
    fair,
    fairlearn: await loadFairlearn({ fair }),
    predictability: await loadPredictability(),
  };
}

/** Everything as text, by name. */
export async function figures({ fair, fairlearn, predictability }) {
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
    { workers: 2 },
  );
  return {
    audit: exactly(audit.report()),
    bootstrap: exactly([frame.byGroupCI(), frame.differenceCI(), frame.ratioCI()]),
    leakage: exactly(leakage),
  };
}

// JSON has no NaN and no infinity; they are told apart here.
const exactly = (value) =>
  JSON.stringify(value, (_, part) =>
    typeof part === 'number' && !Number.isFinite(part) ? String(part) : part,
  );

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
