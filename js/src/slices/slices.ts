// SPDX-License-Identifier: Apache-2.0
//
// The entry point of slices: the groups of rows, defined by values of columns, with the most errors of a model.

import { withBoundMethods } from '../core/bound-methods.js';
import type { RunOptions } from '../core/long-run.js';
import { type LoadOptions, loadModule } from '../core/module.js';
import { requireOptions } from '../core/options.js';
import type { CategoryColumn } from '../data/column.js';
import type { SliceInput } from './input.js';
import { slicesModule, type Wasm } from './module.js';
import type { SliceOptions } from './options.js';
import { findProxies, type Proxies } from './proxies.js';
import { findRecourse, type Recourse } from './recourse.js';
import type { RecourseInput, RecourseOptions } from './recourse-input.js';
import type { WorstSlices } from './result.js';
import { countSlices, worstSlices } from './search.js';

/**
 * The result of {@link load}.
 *
 * @example
 * const slices = await load();
 * const found = await slices.worstSlices(
 *   {
 *     columns: { sex: [...'ffffmmmmmmmm'], region: [...'nnssnnnnssss'] },
 *     error: [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0], // where the model was wrong
 *   },
 *   { minRows: 2 },
 * );
 * [found.slices[0].conditions, found.slices[0].averageError.value]; // [{ "sex": "f", "region": "n" }, 1]
 */
export class Slices {
  readonly #wasm: Wasm;

  /** @internal */
  constructor(wasm: Wasm) {
    this.#wasm = wasm;
  }

