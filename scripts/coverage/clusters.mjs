// Data sets with several rows per person, whose decisions are correlated.

import { beta } from './pairs.mjs';

const maxRows = 10;
/** Mean number of rows per person, uniform from 1 to 10. */
const mean = (maxRows + 1) / 2;
const meanSquare = ((maxRows + 1) * (2 * maxRows + 1)) / 6;

/**
 * Groups with this many people. Each person has their own selection probability, from a beta distribution with the
 * group's rate as its mean, so that two rows of one person have the correlation `correlation`. `isShared`: the same
 * people are in all groups, with each row in one of them.
 */
export function drawClusters(random, { persons, rates, correlation, isShared = false }) {
  /** @type {{ groups: { g: string[] }, label: number[], prediction: number[], cluster: string[] }} */
  const columns = { groups: { g: [] }, label: [], prediction: [], cluster: [] };
  const strength = 1 / correlation - 1;
  rates.forEach((rate, g) => {
    for (let i = 0; i < persons; i++) {
      const chance = beta(random, rate * strength, (1 - rate) * strength);
      const rows = 1 + Math.floor(maxRows * random());
      for (let row = 0; row < rows; row++) {
        const group = isShared ? Math.floor(rates.length * random()) : g;
        columns.groups.g.push(`g${group}`);
        columns.label.push(row % 2);
        columns.prediction.push(random() < chance ? 1 : 0);
        columns.cluster.push(`${g}-${i}`);
      }
    }
  });
  return columns;
}

/** Returns the number of independent rows with the same precision: Kish's design effect. */
export function effectiveRows({ persons, correlation }) {
  return (persons * mean) / (1 + (meanSquare / mean - 1) * correlation);
}
