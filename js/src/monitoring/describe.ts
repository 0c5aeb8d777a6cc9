// SPDX-License-Identifier: Apache-2.0
//
// Describes monitored gaps as sentences, a table, and curves.

import { requireParts } from '../core/options.js';
import { oneLine, showConfidence, showCount, showPoints } from '../document/format.js';
import { type Document, type DocumentTable, type Figure, notes, reasonsIn } from '../document/model.js';
import type { MonitoredGap, MonitoredMoment, MonitorReport } from './monitor.js';

/**
 * Describes the gaps: the time at which each gap was first outside or within the tolerance, and its changes over time.
 */
export function describeMonitoring(report: MonitorReport): Document {
  requireParts('report', report, ['groups', 'batches'], 'the result of report() of a monitor');
  const { reference, tolerance, confidence, batches, groups } = report;
  const table: DocumentTable = {
    caption: `Gaps to ${reference}, in percentage points`,
    heading: 'Group',
    columns: [
      { heading: 'Rows', format: 'count' },
      { heading: 'Rate', format: 'percent' },
      { heading: `Rate of ${reference}`, format: 'percent' },
      { heading: 'Gap', format: 'points' },
      { heading: 'Additional rows needed', format: 'count' },
    ],
    rows: groups.map(({ name, counts, referenceCounts, gap, rowsNeeded }) => ({
      name,
      group: name,
      cells: [counts.rows, counts.cases / counts.rows, referenceCounts.cases / referenceCounts.rows, gap, rowsNeeded],
    })),
  };
  return {
    name: 'monitoring',
    title: 'Gaps over time',
    facts: [
      ['Batches', showCount(batches)],
      ['Reference', reference],
      ['Tolerance', showPoints(tolerance)],
    ],
    blocks: [
      { texts: groups.map((group) => getSentence(group, tolerance)) },
      table,
      ...groups.map(getFigure),
      {
        style: 'faint',
        texts: [
          `With a probability of ${showConfidence(confidence)}, all intervals are valid after every batch, for all groups, if rows are independent and rates constant.`,
        ],
      },
      ...notes('Undefined', reasonsIn([table])),
    ],
  };
}

const showMoment = ({ batch, at }: MonitoredMoment) =>
  `since batch ${showCount(batch)}${at === undefined ? '' : ` (${oneLine(String(at))})`}`;

function getSentence(gap: MonitoredGap, tolerance: number): string {
  const { name, excludedSince, withinSince, rowsNeeded } = gap;
  const limit = showPoints(tolerance).replace('+', '');
  if (excludedSince) {
    const what = tolerance === 0 ? 'has excluded 0' : `has exceeded ${limit} percentage points`;
    return `${name}: the gap ${what} ${showMoment(excludedSince)}.`;
  }
  if (withinSince) {
    return `${name}: the gap has been within ${limit} percentage points ${showMoment(withinSince)}.`;
  }
  const needed = Number.isFinite(rowsNeeded)
    ? ` About ${showCount(rowsNeeded)} more rows are needed for a conclusion if the rates do not change.`
    : '';
  return `${name}: inconclusive so far.${needed}`;
}

function getFigure({ name, sequence }: MonitoredGap): Figure {
  const toLine = (line: string, getValue: (gap: MonitoredGap['gap']) => number) => ({
    name: line,
    points: sequence.flatMap(({ batch, gap }) => {
      const value = getValue(gap);
      return Number.isFinite(value) ? [[batch, value] as const] : [];
    }),
  });
  const undefinedEnd = Number.NaN;
  return {
    caption: `Gap of ${name} so far, with its interval`,
    across: 'batches',
    up: 'gap',
    lines: [
      toLine('upper end', ({ ci }) => ci?.[1] ?? undefinedEnd),
      toLine('gap', ({ value }) => value),
      toLine('lower end', ({ ci }) => ci?.[0] ?? undefinedEnd),
    ],
    rise: [-1, 1],
  };
}
