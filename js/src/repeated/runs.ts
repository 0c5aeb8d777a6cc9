// SPDX-License-Identifier: Apache-2.0
//
// The runs of repeated decisions: columns, and their form in the core.

import type { AuditOptions } from '../audit/audit-input.js';
import { invalid, invalidState } from '../core/error.js';
import { requireEither } from '../core/options.js';
import type { CategoryColumn, NumberColumn } from '../data/column.js';
import { type Favorable, getFavorable } from '../data/favorable.js';
import { RoleColumns, type SortedCodes } from '../tally/role-columns.js';

/** The columns of repeated decisions, one row per run, and the options of {@link Repeated.compareVariants}. */
export interface RepeatedInput extends Pick<AuditOptions, 'missing' | 'missingValues'> {
  /** The case, such as a prompt without the name or an application; equal for all variants and runs of the case. */
  item: CategoryColumn;
  /** The variant of the case, such as the name or the sex. */
  variant: CategoryColumn;
  /** The run within the item and the variant. Default: each row is a separate run. */
  run?: CategoryColumn | undefined;
  /** The decision; or `score`. */
  outcome?: CategoryColumn | undefined;
  /** The decisions that count as 1. Not needed for common pairs, such as 1 and 0, or yes and no. */
  favorable?: Favorable | undefined;
  /** Instead of `outcome`: a number, such as a rating. */
  score?: NumberColumn | undefined;
  /**
   * The cluster of the item, such as the passage of a question; equal for all rows of an item. Items of a cluster are
   * not independent. Default: items are independent.
   */
  cluster?: CategoryColumn | undefined;
  /** For counts: the number of runs with this outcome. Default: 1. */
  rows?: NumberColumn | undefined;
  /** The variant with which others are compared. */
  reference: string;
  /** Level of the confidence intervals, in (0, 1). Default: 0.95. */
  confidence?: number | undefined;
  /**
   * Number of random permutations for the test of an effect on any item. Default: 999, or none for scores with
   * more than 50,000 runs.
   */
  permutations?: number | undefined;
  /** Random seed. Default: 1. */
  seed?: number | undefined;
  /** The gap to detect, for planning the number of items; above 0. Default: 0.05, or none for scores. */
  detect?: number | undefined;
  /** The probability of detecting this gap, in (0, 1). Default: 0.8. */
  power?: number | undefined;
}

/** @internal The names of the columns of {@link RepeatedInput}, and `favorable`. */
export const runOptions = ['item', 'variant', 'run', 'outcome', 'favorable', 'score', 'rows', 'cluster'];

/** @internal Runs in the form of the core. */
export interface CodedRuns {
  columns: RoleColumns;
  variant: SortedCodes;
  /** The labels that count as 1; null for scores. */
  favorable: readonly string[] | null;
  /** Number of clusters; null if items are independent. */
  clusters: number | null;
  given: {
    items: number;
    variants: number;
    item: Uint32Array;
    variant: Uint32Array;
    outcome: Float64Array;
    run: Uint32Array;
    count: Float64Array;
    cluster: Uint32Array;
  };
}

/** @internal @throws FairwasmError `invalidArgument`, `missingValue`, or `shapeMismatch`, with the row if there is one. */
export function codedRuns(input: RepeatedInput): CodedRuns {
  const { item, variant, run, outcome, favorable, score, rows, cluster } = input;
  requireEither({ outcome, score });
  if (score !== undefined && favorable !== undefined) throw invalid('favorable', 'no value without outcome', 'both');
  if (run !== undefined && rows !== undefined) {
    throw invalid('run', 'either single runs, or numbers of runs in rows', 'both');
  }
  const columns = new RoleColumns({ item, variant, run, outcome, score, rows, cluster }, input);
  if (columns.length === 0) throw invalidState('rows', 'at least one row', 'none');
  const items = columns.categories('item');
  const variants = columns.sorted('variant');
  const clusters = cluster === undefined ? null : columns.categories('cluster');
  const decided = outcome === undefined ? null : decisions(columns, favorable);
  return {
    columns,
    variant: variants,
    favorable: decided?.favorable ?? null,
    clusters: clusters?.encoder.categories.length ?? null,
    given: {
      items: items.encoder.categories.length,
      variants: variants.names.length,
      item: items.codes,
      variant: variants.codes,
      outcome: decided?.ones ?? columns.numbers('score'),
      run: columns.categories('run').codes,
      count: columns.numbers('rows'),
      cluster: clusters ? clustersOfItems(columns, items, clusters) : new Uint32Array(),
    },
  };
}

type Coded = ReturnType<RoleColumns['categories']>;

/** Returns the cluster of each item. */
function clustersOfItems(columns: RoleColumns, items: Coded, clusters: Coded): Uint32Array {
  const none = clusters.encoder.categories.length;
  const cluster = new Uint32Array(items.encoder.categories.length).fill(none);
  return columns.reading(() => {
    items.codes.forEach((item, row) => {
      const own = clusters.codes[row] as number;
      const before = cluster[item] as number;
      if (before !== none && before !== own) {
        const [one, other] = [before, own].map((code) => `'${clusters.encoder.categories[code]}'`);
        const name = items.encoder.categories[item];
        throw invalid('cluster', `one cluster for all rows of item '${name}'`, `${one} and ${other}`, row);
      }
      cluster[item] = own;
    });
    return cluster;
  });
}

function decisions(columns: RoleColumns, input: Favorable | undefined) {
  const { codes, encoder } = columns.categories('outcome');
  const favorable = getFavorable(input, encoder.categories);
  const isOne = Float64Array.from(encoder.categories, (label) => Number(favorable.includes(label)));
  const ones = new Float64Array(codes.length);
  // from() with a function is several times slower.
  for (let row = 0; row < ones.length; row++) ones[row] = isOne[codes[row] as number] as number;
  return { favorable, ones };
}
