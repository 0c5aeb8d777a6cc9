// SPDX-License-Identifier: Apache-2.0
//
// Describes the coverage of prediction intervals or prediction sets.

import { type Document, type DocumentTable, notes, reasonsIn } from '../document/model.js';
import type { PredictionCoverage } from './prediction-coverage.js';

/** Coverage in a file, with the names of its columns. */
export interface StoredCoverage {
  format: 'fairwasm-coverage';
  version: 1;
  columns: Readonly<Record<string, string>>;
  /** All rows, and then each group. */
  groups: readonly PredictionCoverage[];
}

/** Describes coverage and size, for all rows and by group. */
export function describeCoverage({ columns, groups }: StoredCoverage): Document {
  const isSets = 'sets' in columns;
  const table: DocumentTable = {
    heading: columns.group ?? 'Group',
    columns: [
      { heading: 'Rows', format: 'count' },
      { heading: 'Coverage', format: 'percent' },
      { heading: isSets ? 'Set size' : 'Mean width', format: 'quantity' },
    ],
    rows: groups.map(({ name, categories, rows, coverage, size }) => ({
      name,
      ...(Object.keys(categories).length === 0 ? { isSummary: true } : { group: name }),
      cells: [rows, coverage, size],
    })),
  };
  return {
    name: 'coverage',
    title: `Coverage of prediction ${isSets ? 'sets' : 'intervals'}`,
    blocks: [
      table,
      ...notes('Undefined or unreliable', reasonsIn([table])),
      {
        texts: [
          'Coverage: how often the true value is inside. Groups with the same coverage can have predictions of different precision: compare the sizes, too.',
        ],
        style: 'faint',
      },
    ],
  };
}
