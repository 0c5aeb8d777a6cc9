// SPDX-License-Identifier: Apache-2.0
//
// Describes monitored gaps as sentences, a table, and curves.

import { requireParts } from '../core/options.js';
import { oneLine, showConfidence, showCount, showPoints } from '../document/format.js';
import { type Document, type DocumentTable, type Figure, notes, reasonsIn } from '../document/model.js';
import type { MonitoredGap, MonitoredMoment, MonitorReport } from './monitor.js';

/**
 * Describes the gaps: the batch at which the evidence first sufficed to conclude that a mean gap was outside or within
 * the tolerance, and its changes over time.
 */
export function describeMonitoring(report: MonitorReport): Document {
  requireParts('report', report, ['groups', 'batches'], 'the result of report() of a monitor');
  const { reference, tolerance, confidence, batches, order, groups } = report;
  const table: DocumentTable = {
    caption: `Mean gaps to ${reference} over the batches, in percentage points`,
    heading: 'Group',
    columns: [
      { heading: 'Rows', format: 'count' },
      { heading: 'Mean rate', format: 'percent' },
      { heading: `Mean rate of ${reference}`, format: 'percent' },
      { heading: 'Mean gap', format: 'points' },
      { heading: 'Additional rows needed', format: 'count' },
    ],
    rows: groups.map(({ name, counts, rate, referenceRate, gap, rowsNeeded }) => ({
      name,
      group: name,
      cells: [counts.rows, rate, referenceRate, gap, rowsNeeded],
    })),
  };
  return {
    name: 'monitoring',
    title: 'Gaps over time',
    facts: [
      ['Batches', showCount(batches)],
      ['Reference', reference],
      ['Tolerance', showTolerance(tolerance)],
    ],
    blocks: [
      { texts: groups.map((group) => getSentence(group, tolerance)) },
      table,
      ...groups.map(getFigure),
      {
        style: 'faint',
        texts: [
          `With a probability of ${showConfidence(confidence)}, all intervals contain the mean gap up to their batch, after every batch and for all groups, if rows are independent. Rates, gaps, and the sizes of groups may change over time.`,
          ...(order === 'added'
            ? ['Batches are in the order of their first occurrence, because their names are not times or numbers.']
            : []),
        ],
      },
      ...notes('Undefined', reasonsIn([table])),
    ],
  };
}

const showTolerance = (tolerance: number) => `±${showPoints(tolerance).replace('+', '')}`;

const showMoment = ({ batch, at }: MonitoredMoment) =>
  `batch ${showCount(batch)}${at === undefined ? '' : ` (${oneLine(String(at))})`}`;

/** Returns the conclusions in the order of time: the intervals are about the mean gap up to a batch, not about its start. */
function getSentence(gap: MonitoredGap, tolerance: number): string {
  const { name, excludedAt, withinAt, rowsNeeded } = gap;
  const limits = `${showTolerance(tolerance)} percentage points`;
  const conclusions = [
    { moment: excludedAt, conclusion: tolerance === 0 ? 'was not 0' : `was outside ${limits}` },
    { moment: withinAt, conclusion: `was within ${limits}` },
  ].flatMap(({ moment, conclusion }) => (moment ? [{ moment, conclusion }] : []));
  if (conclusions.length > 0) {
    const texts = conclusions
      .sort((one, other) => one.moment.batch - other.moment.batch)
      .map(
        ({ moment, conclusion }) =>
          `At ${showMoment(moment)}, the evidence sufficed to conclude that the mean gap up to then ${conclusion}.`,
      );
    return `${name}: ${texts.join(' ')}`;
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
    caption: `Mean gap of ${name} so far, with its interval`,
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
