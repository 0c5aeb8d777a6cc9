// SPDX-License-Identifier: Apache-2.0
//
// The entry point of bias amplification: the accumulators for its metrics.

import { withBoundMethods } from '../core/bound-methods.js';
import { type LoadOptions, loadModule } from '../core/module.js';
import { CaptionCounts, type CaptionCountsOptions } from './caption-counts.js';
import { Cooccurrence, type CooccurrenceColumns } from './cooccurrence.js';
import { amplificationModule, type Wasm } from './module.js';

/**
 * The result of {@link load}.
 *
 * @example
 * const amplification = await load();
 * const captions = amplification.captionCounts();
 * captions.update([{ tokens: ['a', 'woman', 'cooks', 'pasta'], tags: ['DT', 'NN', 'VBZ', 'NN'] }]);
 * captions.counts().woman; // { "pasta": 1 }
 */
export class Amplification {
  readonly #wasm: Wasm;

  /** @internal */
  constructor(wasm: Wasm) {
    this.#wasm = wasm;
  }

  /** Returns an empty co-occurrence accumulator for BA_MALS, DBA, and MDBA. */
  cooccurrence(columns: CooccurrenceColumns = {}): Cooccurrence {
    return new Cooccurrence(this.#wasm, columns);
  }

  /** Returns the accumulator that {@link Cooccurrence.toBytes} stored. Throws `corruptBytes` for other bytes. */
  cooccurrenceFromBytes(bytes: Uint8Array): Cooccurrence {
    return Cooccurrence.fromBytes(this.#wasm, bytes);
  }

  /** Returns empty caption counts, which count the objects mentioned together with each group. */
  captionCounts(options: CaptionCountsOptions = {}): CaptionCounts {
    return new CaptionCounts(this.#wasm, options);
  }

  /** Returns the counts that {@link CaptionCounts.toBytes} stored. Throws `corruptBytes` for other bytes. */
  captionCountsFromBytes(bytes: Uint8Array, options: Omit<CaptionCountsOptions, 'words'> = {}): CaptionCounts {
    return CaptionCounts.fromBytes(this.#wasm, bytes, options);
  }
}

/**
 * Loads the WebAssembly module.
 *
 * @example
 * const amplification = await load();
 * const counts = amplification.cooccurrence();
 * counts.update({ attribute: ['woman', 'man'], task: ['kitchen', 'street'] });
 * [counts.attributes, counts.tasks]; // [["woman", "man"], ["kitchen", "street"]]
 *
 * @throws FairwasmError `loadFailed` if the file is missing or not WebAssembly; the signal's reason if it is aborted.
 */
export async function load(options: LoadOptions = {}): Promise<Amplification> {
  return withBoundMethods(new Amplification(await loadModule(amplificationModule, options)));
}
