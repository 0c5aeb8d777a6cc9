// SPDX-License-Identifier: Apache-2.0
//
// The strata within which groups are compared, and the counts of each group in each stratum.

import type { Wasm } from '../core/module.js';
import type { Tally } from '../tally/tally.js';
import type { Frame } from './frame.js';

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
export interface Compared {
  wasm: Wasm;
  tally: Tally;
  frame: Frame;
  favorable: readonly string[];
  /** Level of the confidence intervals; undefined if none are requested. */
  confidence: number | undefined;
}

/** @internal The core’s counts of each group in each stratum, and of each stratum. */
export class Cells {
  readonly strata: readonly Stratum[];
  readonly #places: readonly number[];
  readonly #width: number;
  readonly #crossed: Float64Array;
  readonly #all: Float64Array;
  readonly #by: readonly (readonly string[])[];

  constructor({ wasm, tally, frame, favorable }: Compared, within: readonly string[]) {
    this.#width = wasm.countWidth;
    const getCategories = (name: string) =>
      tally.groups.find((attribute) => attribute.name === name)?.categories ?? [];
    this.#by = frame.by.map(getCategories);
    this.#crossed = wasm.frame(tally.handle, [...frame.by, ...within], [...favorable]).counts;
    const { counts, codes } = wasm.frame(tally.handle, [...within], [...favorable]);
    this.#all = counts;
    const strata: (Stratum & { place: number })[] = [];
    for (let place = 0; place * this.#width < counts.length; place++) {
      const rows = counts[place * this.#width] as number;
      if (rows === 0) continue;
      const names = within.map(
        (name, i) => getCategories(name)[codes[place * within.length + i] as number] as string,
      );
      const categories = Object.fromEntries(within.map((name, i) => [name, names[i] as string]));
      strata.push({ id: JSON.stringify(names), name: names.join(', '), categories, rows, place });
    }
    strata.sort((a, b) => b.rows - a.rows || (a.name < b.name ? -1 : 1));
    this.#places = strata.map(({ place }) => place);
    this.strata = strata.map(({ place: _, ...stratum }) => stratum);
  }

  /** Returns the counts of a group in a stratum. */
  of(group: Frame['groups'][number], stratum: number): Float64Array {
    const codes = Object.values(group.categories).map(
      (category, i) => this.#by[i]?.indexOf(category) as number,
    );
    const row = codes.reduce((place, code, i) => place * (this.#by[i]?.length ?? 0) + code, 0);
    const strata = this.#all.length / this.#width;
    return this.#at(this.#crossed, row * strata + (this.#places[stratum] as number));
  }

  all(stratum: number): Float64Array {
    return this.#at(this.#all, this.#places[stratum] as number);
  }

  #at(counts: Float64Array, place: number): Float64Array {
    return counts.subarray(place * this.#width, (place + 1) * this.#width);
  }
}
