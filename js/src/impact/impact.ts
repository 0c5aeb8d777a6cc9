// SPDX-License-Identifier: Apache-2.0
//
// The entry point of adverse impact: tables of selection rates and impact ratios as required by rules and used in
// practice.

import { withBoundMethods } from '../core/bound-methods.js';
import { requireConfidence } from '../core/estimate.js';
import { type LoadOptions, loadModule } from '../core/module.js';
import { requireOptions } from '../core/options.js';
import type { NumberColumn } from '../data/column.js';
import {
  type ConditionalDisparities,
  type ConditionalDisparityInput,
  conditionalDisparity,
} from './conditional-disparity.js';
import { toFraction } from './decimal.js';
import { compareRates, type FourFifths, requireGroups } from './four-fifths.js';
import { type InferenceInput, type InferredProbabilities, inferProbabilities } from './inferred.js';
import { type LocalLaw144Input, localLaw144 } from './local-law-144.js';
import { type MeanDifferences, meanDifferences } from './mean-differences.js';
import { impactModule, type Wasm } from './module.js';
import { byProbability, type ProbabilityInput, type ProbableImpact } from './proxy.js';
import { type QuantileRatios, ratiosByQuantile, type ScoredGroups } from './scores.js';
import { type ImpactTable, makeTable, type SelectionCounts } from './table.js';
import { type ImpactInput, type ImpactReport, impactTables } from './tables.js';

