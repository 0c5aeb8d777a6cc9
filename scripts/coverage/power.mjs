// Two groups for tests for no difference in the selection rate, whose power is measured.

import { beta } from './pairs.mjs';
import { normal } from './random.mjs';

/** @type {{ name: string, sizes: [number, number], rate: number, kind?: 'weights' | 'clusters' }[]} */
export const powerDesigns = [
  { name: 'rare', sizes: [1000, 1000], rate: 0.02 },
  { name: 'small group', sizes: [2000, 50], rate: 0.1 },
  { name: 'small groups', sizes: [60, 60], rate: 0.8 },
  { name: 'medium groups', sizes: [500, 200], rate: 0.3 },
  { name: 'weights, lognormal', sizes: [60, 60], rate: 0.2, kind: 'weights' },
  { name: 'weights, lognormal', sizes: [500, 200], rate: 0.3, kind: 'weights' },
  { name: 'clusters of 5 rows', sizes: [8, 8], rate: 0.5, kind: 'clusters' },
  { name: 'clusters of 5 rows', sizes: [15, 15], rate: 0.5, kind: 'clusters' },
  { name: 'clusters of 5 rows', sizes: [40, 40], rate: 0.3, kind: 'clusters' },
];

const rowsOfCluster = 5;
const correlation = 0.3;

/**
 * Draws rows of groups with these rates; weights have a standard deviation of 1 on the logarithmic scale.
 *
 * @param {() => number} random
 * @param {(typeof powerDesigns)[number]} design
 * @param {number[]} rates
 */
export function drawTested(random, { sizes, kind }, rates) {
  /** @type {{ g: string[], prediction: number[], unit: string[], weight: number[] }} */
  const { g, prediction, unit, weight } = { g: [], prediction: [], unit: [], weight: [] };
  const strength = 1 / correlation - 1;
  sizes.forEach((size, group) => {
    const rate = /** @type {number} */ (rates[group]);
    for (let i = 0; i < size; i++) {
      const isCluster = kind === 'clusters';
      const chance = isCluster ? beta(random, rate * strength, (1 - rate) * strength) : rate;
      for (let row = 0; row < (isCluster ? rowsOfCluster : 1); row++) {
        g.push(`g${group}`);
        unit.push(`${group}-${i}`);
        prediction.push(random() < chance ? 1 : 0);
        weight.push(kind === 'weights' ? Math.exp(normal(random)) : 1);
      }
    }
  });
  return {
    ...{ prediction, groups: { g } },
    ...(kind === 'weights' && { weight }),
    ...(kind === 'clusters' && { cluster: unit }),
  };
}
