// Populations for statements that need their own designs: decisions of a model with changed columns, certificates,
// probable categories, calibration, and tests of true null hypotheses.

import { load as loadAif360 } from 'fairwasm/aif360';
import { MDBA } from 'fairwasm/amplification';
import { load as loadImpact } from 'fairwasm/impact';
import { dependence, flip, importance } from 'fairwasm/models';
import { load as loadRobustness } from 'fairwasm/robustness';
import { load as loadScores } from 'fairwasm/scores';
import { present } from '../../tests/present.mjs';
import { loaded as amplification, getCounts } from './amplification.mjs';
import { binomial, normal, poisson, uniform } from './random.mjs';
import { addScored, scorers } from './scores.mjs';

const loaded = { aif360: loadAif360(), impact: loadImpact(), robustness: loadRobustness(), scores: loadScores() };

const logistic = (value) => 1 / (1 + Math.exp(-value));
const density = (x) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);

/** The mean of a function of a normal number with mean `center` and variance 1. */
function meanOver(center, value) {
  const width = 0.002;
  let sum = 0;
  for (let x = -8; x <= 8; x += width) sum += width * density(x) * value(center + x);
  return sum;
}

/** Incomes are normal with mean -0.3 or 0.3 by sex; the score is σ(income), or σ(income + bonus) for the second sex. */
export const modelDesigns = [30, 100, 1000].flatMap((rows) => [0.8, 0.1].map((bonus) => ({ rows, bonus })));

const centers = { f: -0.3, m: 0.3 };

export function modelTruths({ bonus }) {
  const score = (sex, income) => logistic(income + (sex === 'm' ? bonus : 0));
  const flips = meanOver(centers.f, (x) => (x < 0 && x + bonus >= 0 ? 1 : 0));
  const mean = (sex, of = sex) => meanOver(centers[of], (income) => score(sex, income));
  const mixed = (sex) => (mean(sex, 'f') + mean(sex, 'm')) / 2;
  const random = uniform(77);
  let change = 0;
  const draws = 500_000;
  for (let i = 0; i < draws; i++) {
    const sex = i % 2 === 0 ? 'f' : 'm';
    const giver = random() < 0.5 ? 'f' : 'm';
    const [own, given] = [centers[sex] + normal(random), centers[giver] + normal(random)];
    change += Math.abs(score(sex, given) - score(sex, own)) / draws;
  }
  return {
    'flip rate': flips,
    'become favorable': flips,
    'become unfavorable': 0,
    'mean change': mean('m', 'f') - mean('f'),
    'importance: change': change,
    'importance: shift': mixed('f') - mean('f'),
    'importance: gap': mean('f') - mean('m') - (mixed('f') - mixed('m')),
    dependence: mixed('m'),
  };
}

export async function modelEstimates(random, { rows: size, bonus }) {
  const rows = Array.from({ length: size }, (_, i) => {
    const sex = i % 2 === 0 ? 'f' : 'm';
    return { sex, income: centers[sex] + normal(random) };
  });
  const predict = (asked) => asked.map(({ sex, income }) => logistic(Number(income) + (sex === 'm' ? bonus : 0)));
  const { changes } = await flip({ predict, rows, attribute: 'sex' });
  const { flipRate, becomeFavorable, becomeUnfavorable, meanChange } = changes[0];
  const { columns } = await importance({
    ...{ predict, rows, group: 'sex', reference: 'm', columns: ['income'] },
    seed: Math.floor(2 ** 31 * random()),
  });
  const [column] = columns;
  const group = present(column.groups.find(({ name }) => name === 'f'));
  const { values, groups } = await dependence({ predict, rows, column: 'sex', curves: 0 });
  return {
    'flip rate': flipRate,
    'become favorable': becomeFavorable,
    'become unfavorable': becomeUnfavorable,
    'mean change': meanChange,
    'importance: change': column.change,
    'importance: shift': group.shift,
    'importance: gap': group.gap,
    dependence: groups[0].means[values.indexOf('m')],
  };
}

/** Radii are normal with this mean in every group, or higher by `shift` in the second; wrong predictions have a radius below 0. */
export const certificateDesigns = [30, 100, 1000].flatMap((rows) => [
  { rows, groups: 2, center: 0.5, shift: 0 },
  { rows, groups: 2, center: 0.5, shift: 0.2 },
  { rows, groups: 5, center: 1, shift: 0 },
]);

function normalQuantile(probability) {
  let [low, high] = [-8, 8];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (meanOver(0, (x) => (x <= middle ? 1 : 0)) < probability) low = middle;
    else high = middle;
  }
  return high;
}

export function certificateTruths({ center, shift }) {
  const above = (limit, mean) => meanOver(mean, (x) => (x > limit ? 1 : 0));
  const average = (mean) => meanOver(mean, (x) => Math.max(0, x));
  const half = (mean) => mean + normalQuantile(1 - above(0, mean) / 2);
  const gap = (of) => of(center + shift) - of(center);
  return {
    accuracy: above(0, center),
    'certified accuracy': above(0.25, center),
    'average robustness': average(center),
    'signed robustness': center,
    'half radius': half(center),
    'gap of accuracy': gap((mean) => above(0, mean)),
    'gap of certified accuracy': gap((mean) => above(0.25, mean)),
    'gap of average robustness': gap(average),
    'gap of half radius': gap(half),
  };
}

