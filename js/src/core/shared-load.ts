// SPDX-License-Identifier: Apache-2.0
//
// One download that several callers wait for. Each can leave by its own signal without taking it from the
// others; the last one to leave ends it.

import type { Watch } from './module.js';

/** A load that was started for the first caller, and is shared by those that come before it has ended. */
export class SharedLoad<T> {
  readonly #watches = new Set<Watch>();
  readonly #ending = new AbortController();
  readonly #result: Promise<T>;
  #failed = false;

  constructor(start: (watch: Watch) => Promise<T>) {
    this.#result = start({
      signal: this.#ending.signal,
      onProgress: (loaded, total) => {
        for (const { onProgress } of this.#watches) onProgress?.(loaded, total);
      },
    });
    // Those who wait are told; nobody may be left.
    this.#result.catch(() => {
      this.#failed = true;
    });
  }

  /** Whether it failed or everybody left before its end: whoever comes now has to start anew. */
  get isOver(): boolean {
    return this.#failed || this.#ending.signal.aborted;
  }

  /** What was loaded. Rejects as the load does, or with the reason of the caller's own signal. */
  async wait(watch: Watch = {}): Promise<T> {
    const { signal } = watch;
    signal?.throwIfAborted();
    const place = { ...watch };
    this.#watches.add(place);
    let leave: (() => void) | undefined;
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(signal?.reason);
      signal?.addEventListener('abort', leave);
    });
    try {
      return await Promise.race([this.#result, left]);
    } catch (error) {
      if (this.#watches.size === 1) this.#ending.abort(error);
      throw error;
    } finally {
      signal?.removeEventListener('abort', leave as () => void);
      this.#watches.delete(place);
    }
  }
}
