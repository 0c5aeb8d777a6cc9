// Repeated decisions whose items are drawn from a population with known effects, and events of clusters with known rates.

import { normal, poisson } from './random.mjs';

/** Effects of variant b on the probability (or on the score) of an item; those of variant c are 0. */
export const effects = {
  none: { draw: () => 0, mean: 0, square: 0 },
  '0.15 on every item': { draw: () => 0.15, mean: 0.15, square: 0.15 ** 2 },
  '±0.3, which cancel': { draw: (random) => (random() < 0.5 ? 0.3 : -0.3), mean: 0, square: 0.3 ** 2 },
  'uniform, -0.1 to 0.3': { draw: (random) => -0.1 + 0.4 * random(), mean: 0.1, square: 0.1 ** 2 + 0.4 ** 2 / 12 },
};

/** The true values of an effect. */
export const getTruths = ({ mean, square }) => ({
  gap: mean,
  other: 0,
  squaredEffect: square,
  // Without effects, nothing can cancel.
  ...(square > 0 && { canceled: 1 - mean ** 2 / square }),
  betweenVariance: square / 3,
});

/** Draws items in three variants; scores are normal, decisions have probabilities around 0.5. */
export function drawRuns(random, { items, runs, effect, isScore }) {
  /** @type {{ item: number[], variant: string[], values: number[] }} */
  const rows = { item: [], variant: [], values: [] };
  for (let item = 0; item < items; item++) {
    const level = 0.4 + 0.2 * random();
    const own = effect.draw(random);
    for (const variant of 'abc') {
      const expected = level + (variant === 'b' ? own : 0);
      for (let run = 0; run < runs; run++) {
        rows.item.push(item);
        rows.variant.push(variant);
        rows.values.push(isScore ? expected + 0.3 * normal(random) : Number(random() < expected));
      }
    }
  }
  return rows;
}

/** Few items, uneven runs with rates near 0 and 1, and skewed scores: see {@link drawUneven}. */
export const unevenDesigns = [
  { kind: '3 runs, rates of 0.4 to 0.6', items: 10, runs: () => 3, level: (random) => 0.4 + 0.2 * random() },
  {
    kind: '2 to 6 runs, Beta(0.5, 0.5) rates',
    items: 50,
    runs: (random) => 2 + Math.floor(5 * random()),
    level: (random) => Math.sin((Math.PI / 2) * random()) ** 2,
  },
  { kind: '3 runs, lognormal scores', items: 30, runs: () => 3, level: () => 0, isScore: true },
];

/** Effects on a probability; on scores, they are four times as large. */
export const unevenEffects = {
  none: () => 0,
  '±0.3': (random) => (random() < 0.5 ? 0.3 : -0.3),
  '±0.5 on a tenth': (random) => (random() < 0.1 ? (random() < 0.5 ? 0.5 : -0.5) : 0),
};

const limited = (chance) => Math.min(1, Math.max(0, chance));

/** Returns the squared effect on an item, and its expected outcomes. */
function drawItem(random, { level, isScore = false }, effect) {
  const base = level(random);
  const changed = isScore ? base + 4 * effect(random) : limited(base + effect(random));
  return { base, changed, square: (changed - base) ** 2 };
}

/** Returns the mean squared effect of a design. */
export function unevenTruth(random, design, effect) {
  const draws = 200_000;
  let sum = 0;
  for (let i = 0; i < draws; i++) sum += drawItem(random, design, effect).square;
  return sum / draws;
}

/** Draws items in variant a, in variant b with an effect, and in `others` variants without one. */
export function drawUneven(random, design, effect, others = 0) {
  /** @type {{ item: number[], variant: string[], values: number[] }} */
  const rows = { item: [], variant: [], values: [] };
  const names = ['a', 'b', ...Array.from({ length: others }, (_, i) => `c${i}`)];
  for (let item = 0; item < design.items; item++) {
    const { base, changed } = drawItem(random, design, effect);
    for (const variant of names) {
      const expected = variant === 'b' ? changed : base;
      const runs = design.runs(random);
      for (let run = 0; run < runs; run++) {
        rows.item.push(item);
        rows.variant.push(variant);
        rows.values.push(design.isScore ? expected + Math.exp(normal(random)) : Number(random() < expected));
      }
    }
  }
  return rows;
}

