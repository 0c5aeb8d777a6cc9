// SPDX-License-Identifier: Apache-2.0
//
// What Leakage and DPA are given: rows, and how they are measured.

import { invalid } from '../core/error.js';
import { shown } from '../core/options.js';
import {
  type AttackerLayers,
  type DenseAttacker,
  type TrainingOptions,
  trainingNames,
} from './attacker.js';
import type { AttackColumns } from './columns.js';
import type { CustomAttacker } from './custom.js';
import type { LeakageDirection } from './direction.js';
import type { FeatureKind } from './features.js';

/**
 * The quality of an attacker's outputs, more is better: both arguments hold the same number of values a row, row
 * after row; targets are 0 and 1 (one-hot for more than two categories).
 */
export type MetricFunction = (outputs: Float64Array, targets: Float64Array) => number;

/** Who attacks: layers by a rule or by widths, a network whose layers are taken, or anything with `fit` and `predict`. */
export type AttackerOption = AttackerLayers | DenseAttacker | CustomAttacker;

/** How Leakage and DPA are measured. */
export interface LeakageOptions extends TrainingOptions {
  /**
   * What attackers guess from what: `outcome-from-attribute` (the default, and the package bias_amplification's):
   * label and prediction from the feature; `attribute-from-outcome` (Wang et al. 2019): the attribute from label
   * and from prediction. Where prediction and label are independent of the attribute, the second is about 0; the
   * first is not, unless their classes have the same shares.
   */
  direction?: LeakageDirection | undefined;
  /**
   * How columns that attackers see are read: `numeric`, as numbers; `categorical`, one input per category; `auto`: a
   * column is numeric if a number has a fraction or more than 1,000 numbers differ. Default: `auto`.
   */
  featureKind?: FeatureKind | undefined;
  /**
   * The attacker. Default: a single layer where it sees one column of categories (it can then be as good as a table of
   * counts), otherwise three of firstWidth 16. Of a `denseAttacker` the layers are taken, not the weights: attackers
   * start anew in every trial.
   */
  attacker?: AttackerOption | undefined;
  /**
   * How good an attacker is: `accuracy` (the default), `mse` (1 / mean squared error), `bce` (1 / binary
   * cross-entropy), or a function.
   */
  metric?: 'accuracy' | 'mse' | 'bce' | MetricFunction | undefined;
  /**
   * Whether outputs are turned into answers before they are scored: above 0.5 is 1, of several outputs the largest.
   * Default: true. Functions get outputs as they are.
   */
  threshold?: boolean | undefined;
  /** Divides λ_M - λ_D by λ_M + λ_D. Default: false for Leakage, true for DPA. */
  normalized?: boolean | undefined;
  /**
   * Share of the rows that are for testing, drawn anew in every trial, where no test rows are given. Default: 0.2.
   */
  testSize?: number | undefined;
  /** Default: 10. */
  trials?: number | undefined;
  /** What becomes of the trials' values. Default: `mean`. */
  aggregate?: 'mean' | 'median' | undefined;
  /** Names all random numbers; default 1. The same seed gives the same bits everywhere. */
  seed?: number | undefined;
  /**
   * Repeats bias_amplification's procedure: the attacker on predictions starts with the weights that the one on
   * labels has just learned, each trial goes on where the last one ended, and all share one split. Trials are
   * then not independent, and short training shows leakage where there is none. Default: false.
   */
  warmStart?: boolean | undefined;
}

/** Rows for Leakage. */
export interface LeakageColumns extends AttackColumns {
  /** Rows for testing. Default: a random share of the rows, another one in every trial. */
  test?: AttackColumns | undefined;
}

/** Everything `predictability.leakage()` needs. */
export interface LeakageInput extends LeakageColumns, LeakageOptions {}

/** Which split. */
export interface SplitOptions {
  /** Default: that of the metric. */
  testSize?: number | undefined;
  /** Default: 0, the first. */
  trial?: number | undefined;
}

/** @internal */
export const optionNames = [
  'direction',
  'featureKind',
  'attacker',
  'metric',
  'threshold',
  'normalized',
  'testSize',
  'trials',
  'aggregate',
  'seed',
  'warmStart',
  ...trainingNames,
];
/** @internal */
export const partNames = ['feature', 'attribute', 'label', 'prediction'];

const weightNames = ['weight', 'weights', 'sampleWeight', 'sample_weight', 'instance_weights'];

/** @internal Throws `invalidArgument` for what is no number; whether it leaves rows on both sides is the core's to judge. */
export function requireShare(testSize: unknown): number {
  if (typeof testSize === 'number') return testSize;
  throw invalid('testSize', 'a share of the rows, a number between 0 and 1', shown(testSize));
}

/** @internal Weights are refused by name: what they would do is not what anybody would guess. */
export function requireNoWeights(given: object): void {
  const named = given as Record<string, unknown> | null | undefined;
  const name = weightNames.find((each) => named?.[each] !== undefined);
  if (name === undefined) return;
  throw invalid(
    name,
    'rows without weights: attackers learn and guess every row alike. Repeat rows, or draw some by weight',
    'weights',
  );
}

/** @internal What trains itself is not told how. */
export function requireSelfTaught(options: LeakageOptions): void {
  const name = ([...trainingNames, 'warmStart'] as const).find(
    (each) => options[each] !== undefined && options[each] !== false,
  );
  if (name === undefined) return;
  throw invalid(name, 'nothing, where the attacker has a fit of its own', shown(options[name]));
}
