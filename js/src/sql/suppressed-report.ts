// SPDX-License-Identifier: Apache-2.0
//
// A report of counts with cell suppression: no count from 1 to just below a limit can be read or derived from it by
// subtracting from sums. Groups are selected for suppression as in tables of adverse impact; see suppression.ts. Each
// breakdown is then computed only from its visible groups, so that nothing in it, including spreads, tests, and
// warnings, depends on the others. All rows together are reported unchanged.

import type { AuditReport, Breakdown } from '../audit/report.js';
import type { Bounds, Withheld, WithheldBreakdown } from '../audit/suppressed-cells.js';
import { invalid, invalidState } from '../core/error.js';
import { type IsHidden, suppress } from '../data/suppression.js';
import { groupMetrics } from '../metrics/group.js';
import { type CountReading, type CountTable, countTable, crossings, getRows, groupAt } from './count-table.js';
import type { AnswerCounts } from './counted.js';

/** Creates a report of counts by these groups. */
export type MakeReport = (
  counted: AnswerCounts,
  groups: readonly string[],
  favorable: readonly string[],
) => AuditReport;

/** The options of a suppressed report. */
export interface Suppressing extends Omit<CountReading, 'labels' | 'favorable'> {
  suppressBelow: number;
  privileged?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Returns the report without anything that would reveal small cells.
 *
 * @param whole The report of all rows, without groups.
 *
 * @throws FairwasmError `invalidState` if an outcome is so rare among all rows that they cannot be reported either;
 *   `invalidArgument` for a privileged group that is suppressed.
 */
export function suppressedReport(
  counted: AnswerCounts,
  what: Suppressing,
  whole: AuditReport,
  make: MakeReport,
): AuditReport {
  const { suppressBelow: below, groups } = what;
  const { labels, favorable } = whole;
  const table = countTable(counted, { ...what, labels, favorable });
  requireCommonOutcomes(table, below);
  const { single, crossed } = hiddenGroups(table, below);
  const all = groups.map((_, index) => index);
  const sets = [...all.map((position) => [position]), ...(all.length > 1 ? [all] : [])];
  const parts = sets.map((set, i) => {
    const isHidden = single[i] ?? crossed;
    const hidden = crossings(table, set).filter(isHidden);
    const groups = hidden.map((codes) => groupAt(table, set, codes));
    requireShown(groups, what.privileged ?? {});
    return breakDown(table, { set, groups, isHidden }, (rows, by) => make(rows, by, favorable));
  });
  const shown = parts.flatMap(({ breakdown }) => breakdown ?? []);
  const withheld: Withheld = {
    below,
    by: 'report',
    breakdowns: parts.map((part) => part.withheld).filter(({ groups }) => groups.length > 0),
  };
  const warnings = [whole, ...parts].flatMap((part) => part.warnings);
  return {
    ...whole,
    warnings: [...new Set([...warnings, ...withheld.breakdowns.flatMap((each) => describeSuppressed(each, below))])],
    breakdowns: shown,
    withheld,
  };
}

interface Part {
  /** Omitted if no group is visible. */
  breakdown?: Breakdown | undefined;
  warnings: readonly string[];
  withheld: WithheldBreakdown;
}

function requireShown(groups: WithheldBreakdown['groups'], privileged: Readonly<Record<string, unknown>>): void {
  const isRequested = ({ categories }: WithheldBreakdown['groups'][0]) =>
    Object.entries(categories).every(
      ([name, category]) => privileged[name] !== undefined && String(privileged[name]) === category,
    );
  const hidden = groups.find(isRequested);
  if (!hidden) return;
  throw invalid('privileged', 'a group that is not suppressed', `${hidden.name}, which is suppressed`);
}

const outcomeSums = ({ outcomes, counts, pairs }: CountTable): number[] =>
  pairs.map((_, outcome) => counts.reduce((sum, count, row) => sum + (outcomes[row] === outcome ? count : 0), 0));

function requireCommonOutcomes(table: CountTable, below: number): void {
  if (outcomeSums(table).every((sum) => sum === 0 || sum >= below)) return;
  throw invalidState(
    'suppressBelow',
    'at least this number of rows with each outcome, in all groups together',
    `an outcome with fewer than ${below} rows, which no grouping can hide; lower suppressBelow`,
  );
}

function hiddenGroups({ attributes, outcomes, counts, pairs }: CountTable, below: number) {
  const sizes = attributes.map(({ categories }) => categories.length);
  const size = sizes.reduce((product, each) => product * (each + 1), 1);
  const layers = pairs.map(() => new Float64Array(size));
  counts.forEach((count, row) => {
    const cell = attributes.reduce((at, { codes }, i) => at * ((sizes[i] as number) + 1) + (codes[row] as number), 0);
    const layer = layers[outcomes[row] as number] as Float64Array;
    layer[cell] = (layer[cell] as number) + count;
  });
  return suppress(sizes, layers, below);
}

/** The suppressed groups of the attributes at these indices. */
interface Hidden {
  set: readonly number[];
  groups: WithheldBreakdown['groups'];
  isHidden: IsHidden;
}

function breakDown(
  table: CountTable,
  { set, groups, isHidden }: Hidden,
  make: (rows: AnswerCounts, by: readonly string[]) => AuditReport,
): Part {
  const by = set.map((index) => table.attributes[index]?.name as string);
  const codesAt = (row: number) => set.map((position) => table.attributes[position]?.codes[row] as number);
  const all = Array.from(table.counts.keys());
  const indices = all.filter((row) => !isHidden(codesAt(row)));
  const hidden = all.filter((row) => isHidden(codesAt(row)));
  const isShown = indices.some((row) => (table.counts[row] as number) > 0);
  const shown = isShown ? make(getRows(table, indices, by), by) : undefined;
  const breakdown = shown?.breakdowns.at(-1);
  const rows = hidden.reduce((sum, row) => sum + (table.counts[row] as number), 0);
  const pooled = rows === 0 ? undefined : make(getRows(table, hidden, []), []);
  return {
    breakdown,
    warnings: shown?.warnings ?? [],
    withheld: { by, groups, rows: [rows, rows], rates: {}, spreads: pooled ? getSpreads(breakdown, pooled) : {} },
  };
}

/** Returns the spread of the groups if each suppressed group may have any possible value. */
function getSpreads(breakdown: Breakdown | undefined, pooled: AuditReport): Record<string, Bounds> {
  const bounds = pooled.rates.flatMap((rate): [string, Bounds][] => {
    const { value } = pooled.overall.rates[rate] as { value: number };
    const range = groupMetrics.find(({ name }) => name === rate)?.range as [number, number];
    if (Number.isNaN(value)) return [];
    // At both ends of the pooled range, each group has the same value.
    const [low, high] = range.includes(value) ? [value, value] : range;
    const { min, max, difference } = breakdown?.spreads[rate] ?? {};
    const isKnown = difference !== undefined && !Number.isNaN(difference.value);
    if (!isKnown) return [[rate, [0, high - low]]];
    const widest = Math.max(high, max?.value as number) - Math.min(low, min?.value as number);
    return [[rate, [difference.value, widest]]];
  });
  return Object.fromEntries(bounds);
}

const maxNamed = 5;

function describeSuppressed({ by, groups, rows, spreads }: WithheldBreakdown, below: number): string[] {
  if (groups.length === 0) return [];
  const names = groups.slice(0, maxNamed).map(({ name }) => `‘${name}’`);
  if (groups.length > names.length) names.push(`${groups.length - names.length} more`);
  const [rate, bounds] = Object.entries(spreads)[0] ?? [];
  const title = groupMetrics.find(({ name }) => name === rate)?.title.toLowerCase();
  const sentence = bounds && ` In ${title}, all groups may differ by up to ${bounds[1].toFixed(3)}.`;
  return [
    `${by.join(' × ')}: ${names.join(', ')} are suppressed (${rows[0]} rows in total) to protect counts below ${below}. ` +
      `Spreads and tests cover only the other groups.${sentence ?? ''}`,
  ];
}
