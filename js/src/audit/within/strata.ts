// SPDX-License-Identifier: Apache-2.0
//
// The strata within which groups are compared, and the counts of each group in each stratum.

import type { Wasm } from '../../core/module.js';
import { inOrder } from '../../data/largest-group.js';
import type { Tally } from '../../tally/tally.js';
import type { Frame } from '../frame/frame.js';

/** The rows with one category, or one combination of categories, within which groups are compared. */
export interface Stratum {
  /** Unique within its list, whatever its categories are called. */
  id: string;
  name: string;
  categories: Readonly<Record<string, string>>;
  /**
   * @asType integer
   * @minimum 1
   */
  rows: number;
}

/** @internal Input of the comparison. */
export interface StrataInput {
  wasm: Wasm;
  tally: Tally;
  frame: Frame;
  favorable: readonly string[];
  /** Level of the confidence intervals; undefined if none are requested. */
  confidence: number | undefined;
}

type CoreTally = Tally['handle'];

/** @internal The core’s counts of each group in each stratum, of each stratum, and of each group. */
export class Cells {
  readonly strata: readonly Stratum[];
  readonly #compared: StrataInput;
  readonly #within: readonly string[];
  readonly #places: readonly number[];
  readonly #width: number;
  readonly #crossed: Float64Array;
  readonly #all: Float64Array;
  readonly #groups: Float64Array;
  readonly #by: readonly (readonly string[])[];

  /** @param known The same strata of another tally with the same categories. Default: those that have rows. */
  constructor(
    compared: StrataInput,
    within: readonly string[],
    handle: CoreTally = compared.tally.handle,
    known?: Cells,
  ) {
    const { wasm, tally, frame, favorable } = compared;
    this.#compared = compared;
    this.#within = within;
    this.#width = wasm.countWidth;
    const getCategories = (name: string) => tally.groups.find((attribute) => attribute.name === name)?.categories ?? [];
    const count = (by: readonly string[]) => wasm.frame(handle, [...by], [...favorable]);
    this.#by = frame.by.map(getCategories);
    this.#crossed = count([...frame.by, ...within]).counts;
    this.#groups = count(frame.by).counts;
    const { counts, codes } = count(within);
    this.#all = counts;
    this.#places = known === undefined ? [] : known.#places;
    this.strata = known?.strata ?? [];
    if (known) return;
    const strata: (Stratum & { place: number })[] = [];
    for (let place = 0; place * this.#width < counts.length; place++) {
      const rows = counts[place * this.#width] as number;
      if (rows === 0) continue;
      const names = within.map((name, i) => getCategories(name)[codes[place * within.length + i] as number] as string);
      const categories = Object.fromEntries(within.map((name, i) => [name, names[i] as string]));
      strata.push({ id: JSON.stringify(names), name: names.join(', '), categories, rows, place });
    }
    const ordered = inOrder(strata);
    this.#places = ordered.map(({ place }) => place);
    this.strata = ordered.map(({ place: _, ...stratum }) => stratum);
  }

  /** Returns the same cells of a tally with the same categories, such as one without some clusters. */
  of(handle: CoreTally): Cells {
    return new Cells(this.#compared, this.#within, handle, this);
  }

  /** Returns the counts of a group in a stratum. */
  in(group: Frame['groups'][number], stratum: number): Float64Array {
    const strata = this.#all.length / this.#width;
    const place = this.#getPlace(group) * strata + (this.#places[stratum] as number);
    return this.#at(this.#crossed, place);
  }

  /** Returns the counts of a group in all strata. */
  whole(group: Frame['groups'][number]): Float64Array {
    return this.#at(this.#groups, this.#getPlace(group));
  }

  all(stratum: number): Float64Array {
    return this.#at(this.#all, this.#places[stratum] as number);
  }

  #getPlace(group: Frame['groups'][number]): number {
    const codes = Object.values(group.categories).map((category, i) => this.#by[i]?.indexOf(category) as number);
    return codes.reduce((place, code, i) => place * (this.#by[i]?.length ?? 0) + code, 0);
  }

  #at(counts: Float64Array, place: number): Float64Array {
    return counts.subarray(place * this.#width, (place + 1) * this.#width);
  }
}
