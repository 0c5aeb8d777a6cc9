// SPDX-License-Identifier: Apache-2.0
//
// Copies columns into WebAssembly memory in bulk. A call per element would be a hundred times slower.

import { tooLarge } from './error.js';
import type { Memory } from './module.js';

const maxBytes = 2 ** 32;

/** A buffer in WebAssembly memory that is reused for consecutive chunks. */
export class Staging {
  readonly #wasm: Memory;
  readonly #capacity: number;
  #pointer: number;

  constructor(wasm: Memory, capacityBytes: number) {
    this.#wasm = wasm;
    this.#capacity = capacityBytes;
    // An address has 32 bits, so a larger capacity would be truncated.
    this.#pointer = capacityBytes < maxBytes ? wasm._malloc(capacityBytes) : 0;
    if (this.#pointer === 0) {
      throw tooLarge('input', 'data that fits into WebAssembly’s memory', `${capacityBytes} bytes`);
    }
  }

  /** Copies `values` to the given byte offset in the buffer, and returns their address. */
  copy(values: ArrayBufferView, offset: number): number {
    if (offset + values.byteLength > this.#capacity) throw new RangeError('staging buffer exceeded');
    const address = this.#pointer + offset;
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    // HEAPU8 must be read again each time, because memory that has grown has a new buffer.
    this.#wasm.HEAPU8.set(bytes, address);
    return address;
  }

  dispose(): void {
    if (this.#pointer !== 0) this.#wasm._free(this.#pointer);
    this.#pointer = 0;
  }
}
