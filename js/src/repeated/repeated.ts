// SPDX-License-Identifier: Apache-2.0
//
// The entry point of repeated measurements: repeated decisions about cases, and events per exposure.

import { withBoundMethods } from '../core/bound-methods.js';
import { type LoadOptions, loadModule } from '../core/module.js';
import { type ExposureInput, type ExposureReport, ratesPerExposure } from '../exposure/rates.js';
import { ExposureSums } from '../exposure/sums.js';
import {
  type BbqInput,
  type BenchmarkReport,
  bbq,
  type CrowsPairsInput,
  crowsPairs,
  type StereoSetInput,
  stereoSet,
} from './benchmarks.js';
import { repeatedModule, type Wasm } from './module.js';
import type { RepeatedInput } from './runs.js';
import { compareVariants, type RepeatedReport } from './variants.js';

/**
 * The result of {@link load}.
 *
 * @example
 * const repeated = await load();
 * const report = repeated.compareVariants({
 *   item: [1, 1, 1, 1, 2, 2, 2, 2],
 *   variant: ['Emily', 'Emily', 'Lakisha', 'Lakisha', 'Emily', 'Emily', 'Lakisha', 'Lakisha'],
 *   outcome: ['yes', 'yes', 'no', 'yes', 'yes', 'no', 'no', 'no'],
 *   reference: 'Emily',
 * });
 * report.variants.map(({ variant, gap }) => [variant, gap.value]); // [["Lakisha", -0.5]]
 */
export class Repeated {
  readonly #wasm: Wasm;

  /** @internal */
  constructor(wasm: Wasm) {
    this.#wasm = wasm;
  }

