// SPDX-License-Identifier: Apache-2.0
//
// Groups of any size compared with a large group, and groups that differ only by chance. The package computes rates,
// intervals, and tests.

import type { Estimate, Fairwasm } from 'fairwasm';
import { randomFrom } from './random.js';

/** Available sizes; the slider selects among orders of magnitude. */
export const sizes = [5, 10, 20, 30, 50, 100, 200, 500, 1000, 2000, 5000] as const;

const draws = 200; // for the interval of the difference; the others need none

export const largeGroup = { rows: 2000, hired: 1000 };
export const chanceOfAll = 0.5;

export interface Compared {
  /** The rate of each group, with its interval. */
  small: Estimate;
  large: Estimate;
  /** The difference between the small group's rate and the large group's, with interval and test. */
  difference: Estimate;
  warning: string | undefined;
}

/** A group of `rows` people, of whom `hired` were hired, compared with the large group. */
export function compare(fair: Fairwasm, rows: number, hired: number): Compared {
  const frame = getFrame(fair, [
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

/** Groups of `rows` people with equal probabilities; equal seeds give equal groups. */
export function drawGroups(fair: Fairwasm, rows: number, groups: number, seed: number): Drawn[] {
  const random = randomFrom(seed);
  const drawn = Array.from({ length: groups }, (_, i) => ({
    name: String(i + 1).padStart(2, '0'),
    rows,
    hired: Array.from({ length: rows }, () => random() < chanceOfAll).filter(Boolean).length,
  }));
  const frame = getFrame(fair, drawn);
  return drawn.map(({ name }) => ({
    name,
    rate: frame.group({ group: name }).rates.selectionRate ?? { value: Number.NaN },
  }));
}

function getFrame(fair: Fairwasm, groups: readonly { name: string; rows: number; hired: number }[]) {
  const auditor = fair.auditor({ groups: ['group'], prediction: true, favorable: 'yes', uncertainty: { draws } });
  auditor.updateCounted({
    groups: { group: groups.flatMap(({ name }) => [name, name]) },
    prediction: groups.flatMap(() => ['yes', 'no']),
    rows: groups.flatMap(({ rows, hired }) => [hired, rows - hired]),
  });
  return auditor.audit().frame('group');
}
