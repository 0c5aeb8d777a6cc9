// SPDX-License-Identifier: Apache-2.0
//
// Describes rates per exposure as a chart and a table.

import { requireParts } from '../core/options.js';
import { fromPlainData } from '../core/plain-data.js';
import { oneLine, showConfidence, showCount, showRows } from '../document/format.js';
import { type Block, type Document, type DocumentTable, notes, reasonsIn } from '../document/model.js';
import type { ExposureReport } from './rates.js';

/**
 * Describes the rates.
 *
 * @example
 * const { ratesPerExposure } = await load();
 * const report = ratesPerExposure({ group: ['a', 'b'], events: [3, 8], exposure: [10, 10] });
 * describeExposure(report, 'Claims').source; // "Claims"
 */
export function describeExposure(report: ExposureReport, source?: string): Document {
  return fromPlainData('report', () => {
    requireParts('report', report, ['groups', 'reference'], 'rates per exposure');
    const { groups, reference, confidence, isClustered, droppedRows } = report;
    const table = rates(report);
    const assumed = isClustered ? 'with clusters as independent units' : 'for independent events (Garwood 1936)';
    return {
      name: 'exposure',
      title: 'Rates per exposure',
      ...(source !== undefined && { source }),
      facts: [
        ['Reference', oneLine(reference)],
        ['Intervals', `${showConfidence(confidence)}, ${assumed}`],
        ...(droppedRows > 0 ? [['Missing', `${showRows(droppedRows)} with missing values`] as const] : []),
      ],
      blocks: [
        {
          caption: 'Events per exposure',
          format: 'quantity',
          dots: groups.map(({ name, rate, exposure }) => ({
            name,
            value: rate,
            note: `exposure ${showCount(exposure)}`,
          })),
        },
        table,
        ...(groups.length > 2
          ? [{ texts: ['Intervals and p-values of comparisons hold jointly for all groups.'], style: 'faint' as const }]
          : []),
        ...notes('Undefined (–), or approximate', reasonsIn([table])),
      ] satisfies Block[],
    };
  });
}

function rates({ groups, reference, isClustered }: ExposureReport): DocumentTable {
  return {
    caption: `Rates, and their differences and ratios to ${reference}`,
    heading: 'Group',
    columns: [
      { heading: 'Events', format: 'quantity' },
      { heading: 'Exposure', format: 'quantity' },
      ...(isClustered ? [{ heading: 'Clusters', format: 'count' } as const] : []),
      { heading: 'Rate', format: 'quantity' },
      { heading: 'Difference', format: 'change', hasTest: true },
      { heading: 'Ratio', hasTest: true },
    ],
    rows: groups.map(({ name, events, exposure, clusters, rate, difference, ratio }) => ({
      name,
      group: name,
      cells: [
        { value: events, format: Number.isInteger(events) ? 'count' : 'quantity' },
        { value: exposure, format: Number.isInteger(exposure) ? 'count' : 'quantity' },
        ...(isClustered ? [clusters] : []),
        rate,
        difference ?? 'reference',
        ratio ?? 'reference',
      ],
    })),
  };
}
