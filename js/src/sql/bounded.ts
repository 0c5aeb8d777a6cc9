// SPDX-License-Identifier: Apache-2.0
//
// A report of an answer that lacks small counts, as its statement said `HAVING COUNT(*) >= k`: every combination of
// groups and outcomes that is not there has 0 to k - 1 rows. What each rate may be over all rows is found by trying all
// ends of these ranges: rates rise or fall in each count, whatever the others are.

import type { Auditing } from '../audit/audit-csv.js';
import type { Report } from '../audit/report.js';
import type { Bounds, WithheldBreakdown } from '../audit/withheld.js';
import { FairwasmError } from '../core/error.js';
import { groupMetrics, type RateName } from '../metrics/group.js';
import {
  type CountReading,
  type CountTable,
  countTable,
  crossings,
  groupAt,
} from './count-table.js';
import type { AnswerCounts } from './counted.js';

/** What is asked for. */
export interface Bounding extends Omit<CountReading, 'labels' | 'favorable'> {
  leastCount: number;
}

/** The report, and how far its figures may be from those of all rows; categories that occur in no count are unknown. */
export function boundedReport(
  counted: AnswerCounts,
  what: Bounding,
  report: Report,
  fair: Auditing,
): Report {
  const { leastCount: below } = what;
  const { labels, favorable } = report;
  const table = countTable(counted, { ...what, labels, favorable });
  requireNoSmall(table, below);
  const breakdowns = report.breakdowns.map(({ by, groups }) => {
    const set = by.map((name) => table.attributes.findIndex((each) => each.name === name));
    const cells = cellsOf(table, set, below - 1);
    const rates = ratesOf(cells, report, fair);
    const ids = new Map(groups.map(({ id, categories }) => [keyOf(by, categories), id]));
    return withheldOf(by, cells, rates, ids);
  });
  const warnings = breakdowns.flatMap((each, i) => said(each, report.breakdowns[i], below));
  const some = breakdowns.filter(({ rows }) => rows[1] > 0);
  return {
    ...report,
    warnings: [...report.warnings, ...warnings],
    withheld: { below, by: 'engine', breakdowns: some },
  };
}

function requireNoSmall({ counts }: CountTable, below: number): void {
  const small = counts.find((count) => count > 0 && count < below);
  if (small === undefined) return;
  throw new FairwasmError('invalidArgument', {
    argument: 'leastCount',
    expected: `the least number of rows that the statement was given: no count below ${below}`,
    actual: `a count of ${small}`,
  });
}

/** A group, what is known of it by outcome, and what it may have besides. */
interface Cell {
  name: string;
  categories: Readonly<Record<string, string>>;
  known: number[];
  most: number[];
}

const keyOf = (by: readonly string[], categories: Readonly<Record<string, string>>) =>
  JSON.stringify(by.map((name) => categories[name]));

/** Of each group of the attributes at these places: its counts, and `most` rows more of each pair that is not there. */
function cellsOf(table: CountTable, set: readonly number[], most: number): Cell[] {
  const { attributes, pairs, outcomes, pairOf, counts } = table;
  const others = attributes.reduce(
    (product, { categories }, place) =>
      set.includes(place) ? product : product * categories.length,
    1,
  );
  const cells = new Map(
    crossings(table, set).map((codes): [string, Cell] => {
      const known = pairs.map(() => 0);
      return [
        codes.join(),
        { ...groupAt(table, set, codes), known, most: pairs.map((each) => each * others) },
      ];
    }),
  );
  const seen = new Set<string>();
  counts.forEach((count, row) => {
    const codes = attributes.map((each) => each.codes[row] as number);
    const cell = cells.get(set.map((place) => codes[place]).join()) as Cell;
    const outcome = outcomes[row] as number;
    cell.known[outcome] = (cell.known[outcome] as number) + count;
    const key = [...codes, pairOf[row]].join();
    if (count === 0 || seen.has(key)) return;
    seen.add(key);
    cell.most[outcome] = (cell.most[outcome] as number) - 1;
  });
  return [...cells.values()].map((cell) => ({
    ...cell,
    most: cell.most.map((each) => each * most),
  }));
}

const atOnce = 500; // groups: an audit takes 10,000, and each has 16 ends at most

/** Of each group, by rate: the least and the greatest of all ends of its ranges. */
function ratesOf(cells: readonly Cell[], report: Report, fair: Auditing): Map<string, Bounds>[] {
  const found: Map<string, Bounds>[] = [];
  for (let first = 0; first < cells.length; first += atOnce) {
    found.push(...ratesOfSome(cells.slice(first, first + atOnce), report, fair));
  }
  return found;
}

