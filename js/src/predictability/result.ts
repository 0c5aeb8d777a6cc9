// SPDX-License-Identifier: Apache-2.0
//
// The result of Leakage and DPA: a value with its spread, its definition, the coverage of its interval, and warnings.

import type { Direction } from '../metrics/amplification.js';
import type { LeakageDirection } from './direction.js';
import type { ExactLeakage } from './exact.js';
import { mean, type Summary, type TrialSummary, toText } from './statistics.js';

/** One trial. */
export interface LeakageTrial {
  /** Quality of the attacker on labels. */
  lambdaD: number;
  /** Quality of the attacker on predictions. */
  lambdaM: number;
  leakage: number;
}

/** @internal */
export interface ResultParts {
  direction: LeakageDirection | Direction;
  definition: string;
  summary: Summary;
  coverage: string;
  trials: readonly LeakageTrial[];
  accuracies: LeakageResult['accuracies'];
  exact: ExactLeakage | null;
  marginal: number | null;
  warnings: readonly string[];
}

/**
 * Result of Leakage or DPA.
 *
 * @example
 * const result = await (await load()).leakage({
 *   feature: ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'],
 *   label: [1, 1, 0, 0, 1, 1, 0, 0],
 *   prediction: [1, 1, 1, 1, 0, 0, 0, 0],
 *   trials: 3,
 *   epochs: 20,
 * });
 * result.trials.length; // 3
 * [result.direction, result.exact?.leakage]; // ["outcome-from-attribute", 0.478…]
 */
export class LeakageResult implements TrialSummary {
  /** The target and the input of attackers. */
  readonly direction: LeakageDirection | Direction;
  /** The direction as a sentence, with the source of the definition. */
  readonly definition: string;
  /** Mean (or median) leakage over trials; positive if attackers do better with predictions than with labels. */
  readonly value: number;
  /** Standard deviation of a single trial on these rows. */
  readonly standardDeviation: number;
  /** Standard error of the value over rows. NaN if trials share one split. */
  readonly standardError: number;
  /**
   * 95% confidence interval over rows: the corrected resampled t interval (Nadeau and Bengio 2003). NaN for a single
   * trial, and if trials share one split (with test rows or a warm start).
   */
  readonly ci: readonly [low: number, high: number];
  /** Variation of the value with other random numbers on the same rows. */
  readonly overSeeds: TrialSummary['overSeeds'];
  /** A sentence about the sources of variation that the intervals cover and do not cover. */
  readonly coverage: string;
  readonly trials: readonly LeakageTrial[];
  /**
   * Proportion of correct predictions by column, to which labels are degraded. If every trial splits the rows again,
   * both are for all rows.
   */
  readonly accuracies: { train: readonly number[]; test: readonly number[] };
  /**
   * Leakage of tables of counts on the same rows: for each input value, they predict the most frequent class in the
   * training rows. Converged attackers come close to it; with few rows, other attackers can do better. Null for
   * numeric features and for functions as metric.
   */
  readonly exact: ExactLeakage | null;
  /**
   * Leakage of attackers without input: the effect of different class proportions in predictions and labels. Null if
   * the attribute is predicted, because its proportions are the same, and for functions as metric.
   */
  readonly marginal: number | null;
  /** Warnings about a doubtful or undefined value, such as attackers far below tables of counts. */
  readonly warnings: readonly string[];

  /** @internal */
  constructor(parts: ResultParts) {
    const { summary } = parts;
    this.direction = parts.direction;
    this.definition = parts.definition;
    this.value = summary.value;
    this.standardDeviation = summary.standardDeviation;
    this.standardError = summary.standardError;
    this.ci = summary.ci;
    this.overSeeds = summary.overSeeds;
    this.coverage = parts.coverage;
    this.trials = parts.trials;
    this.accuracies = parts.accuracies;
    this.exact = parts.exact;
    this.marginal = parts.marginal;
    this.warnings = parts.warnings;
  }

  /** Formats value and standard deviation: `0.0312 ± 0.0048`. */
  toString(): string {
    return toText(this);
  }
}

