// SPDX-License-Identifier: Apache-2.0
//
// The entry point of monitoring: intervals for gaps on a stream that hold at every look.

import { limitArguments } from '../core/arity.js';
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
 * monitor.report().groups[0].rowsNeeded; // 2151
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
   * The interval of a difference d contains all d for which the smallest product M(p + d) M'(p), over all rates p, is
   * less than 1 / (1 - confidence), where M(p) = B(1/2 + cases, 1/2 + rows - cases) / (π p^cases (1 - p)^(rows -
   * cases)) of each group. The product is a nonnegative martingale if the rates are p + d and p, so that all intervals
   * of a stream hold jointly with at least this probability. You can look at any time and stop at any time. With
   * several groups, intervals also hold jointly for all groups (Bonferroni). Rows must be independent, with constant
   * rates.
   *
   * Source: Robbins: Statistical Methods Related to the Law of the Iterated Logarithm, 1970; Waudby-Smith and Ramdas:
   * Estimating Means of Bounded Random Variables by Betting, 2023; Chugg et al.: Auditing Fairness by Betting, 2023.
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
    /** Probability that all intervals of all groups hold at every look, in (0, 1). Default: 0.95. */
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

limitArguments(Monitoring);
limitArguments(Monitor);
