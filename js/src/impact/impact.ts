// SPDX-License-Identifier: Apache-2.0
//
// The door of adverse impact: tables of selection rates and impact ratios as rules and practice ask for them.

import { limitArguments } from '../core/arity.js';
import { withBoundMethods } from '../core/bound-methods.js';
import { requireConfidence } from '../core/estimate.js';
import { type LoadOptions, loadModule } from '../core/module.js';
import { requireOptions } from '../core/options.js';
import { shareOf } from './decimal.js';
import {
  type FourFifths,
  type FourFifthsOptions,
  fourFifths,
  requireGroups,
} from './four-fifths.js';
import { type LocalLaw144Input, localLaw144 } from './local-law-144.js';
import {
  type MeanDifferenceInput,
  type MeanDifferences,
  meanDifferences,
} from './mean-differences.js';
import { impactModule, type Wasm } from './module.js';
import { byProbability, type ProbabilityInput, type ProbableImpact } from './proxy.js';
import { type QuantileInput, type QuantileRatios, ratiosByQuantile } from './scores.js';
import { type ImpactTable, makeTable, type SelectionCounts } from './table.js';
import { type ImpactInput, type ImpactReport, impactTables } from './tables.js';

/** How {@link Impact.table} is made. */
export interface TableOptions {
  /** Applicants of unknown category, beside those that are counted. Default: 0. */
  unknown?: number | undefined;
  /** As for {@link Impact.tables}. */
  excludeBelow?: number | undefined;
  /** Level of the confidence intervals, in (0, 1). Default: 0.95. False: none, as for counts of scores above the median. */
  confidence?: number | false | undefined;
  /** All applicants, where that is not the sum of the counts and of the unknown. */
  total?: number | undefined;
}

/**
 * The result of {@link load}. No method takes weights: rates are shares of people.
 *
 * @example
 * const impact = await load();
 * const report = impact.tables({
 *   groups: { sex: ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'] },
 *   selected: ['yes', 'no', 'no', 'no', 'yes', 'yes', 'no', 'no'],
 * });
 * const [{ categories }] = report.outcomes[0].tables;
 * categories.map(({ name, impactRatio }) => [name, impactRatio?.value]); // [["f", 0.5], ["m", 1]]
 */
export class Impact {
  readonly #wasm: Wasm;

  /** @internal */
  constructor(wasm: Wasm) {
    this.#wasm = wasm;
  }