function ratesOfSome(
  cells: readonly Cell[],
  { columns, threshold, rates }: Report,
  fair: Auditing,
) {
  const decisions = columns.prediction !== undefined || threshold !== null;
  const labeled = columns.label !== undefined;
  const ends: string[] = [];
  const outcomes: number[] = [];
  const rows: number[] = [];
  cells.forEach(({ known, most }, i) => {
    for (let end = 0; end < 2 ** known.length; end++) {
      known.forEach((count, outcome) => {
        ends.push(`${i} ${end}`);
        outcomes.push(outcome);
        rows.push(count + ((end >> outcome) & 1) * (most[outcome] as number));
      });
    }
  });
  const first = outcomes.map((outcome) => outcome & 1);
  const second = outcomes.map((outcome) => outcome >> 1);
  const auditor = fair.auditor({
    groups: ['end'],
    label: labeled,
    prediction: decisions,
    favorable: 1,
    uncertainty: false,
  });
  try {
    auditor.updateCounted({
      groups: { end: ends },
      ...(labeled && { label: first }),
      ...(decisions && { prediction: labeled ? second : first }),
      rows,
    });
    const bounds = cells.map(() => new Map<string, Bounds>());
    for (const { categories, rates: values } of auditor.audit().frame('end').groups) {
      const known = bounds[Number.parseInt(categories.end as string, 10)] as Map<string, Bounds>;
      for (const rate of rates) {
        const value = values[rate as RateName].value;
        if (Number.isNaN(value)) continue;
        const [least, most] = known.get(rate) ?? [value, value];
        known.set(rate, [Math.min(least, value), Math.max(most, value)]);
      }
    }
    return bounds;
  } finally {
    auditor[Symbol.dispose]();
  }
}

function withheldOf(
  by: readonly string[],
  cells: readonly Cell[],
  rates: readonly Map<string, Bounds>[],
  ids: ReadonlyMap<string, string>,
): WithheldBreakdown {
  const idOf = ({ categories }: Cell) => ids.get(keyOf(by, categories));
  const unseen = cells.filter((cell) => idOf(cell) === undefined);
  const most = cells.reduce((sum, cell) => sum + cell.most.reduce((all, each) => all + each), 0);
  const changed = cells.flatMap((cell, i): [string, Record<string, Bounds>][] => {
    const id = idOf(cell);
    const isWhole = cell.most.every((each) => each === 0);
    return id === undefined || isWhole ? [] : [[id, Object.fromEntries(rates[i] ?? [])]];
  });
  return {
    by,
    groups: unseen.map(({ name, categories }) => ({ name, categories })),
    rows: [0, most],
    rates: Object.fromEntries(changed),
    spreads: most === 0 ? {} : spreadsOf(rates),
  };
}

/** How far apart any two groups may be, and have to be. */
function spreadsOf(rates: readonly Map<string, Bounds>[]): Record<string, Bounds> {
  const names = [...new Set(rates.flatMap((each) => [...each.keys()]))];
  return Object.fromEntries(
    names.map((name) => {
      const bounds = rates.flatMap((each) =>
        [each.get(name)].filter((found) => found !== undefined),
      );
      const ends = (side: 0 | 1) => bounds.map((each) => each[side]);
      const least = Math.max(...ends(0)) - Math.min(...ends(1));
      return [name, [Math.max(0, least), widestOf(bounds)]];
    }),
  );
}

/** The most that one is above another of them. */
function widestOf(bounds: readonly Bounds[]): number {
  const [lowest, second] = bounds.toSorted((one, other) => one[0] - other[0]);
  return bounds.reduce((widest, each) => {
    const other = each === lowest ? second : lowest;
    return Math.max(widest, other ? each[1] - other[0] : 0);
  }, 0);
}

function said(
  { by, rows, rates, groups }: WithheldBreakdown,
  breakdown: Report['breakdowns'][0] | undefined,
  below: number,
): string[] {
  if (rows[1] === 0 || !breakdown) return [];
  const [rate] = Object.keys(Object.values(rates)[0] ?? {});
  const widest = Object.entries(rates)
    .map(([id, bounds]) => ({ id, bounds: bounds[rate as string] ?? ([0, 0] as Bounds) }))
    .sort((one, other) => widthOf(other.bounds) - widthOf(one.bounds))[0];
  const group = breakdown.groups.find(({ id }) => id === widest?.id);
  const title = groupMetrics.find(({ name }) => name === rate)?.title.toLowerCase();
  const range = widest?.bounds.map((each) => each.toFixed(3)).join(' to ');
  const example = group && ` The ${title} of ‘${group.name}’ may be ${range} over all rows.`;
  const unseen = groups.length > 0 ? ` Of ${groups.length} groups there is no count at all.` : '';
  return [
    `${by.join(' × ')}: combinations of fewer than ${below} rows were left out where the rows are, ` +
      `${rows[1]} rows at most.${example ?? ''}${unseen}`,
  ];
}

const widthOf = ([least, most]: Bounds): number => most - least;
