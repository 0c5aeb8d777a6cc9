// SPDX-License-Identifier: Apache-2.0
//
// The entry point `fairwasm/fairlearn`: a MetricFrame, and functions that return the gap between groups in
// one metric, or in the two of equalized odds, with fairlearn's names, arguments, and conventions.

import { withBoundMethods } from '../core/bound-methods.js';
import { coreModule, getCore } from '../core/core-module.js';
import { invalid } from '../core/error.js';
import { getWatch, instantiate, type LoadOptions, requireLoadOptions, type Wasm } from '../core/module.js';
import { requireOneOf, requireOptions } from '../core/options.js';
import type { CategoryColumn, NumberColumn } from '../data/column.js';
import { requireNames } from '../data/named-columns.js';
import type { Fairwasm } from '../fairwasm.js';
import { columnNames, type MetricFrameInput } from './frame-input.js';
import { loadedCore, MetricFrame, type SpreadOptions } from './metric-frame.js';
import { type FrameMetric, type MetricName, requireMetric } from './metric-names.js';

/** Columns for a scalar metric. */
export type ScalarInput = Pick<
  MetricFrameInput,
  'label' | 'prediction' | 'score' | 'sensitiveFeatures' | 'weight' | 'favorable'
>;

/** Options for a derived metric. */
export type DerivedMetricOptions = Parameters<Fairlearn['makeDerivedMetric']>[0];

export interface EqualizedOddsOptions extends SpreadOptions {
  /** Whether to return the worse of the two rates or their mean. Default: `worstCase`. */
  agg?: 'worstCase' | 'mean' | undefined;
}

const comparedMetrics: readonly MetricName[] = [
  'truePositiveRate',
  'trueNegativeRate',
  'falsePositiveRate',
  'falseNegativeRate',
  'selectionRate',
  'accuracyScore',
  'zeroOneLoss',
];
const minMetrics: readonly MetricName[] = [
  'accuracyScore',
  'balancedAccuracyScore',
  'precisionScore',
  'recallScore',
  'f1Score',
  'r2Score',
];
const maxMetrics: readonly MetricName[] = ['zeroOneLoss', 'meanAbsoluteError', 'meanSquaredError'];

// Behaves like Python's max and min: NaN is kept in the first position and lost in the second.
const pythonMax = (a: number, b: number) => {
  if (b > a) return b;
  return a;
};
const pythonMin = (a: number, b: number) => {
  if (b < a) return b;
  return a;
};

// Returns the mean without NaN, like pandas.
function meanOfDefined(...values: number[]): number {
  const defined = values.filter((value) => !Number.isNaN(value));
  return defined.reduce((total, value) => total + value, 0) / defined.length;
}

const transforms = ['difference', 'ratio', 'groupMin', 'groupMax'] as const;
const scalarNames = columnNames.filter((name) => name !== 'controlFeatures');

// Python passes columns and options in one call, so options among the columns are reported.
function requireScalar(caller: string, input: object, names: readonly string[] = scalarNames): void {
  const unexpected = ['method', 'agg'].find((name) => Object.hasOwn(input ?? {}, name));
  if (unexpected !== undefined && !names.includes(unexpected)) {
    throw invalid(
      caller,
      `'${unexpected}' in the second argument: ${caller}(columns, { ${unexpected}: … })`,
      `'${unexpected}' among the columns`,
    );
  }
  requireOptions(caller, input, names);
}

/**
 * The result of {@link load}: fairlearn's metrics. In the scalar metrics, a rate with denominator 0 counts as 0, the
 * ratio of two such rates is NaN, and a single group has difference 0 and ratio 1.
 *
 * @example
 * const fairlearn = await load();
 * const columns = {
 *   label: [1, 1, 0, 0, 1, 1, 0, 0], // y_true
 *   prediction: [1, 1, 1, 0, 1, 0, 0, 0], // y_pred
 *   sensitiveFeatures: { sex: ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'] },
 * };
 * fairlearn.equalizedOddsDifference(columns); // 0.5
 * fairlearn.generated.truePositiveRateDifference(columns); // 0.5
 */
