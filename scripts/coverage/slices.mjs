// Data sets with slices: errors that are independent of the columns, or more frequent in one conjunction; and the
// results of the search for the worst slices.

import { normal, uniform } from './random.mjs';

/** Populations by the factor of the error rate in c0 = v0 and c1 = v0. */
export const populations = { none: 1, 'twice as often': 2, 'four times as often': 4 };

const values = [2, 3, 4, 5, 3, 6];
export const planted = { c0: 'v0', c1: 'v0' };

/** Draws rows: their columns, their errors, and the error probability of each. */
export function drawSliced(random, population) {
  const { rows, rate, factor } = population;
  const codes = values.map((count) => Uint8Array.from({ length: rows }, () => Math.floor(count * random())));
  const chance = Float64Array.from({ length: rows }, (_, row) =>
    codes[0][row] === 0 && codes[1][row] === 0 ? rate * factor : rate,
  );
  const columns = Object.fromEntries(
    codes.map((column, i) => [
      `c${i}`,
      { codes: column, categories: Array.from({ length: values[i] }, (_, code) => `v${code}`) },
    ]),
  );
  return { columns, chance, error: chance.map((each) => (random() < each ? 1 : 0)) };
}

/** Returns the mean error probability of a slice's rows, which its mean error estimates. */
export function getTruth({ conditions }, { columns, chance }) {
  const tests = Object.entries(conditions).map(([name, value]) => {
    const { codes, categories } = columns[name];
    return [codes, categories.indexOf(value)];
  });
  const within = chance.filter((_, row) => tests.every(([codes, code]) => codes[row] === code));
  return within.reduce((sum, each) => sum + each, 0) / within.length;
}

/**
 * Returns the percentages of `sets` data sets with a slice of p <= 0.05, with the planted slice among those, and with
 * true values inside the intervals of all listed slices.
 */
export async function sureOfSlices(slices, { sets, seed, alpha, ...population }) {
  const random = uniform(seed);
  const counts = { listed: 0, discovery: 0, found: 0, held: 0 };
  for (let set = 0; set < sets; set++) {
    const data = drawSliced(random, population);
    const { columns, error } = data;
    const found = await slices.worstSlices({ columns, error }, { alpha, minRows: 20, permutations: 99, seed: set });
    const sure = found.slices.filter(({ pValue }) => pValue <= 0.05);
    const isPlanted = ({ conditions }) => JSON.stringify(conditions) === JSON.stringify(planted);
    if (found.slices.length > 0) counts.listed++;
    if (sure.length > 0) counts.discovery++;
    if (sure.some(isPlanted)) counts.found++;
    const holds = (slice) => {
      const [low, high] = slice.averageError.ci;
      const truth = getTruth(slice, data);
      return low <= truth && truth <= high;
    };
    if (found.slices.every(holds)) counts.held++;
  }
  const shares = Object.entries(counts).map(([name, count]) => [name, (100 * count) / sets]);
  return Object.fromEntries(shares);
}

/**
 * Returns the p-values of a search for proxies among columns that are independent of the group: that of the first column,
 * and the smallest adjusted one.
 */
export async function proxyTests(slices, random, rows, maxColumns) {
  const draw = (of) => Array.from({ length: rows }, of);
  const columns = Object.fromEntries(
    [2, 2, 3, 5, 10, 20].map((values, i) => [`c${i}`, draw(() => Math.floor(values * random() ** 2))]),
  );
  const group = draw(() => (random() < 0.3 ? 'a' : 'b'));
  const seed = Math.floor(2 ** 31 * random());
  const { proxies } = await slices.proxies({ columns, group }, { permutations: 99, seed, maxColumns, top: 1000 });
  const first = proxies.find(({ columns: names }) => names.join() === 'c0');
  return { own: first.pValue, adjusted: Math.min(...proxies.map((each) => each.adjustedPValue)) };
}

const share = 0.3;

