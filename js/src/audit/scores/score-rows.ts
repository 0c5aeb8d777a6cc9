// SPDX-License-Identifier: Apache-2.0
//
// Rows of outcomes and scores, as passed by users and as accumulators of groups read them.

import { requireOptions } from '../../core/options.js';
import { type CategoryColumn, type NumberColumn, toNumbers } from '../../data/column.js';
import { requireColumns } from '../../data/named-columns.js';
import { toOutcomes } from '../../data/outcomes.js';
import type { NumberRows } from '../../tally/group-accumulator.js';
import { type ClusterOptions, clusterOptions } from '../../tally/jackknife.js';
import { allClusterKeys } from '../../tally/kept-rows.js';

/** Rows of outcomes and scores. */
export interface ScoreRows extends ClusterOptions {
  groups?: Readonly<Record<string, CategoryColumn>> | undefined;
  /** True outcomes. */
  label: CategoryColumn;
  /** Estimated probabilities of the favorable outcome, in [0, 1]. */
  score: NumberColumn;
  /** Row weights, at least 0. Default: 1. */
  weight?: NumberColumn | undefined;
}

/**
 * @internal Validates rows for accumulators of groups. Throws a FairwasmError that names the column and the
 * row.
 */
export function scoreRows(rows: ScoreRows, favorable: readonly string[]): NumberRows {
  requireOptions('update', rows, ['groups', 'label', 'score', 'weight', ...clusterOptions]);
  const { groups = {}, label, score, weight } = rows;
  requireColumns('groups', groups);
  return {
    groups,
    label: toOutcomes(label, favorable),
    prediction: toNumbers(score, 'score'),
    weight: weight === undefined ? undefined : toNumbers(weight, 'weight'),
    clusters: allClusterKeys(rows),
  };
}
