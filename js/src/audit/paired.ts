// SPDX-License-Identifier: Apache-2.0
//
// What is known of one group by two predictions: how they decide its rows, its rates, and its gaps to the reference.

import type { Estimate } from '../core/estimate.js';
import type { Group } from './group.js';

/** One rate by either prediction. */
export interface PairedRate {
  a: Estimate;
  b: Estimate;
  /**
   * b - a: what changing from a to b does. Its interval knows that both are about the same rows (Newcombe 1998,
   * paired data, method 10; of rates such as the positive predictive value, which is about other rows by either
   * prediction, the linearized quotients). The p-value is McNemar's exact test where the rate is a share of the
   * same rows, and rows are not weighted; otherwise that of the interval.
   */
  difference: Estimate;
}

/** How far a group lies from the reference group in one rate: group - reference. */
export interface PairedGap {
  a: Estimate;
  b: Estimate;
  /**
   * b - a: above 0 where the group gained more, or lost less, than the reference. A gap became smaller where this
   * has the other sign than the gap.
   */
  change: Estimate;
  /**
   * |b| - |a|, in [-1, 1]: above 0 where the gap became wider. With D = b - a and S = b + a it is sign(D S) min(|D|, |S|),
   * so its interval follows from those of D and S, whichever sides the gaps are on, and is conservative where both gaps are
   * near 0. The p-value is that of "as wide as before": the larger one of those of D = 0 and S = 0, as the widening is 0
   * if either is (Berger 1982).
   */
  widening: Estimate;
  /** What became of the gap, as far as these data show: after having looked at all gaps (`adjustedCi`). */
  verdict: GapVerdict;
}

/**
 * `wider` where the interval of `widening` is above 0; `reversed` where the intervals of the gaps show that they are on
 * different sides of 0; `narrower` where the interval of `widening` is below 0; otherwise `open`. The first one that
 * applies.
 */
export type GapVerdict = 'wider' | 'narrower' | 'reversed' | 'inconclusive' | 'undefined';

/** How the two predictions agree on a group's rows, in sums of weights except `rows`. */
export interface PairedDecisions {
  rows: number;
  instances: number;
  /** Favorable by both, by a alone, by b alone, by neither. */
  both: number;
  onlyA: number;
  onlyB: number;
  neither: number;
}

/** One group by either prediction. */
export interface PairedGroup extends Pick<Group, 'id' | 'categories' | 'name'> {
  decisions: PairedDecisions;
  /** Which of its numbers rest on few cases, if any do. */
  warning?: string;
  /** Every rate that the columns allow and predictions have a part in, by name. */
  rates: Readonly<Record<string, PairedRate>>;
  /** The same rates' gaps to the reference group. None for all rows, and for the reference itself. */
  gaps: Readonly<Record<string, PairedGap>>;
}
