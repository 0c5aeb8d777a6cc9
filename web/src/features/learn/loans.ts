// SPDX-License-Identifier: Apache-2.0
//
// The people of the first lesson, and the effects of thresholds on them. Scores are calibrated by construction: 70% of
// the people with a score of 70% would repay, in both groups. The package computes the rates.

import type { Fairwasm, Group } from 'fairwasm';

export const groupNames = ['A', 'B'] as const;
export type GroupName = (typeof groupNames)[number];
export type Thresholds = Readonly<Record<GroupName, number>>;

export const levels = 100;
const peopleInGroup = 2000;
const minConcentration = 5; // concentration of the scores around their mean
// This increases B's spread with the distance between the groups. If B were the mirror image of A, thresholds that
// equalize one error rate would also equalize the other, a coincidence that teaches the wrong thing.
const moreForB = 15;

/** The number of people of a group with each score, and the number of these people who would repay. */
export interface Scores {
  people: readonly number[];
  repaying: readonly number[];
}

/** The middle of a score band. */
export const getScore = (level: number) => (level + 0.5) / levels;

/** A group's scores around a mean, from a beta distribution. */
export function scoresAround(mean: number, concentration: number): Scores {
  const [a, b] = [mean * concentration - 1, (1 - mean) * concentration - 1];
  const all = Array.from({ length: levels }, (_, i) => getScore(i));
  const density = all.map((score) => score ** a * (1 - score) ** b);
  const total = density.reduce((sum, each) => sum + each, 0);
  const people = density.map((each) => Math.round((each / total) * peopleInGroup));
  return { people, repaying: people.map((count, i) => Math.round(count * (all[i] as number))) };
}

export type Loans = Readonly<Record<GroupName, Scores>>;

/** Two groups whose mean scores differ by `apart`. */
export function makeLoans(apart: number): Loans {
  return {
    A: scoresAround(0.5 + apart / 2, minConcentration),
    B: scoresAround(0.5 - apart / 2, minConcentration + moreForB * apart),
  };
}

interface Cell<Name extends string> {
  group: Name;
  score: number;
  repays: number;
  people: number;
}

/** Counts of equal people in each group. */
export function getCells<Name extends string>(groups: Readonly<Record<Name, Scores>>): Cell<Name>[] {
  return (Object.keys(groups) as Name[]).flatMap((group) =>
    groups[group].people.flatMap((people, i) => {
      const repaying = groups[group].repaying[i] as number;
      const cell = { group, score: getScore(i) };
      return [
        { ...cell, repays: 1, people: repaying },
        { ...cell, repays: 0, people: people - repaying },
      ].filter((each) => each.people > 0);
    }),
  );
}

/** A rate in both groups, and the difference between them. */
export interface Compared {
  A: number;
  B: number;
  difference: number;
}

/** Each of the rates if loans are granted from a group's threshold on. */
export function ratesAt(
  fair: Fairwasm,
  loans: Loans,
  thresholds: Thresholds,
  rates: readonly (keyof Group['rates'])[],
): Record<string, Compared> {
  const cells = getCells(loans);
  const auditor = fair.auditor({
    groups: ['group'],
    label: true,
    prediction: true,
    favorable: 1,
    privileged: { group: 'A' },
    uncertainty: false,
  });
  auditor.updateCounted({
    groups: { group: cells.map(({ group }) => group) },
    label: cells.map(({ repays }) => repays),
    prediction: cells.map(({ group, score }) => (score >= thresholds[group] ? 1 : 0)),
    rows: cells.map(({ people }) => people),
  });
  const frame = auditor.audit().frame('group');
  const value = (rate: keyof Group['rates'], group: GroupName) => frame.group({ group }).rates[rate].value;
  return Object.fromEntries(
    rates.map((rate) => {
      const [a, b] = [value(rate, 'A'), value(rate, 'B')];
      const { value: difference } = frame.difference(rate);
      return [rate, { A: a, B: b, difference: Number.isNaN(a + b) ? Number.NaN : difference }];
    }),
  );
}

/** The thresholds with the smallest difference of a rate that whole score bands permit. */
export function thresholdsFor(
  fair: Fairwasm,
  loans: Loans,
  equalize: 'selectionRate' | 'truePositiveRate',
): Thresholds {
  const cells = getCells(loans);
  const scores = fair.scoreTally(['group']);
  scores.update({
    groups: { group: cells.map(({ group }) => group) },
    label: cells.map(({ repays }) => repays),
    score: cells.map(({ score }) => score),
    weight: cells.map(({ people }) => people),
  });
  const found = scores.equalizingThresholds(['group'], { equalize });
  scores[Symbol.dispose]();
  // The slider is between score bands.
  return Object.fromEntries(
    found.map(({ categories, threshold }) => [
      categories.group,
      Number.isFinite(threshold) ? Math.floor(threshold * levels) / levels : 1,
    ]),
  ) as unknown as Thresholds;
}
