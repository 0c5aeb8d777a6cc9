// Claims that are selected after looking at the data, without true effects: the first line of a report about equal
// groups, and reversals of gaps (Simpson's paradox) found by a search among attributes. Also the widening of a gap,
// whose sign is not known in advance.

import { essentialDisparities, rankDisparities } from '#fairwasm/report/ranking.js';
import { uniform } from './random.mjs';

/**
 * Reports about equal groups of these sizes for every kind of summary.
 *
 * @type {{ name: string, sizes: number[], outcome?: 'benefit' | 'burden', second?: boolean }[]}
 */
export const equalGroups = [
  { name: '2 × 300', sizes: [300, 300] },
  { name: '400, 300, 200, 150', sizes: [400, 300, 200, 150] },
  { name: '8 × 150', sizes: Array(8).fill(150) },
  { name: '8 × 150, a burden', sizes: Array(8).fill(150), outcome: 'burden' },
  { name: '12 × 120', sizes: Array(12).fill(120) },
  { name: '6 × 150, by 2 attributes and both', sizes: Array(6).fill(150), second: true },
];

const chance = (random, probability) => (random() < probability ? 1 : 0);

/**
 * Draws rows of groups whose labels and predictions have one distribution.
 *
 * @param {() => number} random
 * @param {{ sizes: number[], second?: boolean }} design
 */
export function drawEqual(random, { sizes, second }) {
  /** @type {{ label: number[], prediction: number[], groups: Record<string, string[]> }} */
  const rows = { label: [], prediction: [], groups: { g: [], ...(second && { h: [] }) } };
  sizes.forEach((size, group) => {
    for (let row = 0; row < size; row++) {
      const label = chance(random, 0.45);
      rows.label.push(label);
      rows.prediction.push(chance(random, label ? 0.6 : 0.35));
      rows.groups.g?.push(`g${group}`);
      rows.groups.h?.push(`h${chance(random, 0.5)}`);
    }
  });
  return rows;
}

/**
 * Returns whether the first line of a summary excludes equality, whether any line does, and how many tests disagree.
 */
export function getClaims(report) {
  const lines = report.breakdowns.flatMap((breakdown) => {
    const essential = essentialDisparities(report.disparities, report.outcome);
    return rankDisparities(breakdown, essential).flatMap(({ metric, groups }, place) =>
      groups.flatMap(({ estimate: { ci, pValue } }, group) => {
        if (ci === undefined) return [];
        const { ideal = 0 } = metric;
        const excludes = ci[0] > ideal || ci[1] < ideal;
        const disagrees = pValue !== undefined && pValue < 0.05 !== excludes;
        return [{ excludes, disagrees, isFirst: place + group === 0 }];
      }),
    );
  });
  return {
    first: lines.some(({ excludes, isFirst }) => excludes && isFirst),
    any: lines.some(({ excludes }) => excludes),
    disagreements: lines.filter(({ disagrees }) => disagrees).length,
    tests: lines.length,
  };
}

/**
 * One attribute that determines decisions, and others that are correlated with it: every gap within the categories of
 * the first is 0.
 */
export function drawDriven(random, rows, attributes) {
  const groups = Object.fromEntries(
    Array.from({ length: attributes }, (_, i) => [`a${i}`, /** @type {number[]} */ ([])]),
  );
  /** @type {number[]} */
  const prediction = [];
  for (let row = 0; row < rows; row++) {
    const driver = chance(random, 0.5);
    prediction.push(chance(random, driver ? 0.65 : 0.35));
    Object.values(groups).forEach((column, i) => {
      column.push(i === 0 || random() < 0.4 ? driver : chance(random, 0.5));
    });
  }
  return { prediction, groups };
}

/** For two predictions: the rows of a group and of the reference, and both groups' selection rates before and after. */
export const gapDesigns = [
  { name: '+0.04 → -0.04', rows: [100, 400], before: [0.54, 0.5], after: [0.46, 0.5] },
  { name: '+0.05 → +0.01', rows: [100, 400], before: [0.55, 0.5], after: [0.51, 0.5] },
  { name: '+0.05 → +0.01', rows: [400, 100], before: [0.55, 0.5], after: [0.51, 0.5] },
  { name: '+0.06 → +0.01', rows: [150, 1000], before: [0.56, 0.5], after: [0.51, 0.5] },
  { name: '0 → 0', rows: [150, 1000], before: [0.5, 0.5], after: [0.5, 0.5] },
  { name: '+0.2 → 0', rows: [500, 1000], before: [0.7, 0.5], after: [0.5, 0.5] },
  { name: '+0.2 → -0.2', rows: [500, 1000], before: [0.7, 0.5], after: [0.3, 0.5] },
  { name: '-0.02 → +0.1', rows: [500, 1000], before: [0.08, 0.1], after: [0.2, 0.1] },
];

/**
 * Proportions of rows for which one draw decides both predictions. With 1, decisions change only in groups whose rate
 * changes, and only in one direction.
 */
export const sharedDraws = [0, 0.9, 1];

export const gapTruth = ({ before, after }) => Math.abs(after[0] - after[1]) - Math.abs(before[0] - before[1]);

export function drawGaps(random, { rows, before, after }, alike) {
  /** @type {{ predictions: Record<'a' | 'b', number[]>, groups: { g: string[] } }} */
  const columns = { predictions: { a: [], b: [] }, groups: { g: [] } };
  rows.forEach((count, group) => {
    for (let row = 0; row < count; row++) {
      const one = random();
      const other = random() < alike ? one : random();
      columns.predictions.a.push(one < before[group] ? 1 : 0);
      columns.predictions.b.push(other < after[group] ? 1 : 0);
      columns.groups.g.push(group === 0 ? 'group' : 'reference');
    }
  });
  return columns;
}

export const createGenerator = (design, more = 0) => uniform(53 + design.length + 7 * more);
