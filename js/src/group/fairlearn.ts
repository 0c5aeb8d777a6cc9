// SPDX-License-Identifier: Apache-2.0
//
// fairlearn's functions that give one number: how far the groups lie apart in one metric, or in the two
// of equalized odds.

import type { Wasm } from '../core/module.js';
import type { NumberColumn } from '../data/column.js';
import type { MetricName } from './fairlearn-metrics.js';
import { type MetricColumns, MetricFrame, type SpreadOptions } from './metric-frame.js';
import { type ScoreGroup, ScoreTally } from './scores.js';

/** Columns for one number. */
export type ScalarInput = Omit<MetricColumns, 'controlFeatures'>;

/** Columns for one number, with scores of the favorable outcome, in [0, 1]. */
export interface ScoredInput extends Omit<ScalarInput, 'prediction'> {
  score: NumberColumn;
}

export interface EqualizedOddsOptions extends SpreadOptions {
  /** The worse of the two rates (default), or their mean. */
  agg?: 'worstCase' | 'mean' | undefined;
}

const apart = [
  'truePositiveRate',
  'trueNegativeRate',
  'falsePositiveRate',
  'falseNegativeRate',
  'selectionRate',
  'accuracyScore',
  'zeroOneLoss',
] as const;
const least = [
  'accuracyScore',
  'balancedAccuracyScore',
  'precisionScore',
  'recallScore',
  'f1Score',
  'r2Score',
] as const;
const most = ['zeroOneLoss', 'meanAbsoluteError', 'meanSquaredError'] as const;

type Scalar = (input: ScalarInput) => number;
type Comparison = (input: ScalarInput, options?: SpreadOptions) => number;

/** fairlearn's generated metrics: `truePositiveRateDifference`, `accuracyScoreGroupMin` and so on. */
export type GeneratedMetrics = {
  readonly [Name in (typeof apart)[number] as `${Name}Difference` | `${Name}Ratio`]: Comparison;
} & {
  readonly [Name in (typeof least)[number] as `${Name}GroupMin`]: Scalar;
} & {
  readonly [Name in (typeof most)[number] as `${Name}GroupMax`]: Scalar;
};

// NaN in the first place stays, in the second it is lost: Python's max and min.
const pythonMax = (a: number, b: number) => {
  if (b > a) return b;
  return a;
};
const pythonMin = (a: number, b: number) => {
  if (b < a) return b;
  return a;
};

// pandas' mean.
function meanOfDefined(...values: number[]): number {
  const defined = values.filter((value) => !Number.isNaN(value));
  return defined.reduce((total, value) => total + value, 0) / defined.length;
}

const spreads = { Difference: 'difference', Ratio: 'ratio' } as const;
const extremes = { GroupMin: 'groupMin', GroupMax: 'groupMax' } as const;

/**
 * fairlearn's scalar metrics. Get them as `fair.fairlearn`. In all of them a rate whose denominator is 0
 * counts as 0, 0/0 of two such rates is NaN, and a single group has difference 0 and ratio 1.
 */
export class FairlearnMetrics {
  readonly #wasm: Wasm;
  /** One function for each metric and way to compare its groups. */
  readonly generated: GeneratedMetrics;

  /** @internal */
  constructor(wasm: Wasm) {
    this.#wasm = wasm;
    const entries = [
      ...apart.flatMap((name) =>
        (['Difference', 'Ratio'] as const).map((kind) => [
          name + kind,
          (input: ScalarInput, options?: SpreadOptions) =>
            this.#frame(input, [name])[spreads[kind]](options)[0]?.values[name],
        ]),
      ),
      ...this.#extremes(least, 'GroupMin'),
      ...this.#extremes(most, 'GroupMax'),
    ];
    this.generated = Object.fromEntries(entries);
  }

  /** Difference of selection rates, in [0, 1]; 0 is parity. */
  demographicParityDifference(input: ScalarInput, options?: SpreadOptions): number {
    return this.generated.selectionRateDifference(input, options);
  }

  /** Ratio of selection rates, in [0, 1]; 1 is parity. */
  demographicParityRatio(input: ScalarInput, options?: SpreadOptions): number {
    return this.generated.selectionRateRatio(input, options);
  }

  /** Difference of true positive rates, in [0, 1]; 0 is parity. */
  equalOpportunityDifference(input: ScalarInput, options?: SpreadOptions): number {
    return this.generated.truePositiveRateDifference(input, options);
  }

  /** Ratio of true positive rates, in [0, 1]; 1 is parity. */
  equalOpportunityRatio(input: ScalarInput, options?: SpreadOptions): number {
    return this.generated.truePositiveRateRatio(input, options);
  }

  /** The larger difference, or the mean of those, of true and of false positive rates, in [0, 1]. */
  equalizedOddsDifference(input: ScalarInput, options: EqualizedOddsOptions = {}): number {
    const [truePositive, falsePositive] = this.#odds(input, 'difference', options);
    if (options.agg === 'mean') return meanOfDefined(truePositive, falsePositive);
    return pythonMax(truePositive, falsePositive);
  }

  /**
   * The smaller ratio, or the mean of those, of true and of false positive rates, in [0, 1]. In the mean a ratio
   * that is NaN is left out; of the smaller, one of true positive rates stays NaN.
   */
  equalizedOddsRatio(input: ScalarInput, options: EqualizedOddsOptions = {}): number {
    const [truePositive, falsePositive] = this.#odds(input, 'ratio', options);
    if (options.agg === 'mean') return meanOfDefined(truePositive, falsePositive);
    return pythonMin(truePositive, falsePositive);
  }

  /** Largest log loss of a group; `score` in the place of predictions. */
  logLossGroupMax(input: ScoredInput): number {
    return Math.max(...this.#scored(input).map(({ logLoss }) => logLoss));
  }

  /** Smallest area under a group's ROC curve; `score` in the place of predictions. NaN groups are passed over. */
  rocAucScoreGroupMin(input: ScoredInput): number {
    const areas = this.#scored(input).map(({ areaUnderCurve }) => areaUnderCurve);
    const defined = areas.filter((area) => !Number.isNaN(area));
    return defined.length > 0 ? Math.min(...defined) : Number.NaN;
  }

  #scored({ label, score, sensitiveFeatures, weight, favorable = 1 }: ScoredInput): ScoreGroup[] {
    const names = Object.keys(sensitiveFeatures);
    const tally = new ScoreTally(this.#wasm, names, favorable);
    try {
      tally.update({ groups: sensitiveFeatures, label, score, weight });
      return tally.by(names).filter(({ rows }) => rows > 0);
    } finally {
      tally[Symbol.dispose]();
    }
  }

  #odds(
    input: ScalarInput,
    kind: 'difference' | 'ratio',
    options: SpreadOptions,
  ): [number, number] {
    const frame = this.#frame(input, ['truePositiveRate', 'falsePositiveRate']);
    const values = frame[kind](options)[0]?.values;
    return [values?.truePositiveRate as number, values?.falsePositiveRate as number];
  }

  #extremes(names: readonly MetricName[], kind: keyof typeof extremes) {
    return names.map((name): [string, Scalar] => [
      name + kind,
      (input) => this.#frame(input, [name])[extremes[kind]]()[0]?.values[name] as number,
    ]);
  }

  #frame(input: ScalarInput, metrics: readonly MetricName[]): MetricFrame {
    return new MetricFrame(this.#wasm, { ...input, controlFeatures: undefined, metrics });
  }
}