export async function certificateEstimates(random, { rows, groups, center, shift }) {
  const robustness = await loaded.robustness;
  const certificates = robustness.certificates({ lipConst: 1, epsilons: [0.25], groups: ['g'] });
  const names = Array.from({ length: groups * rows }, (_, row) => `g${row % groups}`);
  const label = names.map((_, row) => (row % 4 < 2 ? 1 : -1));
  const score = names.map((name, row) => label[row] * (center + (name === 'g1' ? shift : 0) + normal(random)));
  certificates.update({ label, score, groups: { g: names } });
  const seed = Math.floor(2 ** 31 * random());
  const { groups: found, differences } = certificates.compute({ by: ['g'], seed, replicates: 1000 });
  certificates[Symbol.dispose]();
  const first = present(found.find(({ name }) => name === 'g0'));
  return {
    accuracy: first.accuracy,
    'certified accuracy': first.certifiedAccuracy[0],
    'average robustness': first.averageRobustness,
    'signed robustness': first.signedRobustness,
    'half radius': first.halfRadius,
    'gap of accuracy': differences.accuracy,
    'gap of certified accuracy': differences.certifiedAccuracy[0],
    'gap of average robustness': differences.averageRobustness,
    'gap of half radius': differences.halfRadius,
  };
}

/** Cells of rows: the probability of the category, and of being selected. */
export const probableDesigns = [60, 300, 3000].flatMap((rows) => [
  { name: 'wide bounds', rows, cells: [0.1, 0.5, 0.9].map((p) => ({ p, selected: 0.3 })) },
  { name: 'narrow bounds', rows, cells: [0.02, 0.98].map((p) => ({ p, selected: p > 0.5 ? 0.6 : 0.2 })) },
  { name: 'bounds change formula', rows, cells: [0.5, 0.3].map((p) => ({ p, selected: p })) },
]);

/** Returns the weighted rate, and the minimum and maximum rate that the cells allow. */
export function probableTruths({ cells }) {
  const sum = (of) => cells.reduce((all, cell) => all + of(cell), 0) / getSum(cells);
  return {
    rate: sum(({ p, selected }) => p * selected),
    least: sum(({ p, selected }) => Math.max(0, p + selected - 1)),
    greatest: sum(({ p, selected }) => Math.min(p, selected)),
  };
}

const getSum = (cells) => cells.reduce((all, { p }) => all + p, 0);

export async function probableEstimates(random, { rows, cells }) {
  const impact = await loaded.impact;
  const drawn = Array.from({ length: rows }, () => Math.floor(cells.length * random()));
  const probabilities = { a: drawn.map((cell) => cells[cell].p), b: drawn.map((cell) => 1 - cells[cell].p) };
  const selected = drawn.map((cell) => (random() < cells[cell].selected ? 1 : 0));
  const input = { probabilities, selected, favorable: 1, cell: drawn };
  const { weightedRate, rateInterval } = impact.byProbability(input).categories[0];
  return { rate: weightedRate, bounds: present(rateInterval) };
}

/** Calibration in the large, intercept, and slope of σ(intercept + slope logit score). */
export const calibrationTruths = {
  calibrated: [0, 0, 1],
  'too high': [-0.8, -0.8, 1],
  'too extreme': [0, 0, 0.3],
  'rare outcomes': [0, 0, 1],
};

export async function calibrationEstimates(random, name, rows) {
  const scores = await loaded.scores;
  const columns = { groups: { g: [] }, score: [], label: [], weight: [] };
  addScored(columns, random, { name: 'a', rows, scorer: scorers[name] });
  const { score, label } = columns;
  const exact = scores.exactScores();
  exact.update({ score, label });
  const [{ estimates }] = exact.calibration([]);
  exact[Symbol.dispose]();
  return [estimates.calibrationInTheLarge, estimates.calibrationIntercept, estimates.calibrationSlope];
}

/** P-values of equal selection rates. */
export async function rateTests(random, sizes, rate) {
  const impact = await loaded.impact;
  const groups = sizes.map((applicants, i) => ({
    ...{ name: `g${i}`, applicants, selected: binomial(random, applicants, rate) },
  }));
  const [{ zPValue, yatesPValue }] = present(
    impact.fourFifths(groups, { reference: 'g0' }).againstReference,
  ).comparisons;
  return { zPValue, yatesPValue };
}

/** How bias scans read outcomes, and outcomes with a given expectation. */
const scanned = {
  Bernoulli: { mode: 'binary', outcome: (random, p) => (random() < p ? 1 : 0) },
  Poisson: { mode: 'continuous', outcome: poisson },
  Gaussian: { mode: 'continuous', outcome: (random, mean) => mean + normal(random) },
};

/** The p-value of a bias scan of outcomes that have their expectations. */
export async function scanTest(random, scoring, rows) {
  const aif360 = await loaded.aif360;
  const column = (categories) => Array.from({ length: rows }, () => `c${Math.floor(categories * random())}`);
  const attributes = { a: column(2), b: column(3), c: column(4) };
  const { mode, outcome } = scanned[scoring];
  const expectations = Array.from({ length: rows }, () => 0.1 + 0.5 * random());
  const observations = expectations.map((expected) => outcome(random, expected));
  const { pValue } = await aif360.biasScan(
    { attributes, observations, expectations },
    { mode, scoring, numIters: 3, seed: Math.floor(2 ** 31 * random()) },
  );
  return pValue;
}

/** The p-value of MDBA of truth and prediction that have the same law; it is at most 0.05 if the interval excludes 0. */
export async function combinedTest(random, rows) {
  const design = { tasks: 4, rows, truth: [0.3, 0.3] };
  const counts = getCounts(await amplification, random, design, true);
  try {
    return (await new MDBA(counts).computeBiasAmp()).pValue;
  } finally {
    counts[Symbol.dispose]();
  }
}
