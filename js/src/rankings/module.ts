// SPDX-License-Identifier: Apache-2.0
//
// The WebAssembly module of this family.

import type { WasmModule } from '../core/module.js';
import create, { type MainModule as Wasm } from '../wasm/rankings.js';

export type { Wasm };

export const rankingsModule: WasmModule<Wasm> = {
  name: 'rankings',
  // Bundlers recognize only this exact form.
  url: () => new URL('../wasm/rankings.wasm', import.meta.url),
  packed: () => import('../wasm/rankings.base64.js'),
  create,
};