  /**
   * Selection rates and impact ratios: a table for each attribute, and one for all of them crossed.
   *
   * rate = selected / applicants of the category, in [0, 1]. Impact ratio = rate / highest rate in the same table, in
   * [0, 1]; NaN where all rates are 0. With `score`, selected is who is strictly above the median of all rows, those of
   * unknown category among them. With `assigned`, there is a set of tables for each class. Rows may be counts:
   * `applicants` and `selected` are then numbers. People whose category is not known are counted, and left out of the
   * tables of that attribute. Categories with a share below `excludeBelow` are listed, but are neither given a ratio nor
   * looked at for the highest rate; a share exactly as large stays. Nothing is rounded. With `suppressBelow`, categories
   * with a count below it (selected, not selected, or a class; but not 0) are not shown, nor others from which that count
   * could be found: whoever knows all that is shown can narrow it to no range shorter than the limit. Ratios are then to
   * the highest rate that is shown.
   *
   * Intervals hold together for all categories of a table, whichever has the highest rate in truth. Scores above the
   * median of the very same people have none. {@link Impact.fourFifths} is part of each table.
   *
   * Source: 29 CFR 1607.4; Rules of the City of New York, title 6, sections 5-300 and 5-301.
   *
   * @throws FairwasmError `invalidArgument` for unknown options, for none or several of `selected`, `score` and
   *   `assigned`, a decision that cannot be guessed, counts that are not whole; `missingValue` with the row, where the
   *   outcome is missing; `shapeMismatch` for columns of several lengths; `tooLarge` beyond a million crossed categories.
   */
  tables(input: ImpactInput): ImpactReport {
    return impactTables(this.#wasm, input);
  }

  /**
   * {@link Impact.tables} by sex, by race or ethnicity, and by both, as New York City's Local Law 144 asks for them. The
   * rule prescribes no threshold, so that nothing is compared with four fifths. Categories that were imputed are
   * refused, as the city refuses them. Names that mean "not known", such as `Decline to self-identify`, are counted and
   * left out of the tables; `warnings` lists them, and categories that the rule does not name.
   *
   * Source: Rules of the City of New York, title 6, sections 5-300 to 5-303, as adopted on 6 April 2023.
   *
   * @throws FairwasmError as {@link Impact.tables}, and `invalidArgument` for `imputed` categories.
   */
  localLaw144(input: LocalLaw144Input): ImpactReport {
    return localLaw144(this.#wasm, input);
  }

  /**
   * One table of counts that were published.
   *
   * @example
   * // impact: what `load()` gives.
   * const men = { name: 'men', applicants: 80, selected: 48 };
   * const { categories: both } = impact.table([men, { name: 'women', applicants: 40, selected: 12 }]);
   * both.map(({ name, rate, impactRatio }) => [name, rate, impactRatio?.value]); // [["men", 0.6, 1], ["women", 0.3, 0.5]]
   *
   * @throws FairwasmError `invalidArgument` for counts that are not whole, or more selected than applicants.
   */
  table(groups: readonly SelectionCounts[], options: TableOptions = {}): ImpactTable {
    requireOptions('table', options, ['unknown', 'total', 'excludeBelow', 'confidence']);
    requireGroups(groups);
    const { unknown = 0, excludeBelow, confidence } = options;
    const counted = groups.reduce((sum, { applicants }) => sum + applicants, 0);
    return makeTable(this.#wasm, {
      by: [],
      unknown,
      total: options.total ?? counted + unknown,
      categories: groups.map(({ name, applicants, selected }) => ({
        name,
        categories: {},
        isSuppressed: false,
        applicants,
        selected,
      })),
      excludeBelow: excludeBelow === undefined ? undefined : shareOf('excludeBelow', excludeBelow),
      confidence:
        confidence === false ? 'no interval: none was asked for' : requireConfidence(confidence),
    });
  }

  /**
   * Groups compared with the one that has the highest rate, and with a `reference`: the four-fifths rule, shortfalls,
   * the flip of one selection, z, Fisher's exact test and the chi-squared test with Yates's correction. Ratios and
   * "below four fifths" are decided in whole numbers, up to 2^53 people a group. Where the highest rate was found by
   * looking at more than two groups, p-values against it are smaller than they ought to be; those against a reference
   * that was chosen beforehand are not.
   *
   * Source: 29 CFR 1607.4(D); questions and answers on the Uniform Guidelines, 1979, numbers 11 and 21.
   *
   * @example
   * // impact: what `load()` gives.
   * const hires = [{ name: 'men', applicants: 80, selected: 48 }, { name: 'women', applicants: 40, selected: 12 }];
   * const women = impact.fourFifths(hires).againstHighest?.comparisons[0];
   * [women?.belowFourFifths, women?.shortfallToFourFifths]; // [true, 8]
   *
   * @throws FairwasmError `invalidArgument` for counts that are not whole, a name twice, no such reference.
   */
  fourFifths(groups: readonly SelectionCounts[], options?: FourFifthsOptions): FourFifths {
    return fourFifths(this.#wasm, groups, options);
  }

  /**
   * Adverse impact ratios if the best `quantiles` of all rows were approved: rate of a group / rate of the reference.
   * The cutoff is the quantile of all scores, interpolated linearly; who has exactly that score is approved. In
   * [0, inf]; NaN where both rates are 0, infinite where that of the reference is.
   *
   * @throws FairwasmError `invalidArgument` for scores that are not finite, no such reference, shares beyond [0, 1];
   *   `shapeMismatch` for columns of several lengths.
   */
  ratiosByQuantile(input: QuantileInput): QuantileRatios[] {
    return ratiosByQuantile(input);
  }

  /**
   * Selection rates where categories are known as probabilities alone, of names and places (BISG) for instance. Nobody is
   * put into the most likely category.
   *
   * Weighted: Σ p·s / Σ p, for s = 1 where selected, in [0, 1]; right if category and selection are independent given the
   * probabilities (Chen, Kallus, Mao, Svacha and Udell 2019: Fairness under unawareness). Bounds: sums over cells of
   * max(0, m + k - n) and min(m, k), of m = Σ p, k selected and n people, divided by Σ p: sharp, if probabilities are right
   * on average in each cell (Kallus, Mao and Zhou 2022: Assessing algorithmic fairness with unobserved protected class
   * using data combination). `rateInterval` adds z standard errors to both ends. NaN with a reason where Σ p is 0. Not
   * what a rule takes that asks for categories that people gave themselves.
   *
   * @throws FairwasmError `invalidArgument` with the row for probabilities that do not sum to 1, for fewer than two
   *   categories, no such reference; `missingValue` and `shapeMismatch` as {@link Impact.tables}.
   */
  byProbability(input: ProbabilityInput): ProbableImpact {
    return byProbability(this.#wasm, input);
  }

  /**
   * 100 (mean score of a group - that of the reference) / standard deviation of all rows, which are those of unknown
   * group too; the same of the residuals label - score where there is a label. NaN or infinite where all are alike.
   *
   * @throws FairwasmError as {@link Impact.ratiosByQuantile}.
   */
  meanDifferences(input: MeanDifferenceInput): MeanDifferences {
    return meanDifferences(input);
  }
}

/**
 * Loads the WebAssembly module.
 *
 * @example
 * const impact = await load();
 * const hires = [{ name: 'men', applicants: 80, selected: 48 }, { name: 'women', applicants: 40, selected: 12 }];
 * const { againstHighest } = impact.fourFifths(hires);
 * againstHighest?.comparisons[0].ratio.value; // 0.5
 *
 * @throws FairwasmError `loadFailed` if the file is missing or not WebAssembly; the signal's reason
 *   where it is aborted.
 */
export async function load(options: LoadOptions = {}): Promise<Impact> {
  return withBoundMethods(new Impact(await loadModule(impactModule, options)));
}

limitArguments(Impact, { table: 2 });
