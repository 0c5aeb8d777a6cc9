// Data sets in which a person has several rows: decisions about one person are alike.

import { beta } from './pairs.mjs';

const maxRows = 10;
/** Of rows a person, all numbers from 1 to 10 being as likely. */
const mean = (maxRows + 1) / 2;
const meanSquare = ((maxRows + 1) * (2 * maxRows + 1)) / 6;

/**
 * Groups of so many persons, selected with a chance of their own: beta distributed with the group's rate as its
 * mean, so that two rows of one person have `correlation`. `isShared`: the same persons are in all groups, each
 * row in one of them.
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

/** As many independent rows as the persons of a group are worth: Kish's design effect. */
export function effectiveRows({ persons, correlation }) {
  return (persons * mean) / (1 + (meanSquare / mean - 1) * correlation);
}