/** Draws questions about passages whose effects have a standard deviation of 0.25 and a mean of 0. */
export function drawPassages(random, sizes) {
  /** @type {{ item: string[], variant: string[], cluster: number[], outcome: number[] }} */
  const rows = { item: [], variant: [], cluster: [], outcome: [] };
  sizes.forEach((size, passage) => {
    const effect = 0.25 * normal(random);
    for (let question = 0; question < size; question++) {
      for (const variant of 'ab') {
        rows.item.push(`${passage} ${question}`);
        rows.variant.push(variant);
        rows.cluster.push(passage);
        rows.outcome.push(Number(random() < limited(0.5 + (variant === 'b' ? effect : 0))));
      }
    }
  });
  return rows;
}

/** Returns the estimates of variant b, the gap of variant c, and all variants. */
export function getEstimates(repeated, { values, ...rows }, { isScore, permutations }) {
  const { variants, betweenVariance, cochransQ } = repeated.compareVariants({
    ...rows,
    [isScore ? 'score' : 'outcome']: values,
    reference: 'a',
    permutations,
  });
  const [b, c] = variants;
  return {
    gap: b.gap,
    other: c.gap,
    squaredEffect: b.squaredEffect,
    canceled: b.canceled,
    betweenVariance,
    noEffectPValue: b.noEffectPValue,
    mcnemar: b.mcnemar?.pValue,
    cochran: cochransQ?.pValue,
  };
}

/** Returns whether an interval contains the truth. */
export const contains = (ci, truth) => ci !== undefined && ci[0] <= truth && truth <= ci[1];

/** Draws clusters of two groups with these rates; clusters differ in exposure, and in their rate if they are not alone. */
export function drawEvents(random, { clusters, exposure, rates, spread }) {
  /** @type {{ group: string[], cluster: string[], events: number[], exposure: number[] }} */
  const rows = { group: [], cluster: [], events: [], exposure: [] };
  rates.forEach((rate, group) => {
    for (let cluster = 0; cluster < clusters; cluster++) {
      const size = exposure * (0.5 + random());
      const factor = Math.exp(spread * normal(random) - spread ** 2 / 2);
      rows.group.push('xy'[group]);
      rows.cluster.push(`${group} ${cluster}`);
      rows.events.push(poisson(random, rate * factor * size));
      rows.exposure.push(size);
    }
  });
  return rows;
}

/** Probabilities of an item's answers and preferences. Half of each probability is the same in all runs of the item. */
const answering = { unknown: 0.4, biased: 0.35, stereotype: 0.6, meaningful: 0.8 };

export const benchmarkTruths = {
  s_AMB: 2 * answering.biased - (1 - answering.unknown),
  s_DIS: (2 * answering.biased) / (1 - answering.unknown) - 1,
  preferred: answering.stereotype,
  icat: 200 * answering.meaningful * (1 - answering.stereotype),
};

/** Draws answers to `items` questions in `runs` runs, a number or how it is drawn, and returns the scores of all benchmarks. */
export function benchmarkScores(repeated, random, { items, runs }) {
  const item = Array.from({ length: items }, (_, each) =>
    Array.from({ length: typeof runs === 'number' ? runs : runs(random) }, () => each),
  ).flat();
  const own = Array.from({ length: items }, () => [random(), random(), random()]);
  const drawn = (place) => item.map((each) => (random() < 0.5 ? /** @type {number} */ (own[each]?.[place]) : random()));
  const answer = drawn(0);
  const unknown = answer.map((each) => Number(each < answering.unknown));
  const biased = answer.map((each) => Number(each > 1 - answering.biased));
  const stereotype = drawn(1).map((each) => Number(each < answering.stereotype));
  const meaningful = drawn(2).map((each) => Number(each < answering.meaningful));
  const of = (context, correct) =>
    repeated.bbq({ item, context: item.map(() => context), correct, biased, unknown }).categories[0].scores;
  return {
    s_AMB: of('ambig', unknown).s_AMB,
    s_DIS: of('disambig', biased).s_DIS,
    preferred: repeated.crowsPairs({ item, stereotype }).categories[0].scores.preferred,
    icat: repeated.stereoSet({ item, stereotype, meaningful }).categories[0].scores.icat,
  };
}
