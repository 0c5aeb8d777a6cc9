// SPDX-License-Identifier: Apache-2.0
//
// Definitions of metrics, written as other libraries document them, of plain arrays. None calls the package.

export const sum = (values) => values.reduce((total, value) => total + value, 0);
export const mean = (values) => sum(values) / values.length;
const count = (rows, test) => rows.filter(test).length;
const share = (rows, test, of) => count(rows, (row) => of(row) && test(row)) / count(rows, of);
const { abs, log, max, min, sqrt } = Math;

const positive = ({ y }) => y === 1;
const negative = ({ y }) => y === 0;
const selected = ({ p }) => p === 1;
const passed = ({ p }) => p === 0;
const all = () => true;

const truePositive = (rows) => share(rows, selected, positive);
const trueNegative = (rows) => share(rows, passed, negative);

/** Rates of rows with a label `y`, a prediction `p`, and a score `s`. */
export const rates = {
  baseRate: (rows) => share(rows, positive, all),
  selectionRate: (rows) => share(rows, selected, all),
  truePositiveRate: truePositive,
  falsePositiveRate: (rows) => share(rows, selected, negative),
  trueNegativeRate: trueNegative,
  falseNegativeRate: (rows) => share(rows, passed, positive),
  positivePredictiveValue: (rows) => share(rows, positive, selected),
  negativePredictiveValue: (rows) => share(rows, negative, passed),
  falseDiscoveryRate: (rows) => share(rows, negative, selected),
  falseOmissionRate: (rows) => share(rows, positive, passed),
  accuracy: (rows) => share(rows, ({ y, p }) => y === p, all),
  errorRate: (rows) => share(rows, ({ y, p }) => y !== p, all),
  generalizedTruePositiveRate: (rows) => mean(rows.filter(positive).map(({ s }) => s)),
  generalizedFalsePositiveRate: (rows) => mean(rows.filter(negative).map(({ s }) => s)),
  generalizedTrueNegativeRate: (rows) => mean(rows.filter(negative).map(({ s }) => 1 - s)),
  generalizedFalseNegativeRate: (rows) => mean(rows.filter(positive).map(({ s }) => 1 - s)),
  f1Score: (rows) =>
    (2 * count(rows, (row) => positive(row) && selected(row))) / (count(rows, positive) + count(rows, selected)),
  balancedAccuracy: (rows) => (truePositive(rows) + trueNegative(rows)) / 2,
  informedness: (rows) => truePositive(rows) + trueNegative(rows) - 1,
};

const odds = (u, v) => [rates.truePositiveRate, rates.falsePositiveRate].map((rate) => rate(u) - rate(v));

/** Comparisons of the rows of a group with those of another. */
export const disparities = {
  statisticalParityDifference: (u, v) => rates.selectionRate(u) - rates.selectionRate(v),
  disparateImpact: (u, v) => rates.selectionRate(u) / rates.selectionRate(v),
  equalOpportunityDifference: (u, v) => odds(u, v)[0],
  averageOddsDifference: (u, v) => mean(odds(u, v)),
  averageAbsOddsDifference: (u, v) => mean(odds(u, v).map(abs)),
  falsePositiveRateDifference: (u, v) => odds(u, v)[1],
};

/** AIF360's smoothed_edf with a concentration of 1, of the outcomes in each group. */
export function differentialFairness(groups) {
  const smoothed = groups.map((outcomes) => (sum(outcomes) + 0.5) / (outcomes.length + 1));
  const widest = (shares) => log(max(...shares) / min(...shares));
  return max(widest(smoothed), widest(smoothed.map((p) => 1 - p)));
}

/** AIF360's conditional_demographic_disparity, of the outcomes in each group. */
export function demographicDisparity(groups) {
  const outcomes = groups.flat();
  const positives = sum(outcomes);
  const disparity = (own) => (own.length - sum(own)) / (outcomes.length - positives) - sum(own) / positives;
  return sum(groups.map((own) => own.length * disparity(own))) / outcomes.length;
}

