// SPDX-License-Identifier: Apache-2.0
//
// Permutation importance by group: how scores and the gap between groups change if a column is shuffled over the
// rows, which removes its information.
import { invalid } from '../core/error.js';
import { type Estimate, estimate } from '../core/estimate.js';
import { getMin } from '../core/extremes.js';
import { quantile } from '../core/intervals.js';
import { getStep, type RunOptions } from '../core/long-run.js';
import { requireWhole } from '../core/options.js';
import { shuffled } from '../core/shuffle.js';
import { type NamedGroup, toGroup } from '../data/named-group.js';
import { placesByGroup, scoresWith, valuesAt } from './changed-column.js';
import { getConfidence, requirePredictionInput, requireRun, requireSeveral } from './decisions.js';
import type { FlipOptions } from './flip.js';
import { computeScores } from './predict.js';
import { type Row, requireColumn } from './rows.js';

export type ColumnImportance = Importance['columns'][number];

export interface Importance {
  reference: string;
  /** Mean scores and gaps to the reference group before shuffling. */
  groups: (NamedGroup & { rows: number; meanScore: number; gap: number })[];
  /** Columns sorted by the change in scores, largest first. */
  columns: {
    column: string;
    /** Mean of |s' - s| over all rows. */
    change: Estimate;
    groups: (NamedGroup & {
      /** Mean of |s' - s|: how much scores change without the column. */
      change: Estimate;
      /** Mean of s' - s: negative if the column raises the group's scores, positive if it lowers them. */
      shift: Estimate;
      /**
       * How much of the group's gap to the reference disappears without the column: gap - gap'. It has the sign of the
       * gap if the column causes the gap, and the opposite sign if the column hides it. 0 for the reference group.
       */
      gap: Estimate;
    })[];
  }[];
  permutations: number;
  seed: number;
  confidence: number;
  note: string;
}

const importanceNote =
  'The values of a column are permuted over the rows, so that they are uninformative. If two columns are correlated, each may ' +
  'appear unimportant because the other remains, and some permuted rows never occur in reality.';

/**
 * Shuffles each column over all rows and compares the new scores s' with the original scores s.
 *
 * Confidence intervals are for new rows from the same population. A mean over receiving and giving rows is a
 * two-sample statistic, whose variance sums each row's contributions in both roles (Hoeffding 1948). With few
 * permutations the contributions are noisy and the intervals are too wide. If no score changes, there is no interval.
 *
 * Source: Breiman 2001; Fisher, Rudin, and Dominici 2019.
 *
 * @example
 * const { columns } = await importance({
 *   predict: (asked) => asked.map(({ income }) => Number(income) / 10), // any model: of income alone
 *   rows: toRows({ sex: ['f', 'f', 'm', 'm'], income: [2, 4, 6, 8], age: [30, 40, 50, 60] }),
 *   group: 'sex',
 * });
 * columns.map(({ column, change }) => [column, change.value > 0]); // [["income", true], ["age", false]]
 *
 * @throws FairwasmError `invalidArgument` if a column does not exist or there are fewer than two groups; `tooLarge`
 *   for more than 20 groups; the signal's reason if it is aborted.
 */
export async function importance(
  options: Pick<FlipOptions, 'predict' | 'rows' | 'confidence'> & {
    /** The columns to shuffle. Default: all except `group`. */
    columns?: readonly string[] | undefined;
    /** The column that defines groups. */
    group: string;
    /** The group that others are compared with. Default: the largest. */
    reference?: string | undefined;
    /** Number of permutations of each column, 2 to 1000. Default: 5. */
    permutations?: number | undefined;
    /** Seed for the permutations. Default: 1. */
    seed?: number | undefined;
  },
  run: RunOptions = {},
): Promise<Importance> {
  const names = ['columns', 'group', 'reference', 'permutations', 'seed', 'confidence'];
  requireRun(run);
  requirePredictionInput('importance', options, names);
  const { predict, rows, group } = options;
  const confidence = getConfidence(options);
  const permutations = requireWhole('permutations', options.permutations ?? 5, 2, 1000);
  const seed = requireWhole('seed', options.seed ?? 1, 0, 2 ** 32 - 1);
  const places = placesByGroup(rows, group);
  requireSeveral(group, places.size);
  const reference = getReference(places, options.reference);
  const columns = options.columns ?? Object.keys(rows[0] as Row).filter((column) => column !== group);
  for (const column of columns) requireColumn('columns', rows, column);
  const members = [...places].map(([name, own]) => ({ group: toGroup({ [group]: name }), own }));
  const compared = places.get(reference) as number[];
  const steps = columns.length * permutations + 1;
  const scores = await computeScores(predict, rows, getStep(run, 0, steps));
  const estimated: ColumnImportance[] = [];
  for (const [at, column] of columns.entries()) {
    const moves = new Moves(rows.length);
    for (let k = 0; k < permutations; k++) {
      const givers = shuffled(rows.length, [seed, at, k]);
      const valueAt = (index: number) => (rows[givers[index] as number] as Row)[column];
      const step = getStep(run, 1 + at * permutations + k, steps);
      moves.add(scores, await scoresWith(predict, rows, column, valueAt, step), givers);
    }
    estimated.push(computeImportance(column, moves, members, compared, confidence));
  }
  estimated.sort((a, b) => b.change.value - a.change.value);
  const groups = members.map(({ group, own }) => {
    const mean = meanAt(scores, own);
    return { ...group, rows: own.length, meanScore: mean, gap: mean - meanAt(scores, compared) };
  });
  return { reference, groups, columns: estimated, permutations, seed, confidence, note: importanceNote };
}

