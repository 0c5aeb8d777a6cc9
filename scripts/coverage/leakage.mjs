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

/** Captions whose object depends on the attribute of the image, and whose stated attribute depends on its object. */
export const captionDesigns = [
  { name: 'independent', images: 100, human: [0.5, 0.5], generated: [0.5, 0.5] },
  { name: 'independent', images: 200, human: [0.5, 0.5], generated: [0.5, 0.5] },
  { name: 'amplified', images: 200, human: [0.6, 0.4], generated: [0.8, 0.4] },
];

/** Returns the true DBAC of both directions, of attackers that know the true probabilities. */
export function captionTruth({ human, generated }) {
  const lambda = (given) => given.reduce((sum, each) => sum + (each ** 2 + (1 - each) ** 2) / given.length, 0);
  const [D, M] = [lambda(human), lambda(generated)];
  return (M - D) / (M + D);
}

/** Returns the DBAC of one data set. */
export async function getDbac(random, { images, human, generated }) {
  const predictability = await loaded;
  const flags = () => Array.from({ length: images }, () => (random() < 0.5 ? 1 : 0));
  const [attribute, shown] = [flags(), flags()];
  const words = ['cooks', 'rides', 'reads', 'waits', 'runs', 'sings'];
  const captions = (given) =>
    attribute.map((a, i) => {
      const person = random() < given[shown[i]] ? 'woman' : 'man';
      const thing = random() < given[a] ? 'knife' : 'kite';
      return `a ${person} ${words[Math.floor(random() * words.length)]} with a ${thing}`;
    });
  return predictability.dbac({
    human: captions(human),
    generated: captions(generated),
    attribute,
    objects: ['knife'],
    imageObjects: shown.map((each) => (each === 1 ? ['knife'] : [])),
    attributeWords: { 0: ['man'], 1: ['woman'] },
    trials: 2,
  });
}

const run = { workers: 0 };
const loaded = load();

/** Returns the leakage of one data set, whose true value is 0. */
export async function getLeakage(random, { rows, trials, direction }) {
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
    const input = { attribute, task: label, taskPrediction: prediction, attributePrediction, ...options };
    return (await predictability.dpa(input, run)).AtoT;
  }
  const from = direction === 'outcome-from-attribute' ? { feature: attribute } : { direction, attribute };
  return predictability.leakage({ ...from, label, prediction, ...options }, run);
}