/** The Bernoulli score of a bias scan for q below 1: the outcomes are rarer than expected. */
export function scanScore(rows) {
  const observed = count(rows, positive);
  const at = (q) => observed * log(q) - sum(rows.map(({ s }) => log(1 - s + q * s)));
  let [low, high] = [1e-9, 1];
  for (let step = 0; step < 200; step++) {
    const [left, right] = [low + (high - low) / 3, high - (high - low) / 3];
    if (at(left) < at(right)) low = left;
    else high = right;
  }
  return max(0, at((low + high) / 2));
}

/** The largest value of `of` over all groups of rows that choices of categories make. */
export function largestOverSubsets(rows, columns, of) {
  const choices = columns.map((column) => {
    const categories = [...new Set(rows.map((row) => row[column]))];
    return Array.from({ length: 2 ** categories.length - 1 }, (_, i) =>
      categories.filter((__, bit) => ((i + 1) >> bit) & 1),
    );
  });
  const subsets = choices.reduce(
    (found, choice) => found.flatMap((one) => choice.map((chosen) => [...one, chosen])),
    [[]],
  );
  const scores = subsets.map((chosen) =>
    of(rows.filter((row) => columns.every((column, i) => chosen[i].includes(row[column])))),
  );
  return max(...scores);
}

const distribution = (values) => (at) => count(values, (value) => value <= at) / values.length;

/** The distances between the distributions of two lists of numbers. */
export function distances(one, other) {
  const [f, g] = [distribution(one), distribution(other)];
  const at = [...new Set([...one, ...other])].sort((a, b) => a - b);
  const gaps = at.map((value) => abs(f(value) - g(value)));
  return {
    kolmogorovSmirnov: max(...gaps),
    wasserstein: sum(at.slice(1).map((value, i) => gaps[i] * (value - at[i]))),
  };
}

/** The distances between the proportions of the outcomes in two lists. */
export function outcomeDistances(one, other) {
  const kinds = [...new Set([...one, ...other])];
  const [p, q] = [one, other].map((list) => kinds.map((kind) => count(list, (value) => value === kind) / list.length));
  const gaps = kinds.map((_, k) => abs(p[k] - q[k]));
  const divergence = (a, b) => sum(a.map((share, k) => (share > 0 ? share * log(share / b[k]) : 0)));
  const middle = kinds.map((_, k) => (p[k] + q[k]) / 2);
  return {
    jensenShannon: (divergence(p, middle) + divergence(q, middle)) / 2,
    totalVariationDistance: sum(gaps) / 2,
    largestOutcomeDifference: max(...gaps),
    lpNorm: sqrt(sum(gaps.map((gap) => gap ** 2))),
  };
}

/** The corners of the ROC curve of rows with a label `y` and a score `s`. */
function getCorners(rows) {
  const thresholds = [...new Set(rows.map(({ s }) => s))].sort((a, b) => b - a);
  return [Infinity, ...thresholds].map((threshold) => {
    const above = ({ s }) => s >= threshold;
    return [share(rows, above, negative), share(rows, above, positive)];
  });
}

/** The area between two ROC curves: both are lines between the corners of either. */
export function areaBetweenCurves(one, other) {
  const curves = [getCorners(one), getCorners(other)];
  const places = [...new Set(curves.flat().map(([x]) => x))].sort((a, b) => a - b);
  const height = (corners, x) => {
    const next = corners.findIndex(([right]) => right > x);
    const [[left, low], [right, high]] = [corners[next - 1], corners[next]];
    return low + ((high - low) * (x - left)) / (right - left);
  };
  const gap = (x) => height(curves[0], x) - height(curves[1], x);
  return sum(
    places.slice(1).map((right, i) => {
      const width = right - places[i];
      const [a, b] = [1, 2].map((third) => gap(places[i] + (third * width) / 3));
      const [start, end] = [2 * a - b, 2 * b - a];
      if (start * end >= 0) return (width * (abs(start) + abs(end))) / 2;
      return (width * (start ** 2 + end ** 2)) / (2 * (abs(start) + abs(end)));
    }),
  );
}

