// SPDX-License-Identifier: Apache-2.0
//
// Errors of predicted numbers by group: mean absolute and mean squared error, R² and their companions.

import type { Wasm } from '../core/module.js';
import { type NumberColumn, toNumbers } from '../data/column.js';
import type { GroupColumns } from '../data/condition.js';
import { GroupAccumulator } from '../data/group-accumulator.js';
import type { RegressionTally as CoreRegressionTally } from '../wasm/core.mjs';
import { toRecords } from './counts.js';

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
  update({ groups = {}, label, prediction, weight }: RegressionRows): void {
    this.add({
      groups,
      label: toNumbers(label, 'label'),
      prediction: toNumbers(prediction, 'prediction'),
      weight: weight && toNumbers(weight, 'weight'),
    });
  }

  /** Adds the rows of another tally with the same attributes. Throws `incompatible`. */
  merge(other: RegressionTally): void {
    this.mergeCore(other.handle);
  }

  /** Every combination of the categories of `by`; those without rows too. Throws for an unknown attribute. */
  by(by: readonly string[]): RegressionGroup[] {
    const { codes, values } = this.wasm.regressionBy(this.handle, [...by]);
    const errors = toRecords(this.wasm.regressionMetricNames(), values);
    return this.groupsOf(codes, by, errors.length).map((categories, i) => ({
      categories,
      errors: errors[i] as unknown as RegressionErrors,
    }));
  }

  /** All rows together. */
  get overall(): RegressionErrors {
    return this.by([])[0]?.errors as RegressionErrors;
  }
}
