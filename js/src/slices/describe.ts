// SPDX-License-Identifier: Apache-2.0
//
// Describes the worst slices as sentences and a table.

import { getMax } from '../core/extremes.js';
import { showConfidence, showCount, showNumber } from '../document/format.js';
import { type Document, notes } from '../document/model.js';
import type { WorstSlices } from './result.js';

type WorstSlice = WorstSlices['slices'][number];

/** The result; results of other versions may lack the scope of the search. */
export type StoredSlices = Pick<WorstSlices, 'slices' | 'rows' | 'averageError' | 'confidence' | 'notes'> &
  Partial<WorstSlices>;

/** Describes the slices: how they were found, a list of them, and an explanation of the list. */
export function describeSlices(result: StoredSlices): Document {
  const { rows, averageError, slices } = result;
  const hasTests = slices.some(({ pValue }) => pValue !== undefined);
  return {
    name: 'slices',
    title: 'Slices with the highest errors',
    blocks: [
      { texts: [`${showCount(rows)} rows with a mean error of ${showError(averageError)}.`, ...getScore(result)] },
      {
        caption: 'The worst slices',
        heading: 'Slice',
        columns: [
          { heading: 'Rows', format: 'count' },
          { heading: 'Mean error' },
          { heading: 'Score' },
          ...(hasTests ? [{ heading: 'p', format: 'p' as const }] : []),
        ],
        rows: slices.map((slice, i) => ({
          name: `${i + 1}. ${getName(slice, result)}`,
          cells: [slice.rows, slice.averageError, slice.score, slice.pValue],
        })),
      },
      ...notes(
        'Overlaps',
        slices.flatMap((slice, i) => overlap(slice, i, result)),
      ),
      { texts: [...readings(result), ...result.notes.map(sentence)] },
    ],
  };
}

const sentence = (note: string) => `${note.charAt(0).toUpperCase()}${note.slice(1)}${note.endsWith('.') ? '' : '.'}`;

const showError = ({ value, reason }: WorstSlice['averageError']) =>
  reason === undefined ? showNumber(value) : `– (${reason})`;

function getScore({ alpha, minRows, maxConditions, conjunctions }: StoredSlices): string[] {
  if (alpha === undefined || conjunctions === undefined) return [];
  const size = Number((1 - alpha).toPrecision(6));
  const max = `${maxConditions} condition${maxConditions === 1 ? '' : 's'}`;
  return [
    `Score ${alpha} (error / mean - 1) - ${size} (all rows / rows - 1), ${minRows} rows or more, ` +
      `up to ${max}: ${showCount(conjunctions)} candidate slices.`,
  ];
}

const getName = ({ conditions }: WorstSlice, result: StoredSlices): string =>
  Object.entries(conditions)
    .map(([column, value]) => `${column}${getRelation(column, value, result)}${value}`)
    .join(' and ');

// Ranges contain their relation: `> 83`, `(69, 76]`.
function getRelation(column: string, value: string, { bins = {} }: StoredSlices): string {
  if (!Object.hasOwn(bins, column)) return ' = ';
  if (value.startsWith('(') && value.endsWith(']')) return ' in ';
  return /^[>≤] /.test(value) ? ' ' : ' = ';
}

// The overlap with the slice above that has most of its rows.
function overlap(
  { rows, sharedRows = [] }: Partial<WorstSlice> & Pick<WorstSlice, 'rows'>,
  i: number,
  { slices }: StoredSlices,
): string[] {
  const above = sharedRows.slice(0, i);
  const max = getMax(above, 0);
  if (max === 0) return [];
  const index = above.indexOf(max);
  const share = `${Math.floor((100 * max) / rows)}%`;
  if (max < rows) return [`${i + 1}: ${share} of these rows are also in ${index + 1}`];
  const isSame = slices[index]?.rows === rows;
  return [`${i + 1}: ${isSame ? 'the same rows as' : 'all of these rows are also in'} ${index + 1}`];
}

function readings({ slices, confidence, conjunctions, permutations, seed }: StoredSlices): string[] {
  const hasIntervals = slices.some(({ averageError }) => averageError.ci !== undefined);
  const hasTests = slices.some(({ pValue }) => pValue !== undefined);
  const all = conjunctions === undefined ? 'candidate slices' : `${showCount(conjunctions)} candidate slices`;
  return [
    ...(hasIntervals
      ? [
          `Intervals: ${showConfidence(confidence)}, simultaneous for all ${all}, ` +
            'because the slices were selected as the worst (Hoeffding 1963, Bonferroni).',
        ]
      : []),
    ...(hasTests
      ? [
          'p: proportion of random assignments of errors to rows in which the worst slice has at ' +
            `least this score (${showCount(permutations ?? 0)} permutations, seed ${seed}); it ` +
            'accounts for the search.',
        ]
      : []),
  ];
}
