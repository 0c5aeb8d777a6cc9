// SPDX-License-Identifier: Apache-2.0
//
// The core's WebAssembly module, and who has it loaded: peers' doors can share the core of a `Fairwasm`, whose
// tallies are then theirs too.

import createCore from '../wasm/core.js';
import { invalid } from './error.js';
import type { Wasm, WasmModule } from './module.js';
import { shown } from './options.js';

export const coreModule: WasmModule<Wasm> = {
  name: 'core',
  // Spelt out, since bundlers look for exactly this form.
  url: () => new URL('../wasm/core.wasm', import.meta.url),
  packed: () => import('../wasm/core.base64.js'),
  create: createCore,
};

const owners = new WeakMap<object, Wasm>();

/** Remembers whose core it is. */
export function ownCore(owner: object, wasm: Wasm): void {
  owners.set(owner, wasm);
}

/** The core of what `load()` of `fairwasm` gave. Throws `invalidArgument` for anything else. */
export function coreOf(fair: unknown): Wasm {
  const wasm = typeof fair === 'object' && fair !== null ? owners.get(fair) : undefined;
  if (wasm) return wasm;
  throw invalid('fair', "what load() of 'fairwasm' gave", shown(fair));
}
