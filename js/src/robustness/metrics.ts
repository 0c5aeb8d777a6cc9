// SPDX-License-Identifier: Apache-2.0
//
// deel-lip's four metrics on a whole batch, with its definitions (arXiv 2006.06520, section 4) and options.
// docs/deviations.md lists the invalid inputs that are rejected here but accepted by deel-lip.

import { requireBoolean, requireOneOf, requireOptions } from '../core/options.js';
import type { NumberColumn } from '../data/column.js';
import { toWeights } from '../data/weights.js';
import { type CertificateRows, Certificates, defaultEpsilon } from './certificates.js';
import type { Wasm } from './module.js';
import { type RadiusOptions, toBinaryRows, toCategoricalRows } from './scores.js';

/** How values are combined: `mean` (alias `auto`) and `sum` over all scores; `none` returns a value for each. */
export type Reduction = 'mean' | 'auto' | 'sum' | 'none';

/** Labels and scores of a batch, with the shapes of {@link Certificates.update}. */
export type RobustnessInput<R extends Reduction> = Pick<CertificateRows, 'label' | 'score'> & {
  /** The way in which values are combined. Default: `mean`. */
  reduction?: R | undefined;
  /**
   * Weight of each score, at least 0: deel-lip's `sample_weight`. As in deel-lip, values are multiplied by it, and the
   * mean divides by the number of scores, not by the sum of the weights. Default: 1.
   */
  weight?: NumberColumn | undefined;
};

/** One number, or one for each score with `none`. The mean of no scores is NaN. */
export type Reduced<R extends Reduction> = R extends 'none' ? Float64Array : number;

/** Returns the proportion or number of scores whose radius exceeds epsilon, or 0 or 1 for each. */
export function provableRobustAccuracy<R extends Reduction>(
  wasm: Wasm,
  binary: boolean,
  input: RobustnessInput<R> &
    RadiusOptions & {
      /** The radius to exceed, at least 0. Default: 36/255. */
      epsilon?: number | undefined;
    },
): Reduced<R> {
  requireOptions('input', input, [...inputNames(binary), 'epsilon']);
  const epsilon = input.epsilon ?? defaultEpsilon;
  return reduce(wasm, binary, input, epsilon, {
    each: (radius) => (radius > epsilon ? 1 : 0),
    sum: ({ certified }) => certified[0] as number,
  });
}

/**
 * Returns the mean or sum of the radii, or each radius. Negative radii count as 0 unless `negativeRobustness` is
 * true.
 */
export function provableAvgRobustness<R extends Reduction>(
  wasm: Wasm,
  binary: boolean,
  input: RobustnessInput<R> &
    RadiusOptions & {
      /** True to count wrong predictions with their negative radius instead of 0. Default: false. */
      negativeRobustness?: boolean | undefined;
    },
): Reduced<R> {
  requireOptions('input', input, [...inputNames(binary), 'negativeRobustness']);
  const { negativeRobustness = false } = input;
  requireBoolean('negativeRobustness', negativeRobustness);
  return reduce(wasm, binary, input, defaultEpsilon, {
    each: (radius) => (negativeRobustness ? radius : Math.max(radius, 0)),
    sum: ({ sum, positiveSum }) => (negativeRobustness ? sum : positiveSum),
  });
}

const inputNames = (binary: boolean): readonly string[] => [
  ...['label', 'score', 'weight', 'reduction', 'lipConst'],
  ...(binary ? [] : ['disjointNeurons']),
];

type Totals = ReturnType<Certificates['handle']['totals']>;

function reduce<R extends Reduction>(
  wasm: Wasm,
  binary: boolean,
  input: RobustnessInput<R> & RadiusOptions,
  epsilon: number,
  metric: { each: (radius: number) => number; sum: (totals: Totals) => number },
): Reduced<R> {
  const { label, score, weight, lipConst, disjointNeurons, reduction = 'mean' } = input;
  requireOneOf('reduction', reduction, ['mean', 'auto', 'sum', 'none']);
  const staged = binary ? toBinaryRows(label, score) : toCategoricalRows(label, score);
  const certificates = new Certificates(wasm, {
    lipConst,
    disjointNeurons,
    classes: binary ? undefined : staged.classes,
    epsilons: [epsilon],
  });
  try {
    if (weight !== undefined || reduction === 'none') {
      const values = certificates.radii(staged).map(metric.each);
      return weighted(values, weight, reduction) as Reduced<R>;
    }
    certificates.updateStaged(staged);
    const totals = certificates.handle.totals();
    const sum = metric.sum(totals);
    return (reduction === 'sum' ? sum : sum / totals.rows) as Reduced<R>;
  } finally {
    certificates[Symbol.dispose]();
  }
}

function weighted(values: Float64Array, weight: NumberColumn | undefined, reduction: Reduction): Float64Array | number {
  const weights = toWeights(weight, values.length);
  const products = weights ? values.map((value, i) => value * (weights[i] as number)) : values;
  if (reduction === 'none') return products;
  const sum = products.reduce((total, value) => total + value, 0);
  return reduction === 'sum' ? sum : sum / values.length;
}
