// SPDX-License-Identifier: Apache-2.0
//
// Warnings about probable mistakes in the columns that cannot be rejected because they may be correct, as
// sentences for reports.

import type { Wasm } from '../core/module.js';
import { areAnswers, toAnswer } from '../data/favorable.js';
import { getLooseKey } from '../data/value.js';
import { type LabelSums, labelSums, sum } from '../tally/label-sums.js';
import type { Tally } from '../tally/tally.js';

/** Returns warnings based on the counts: two spellings of one label, scores that rank backwards. */
export function getWarnings(wasm: Wasm, tally: Tally, favorable: readonly string[]): string[] {
  const { label, prediction, score } = tally.columns;
  const sums = labelSums(wasm, tally);
  return [
    ...(label && prediction ? strangers(sums, tally) : []),
    ...spellings(tally),
    ...(label && score ? backwardScores(sums, tally, favorable) : []),
    ...clusterWarnings(tally),
  ];
}

/** The labels that occur in the columns of labels, by role. */
type ByRole = Readonly<Record<string, Iterable<string>>>;

/**
 * @internal Returns a warning about a column with one value other than no, if rows without a value were omitted: a
 *   blank may mean no.
 */
export function blankWarnings(occurring: ByRole, dropped: number): string[] {
  if (dropped === 0) return [];
  return Object.entries(occurring).flatMap(([role, labels]) => {
    const [only = '', ...others] = labels;
    if (only === '' || others.length > 0 || toAnswer(only) === 'no') return [];
    return [
      `Every ${role} is ‘${only}’, and rows with missing values were omitted. If a blank means no, read blanks as no.`,
    ];
  });
}

/** @internal Returns a warning about a report on fewer than half of the rows. */
export function fractionWarning(rows: number, dropped: number): string[] {
  if (dropped <= rows) return [];
  const all = rows + dropped;
  const percent = Math.round((rows / all) * 1000) / 10;
  return [`This report covers only ${rows} of ${all} rows (${percent}%): the others have missing values.`];
}

/** @internal Returns warnings about omitted rows. */
export const omissionWarnings = (occurring: ByRole, rows: number, dropped: number): string[] => [
  ...fractionWarning(rows, dropped),
  ...blankWarnings(occurring, dropped),
];

// With two labels, one may never occur as a true label; with more labels, a label that only predictions contain is
// probably a different spelling.
function strangers(sums: LabelSums, { labels }: Tally): string[] {
  const isTrue = labels.map((_, i) => labels.some((_, j) => sums.of(i, j)[sum.rows]));
  const quoted = (place: boolean) => labels.flatMap((name, i) => (isTrue[i] === place ? `‘${name}’` : [])).join(', ');
  const strange = quoted(false);
  if (labels.length < 3 || strange === '' || !isTrue.includes(true)) return [];
  const named = (place: boolean) => labels.filter((_, i) => isTrue[i] === place);
  if (areAnswers(named(true), named(false))) {
    const meanings = new Set(named(false).map(toAnswer));
    const meant = named(true).flatMap((name) => (meanings.has(toAnswer(name)) ? `‘${name}’` : []));
    return [`Predictions contain ${strange}, counted as the same as ${meant.join(', ')}.`];
  }
  return [
    `Predictions contain ${strange}, which never occurs as a true outcome. It may be a different spelling of ${quoted(true)}.`,
  ];
}

/** @internal With fewer clusters, the variance estimate is unreliable. */
export const minClusters = 30;

/** @internal Returns a warning about few clusters. */
export function clusterWarnings({ clusters }: Pick<Tally, 'clusters'>): string[] {
  if (clusters === undefined || clusters === 0 || clusters >= minClusters) return [];
  if (clusters === 1) {
    return ['All rows belong to one cluster, so there are no confidence intervals or tests.'];
  }
  return [
    `The rows belong to only ${clusters} clusters: with fewer than ${minClusters}, confidence intervals are approximate.`,
  ];
}

function spellings(tally: Tally): string[] {
  return tally.groups.flatMap(({ name, categories }) => {
    const first = new Map<string, string>();
    return categories.flatMap((category) => {
      const key = getLooseKey(category);
      const known = first.get(key);
      if (known === undefined) first.set(key, category);
      return known === undefined ? [] : [`${name}: ‘${known}’ and ‘${category}’ are two groups, possibly by mistake.`];
    });
  });
}

const minRows = 30; // Minimum per label: the ranking of fewer rows may be due to chance.
const farApart = 0.5; // standard deviations; normally distributed scores then have an AUC of 0.36

interface Moments {
  rows: number;
  mean: number;
  variance: number;
}

/** Moments of weighted scores; the variance uses squared weights, which the tally keeps. */
function moments(sums: LabelSums, labels: readonly number[]): Moments {
  const cells = labels.flatMap((i) => Array.from({ length: sums.predictions }, (_, j) => sums.of(i, j)));
  const total = (member: number) => cells.reduce((all, cell) => all + (cell[member] as number), 0);
  const weight = total(sum.squaredWeight);
  return {
    rows: total(sum.rows),
    mean: total(sum.score) / total(sum.weight),
    variance: Math.max(0, total(sum.squaredScore) / weight - (total(sum.scoreWeight) / weight) ** 2),
  };
}

function backwardScores(sums: LabelSums, tally: Tally, favorable: readonly string[]): string[] {
  const places = tally.labels.map((_, i) => i);
  const isFavorable = (i: number) => favorable.includes(tally.labels[i] as string);
  const positives = moments(sums, places.filter(isFavorable));
  const negatives = moments(
    sums,
    places.filter((i) => !isFavorable(i)),
  );
  if (Math.min(positives.rows, negatives.rows) < minRows) return [];
  const spread = Math.sqrt((positives.variance + negatives.variance) / 2);
  if (!(negatives.mean - positives.mean > farApart * spread)) return [];
  const names = favorable.map((label) => `‘${label}’`).join(', ');
  return [
    `The scores rank backwards: their mean is ${positives.mean.toFixed(3)} for label ${names} and ` +
      `${negatives.mean.toFixed(3)} for the other rows. They may be probabilities of the other label.`,
  ];
}

const minWeights = 30;
const maxStored = 1 << 16;

/** Watches the weights that are read: distinct whole numbers are probably row or person identifiers. */
export class WeightWatch {
  #seen: Set<number> | undefined = new Set();
  #count = 0;

  add(weights: Float64Array): void {
    for (const weight of weights) {
      if (this.#seen === undefined) return;
      if (!Number.isInteger(weight) || this.#seen.has(weight)) this.#seen = undefined;
      else if (this.#seen.size < maxStored) this.#seen.add(weight);
      this.#count++;
    }
  }

  warnings(): string[] {
    if (this.#seen === undefined || this.#count < minWeights) return [];
    const count = this.#count.toLocaleString('en');
    return [`The weights look like identifiers: ${count} distinct whole numbers. Check the weight column.`];
  }
}
