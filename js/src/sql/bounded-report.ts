// SPDX-License-Identifier: Apache-2.0
//
// A report for a result without small cells, from a statement with `HAVING COUNT(*) >= k`: every missing combination
// of groups and outcomes has 0 to k - 1 rows. Rates are monotone in each count, so the ends of these ranges determine
// the bounds of each rate over all rows.

import type { AuditorModule } from '../audit/audit-csv.js';
import type { AuditReport } from '../audit/report.js';
import type { Bounds, WithheldBreakdown } from '../audit/suppressed-cells.js';
import type { Conditional } from '../audit/within/conditional.js';
import { invalid } from '../core/error.js';
import { getMax, getMin } from '../core/extremes.js';
import { groupMetrics } from '../metrics/group.js';
import { differencesWithin } from './bounded-within.js';
import { boundRates, type CountCell, getCells } from './cell-bounds.js';
import { type CountReading, type CountTable, countTable } from './count-table.js';
import type { AnswerCounts } from './counted.js';

/** The options of a bounded report. */
export interface Bounding extends Omit<CountReading, 'labels' | 'favorable'> {
  minCellSize: number;
}

/** Returns the report with bounds for all rows; categories that occur in no count are unknown. */
export function boundedReport(
  counted: AnswerCounts,
  what: Bounding,
  report: AuditReport,
  fair: AuditorModule,
): AuditReport {
  const { minCellSize: below } = what;
  const { labels, favorable } = report;
  const table = countTable(counted, { ...what, labels, favorable });
  requireNoSmall(table, below);
  const breakdowns = report.breakdowns.map(({ by, groups }) => {
    const set = by.map((name) => table.attributes.findIndex((each) => each.name === name));
    const cells = getCells(table, set, below - 1);
    const rates = boundRates(cells, report, fair);
    const ids = new Map(groups.map(({ id, categories }) => [toKey(by, categories), id]));
    const within = report.conditional?.find((each) => isSame(each.by, by));
    return {
      ...getWithheld(by, cells, rates, ids),
      ...(within && { within: differencesWithin(table, below - 1, report, within, groups, fair) }),
    };
  });
  const warnings = breakdowns.flatMap((each, i) => describeSuppressed(each, report.breakdowns[i], below));
  const some = breakdowns.filter(({ rows }) => rows[1] > 0);
  return {
    ...report,
    ...(report.conditional && { conditional: withoutClaims(report.conditional, breakdowns) }),
    warnings: [...report.warnings, ...warnings],
    withheld: { below, by: 'engine', breakdowns: some },
  };
}

const toKey = (by: readonly string[], categories: Readonly<Record<string, string>>) =>
  JSON.stringify(by.map((name) => categories[name]));

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((name, i) => name === other[i]);

function requireNoSmall({ counts }: CountTable, below: number): void {
  const small = counts.find((count) => count > 0 && count < below);
  if (small === undefined) return;
  throw invalid(
    'minCellSize',
    `the minimum cell size of the statement: no count below ${below}`,
    `a count of ${small}`,
  );
}

function getWithheld(
  by: readonly string[],
  cells: readonly CountCell[],
  rates: readonly Map<string, Bounds>[],
  ids: ReadonlyMap<string, string>,
): WithheldBreakdown {
  const getId = ({ categories }: CountCell) => ids.get(toKey(by, categories));
  const unseen = cells.filter((cell) => getId(cell) === undefined);
  const max = cells.reduce((sum, cell) => sum + cell.max.reduce((all, each) => all + each), 0);
  const changed = cells.flatMap((cell, i): [string, Record<string, Bounds>][] => {
    const id = getId(cell);
    const isWhole = cell.max.every((each) => each === 0);
    return id === undefined || isWhole ? [] : [[id, Object.fromEntries(rates[i] ?? [])]];
  });
  return {
    by,
    groups: unseen.map(({ name, categories }) => ({ name, categories })),
    rows: [0, max],
    rates: Object.fromEntries(changed),
    spreads: max === 0 ? {} : getSpreads(rates),
  };
}