const variance = (values) => sum(values.map((value) => (value - mean(values)) ** 2)) / (values.length - 1);

export const standardizedMeanDifference = (one, other) =>
  (mean(one) - mean(other)) / sqrt((variance(one) + variance(other)) / 2);

/** The generalized entropy index for alpha = 2. */
export const entropy = (benefits) => mean(benefits.map((benefit) => (benefit / mean(benefits)) ** 2 - 1)) / 2;

/** AIF360's consistency: each row is among the neighbors of itself. */
export function consistency(points, labels, neighbors) {
  const away = (a, b) => sum(a.map((value, i) => (value - b[i]) ** 2));
  const gaps = points.map((point, row) => {
    const nearest = points
      .map((other, i) => [away(point, other), i])
      .sort(([a], [b]) => a - b)
      .slice(0, neighbors);
    return abs(labels[row] - mean(nearest.map(([, i]) => labels[i])));
  });
  return 1 - mean(gaps);
}

export const gain = (scores) => sum(scores.map((score, i) => score / Math.log2(i + 2)));

/** The area under the ROC curve, of the scores of both outcomes. */
export const area = (positives, negatives) =>
  mean(positives.flatMap((s) => negatives.map((other) => (s > other ? 1 : s === other ? 0.5 : 0))));

/** @type {(rows: any[], isPositive?: (row: any) => boolean, score?: (row: any) => number) => number} */
export const computeArea = (rows, isPositive = positive, score = ({ s }) => s) =>
  area(rows.filter(isPositive).map(score), rows.filter((row) => !isPositive(row)).map(score));

/** Qualities of rows with a label `y` and a score `s`, none of them twice. */
export const scoreQualities = {
  areaUnderCurve: (rows) => computeArea(rows),
  averagePrecision: (rows) => {
    const ranked = [...rows].sort((a, b) => b.s - a.s);
    const precisions = ranked.flatMap((row, i) =>
      positive(row) ? [count(ranked.slice(0, i + 1), positive) / (i + 1)] : [],
    );
    return mean(precisions);
  },
  brierScore: (rows) => mean(rows.map(({ y, s }) => (s - y) ** 2)),
  logLoss: (rows) => mean(rows.map(({ y, s }) => -log(y ? s : 1 - s))),
  expectedCalibrationError: (rows) => sum(gapsOfBins(rows).map(([gap, n]) => (gap * n) / rows.length)),
  maximumCalibrationError: (rows) => max(...gapsOfBins(rows).map(([gap]) => gap)),
  calibrationInTheLarge: (rows) => logistic(rows, ([a]) => [a, 1])[0],
  calibrationIntercept: (rows) => logistic(rows, (both) => both)[0],
  calibrationSlope: (rows) => logistic(rows, (both) => both)[1],
};

function gapsOfBins(rows) {
  const bins = Array.from({ length: 10 }, (_, bin) => rows.filter(({ s }) => Math.ceil(s * 10) === bin + 1));
  return bins
    .filter((own) => own.length > 0)
    .map((own) => [abs(mean(own.map(({ y }) => y)) - mean(own.map(({ s }) => s))), own.length]);
}

// Maximum likelihood of a + b logit(s) by Newton's method. `free` fixes the slope at 1 for calibration in the large.
function logistic(rows, free) {
  let both = free([0, 0]);
  const hasSlope = free([0, 0])[1] === 0;
  for (let step = 0; step < 50; step++) {
    let [g0, g1, h00, h01, h11] = [0, 0, 0, 0, 0];
    for (const { y, s } of rows) {
      const x = log(s / (1 - s));
      const p = 1 / (1 + Math.exp(-both[0] - both[1] * x));
      const w = p * (1 - p);
      [g0, g1] = [g0 + y - p, g1 + (y - p) * x];
      [h00, h01, h11] = [h00 + w, h01 + w * x, h11 + w * x * x];
    }
    const size = h00 * h11 - h01 * h01;
    both = hasSlope
      ? [both[0] + (h11 * g0 - h01 * g1) / size, both[1] + (h00 * g1 - h01 * g0) / size]
      : [both[0] + g0 / h00, 1];
  }
  return both;
}

