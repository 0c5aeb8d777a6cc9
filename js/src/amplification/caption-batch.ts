// SPDX-License-Identifier: Apache-2.0
//
// Captions in codes, on their way to the core.

import { Staging } from '../core/staging.js';
import type { Wasm } from './module.js';

/** Captions in codes, on their way to the core. */
export class Batch {
  readonly mentions: number[] = [];
  readonly objects: number[] = [];
  readonly #mentionEnds: number[] = [];
  readonly #objectEnds: number[] = [];

  /** A word of the current caption, whose mentions begin at `first`; the same word counts once. */
  mention(word: number, first: number): void {
    for (let i = first; i < this.mentions.length; i++) if (this.mentions[i] === word) return;
    this.mentions.push(word);
  }

  endCaption(): void {
    this.#mentionEnds.push(this.mentions.length);
    this.#objectEnds.push(this.objects.length);
  }

  /** Hands `use` where everything stands, and where `times` do, if there are any. */
  send(
    wasm: Wasm,
    times: Float64Array | undefined,
    use: (
      pointers: Record<BatchPart, { pointer: number; count: number }>,
      times: number | undefined,
    ) => void,
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
      let offset = timesBytes; // first, as they are aligned to 8 bytes
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
