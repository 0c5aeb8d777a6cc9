// Repeated decisions and rates per exposure, compared with numpy, scipy, and statsmodels. The key of a value is a
// variant or a group, or the name of a value of all variants.

import { once } from './once.mjs';

const kinds = { repeated: 'compareVariants', exposure: 'ratesPerExposure' };

export const canEvaluate = (_key, { kind }) => Object.hasOwn(kinds, kind);

const getColumns = ({ columns, rows }) =>
  Object.fromEntries(columns.map((name, i) => [name, rows.map((row) => row[i])]));

const getResult = (golden, { repeated }) =>
  once(golden, 'result', () => {
    const { reference } = golden.input;
    const { outcome, ...columns } = getColumns(golden.input);
    const isDecided = outcome?.every((each) => each === 0 || each === 1);
    return repeated[kinds[golden.kind]]({
      ...columns,
      ...(outcome !== undefined && { [isDecided ? 'outcome' : 'score']: outcome }),
      ...(reference !== undefined && { reference }),
    });
  });

const variantValues = {
  gap: ({ gap }) => gap.value,
  gap_ci_t: ({ gap }) => gap.ci,
  mcnemar_exact_p: ({ mcnemar }) => mcnemar.pValue,
  squared_effect: ({ squaredEffect }) => (Number.isNaN(squaredEffect.value) ? null : squaredEffect.value),
  squared_effect_se: ({ squaredEffectError }) => squaredEffectError,
  within_disagreement: ({ variant, disagreement }, reference) => ({
    [reference]: disagreement.withinReference.value,
    [variant]: disagreement.within.value,
  }),
  between_disagreement: ({ disagreement }) => disagreement.between.value,
};

const groupValues = { rate: ({ rate }) => rate.value, variance: ({ variance }) => variance };

const pick = (values, names, ...from) =>
  Object.fromEntries(
    Object.keys(names).map((name) => [name, Object.hasOwn(values, name) ? values[name](...from) : undefined]),
  );

export function evaluate(key, golden, modules) {
  const result = getResult(golden, modules);
  const recorded = golden.expected[key];
  if (golden.kind === 'exposure') {
    const group = result.groups.find((each) => each.name === key);
    return { ...pick(groupValues, recorded, group), ...getGarwood(key, golden, modules) };
  }
  if (key === 'between_variance') return result.betweenVariance.value;
  if (key === 'cochrans_q') {
    return { statistic: result.cochransQ.statistic, p: result.cochransQ.pValue };
  }
  const effect = result.variants.find(({ variant }) => variant === key);
  return pick(variantValues, recorded, effect, golden.input.reference);
}

// Without clusters, the interval of a rate is Garwood's.
function getGarwood(key, golden, { repeated }) {
  if (!('garwood' in golden.expected[key])) return {};
  const { cluster: _, ...columns } = getColumns(golden.input);
  const { groups } = repeated.ratesPerExposure(columns);
  return { garwood: groups.find(({ name }) => name === key).rate.ci };
}

/** Returns the gaps of all items with both variants. */
function getGaps(variant, { input }) {
  const { item, variant: variants, outcome } = getColumns(input);
  const sums = new Map();
  item.forEach((each, row) => {
    if (!sums.has(each)) sums.set(each, new Map());
    const cells = sums.get(each);
    const [sum, runs] = cells.get(variants[row]) ?? [0, 0];
    cells.set(variants[row], [sum + outcome[row], runs + 1]);
  });
  const mean = ([sum, runs]) => sum / runs;
  return [...sums.values()]
    .filter((cells) => cells.has(variant) && cells.has(input.reference))
    .map((cells) => mean(cells.get(variant)) - mean(cells.get(input.reference)));
}

// Integrates the density of Student's distribution by Simpson's rule, relative to that of half of the line: with t = tan
// a times the root of the degrees, the density of a is proportional to cos(a)^(degrees - 1).
function centralProbability(t, degrees) {
  const integral = (end) => {
    const steps = 20_000;
    let sum = 0;
    for (let i = 0; i <= steps; i++) {
      const weight = i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2;
      sum += weight * Math.cos((end * i) / steps) ** (degrees - 1);
    }
    return (sum * end) / steps / 3;
  };
  return integral(Math.atan(t / Math.sqrt(degrees))) / integral(Math.PI / 2);
}

function studentInterval(gaps) {
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const squares = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0);
  let [low, high] = [0, 20];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (centralProbability(middle, gaps.length - 1) < 0.95) low = middle;
    else high = middle;
  }
  const reach = high * Math.sqrt(squares / (gaps.length - 1) / gaps.length);
  return [mean - reach, mean + reach];
}

/** scipy's quantiles of Student's distribution have nine digits for some degrees of freedom. */
export function deviation(key, golden, path) {
  if (golden.kind !== 'repeated' || path[1] !== 'gap_ci_t') return undefined;
  const own = once(golden, `interval of ${key}`, () => studentInterval(getGaps(key, golden)));
  const recorded = golden.expected[key].gap_ci_t;
  const isNear = own.every((end, i) => Math.abs(end - recorded[i]) < 1e-8);
  return isNear ? { rule: 'precision of t quantiles', expected: { gap_ci_t: own } } : undefined;
}
