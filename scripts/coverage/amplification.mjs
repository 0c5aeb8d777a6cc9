// Rows with attributes, tasks, and predictions, and captions, from populations with known amplification. If truth and
// prediction have the same distribution, nothing is amplified, however small the counts for selecting pairs are.

import { BA_MALS, DBA, load } from 'fairwasm/amplification';

/**
 * Designs: `truth` and `predicted` are the probabilities of each task in the first and second group; `copied` is the
 * proportion of true labels that are predicted unchanged; `train` is the number of training rows that determine which
 * pairs are biased.
 */
export const designs = [
  { name: '20 rare tasks, as frequent in both groups', tasks: 20, rows: 200, truth: [0.03, 0.03] },
  { name: '20 rare tasks, as frequent in both groups', tasks: 20, rows: 1000, truth: [0.03, 0.03] },
  { name: '20 rare tasks, weakly biased', tasks: 20, rows: 1000, truth: [0.024, 0.036] },
  {
    name: '20 rare tasks, weakly biased, 70% copied',
    ...{ tasks: 20, rows: 1000, truth: [0.024, 0.036], copied: 0.7 },
  },
  { name: '4 tasks, as frequent in both groups', tasks: 4, rows: 200, truth: [0.3, 0.3] },
  {
    name: '4 tasks, as frequent in both groups, 80% copied',
    ...{ tasks: 4, rows: 200, truth: [0.3, 0.3], copied: 0.8 },
  },
  { name: '4 tasks, strongly biased', tasks: 4, rows: 200, truth: [0.2, 0.5] },
  { name: '20 rare tasks, 300 training rows', ...{ tasks: 20, rows: 300, truth: [0.03, 0.03], train: 300 } },
  { name: '4 tasks, strongly biased, amplified', ...{ tasks: 4, rows: 400, truth: [0.2, 0.5], predicted: [0.1, 0.7] } },
  {
    name: '4 tasks, strongly biased, bias removed',
    ...{ tasks: 4, rows: 400, truth: [0.2, 0.5], predicted: [0.35, 0.35] },
  },
  ...[200, 1000].map((rows) => ({
    name: '4 tasks, only predictions strongly biased',
    ...{ tasks: 4, rows, truth: [0.3, 0.3], predicted: [0.1, 0.7] },
  })),
  {
    name: 'one task, only predictions strongly biased',
    ...{ tasks: 1, rows: 400, truth: [0.3, 0.3], predicted: [0.1, 0.7] },
  },
  {
    name: '4 tasks, only predictions biased, 80% copied',
    ...{ tasks: 4, rows: 400, truth: [0.3, 0.3], predicted: [0.1, 0.7], copied: 0.8 },
  },
  {
    name: '20 rare tasks, only predictions strongly biased',
    ...{ tasks: 20, rows: 1000, truth: [0.03, 0.03], predicted: [0.01, 0.09] },
  },
  ...[6, 12, 30, 60].map((rows) => ({
    name: '4 tasks, strongly biased, 2,000 training rows',
    ...{ tasks: 4, rows, truth: [0.2, 0.5], train: 2000 },
  })),
];

/**
 * Returns the expected corrected values: 0 if the truth has no bias, because each direction is then chosen equally
 * often; otherwise the amplification of pairs that are so biased that every half of the rows shows it.
 */
export function amplificationTruths({ truth, predicted = truth }) {
  const [low, high] = truth;
  if (low === high) return { BA_MALS: 0, DBA: 0 };
  const bias = ([first, second]) => second / (first + second);
  const directional = (predicted[1] - high + (low - predicted[0])) / 2;
  return { BA_MALS: bias(predicted) - bias(truth), DBA: directional };
}

const groups = ['a', 'b'];

