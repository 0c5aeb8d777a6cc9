// SPDX-License-Identifier: Apache-2.0
//
// Invented applicants of two groups with loan decisions that are partly made by lottery. The Model tab trains its
// example on the same rows.

import { randomFrom } from './random.js';

interface Person {
  group: 'A' | 'B';
  income: number;
  debt: number;
}

/** Number of people in each group. */
export const each = 40;

/** Incomes and debts from 0 to 1, with equal distributions in both groups. */
export const people: readonly Person[] = (['A', 'B'] as const).flatMap((group) => {
  const random = randomFrom(group === 'A' ? 11 : 23);
  return Array.from({ length: each }, () => ({ group, income: random(), debt: random() }));
});

/** The better half of each group, by the income that is left; then a proportion of them swaps decisions with others. */
export function decide(lot: number, seed: number): number[] {
  const random = randomFrom(1000 + seed);
  return (['A', 'B'] as const).flatMap((group) => {
    const own = people.filter((person) => person.group === group);
    const places = own.map((_, i) => i);
    const rest = (i: number) => (own[i] as Person).income - (own[i] as Person).debt;
    const best = new Set([...places].sort((a, b) => rest(b) - rest(a)).slice(0, each / 2));
    // Decisions by lottery: as many loans are drawn as these people had.
    const drawn = places
      .map((i) => [random(), i] as const)
      .sort(([a], [b]) => a - b)
      .slice(0, Math.round(lot * each))
      .map(([, i]) => i);
    const loans = drawn.map((i) => (best.has(i) ? 1 : 0));
    const order = loans.map((loan) => [random(), loan] as const).sort(([a], [b]) => a - b);
    const decisions = places.map((i) => (best.has(i) ? 1 : 0));
    drawn.forEach((i, at) => {
      decisions[i] = (order[at] as readonly [number, 0 | 1])[1];
    });
    return decisions;
  });
}
