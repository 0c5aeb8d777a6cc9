// Rows and captions without leakage: attribute, truth, and model are independent, so the true leakage is 0 and
// attackers find only noise.

import { load } from 'fairwasm/predictability';

export const designs = [
  { name: 'outcome from attribute', rows: 400, trials: 10, direction: 'outcome-from-attribute' },
  { name: 'outcome from attribute', rows: 400, trials: 50, direction: 'outcome-from-attribute' },
  { name: 'attribute from outcome', rows: 400, trials: 10, direction: 'attribute-from-outcome' },
  { name: 'attribute from outcome', rows: 400, trials: 50, direction: 'attribute-from-outcome' },
  { name: 'DPA, task from attribute', rows: 400, trials: 10, direction: 'AtoT' },
  { name: 'LIC', rows: 150, trials: 10, direction: 'lic' },
  { name: 'LIC', rows: 150, trials: 30, direction: 'lic' },
];

const run = { workers: 0 };
const loaded = load();

/** Returns the leakage of one data set, whose true value is 0. */
export async function leakageOf(random, { rows, trials, direction }) {
  const predictability = await loaded;
  const flags = () => Array.from({ length: rows }, () => (random() < 0.5 ? 1 : 0));
  const [attribute, label, prediction] = [flags(), flags(), flags()];
  if (direction === 'lic') {
    const words = ['cooks', 'rides', 'reads', 'waits', 'runs', 'sings'];
    const caption = () => {
      const word = () => words[Math.floor(random() * words.length)];
      return `a person ${word()} and ${word()}`;
    };
    const captions = () => Array.from({ length: rows }, caption);
    const input = { human: captions(), generated: captions(), attribute, trials };
    return predictability.lic(input, run);
  }
  const options = { trials, epochs: 20 };
  if (direction === 'AtoT') {
    const attributePrediction = flags();
    const input = {
      attribute,
      task: label,
      taskPrediction: prediction,
      attributePrediction,
      ...options,
    };
    return (await predictability.dpa(input, run)).AtoT;
  }
  const from =
    direction === 'outcome-from-attribute' ? { feature: attribute } : { direction, attribute };
  return predictability.leakage({ ...from, label, prediction, ...options }, run);
}