const errors = (rows) => rows.map(({ n, m }) => m - n);

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return mean([sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]);
}

const populationVariance = (values) => mean(values.map((value) => (value - mean(values)) ** 2));
const squares = (values) => values.map((value) => value ** 2);

/** Qualities of rows with a target `n` and a regression prediction `m`. */
export const errorQualities = {
  meanError: (rows) => mean(errors(rows)),
  meanAbsoluteError: (rows) => mean(errors(rows).map(abs)),
  meanSquaredError: (rows) => mean(squares(errors(rows))),
  rootMeanSquaredError: (rows) => sqrt(mean(squares(errors(rows)))),
  meanAbsolutePercentageError: (rows) => mean(rows.map(({ n, m }) => abs((m - n) / n))),
  r2Score: (rows) => 1 - mean(squares(errors(rows))) / populationVariance(rows.map(({ n }) => n)),
  medianAbsoluteError: (rows) => median(errors(rows).map(abs)),
  pinballLoss: (rows) => mean(errors(rows).map(abs)) / 2,
  maxError: (rows) => max(...errors(rows).map(abs)),
  explainedVariance: (rows) => 1 - populationVariance(errors(rows)) / populationVariance(rows.map(({ n }) => n)),
};

const ofClass = (rows, name) => {
  const hits = count(rows, ({ c, q }) => c === name && q === name);
  const truth = count(rows, ({ c }) => c === name);
  const guessed = count(rows, ({ q }) => q === name);
  return { hits, truth, guessed };
};
const kappa = (rows, names, weight) => {
  const found = sum(rows.map(({ c, q }) => weight(names.indexOf(c), names.indexOf(q))));
  const chance = mean(rows.flatMap(({ c }) => rows.map(({ q }) => weight(names.indexOf(c), names.indexOf(q)))));
  return 1 - found / rows.length / chance;
};
const f1 = ({ hits, truth, guessed }) => (2 * hits) / (truth + guessed);
const pairs = (names) => names.flatMap((a) => names.filter((b) => a < b).map((b) => [a, b]));

/** Qualities of rows with a true class `c`, a predicted one `q`, and a probability for each of the classes. */
export const classQualities = {
  macroPrecision: (rows, names) =>
    mean(names.map((name) => ofClass(rows, name)).map(({ hits, guessed }) => hits / guessed)),
  macroRecall: (rows, names) => mean(names.map((name) => ofClass(rows, name)).map(({ hits, truth }) => hits / truth)),
  macroF1Score: (rows, names) => mean(names.map((name) => f1(ofClass(rows, name)))),
  weightedF1Score: (rows, names) =>
    sum(names.map((name) => ofClass(rows, name)).map((own) => f1(own) * own.truth)) / rows.length,
  kappa: (rows, names) => kappa(rows, names, (a, b) => Number(a !== b)),
  quadraticKappa: (rows, names) => kappa(rows, names, (a, b) => (a - b) ** 2),
  // The correlation of the two classes' indicators, over all classes.
  matthewsCorrelation: (rows, names) => {
    const covariance = (one, other) =>
      sum(
        names.map((name) => {
          const [x, z] = [one, other].map((key) => rows.map((row) => Number(row[key] === name)));
          return mean(x.map((value, i) => (value - mean(x)) * (z[i] - mean(z))));
        }),
      );
    return covariance('c', 'q') / sqrt(covariance('c', 'c') * covariance('q', 'q'));
  },
  topAccuracy: (rows, names) =>
    mean(
      rows.map(({ c, probability }) => {
        const own = probability[names.indexOf(c)];
        return Number(count(probability, (other) => other > own) < 2);
      }),
    ),
  macroAreaUnderCurve: (rows, names) =>
    mean(
      names.map((name, i) =>
        computeArea(
          rows,
          ({ c }) => c === name,
          (row) => row.probability[i],
        ),
      ),
    ),
  pairwiseAreaUnderCurve: (rows, names) =>
    mean(
      pairs(names).map((pair) => {
        const own = rows.filter(({ c }) => pair.includes(c));
        return mean(
          pair.map((name) =>
            computeArea(
              own,
              ({ c }) => c === name,
              (row) => row.probability[names.indexOf(name)],
            ),
          ),
        );
      }),
    ),
};

