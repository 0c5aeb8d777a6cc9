// SPDX-License-Identifier: Apache-2.0
//
// What `fairwasm metric` has to know to compute a metric.

import type { Aif360 } from '../aif360/aif360.js';
import type { Fairwasm } from '../fairwasm.js';
import type { Individual } from '../individual/individual.js';
import type { Scores } from '../scores/scores.js';
import type { Given, MetricValue } from './metric-rows.js';

/** What a metric is computed from, and how. */
export interface Computation {
  /** Options that it needs; of a list within the list, one. */
  needs: readonly (string | readonly string[])[];
  /** Options that it may be given besides. */
  takes: readonly string[];
  compute(doors: Doors, given: Given): readonly MetricValue[] | Promise<readonly MetricValue[]>;
}

/** The doors whose metrics are computed here. */
export interface Doors {
  fair: Fairwasm;
  aif360: Aif360;
  individual: Individual;
  scores: Scores;
}

/** A computation as far as the row of its metric does not say what it needs. */
export type Special = Partial<Pick<Computation, 'needs'>> & Omit<Computation, 'needs'>;