/** Returns the smallest and largest possible difference between any two groups. */
function getSpreads(rates: readonly Map<string, Bounds>[]): Record<string, Bounds> {
  const names = [...new Set(rates.flatMap((each) => [...each.keys()]))];
  return Object.fromEntries(
    names.map((name) => {
      const bounds = rates.flatMap((each) => [each.get(name)].filter((result) => result !== undefined));
      const ends = (side: 0 | 1) => bounds.map((each) => each[side]);
      const min = getMax(ends(0)) - getMin(ends(1));
      return [name, [Math.max(0, min), findWidest(bounds)]];
    }),
  );
}

/** Returns the largest possible difference between one and another of them. */
function findWidest(bounds: readonly Bounds[]): number {
  const [lowest, second] = bounds.toSorted((one, other) => one[0] - other[0]);
  return bounds.reduce((widest, each) => {
    const other = each === lowest ? second : lowest;
    return Math.max(widest, other ? each[1] - other[0] : 0);
  }, 0);
}

/** A reversal within strata is reported only if no suppressed row could change the sign of the gap. */
function withoutClaims(conditional: readonly Conditional[], breakdowns: readonly WithheldBreakdown[]): Conditional[] {
  return conditional.map((each) => {
    const bounds = breakdowns.find(({ by }) => isSame(by, each.by))?.within ?? {};
    const comparisons = each.comparisons.map((comparison) => ({
      ...comparison,
      rates: Object.fromEntries(
        Object.entries(comparison.rates).map(([name, rate]) => {
          const within = bounds[comparison.id]?.[name];
          const isSure = !within || within[0] > 0 || within[1] < 0;
          return [name, isSure ? rate : { ...rate, verdict: 'undefined' as const }];
        }),
      ),
    }));
    return { ...each, comparisons };
  });
}

function describeSuppressed(
  { by, rows, rates, groups, within = {} }: WithheldBreakdown,
  breakdown: AuditReport['breakdowns'][0] | undefined,
  below: number,
): string[] {
  if (rows[1] === 0 || !breakdown) return [];
  const [rate] = Object.keys(Object.values(rates)[0] ?? {});
  const widest = Object.entries(rates)
    .map(([id, bounds]) => ({ id, bounds: bounds[rate as string] ?? ([0, 0] as Bounds) }))
    .sort((one, other) => getWidth(other.bounds) - getWidth(one.bounds))[0];
  const group = breakdown.groups.find(({ id }) => id === widest?.id);
  const title = groupMetrics.find(({ name }) => name === rate)?.title.toLowerCase();
  const range = widest?.bounds.map((each) => each.toFixed(3)).join(' to ');
  const example = group && ` The ${title} of ‘${group.name}’ may be ${range} over all rows.`;
  const unseen = groups.length > 0 ? ` ${groups.length} groups have no count at all.` : '';
  return [
    `${by.join(' × ')}: combinations of fewer than ${below} rows were not returned by the ` +
      `database (at most ${rows[1]} rows in total).${example ?? ''}${unseen}`,
    ...saidWithin(within, breakdown),
  ];
}

function saidWithin(
  within: Readonly<Record<string, Readonly<Record<string, Bounds>>>>,
  { by, groups }: AuditReport['breakdowns'][0],
): string[] {
  const [id, rates] = Object.entries(within)[0] ?? [];
  const [rate, bounds] = Object.entries(rates ?? {})[0] ?? [];
  const group = groups.find((each) => each.id === id);
  const title = groupMetrics.find(({ name }) => name === rate)?.title.toLowerCase();
  if (!bounds || !group) return [];
  const [min, max] = bounds.map((each) => each.toFixed(3));
  return [
    `${by.join(' × ')}, within strata: figures are those of the rows that were counted. Over all rows the standardized ` +
      `difference of ‘${group.name}’ in ${title} may be ${min} to ${max}.`,
  ];
}

const getWidth = ([min, max]: Bounds): number => max - min;
