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

  send(wasm: Wasm, use: (pointers: Record<BatchPart, { pointer: number; count: number }>) => void) {
    const parts = {
      mentions: this.mentions,
      mentionEnds: this.#mentionEnds,
      objects: this.objects,
      objectEnds: this.#objectEnds,
    };
    const bytes = Object.values(parts).reduce((sum, part) => sum + 4 * part.length, 0);
    const staging = new Staging(wasm, Math.max(1, bytes));
    try {
      let offset = 0;
      const copy = (part: number[]) => {
        const pointer = staging.copy(Uint32Array.from(part), offset);
        offset += 4 * part.length;
        return { pointer, count: part.length };
      };
      use({
        mentions: copy(parts.mentions),
        mentionEnds: copy(parts.mentionEnds),
        objects: copy(parts.objects),
        objectEnds: copy(parts.objectEnds),
      });
    } finally {
      staging.dispose();
    }
  }
}

type BatchPart = 'mentions' | 'mentionEnds' | 'objects' | 'objectEnds';
