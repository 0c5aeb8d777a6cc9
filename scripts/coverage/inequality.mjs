// Data sets for metrics that compare more than one rate: inequality of benefits, and differential fairness. Outcomes of
// groups, including true labels, are drawn with known probabilities.

import { binomial } from './random.mjs';

/**
 * Returns `count` groups of `rows` rows each. Half of the rows are truly favorable, and a proportion `error` of both
 * outcomes is predicted incorrectly. With `apart`, every other group has fewer favorable labels and more errors.
 */
export function population({ count, rows, error, apart }) {
  return Array.from({ length: count }, (_, i) => {
    const isOther = apart && i % 2 === 1;
    return {
      rows,
      baseRate: isOther ? 0.3 : 0.5,
      missed: isOther ? Math.min(0.6, error * 2) : error,
      falsePositive: error,
    };
  });
}

/** Draws counts of one data set: TP, FP, FN, TN of each group. */
export function drawCounts(random, groups) {
  return groups.map(({ rows, baseRate, missed, falsePositive }) => {
    const positives = binomial(random, rows, baseRate);
    const falseNegatives = binomial(random, positives, missed);
    const falsePositives = binomial(random, rows - positives, falsePositive);
    return [positives - falseNegatives, falsePositives, falseNegatives, rows - positives - falsePositives];
  });
}

const benefits = ({ baseRate, missed, falsePositive }) => {
  const none = baseRate * missed;
  const two = (1 - baseRate) * falsePositive;
  return { none, two, one: 1 - none - two, mean: 1 - none + two };
};
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

const entropy = (shares, alpha) =>
  mean(
    shares.map((share) => {
      if (alpha === 1) return share === 0 ? 0 : share * Math.log(share);
      return (share - 1) ** 2 / 2;
    }),
  );

function individual(groups, alpha) {
  const mu = mean(groups.map((group) => benefits(group).mean));
  const own = ({ none, one, two }) =>
    [none, one, two].map((chance, benefit) => chance * entropy([benefit / mu], alpha));
  return mean(groups.map((group) => own(benefits(group)).reduce((sum, part) => sum + part, 0)));
}

function between(groups, alpha) {
  const means = groups.map((group) => benefits(group).mean);
  return entropy(
    means.map((each) => each / mean(means)),
    alpha,
  );
}

// With the smoothed metric's prior of concentration 1.
function differentialFairness(groups, getRate) {
  const rates = groups.map((group) => (getRate(group) * group.rows + 0.5) / (group.rows + 1));
  const widest = (chances) => Math.log(Math.max(...chances) / Math.min(...chances));
  return Math.max(widest(rates), widest(rates.map((rate) => 1 - rate)));
}

const selectionRate = ({ baseRate, missed, falsePositive }) => baseRate * (1 - missed) + (1 - baseRate) * falsePositive;

/** Returns the true values of a ClassificationMetric. */
export function truths(groups) {
  const ofLabels = differentialFairness(groups, ({ baseRate }) => baseRate);
  const ofPredictions = differentialFairness(groups, selectionRate);
  return {
    generalizedEntropyIndex: individual(groups, 2),
    theilIndex: individual(groups, 1),
    coefficientOfVariation: Math.sqrt(2 * individual(groups, 2)),
    betweenAllGroupsGeneralizedEntropyIndex: between(groups, 2),
    betweenAllGroupsTheilIndex: between(groups, 1),
    smoothedEmpiricalDifferentialFairness: ofLabels,
    differentialFairnessBiasAmplification: ofPredictions - ofLabels,
  };
}

/** Returns the minimum expected number of cases of a metric: incorrect predictions or favorable outcomes. */
export function expectedCases(groups, metric) {
  const each = groups.map((group) => {
    const { none, two } = benefits(group);
    const rates = [group.baseRate, 1 - group.baseRate];
    return group.rows * (metric.includes('ifferentialFairness') ? Math.min(...rates) : none + two);
  });
  const isOfAll = !metric.startsWith('between') && !metric.includes('ifferentialFairness');
  return isOfAll ? each.reduce((sum, value) => sum + value, 0) : Math.min(...each);
}
