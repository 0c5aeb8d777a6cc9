// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm/inline`: the same package with the WebAssembly inside its modules, as base64, for bundlers that
// do not emit what `new URL('…', import.meta.url)` names. A third larger; each family is a module of its
// own, loaded with the family.

import type { Sources } from './core/families.js';
import type { Inlined } from './core/module.js';
import { takeTextFrom } from './core/text-module.js';
import { type Fairwasm, type LoadOptions, loadFrom } from './fairwasm.js';

export * from './index.js';

const bytesOf =
  (load: () => Promise<{ default: string }>): Inlined =>
  async () =>
    Uint8Array.from(atob((await load()).default), (character) => character.charCodeAt(0));

const sources: Sources = {
  core: bytesOf(() => import('./wasm/core.base64.js')),
  individual: bytesOf(() => import('./wasm/individual.base64.js')),
  amplification: bytesOf(() => import('./wasm/amplification.base64.js')),
  predictability: bytesOf(() => import('./wasm/predictability.base64.js')),
  replay: bytesOf(() => import('./wasm/replay.base64.js')),
  robustness: bytesOf(() => import('./wasm/robustness.base64.js')),
};

takeTextFrom(bytesOf(() => import('./wasm/text.base64.js')));

/** As `load` of `fairwasm`, without files to be found. */
export function load(options: LoadOptions = {}): Promise<Fairwasm> {
  return loadFrom(sources, options);
}
