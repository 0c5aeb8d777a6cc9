// Data sets of decisions about groups with known probabilities, and the metrics of such a population.

import { binomial, normal } from './random.mjs';

/** A group of `rows` rows: half of them have a favorable outcome, and rows are selected with these probabilities. */
const group = (rows, truePositiveRate, falsePositiveRate) => ({ rows, truePositiveRate, falsePositiveRate });

/** Returns `count` groups with the selection rate `rate`; with `apart`, every other one has another rate. */
export function population({ count, rows, rate, apart }) {
  const other = Math.min(0.95, rate * 1.5 + 0.02);
  return Array.from({ length: count }, (_, i) => {
    const own = apart && i % 2 === 1 ? other : rate;
    return group(rows, own, own);
  });
}

/** Draws counts of one data set: TP, FP, FN, TN of each group. */
export function drawCounts(random, groups) {
  return groups.map(({ rows, truePositiveRate, falsePositiveRate }) => {
    const positives = Math.round(rows / 2);
    const truePositives = binomial(random, positives, truePositiveRate);
    const falsePositives = binomial(random, rows - positives, falsePositiveRate);
    return [truePositives, falsePositives, positives - truePositives, rows - positives - falsePositives];
  });
}

/** Returns the counts as a tally. */
export function getTally(fair, counts) {
  const tally = fair.tally({ groups: ['g'], label: true, prediction: true });
  const names = counts.map((_, i) => `g${i}`);
  tally.updateCounted({
    groups: { g: names.flatMap((name) => [name, name, name, name]) },
    label: names.flatMap(() => [1, 0, 1, 0]),
    prediction: names.flatMap(() => [1, 1, 0, 0]),
    rows: counts.flat(),
  });
  return tally;
}

// Distributions of weights, depending on whether a row is selected. The selection rate is that of the weighted
// population: a row with twice the weight is drawn half as often.
export const weightings = {
  'unequal weights': (random) => Math.exp(0.5 * normal(random)),
  'very unequal weights': (random) => Math.exp(normal(random)),
  'weights by outcome': (random, isSelected) => (isSelected ? 0.5 : 2) * (0.5 + random()),
};

/** Draws weighted rows; in the weighted population, the selection rate of each group is as in `groups`. */
export function drawRows(random, groups, weighting) {
  /** @type {{ groups: { g: string[] }, label: number[], prediction: number[], weight: number[] }} */
  const columns = { groups: { g: [] }, label: [], prediction: [], weight: [] };
  const weigh = weightings[weighting];
  const factor = weighting === 'weights by outcome' ? 4 : 1;
  groups.forEach(({ rows, truePositiveRate, falsePositiveRate }, i) => {
    for (let row = 0; row < rows; row++) {
      const label = row % 2;
      const rate = label === 1 ? truePositiveRate : falsePositiveRate;
      // Selected rows have 1/factor of the weight of others, so they must be drawn factor times as often.
      const chance = (rate * factor) / (rate * factor + 1 - rate);
      const prediction = random() < chance ? 1 : 0;
      columns.groups.g.push(`g${i}`);
      columns.label.push(label);
      columns.prediction.push(prediction);
      columns.weight.push(weigh(random, prediction === 1));
    }
  });
  return columns;
}

const spread = (values) => Math.max(...values) - Math.min(...values);

/** Returns the true values of a frame by `g`, with the first group as reference. */
export function truths(groups) {
  const tprs = groups.map(({ truePositiveRate }) => truePositiveRate);
  const fprs = groups.map(({ falsePositiveRate }) => falsePositiveRate);
  const selection = groups.map((_, i) => (tprs[i] + fprs[i]) / 2);
  const rows = groups.reduce((sum, { rows }) => sum + rows, 0);
  const overall = groups.reduce((sum, { rows }, i) => sum + rows * selection[i], 0) / rows;
  const [tpr, fpr] = [tprs[1] - tprs[0], fprs[1] - fprs[0]];
  return {
    rate: selection[1],
    'difference of two': selection[1] - selection[0],
    'ratio of two': selection[1] / selection[0],
    'equal opportunity': tpr,
    'average odds': (tpr + fpr) / 2,
    'average absolute odds': (Math.abs(tpr) + Math.abs(fpr)) / 2,
    'equalized odds': Math.max(Math.abs(tpr), Math.abs(fpr)),
    'largest difference': spread(selection),
    'smallest ratio': Math.min(...selection) / Math.max(...selection),
    smallest: Math.min(...selection),
    largest: Math.max(...selection),
    'largest distance to all': Math.max(...selection.map((value) => Math.abs(value - overall))),
  };
}

/** Returns the estimates of a data set. */
export function estimates(frame) {
  const { values } = frame.disparities(frame.group({ g: 'g0' })).find(({ group }) => group.categories.g === 'g1');
  const spread = frame.spread('selectionRate');
  return {
    rate: frame.group({ g: 'g1' }).rates.selectionRate,
    'difference of two': values.statisticalParityDifference,
    'ratio of two': values.disparateImpact,
    'equal opportunity': values.equalOpportunityDifference,
    'average odds': values.averageOddsDifference,
    'average absolute odds': values.averageAbsOddsDifference,
    'equalized odds': values.equalizedOddsDifference,
    'largest difference': spread.difference,
    'smallest ratio': spread.ratio,
    smallest: spread.min,
    largest: spread.max,
    'largest distance to all': spread.differenceToOverall,
  };
}

/** Metrics of two groups' true positive rates, which use only half of the rows. */
const ofHalf = new Set(['equal opportunity', 'average odds', 'average absolute odds', 'equalized odds']);

/** Returns the minimum expected number of cases of a metric. */
export function expectedCases(groups, metric, effective = 1) {
  return Math.min(
    ...groups.map(({ rows, truePositiveRate: rate }) => {
      return rows * effective * (ofHalf.has(metric) ? 0.5 : 1) * Math.min(rate, 1 - rate);
    }),
  );
}
