// SPDX-License-Identifier: Apache-2.0
//
// Errors of predicted numbers by group: mean absolute and mean squared error, R² and their companions.

import { FairwasmError } from '../core/error.js';
import { type Estimate, estimate } from '../core/estimate.js';
import { companionOf } from '../core/handle.js';
import type { Wasm } from '../core/module.js';
import { requireOneOf, requireOptions, shown } from '../core/options.js';
import { type NumberColumn, toNumbers } from '../data/column.js';
import type { GroupColumns } from '../data/condition.js';
import { requireColumns, requireNames } from '../data/named-columns.js';
import { toRecords } from '../tally/counts.js';
import { GroupAccumulator } from '../tally/group-accumulator.js';
import { requireNumber } from '../tally/tally-arguments.js';
import type { RegressionTally as CoreRegressionTally } from '../wasm/core.mjs';
import { fewCases } from './uncertainty.js';

/** Rows of true and predicted numbers. */
export interface RegressionRows {
  groups?: GroupColumns | undefined;
  /** True numbers. */
  label: NumberColumn;
  /** Predicted numbers. */
  prediction: NumberColumn;
  /** Instance weights, 0 or more; left out: 1. */
  weight?: NumberColumn | undefined;
}

/** Of one group; NaN where it has no rows, R² also where the true numbers do not vary. */
export interface RegressionErrors {
  /** Rows, unweighted. */
  count: number;
  meanLabel: number;
  meanPrediction: number;
  /** Mean of |y - p|, 0 or more. */
  meanAbsoluteError: number;
  /** Mean of (y - p)², 0 or more. */
  meanSquaredError: number;
  rootMeanSquaredError: number;
  /** 1 - sum (y - p)² / sum (y - mean y)², at most 1. */
  r2Score: number;
}

/** A group and its errors. */
export interface RegressionGroup {
  categories: Readonly<Record<string, string>>;
  errors: RegressionErrors;
}

/** Errors that have intervals. */
export type BoundedErrorName = 'meanAbsoluteError' | 'meanSquaredError' | 'rootMeanSquaredError';

/** A group, and how sure its errors are. */
export interface RegressionEstimates {
  categories: Readonly<Record<string, string>>;
  /** As in {@link RegressionGroup}; those named {@link BoundedErrorName} with an interval. */
  errors: Readonly<Record<keyof RegressionErrors, Estimate>>;
}

/** How sure intervals are to be. */
export interface RegressionConfidence {
  /** Default 0.95. */
  confidence?: number | undefined;
}

const boundedErrors: readonly BoundedErrorName[] = [
  'meanAbsoluteError',
  'meanSquaredError',
  'rootMeanSquaredError',
];

/** Sums of errors by group, over any number of batches. Make one with `fair.regressionTally(…)`. */
export class RegressionTally extends GroupAccumulator<CoreRegressionTally> {
  /** @internal */
  constructor(wasm: Wasm, groups: readonly string[], stored?: CoreRegressionTally) {
    super(wasm, wasm.RegressionTally, groups, stored);
  }

  /**
   * Adds rows. All or nothing.
   *
   * @throws FairwasmError that names the column and the row.
   */
  update(rows: RegressionRows): void {
    requireOptions('update', rows, ['groups', 'label', 'prediction', 'weight']);
    const { groups = {}, label, prediction, weight } = rows;
    requireColumns('groups', groups);
    this.add({
      groups,
      label: toNumbers(label, 'label'),
      prediction: toNumbers(prediction, 'prediction'),
      weight: weight === undefined ? undefined : toNumbers(weight, 'weight'),
    });
  }

  /** Adds the rows of another tally with the same attributes. Throws `incompatible`. */
  merge(other: RegressionTally): void {
    this.mergeCore(companionOf(this.handle, other, RegressionTally, 'other', 'a RegressionTally'));
  }

  /** Every combination of the categories of `by`; those without rows too. Throws for an unknown attribute. */
  by(by: readonly string[]): RegressionGroup[] {
    requireNames('by', by);
    const { codes, values } = this.wasm.regressionBy(this.handle, [...by]);
    const errors = toRecords(this.wasm.regressionMetricNames(), values);
    return this.groupsOf(codes, by, errors.length).map((categories, i) => ({
      categories,
      errors: errors[i] as unknown as RegressionErrors,
    }));
  }

  /**
   * {@link by} with intervals: of a mean error by Student's quantile on the scale of logarithms, from the errors'
   * own variation, which weights are part of. Errors that are rare and large, and of which none was seen, are in
   * no interval; a warning says where the few largest errors decide. Means of columns and R² have none.
   *
   * @throws FairwasmError `invalidArgument` for an unknown attribute, or a confidence that is not in (0, 1).
   */
  estimates(by: readonly string[], options: RegressionConfidence = {}): RegressionEstimates[] {
    const confidence = confidenceOf('estimates', options);
    const names = this.wasm.regressionMetricNames() as (keyof RegressionErrors)[];
    const flat = this.wasm.regressionIntervals(this.handle, [...by], confidence);
    return this.by(by).map(({ categories, errors }, group) => {
      const all = names.map((name, metric) => {
        const [low, high, rows] = flat.subarray(3 * (group * names.length + metric));
        const ci: [number, number] = [low as number, high as number];
        const warning = Number.isNaN(low)
          ? 'no interval: there is one row, or all errors are alike'
          : fewErrorsWarning(errors.count, rows as number);
        const beside = (boundedErrors as string[]).includes(name) ? { ci, warning } : {};
        return [name, estimate(errors[name], () => whyUndefined(errors), beside)];
      });
      return { categories, errors: Object.fromEntries(all) };
    });
  }

  /**
   * The largest less the smallest error of the groups, 0 where all are alike; groups without rows are passed over.
   * Its interval comes from the differences of all pairs of groups, which hold together, and reaches 0 wherever no
   * two groups are known to differ. There is none where a group's error has none, as with one row.
   *
   * @throws FairwasmError `invalidArgument` as {@link estimates}, and for another metric.
   */
  difference(
    metric: BoundedErrorName,
    by: readonly string[],
    options: RegressionConfidence = {},
  ): Estimate {
    const confidence = confidenceOf('difference', options);
    requireNames('by', by);
    const [value, low, high] = this.wasm.regressionDifference(
      this.handle,
      [...by],
      requireOneOf('metric', metric, boundedErrors),
      confidence,
    );
    const ci: [number, number] = [low as number, high as number];
    const warning = Number.isNaN(low) ? 'no interval: an error of a group has none' : undefined;
    return estimate(value as number, () => 'no group has rows with weight', { ci, warning });
  }

  /** All rows together. */
  get overall(): RegressionErrors {
    return this.by([])[0]?.errors as RegressionErrors;
  }
}

function confidenceOf(what: string, options: RegressionConfidence): number {
  requireOptions(what, options, ['confidence']);
  const { confidence = 0.95 } = options;
  if (requireNumber('confidence', confidence) > 0 && confidence < 1) return confidence;
  throw new FairwasmError('invalidArgument', {
    argument: 'confidence',
    expected: 'a number between 0 and 1, such as 0.95',
    actual: shown(confidence),
  });
}

// What the interval rests on: so many rows of equal errors would say as much.
function fewErrorsWarning(count: number, effective: number): string | undefined {
  if (!(effective < fewCases)) return undefined;
  return `few errors decide: ${count} rows say no more than ${Number(effective.toFixed(1))}`;
}

function whyUndefined({ count, meanLabel }: RegressionErrors): string {
  if (count === 0) return 'no rows';
  return Number.isNaN(meanLabel) ? 'all weights are 0' : 'the true numbers do not vary';
}
