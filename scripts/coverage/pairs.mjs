// Data sets of two predictions for the same rows with known probabilities, and of many groups whose rates are random.

import { binomial, normal } from './random.mjs';

/**
 * Draws rows of groups with given probabilities by prediction and true label: `{ a: [fpr, tpr], b: [fpr, tpr] }`. Half
 * of the rows have a favorable outcome. In a proportion `alike` of the rows, one draw decides both predictions.
 */
export function drawPairs(random, groups, { rows, alike, weigh }) {
  /** @type {{ groups: { g: string[] }, label: number[], predictions: Record<'a' | 'b', number[]>, weight: number[] }} */
  const columns = { groups: { g: [] }, label: [], predictions: { a: [], b: [] }, weight: [] };
  groups.forEach(({ a, b }, i) => {
    for (let row = 0; row < rows; row++) {
      const label = row % 2;
      const one = random();
      const other = random() < alike ? one : random();
      columns.groups.g.push(`g${i}`);
      columns.label.push(label);
      columns.predictions.a.push(one < a[label] ? 1 : 0);
      columns.predictions.b.push(other < b[label] ? 1 : 0);
      columns.weight.push(weigh ? weigh(random) : 1);
    }
  });
  return columns;
}

/** Returns the rates of a population with these probabilities. */
function getRates([fpr, tpr]) {
  return {
    selectionRate: (fpr + tpr) / 2,
    truePositiveRate: tpr,
    positivePredictiveValue: tpr / (fpr + tpr),
    accuracy: (tpr + 1 - fpr) / 2,
    f1Score: (2 * tpr) / (1 + tpr + fpr),
    balancedAccuracy: (tpr + 1 - fpr) / 2,
  };
}

/** Returns the true differences b - a in group g1, and the true changes of its gap to g0. */
export function pairTruths(groups) {
  const [reference, group] = groups;
  const difference = ({ a, b }, name) => getRates(b)[name] - getRates(a)[name];
  return Object.fromEntries(
    Object.keys(getRates(group.a)).flatMap((name) => [
      [name, difference(group, name)],
      [`gap of ${name}`, difference(group, name) - difference(reference, name)],
    ]),
  );
}

/** Returns the estimates of a data set. */
export function pairEstimates(frame) {
  const { rates, gaps } = frame.group({ g: 'g1' });
  return Object.fromEntries(
    Object.keys(rates).flatMap((name) => [
      [name, rates[name].difference],
      [`gap of ${name}`, gaps[name]?.change],
    ]),
  );
}

/** Draws gamma numbers by Marsaglia and Tsang's method. */
function gamma(random, shape) {
  if (shape < 1) return gamma(random, shape + 1) * random() ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const z = normal(random);
    const v = (1 + z / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < z * z * 0.5 + d - d * v + d * Math.log(v)) return d * v;
  }
}

export function beta(random, a, b) {
  const one = gamma(random, a);
  return one / (one + gamma(random, b));
}

/** Draws TP, FP, FN, TN of groups with these selection rates. */
export function drawSelected(random, groups) {
  return groups.map(({ rows, rate }) => {
    const selected = binomial(random, rows, rate);
    return [selected, 0, rows - selected, 0];
  });
}