/** scikit-learn's f1_micro of multilabel rows. */
export const microF1 = (truth, guessed) =>
  (2 * sum(truth.flatMap((row, i) => row.map((own, label) => own * guessed[i][label])))) /
  sum([...truth, ...guessed].flat());

/** scikit-learn's jaccard_score of one label. */
export const jaccard = (truth, guessed) =>
  count(truth, (own, row) => own && guessed[row]) / count(truth, (own, row) => own || guessed[row]);

/** scikit-learn's label_ranking_average_precision_score. */
export const rankingPrecision = (truth, scores) =>
  mean(
    truth.map((row, i) => {
      const own = scores[i].filter((_, label) => row[label]);
      if (own.length === 0 || own.length === row.length) return 1;
      const ahead = (list, score) => count(list, (other) => other >= score);
      return mean(own.map((score) => ahead(own, score) / ahead(scores[i], score)));
    }),
  );

/** Comparisons of a group `u` with a group `v` within strata, of a yes or no in each row. */
export function withinStrata(strata) {
  const tables = strata.map(({ u, v }) => {
    const [a, c] = [sum(u), sum(v)];
    const [b, d] = [u.length - a, v.length - c];
    return { a, b, c, d, n: a + b + c + d };
  });
  const over = (of) => sum(tables.map(of));
  const n = over((table) => table.n);
  const ratio = over((t) => (t.a * t.d) / t.n) / over((t) => (t.b * t.c) / t.n);
  const excess = over((t) => t.a - ((t.a + t.b) * (t.a + t.c)) / t.n);
  const spread = over((t) => ((t.a + t.b) * (t.c + t.d) * (t.a + t.c) * (t.b + t.d)) / (t.n ** 2 * (t.n - 1)));
  // The number of yes in u at the common odds ratio, with the table's margins, by bisection.
  const fitted = tables.map((t) => {
    let [low, high] = [max(0, t.a + t.c - (t.c + t.d)), min(t.a + t.b, t.a + t.c)];
    const oddsRatio = (x) => (x * (t.d - t.a + x)) / ((t.a + t.b - x) * (t.a + t.c - x));
    for (let step = 0; step < 200; step++) {
      const middle = (low + high) / 2;
      if (oddsRatio(middle) < ratio) low = middle;
      else high = middle;
    }
    const x = (low + high) / 2;
    const cells = [x, t.a + t.b - x, t.a + t.c - x, t.d - t.a + x];
    return { gap: t.a - x, variance: 1 / sum(cells.map((cell) => 1 / cell)) };
  });
  const breslowDay = sum(fitted.map((one) => one.gap ** 2 / one.variance));
  const tarone = sum(fitted.map(({ gap }) => gap)) ** 2 / sum(fitted.map((one) => one.variance));
  return {
    standardizedDifference: over((t) => t.n * (t.a / (t.a + t.b) - t.c / (t.c + t.d))) / n,
    commonOddsRatio: ratio,
    sameOdds: excess ** 2 / spread,
    sameOddsRatio: breslowDay - tarone,
  };
}

/** The mean change of bias over the biased pairs of a group and an object (Zhao et al. 2017), of counts by group. */
export function meanAmplification(train, test) {
  const groups = Object.keys(train);
  const bias = (counts, group, object) => counts[group][object] / sum(groups.map((each) => counts[each][object]));
  const changes = groups.flatMap((group) =>
    Object.keys(train[group])
      .filter((object) => bias(train, group, object) > 1 / groups.length)
      .map((object) => bias(test, group, object) - bias(train, group, object)),
  );
  return mean(changes);
}
