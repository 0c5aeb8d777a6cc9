// SPDX-License-Identifier: Apache-2.0
//
// Bounds the standardized difference between groups within strata if the engine omitted small cells. Each rate in
// each stratum has a range, and so does the weight of each stratum. Ranges are treated as independent, so the true
// difference is within the bounds, which may be wider than necessary.

import type { AuditorModule } from '../audit/audit-csv.js';
import type { AuditReport } from '../audit/report.js';
import type { Bounds } from '../audit/suppressed-cells.js';
import type { Conditional } from '../audit/within/conditional.js';
import { boundRates, type CountCell, getCells } from './cell-bounds.js';
import type { CountTable } from './count-table.js';

type Rates = ReadonlyMap<string, Bounds>;

/** A stratum: the range of the difference between two groups, and the range of its weight. */
interface Compared {
  difference: Bounds;
  weight: Bounds;
}

/**
 * Returns, by group and rate, the bounds of the standardized difference from the reference, if it exists. Strata
 * without any count cannot be included.
 */
export function differencesWithin(
  table: CountTable,
  max: number,
  report: AuditReport,
  { by, within, referenceId, comparisons }: Conditional,
  groups: AuditReport['breakdowns'][0]['groups'],
  fair: AuditorModule,
): Record<string, Record<string, Bounds>> {
  const place = (name: string) => table.attributes.findIndex((each) => each.name === name);
  const strata = getCells(table, within.map(place), max);
  const crossed = getCells(table, [...by, ...within].map(place), max);
  const ranges = boundRates(crossed, report, fair);
  const certain = boundRates(crossed.map(asKnown), report, fair);
  const counted = denominators(table.pairs.length, report, fair);
  // Combinations of groups and strata are in the order of their categories; strata vary fastest.
  const getRow = new Map(
    crossed.map(({ categories }, i) => [JSON.stringify(by.map((name) => categories[name])), i - (i % strata.length)]),
  );
  const getFirst = (id: string) => {
    const categories = groups.find((group) => group.id === id)?.categories ?? {};
    return getRow.get(JSON.stringify(by.map((name) => categories[name]))) as number;
  };
  const reference = getFirst(referenceId);
  const getBounds = (group: number, rate: string): Bounds | undefined => {
    const compared = strata.flatMap((stratum, i): Compared[] => {
      const [own, other] = [ranges[group + i]?.get(rate), ranges[reference + i]?.get(rate)];
      if (!own || !other) return [];
      const isSure = [group, reference].every((each) => certain[each + i]?.has(rate));
      const [min, greatest] = getWeight(stratum, counted.get(rate) as readonly boolean[]);
      const difference: Bounds = [own[0] - other[1], own[1] - other[0]];
      return [{ difference, weight: [isSure ? min : 0, greatest] }];
    });
    if (compared.length === 0) return undefined;
    const highest = greatestMean(compared.map(({ difference, weight }) => ({ value: difference[1], weight })));
    const lowest = greatestMean(compared.map(({ difference, weight }) => ({ value: -difference[0], weight })));
    return [-lowest, highest];
  };
  return Object.fromEntries(
    comparisons.map(({ id, rates }) => {
      const bounds = Object.keys(rates).flatMap((rate): [string, Bounds][] => {
        const each = getBounds(getFirst(id), rate);
        return each ? [[rate, each]] : [];
      });
      return [id, Object.fromEntries(bounds)];
    }),
  );
}

const asKnown = (cell: CountCell): CountCell => ({ ...cell, max: cell.max.map(() => 0) });

/**
 * Returns, for each rate, whether rows with each outcome are in its denominator: a single such row then has the rate.
 */
function denominators(outcomes: number, report: AuditReport, fair: AuditorModule): Map<string, boolean[]> {
  const none = new Array<number>(outcomes).fill(0);
  const alone = none.map((_, outcome) => ({
    name: '',
    categories: {},
    known: none.map((_, i) => Number(i === outcome)),
    max: none,
  }));
  const matches: readonly Rates[] = boundRates(alone, report, fair);
  return new Map(report.rates.map((rate) => [rate, matches.map((rates) => rates.has(rate))]));
}

function getWeight({ known, max }: CountCell, isCounted: readonly boolean[]): Bounds {
  const sum = (counts: readonly number[]) =>
    counts.reduce((all, count, outcome) => all + (isCounted[outcome] ? count : 0), 0);
  return [sum(known), sum(known) + sum(max)];
}

/**
 * Returns the largest possible mean of values whose weights vary in their ranges: the largest values get the largest
 * weights, the others the smallest.
 */
function greatestMean(values: readonly { value: number; weight: Bounds }[]): number {
  const descending = values.toSorted((one, other) => other.value - one.value);
  let weight = 0;
  let sum = 0;
  for (const {
    value,
    weight: [min],
  } of descending) {
    weight += min;
    sum += min * value;
  }
  let mean = weight > 0 ? sum / weight : Number.NEGATIVE_INFINITY;
  for (const {
    value,
    weight: [min, max],
  } of descending) {
    if (!(value > mean)) break;
    weight += max - min;
    sum += (max - min) * value;
    if (weight > 0) mean = sum / weight;
  }
  return mean;
}
