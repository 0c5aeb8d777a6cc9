// SPDX-License-Identifier: Apache-2.0
//
// A batch of encoded captions, in the memory layout that the core reads.

import { Staging } from '../core/staging.js';
import type { Wasm } from './module.js';

/** A batch of encoded captions. */
export class Batch {
  readonly mentions: number[] = [];
  readonly objects: number[] = [];
  readonly #mentionEnds: number[] = [];
  readonly #objectEnds: number[] = [];

  /** Adds a word of the current caption, whose mentions begin at `first`. Repeated words count once. */
  mention(word: number, first: number): void {
    for (let i = first; i < this.mentions.length; i++) if (this.mentions[i] === word) return;
    this.mentions.push(word);
  }

  endCaption(): void {
    this.#mentionEnds.push(this.mentions.length);
    this.#objectEnds.push(this.objects.length);
  }

  /** Calls `use` with the addresses of the data, and of `times` if there are any. */
  send(
    wasm: Wasm,
    times: Float64Array | undefined,
    use: (pointers: Record<BatchPart, { pointer: number; count: number }>, times: number | undefined) => void,
  ) {
    const parts = {
      mentions: this.mentions,
      mentionEnds: this.#mentionEnds,
      objects: this.objects,
      objectEnds: this.#objectEnds,
    };
    const timesBytes = times?.byteLength ?? 0;
    const bytes = Object.values(parts).reduce((sum, part) => sum + 4 * part.length, timesBytes);
    const staging = new Staging(wasm, Math.max(1, bytes));
    try {
      let offset = timesBytes; // first, because they need 8-byte alignment
      const copy = (part: number[]) => {
        const pointer = staging.copy(Uint32Array.from(part), offset);
        offset += 4 * part.length;
        return { pointer, count: part.length };
      };
      const pointers = {
        mentions: copy(parts.mentions),
        mentionEnds: copy(parts.mentionEnds),
        objects: copy(parts.objects),
        objectEnds: copy(parts.objectEnds),
      };
      use(pointers, times && staging.copy(times, 0));
    } finally {
      staging.dispose();
    }
  }
}

type BatchPart = 'mentions' | 'mentionEnds' | 'objects' | 'objectEnds';