/** Returns the standard normal distribution function, by Simpson's rule. */
function normalCdf(z) {
  const steps = 400;
  const end = Math.max(-8, Math.min(8, z));
  const density = (x) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  let sum = density(0) + density(end);
  for (let i = 1; i < steps; i++) sum += (i % 2 === 1 ? 4 : 2) * density((end * i) / steps);
  return 0.5 + (sum * end) / (3 * steps);
}

/**
 * Draws people of two groups with two actions and searches all subgroups. Returns whether the intervals of all subgroups
 * contain the truth, for gaps, proportions, mean costs, costs at which a share has recourse, and measures of the same
 * action for all people, and whether any adjusted p-value is at most 0.05. `more` is
 * added to one group's chance; `isSkewed` is true for costs that differ between people (log-normal).
 */
export async function recourseTests(slices, random, rows, more, isSkewed) {
  const draw = (of) => Array.from({ length: rows }, of);
  const columns = Object.fromEntries(
    [2, 3, 4].map((count, i) => [`c${i}`, draw(() => `v${Math.floor(count * random() ** 1.5)}`)]),
  );
  const group = draw(() => (random() < 0.3 ? 'a' : 'b'));
  const chances = { a: 0.2 + more, b: 0.2 };
  const factor = isSkewed ? draw(() => Math.exp(normal(random))) : draw(() => 1);
  const action = (cost) => ({
    cost: factor.map((each) => cost * each),
    decision: group.map((own) => (random() < chances[own] ? 1 : 0)),
  });
  const actions = { cheap: action(1), dear: action(2) };
  const found = await slices.recourse({ columns, group, actions }, { top: 1000, minRows: 5, share });
  const able = (name) => 1 - (1 - chances[name]) ** 2;
  const meanCost = (name) => {
    const [own, mean] = [chances[name], isSkewed ? Math.exp(0.5) : 1];
    return (mean * (own + (1 - own) * own * 2)) / able(name);
  };
  // The proportion with recourse at a cost up to c: by the cheap action, or else by the dear one.
  const getProportion = (name, cost) => {
    const own = chances[name];
    const upTo = (limit) => (isSkewed ? normalCdf(Math.log(limit)) : Number(limit >= 1));
    return own * upTo(cost) + (1 - own) * own * upTo(cost / 2);
  };
  const costOfShare = (name) => {
    if (able(name) < share) return Number.POSITIVE_INFINITY;
    if (!isSkewed) return [1, 2].find((cost) => getProportion(name, cost) >= share);
    let [low, high] = [0, 1e3];
    for (let i = 0; i < 60; i++) {
      const middle = (low + high) / 2;
      if (getProportion(name, middle) >= share) high = middle;
      else low = middle;
    }
    return high;
  };
  const isChoice = (name) => chances[name] >= share;
  const actionCost = (name) => {
    if (!isChoice(name)) return Number.POSITIVE_INFINITY;
    return isSkewed ? Math.exp(0.5) : 1;
  };
  const holds = ({ ci }, truth) => ci === undefined || (ci[0] <= truth && truth <= ci[1]);
  const holdsAll = (name, getTruth_) =>
    found.subgroups.every(
      ({ groups, gaps }) =>
        groups.every((each) => holds(each[name], getTruth_(each.name))) &&
        holds(
          gaps[name],
          (getTruth_('a') - getTruth_('b')) *
            (groups.toSorted((one, other) => other[name].value - one[name].value)[0].name === 'a' ? 1 : -1),
        ),
    );
  return {
    gaps: found.subgroups.every(({ gap }) => holds(gap, (able('a') - able('b')) * (gap.highest === 'a' ? 1 : -1))),
    proportions: holdsAll('effectiveness', able),
    costs: holdsAll('meanCost', meanCost),
    costsOfShare: holdsAll('costOfEffectiveness', costOfShare),
    actions:
      holdsAll('actionEffectiveness', (name) => chances[name]) &&
      holdsAll('actionCost', actionCost) &&
      holdsAll('choices', (name) => (isChoice(name) ? 2 : 0)),
    rejected: found.subgroups.some(({ gap }) => gap.adjustedPValue <= 0.05),
  };
}
