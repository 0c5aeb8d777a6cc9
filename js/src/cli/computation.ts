// SPDX-License-Identifier: Apache-2.0
//
// The type of a computation for `fairwasm metric`.

import type { Aif360 } from '../aif360/aif360.js';
import type { Fairwasm } from '../fairwasm.js';
import type { Individual } from '../individual/individual.js';
import type { Scores } from '../scores/scores.js';
import type { Given, MetricValue } from './metric-rows.js';

/** The inputs of a metric and the function that computes it. */
export interface Computation {
  /** Required options; a nested list requires one of its options. */
  needs: readonly (string | readonly string[])[];
  /** Optional options. */
  takes: readonly string[];
  compute(modules: Modules, given: Given): readonly MetricValue[] | Promise<readonly MetricValue[]>;
}

/** The modules whose metrics are computed here. */
export interface Modules {
  fair: Fairwasm;
  aif360: Aif360;
  individual: Individual;
  scores: Scores;
}

/** The parts of a computation that the metric's table row does not determine. */
export type Special = Partial<Pick<Computation, 'needs'>> & Omit<Computation, 'needs'>;
