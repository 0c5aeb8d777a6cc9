// SPDX-License-Identifier: Apache-2.0
//
// The entry point of monitoring: intervals for gaps on a stream that hold at every look.

import { withBoundMethods } from '../core/bound-methods.js';
import { type LoadOptions, loadModule } from '../core/module.js';
import { monitoringModule, type Wasm } from './module.js';
import { Monitor } from './monitor.js';

/**
 * The result of {@link load}.
 *
 * @example
 * const monitoring = await load();
 * const monitor = monitoring.monitor({ reference: 'm' });
 * monitor.update({ counts: { f: { rows: 400, cases: 90 }, m: { rows: 400, cases: 120 } } });
 * monitor.report().groups[0].rowsNeeded; // 1297
 */
export class Monitoring {
  readonly #wasm: Wasm;

  /** @internal */
  constructor(wasm: Wasm) {
    this.#wasm = wasm;
  }

  /**
   * Starts to monitor the differences in rates between groups and a reference group.
   *
   * The gap is the mean of the gaps of the batches so far, weighted by h = n n' / (n + n') for n rows of the group and n'
   * rows of the reference in a batch. In each batch, a bet of size k multiplies its wealth by 1 + (k h / n) (y - m) for
   * each outcome y of the group, and by 1 - (k h / n') (y' - m') for each outcome of the reference, where m and m' are
   * predicted from earlier batches. The wealth, divided by exp(k h (p - p' - m + m')), is a nonnegative supermartingale
   * for any rates p and p' in any batch, so that the mean of bets of 14 sizes gives intervals that hold jointly for all
   * batches with at least this probability. You can look at any time and stop at any time. With several groups,
   * intervals also hold jointly for all groups (Bonferroni). Rates, gaps, and sizes may change from batch to batch. Rows
   * must be independent within a batch, and sizes must not depend on outcomes.
   *
   * Source: Waudby-Smith and Ramdas: Estimating Means of Bounded Random Variables by Betting, 2023; Turner, Ly, and
   * Grünwald: Generic E-variables for Exact Sequential k-Sample Tests That Allow for Optional Stopping, 2024; Howard et
   * al.: Time-uniform, Nonparametric, Nonasymptotic Confidence Sequences, 2021.
   *
   * @example
   * // monitoring: the result of `load()`.
   * const refusals = monitoring.monitor({ reference: 'en', tolerance: 0.02 });
   * refusals.addRows({ group: ['de', 'en', 'de', 'en'], outcome: ['no', 'no', 'yes', 'no'], batchSize: 2 });
   * refusals.report().groups[0].gap.value; // 0.5
   *
   * @throws FairwasmError `invalidArgument` for unknown options and values out of range.
   */
  monitor(options: {
    /** The group with which all others are compared. */
    reference: string;
    /** Largest acceptable absolute difference between rates, in [0, 1). Default: 0. */
    tolerance?: number | undefined;
    /** Probability that all intervals of all groups contain the mean gap at every look, in (0, 1). Default: 0.95. */
    confidence?: number | undefined;
    /** Maximum number of intervals in a sequence, evenly spaced; the last is always included. Default: 200. */
    looks?: number | undefined;
  }): Monitor {
    return new Monitor(this.#wasm, options);
  }
}

/**
 * Loads the WebAssembly module.
 *
 * @example
 * const { monitor } = await load();
 * monitor({ reference: 'm' }).batches; // []
 *
 * @throws FairwasmError `loadFailed` if the file is missing or not WebAssembly; the signal's reason if it is
 *   aborted.
 */
export async function load(options: LoadOptions = {}): Promise<Monitoring> {
  return withBoundMethods(new Monitoring(await loadModule(monitoringModule, options)));
}
