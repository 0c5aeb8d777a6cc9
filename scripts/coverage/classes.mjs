// Multiclass data sets: a confusion matrix for each group, drawn with known probabilities.

import { binomial } from './random.mjs';

const names = ['a', 'b', 'c'];

/**
 * Returns probabilities of (true class, predicted class): each class is predicted correctly with probability `right`,
 * and errors are distributed equally among the others.
 */
export function getChances({ shares, right }) {
  return shares.flatMap((share, i) =>
    shares.map((_, j) => share * (i === j ? right : (1 - right) / (shares.length - 1))),
  );
}

/** Returns how many of `rows` rows are in each cell. */
function multinomial(random, rows, chances) {
  let left = rows;
  let chance = 1;
  return chances.map((each) => {
    const count = chance <= each ? left : binomial(random, left, each / chance);
    left -= count;
    chance -= each;
    return count;
  });
}

/** Returns a tally of groups with these counts, with weights by row if given. */
function getTally(fair, counts, weigh) {
  const tally = fair.tally({ groups: ['g'], label: true, prediction: true });
  /** @type {{ groups: { g: string[] }, label: string[], prediction: string[], rows: number[] }} */
  const columns = { groups: { g: [] }, label: [], prediction: [], rows: [] };
  const weight = [];
  counts.forEach((cells, group) => {
    cells.forEach((count, cell) => {
      for (let i = 0; i < (weigh ? count : 1); i++) {
        columns.groups.g.push(`g${group}`);
        columns.label.push(names[Math.floor(cell / names.length)]);
        columns.prediction.push(names[cell % names.length]);
        columns.rows.push(count);
        if (weigh) weight.push(weigh());
      }
    });
  });
  const { rows, ...others } = columns;
  if (weigh) tally.update({ ...others, weight });
  else tally.updateCounted(columns);
  return tally;
}

const options = (uncertainty) => ({ classes: names, ordered: true, uncertainty });

/** Returns the true values: those of an audit with so many rows that counts equal the probabilities. */
export function classTruths(fair, module, chances, ...names) {
  const counts = chances.map((each) => each.map((chance) => Math.round(1e9 * chance)));
  const frame = module.auditTally(getTally(fair, counts), options(false)).frame('g');
  return getValues(frame, names, ({ value }) => value);
}

/** Returns the estimates of a data set drawn from the population. */
export function classEstimates(fair, module, random, { rows, chances, weigh }, names) {
  const counts = chances.map((each) => multinomial(random, rows, each));
  const frame = module.auditTally(getTally(fair, counts, weigh), options({ draws: 1 })).frame('g');
  return getValues(frame, names, (estimate) => estimate);
}

function getValues(frame, names, pick) {
  const [metrics, gaps] = names;
  const group = frame.group({ g: 'g0' });
  const own = metrics.map((name) => [name, pick(group.values[name])]);
  const apart = gaps.map((name) => [`gap of ${name}`, pick(frame.spread(name).difference)]);
  return Object.fromEntries([...own, ...apart]);
}
