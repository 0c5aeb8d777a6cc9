// Two groups in strata with known probabilities, for the coverage of comparisons within strata. The group is mostly in
// strata with low rates, so the gap over all rows is misleading.

import { binomial } from './random.mjs';

/** Numbers of rows of the group and of the reference in each of `strata`, distributed in opposite ways. */
const getSizes = ({ strata, rows }) =>
  Array.from({ length: strata }, (_, i) => {
    const share = (1 + i) / (strata * (strata + 1));
    const other = (strata - i) / (strata * (strata + 1));
    return [share, other].map((each) => Math.max(1, Math.round(2 * rows * each)));
  });

const oddsTimes = (chance, ratio) => (ratio * chance) / (1 - chance + ratio * chance);

/** Returns each stratum's rows and both probabilities; the odds ratio is equal in all strata. */
export function getStrata(population) {
  const { strata, from, to, oddsRatio } = population;
  return getSizes(population).map(([group, reference], i) => {
    const chance = strata === 1 ? from : from + ((to - from) * i) / (strata - 1);
    return { group, reference, chances: [oddsTimes(chance, oddsRatio), chance] };
  });
}

export function withinTruths(population) {
  const strata = getStrata(population);
  const sum = (of) => strata.reduce((total, each) => total + of(each), 0);
  const all = sum(({ group, reference }) => group + reference);
  const [group, reference] = [0, 1].map(
    (side) => sum((each) => (each.group + each.reference) * each.chances[side]) / all,
  );
  return {
    'difference within': group - reference,
    'ratio within': group / reference,
    'common odds ratio': population.oddsRatio,
  };
}

/** Returns a tally of one draw. */
export function drawWithin(fair, random, population) {
  const cells = getStrata(population).flatMap(({ group, reference, chances }, s) =>
    [
      ['a', group, chances[0]],
      ['b', reference, chances[1]],
    ].flatMap(([g, rows, chance]) => {
      const yes = binomial(random, rows, chance);
      return [
        { g, s, prediction: 1, rows: yes },
        { g, s, prediction: 0, rows: rows - yes },
      ];
    }),
  );
  const tally = fair.tally({ groups: ['g', 's'], prediction: true });
  tally.updateCounted({
    groups: { g: cells.map(({ g }) => g), s: cells.map(({ s }) => s) },
    prediction: cells.map(({ prediction }) => prediction),
    rows: cells.map(({ rows }) => rows),
  });
  return tally;
}
