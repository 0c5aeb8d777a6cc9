// SPDX-License-Identifier: Apache-2.0
//
// A histogram of numbers whose range is not known in advance: when a number is outside the range, pairs of bins are
// merged, which doubles the range. One pass, constant memory.

/** Number of rows in ranges of equal width, the first of which begins at `from`. */
export interface Histogram {
  from: number;
  width: number;
  counts: readonly number[];
}

const bins = 64;

/** @internal */
export class GrowingHistogram {
  #counts = new Float64Array(bins);
  #first: { number: number; rows: number } | undefined; // while all numbers are equal
  #from = 0;
  #width = 0;

  add(number: number, rows: number): void {
    if (!Number.isFinite(number)) return;
    if (this.#width === 0 && !this.#begin(number, rows)) return;
    this.#reach(number, number);
    this.#count(number, rows);
  }

  /** Adds the finite numbers, which are between `min` and `max`. */
  addAll(numbers: Float64Array, min: number, max: number): void {
    if (this.#width === 0 || !Number.isFinite(max - min)) {
      for (const number of numbers) this.add(number, 1);
      return;
    }
    this.#reach(min, max);
    const [counts, from, width] = [this.#counts, this.#from, this.#width];
    for (let i = 0; i < numbers.length; i++) {
      const number = numbers[i] as number;
      if (number >= min && number <= max) {
        const bin = Math.min(bins - 1, Math.floor((number - from) / width));
        counts[bin] = (counts[bin] as number) + 1;
      }
    }
  }

  /** Returns the nonempty bins and the bins between them. */
  snapshot(): Histogram {
    if (this.#width === 0) {
      const { number = 0, rows = 0 } = this.#first ?? {};
      return { from: number, width: 0, counts: [rows] };
    }
    const counts = Array.from(this.#counts);
    const first = counts.findIndex((count) => count > 0);
    const last = counts.findLastIndex((count) => count > 0);
    return { from: this.#from + first * this.#width, width: this.#width, counts: counts.slice(first, last + 1) };
  }

  // The first two distinct numbers determine the initial width of the bins; returns false before that.
  #begin(number: number, rows: number): boolean {
    const first = this.#first;
    if (first === undefined || first.number === number) {
      this.#first = { number, rows: (first?.rows ?? 0) + rows };
      return false;
    }
    this.#from = Math.min(first.number, number);
    this.#width = Math.abs(number - first.number) / (bins - 1);
    if (!Number.isFinite(this.#width) || this.#width === 0) {
      this.#width = 0;
      return false;
    }
    this.#count(first.number, first.rows);
    return true;
  }

  #count(number: number, rows: number): void {
    const bin = Math.min(bins - 1, Math.max(0, Math.floor((number - this.#from) / this.#width)));
    this.#counts[bin] = (this.#counts[bin] as number) + rows;
  }

  #reach(min: number, max: number): void {
    while (max >= this.#from + bins * this.#width && this.#canDouble) this.#fold(0);
    while (min < this.#from && this.#canDouble) {
      this.#from -= bins * this.#width;
      this.#fold(bins / 2);
    }
  }

  get #canDouble(): boolean {
    return Number.isFinite(this.#from - 4 * bins * this.#width) && Number.isFinite(bins * this.#width * 4);
  }

  // Merges pairs of bins, which then begin at `at`.
  #fold(at: number): void {
    const wide = new Float64Array(bins);
    for (let i = 0; i < bins; i += 2) wide[at + i / 2] = (this.#counts[i] as number) + (this.#counts[i + 1] as number);
    this.#counts = wide;
    this.#width *= 2;
  }
}