  /**
   * Compares the decisions of a model on the same cases (items) across variants, such as names, and across runs. Items
   * are the independent units. For item i and variant g, m is the mean and s² the variance of the R runs; r is the
   * reference.
   *
   * Gap = mean of d = m_ig - m_ir over items with runs of both, in [-1, 1] for outcomes, with Student's interval over
   * items. Simultaneous intervals and p-values for all variants use the distribution of the largest |t|, drawn from
   * Student's multivariate distribution with the correlation of the gaps. With one run of each cell, there are
   * McNemar's exact test and Cochran's Q.
   *
   * Disagreement within a cell = 2 k (R - k) / (R (R - 1)) for k of R ones; between variants = m_ig (1 - m_ir) + m_ir
   * (1
   * - m_ig). Squared effect on one item = mean of d² - s²_ig / R_ig - s²_ir / R_ir, which equals the disagreement
   * between variants minus the mean disagreement within them. It estimates the mean of (p_ig - p_ir)², with p the
   * probability of the outcome 1, without bias, and is therefore sometimes below 0. It finds effects on individual items
   * that cancel in the gap. Its p-value permutes runs between the two variants of each item, which is exact if runs are
   * independent. Its interval is at least 0, and excludes 0 if and only if p is at most 1 - confidence: the lower end is
   * the smallest of the test inverted for a shift, Student's interval on the logarithmic scale, and the one corrected for
   * skewness; the upper end allows for the variance between items and for that of permutations. Adjusted intervals and
   * p-values hold jointly for all variants (Bonferroni). Canceled proportion = 1 - gap² /
   * squared effect, at most 1, with a bootstrap interval over items (BCa); undefined if the interval of the squared
   * effect reaches 0. Variance between variants = mean over items of the variance of m over all G variants, with
   * denominator G - 1, minus its noise, the mean of s² / R. Values that require two runs of both variants are otherwise undefined. For
   * scores, disagreements are mean squared differences.
   *
   * Items needed for a gap δ = (z_{1-α/2} + z_{power})² (variance of the effect between items + noise / R) / δ², with α
   * adjusted for all variants (Šidák 1967), and multiplied by the design effect of clusters.
   *
   * With clusters of items, such as questions about one passage, variances are those of clusters (CR2), with Bell and
   * McCaffrey's degrees of freedom (2002), and the bootstrap draws clusters. The permutation test remains exact. McNemar's
   * and Cochran's tests require independent items and are omitted.
   *
   * Results do not depend on the order of rows, except for rounding and random permutations of scores.
   *
   * Sources: McNemar 1947; Cochran 1950; Hall 1992, On the removal of skewness by transformation; Hothorn, Bretz, and
   * Westfall 2008 for simultaneous intervals; Efron 1987; Pustejovsky and Tipton 2018 for clusters.
   *
   * @example
   * // repeated: the result of `load()`. The effects of both items cancel.
   * const item = [...'aaaaaaaabbbbbbbb'];
   * const variant = [...'ffffmmmmffffmmmm'];
   * const outcome = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1];
   * const { variants: [f] } = repeated.compareVariants({ item, variant, outcome, reference: 'm' });
   * [f?.gap.value, f?.squaredEffect.value]; // [0, 1]
   *
   * @throws FairwasmError `invalidArgument` for unknown options, unless exactly one of `outcome` and `score` is given, if the
   *   favorable outcome cannot be inferred, for an unknown reference, and, with the row, for a run that occurs twice and for an item in two
   *   clusters;
   *   `missingValue` with the row for a missing value; `shapeMismatch` for columns of different lengths; `invalidState`
   *   without rows; `tooLarge` for more than 1,000 variants or 10^8 combinations of items and variants.
   */
  compareVariants(input: RepeatedInput): RepeatedReport {
    return compareVariants(this.#wasm, input);
  }

  /**
   * Returns rates per exposure by group: R = Σ events / Σ exposure, such as the word error rate by speaker, claims per
   * insured year, or refusals per thousand prompts. A rate is at least 0, and NaN without exposure.
   *
   * With m clusters c of events a and exposure b, the variance is m / (m - 1) Σ (a_c - R b_c)² / (Σ b_c)². Intervals
   * are Student's on the logarithmic scale, with the standard error of the jackknife over clusters and m - 1 degrees of
   * freedom, or fewer if exposure or events are concentrated in few clusters. Without clusters, intervals are exact for
   * Poisson's distribution (Garwood 1936). The intervals of differences and ratios combine the intervals of the
   * rates (Zou and Donner 2008), with the covariance of shared clusters; with clusters, both intervals are taken at the
   * Student quantile for the degrees of freedom of the difference (Satterthwaite 1946), so they are not those printed for
   * the rates. The interval of a ratio excludes 1 if and only if the interval of
   * the difference excludes 0 and p is below 1 - confidence. Adjusted intervals and p-values hold jointly for all
   * groups (Šidák 1967). A rate of
   * 0 with clusters has no interval.
   *
   * Sources: Cochran 1977, Sampling Techniques, section 6.3; Garwood 1936; Zou and Donner 2008.
   *
   * @example
   * // repeated: the result of `load()`.
   * const { groups } = repeated.ratesPerExposure({
   *   group: ['f', 'f', 'm', 'm'],
   *   events: [12, 9, 6, 8], // wrong words
   *   exposure: [100, 110, 120, 80], // spoken words
   *   cluster: ['s1', 's2', 's3', 's4'],
   *   reference: 'm',
   * });
   * groups.map(({ name, rate }) => [name, rate.value]); // [["f", 0.1], ["m", 0.07]]
   *
   * @throws FairwasmError `invalidArgument` for unknown options, an unknown reference, and, with the row, for negative numbers
   * and for events without clusters that are not integers; `missingValue` with the row; `shapeMismatch` for columns of
   * different lengths; `invalidState` without rows.
   */
  ratesPerExposure(input: ExposureInput): ExposureReport {
    return ratesPerExposure(this.#wasm, input);
  }

  /**
   * Returns empty sums for {@link ratesPerExposure} of rows in parts, such as a stream or several files. Memory grows with
   * the number of clusters, and results are those of all rows at once.
   *
   * @example
   * // repeated: the result of `load()`.
   * const [first, second] = [repeated.exposureSums(), repeated.exposureSums()];
   * first.update({ group: ['f', 'm'], events: [12, 6], exposure: [100, 120] });
   * second.update({ group: ['f', 'm'], events: [9, 8], exposure: [110, 80] });
   * first.merge(second);
   * first.report({ reference: 'm' }).groups.map(({ name, rate }) => [name, rate.value]); // [["f", 0.1], ["m", 0.07]]
   */
  exposureSums(): ExposureSums {
    return new ExposureSums(this.#wasm);
  }

  /**
   * Returns the scores of BBQ by category. In disambiguated contexts, s_DIS = 2 (biased answers) / (answers other than
   * "unknown") - 1, with Wilson's interval; in ambiguous contexts, s_AMB = (1 - accuracy) times the corresponding
   * value, with Student's interval over items. In [-1, 1]; NaN if all answers are "unknown".
   *
   * Source: Parrish et al. 2022: BBQ: A hand-built bias benchmark for question answering.
   *
   * @example
   * // repeated: the result of `load()`.
   * const { categories: [all] } = repeated.bbq({
   *   item: [1, 2, 3, 4],
   *   context: ['ambig', 'ambig', 'ambig', 'ambig'],
   *   correct: [1, 0, 0, 0],
   *   biased: [0, 1, 1, 0],
   *   unknown: [1, 0, 0, 0],
   * });
   * all?.scores.s_AMB?.value.toFixed(2); // "0.25"
   *
   * @throws FairwasmError `invalidArgument` with the row for numbers outside [0, 1], and for another context; `missingValue`
   *   with the row; `shapeMismatch` for columns of different lengths; `invalidState` without rows.
   */
  bbq(input: BbqInput): BenchmarkReport {
    return bbq(this.#wasm, input);
  }

  /**
   * Returns the proportion of pairs in which the more stereotyping sentence is preferred, in [0, 1], by category, with
   * Wilson's interval for the effective number of items. 0.5 is neutral.
   *
   * Source: Nangia et al. 2020: CrowS-Pairs.
   *
   * @example
   * // repeated: the result of `load()`.
   * const { categories: [all] } = repeated.crowsPairs({ item: [1, 2, 3, 4], stereotype: [1, 1, 0, 1] });
   * all?.scores.preferred?.value; // 0.75
   *
   * @throws FairwasmError like {@link Repeated.bbq}.
   */
  crowsPairs(input: CrowsPairsInput): BenchmarkReport {
    return crowsPairs(this.#wasm, input);
  }

  /**
   * Returns StereoSet's scores by category, in [0, 100]: the language modeling score lms, the stereotype score ss, and
   * ICAT = lms min(ss, 100 - ss) / 50, with Student's interval over items.
   *
   * Source: Nadeem, Bethke, and Reddy 2021: StereoSet.
   *
   * @example
   * // repeated: the result of `load()`.
   * const columns = { item: [1, 2, 3, 4], meaningful: [1, 1, 0.5, 1], stereotype: [1, 1, 0, 1] };
   * repeated.stereoSet(columns).categories[0]?.scores.icat?.value; // 43.75
   *
   * @throws FairwasmError like {@link Repeated.bbq}.
   */
  stereoSet(input: StereoSetInput): BenchmarkReport {
    return stereoSet(this.#wasm, input);
  }
}

/**
 * Loads the WebAssembly module.
 *
 * @example
 * const repeated = await load();
 * const report = repeated.ratesPerExposure({ group: ['a', 'b'], events: [3, 8], exposure: [10, 10] });
 * report.groups.map(({ rate }) => rate.value); // [0.3, 0.8]
 *
 * @throws FairwasmError `loadFailed` if the file is missing or not WebAssembly; the signal's reason if it is aborted.
 */
export async function load(options: LoadOptions = {}): Promise<Repeated> {
  return withBoundMethods(new Repeated(await loadModule(repeatedModule, options)));
}
