// SPDX-License-Identifier: Apache-2.0
//
// The inputs of Leakage and DPA: rows and options.

import { invalid } from '../core/error.js';
import { shown } from '../core/options.js';
import { type AttackerLayers, type DenseAttacker, type TrainingOptions, trainingNames } from './attacker.js';
import type { CustomAttacker } from './custom.js';
import type { LeakageDirection } from './direction.js';

/** Options of Leakage and DPA. */
export interface LeakageOptions extends TrainingOptions {
  /** The target and the input of attackers. `outcome-from-attribute`: label and prediction from the feature, as in the
   * package bias_amplification. `attribute-from-outcome`: the attribute from the label and from the prediction (Wang
   * et al. 2019). If prediction and label are independent of the attribute, the second is about 0; the first is about
   * 0 only if label and prediction also have the same class proportions. Default: `outcome-from-attribute`.
   */
  direction?: LeakageDirection | undefined;
  /**
   * How the attackers' input columns are read. `numeric`: as numbers. `categorical`: one input per category. `auto`:
   * numeric if a number has a fraction or if more than 1,000 numbers are distinct. Default: `auto`.
   */
  featureKind?: 'auto' | 'numeric' | 'categorical' | undefined;
  /**
   * The attacker. Default: a single layer for one categorical input column, which can match a table of counts;
   * otherwise three layers with firstWidth 16. Only the layers of a `denseAttacker` are used, not its weights:
   * training starts from new weights in every trial.
   */
  attacker?: AttackerLayers | DenseAttacker | CustomAttacker | undefined;
  /**
   * Quality metric of an attacker: `accuracy`, `mse` (1 / mean squared error), `bce` (1 / binary cross-entropy), or a
   * function. Default: `accuracy`.
   */
  metric?: 'accuracy' | 'mse' | 'bce' | ((outputs: Float64Array, targets: Float64Array) => number) | undefined;
  /**
   * True to convert outputs to classes before scoring: above 0.5 is 1, and of several outputs the largest wins.
   * Functions always receive the original outputs. Default: true.
   */
  threshold?: boolean | undefined;
  /** True to divide λ_M - λ_D by λ_M + λ_D. Default: false for Leakage, true for DPA. */
  normalized?: boolean | undefined;
  /** Fraction of rows for testing, drawn again in every trial; ignored if test rows are given. Default: 0.2. */
  testSize?: number | undefined;
  /** Number of trials. Default: 10. */
  trials?: number | undefined;
  /** How the trials' values are aggregated. Default: `mean`. */
  aggregate?: 'mean' | 'median' | undefined;
  /** Seed of all random numbers; the same seed produces identical results on every machine. Default: 1. */
  seed?: number | undefined;
  /**
   * True to repeat bias_amplification's procedure: the attacker on predictions starts with the weights that the
   * attacker on labels has just learned, each trial continues the previous one, and all trials share one split.
   * Trials are then dependent, and short training shows leakage that does not exist. Default: false.
   */
  warmStart?: boolean | undefined;
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

/** @internal Throws `invalidArgument` if the test size is not a number; the core checks that both sides have rows. */
export function requireShare(testSize: unknown): number {
  if (typeof testSize === 'number') return testSize;
  throw invalid('testSize', 'a proportion of the rows, between 0 and 1', shown(testSize));
}

/** @internal Rejects weights, because attackers would not use them in the expected way. */
export function requireNoWeights(input: object): void {
  const named = input as Record<string, unknown> | null | undefined;
  const name = weightNames.find((each) => named?.[each] !== undefined);
  if (name === undefined) return;
  throw invalid(
    name,
    'rows without weights, because attackers weight all rows equally; repeat rows, or sample them by weight',
    'weights',
  );
}

/** @internal Rejects training options for custom attackers, which train themselves. */
export function requireSelfTaught(options: LeakageOptions): void {
  const name = ([...trainingNames, 'warmStart'] as const).find(
    (each) => options[each] !== undefined && options[each] !== false,
  );
  if (name === undefined) return;
  throw invalid(name, 'no value, because the attacker has its own fit()', shown(options[name]));
}
