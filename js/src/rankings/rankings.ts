// SPDX-License-Identifier: Apache-2.0
//
// The entry point of shares and rankings: groups in a data set compared with a reference, and groups in ranked lists.

import { withBoundMethods } from '../core/bound-methods.js';
import { type LoadOptions, loadModule } from '../core/module.js';
import { rankingsModule, type Wasm } from './module.js';
import { measureRankings, RankedLists, type RankedRows, type RankingOptions } from './ranked-lists.js';
import type { RankingReport } from './ranking.js';
import { compareShares, type ShareInput, type ShareReport } from './shares.js';

/**
 * The result of {@link load}.
 *
 * @example
 * const rankings = await load();
 * const { groups } = rankings.rankings({ group: [...'mmfmf'], position: [1, 2, 3, 4, 5] });
 * groups.map(({ name, favored }) => [name, favored.value]); // [["f", 0.16666666666666666], ["m", 0.8333333333333334]]
 */
export class Rankings {
  readonly #wasm: Wasm;

  /** @internal */
  constructor(wasm: Wasm) {
    this.#wasm = wasm;
  }

  /**
   * Compares the shares of groups in a data set, such as applicants, training rows, generated images, or the top of
   * a ranking, with reference shares, such as those of a population.
   *
   * With n_g of n rows and the reference share q_g: p_g = n_g / n, the ratio p_g / q_g in [0, inf], its logarithm, the
   * difference p_g - q_g, and the missing members max(0, ⌈q_g n⌉ - n_g). The ratio is infinite with a reason if only
   * q_g is 0, and NaN if both shares are 0. Total variation Σ |p_g - q_g| / 2 is in [0, 1]. Everything is NaN without rows.
   *
   * Intervals hold jointly for all k groups: Goodman's (A + 2 n_g ± √(A (A + 4 n_g (n - n_g) / n))) / (2 (n + A)), with
   * the quantile A of the chi-squared distribution with one degree of freedom at 1 - (1 - confidence) / k. If the
   * reference is a sample, intervals of differences and ratios combine the intervals of both samples (Newcombe 1998, Zou and
   * Donner 2008). The exact test sums the probabilities of all tables that are at most as likely as the observed one, if
   * there are up to 500,000; Pearson's test is always included.
   *
   * Source: Goodman: On Simultaneous Confidence Intervals for Multinomial Proportions, 1965; Freeman and Halton 1951.
   *
   * @example
   * // rankings: the result of `load()`.
   * const report = rankings.shares({ counts: { f: 23, m: 97 }, reference: { f: 0.3, m: 0.7 } });
   * report.groups.map(({ name, ratio, missing }) => [name, ratio.value, missing]); // [["f", 0.638888888888889, 13], ["m", 1.1547619047619049, 0]]
   *
   * @throws FairwasmError `invalidArgument` for unknown options, unless exactly one of `group` and `counts` is given, for
   *   a group without a reference share, shares that do not sum to 1, and counts that are not integers; `shapeMismatch`
   *   for columns of different lengths.
   */
  shares(input: ShareInput): ShareReport {
    return compareShares(this.#wasm, input);
  }

  /**
   * Measures groups in ranked lists; lists (queries) are independent clusters.
   *
   * The exposure of position j is 1 / log2(1 + j), and its geometric exposure is (1 - γ) γ^(j - 1). Skew@k is the
   * logarithm of the number of rows in the first k positions divided by the number expected from the reference
   * shares. NDKL is the mean over lists of
   * Σ_k KL(D_k ‖ D) / log2(k + 1) / Σ_k 1 / log2(k + 1), with the proportions D_k in the first k positions and the
   * reference D; it is infinite if a group that occurs has a reference share of 0. A prefix of k rows is infeasible if it
   * has fewer rows of a group than ⌊q_g k⌋. Values over several lists are ratios of sums over lists. The rows of a tie
   * share their positions, so results do not depend on the order of rows. If positions are missing, exposures and skew
   * use the positions of the rows, and all other values only the order of the rows present.
   *
   * Intervals use the linearized variance over lists and Student's quantile: on the logarithmic scale for exposures and
   * skew, on the logit scale for pairs. Both are corrected for lists of unequal size, with effective degrees of
   * freedom (Satterthwaite 1946). Intervals require at least two lists with different values. `adjustedCi` and
   * `adjustedPValue` hold jointly for all groups (Šidák 1967). Tests of prefixes are hypergeometric and one-sided: the p-value of a list is the exact probability that a random
   * order has a prefix with a p-value at least as small.
   *
   * Source: Singh and Joachims: Fairness of Exposure in Rankings, 2018; Geyik, Ambler, and Kenthapadi: Fairness-Aware
   * Ranking in Search and Recommendation Systems, 2019; Beutel et al.: Fairness in Recommendation Ranking through
   * Pairwise Comparisons, 2019; Zehlike et al.: FA*IR, 2017; Yang and Stoyanovich 2017.
   *
   * @example
   * // rankings: the result of `load()`.
   * const { groups: [f] } = rankings.rankings({
   *   group: [...'mmmmmfmfff'],
   *   score: [9.1, 8.7, 8.2, 7.9, 7.7, 6.4, 6.1, 5.8, 5.2, 4.9],
   *   reference: { f: 0.5, m: 0.5 },
   *   top: 4,
   * });
   * [f.top, f.infeasible.prefixes, f.prefixTests.position]; // [{ "rows": 0, "expected": 2 }, 9, 5]
   *
   * @throws FairwasmError `invalidArgument` for unknown options, unless exactly one of `position` and `score` is given,
   *   for a group without a reference share, and for numbers out of range; `missingValue` with the row for a missing
   *   position, score, query, or relevance; `shapeMismatch` for columns of different lengths.
   */
  rankings(input: RankedRows & RankingOptions): RankingReport {
    return measureRankings(this.#wasm, input);
  }

  /**
   * Returns empty sums of ranked lists: pass rows to {@link RankedLists.update} in parts, and merge sums of other
   * workers. The report equals that of {@link rankings} for all lists, up to rounding.
   *
   * @example
   * // rankings: the result of `load()`.
   * const lists = rankings.lists({ score: true, top: 2 });
   * for (const group of ['ffm', 'mmf']) lists.update({ group: [...group], score: [3, 2, 1] });
   * lists.report().groups.map(({ name, top }) => [name, top.rows, top.expected]); // [["f", 2, 2], ["m", 2, 2]]
   *
   * @throws FairwasmError `invalidArgument` for unknown options, an invalid reference, and numbers out of range.
   */
  lists(
    options: RankingOptions & {
      /** Whether rows are ranked by `score` instead of `position`. Default: false. */
      score?: boolean | undefined;
      /** Whether rows have a relevance. Default: false. */
      relevance?: boolean | undefined;
    } = {},
  ): RankedLists {
    return RankedLists.create(this.#wasm, options);
  }

  /**
   * Restores ranked lists from the bytes of `toBytes()`.
   *
   * @example
   * // rankings: the result of `load()`.
   * rankings.listsFromBytes(rankings.lists().toBytes()).report().rows; // 0
   *
   * @throws FairwasmError `corruptBytes` for other bytes.
   */
  listsFromBytes(bytes: Uint8Array): RankedLists {
    return RankedLists.fromBytes(this.#wasm, bytes);
  }
}

/**
 * Loads the WebAssembly module.
 *
 * @example
 * const rankings = await load();
 * const images = { counts: { man: 93, woman: 27 }, reference: { man: 0.5, woman: 0.5 } };
 * rankings.shares(images).totalVariation.value; // 0.275
 *
 * @throws FairwasmError `loadFailed` if the file is missing or not WebAssembly; the signal's reason if it is
 *   aborted.
 */
export async function load(options: LoadOptions = {}): Promise<Rankings> {
  return withBoundMethods(new Rankings(await loadModule(rankingsModule, options)));
}
