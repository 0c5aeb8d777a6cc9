// SPDX-License-Identifier: Apache-2.0
//
// The WebAssembly module of this family.

import type { WasmModule } from '../core/module.js';
import create, { type MainModule as Wasm } from '../wasm/impact.js';

export type { Wasm };

export const impactModule: WasmModule<Wasm> = {
  name: 'impact',
  // Bundlers recognize only this exact form.
  url: () => new URL('../wasm/impact.wasm', import.meta.url),
  packed: () => import('../wasm/impact.base64.js'),
  create,
};
