// SPDX-License-Identifier: Apache-2.0
//
// The door of slices: of all groups that the columns of a table can name, those in which a model errs most.

import { limitArguments } from '../core/arity.js';
import { withBoundMethods } from '../core/bound-methods.js';
import { type LoadOptions, loadModule } from '../core/module.js';
import type { SliceInput } from './input.js';
import { slicesModule, type Wasm } from './module.js';
import type { SliceOptions, SliceSearchOptions } from './options.js';
import type { SliceCount, WorstSlices } from './result.js';
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
   * The worst slices, exactly: of all conjunctions of up to `maxConditions` conditions `column = value`, each on
   * another column, that hold for at least `minRows` rows, the `top` ones of the highest score above 0. The score of
   * a slice S of n rows with errors e_i >= 0 is
   *
   * alpha (mean error in S / mean error - 1) - (1 - alpha) (n / |S| - 1),
   *
   * 0 of all rows. Equal scores: fewer conditions first, then more rows, then conditions in the order of the columns
   * and their values (of numbers ascending, then of text; of coded columns in the order of their categories).
   * Descriptions of the same rows are all listed. None where no row errs, all err alike, or alpha is 1/2 or less: no
   * score can then be above 0.
   *
   * Columns of numbers with more than `bins` different values are put into ranges with about as many rows each; the
   * result says where they end. A missing value is a value like others.
   *
   * Slices were chosen for being worst, which chance alone would make them look: the interval of a slice's mean error
   * holds for all slices that could be named together, at the confidence asked for, and so for those listed; and
   * its p-value is the share of `permutations`, the data themselves counted among them, whose worst slice scores as
   * high, where errors were dealt to the rows at random. Where errors are exchangeable between rows, that is, have
   * nothing to do with the columns, the chance that any slice has p <= 0.05 is at most 1/20. Losses whose means are
   * equal but whose variances differ between slices are not exchangeable. Where there is no
   * valid interval or p-value, there is none, and `notes` say why.
   *
   * Source: Sagadeeva and Boehm: SliceLine: Fast, Linear-Algebra-based Slice Finding for ML Model Debugging, 2021.
   * The interval: Hoeffding 1963, theorem 1, divided by the number of slices (Bonferroni).
   *
   * @example
   * // slices: what `load()` gives.
   * const sex = ['f', 'f', 'f', 'm', 'm', 'm'];
   * const [label, prediction] = [[1, 0, 1, 1, 0, 0], [0, 1, 1, 1, 0, 0]];
   * const worst = await slices.worstSlices({ columns: { sex }, label, prediction }, { minRows: 2 });
   * worst.slices.map(({ conditions, rows }) => [conditions, rows]); // [[{ "sex": "f" }, 3]]
   *
   * @throws FairwasmError `shapeMismatch` for columns of different lengths; `missingValue` or `invalidArgument`,
   *   with the row, for errors that are not numbers from 0 to 1e100; `invalidArgument` for options that are not
   *   known or out of range, and for labels and predictions that share no value; `tooLarge` for a column with more
   *   than 65,535 values of `minRows` rows; the signal's reason if it is aborted.
   */
  async worstSlices(input: SliceInput, options: SliceOptions = {}): Promise<WorstSlices> {
    return worstSlices(this.#wasm, input, options);
  }

  /**
   * How many slices of enough rows there are, and how many of them score above 0. Looks at all of them, which takes
   * longer than finding the worst. Throws like {@link worstSlices}.
   */
  async countSlices(input: SliceInput, options: SliceSearchOptions = {}): Promise<SliceCount> {
    return countSlices(this.#wasm, input, options);
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
 * @throws FairwasmError `loadFailed` if the file is missing or not WebAssembly; the signal's reason
 *   where it is aborted.
 */
export async function load(options: LoadOptions = {}): Promise<Slices> {
  return withBoundMethods(new Slices(await loadModule(slicesModule, options)));
}

limitArguments(Slices, { worstSlices: 2, countSlices: 2 });
