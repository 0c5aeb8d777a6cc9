// SPDX-License-Identifier: Apache-2.0
//
// Groups of any size beside a large one, and groups that differ by chance alone. Rates, intervals and
// tests are the package's.

import type { Estimate, Fairwasm } from 'fairwasm';
import { randomFrom } from './random.js';

/** Sizes to choose from; a slider over them is a slider over magnitudes. */
export const sizes = [5, 10, 20, 30, 50, 100, 200, 500, 1000, 2000, 5000] as const;

const draws = 200; // for the interval of the difference; the others need none

export const largeGroup = { rows: 2000, hired: 1000 };
export const chanceOfAll = 0.5;

export interface Beside {
  /** The rate of each group, with its interval. */
  small: Estimate;
  large: Estimate;
  /** How far the small group's rate is from the large one's, with interval and test. */
  difference: Estimate;
  warning: string | undefined;
}

/** A group of `rows`, of which `hired` were hired, beside the large one. */
export function compare(fair: Fairwasm, rows: number, hired: number): Beside {
  const frame = frameOf(fair, [
    { name: 'large', ...largeGroup },
    { name: 'small', rows, hired },
  ]);
  const [small, large] = ['small', 'large'].map((group) => frame.group({ group }));
  const reference = frame.group({ group: 'large' });
  const [comparison] = frame.disparities(reference);
  const unknown: Estimate = { value: Number.NaN };
  return {
    small: small?.rates.selectionRate ?? unknown,
    large: large?.rates.selectionRate ?? unknown,
    difference: comparison?.values.statisticalParityDifference ?? unknown,
    warning: small?.warning,
  };
}

export interface Drawn {
  name: string;
  rate: Estimate;
}

/** Groups of `rows` people who all have the same chance; the same ones for the same seed. */
export function drawGroups(fair: Fairwasm, rows: number, groups: number, seed: number): Drawn[] {
  const random = randomFrom(seed);
  const drawn = Array.from({ length: groups }, (_, i) => ({
    name: String(i + 1).padStart(2, '0'),
    rows,
    hired: Array.from({ length: rows }, () => random() < chanceOfAll).filter(Boolean).length,
  }));
  const frame = frameOf(fair, drawn);
  return drawn.map(({ name }) => ({
    name,
    rate: frame.group({ group: name }).rates.selectionRate ?? { value: Number.NaN },
  }));
}

function frameOf(fair: Fairwasm, groups: readonly { name: string; rows: number; hired: number }[]) {
  const auditor = fair.auditor({
    groups: ['group'],
    prediction: true,
    favorable: 'yes',
    uncertainty: { draws },
  });
  auditor.updateCounted({
    groups: { group: groups.flatMap(({ name }) => [name, name]) },
    prediction: groups.flatMap(() => ['yes', 'no']),
    rows: groups.flatMap(({ rows, hired }) => [hired, rows - hired]),
  });
  return auditor.audit().frame('group');
}
