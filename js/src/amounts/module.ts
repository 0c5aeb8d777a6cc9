// SPDX-License-Identifier: Apache-2.0
//
// The WebAssembly module of this family.

import type { WasmModule } from '../core/module.js';
import create, { type MainModule as Wasm } from '../wasm/amounts.js';

export type { Wasm };

export const amountsModule: WasmModule<Wasm> = {
  name: 'amounts',
  // Bundlers recognize only this exact form.
  url: () => new URL('../wasm/amounts.wasm', import.meta.url),
  packed: () => import('../wasm/amounts.base64.js'),
  create,
};
