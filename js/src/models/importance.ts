// SPDX-License-Identifier: Apache-2.0
//
// Why a model scores as it does: how scores move, for whom, and how the gap between groups moves, where a column is
// dealt to the rows anew, so that it says nothing of them any more (permutation importance).

import { invalid } from '../core/error.js';
import type { Estimate } from '../core/estimate.js';
import type { RunOptions } from '../core/long-run.js';
import { requireWhole } from '../core/options.js';
import { placesByGroup, scoresWith, valuesAt } from './changed-column.js';
import {
  type Asked,
  type Confident,
  confidenceOf,
  requireAsked,
  requireRun,
  requireSeveral,
} from './decisions.js';
import { scoresOf, stepOf } from './predict.js';
import { type Row, requireColumn } from './rows.js';
import { Moves, type Part } from './score-shifts.js';
import { shuffled } from './shuffle.js';

export interface ImportanceOptions extends Asked, Confident {
  /** The columns. Default: all but `group`. */
  columns?: readonly string[] | undefined;
  /** The column that makes groups. */
  group: string;
  /** The group that others are compared with. Default: the largest. */
  reference?: string | undefined;
  /** How often each column is dealt anew, 2 to 1000. Default: 5. */
  permutations?: number | undefined;
  /** Left out: 1. */
  seed?: number | undefined;
}

/** What a column does in one group. */
export interface GroupImportance {
  group: string;
  /** Mean of |s' - s|: how far scores move without it. */
  change: Estimate;
  /** Mean of s' - s: whether the column raises the group's scores (below 0) or lowers them. */
  shift: Estimate;
  /**
   * How much of the group's gap in mean score to the reference is gone without the column: gap - gap'. Of the sign of the gap
   * where the column makes it, of the other where it hides it. 0 of the reference itself.
   */
  gap: Estimate;
}

export interface ColumnImportance {
  column: string;
  /** Mean of |s' - s| over all rows. */
  change: Estimate;
  groups: GroupImportance[];
}

export interface Importance {
  reference: string;
  /** Mean scores, and their gaps to the reference, as they are. */
  groups: { group: string; rows: number; meanScore: number; gap: number }[];
  /** By how far they move scores, most first. */
  columns: ColumnImportance[];
  permutations: number;
  seed: number;
  confidence: number;
  note: string;
}

const importanceNote =
  'A column is dealt to the rows anew, so that it says nothing of them. Where columns go together, either may look unimportant ' +
  'as the other still speaks, and rows arise that never occur.';

/**
 * Deals each column anew among all rows, and compares the scores s' with the scores s as they are.
 *
 * Intervals hold for other rows drawn alike: a mean over receiving and giving rows is a statistic of two samples, whose
 * variance is that of each row's part in both roles (Hoeffding 1948). With few permutations, parts are noisy, and intervals
 * wider than they had to be. None where nothing moves.
 *
 * Source: Breiman 2001; Fisher, Rudin and Dominici 2019.
 *
 * @example
 * const { columns } = await importance({
 *   predict: (asked) => asked.map(({ income }) => Number(income) / 10), // any model: of income alone
 *   rows: rowsOf({ sex: ['f', 'f', 'm', 'm'], income: [2, 4, 6, 8], age: [30, 40, 50, 60] }),
 *   group: 'sex',
 * });
 * columns.map(({ column, change }) => [column, change.value > 0]); // [["income", true], ["age", false]]
 *
 * @throws FairwasmError `invalidArgument` for columns that are not there, or fewer than two groups; `tooLarge` for more than 20
 *   groups; the signal's reason if it is aborted.
 */
export async function importance(
  options: ImportanceOptions,
  run: RunOptions = {},
): Promise<Importance> {
  const known = ['columns', 'group', 'reference', 'permutations', 'seed', 'confidence'];
  requireRun(run);
  requireAsked('importance', options, known);
  const { predict, rows, group } = options;
  const confidence = confidenceOf(options);
  const permutations = requireWhole('permutations', options.permutations ?? 5, 2, 1000);
  const seed = requireWhole('seed', options.seed ?? 1, 0, 2 ** 32 - 1);
  const places = placesByGroup(rows, group);
  requireSeveral(group, places.size);
  const reference = referenceOf(places, options.reference);
  const columns =
    options.columns ?? Object.keys(rows[0] as Row).filter((column) => column !== group);
  for (const column of columns) requireColumn('columns', rows, column);
  const steps = columns.length * permutations + 1;
  const scores = await scoresOf(predict, rows, stepOf(run, 0, steps));
  const found: ColumnImportance[] = [];
  for (const [at, column] of columns.entries()) {
    const moves = new Moves(rows.length);
    for (let k = 0; k < permutations; k++) {
      const givers = shuffled(rows.length, [seed, at, k]);
      const valueAt = (place: number) => (rows[givers[place] as number] as Row)[column];
      const step = stepOf(run, 1 + at * permutations + k, steps);
      moves.add(scores, await scoresWith(predict, rows, column, valueAt, step), givers);
    }
    found.push(importanceOf(column, moves, places, reference, confidence));
  }
  found.sort((a, b) => b.change.value - a.change.value);
  const groups = [...places].map(([name, own]) => {
    const mean = meanAt(scores, own);
    const gap = mean - meanAt(scores, places.get(reference) as number[]);
    return { group: name, rows: own.length, meanScore: mean, gap };
  });
  return {
    reference,
    groups,
    columns: found,
    permutations,
    seed,
    confidence,
    note: importanceNote,
  };
}

const meanAt = (values: ArrayLike<number>, places: readonly number[]): number =>
  valuesAt(values, places).reduce((sum, value) => sum + value, 0) / places.length;

function referenceOf(places: ReadonlyMap<string, number[]>, wanted: string | undefined): string {
  if (wanted === undefined) {
    return [...places].reduce((a, b) => (b[1].length > a[1].length ? b : a))[0];
  }
  if (places.has(wanted)) return wanted;
  throw invalid('reference', `one of ${[...places.keys()].join(', ')}`, `'${wanted}'`);
}

const size = (move: number) => Math.abs(move);
const signed = (move: number) => move;

function importanceOf(
  column: string,
  moves: Moves,
  places: ReadonlyMap<string, number[]>,
  reference: string,
  confidence: number,
): ColumnImportance {
  const all = Array.from({ length: moves.rows }, (_, i) => i);
  const compared = places.get(reference) as number[];
  const mean = (parts: Part[], of: (move: number) => number) => moves.mean(parts, of, confidence);
  const groups = [...places].map(([group, own]) => {
    const isReference = group === reference;
    const gap: Part[] = [
      { places: own, sign: -1 },
      { places: compared, sign: 1 },
    ];
    return {
      group,
      change: mean([{ places: own, sign: 1 }], size),
      shift: mean([{ places: own, sign: 1 }], signed),
      gap: isReference ? { value: 0 } : mean(gap, signed),
    };
  });
  return { column, change: mean([{ places: all, sign: 1 }], size), groups };
}
