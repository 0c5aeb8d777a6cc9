// SPDX-License-Identifier: Apache-2.0
//
// Feeds bytes to the core's counter of a table's rows.

import type { TextWasm } from '../../core/text-module.js';
import type { TextCounter } from '../../wasm/text.js';
import type { CsvFormat } from '../coded-csv.js';
import { textsFrom } from '../texts.js';
import type { CombinationCounts } from './counts.js';

/** The columns to count, as data that can be sent to a worker. */
export interface CountLayout {
  format: CsvFormat;
  /** For each column of the file, 1 to count its categories or 0 to skip it. */
  kinds: Uint8Array;
}

/** Counts rows until the counts are taken. */
export class TableCounter {
  readonly #wasm: TextWasm;
  readonly #counter: TextCounter;
  /** Indices of the counted columns in the file. */
  readonly #counted: number[];
  #blankRows = 0; // of earlier counts

  constructor(wasm: TextWasm, { format, kinds }: CountLayout) {
    this.#wasm = wasm;
    this.#counter = new wasm.TextCounter(format, kinds);
    this.#counted = [...kinds.keys()].filter((i) => kinds[i] !== 0);
  }

  /** Adds `length` bytes, which `fill` writes. */
  feed(length: number, fill: (room: Uint8Array) => void): void {
    const address = this.#counter.room(length);
    fill(this.#wasm.HEAPU8.subarray(address, address + length));
    this.#counter.filled(length);
  }

  /** Skips the rest of a row that began earlier. Returns false if the row continues in later bytes. */
  passOver(): boolean {
    return this.#counter.passOver();
  }

  /** Skips rows that begin at this position or later; positions are counted from the first byte that was fed. */
  stopAt(position: number): void {
    this.#counter.stopAt(position);
  }

  get hasStopped(): boolean {
    return this.#counter.hasStopped();
  }

  /** Start of the next row. */
  get position(): number {
    return this.#counter.position();
  }

  /** Number of combinations. */
  get size(): number {
    return this.#counter.combinations();
  }

  /** Counts all available rows. If a row is invalid, the rows before it are counted before the error is thrown. */
  count(isLast: boolean): void {
    this.#counter.count(isLast);
  }

  /** Returns the counts since the last call. */
  take(): CombinationCounts {
    const counter = this.#counter;
    const counts = counter.rowsOfEach();
    const firstRows = counter.firstRows();
    const rows = counts.reduce((sum, each) => sum + each, 0);
    const first = counter.rows() - rows;
    const blankRows = counter.blankRows() - this.#blankRows;
    this.#blankRows += blankRows;
    const taken = {
      rows,
      blankRows,
      emptyLines: counter.emptyLines(),
      texts: this.#counted.map((column) => textsFrom(counter.texts(column, 0))),
      codes: this.#counted.map((_, index) => counter.codes(index)),
      counts,
      firstRows: firstRows.map((row) => row - first),
    };
    counter.clear();
    return taken;
  }

  delete(): void {
    this.#counter.delete();
  }
}
