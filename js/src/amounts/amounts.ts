// SPDX-License-Identifier: Apache-2.0
//
// The entry point of amounts without a true value: gaps in pay, credit limits, sentences, or waiting times.

import { withBoundMethods } from '../core/bound-methods.js';
import { type LoadOptions, loadModule } from '../core/module.js';
import { type AdjustedInput, type AdjustedReport, measureAdjusted } from './adjusted.js';
import { type AmountInput, AmountRows, measureAmounts } from './amount-rows.js';
import { amountsModule, type Wasm } from './module.js';
import type { AmountReport } from './report.js';

/**
 * The result of {@link load}.
 *
 * @example
 * const amounts = await load();
 * const report = amounts.amounts({ group: [...'ffmm'], amount: [15, 17, 18, 22], reference: 'm' });
 * report.groups.map(({ name, mean }) => [name, mean.value]); // [["f", 16], ["m", 20]]
 */
export class Amounts {
  readonly #wasm: Wasm;

  /** @internal */
  constructor(wasm: Wasm) {
    this.#wasm = wasm;
  }

  /**
   * Compares amounts by group with a reference group, such as the pay of women with that of men. There is no true value
   * and no prediction.
   *
   * The gap (T_r - T_g) / T_r is positive if the group g has less than the reference r; T is the mean, the median, the
   * geometric mean, or a quantile. It is NaN with a reason unless T_r > 0, and geometric means are NaN if an amount is
   * 0 or less. The median is the mean of the two middle values. Quantiles have type 7 without weights and type 2 with
   * weights (Hyndman and Fan 1996).
   *
   * Intervals: Welch's for differences of means, or with clusters the bias-reduced variance CR2 with Satterthwaite's
   * degrees of freedom; Fieller's for gaps and ratios of means; binomial order statistics for medians and quantiles,
   * combined for their differences and, on the logarithmic scale, for their gaps and ratios; Brunner and Munzel's for the
   * probability of having more. Quantiles have no interval with clusters, with unequal weights, and with too few rows.
   * `adjustedCi` and `adjustedPValue` hold jointly for the mean and the median of all groups (Šidák 1967). In small
   * groups of skewed amounts, intervals of means are too narrow, which a warning states.
   *
   * Source: Fieller 1954; Zou and Donner 2008; Brunner and Munzel 2000; Bell and McCaffrey 2002; Pustejovsky and Tipton
   * 2018.
   *
   * @example
   * // amounts: the result of `load()`.
   * const { groups } = amounts.amounts({ group: [...'fffmmm'], amount: [12, 15, 18, 16, 20, 24], reference: 'm' });
   * groups[0].compared?.mean.gap.value; // 0.25
   *
   * @throws FairwasmError `invalidArgument` for unknown options, an unknown reference, and numbers out of range;
   *   `missingValue` with the row for a missing amount, weight, or cluster; `shapeMismatch` for columns of different
   *   lengths; `invalidState` without rows.
   */
  amounts(input: AmountInput): AmountReport {
    return measureAmounts(this.#wasm, input);
  }

  /**
   * Compares amounts by group with a reference group, adjusted for covariates, and decomposes each difference into an
   * explained and an unexplained part. No adjustment proves or rules out discrimination: a covariate such as grade may
   * itself result from it. Name covariates that the organization decides in `decidedHere`.
   *
   * The coefficient d of the group is that of a linear regression of log amounts, or amounts, on covariates and groups. The
   * adjusted gap 1 - exp(d) is one in geometric means. Intervals use the variance HC3, which is undefined if one row
   * determines a coefficient, and Student's distribution with n - p degrees of freedom; with clusters, CR2 and
   * Satterthwaite's. Estimates are NaN with a reason for collinear covariates and too few rows. With clusters, only the
   * coefficient and the pooled unexplained part have intervals.
   *
   * Source: Oaxaca 1973; Blinder 1973; Jann 2008; Yun 2005; MacKinnon and White 1985.
   *
   * @example
   * // amounts: the result of `load()`.
   * const years = [1, 2, 3, 4, 1, 2, 3, 4];
   * const amount = [10, 12, 15, 19, 11, 13, 16, 20];
   * const input = { group: [...'ffffmmmm'], amount, covariates: { years }, reference: 'm', logarithm: false };
   * amounts.adjustedGaps(input).groups[0].coefficient.value.toFixed(6); // "-1.000000"
   *
   * @throws FairwasmError `invalidArgument` for unknown options and names, and for amounts of 0 or less with logarithms;
   *   `missingValue` with the row for missing values; `shapeMismatch` for columns of different lengths.
   */
  adjustedGaps(input: AdjustedInput): AdjustedReport {
    return measureAdjusted(this.#wasm, input);
  }

  /**
   * Returns an empty accumulator: pass rows to {@link AmountRows.update} in parts, and merge those of other workers. The
   * report equals that of {@link amounts} for all rows.
   *
   * @example
   * // amounts: the result of `load()`.
   * const rows = amounts.rows({ weight: true });
   * for (const pay of [10, 20]) rows.update({ group: ['f', 'm'], amount: [pay, 2 * pay], weight: [1, 3] });
   * rows.report({ reference: 'm' }).groups.map(({ name, mean }) => [name, mean.value]); // [["f", 15], ["m", 30]]
   *
   * @throws FairwasmError `invalidArgument` for unknown options.
   */
  rows(
    options: {
      /** Whether rows have weights. Default: false. */
      weight?: boolean | undefined;
      /** Whether rows have clusters. Default: false. */
      cluster?: boolean | undefined;
    } = {},
  ): AmountRows {
    return AmountRows.create(this.#wasm, options);
  }

  /**
   * Restores rows from the bytes of `toBytes()`, which contain every amount, and hashes of clusters.
   *
   * @example
   * // amounts: the result of `load()`.
   * amounts.rowsFromBytes(amounts.rows().toBytes()).droppedRows; // 0
   *
   * @throws FairwasmError `corruptBytes` for other bytes.
   */
  rowsFromBytes(bytes: Uint8Array): AmountRows {
    return AmountRows.fromBytes(this.#wasm, bytes);
  }
}

/**
 * Loads the WebAssembly module.
 *
 * @example
 * const amounts = await load();
 * amounts.amounts({ group: [...'fm'], amount: [75, 100], reference: 'm' }).groups[0].compared?.mean.gap.value; // 0.25
 *
 * @throws FairwasmError `loadFailed` if the file is missing or not WebAssembly; the signal's reason if it is
 *   aborted.
 */
export async function load(options: LoadOptions = {}): Promise<Amounts> {
  return withBoundMethods(new Amounts(await loadModule(amountsModule, options)));
}