/** @internal Explains why numbers of a result are not finite. */
export function whyUndefined(trials: readonly LeakageTrial[], { value }: TrialSummary): string[] {
  const reasons: string[] = [];
  const lambdas = trials.flatMap(({ lambdaD, lambdaM }) => [lambdaD, lambdaM]);
  if (lambdas.some((lambda) => Math.abs(lambda) === Number.POSITIVE_INFINITY)) {
    reasons.push('An attacker made no error at all, so that 1 / error is infinite; accuracy is not.');
  } else if (lambdas.some(Number.isNaN)) {
    reasons.push('The metric returned NaN for an attacker.');
  } else if (Number.isNaN(value)) {
    reasons.push('Neither attacker was right once, so that leakage relative to both is 0/0.');
  }
  if (trials.length < 2) reasons.push('A single trial has no spread: its deviation is undefined.');
  return reasons;
}

// Relative difference below the limit from which a warning is added.
const shortfall = 0.03;

/** @internal Warns if attackers do not reach the leakage of tables of counts. */
export function whyFallShort(trials: readonly LeakageTrial[], exact: ExactLeakage | null): string[] {
  if (!exact) return [];
  const { lambdaD, lambdaDSpread, lambdaM, lambdaMSpread } = exact;
  const attackers = [
    ['labels', mean(trials.map((trial) => trial.lambdaD)), lambdaD, lambdaDSpread],
    ['predictions', mean(trials.map((trial) => trial.lambdaM)), lambdaM, lambdaMSpread],
  ] as const;
  return attackers.flatMap(([what, reached, limit, spread]) => {
    const chance = Number.isNaN(spread) ? 0 : (3 * spread) / Math.sqrt(trials.length);
    if (!(reached < limit * (1 - shortfall) - chance)) return [];
    return [
      `The attackers on ${what} reach ${reached.toFixed(3)}, while tables of counts reach ${limit.toFixed(3)}: they have ` +
        'not converged, or are too simple. More epochs, another learning rate or more layers may help.',
    ];
  });
}

// Relative difference between attackers without input from which a warning is added.
const noticed = 0.01;

/** @internal Warns if predicted classes are simply more, or less, balanced than true classes. */
export function whyMarginal(
  blind: Pick<ExactLeakage, 'lambdaD' | 'lambdaM' | 'leakage'> | null,
  {
    overSeeds: {
      ci: [low, high],
    },
  }: TrialSummary,
  task: string,
): string[] {
  if (!blind) return [];
  const { lambdaD, lambdaM, leakage } = blind;
  const reach = Number.isNaN(high - low) ? 0 : (high - low) / 2;
  const isNoticed = Math.abs(lambdaM - lambdaD) > noticed * Math.min(lambdaM, lambdaD);
  if (!isNoticed || !(Math.abs(leakage) > reach)) return [];
  return [
    `A shift of the margin alone makes a leakage of ${leakage.toFixed(3)}: predicted and true ${task} do not have ` +
      'the same proportions, so even attackers without input guess one of them better. Only leakage beyond ' +
      'this is due to the feature.',
  ];
}

/**
 * @internal Warns if tables do worse than attackers without input. Training rows are missing from the test rows, so
 *   if the feature is uninformative, the class that is more frequent in training is less frequent in testing.
 */
export function whyBelowBlind(
  blind: Pick<ExactLeakage, 'lambdaD' | 'lambdaM'> | null,
  exact: ExactLeakage | null,
): string[] {
  if (!blind || !exact) return [];
  const attackers = [
    ['labels', exact.lambdaD, blind.lambdaD],
    ['predictions', exact.lambdaM, blind.lambdaM],
  ] as const;
  return attackers.flatMap(([what, table, nothing]) =>
    table < nothing * (1 - shortfall)
      ? [
          `On ${what}, attackers do worse (${table.toFixed(3)}) than attackers without input (${nothing.toFixed(3)}): ` +
            'with so few rows, the feature is only noise. The difference is not leakage.',
        ]
      : [],
  );
}