/**
 * The result of {@link load}. No method accepts weights, because rates are proportions of people.
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
   * Returns selection rates and impact ratios: a table for each attribute, and one for their intersection.
   *
   * Selection rate = selected / applicants of the category, in [0, 1]. Impact ratio = selection rate / highest
   * selection rate in the same table, in [0, 1]; NaN if all rates are 0. With `score`, rows strictly above the median
   * of all rows are selected, including rows of unknown category. With `assigned`, there is a set of tables for each
   * class. Rows can be counts: `applicants` and `selected` are then numbers. People of unknown category are counted,
   * and excluded from the tables of that attribute. Categories with a proportion below `excludeBelow` are listed, but
   * have no ratio and are not considered for the highest rate; a proportion of exactly that size is included. Nothing
   * is rounded. With `suppressBelow`, categories with a positive count below this limit (selected, not selected, or a
   * class) are suppressed, and so are other categories from which such a count could be derived: all published numbers
   * together narrow it only to a range at least as long as the limit. Ratios then refer to the highest rate shown.
   *
   * Intervals hold jointly for all categories of a table, regardless of which category has the highest true rate. Rates
   * of scores above the median have no intervals. {@link Impact.fourFifths} is part of each table. With `cluster`, for
   * people with several applications, intervals are those of the jackknife over clusters, and there are no tests; with
   * counts, each row counts applications of one cluster.
   *
   * Source: 29 CFR 1607.4; Rules of the City of New York, title 6, sections 5-300 and 5-301.
   *
   * @throws FairwasmError `invalidArgument` for unknown options, unless exactly one of `selected`, `score`, and
   *   `assigned` is given, if the favorable decision cannot be inferred, and for counts that are not integers;
   *   `missingValue` with the row for a missing outcome; `shapeMismatch` for columns of different lengths; `tooLarge`
   *   for more than a million intersectional categories.
   */
  tables(input: ImpactInput): ImpactReport {
    return impactTables(this.#wasm, input);
  }

  /**
   * Returns {@link Impact.tables} by sex, by race or ethnicity, and by both, as required by New York City's Local Law
   * 144. The rule has no threshold, so results are not compared with four fifths. Imputed categories are rejected,
   * because the rule does not permit them. Names that mean "not known", such as `Decline to self-identify`, are counted
   * and excluded from the tables; `warnings` lists these names, and categories that the rule does not name.
   *
   * Source: Rules of the City of New York, title 6, sections 5-300 to 5-303, as adopted on April 6, 2023.
   *
   * @throws FairwasmError like {@link Impact.tables}, and `invalidArgument` for `imputed` categories.
   */
  localLaw144(input: LocalLaw144Input): ImpactReport {
    return localLaw144(this.#wasm, input);
  }

  /**
   * Returns the table of published counts.
   *
   * @example
   * // impact: the result of `load()`.
   * const men = { name: 'men', applicants: 80, selected: 48 };
   * const { categories: both } = impact.table([men, { name: 'women', applicants: 40, selected: 12 }]);
   * both.map(({ name, rate, impactRatio }) => [name, rate, impactRatio?.value]); // [["men", 0.6, 1], ["women", 0.3, 0.5]]
   *
   * @throws FairwasmError `invalidArgument` for counts that are not integers, and for more selected than applicants.
   */
  table(
    groups: readonly SelectionCounts[],
    options: {
      /** Applicants of unknown category, in addition to the counts. Default: 0. */
      unknown?: number | undefined;
      /** As in {@link Impact.tables}. */
      excludeBelow?: number | undefined;
      /**
       * Level of the confidence intervals, in (0, 1). Default: 0.95. False: no intervals, for example for counts of scores
       * above the median.
       */
      confidence?: number | false | undefined;
      /** Number of all applicants. Default: the sum of the counts and of unknown applicants. */
      total?: number | undefined;
    } = {},
  ): ImpactTable {
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
      excludeBelow: excludeBelow === undefined ? undefined : toFraction('excludeBelow', excludeBelow),
      confidence: confidence === false ? 'no interval: none was requested' : requireConfidence(confidence),
    });
  }

  /**
   * Compares groups with the group with the highest selection rate, and with a `reference`: the four-fifths rule,
   * shortfalls, the effect of moving one selection, z, Fisher's exact test, and the chi-squared test with Yates's
   * correction. Ratios and "below four fifths" are exact, up to 2^53 people per group. If the highest rate was found
   * among more than two groups, p-values against it are too small; p-values against a reference that was chosen
   * beforehand are not.
   *
   * Source: 29 CFR 1607.4(D); questions and answers on the Uniform Guidelines, 1979, numbers 11 and 21.
   *
   * @example
   * // impact: the result of `load()`.
   * const hires = [{ name: 'men', applicants: 80, selected: 48 }, { name: 'women', applicants: 40, selected: 12 }];
   * const women = impact.fourFifths(hires).againstHighest?.comparisons[0];
   * [women?.belowFourFifths, women?.shortfallToFourFifths]; // [true, 8]
   *
   * @throws FairwasmError `invalidArgument` for counts that are not integers, duplicate names, and an unknown
   *   reference.
   */
  fourFifths(
    groups: readonly SelectionCounts[],
    options: {
      /** A group that was chosen before you looked at the rates; all other groups are also compared with this group. */
      reference?: string | undefined;
      /** Level of the confidence intervals, in (0, 1). Default: 0.95. */
      confidence?: number | undefined;
    } = {},
  ): FourFifths {
    requireOptions('fourFifths', options, ['reference', 'confidence']);
    requireGroups(groups);
    const confidence = requireConfidence(options.confidence);
    return compareRates(this.#wasm, groups, options.reference, confidence);
  }

  /**
   * Returns adverse impact ratios if the best `quantiles` of all rows were approved: selection rate of a group /
   * selection rate of the reference. The cutoff is the quantile of all scores, interpolated linearly; a score equal to
   * it is approved. In [0, inf]; NaN if both rates are 0, infinite if only the rate of the reference is 0.
   *
   * @throws FairwasmError `invalidArgument` for scores that are not finite, an unknown reference, and quantiles outside
   *   [0, 1]; `shapeMismatch` for columns of different lengths.
   */
  ratiosByQuantile(
    input: ScoredGroups & {
      /** Proportions of all rows that are approved: 0.1 is the best tenth. Default: 0.1, 0.25, 0.5, and 0.75. */
      quantiles?: readonly (number | string)[] | undefined;
    },
  ): QuantileRatios[] {
    return ratiosByQuantile(input, input?.quantiles);
  }

  /**
   * Returns selection rates if categories are known only as probabilities, for example from names and places (BISG). No
   * row is assigned to its most likely category.
   *
   * Weighted: Σ p·s / Σ p, with s = 1 if selected, in [0, 1]; correct if category and selection are independent given
   * the probabilities (Chen, Kallus, Mao, Svacha, and Udell 2019: Fairness under unawareness). Bounds: sums over cells
   * of max(0, m + k - n) and min(m, k), with m = Σ p, k selected, and n people, divided by Σ p: sharp if probabilities
   * are correct on average in each cell (Kallus, Mao, and Zhou 2022: Assessing algorithmic fairness with unobserved
   * protected class using data combination). `rateInterval` includes both bounds with Wilson's intervals; if the rows
   * do not show which formula of a bound applies, it uses 0 and m. NaN with a reason if Σ p is 0. Not accepted by rules
   * that require self-reported categories.
   *
   * @throws FairwasmError `invalidArgument` with the row for probabilities that do not sum to 1, and for fewer than two
   *   categories or an unknown reference; `missingValue` and `shapeMismatch` like {@link Impact.tables}.
   */
  byProbability(input: ProbabilityInput): ProbableImpact {
    return byProbability(input);
  }

  /**
   * Returns the probability that each row belongs to each category, from its surname and, if given, its first name and
   * place, for {@link Impact.byProbability}. The tables are the caller's, such as those of a census.
   *
   * P(category | surname, first name, place) is proportional to P(category | surname) P(first name | category) P(place
   * | category): surname, first name, and place must be independent among people of one category, which is only roughly
   * true. Names are compared without case, accents, and punctuation; the parts of a double name are also tried
   * separately. A column that is not in its table does not contribute; without a surname in the table, the proportions
   * of all surnames are used. Rules that require self-reported categories, such as New York City's Local Law 144, do
   * not accept the result.
   *
   * Source: Elliott et al. 2009 (BISG); Voicu 2018 (BIFSG).
   *
   * @example
   * // impact: the result of `load()`.
   * const { probabilities, unmatched } = impact.inferProbabilities({
   *   surname: ['García', 'Smith', 'Nobody'],
   *   place: ['t1', 't2', 't1'],
   *   tables: {
   *     surname: { name: ['GARCIA', 'SMITH'], counts: { hispanic: [9, 1], other: [1, 9] } },
   *     place: { name: ['t1', 't2'], counts: { hispanic: [50, 50], other: [20, 80] } },
   *   },
   * });
   * probabilities.hispanic[0]; // 0.9574468085106382
   * unmatched.surname; // 0.3333333333333333
   *
   * @throws FairwasmError `shapeMismatch` for columns of different lengths; `invalidArgument` for a column without a
   *   table, tables with different categories, and counts below 0.
   */
  inferProbabilities(input: InferenceInput): InferredProbabilities {
    return inferProbabilities(input);
  }

  /**
   * Returns the demographic disparity of each group, and its mean within strata, weighted by the rows of each stratum.
   *
   * Disparity = proportion of the group among the rejected - its proportion among the selected, in [-1, 1]; above 0 if
   * the group has more than its proportion of rejections. A disparity that vanishes within strata is due to different
   * distributions of the groups over the strata. NaN in a stratum in which all or none were selected; the mean omits
   * such strata, and `comparedShare` is the proportion of rows in the other strata. Intervals are Newcombe's in a
   * stratum; the interval of the mean combines the independent strata (Zou and Donner 2008). With `cluster`, intervals
   * are those of the jackknife over clusters.
   *
   * Source: Wachter, Mittelstadt, Russell 2021: Why Fairness Cannot Be Automated; CDDL and CDDPL of SageMaker Clarify.
   *
   * @example
   * // impact: the result of `load()`.
   * const { groups: both } = impact.conditionalDisparity({
   *   group: ['f', 'f', 'f', 'm', 'f', 'm', 'm', 'm'],
   *   selected: ['no', 'no', 'yes', 'no', 'yes', 'yes', 'yes', 'no'],
   *   within: ['arts', 'arts', 'arts', 'arts', 'physics', 'physics', 'physics', 'physics'],
   * });
   * both.map(({ name, disparity, conditional }) => [name, disparity.value, conditional.value]);
   * // [["f", 0, -0.3333333333333333], ["m", 0, 0.3333333333333333]]
   *
   * @throws FairwasmError `shapeMismatch` for columns of different lengths; `missingValue` for a missing decision;
   *   `invalidArgument` if the favorable decision cannot be inferred.
   */
  conditionalDisparity(input: ConditionalDisparityInput): ConditionalDisparities {
    return conditionalDisparity(this.#wasm, input);
  }

  /**
   * Returns 100 (mean score of a group - mean score of the reference) / standard deviation of all rows, including rows
   * with an unknown group; with a label, it also returns this value for the residuals, label - score. NaN or infinite
   * if all values are equal.
   *
   * @throws FairwasmError like {@link Impact.ratiosByQuantile}.
   */
  meanDifferences(
    input: ScoredGroups & {
      /** The quantity that the score estimates; the residuals, label - score, are then also compared. */
      label?: NumberColumn | undefined;
    },
  ): MeanDifferences {
    return meanDifferences(input, input?.label);
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
 * @throws FairwasmError `loadFailed` if the file is missing or not WebAssembly; the signal's reason if it is
 *   aborted.
 */
export async function load(options: LoadOptions = {}): Promise<Impact> {
  return withBoundMethods(new Impact(await loadModule(impactModule, options)));
}
