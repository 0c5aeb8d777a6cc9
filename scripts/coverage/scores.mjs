// Data sets of scores and outcomes with known probabilities, and the score metrics of such a population.

import { normal } from './random.mjs';

const logistic = (value) => 1 / (1 + Math.exp(-value));

/** Scores and outcome probabilities as functions of a standard normal number. */
export const scorers = {
  calibrated: { score: logistic, chance: logistic },
  'too high': { score: (x) => logistic(x + 0.8), chance: logistic },
  'too extreme': { score: (x) => logistic(4 * x), chance: (x) => logistic(1.2 * x) },
  'nearly sure': { score: (x) => logistic(8 * x), chance: (x) => logistic(8 * x) },
  'rare outcomes': { score: (x) => logistic(x - 3.3), chance: (x) => logistic(x - 3.3) },
  'five scores': { score: (x) => fifth(x), chance: (x) => fifth(x) },
};

const clippedLog = (probability) => Math.log(Math.max(probability, 2 ** -52));

// Equal proportions of 0.1, 0.3, 0.5, 0.7, and 0.9.
function fifth(x) {
  return 0.1 + 0.2 * [-0.8416, -0.2533, 0.2533, 0.8416].filter((limit) => x > limit).length;
}

/**
 * Adds rows of a group; `spread` is the standard deviation of their log weights, 0 for no weights, and `favorable` is
 * the relative weight of favorable rows.
 */
export function addScored(columns, random, { name, rows, scorer, spread = 0, favorable = 1 }) {
  for (let row = 0; row < rows; row++) {
    const x = normal(random);
    columns.groups.g.push(name);
    columns.score.push(scorer.score(x));
    const label = random() < scorer.chance(x) ? 1 : 0;
    columns.label.push(label);
    const weight = spread > 0 ? Math.exp(spread * normal(random)) : 1;
    columns.weight.push(label === 1 ? favorable * weight : weight);
  }
}

/** Returns the metrics of the weighted population by integrating over its density. */
export function scoreTruths({ score, chance }, favorable = 1) {
  const points = getPoints({ score, chance }, favorable);
  const mean = (value) => points.reduce((sum, point) => sum + point.mass * value(point), 0);
  const gaps = new Map();
  for (const { mass, s, p } of points) {
    const bin = Math.max(1, Math.ceil(s * 10));
    gaps.set(bin, (gaps.get(bin) ?? 0) + mass * (s - p));
  }
  return {
    areaUnderCurve: computeArea(points),
    averagePrecision: computePrecision(points),
    brierScore: mean(({ s, p }) => p * (1 - s) ** 2 + (1 - p) * s ** 2),
    logLoss: mean(({ s, p }) => -p * clippedLog(s) - (1 - p) * clippedLog(1 - s)),
    meanScore: mean(({ s }) => s),
    expectedCalibrationError: [...gaps.values()].reduce((sum, gap) => sum + Math.abs(gap), 0),
    giniIndex: computeGini(points),
  };
}

function getPoints({ score, chance }, favorable) {
  const width = 0.001;
  const points = [];
  let all = 0;
  for (let x = -8; x <= 8; x += width) {
    const up = favorable * chance(x);
    const rows = up + 1 - chance(x);
    const mass = (rows * width * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
    points.push({ mass, s: score(x), p: up / rows });
    all += mass;
  }
  return favorable === 1 ? points : points.map((point) => ({ ...point, mass: point.mass / all }));
}

// Mean distance divided by twice the mean. Scores increase with x, so points are in ascending order.
function computeGini(points) {
  let [mass, scores, distances] = [0, 0, 0];
  for (const point of points) {
    distances += point.mass * (point.s * mass - scores);
    mass += point.mass;
    scores += point.mass * point.s;
  }
  return distances / (mass * scores);
}

// Positives and negatives at each score. Scores increase with x, so points are in ascending order.
function countOutcomes(points) {
  const atScore = new Map();
  for (const { mass, s, p } of points) {
    const sums = atScore.get(s) ?? [0, 0];
    atScore.set(s, [sums[0] + mass * p, sums[1] + mass * (1 - p)]);
  }
  return [...atScore.values()];
}

// Mean over positives of the precision at their score.
function computePrecision(points) {
  let [positives, rows, precisions] = [0, 0, 0];
  for (const [up, down] of countOutcomes(points).reverse()) {
    positives += up;
    rows += up + down;
    precisions += (up * positives) / rows;
  }
  return precisions / positives;
}

function computeArea(points) {
  let ordered = 0;
  let positives = 0;
  let negatives = 0;
  for (const [up, down] of countOutcomes(points)) {
    ordered += up * (negatives + down / 2);
    positives += up;
    negatives += down;
  }
  return ordered / (positives * negatives);
}