  /**
   * Finds the worst slices exactly. A slice is a conjunction of up to `maxConditions` conditions `column = value`,
   * each on a different column, with at least `minRows` rows. The result contains the `top` slices with the highest
   * positive scores. The score of a slice S, for n rows with errors e_i >= 0, is
   *
   * alpha (mean error in S / mean error - 1) - (1 - alpha) (n / |S| - 1),
   *
   * which is 0 for all rows. Ties are broken by fewer conditions, then by more rows, then by the order of columns and
   * values (numbers in ascending order, then strings; coded columns in the order of their categories). Different
   * descriptions of the same rows are all listed. The result is empty if no row has an error, if all errors are
   * equal, or if alpha is at most 1/2, because no score can then be positive.
   *
   * Numeric columns with more than `bins` distinct values are binned into ranges with about the same number of rows;
   * the result contains the limits. A missing value is treated like any other value.
   *
   * Slices are selected because they are the worst, so they look bad even by chance. The confidence interval of a
   * slice's mean error therefore holds jointly for all possible slices. The p-value is the proportion of
   * `permutations`, including the original data, whose worst slice has at least this score, after errors are randomly
   * reassigned to rows. If errors are exchangeable between rows, that is, unrelated to the columns, the probability
   * that any slice has p <= 0.05 is at most 1/20. Losses with equal means but different variances between slices are
   * not exchangeable. If no valid interval or p-value exists, it is omitted and `notes` explain why.
   *
   * With `cluster`, intervals treat people as independent: Chernoff's bound uses the number of rows divided by the
   * size of the slice's largest cluster. There are then no p-values, because permutations of rows ignore clusters.
   *
   * Source: Sagadeeva and Boehm: SliceLine: Fast, Linear-Algebra-based Slice Finding for ML Model Debugging, 2021.
   * Interval: Hoeffding 1963, theorem 1, with a Bonferroni correction for the number of slices.
   *
   * @example
   * // slices: the result of `load()`.
   * const sex = ['f', 'f', 'f', 'm', 'm', 'm'];
   * const [label, prediction] = [[1, 0, 1, 1, 0, 0], [0, 1, 1, 1, 0, 0]];
   * const worst = await slices.worstSlices({ columns: { sex }, label, prediction }, { minRows: 2 });
   * worst.slices.map(({ conditions, rows }) => [conditions, rows]); // [[{ "sex": "f" }, 3]]
   *
   * @throws FairwasmError `shapeMismatch` for columns of different lengths; `missingValue` or `invalidArgument`, with
   *   the row, for errors that are not numbers from 0 to 1e100; `invalidArgument` for unknown or out-of-range
   *   options, and for labels and predictions without a common value; `tooLarge` for a column with more than 65,535
   *   values that occur in at least `minRows` rows; the signal's reason if it is aborted.
   */
  async worstSlices(input: SliceInput, options: SliceOptions = {}): Promise<WorstSlices> {
    return worstSlices(this.#wasm, input, options);
  }

  /**
   * Counts the slices with enough rows, and the slices with a positive score. It evaluates all slices, which takes
   * longer than finding the worst slices. Throws like {@link worstSlices}.
   */
  async countSlices(
    input: SliceInput,
    options: Omit<SliceOptions, 'top' | 'confidence' | 'permutations' | 'seed'> = {},
  ): Promise<{
    /** Slices with at least `minRows` rows. */
    slices: number;
    /** Number of these slices with a positive score. */
    positive: number;
    /** All possible slices, with any number of rows. */
    conjunctions: number;
  }> {
    return countSlices(this.#wasm, input, options);
  }

  /**
   * Finds the columns, and combinations of up to `maxColumns` columns, that reveal a group: a model without access to
   * the group can use them as proxies. For each, the result contains the uncertainty coefficient I(column; group) /
   * H(group), Cramér's V with Bergsma's correction, and the exact proportion of rows whose group is guessed
   * correctly from the column. Numeric columns with more than `bins` distinct values are binned; a missing value is treated like any
   * other value.
   *
   * The p-value is the proportion of `permutations` of the group, including the original one, with an association at
   * least as strong; `adjustedPValue` compares with the strongest association of all columns, so it accounts for the
   * search. Strength is the chi-squared statistic in standard deviations from its mean. A model does not necessarily
   * use a proxy, and it can combine columns that reveal nothing separately.
   *
   * Source: Theil 1970; Bergsma 2013; Westfall and Young 1993.
   *
   * @example
   * // slices: the result of `load()`.
   * const group = [...'aaaabbbb'];
   * const columns = { district: [...'nnnnsssn'], age: [...'12341234'] };
   * const { baseline, proxies } = await slices.proxies({ columns, group }, { permutations: 0 });
   * proxies.map((proxy) => [proxy.columns[0], proxy.bestGuess]); // [["district", 0.875], ["age", 0.5]]
   * baseline; // 0.5
   *
   * @throws FairwasmError `shapeMismatch` for columns of different lengths; `invalidArgument` for unknown or out-of-range
   *   options, fewer than two groups, no columns, and more than 10,000 combinations; the signal's reason if it is aborted.
   */
  async proxies(
    input: {
      /** The columns that may reveal the group, such as the features of a model. */
      columns: Readonly<Record<string, CategoryColumn>>;
      group: CategoryColumn;
    },
    options: RunOptions & {
      /** Maximum number of columns in a combination, 1 to 3. Default: 1. */
      maxColumns?: number | undefined;
      /**
       * Numeric columns with more distinct values than this are binned into this number of ranges, 2 to 255. Default:
       * 10.
       */
      bins?: number | undefined;
      /** Number of combinations to list, 1 to 1000. Default: 20. */
      top?: number | undefined;
      /** Number of random permutations of the group for the p-values, 0 to 1e6. Default: 999. */
      permutations?: number | undefined;
      /** Seed of the permutations. Default: 1. */
      seed?: number | undefined;
    } = {},
  ): Promise<Proxies> {
    requireOptions('proxies', input, ['columns', 'group']);
    return findProxies(input.columns, input.group, options);
  }

  /**
   * Finds the subgroups of people with an unfavorable decision in which recourse differs most between groups: how many
   * could reverse the decision by one of the given actions, and at which cost. Every subgroup of up to `maxConditions`
   * conditions is compared in which each group has at least `minSupport` of its people and at least `minRows`, and the
   * subgroup of all people. Groups with fewer than `minRows` people are omitted, with a note.
   *
   * The interval and the p-value of a subgroup's `gap` hold jointly for all subgroups and pairs of groups that were
   * compared: Newcombe's combination of exact limits, and Fisher's exact test, both with a Bonferroni correction.
   * They treat actions and costs as given.
   *
   * Source: Kavouras et al.: Fairness Aware Counterfactuals for Subgroups, 2023 (AIF360's FACTS).
   *
   * @example
   * // slices: the result of `load()`.
   * const [group, region] = [[...'ffffmmmm'], [...'nnssnnss']];
   * const actions = {
   *   course: { cost: 1, decision: [0, 1, 0, 0, 1, 1, 0, 0] },
   *   move: { cost: 3, decision: [0, 0, 0, 1, 0, 1, 1, 1] },
   * };
   * const { subgroups } = await slices.recourse({ columns: { region }, group, actions }, { minRows: 2 });
   * subgroups.map(({ conditions, gap }) => [conditions, gap.value]); // [[{}, 0.5], [{ "region": "n" }, 0.5], [{ "region": "s" }, 0.5]]
   *
   * @throws FairwasmError `shapeMismatch` for columns of different lengths; `invalidArgument` for unknown or out-of-range
   *   options, costs below 0, no actions, and fewer than two groups that are large enough; the signal's reason if it is
   *   aborted.
   */
  async recourse(input: RecourseInput, options: RecourseOptions = {}): Promise<Recourse> {
    return findRecourse(this.#wasm, input, options);
  }
}

/**
 * Loads the WebAssembly module.
 *
 * @example
 * const slices = await load();
 * const columns = { sex: [...'fffmmm'], region: [...'nsnsns'] };
 * const { positive } = await slices.countSlices({ columns, error: [1, 0, 1, 0, 0, 0] }, { minRows: 2 });
 * positive; // 3
 *
 * @throws FairwasmError `loadFailed` if the file is missing or not WebAssembly; the signal's reason if it is aborted.
 */
export async function load(options: LoadOptions = {}): Promise<Slices> {
  return withBoundMethods(new Slices(await loadModule(slicesModule, options)));
}