const meanAt = (values: ArrayLike<number>, indices: readonly number[]): number =>
  valuesAt(values, indices).reduce((sum, value) => sum + value, 0) / indices.length;

function getReference(places: ReadonlyMap<string, number[]>, wanted: string | undefined): string {
  if (wanted === undefined) return [...places].reduce((a, b) => (b[1].length > a[1].length ? b : a))[0];
  if (places.has(wanted)) return wanted;
  throw invalid('reference', `one of ${[...places.keys()].join(', ')}`, `'${wanted}'`);
}

const size = (move: number) => Math.abs(move);
const signed = (move: number) => move;

function computeImportance(
  column: string,
  moves: Moves,
  members: readonly { group: NamedGroup; own: number[] }[],
  compared: number[],
  confidence: number,
): ColumnImportance {
  const all = Array.from({ length: moves.rows }, (_, i) => i);
  const mean = (parts: SignedMean[], of: (move: number) => number) => moves.mean(parts, of, confidence);
  const groups = members.map(({ group, own }) => {
    const gap: SignedMean[] = [
      { places: own, sign: -1 },
      { places: compared, sign: 1 },
    ];
    return {
      ...group,
      change: mean([{ places: own, sign: 1 }], size),
      shift: mean([{ places: own, sign: 1 }], signed),
      gap: own === compared ? { value: 0 } : mean(gap, signed),
    };
  });
  return { column, change: mean([{ places: all, sign: 1 }], size), groups };
}

/** A signed mean over some rows. */
interface SignedMean {
  places: readonly number[];
  sign: 1 | -1;
}

/** Score changes of all rows, for each permutation. */
class Moves {
  readonly rows: number;
  readonly #permutations: { moves: Float64Array; givers: Uint32Array }[] = [];

  constructor(rows: number) {
    this.rows = rows;
  }

  /** Adds the scores before and after a permutation; `givers[i]` is the row whose value row i received. */
  add(before: Float64Array, after: Float64Array, givers: Uint32Array): void {
    const moves = after.map((score, row) => score - (before[row] as number));
    this.#permutations.push({ moves, givers });
  }

  /**
   * Returns the sum of signed means of `of(move)` over rows and permutations. The standard error is that of a
   * two-sample statistic, to first order: the root of the sum of squares of each row's contribution as receiver and
   * as giver.
   */
  mean(parts: readonly SignedMean[], of: (move: number) => number, confidence: number): Estimate {
    const influences = new Float64Array(this.rows);
    let value = 0;
    for (const { places, sign } of parts) {
      const center = this.#meanOver(places, of);
      value += sign * center;
      const weight = sign / (places.length * this.#permutations.length);
      for (const { moves, givers } of this.#permutations) {
        for (const row of places) {
          const excess = weight * (of(moves[row] as number) - center);
          influences[row] = (influences[row] as number) + excess;
          const giver = givers[row] as number;
          influences[giver] = (influences[giver] as number) + excess;
        }
      }
    }
    const min = getMin(parts.map(({ places }) => places.length));
    const error = Math.sqrt(influences.reduce((sum, each) => sum + each * each, 0));
    if (min < 2 || error === 0) return estimate(value, () => 'no rows');
    const reach = quantile(confidence, min - 1) * error * Math.sqrt(min / (min - 1));
    return estimate(value, () => 'no rows', { ci: [value - reach, value + reach] });
  }

  #meanOver(indices: readonly number[], of: (move: number) => number): number {
    let sum = 0;
    for (const { moves } of this.#permutations) {
      for (const row of indices) sum += of(moves[row] as number);
    }
    return sum / (indices.length * this.#permutations.length);
  }
}
