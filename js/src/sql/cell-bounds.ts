// SPDX-License-Identifier: Apache-2.0
//
// For groups with suppressed rows: the known counts by outcome, the number of rows that may be missing, and the
// bounds of the rates over all rows. Rates are monotone in each count, so the ends of all ranges determine the bounds.

import type { AuditorModule } from '../audit/audit-csv.js';
import type { AuditReport } from '../audit/report.js';
import type { Bounds } from '../audit/suppressed-cells.js';
import type { RateName } from '../metrics/group.js';
import { type CountTable, crossings, groupAt } from './count-table.js';

/** @internal A group, its known counts by outcome, and the number of rows that may be missing. */
export interface CountCell {
  name: string;
  categories: Readonly<Record<string, string>>;
  known: number[];
  max: number[];
}

/**
 * @internal Returns, for each group of the attributes at these indices, its counts, and up to `most` additional rows
 *   for each missing pair.
 */
export function getCells(table: CountTable, set: readonly number[], max: number): CountCell[] {
  const { attributes, pairs, outcomes, getPair, counts } = table;
  const others = attributes.reduce(
    (product, { categories }, index) => (set.includes(index) ? product : product * categories.length),
    1,
  );
  const cells = new Map(
    crossings(table, set).map((codes): [string, CountCell] => {
      const known = pairs.map(() => 0);
      return [codes.join(), { ...groupAt(table, set, codes), known, max: pairs.map((each) => each * others) }];
    }),
  );
  const seen = new Set<string>();
  counts.forEach((count, row) => {
    const codes = attributes.map((each) => each.codes[row] as number);
    const cell = cells.get(set.map((position) => codes[position]).join()) as CountCell;
    const outcome = outcomes[row] as number;
    cell.known[outcome] = (cell.known[outcome] as number) + count;
    const key = [...codes, getPair[row]].join();
    if (count === 0 || seen.has(key)) return;
    seen.add(key);
    cell.max[outcome] = (cell.max[outcome] as number) - 1;
  });
  return [...cells.values()].map((cell) => ({ ...cell, max: cell.max.map((each) => each * max) }));
}

const atOnce = 500; // groups; an audit accepts 10,000, and each has at most 16 combinations of ends

/** @internal Returns, for each group and rate, the minimum and maximum over all ends of its ranges. */
export function boundRates(
  cells: readonly CountCell[],
  report: AuditReport,
  fair: AuditorModule,
): Map<string, Bounds>[] {
  const matches: Map<string, Bounds>[] = [];
  for (let first = 0; first < cells.length; first += atOnce) {
    for (const each of ratesOfSome(cells.slice(first, first + atOnce), report, fair)) matches.push(each);
  }
  return matches;
}

function ratesOfSome(cells: readonly CountCell[], { columns, threshold, rates }: AuditReport, fair: AuditorModule) {
  const decisions = columns.prediction !== undefined || threshold !== null;
  const labeled = columns.label !== undefined;
  const ends: string[] = [];
  const outcomes: number[] = [];
  const rows: number[] = [];
  cells.forEach(({ known, max }, i) => {
    for (let end = 0; end < 2 ** known.length; end++) {
      known.forEach((count, outcome) => {
        ends.push(`${i} ${end}`);
        outcomes.push(outcome);
        rows.push(count + ((end >> outcome) & 1) * (max[outcome] as number));
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
        const [min, max] = known.get(rate) ?? [value, value];
        known.set(rate, [Math.min(min, value), Math.max(max, value)]);
      }
    }
    return bounds;
  } finally {
    auditor[Symbol.dispose]();
  }
}