export class Fairlearn {
  readonly #wasm: Wasm;
  /** One function for each metric and each way to compare its groups. */
  readonly generated: Readonly<
    Record<
      `${'truePositiveRate' | 'trueNegativeRate' | 'falsePositiveRate' | 'falseNegativeRate' | 'selectionRate' | 'accuracyScore' | 'zeroOneLoss'}${'Difference' | 'Ratio'}`,
      (input: ScalarInput, options?: SpreadOptions) => number
    > &
      Record<
        | `${'accuracyScore' | 'balancedAccuracyScore' | 'precisionScore' | 'recallScore' | 'f1Score' | 'r2Score'}GroupMin`
        | `${'zeroOneLoss' | 'meanAbsoluteError' | 'meanSquaredError'}GroupMax`,
        (input: ScalarInput) => number
      >
  >;

  /** @internal */
  constructor(wasm: Wasm) {
    this.#wasm = wasm;
    const make = (name: MetricName, transform: (typeof transforms)[number]) => {
      const what = name + (transform[0] as string).toUpperCase() + transform.slice(1);
      return [what, this.#compared(what, name, transform)] as const;
    };
    this.generated = Object.fromEntries([
      ...comparedMetrics.flatMap((name) => [make(name, 'difference'), make(name, 'ratio')]),
      ...minMetrics.map((name) => make(name, 'groupMin')),
      ...maxMetrics.map((name) => make(name, 'groupMax')),
    ]) as unknown as Fairlearn['generated'];
  }

  /**
   * Returns a MetricFrame of the columns, like fairlearn.
   *
   * @throws FairwasmError if columns are missing, differ in length, or contain invalid values, and for an unknown metric.
   */
  metricFrame(input: MetricFrameInput): MetricFrame {
    return new MetricFrame(input, this.#wasm);
  }

  /**
   * Returns a function of columns that computes one number, such as the ratio of the smallest to the largest
   * value of any group of a metric. fairlearn's `make_derived_metric`.
   *
   * @example
   * // fairlearn: the result of `load()`.
   * const worst = fairlearn.makeDerivedMetric({ metric: 'accuracyScore', transform: 'groupMin' });
   * worst({ label: [1, 0, 1, 0], prediction: [1, 0, 0, 0], sensitiveFeatures: { sex: ['f', 'f', 'm', 'm'] } }); // 0.5
   *
   * @throws FairwasmError `invalidArgument` for an unknown metric or transform.
   */
  makeDerivedMetric(options: {
    /** A name, or a custom function of rows or counts. */
    metric: FrameMetric;
    transform: 'difference' | 'ratio' | 'groupMin' | 'groupMax';
    /** Names of columns whose values are passed to a function of rows, for its group. Default: `weight`. */
    sampleParamNames?: readonly string[] | undefined;
  }): (input: ScalarInput & Readonly<Record<string, unknown>>, options?: SpreadOptions) => number {
    requireOptions('makeDerivedMetric', options, ['metric', 'transform', 'sampleParamNames']);
    requireMetric(options.metric);
    if (options.sampleParamNames !== undefined) requireNames('sampleParamNames', options.sampleParamNames);
    requireOneOf('transform', options.transform, transforms);
    return this.#derived('derived metric', options, options.sampleParamNames ?? []);
  }

  /** Returns the difference of selection rates, in [0, 1]; 0 is parity. */
  demographicParityDifference(input: ScalarInput, options?: SpreadOptions): number {
    return this.#compared('demographicParityDifference', 'selectionRate', 'difference')(input, options);
  }

  /** Returns the ratio of selection rates, in [0, 1]; 1 is parity. */
  demographicParityRatio(input: ScalarInput, options?: SpreadOptions): number {
    return this.#compared('demographicParityRatio', 'selectionRate', 'ratio')(input, options);
  }

  /** Returns the difference of true positive rates, in [0, 1]; 0 is parity. */
  equalOpportunityDifference(input: ScalarInput, options?: SpreadOptions): number {
    return this.#compared('equalOpportunityDifference', 'truePositiveRate', 'difference')(input, options);
  }

  /** Returns the ratio of true positive rates, in [0, 1]; 1 is parity. */
  equalOpportunityRatio(input: ScalarInput, options?: SpreadOptions): number {
    return this.#compared('equalOpportunityRatio', 'truePositiveRate', 'ratio')(input, options);
  }

  /** Returns the larger, or the mean, of the differences of true and of false positive rates, in [0, 1]. */
  equalizedOddsDifference(
    input: ScalarInput,
    options: SpreadOptions & {
      /** Whether to return the worse of the two rates or their mean. Default: `worstCase`. */
      agg?: 'worstCase' | 'mean' | undefined;
    } = {},
  ): number {
    const [truePositive, falsePositive] = this.#odds('difference', input, options);
    if (options.agg === 'mean') return meanOfDefined(truePositive, falsePositive);
    return pythonMax(truePositive, falsePositive);
  }

  /**
   * Returns the smaller, or the mean, of the ratios of true and of false positive rates, in [0, 1]. The mean
   * ignores a NaN ratio; the smaller one is NaN if the ratio of true positive rates is.
   */
  equalizedOddsRatio(
    input: ScalarInput,
    options: SpreadOptions & {
      /** Whether to return the worse of the two rates or their mean. Default: `worstCase`. */
      agg?: 'worstCase' | 'mean' | undefined;
    } = {},
  ): number {
    const [truePositive, falsePositive] = this.#odds('ratio', input, options);
    if (options.agg === 'mean') return meanOfDefined(truePositive, falsePositive);
    return pythonMin(truePositive, falsePositive);
  }

  /** Returns the largest log loss of a group; uses `score` instead of predictions. */
  logLossGroupMax(input: Omit<ScalarInput, 'prediction'> & { score: NumberColumn }): number {
    return this.#compared('logLossGroupMax', 'logLoss', 'groupMax')(input);
  }

  /**
   * Returns the smallest AUC of a group; uses `score` instead of predictions. Groups with NaN are ignored.
   */
  rocAucScoreGroupMin(input: Omit<ScalarInput, 'prediction'> & { score: NumberColumn }): number {
    return this.#compared('rocAucScoreGroupMin', 'rocAucScore', 'groupMin')(input);
  }

  #odds(kind: 'difference' | 'ratio', input: ScalarInput, options: EqualizedOddsOptions): [number, number] {
    const what = kind === 'ratio' ? 'equalizedOddsRatio' : 'equalizedOddsDifference';
    requireScalar(what, input);
    requireOptions(what, options, ['method', 'agg']);
    const { method, agg = 'worstCase' } = options;
    requireOneOf('agg', agg, ['worstCase', 'mean']);
    const metrics = ['truePositiveRate', 'falsePositiveRate'] as const;
    const frame = new MetricFrame({ ...input, metrics }, this.#wasm);
    const values = frame[kind]({ method })[0]?.values;
    return [values?.truePositiveRate as number, values?.falsePositiveRate as number];
  }

  #compared(caller: string, metric: MetricName, transform: (typeof transforms)[number]) {
    return this.#derived(caller, { metric, transform }, []);
  }

  #derived(
    caller: string,
    { metric, transform }: DerivedMetricOptions,
    sampleParamNames: readonly string[],
  ): (input: ScalarInput, options?: SpreadOptions) => number {
    const spreads = transform === 'difference' || transform === 'ratio';
    return (input, options = {}) => {
      requireScalar(caller, input, [...scalarNames, ...sampleParamNames]);
      requireOptions(caller, options, spreads ? ['method'] : []);
      const given = Object.entries(input) as [string, CategoryColumn][];
      const isParam = ([name]: [string, unknown]) => sampleParamNames.includes(name) && !scalarNames.includes(name);
      const frame = new MetricFrame(
        {
          ...(Object.fromEntries(given.filter((each) => !isParam(each))) as unknown as ScalarInput),
          metrics: { value: metric },
          sampleParams: { value: Object.fromEntries(given.filter(isParam)) },
        },
        this.#wasm,
      );
      const [level] = spreads ? frame[transform](options) : frame[transform]();
      return level?.values.value as number;
    };
  }
}

/**
 * Loads the core, unless you pass one to share.
 *
 * @example
 * const fairlearn = await load();
 * const [label, prediction] = [[1, 1, 0, 0, 1, 1, 0, 0], [1, 1, 1, 0, 1, 0, 0, 0]];
 * fairlearn.demographicParityRatio({ label, prediction, sensitiveFeatures: { sex: [...'ffffmmmm'] } }); // 0.333…
 *
 * @throws FairwasmError `loadFailed` if the file is missing or not WebAssembly; the signal's reason if it is aborted.
 */
export async function load(
  options: LoadOptions & {
    /** The instance whose core to share. Default: a separate core. */
    fair?: Fairwasm | undefined;
  } = {},
): Promise<Fairlearn> {
  requireLoadOptions(options, ['fair']);
  const { fair, wasm } = options;
  const core = fair === undefined ? await instantiate(coreModule, wasm, getWatch('core', options)) : getCore(fair);
  return withBoundMethods(new Fairlearn(loadedCore.set(core)));
}
