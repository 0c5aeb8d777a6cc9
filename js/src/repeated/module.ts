// SPDX-License-Identifier: Apache-2.0
//
// The WebAssembly module of repeated decisions and of rates per exposure.

import type { WasmModule } from '../core/module.js';
import create, { type MainModule as Wasm } from '../wasm/repeated.js';

export type { Wasm };

export const repeatedModule: WasmModule<Wasm> = {
  name: 'repeated',
  // Bundlers recognize only this exact form.
  url: () => new URL('../wasm/repeated.wasm', import.meta.url),
  packed: () => import('../wasm/repeated.base64.js'),
  create,
};
