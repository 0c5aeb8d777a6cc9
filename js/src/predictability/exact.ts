// SPDX-License-Identifier: Apache-2.0
//
// The leakage that converged attackers reach, computed from a table of counts. Over all rows it depends only on
// counts, so it can be computed from a tally or from a database's GROUP BY.

/**
 * Leakage of tables of counts that are learned from the training rows, averaged over a trial's randomness. A trained
 * attacker that has converged comes close to it. If cells have few rows, an attacker that generalizes between cells
 * can do better.
 */
export interface ExactLeakage {
  /** λ of the attacker on labels. */
  lambdaD: number;
  /** Standard deviation of λ_D over trials; NaN for metrics other than accuracy. */
  lambdaDSpread: number;
  /** λ of the attacker on predictions. */
  lambdaM: number;
  /** Standard deviation of λ_M over trials; 0 if test rows are given, because nothing is random then. */
  lambdaMSpread: number;
  /** λ_M - λ_D, divided by their sum if normalized. */
  leakage: number;
  /** Standard deviation of the leakage over trials. */
  leakageSpread: number;
  /** Standard error of `leakage` if it is an average over random splits and equalizations; otherwise 0. */
  standardError: number;
}

/** @internal */
export const metricNames = ['accuracy', 'mse', 'bce'] as const;
