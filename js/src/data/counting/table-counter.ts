// SPDX-License-Identifier: Apache-2.0
//
// The core's counter of a table's rows, fed with bytes.

import type { TextWasm } from '../../core/text-module.js';
import type { TextCounter } from '../../wasm/text.js';
import type { Format } from '../coded-csv.js';
import { textsFrom } from '../texts.js';
import type { Counts } from './counts.js';

/** What is counted of a table: it can be sent to a worker. */
export interface Layout {
  format: Format;
  /** For each column of the file, whether it is passed over (0) or its categories are counted (1). */
  kinds: Uint8Array;
}

/** Counts rows until its counts are taken. */
export class TableCounter {
  readonly #wasm: TextWasm;
  readonly #counter: TextCounter;
  /** Places in the file of the columns that are counted. */
  readonly #counted: number[];

  constructor(wasm: TextWasm, { format, kinds }: Layout) {
    this.#wasm = wasm;
    this.#counter = new wasm.TextCounter(format, kinds);
    this.#counted = [...kinds.keys()].filter((i) => kinds[i] !== 0);
  }

  /** Takes `length` bytes, which `fill` puts into their place. */
  feed(length: number, fill: (room: Uint8Array) => void): void {
    const address = this.#counter.room(length);
    fill(this.#wasm.HEAPU8.subarray(address, address + length));
    this.#counter.filled(length);
  }

  /** Passes over what is left of a row whose beginning is elsewhere. False: it goes on in bytes that are to come. */
  passOver(): boolean {
    return this.#counter.passOver();
  }

  /** Rows that begin there or later, counted in bytes from the first one fed, are left. */
  stopAt(position: number): void {
    this.#counter.stopAt(position);
  }

  get hasStopped(): boolean {
    return this.#counter.hasStopped();
  }

  /** Where the next row begins. */
  get position(): number {
    return this.#counter.position();
  }

  /** How many combinations there are. */
  get size(): number {
    return this.#counter.combinations();
  }

  /** Counts all rows that are there. What it throws for one row comes after those before it are counted. */
  count(isLast: boolean): void {
    this.#counter.count(isLast);
  }

  /** The counts since the last time. */
  take(): Counts {
    const counter = this.#counter;
    const counts = counter.rowsOfEach();
    const firstRows = counter.firstRows();
    const rows = counts.reduce((sum, each) => sum + each, 0);
    const first = counter.rows() - rows;
    const taken = {
      rows,
      texts: this.#counted.map((column) => textsFrom(counter.texts(column, 0))),
      codes: this.#counted.map((_, place) => counter.codes(place)),
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
