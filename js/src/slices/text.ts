// SPDX-License-Identifier: Apache-2.0
//
// Formats the worst slices for a terminal.

import { requireOptions, requireParts } from '../core/options.js';
import { ofGiven } from '../core/plain-data.js';
import { oneLine, showConfidence, showCount, showNumber, showTest } from '../document/format.js';
import { wrap } from '../document/layout.js';
import type { WorstSlice, WorstSlices } from './result.js';

const indent = '    ';

/**
 * Returns the worst slices as lines of at most `width` columns (default 80).
 *
 * @example
 * const { worstSlices } = await load();
 * const columns = { sex: ['f', 'f', 'f', 'm', 'm', 'm'] };
 * const found = await worstSlices({ columns, error: [1, 1, 0, 0, 0, 0] }, { minRows: 2 });
 * slicesText(found, { width: 60 }).includes('sex = f'); // true
 */
export function slicesText(found: WorstSlices, options: { width?: number } = {}): string {
  return ofGiven('found', () => {
    requireParts(
      'found',
      found,
      ['slices', 'notes', 'averageError'],
      'the result of worstSlices()',
    );
    requireOptions('slicesText', options, ['width']);
    const { width = 80 } = options;
    const { rows, averageError, slices, notes } = found;
    const parts = [
      wrap(
        `Worst slices of ${showCount(rows)} rows, mean error ${shownError(averageError)}`,
        width,
      ),
      wrap(getScore(found), width),
      ...slices.map((slice, i) => ['', ...sliceLines(slice, i, found, width)]),
      ...[...readings(found), ...notes.map(sentence)].map((note) => ['', ...wrap(note, width)]),
    ];
    return `${parts.flat().join('\n')}\n`;
  });
}

const sentence = (note: string) => `${note.charAt(0).toUpperCase()}${note.slice(1)}.`;

const shownError = ({ value, reason }: WorstSlice['averageError']) =>
  reason === undefined ? showNumber(value) : `– (${reason})`;

function getScore({ alpha, minRows, maxConditions, conjunctions }: WorstSlices): string {
  const size = Number((1 - alpha).toPrecision(6));
  const most = `${maxConditions} condition${maxConditions === 1 ? '' : 's'}`;
  return (
    `Score ${alpha} (error / mean - 1) - ${size} (all rows / rows - 1), ${minRows} rows or more, ` +
    `up to ${most}: ${showCount(conjunctions)} candidate slices`
  );
}

function sliceLines(slice: WorstSlice, i: number, found: WorstSlices, width: number): string[] {
  const { conditions, rows, averageError, score, pValue } = slice;
  const name = Object.entries(conditions).map(([column, value]) =>
    oneLine(`${column}${getRelation(column, value, found)}${value}`),
  );
  const { value, ci } = averageError;
  const interval = ci ? ` (${ci.map((end) => showNumber(end)).join('–')})` : '';
  const test = pValue === undefined ? [] : [showTest({ value, pValue })];
  const numbers = [
    `error ${showNumber(value)}${interval}`,
    `${showCount(rows)} rows`,
    `score ${showNumber(score)}`,
    ...test,
  ];
  const place = `${i + 1}.`.padEnd(indent.length);
  const lines = [
    ...wrap(name.join(' and '), width - indent.length),
    ...wrap(numbers.join(', '), width - indent.length),
    ...overlap(slice, i, found).flatMap((text) => wrap(text, width - indent.length)),
  ];
  return lines.map((line, at) => (at === 0 ? place : indent) + line);
}

// A range includes its own relation: `> 83`, `(69, 76]`.
function getRelation(column: string, value: string, { bins }: WorstSlices): string {
  if (!Object.hasOwn(bins, column)) return ' = ';
  if (value.startsWith('(') && value.endsWith(']')) return ' in ';
  return /^[>≤] /.test(value) ? ' ' : ' = ';
}

// Describes the overlap with the listed slice above that shares the most rows.
function overlap({ rows, sharedRows }: WorstSlice, i: number, { slices }: WorstSlices): string[] {
  const above = sharedRows.slice(0, i);
  const most = Math.max(0, ...above);
  if (most === 0) return [];
  const place = above.indexOf(most);
  const share = `${Math.floor((100 * most) / rows)}%`;
  if (most < rows) return [`${share} of these rows are also in ${place + 1}`];
  const isSame = slices[place]?.rows === rows;
  return [isSame ? `the same rows as ${place + 1}` : `all of these rows are also in ${place + 1}`];
}

/** Returns sentences that explain how to read the list. */
function readings({ slices, confidence, conjunctions, permutations, seed }: WorstSlices): string[] {
  const hasIntervals = slices.some(({ averageError }) => averageError.ci !== undefined);
  const hasTests = slices.some(({ pValue }) => pValue !== undefined);
  return [
    ...(hasIntervals
      ? [
          `Intervals: ${showConfidence(confidence)}, simultaneous for all ${showCount(conjunctions)} candidate slices, ` +
            'because these were selected as the worst (Hoeffding 1963, Bonferroni).',
        ]
      : []),
    ...(hasTests
      ? [
          'p: how often the worst slice has at least this score if errors are assigned to the rows at random ' +
            `(${showCount(permutations)} permutations, seed ${seed}); it accounts for the search.`,
        ]
      : []),
  ];
}
