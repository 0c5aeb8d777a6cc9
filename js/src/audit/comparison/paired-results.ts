// SPDX-License-Identifier: Apache-2.0
//
// Types of the results of one group for two predictions: decisions, rates, and gaps to the reference group.

import type { Estimate } from '../../core/estimate.js';
import type { Group } from '../frame/group.js';

/** One rate for both predictions. */
export type PairedRate = PairedGroup['rates'][string];

/** Gap between a group and the reference group in one rate: group - reference. */
export type PairedGap = PairedGroup['gaps'][string];

/**
 * `wider` if the interval of `widening` is above 0; `reversed` if the intervals of the gaps are on opposite
 * sides of 0; `narrower` if the interval of `widening` is below 0; otherwise inconclusive. If several apply, the first
 * one is reported.
 */
export type GapVerdict = 'wider' | 'narrower' | 'reversed' | 'inconclusive' | 'undefined';

/** Agreement of the two predictions on a group's rows, in sums of weights except `rows`. */
export type PairedDecisions = PairedGroup['decisions'];

/** Rates and gaps of one group under both predictions. */
export interface PairedGroup extends Pick<Group, 'id' | 'categories' | 'name'> {
  decisions: {
    /**
     * @asType integer
     * @minimum 0
     */
    rows: number;
    /** @minimum 0 */
    instances: number;
    /**
     * Favorable by both, only by a, only by b, by neither.
     * @minimum 0
     */
    both: number;
    /** @minimum 0 */
    onlyA: number;
    /** @minimum 0 */
    onlyB: number;
    /** @minimum 0 */
    neither: number;
  };
  /** A warning that names the figures of the group that are based on few cases, if any. */
  warning?: string;
  /** Every rate that the columns allow and that depends on predictions, by name. */
  rates: Readonly<
    Record<
      string,
      {
        a: Estimate;
        b: Estimate;
        /**
         * b - a: the effect of changing from a to b. Its confidence interval uses the pairing: for proportions of the
         * same rows, it combines Wilson's intervals of the rows that change in each direction (Zou and Donner 2008). For
         * rates with different denominators, such as the positive predictive value, it combines both rates (Newcombe
         * 1998, paired data, method 10; linearized quotients). The p-value is that of McNemar's exact test if the rate is a proportion of the same
         * unweighted rows; otherwise it corresponds to the interval.
         */
        difference: Estimate;
      }
    >
  >;
  /** Gaps of the same rates to the reference group. Empty for all rows and for the reference group. */
  gaps: Readonly<
    Record<
      string,
      {
        a: Estimate;
        b: Estimate;
        /**
         * b - a: positive if the group gained more, or lost less, than the reference group. If its sign is opposite
         * to that of the gap, the gap became narrower.
         */
        change: Estimate;
        /**
         * |b| - |a|, in [-1, 1]: positive if the gap became wider. With D = b - a and S = b + a, it equals sign(D
         * S) min(|D|, |S|), so its interval follows from those of D and S, whatever the signs of the gaps, and is
         * conservative if both gaps are near 0. The p-value tests "as wide as before": the larger of those of D = 0
         * and S = 0, since the widening is 0 if either is (Berger 1982).
         */
        widening: Estimate;
        /** How the gap changed, adjusted for all gaps (`adjustedCi`). */
        verdict: 'wider' | 'narrower' | 'reversed' | 'inconclusive' | 'undefined';
      }
    >
  >;
}
