// Data sets for custom metrics: a function of counts with a known true value, and a function of rows.

import { normal } from './random.mjs';

/** F1 scores of groups of `rows` rows that are favorable and correctly decided with these probabilities. */
export const f1 = ({ truePositives, falsePositives, falseNegatives }) =>
  (2 * truePositives) / (2 * truePositives + falsePositives + falseNegatives);

export const f1Truth = ({ base, hit, alarm }) => (2 * base * hit) / (base * hit + (1 - base) * alarm + base);

/** Draws columns of all groups. */
export function drawDecisions(random, groups, rows) {
  /** @type {{ groups: { g: string[] }, label: number[], prediction: number[] }} */
  const columns = { groups: { g: [] }, label: [], prediction: [] };
  groups.forEach(({ base, hit, alarm }, g) => {
    for (let row = 0; row < rows; row++) {
      const label = random() < base ? 1 : 0;
      columns.groups.g.push(`g${g}`);
      columns.label.push(label);
      columns.prediction.push(random() < (label ? hit : alarm) ? 1 : 0);
    }
  });
  return columns;
}

/** The mean of |prediction - label|, and the median, whose true value for normal errors is 0.6745. */
export const meanAbsolute = (label, prediction) =>
  label.reduce((sum, y, i) => sum + Math.abs(prediction[i] - y), 0) / label.length;

export function medianAbsolute(label, prediction) {
  const sizes = label.map((y, i) => Math.abs(prediction[i] - y)).sort((a, b) => a - b);
  const middle = sizes.length >> 1;
  return sizes.length % 2 ? sizes[middle] : (sizes[middle - 1] + sizes[middle]) / 2;
}

export const rowTruths = { mean: Math.sqrt(2 / Math.PI), median: 0.6744897501960817 };

/** Draws rows of two groups with normal errors, `factor` times as large in the second group. */
export function drawErrors(random, rows, factor) {
  /** @type {{ groups: { g: string[] }, label: number[], prediction: number[] }} */
  const columns = { groups: { g: [] }, label: [], prediction: [] };
  for (const [name, scale] of Object.entries({ g0: 1, g1: factor })) {
    for (let row = 0; row < rows; row++) {
      columns.groups.g.push(name);
      columns.label.push(0);
      columns.prediction.push(scale * normal(random));
    }
  }
  return columns;
}