/** Counts of one data set of a design; without `withPrediction`, of its true labels only. */
export function getCounts(
  amplification,
  random,
  { tasks, rows, truth, predicted = truth, copied = 0 },
  withPrediction,
) {
  const names = Array.from({ length: tasks }, (_, i) => `t${i}`);
  const counts = amplification.cooccurrence({
    ...{ attributes: groups, tasks: names, taskPrediction: withPrediction },
  });
  const attribute = new Float64Array(2 * rows);
  const task = new Float64Array(tasks * rows);
  const taskPrediction = new Float64Array(tasks * rows);
  for (let row = 0; row < rows; row++) {
    const group = random() < 0.5 ? 0 : 1;
    attribute[2 * row + group] = 1;
    for (let t = 0; t < tasks; t++) {
      const isTrue = random() < truth[group] ? 1 : 0;
      const isPredicted = random() < predicted[group] ? 1 : 0;
      task[tasks * row + t] = isTrue;
      taskPrediction[tasks * row + t] = random() < copied ? isTrue : isPredicted;
    }
  }
  counts.update({ attribute, task, ...(withPrediction && { taskPrediction }) });
  return counts;
}

export const loaded = load();

/** Returns the published and corrected values of BA_MALS and DBA of one data set. */
export async function getAmplification(random, design) {
  const amplification = await loaded;
  const counts = getCounts(amplification, random, design, true);
  const { train: trainRows } = design;
  const train = trainRows && getCounts(amplification, random, { ...design, rows: trainRows }, false);
  try {
    return {
      BA_MALS: await new BA_MALS(counts, { train }).computeBiasAmp(),
      DBA: await new DBA(counts, { train }).computeBiasAmp(),
    };
  } finally {
    counts[Symbol.dispose]();
    train?.[Symbol.dispose]();
  }
}

/**
 * Training and test captions of `objects` words, each mentioned with a woman with the probability `women`; in test
 * captions, `tested`.
 */
export const captionDesigns = [
  { name: '40 objects, none biased', objects: 40, captions: 300, women: () => 0.5 },
  { name: '40 objects, none biased', objects: 40, captions: 2000, women: () => 0.5 },
  { name: '40 objects, some biased', objects: 40, captions: 300, women: (i) => 0.2 + (0.6 * i) / 39 },
  { name: '10 objects, strongly biased', objects: 10, captions: 300, women: (i) => (i % 2 ? 0.9 : 0.1) },
  { name: '40 objects, none biased', objects: 40, captions: 200, women: () => 0.5 },
  {
    name: '10 objects, only test captions strongly biased',
    ...{ objects: 10, captions: 400, women: () => 0.5, tested: (i) => (i % 2 ? 0.9 : 0.1) },
  },
  {
    name: '40 objects, only test captions biased',
    ...{ objects: 40, captions: 300, women: () => 0.5, tested: (i) => 0.2 + (0.6 * i) / 39 },
  },
  ...[3, 12, 30, 60, 100, 300].map((captions) => ({
    name: '6 objects, training bias given',
    ...{ objects: 6, captions, women: (i) => [0.25, 0.75][i % 2], isGiven: true },
  })),
  ...[30, 100, 300].map((captions) => ({
    name: '6 objects, strong training bias given',
    ...{ objects: 6, captions, women: (i) => [0.05, 0.95][i % 2], isGiven: true },
  })),
];

/** Returns mean bias amplification, whose true value is 0. */
export async function getCaptions(random, { objects, captions, women, tested = women, isGiven = false }) {
  const amplification = await loaded;
  const draw = (women) => {
    const counts = amplification.captionCounts();
    counts.update(
      Array.from({ length: captions }, () => {
        const object = Math.floor(random() * objects);
        const person = random() < women(object) ? 'woman' : 'man';
        return { tokens: [person, `object${object}`], tags: ['NN', 'NN'] };
      }),
    );
    return counts;
  };
  const given = (of) => Object.fromEntries(Array.from({ length: objects }, (_, i) => [`object${i}`, of(women(i))]));
  const dictionaries = { woman: given((each) => each), man: given((each) => 1 - each) };
  const train = isGiven ? undefined : draw(women);
  const test = draw(tested);
  try {
    return { captions: await test.biasAmplification(train ?? dictionaries) };
  } finally {
    train?.[Symbol.dispose]();
    test[Symbol.dispose]();
  }
}
