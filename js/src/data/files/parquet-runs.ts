// SPDX-License-Identifier: Apache-2.0
//
// Parquet's hybrid of runs and bit packing, which encodes levels and dictionary codes. Each block begins with a
// number whose lowest bit distinguishes a repeated value from groups of eight values with `width` bits each, lowest
// bits first. Reads never go beyond the bytes, and writes never beyond the output.

const maxWidth = 32;

/** Throws an Error if the bytes end before the values. */
export class RunReader {
  readonly #bytes: Uint8Array;
  readonly #width: number;
  #at = 0;

  constructor(bytes: Uint8Array, width: number) {
    if (width > maxWidth) throw new Error(`values of ${width} bits`);
    this.#bytes = bytes;
    this.#width = width;
  }

  /** True if a single run sets `value` for all of these rows; only its first bytes are read. */
  isAll(value: number, count: number): boolean {
    const start = this.#at;
    const header = this.#header();
    const isAll = header % 2 === 0 && Math.floor(header / 2) >= count && this.#value() === value;
    this.#at = start;
    return isAll;
  }

  decode(out: Uint8Array | Uint32Array): void {
    for (let filled = 0; filled < out.length; ) {
      if (this.#width === 0 && this.#at === this.#bytes.length) return; // all values are 0 and may be omitted
      const header = this.#header();
      const count = Math.floor(header / 2);
      if (count === 0) continue; // progress is guaranteed, because the header was read
      if (header % 2) filled = this.#unpack(out, filled, count * 8);
      else {
        const end = Math.min(filled + count, out.length);
        out.fill(this.#value(), filled, end);
        filled = end;
      }
    }
  }

  // Reads at most 35 bits, as five groups of seven.
  #header(): number {
    let number = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.#byte();
      number += (byte & 127) * 2 ** shift;
      if (byte < 128) return number;
    }
    throw new Error('a length of more than 32 bits');
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new Error('values end too early');
    this.#at += 1;
    return byte;
  }

  #value(): number {
    let value = 0;
    for (let bits = 0; bits < this.#width; bits += 8) value += this.#byte() * 2 ** bits;
    return value;
  }

  // The last group may extend beyond the page; some writers omit the unused bytes.
  #unpack(out: Uint8Array | Uint32Array, start: number, count: number): number {
    const width = this.#width;
    const end = Math.min(start + count, out.length);
    const needed = Math.ceil(((end - start) * width) / 8);
    if (this.#at + needed > this.#bytes.length) throw new Error('values end too early');
    if (width > 24) this.#unpackWide(out, start, end);
    else this.#unpackNarrow(out, start, end);
    this.#at = Math.min(this.#at + (count / 8) * width, this.#bytes.length);
    return end;
  }

  // At most 7 remaining bits and 24 new ones fit into the 32 bits of JavaScript's fast integers.
  #unpackNarrow(out: Uint8Array | Uint32Array, start: number, end: number): void {
    const bytes = this.#bytes;
    const width = this.#width;
    const mask = (1 << width) - 1;
    let at = this.#at;
    let buffer = 0;
    let bits = 0;
    let from = start;
    if (width <= 4) from = this.#unpackEights(out, start, end);
    at += ((from - start) / 8) * width;
    for (let i = from; i < end; i++) {
      while (bits < width) {
        buffer |= (bytes[at++] as number) << bits;
        bits += 8;
      }
      out[i] = buffer & mask;
      buffer >>>= width;
      bits -= width;
    }
  }

  // Eight values of up to 4 bits, which are typical for few categories, fit into one number. Returns where it
  // stopped.
  #unpackEights(out: Uint8Array | Uint32Array, start: number, end: number): number {
    const bytes = this.#bytes;
    const width = this.#width;
    const mask = (1 << width) - 1;
    let at = this.#at;
    let i = start;
    for (; i + 8 <= end && at + 4 <= bytes.length; i += 8, at += width) {
      const eight =
        (bytes[at] as number) |
        ((bytes[at + 1] as number) << 8) |
        ((bytes[at + 2] as number) << 16) |
        ((bytes[at + 3] as number) << 24);
      out[i] = eight & mask;
      out[i + 1] = (eight >>> width) & mask;
      out[i + 2] = (eight >>> (2 * width)) & mask;
      out[i + 3] = (eight >>> (3 * width)) & mask;
      out[i + 4] = (eight >>> (4 * width)) & mask;
      out[i + 5] = (eight >>> (5 * width)) & mask;
      out[i + 6] = (eight >>> (6 * width)) & mask;
      out[i + 7] = (eight >>> (7 * width)) & mask;
    }
    return i;
  }

  #unpackWide(out: Uint8Array | Uint32Array, start: number, end: number): void {
    for (let i = start; i < end; i++) {
      const first = (i - start) * this.#width;
      let value = 0;
      for (let bit = 0; bit < this.#width; bit++) {
        const byte = this.#bytes[this.#at + ((first + bit) >> 3)] as number;
        value += ((byte >> ((first + bit) & 7)) & 1) * 2 ** bit;
      }
      out[i] = value;
    }
  }
}
